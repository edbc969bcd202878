#pragma once
// Tables for a terminal and numbers as people read them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"

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

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);

// 822009.4 -> "822,009"; from 10^15 on as "1.23e18". Not negative.
std::string rounded(double number);

// "1e12", "3.5e9", "250000".
std::string compact(double number);

// "+4.71", "-0.01"; what rounds to zero has no sign.
std::string with_sign(double number, int digits);

// Decimal prefixes and three significant digits: "3.88 PB", "450 GB/s", "0 B".
std::string human(Bytes size);
std::string human(BytesPerSecond rate);
// "1.2 us", "0 s".
std::string human(Seconds time);
// For times that are compared with each other: "10.144 s"; below a second like the others.
std::string human_to_milliseconds(Seconds time);
std::string human(FlopsPerSecond rate);  // "989 TFLOP/s"

// Share of a whole as "89.0 %"; never "100.0 %" unless it is all, nor "0.0 %" unless it is nothing.
std::string percent(double part, double whole);

// At most so many letters (code points), the end cut off as "...".
std::string shortened(std::string_view text, std::size_t most);

// The words of one line over as many as are needed for at most `width` letters each, where words allow that;
// the following ones begin with `indent`. No line break at the end.
inline constexpr std::size_t page_width = 100;
std::string wrapped(std::string_view text, std::string_view indent = "", std::size_t width = page_width);

// A cell of CSV: quoted where it must be.
std::string csv_cell(std::string_view text);

// "1 server", "2 servers", "2 boxes".
std::string counted(std::uint64_t number, std::string_view word);

}  // namespace railyard::output
