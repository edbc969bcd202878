#pragma once
// Lines as Slurm's configuration files have them: one that ends with a backslash goes on with the first byte
// of the next, in the middle of a word too.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/cluster/text_lines.hpp"
#include "railyard/input/source.hpp"

namespace railyard::cluster {

struct ContinuedLine {
    struct Piece {
        std::size_t offset = 0;  // in the text, where it begins
        std::uint32_t line = 0;
    };
    std::string_view text;      // joined, without the backslashes
    std::vector<Piece> pieces;  // at least one, in order

    // Where a byte of the text stands in the file.
    [[nodiscard]] input::Mark mark(std::size_t offset, const input::Source& source) const;
};

// The texts of the lines live as long as this. A backslash behind a '#' is part of the comment and joins
// nothing.
class ContinuedLines {
  public:
    explicit ContinuedLines(std::string_view text) : lines_(text) {}
    bool next(ContinuedLine& line);

  private:
    Lines lines_;
    std::deque<std::string> joined_;
};

}  // namespace railyard::cluster
