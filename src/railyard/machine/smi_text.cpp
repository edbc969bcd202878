#include "railyard/machine/smi_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "railyard/machine/utf8.hpp"

namespace railyard::machine {
namespace {

constexpr std::string_view blanks = " \t\r";

// Behind an escape code that begins at `at`: ESC [ parameters letter.
std::size_t behind_escape(std::string_view text, std::size_t at) {
    ++at;
    if (at >= text.size() || text[at] != '[') return at;
    ++at;
    while (at < text.size() && (text[at] == ';' || (text[at] >= '0' && text[at] <= '9'))) ++at;
    return std::min(at + 1, text.size());
}

std::string plain(std::string_view line) {
    std::string result;
    for (std::size_t i = 0; i < line.size();) {
        if (line[i] == '\x1b') {
            i = behind_escape(line, i);
            continue;
        }
        if (line[i] != '\r') result += line[i];
        ++i;
    }
    return valid_utf8(result);
}

SmiCell trimmed(std::string_view cell, std::size_t at) {
    const std::size_t first = cell.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {"", static_cast<std::uint32_t>(at + 1)};
    const std::size_t last = cell.find_last_not_of(blanks);
    return {std::string(cell.substr(first, last - first + 1)), static_cast<std::uint32_t>(at + first + 1)};
}

}  // namespace

std::vector<SmiLine> smi_lines(std::string_view text) {
    std::vector<SmiLine> lines;
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back({plain(text.substr(at, end - at)), ++number, end < text.size()});
        at = end + 1;
    }
    return lines;
}

std::vector<SmiCell> smi_cells(const std::string& line) {
    const std::string_view text = line;
    std::vector<SmiCell> cells;
    if (text.find('\t') != std::string_view::npos) {
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find('\t', at), text.size());
            cells.push_back(trimmed(text.substr(at, end - at), at));
            at = end + 1;
        }
        return cells;
    }
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        cells.push_back(trimmed(text.substr(at, end - at), at));
        at = text.find_first_not_of(blanks, end);
    }
    return cells;
}

std::optional<std::uint32_t> number_of_gpu(std::string_view title) {
    if (!title.starts_with("GPU")) return std::nullopt;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(title.data() + 3, title.data() + title.size(), number);
    if (error != std::errc{} || end != title.data() + title.size() || number > 65535) return std::nullopt;
    return number;
}

std::optional<SmiLine> smi_complaint(std::string_view text) {
    constexpr std::array<std::string_view, 5> complaints = {
        "ERROR: Option", "Invalid combination of input arguments", "No devices were found",
        "NVIDIA-SMI has failed", "Failed to initialize NVML"};
    for (const SmiLine& line : smi_lines(text)) {
        const std::size_t first = line.text.find_first_not_of(blanks);
        if (first == std::string::npos || line.text[first] == '$' || line.text[first] == '#') continue;
        for (const std::string_view complaint : complaints) {
            if (std::string_view(line.text).substr(first).starts_with(complaint)) return line;
        }
        return std::nullopt;  // the first line that says anything is something else
    }
    return std::nullopt;
}

}  // namespace railyard::machine
