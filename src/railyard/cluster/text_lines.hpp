#pragma once
// The lines of a text, and the hostlists that stand in files.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/input/source.hpp"

namespace railyard::cluster {

struct Line {
    std::string_view text;  // without its end
    std::uint32_t number = 0;
};

class Lines {
  public:
    explicit Lines(std::string_view text) : rest_(text) {}
    bool next(Line& line);

  private:
    std::string_view rest_;
    std::uint32_t number_ = 0;
};

// A piece of a line and the byte column where it starts (from 1).
struct Field {
    std::string_view text;
    std::uint32_t column = 1;
};

// The pieces between blanks and tabs.
std::vector<Field> words_of(std::string_view line);

std::string_view trimmed(std::string_view text);

// The start of a text as it stands in a message.
std::string quoted(std::string_view text);

// Expands the hostlists of one file, which together stand for a million names at most: what a file says in
// few letters must not take unbounded time.
class HostlistReader {
  public:
    explicit HostlistReader(input::Problems& problems) : problems_(problems) {}
    // `mark`: where the text begins. What is wrong is a problem, and the list is empty.
    std::vector<std::string> read(std::string_view text, input::Mark mark);

  private:
    input::Problems& problems_;
    std::size_t left_ = 1'000'000;
};

}  // namespace railyard::cluster
