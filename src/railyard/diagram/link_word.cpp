#include "railyard/diagram/link_word.hpp"

#include <algorithm>
#include <string>

namespace railyard::diagram {

std::string_view link_word(const DomainKind& kind) {
    std::string words = kind.gpu.name + " " + kind.gpu.about;
    std::transform(words.begin(), words.end(), words.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto starts = [&](std::size_t at) {
        return at == 0 || words[at - 1] == ' ' || words[at - 1] == '-';
    };
    for (std::size_t at = words.find("mi"); at != std::string::npos; at = words.find("mi", at + 1)) {
        if (starts(at) && at + 2 < words.size() && is_digit(words[at + 2])) return "xGMI";
    }
    for (const char* maker : {"amd ", "instinct"}) {
        const std::size_t at = words.find(maker);
        if (at != std::string::npos && starts(at)) return "xGMI";
    }
    return "NVLink";
}

}  // namespace railyard::diagram
