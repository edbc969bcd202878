#pragma once
// Options that take times and sizes.

#include <string>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/input/time_list.hpp"
#include "railyard/schedule/time_text.hpp"

namespace railyard::tool {

// Reads the times of several options and sees to it that all have units or none. Throws InputError, which
// names the option.
class TimeReader {
  public:
    // An option that was not given (empty) is an empty list.
    std::vector<Seconds> read(const std::string& option, const std::string& text);
    // One time; zero if the option was not given.
    Seconds read_one(const std::string& option, const std::string& text);
    // Of all times read so far.
    [[nodiscard]] schedule::TimeUnit unit() const;

  private:
    input::TimeStyle style_ = input::TimeStyle::open;
    std::string first_;  // the option that decided the style
};

// An option that was not given (empty) is an empty list. Throws InputError, which names the option.
std::vector<Bytes> read_sizes(const std::string& option, const std::string& text);

}  // namespace railyard::tool
