#pragma once
// The rows of a sweep as they come, in a file that a later run can go on from. Each line carries a checksum,
// so a line that was cut off, or written over, is told from a whole one. The first line says what the rows
// belong to.

#include <cstdint>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "railyard/search/point_grid.hpp"
#include "railyard/search/results.hpp"
#include "railyard/sweep/checksum.hpp"

namespace railyard::sweep {

// A journal cannot be read or written; what() names it and says why, hint() what to do about it.
class JournalError : public std::runtime_error {
  public:
    JournalError(const std::string& what, std::string hint)
        : std::runtime_error(what), hint_(std::move(hint)) {}
    [[nodiscard]] const std::string& hint() const { return hint_; }

  private:
    std::string hint_;
};

// What the rows of a journal belong to.
struct JournalHeader {
    std::string sweep;              // its name
    std::uint64_t fingerprint = 0;  // of the sweep and its files
    std::vector<NamedSum> files;    // of which the sweep consists, for people to be told which has changed
    std::uint64_t points = 0;       // of the whole sweep
    Shard shard;                    // whose points are in the journal, in their order
    std::vector<ResultColumn> columns;
    std::vector<std::string> notes;  // on the whole sweep, a line each; empty where the run itself tells them
};

struct JournalContents {
    JournalHeader header;
    std::uint64_t rows = 0;         // whole ones, from the first on
    std::uint64_t whole_bytes = 0;  // of the file: up to the end of the last whole row

    [[nodiscard]] bool complete() const { return rows == header.shard.points(header.points); }
};

// Reads a journal row by row, up to its first line that is not whole.
class JournalReader {
  public:
    // Throws JournalError if the file cannot be read or does not begin as a journal does.
    explicit JournalReader(const std::string& path);

    // The next row; nothing after the last whole one.
    std::optional<ResultRow> next();
    // What has been read so far.
    [[nodiscard]] const JournalContents& contents() const { return contents_; }

  private:
    bool next_line();

    std::ifstream file_;
    std::string line_;
    JournalContents contents_;
};

// In words, in what two headers differ that are not of the same rows; empty if they are of the same.
std::string difference(const JournalHeader& journal, const JournalHeader& now);

// All of it.
JournalContents read_journal(const std::string& path);

// Rows as a journal has them. Any thread may make them.
std::string journal_lines(const std::vector<ResultRow>& rows);

// Writes a journal. Rows are handed on to the system a few times a second, in large pieces, and to the disk
// every second or so: what a crash of the machine loses is the last seconds.
class JournalWriter {
  public:
    // A new file in the place of what is there.
    JournalWriter(std::string path, const JournalHeader& header);
    // Goes on behind the whole rows of one that is there; what follows them is cut off.
    JournalWriter(std::string path, const JournalContents& contents);
    ~JournalWriter();
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    // Rows as lines (journal_lines), which follow those before. Throws JournalError if they cannot be
    // written.
    void add(const std::string& lines);
    // All that was added, to the system; to the disk. Both throw JournalError.
    void flush();
    void sync();

  private:
    void write(const std::string& text);
    void lock() const;

    std::string path_;
    int file_ = -1;
    std::string waiting_;    // lines that the system has not got yet
    double written_at_ = 0;  // seconds of a steady clock
    double synced_at_ = 0;
};

}  // namespace railyard::sweep
