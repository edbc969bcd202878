#include "railyard/machine/mixed_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace railyard::machine {
namespace {

constexpr std::string_view blanks = " \t\r\n";

struct Beginning {
    std::string_view word, what;
};
constexpr std::array<Beginning, 9> beginnings = {{{"<?xml", "an XML"},
                                                  {"<!DOCTYPE", "an XML"},
                                                  {"<system", "a topology XML of NCCL's"},
                                                  {"<topology", "an hwloc XML"},
                                                  {"SwitchName=", "a topology of Slurm's"},
                                                  {"BlockName=", "a topology of Slurm's"},
                                                  {"vendid=", "a fabric of ibnetdiscover"},
                                                  {"switchguid=", "a fabric of ibnetdiscover"},
                                                  {"Switch: 0x", "a fabric of iblinkinfo"}}};

ObservedRemark remark(const input::Mark& mark, std::string_view what) {
    return {SourceId(0), fmt::format("line {}", mark.line),
            fmt::format("{} is passed over: give it as a file of its own", what), Severity::warning};
}

std::string_view without_blanks(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

// What follows the end of the last element.
std::optional<ObservedRemark> behind_xml(const input::Source& source) {
    const std::string_view text = source.text();
    std::size_t end = std::string_view::npos;
    for (const std::string_view tag : {"</system>", "</topology>"}) {
        const std::size_t at = text.find(tag);
        if (at != std::string_view::npos) end = std::min(end, at + tag.size());
    }
    if (end == std::string_view::npos) return std::nullopt;
    const std::size_t next = text.find_first_not_of(blanks, end);
    // A comment may stand there.
    if (next == std::string_view::npos || text.substr(next, 4) == "<!--") return std::nullopt;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(next), '\n');
    return remark({static_cast<std::uint32_t>(line), 1, &source}, "what stands behind the end of the XML");
}

}  // namespace

std::optional<ObservedRemark> passed_over(const input::Source& source) {
    if (without_blanks(source.text()).starts_with('<')) return behind_xml(source);
    std::uint32_t number = 0;
    for (std::string_view rest = source.text(); !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = without_blanks(rest.substr(0, end));
        ++number;
        for (const Beginning& each : beginnings) {
            if (line.starts_with(each.word)) return remark({number, 1, &source}, each.what);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

}  // namespace railyard::machine
