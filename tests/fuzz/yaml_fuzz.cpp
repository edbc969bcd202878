// Any bytes at all: parse_yaml gives a tree or throws InputError, whose text can be rendered.

#include <cstddef>
#include <cstdint>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/input/yaml.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        railyard::input::parse_yaml(railyard::input::make_source(
            "input.yaml", std::string(reinterpret_cast<const char*>(data), size)));
    } catch (const railyard::InputError& error) {
        if (error.problems().empty() || error.what()[0] == '\0') __builtin_trap();
    }
    return 0;
}
