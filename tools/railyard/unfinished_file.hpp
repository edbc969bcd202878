#pragma once
// Files that nobody wants once the program is gone: what is half written, what only this run needs. A signal
// that ends the program takes them with it.

#include <cstddef>
#include <string>

namespace railyard::tool {

// While one lives, the file `path` (whether it is there yet or not) goes when a signal ends the program. At
// most 16 at once; further ones, and paths of more than 4,095 bytes, stay where they are.
class UnfinishedFile {
  public:
    explicit UnfinishedFile(const std::string& path);
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  private:
    std::size_t slot_;
};

// For sigaction: removes the unfinished files and ends the program as the signal does by default.
void end_and_clean(int signal);

// Has SIGINT, SIGTERM and SIGHUP call end_and_clean, but for those that whoever started the program had it
// ignore.
void clean_on_signals();

}  // namespace railyard::tool
