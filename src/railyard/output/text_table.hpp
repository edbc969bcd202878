#pragma once
// Tables for a terminal. Numbers as people read them are in base/figures.hpp.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/figures.hpp"

namespace railyard::output {

enum class Align { left, right };
enum class Colour { none, ansi };  // ansi: for a terminal

// Columns two spaces apart, as wide as their widest cell (counted in code points); no trailing spaces. The
// header row may be empty. Neighbours of the same group have its name above them.
class TextTable {
  public:
    struct Column {
        std::string title;
        Align align = Align::right;
        std::string group{};
    };
    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    [[nodiscard]] std::string text() const;

  private:
    [[nodiscard]] std::vector<std::size_t> widths() const;
    [[nodiscard]] std::string line(const std::vector<std::string>& cells,
                                   const std::vector<std::size_t>& widths) const;
    [[nodiscard]] std::string group_line(const std::vector<std::size_t>& widths) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

using railyard::compact;
using railyard::counted;
using railyard::grouped;
using railyard::human;
using railyard::human_to_milliseconds;
using railyard::percent;
using railyard::rounded;
using railyard::with_sign;

// Stressed where the colour is for a terminal.
std::string bold(std::string_view text, Colour colour);

// At most so many letters (code points), the end cut off as "...".
std::string shortened(std::string_view text, std::size_t most);

// The same with "..." in the middle, for names that differ at either end. In bytes; `most` is over 10.
std::string middle_left_out(std::string_view name, std::size_t most);

// The words of one line over as many as are needed for at most `width` letters each, where words allow that;
// the following ones begin with `indent`. No line break at the end.
inline constexpr std::size_t page_width = 100;
std::string wrapped(std::string_view text, std::string_view indent = "", std::size_t width = page_width);

// A cell of CSV: quoted where it must be.
std::string csv_cell(std::string_view text);

}  // namespace railyard::output
