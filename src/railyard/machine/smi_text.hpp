#pragma once
// Text of nvidia-smi as people capture and paste it: escape codes, Windows line ends, tabs or what a paste
// made of them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace railyard::machine {

// A line without escape codes and line end, and its number from 1.
struct SmiLine {
    std::string text;
    std::uint32_t number = 0;
    bool has_end = true;  // false: the text stops here, perhaps inside a word
};
std::vector<SmiLine> smi_lines(std::string_view text);

// The cells of a line: between tabs where it has any (empty ones count), else words. Blanks around are gone.
struct SmiCell {
    std::string text;
    std::uint32_t column = 1;  // of its first letter, in bytes of the line without escape codes
};
std::vector<SmiCell> smi_cells(const std::string& line);

// "GPU7" -> 7.
std::optional<std::uint32_t> number_of_gpu(std::string_view title);

// The text in which the driver or the tool says that it has nothing to show ("ERROR: Option -m is missing its
// value", "No devices were found"); nothing for others.
std::optional<SmiLine> smi_complaint(std::string_view text);

}  // namespace railyard::machine
