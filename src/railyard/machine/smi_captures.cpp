#include "railyard/machine/smi_captures.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

#include "railyard/machine/merge.hpp"
#include "railyard/machine/smi_nvlink.hpp"
#include "railyard/machine/smi_text.hpp"
#include "railyard/machine/smi_topo.hpp"
#include "railyard/machine/smi_topo_header.hpp"
#include "railyard/machine/sources.hpp"

namespace railyard::machine {
namespace {

// The file without the lines before `first` and from `end` on, each line still at its number.
input::Source cut_out(const input::Source& file, std::uint32_t first, std::uint32_t end) {
    std::string text;
    std::uint32_t number = 1;
    for (std::string_view rest = file.text(); !rest.empty() && number < end; ++number) {
        const std::size_t length = std::min(rest.find('\n'), rest.size() - 1) + 1;
        text += number < first ? std::string_view("\n") : rest.substr(0, length);
        rest.remove_prefix(length);
    }
    return {file.name(), std::move(text)};
}

bool is_smi_p2p(std::string_view text) {
    const auto lines = smi_lines(text);
    const auto header = find_header(lines);
    return header && is_p2p(lines, *header);
}

}  // namespace

std::vector<std::uint32_t> smi_captures(std::string_view text) {
    std::vector<std::uint32_t> captures;
    std::set<std::uint32_t> listed;  // GPUs of the list at hand
    bool in_list = false;
    const auto lines = smi_lines(text);
    for (std::size_t i = 0; i < lines.size() && captures.size() < most_captures; ++i) {
        if (begins_smi_table(lines, i)) {
            in_list = false;
            captures.push_back(lines[i].number);
            continue;
        }
        const auto gpu = gpu_of_nvlink_line(lines[i].text);
        if (!gpu) continue;
        const bool is_new = listed.insert(*gpu).second;
        if (in_list && is_new) continue;
        in_list = true;
        listed = {*gpu};
        captures.push_back(lines[i].number);
    }
    return captures;
}

Observed read_smi_captures(const input::Source& source, const std::vector<std::uint32_t>& captures) {
    Observed all;
    std::uint32_t matrix = 0;  // its line
    std::vector<ObservedRemark> passed_over;
    for (std::size_t i = 0; i < captures.size(); ++i) {
        const std::uint32_t end = i + 1 < captures.size() ? captures[i + 1] : UINT32_MAX;
        const input::Source part = cut_out(source, i == 0 ? 1 : captures[i], end);
        const bool is_topo = is_smi_topo(part.text());
        if (is_topo && matrix > 0) {
            throw InputError(source.problem(
                {captures[i], 1, &source},
                fmt::format("a second matrix of nvidia-smi topo -m; the first is in line {}", matrix),
                "one file for each server: --machine node7=FILE --machine node8=FILE"));
        }
        if (is_topo) matrix = captures[i];
        if (!is_topo && !is_smi_nvlink(part.text())) {
            passed_over.push_back(
                {SourceId(0), fmt::format("line {}", captures[i]),
                 is_smi_p2p(part.text())
                     ? "a table of nvidia-smi topo -p2p, which tells of no links, is passed over"
                     : "a list of GPUs without links is passed over"});
            continue;
        }
        Observed read = is_topo ? read_smi_topo(part) : read_smi_nvlink(part);
        read.sources = {{source.name(), is_topo ? "nvidia-smi-topo" : "nvidia-smi-nvlink"}};
        for (ObservedHost& host : read.hosts) host.sources = {SourceId(0)};
        (void)merge(all, std::move(read));  // one server each, so it cannot refuse
    }
    if (all.sources.empty()) {
        throw InputError(source.problem({captures.front(), 1, &source},
                                        "no output of nvidia-smi in this file tells of links",
                                        "those of nvidia-smi topo -m and nvidia-smi nvlink -s do"));
    }
    all.remarks.insert(all.remarks.end(), passed_over.begin(), passed_over.end());
    return all;
}

}  // namespace railyard::machine
