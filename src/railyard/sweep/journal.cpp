#include "railyard/sweep/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/sweep/journal_line.hpp"

namespace railyard::sweep {
namespace {

constexpr const char* first_cell = "railyard sweep journal 3";
constexpr std::size_t cells_before_columns = 8;

[[noreturn]] void fail(const std::string& path, const std::string& what, const std::string& hint) {
    throw JournalError(path + ": " + what, hint);
}

// Why the system refused, and what a user can do about it.
[[noreturn]] void fail_to_write(const std::string& path, const std::string& what) {
    const bool is_full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
    const std::string why = std::strerror(errno);
    fail(path, what + ": " + why,
         is_full ? "what it has stays: make room, then go on with --resume"
                 : "a file in a folder that can be written: --output FILE, or --into FOLDER of a shard");
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// "SUM PATH" a line.
std::string text_of_files(const std::vector<NamedSum>& files) {
    std::string text;
    for (const NamedSum& file : files) text += std::to_string(file.sum) + " " + file.path + "\n";
    return text;
}

std::string text_of_notes(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) text += note + "\n";
    return text;
}

std::vector<std::string> notes_of(const std::string& text) {
    std::vector<std::string> notes;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        notes.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return notes;
}

std::vector<std::string> cells_of(const JournalHeader& header) {
    std::vector<std::string> cells = {first_cell,
                                      header.sweep,
                                      std::to_string(header.fingerprint),
                                      std::to_string(header.points),
                                      std::to_string(header.shard.number),
                                      std::to_string(header.shard.of),
                                      text_of_files(header.files),
                                      text_of_notes(header.notes)};
    for (const ResultColumn& column : header.columns) {
        cells.push_back(column.name);
        cells.push_back(std::to_string(static_cast<int>(column.kind)));
    }
    return cells;
}

template <class T>
bool read_number(const std::string& text, T& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

std::optional<std::vector<NamedSum>> files_of(const std::string& text) {
    std::vector<NamedSum> files;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t space = text.find(' ', begin);
        const std::size_t end = text.find('\n', begin);
        if (end == std::string::npos || space >= end) return std::nullopt;
        NamedSum file{text.substr(space + 1, end - space - 1), 0};
        if (!read_number(text.substr(begin, space - begin), file.sum)) return std::nullopt;
        files.push_back(std::move(file));
        begin = end + 1;
    }
    return files;
}

std::optional<JournalHeader> header_of(const std::vector<std::string>& cells) {
    if (cells.size() < cells_before_columns || (cells.size() - cells_before_columns) % 2 != 0)
        return std::nullopt;
    JournalHeader header;
    header.sweep = cells[1];
    if (cells[0] != first_cell || !read_number(cells[2], header.fingerprint) ||
        !read_number(cells[3], header.points) || !read_number(cells[4], header.shard.number) ||
        !read_number(cells[5], header.shard.of) || header.shard.number < 1 ||
        header.shard.number > header.shard.of) {
        return std::nullopt;
    }
    auto files = files_of(cells[6]);
    if (!files) return std::nullopt;
    header.files = *std::move(files);
    header.notes = notes_of(cells[7]);
    for (std::size_t i = cells_before_columns; i < cells.size(); i += 2) {
        unsigned kind = 0;
        if (!read_number(cells[i + 1], kind) || kind > static_cast<unsigned>(CellKind::yes_no))
            return std::nullopt;
        header.columns.push_back({cells[i], static_cast<CellKind>(kind)});
    }
    return header;
}

// The row of a line, if it is the one that comes next.
std::optional<ResultRow> row_of(const std::string& line, const JournalContents& contents) {
    const auto cells = cells_of_line(line);
    if (!cells || cells->size() != contents.header.columns.size() || contents.complete()) return std::nullopt;
    ResultRow row;
    for (const std::string& text : *cells) {
        auto cell = cell_of_text(text);
        if (!cell) return std::nullopt;
        row.push_back(*std::move(cell));
    }
    const auto* point = std::get_if<double>(&row.front());
    if (point == nullptr || *point != static_cast<double>(contents.header.shard.point(contents.rows)))
        return std::nullopt;
    return row;
}

}  // namespace

JournalReader::JournalReader(const std::string& path) : file_(path, std::ios::binary) {
    if (!file_)
        fail(path, std::string("cannot be read: ") + std::strerror(errno),
             "is it there, and may you read it?");
    const auto cells = next_line() ? cells_of_line(line_) : std::nullopt;
    auto header = cells ? header_of(*cells) : std::nullopt;
    if (!header) fail(path, "is not a journal of a sweep", "remove it: its points are evaluated again");
    contents_.header = *std::move(header);
    contents_.whole_bytes = line_.size() + 1;
}

// A line without its newline was cut off.
bool JournalReader::next_line() {
    return static_cast<bool>(std::getline(file_, line_)) && !file_.eof();
}

std::optional<ResultRow> JournalReader::next() {
    if (!next_line()) return std::nullopt;
    auto row = row_of(line_, contents_);
    if (!row) {
        file_.setstate(std::ios::failbit);
        return std::nullopt;
    }
    contents_.whole_bytes += line_.size() + 1;
    ++contents_.rows;
    return row;
}

std::string difference(const JournalHeader& journal, const JournalHeader& now) {
    if (journal.sweep != now.sweep) return "it is of the sweep '" + journal.sweep + "'";
    std::string changed;
    for (const NamedSum& file : now.files) {
        const auto before = std::find_if(journal.files.begin(), journal.files.end(),
                                         [&](const NamedSum& known) { return known.path == file.path; });
        if (before == journal.files.end() || before->sum == file.sum) continue;
        changed += (changed.empty() ? "" : ", ") + file.path;
    }
    if (!changed.empty()) return changed + " changed since it was begun";
    const auto same_column = [](const ResultColumn& a, const ResultColumn& b) {
        return a.name == b.name && a.kind == b.kind;
    };
    if (!std::equal(journal.columns.begin(), journal.columns.end(), now.columns.begin(), now.columns.end(),
                    same_column))
        return "it has other columns";
    if (journal.points != now.points) return "it is of another sweep, of " + counted(journal.points, "point");
    if (journal.shard != now.shard) return "it is of another shard";
    return journal.fingerprint == now.fingerprint
               ? ""
               : "the sweep, or a file that it stands on, changed since it was begun";
}

JournalContents read_journal(const std::string& path) {
    JournalReader reader(path);
    while (reader.next()) {
    }
    return reader.contents();
}

// Two writers would spoil each other's lines.
void JournalWriter::lock() const {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
        fail(path_, "another run is writing it",
             "wait for that run, or end it; two runs take two "
             "outputs");
}

JournalWriter::JournalWriter(std::string path, const JournalHeader& header) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) fail_to_write(path_, "cannot be written");
    lock();
    if (::ftruncate(file_, 0) != 0) fail_to_write(path_, "cannot be written");
    write(journal_line(cells_of(header)));
    sync();
}

