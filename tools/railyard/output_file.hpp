#pragma once
// Where answers go. A file appears whole or not at all: it is written beside its place and renamed, so that
// a full disk or a run that is ended leaves what was there before.

#include <stdexcept>
#include <string>
#include <string_view>

namespace railyard::tool {

// An answer could not be written; what() names where to and why.
class OutputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Writes `text` to the file `path`, or to standard output if `path` is empty or "-". Devices and pipes are
// written to directly, links are followed. Throws OutputError.
void write_output(const std::string& path, std::string_view text);

}  // namespace railyard::tool
