#include "railyard/machine/smi_topo_header.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace railyard::machine {
namespace {

// Words of a title that has several, joined again where a paste made blanks of the tabs.
std::vector<std::string> titles_of(const std::vector<SmiCell>& cells) {
    std::vector<std::string> titles;
    for (const SmiCell& cell : cells) {
        const std::string& word = cell.text;
        if (word.empty()) continue;
        if (word == "Affinity" && !titles.empty()) {
            titles.back() += " Affinity";
        } else if ((word == "NUMA" || word == "ID") && !titles.empty() && titles.back().starts_with("GPU") &&
                   !number_of_gpu(titles.back())) {
            titles.back() += " " + word;
        } else {
            titles.push_back(word);
        }
    }
    return titles;
}

bool is_tail(std::string_view title) {
    return title == "CPU Affinity" || title == "NUMA Affinity" || title == "GPU NUMA ID" || title == "CPU" ||
           title == "NUMA" || title == "GPU";
}

// What a cell of a table holds, so that its line is a row.
bool is_code(const std::string& text) {
    constexpr std::array<std::string_view, 8> codes = {"X", "PIX", "PXB", "PHB", "NODE", "SYS", "SOC", "OK"};
    return std::find(codes.begin(), codes.end(), text) != codes.end() ||
           (text.starts_with("NV") && text.size() <= 4);
}

std::optional<SmiTopoHeader> header_of(const std::vector<SmiCell>& cells, std::size_t at) {
    SmiTopoHeader header;
    header.line = at;
    for (const std::string& title : titles_of(cells)) {
        if (is_tail(title)) {
            header.tails.push_back(title);
            continue;
        }
        if (!header.tails.empty()) return std::nullopt;
        header.devices.push_back({title, number_of_gpu(title)});
    }
    // A row begins with a GPU as well, but an X or a code follows.
    if (header.devices.empty() || !header.devices.front().gpu) return std::nullopt;
    const bool is_row = std::any_of(header.devices.begin(), header.devices.end(),
                                    [](const SmiTopoTitle& device) { return is_code(device.text); });
    return is_row ? std::nullopt : std::optional(header);
}

// Whether a line is a header or the first part of one: its last word may be a part of any.
bool begins_header(const SmiLine& line) {
    if (line.text.find("GPU") == std::string::npos) return false;
    auto cells = smi_cells(line.text);
    const bool is_indented = line.text.front() == ' ' || line.text.front() == '\t';
    auto header = header_of(cells, 0);
    if (!header && cells.size() > 1) {
        cells.pop_back();
        header = header_of(cells, 0);
    }
    if (!header) return false;
    // A lone "GPU0" may be anything.
    return is_indented || (header->devices.size() > 1 && header->devices[1].gpu.has_value());
}

}  // namespace

std::optional<SmiTopoHeader> header_at(const std::vector<SmiLine>& lines, std::size_t at) {
    if (at + 1 >= lines.size() || lines[at].text.find("GPU") == std::string::npos) return std::nullopt;
    auto header = header_of(smi_cells(lines[at].text), at);
    if (!header) return std::nullopt;
    const auto row = smi_cells(lines[at + 1].text);
    const bool begins = row.size() > 1 && row.front().text == header->devices.front().text;
    return begins ? header : std::nullopt;
}

std::optional<SmiTopoHeader> find_header(const std::vector<SmiLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (auto header = header_at(lines, i)) return header;
    }
    return std::nullopt;
}

bool is_p2p(const std::vector<SmiLine>& lines, const SmiTopoHeader& header) {
    for (const SmiCell& cell : smi_cells(lines[header.line + 1].text)) {
        if (cell.text == "OK" || cell.text == "CNS" || cell.text == "GNS" || cell.text == "TNS" ||
            cell.text == "NS")
            return true;
    }
    for (std::size_t i = header.line; i < lines.size(); ++i) {
        if (lines[i].text.find("= Status Ok") != std::string::npos) return true;
    }
    return false;
}

std::optional<LoneHeader> find_lone_header(const std::vector<SmiLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (header_at(lines, i)) {
            while (i + 1 < lines.size() && smi_cells(lines[i + 1].text).size() > 1) ++i;  // its rows
            continue;
        }
        if (!begins_header(lines[i])) continue;
        // A text that is cut off may end inside the title of the first row.
        const auto says = [](const SmiLine& line) { return smi_cells(line.text).size() > 1; };
        const bool more = std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end(), says);
        return LoneHeader{i, more ? LoneHeader::Then::other_text : LoneHeader::Then::nothing};
    }
    return std::nullopt;
}

}  // namespace railyard::machine
