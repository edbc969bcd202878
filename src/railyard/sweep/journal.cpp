#include "railyard/sweep/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <utility>

#include "railyard/sweep/journal_line.hpp"

namespace railyard::sweep {
namespace {

constexpr const char* first_cell = "railyard sweep journal 1";
constexpr std::size_t cells_before_columns = 6;

[[noreturn]] void fail(const std::string& path, const std::string& what) {
    throw JournalError(path + ": " + what);
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<std::string> cells_of(const JournalHeader& header) {
    std::vector<std::string> cells = {first_cell,
                                      header.sweep,
                                      std::to_string(header.fingerprint),
                                      std::to_string(header.points),
                                      std::to_string(header.shard.number),
                                      std::to_string(header.shard.of)};
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
    if (!file_) fail(path, std::string("cannot be read: ") + std::strerror(errno));
    const auto cells = next_line() ? cells_of_line(line_) : std::nullopt;
    auto header = cells ? header_of(*cells) : std::nullopt;
    if (!header) fail(path, "is not a journal of a sweep");
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

JournalContents read_journal(const std::string& path) {
    JournalReader reader(path);
    while (reader.next()) {
    }
    return reader.contents();
}

// Two writers would spoil each other's lines.
void JournalWriter::lock() const {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) fail(path_, "another run is writing it");
}

JournalWriter::JournalWriter(std::string path, const JournalHeader& header) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) fail(path_, std::string("cannot be written: ") + std::strerror(errno));
    lock();
    if (::ftruncate(file_, 0) != 0) fail(path_, std::string("cannot be written: ") + std::strerror(errno));
    write(journal_line(cells_of(header)));
    sync();
}

JournalWriter::JournalWriter(std::string path, const JournalContents& contents) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    const auto end = static_cast<off_t>(contents.whole_bytes);
    if (file_ >= 0) lock();
    if (file_ < 0 || ::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end)
        fail(path_, std::string("cannot be gone on with: ") + std::strerror(errno));
    synced_at_ = now();
}

JournalWriter::~JournalWriter() {
    if (file_ < 0) return;
    (void)::fdatasync(file_);
    (void)::close(file_);
}

void JournalWriter::add(const std::vector<ResultRow>& rows) {
    std::string text;
    for (const ResultRow& row : rows) {
        std::vector<std::string> cells;
        cells.reserve(row.size());
        for (const ResultCell& cell : row) cells.push_back(text_of_cell(cell));
        text += journal_line(cells);
    }
    write(text);
    constexpr double seconds_between = 1;
    if (now() - synced_at_ > seconds_between) sync();
}

void JournalWriter::sync() {
    if (::fdatasync(file_) != 0) fail(path_, std::string("cannot be written: ") + std::strerror(errno));
    synced_at_ = now();
}

void JournalWriter::write(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = ::write(file_, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail(path_, std::string("cannot be written: ") + std::strerror(errno));
        done += static_cast<std::size_t>(written);
    }
}

}  // namespace railyard::sweep
