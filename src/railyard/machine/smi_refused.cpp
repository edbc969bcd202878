#include "railyard/machine/smi_refused.hpp"

#include "railyard/machine/smi_nvlink.hpp"
#include "railyard/machine/smi_text.hpp"
#include "railyard/machine/smi_topo_header.hpp"

namespace railyard::machine {
namespace {

// The first line of a matrix whose tabs are gone.
constexpr std::string_view titles_without_tabs = "GPU0GPU1";

// The first line of an output that tells of GPUs and not of links: the summary, -q, -L.
std::optional<std::uint32_t> summary_at(const std::vector<SmiLine>& lines) {
    for (const SmiLine& line : lines) {
        if (line.text.find("NVIDIA-SMI ") != std::string::npos ||
            line.text.find("NVSMI LOG") != std::string::npos || gpu_of_nvlink_line(line.text))
            return line.number;
        const bool is_blank = line.text.find_first_not_of(" \t-+=") == std::string::npos;
        // A date stands above the summary.
        if (!is_blank && line.number > 3) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

bool is_other_smi_text(std::string_view text) {
    if (smi_complaint(text)) return true;
    if (text.find("GPU") == std::string_view::npos && text.find("SMI") == std::string_view::npos)
        return false;
    const auto lines = smi_lines(text);
    const auto header = find_header(lines);
    if (header) return is_p2p(lines, *header);
    return find_lone_header(lines).has_value() || text.find(titles_without_tabs) != std::string_view::npos ||
           summary_at(lines).has_value();
}

Observed refuse_smi_text(const input::Source& source) {
    const std::string again = "capture it again: nvidia-smi topo -m > topo.txt";
    if (const auto complaint = smi_complaint(source.text())) {
        throw InputError(
            source.problem({complaint->number, 1, &source}, "nvidia-smi had nothing to show here", again));
    }
    const auto lines = smi_lines(source.text());
    if (const auto header = find_header(lines)) {
        throw InputError(
            source.problem({lines[header->line].number, 1, &source},
                           "this is the table of nvidia-smi topo -p2p, which says who may reach whom",
                           "the links are in: nvidia-smi topo -m > topo.txt"));
    }
    const auto lone = find_lone_header(lines);
    if (lone && lone->then == LoneHeader::Then::other_text) {
        throw InputError(source.problem({lines[lone->line].number, 1, &source},
                                        "no row follows this first line of nvidia-smi topo -m", again));
    }
    for (const SmiLine& line : lines) {
        const std::size_t at = line.text.find(titles_without_tabs);
        if (lone || at == std::string::npos) continue;
        throw InputError(source.problem({line.number, static_cast<std::uint32_t>(at + 1), &source},
                                        "the tabs of this matrix of nvidia-smi topo -m are gone", again));
    }
    if (const auto line = lone ? std::nullopt : summary_at(lines)) {
        throw InputError(source.problem({*line, 1, &source}, "this output of nvidia-smi tells of no links",
                                        "those of nvidia-smi topo -m and nvidia-smi nvlink -s do"));
    }
    throw InputError(source.problem(
        source.ending(), "this matrix of nvidia-smi topo -m is cut off before its first row", again));
}

}  // namespace railyard::machine
