// Any text at all as a terminal recorded it: what is shown of it has no escape code and as many lines.

#include "railyard/input/capture.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string shown = input::as_shown(text);
    const bool has_lines = text.find('\n') != std::string_view::npos;
    const auto lines = [](std::string_view it) { return std::count(it.begin(), it.end(), '\n'); };
    if (shown.find('\x1b') != std::string::npos) __builtin_trap();
    if (has_lines && lines(shown) > lines(text)) __builtin_trap();
    if (shown.size() > text.size()) __builtin_trap();
    return 0;
}
