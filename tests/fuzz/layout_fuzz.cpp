// Any text as a layout or as a Hugging Face config.json: the loaders give what they are for, or throw
// InputError.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/job/hugging_face.hpp"
#include "railyard/job/load.hpp"

namespace {

void load(railyard::input::Document document) {
    using namespace railyard;
    static const input::Library library({RAILYARD_SOURCE_DIR});
    if (is_hugging_face_config(document)) {
        input::Problems problems;
        read_hugging_face(document, problems);
        problems.throw_if_any();
    } else {
        load_layout(library, std::move(document));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        load(railyard::input::parse_yaml(railyard::input::make_source(
            "input.yaml", std::string(reinterpret_cast<const char*>(data), size))));
    } catch (const railyard::InputError& error) {
        if (error.problems().empty() || error.what()[0] == '\0') __builtin_trap();
    }
    return 0;
}