JournalWriter::JournalWriter(std::string path, const JournalContents& contents) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    const auto end = static_cast<off_t>(contents.whole_bytes);
    if (file_ >= 0) lock();
    if (file_ < 0 || ::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end)
        fail_to_write(path_, "cannot be gone on with");
    written_at_ = synced_at_ = now();
}

JournalWriter::~JournalWriter() {
    if (file_ < 0) return;
    try {
        flush();
    } catch (const JournalError&) {
        // Who wants to know has called sync().
    }
    (void)::fdatasync(file_);
    (void)::close(file_);
}

std::string journal_lines(const std::vector<ResultRow>& rows) {
    std::string text;
    for (const ResultRow& row : rows) {
        append_line(text, row);
        // The first row tells how long the others are.
        if (&row == &rows.front()) text.reserve(text.size() * (rows.size() + rows.size() / 4 + 1));
    }
    return text;
}

void JournalWriter::add(const std::string& lines) {
    constexpr std::size_t most_waiting = 1U << 18U;
    constexpr double longest_waiting = 0.2;  // seconds
    constexpr double longest_unsynced = 1;
    waiting_ += lines;
    const double time = now();
    if (time - synced_at_ > longest_unsynced) return sync();
    if (waiting_.size() < most_waiting && time - written_at_ < longest_waiting) return;
    flush();
}

void JournalWriter::flush() {
    // What could not be written is not tried again: a half-written line stands there by then.
    const std::string text = std::exchange(waiting_, {});
    write(text);
    written_at_ = now();
}

void JournalWriter::sync() {
    flush();
    if (::fdatasync(file_) != 0) fail_to_write(path_, "cannot be written");
    synced_at_ = now();
}

void JournalWriter::write(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = ::write(file_, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail_to_write(path_, "cannot be written");
        done += static_cast<std::size_t>(written);
    }
}

}  // namespace railyard::sweep
