#include "railyard/topology/link_word.hpp"

#include <algorithm>
#include <string>

namespace railyard {

namespace {

std::string lower_case_words(const DomainKind& kind) {
    std::string words = kind.gpu.name + " " + kind.gpu.about;
    std::transform(words.begin(), words.end(), words.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    return words;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A word begins there.
bool starts(const std::string& words, std::size_t at) {
    return at == 0 || words[at - 1] == ' ' || words[at - 1] == '-';
}

// A word begins so and goes on with a digit.
bool has_model(const std::string& words, const std::string& letters) {
    for (std::size_t at = words.find(letters); at != std::string::npos; at = words.find(letters, at + 1)) {
        const std::size_t behind = at + letters.size();
        if (starts(words, at) && behind < words.size() && is_digit(words[behind])) return true;
    }
    return false;
}

}  // namespace

std::string_view link_word(const DomainKind& kind) {
    if (kind.gpu.maker) return *kind.gpu.maker == GpuMaker::amd ? "xGMI" : "NVLink";
    const std::string words = lower_case_words(kind);
    if (has_model(words, "mi")) return "xGMI";
    for (const char* maker : {"amd ", "instinct"}) {
        const std::size_t at = words.find(maker);
        if (at != std::string::npos && starts(words, at)) return "xGMI";
    }
    return "NVLink";
}

bool has_nics_on_cpus(const DomainKind& kind) {
    if (!kind.servers.c2c) return false;
    std::string model;
    for (const char c : kind.nics.model) {
        if (c >= 'A' && c <= 'Z') model += static_cast<char>(c + ('a' - 'A'));
        if ((c >= 'a' && c <= 'z') || is_digit(c)) model += c;
    }
    return model != "connectx8" && model != "cx8";
}

std::string_view link_word(const Topology& topology) {
    std::string_view word;
    for (const DomainKind& kind : topology.kinds()) {
        if (kind.scale_up.kind == ScaleUpKind::none) continue;
        if (!word.empty() && word != link_word(kind)) return "NVLink";
        word = link_word(kind);
    }
    return word.empty() ? "NVLink" : word;
}

}  // namespace railyard
