// Any bytes at all: parse_yaml gives a tree that is not too deep to walk, or throws InputError.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/input/yaml.hpp"

namespace {

using namespace railyard::input;

std::uint32_t depth_of(const Node& node) {
    if (node.kind != NodeKind::sequence && node.kind != NodeKind::mapping) return 0;
    std::uint32_t deepest = 0;
    for (const auto& item : node.items) deepest = std::max(deepest, depth_of(item));
    for (const auto& entry : node.entries) deepest = std::max(deepest, depth_of(entry.value));
    return deepest + 1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const Document document =
            parse_yaml(make_source("input.yaml", std::string(reinterpret_cast<const char*>(data), size)));
        if (depth_of(document.root) > deepest_nesting) __builtin_trap();
    } catch (const railyard::InputError& error) {
        if (error.problems().empty() || error.what()[0] == '\0') __builtin_trap();
    }
    return 0;
}
