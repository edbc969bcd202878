#include "railyard/sweep/journal.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/temporary_folder.hpp"

namespace railyard::sweep {
namespace {

const std::vector<ResultColumn> columns = {{"point", CellKind::whole}, {"name", CellKind::text}};

JournalHeader header_of(std::uint64_t points, Shard shard = {}) {
    return {"s", 99, {{"a b.yaml", 7}, {"c.yaml", 8}}, points, shard, columns, {"one note", "and another"}};
}

ResultRow row_of(std::uint64_t point) {
    return {static_cast<double>(point), "row " + std::to_string(point)};
}

std::vector<ResultRow> rows_in(const std::string& path) {
    JournalReader reader(path);
    std::vector<ResultRow> rows;
    while (auto row = reader.next()) rows.push_back(*std::move(row));
    return rows;
}

TEST_CASE("what was written is read, and says what it belongs to") {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("j");
    {
        JournalWriter writer(path, header_of(7, {2, 3}));
        writer.add(journal_lines({row_of(1)}));
        writer.flush();
        CHECK_FALSE(read_journal(path).complete());
        writer.add(journal_lines({row_of(4)}));
    }
    CHECK(rows_in(path) == std::vector<ResultRow>{row_of(1), row_of(4)});
    const JournalContents contents = read_journal(path);
    CHECK(contents.complete());
    CHECK(contents.rows == 2);
    CHECK(contents.header.sweep == "s");
    CHECK(contents.header.fingerprint == 99);
    REQUIRE(contents.header.files.size() == 2);
    CHECK(contents.header.files[0].path == "a b.yaml");
    CHECK(contents.header.files[0].sum == 7);
    CHECK(contents.header.shard == Shard{2, 3});
    CHECK(contents.header.notes == std::vector<std::string>{"one note", "and another"});
    CHECK(contents.header.columns[1].name == "name");
    CHECK(contents.header.columns[0].kind == CellKind::whole);
}

TEST_CASE("cut anywhere, it holds the rows that are whole, and a run goes on behind them") {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("j");
    {
        JournalWriter writer(path, header_of(4));
        writer.add(journal_lines({row_of(0), row_of(1), row_of(2), row_of(3)}));
    }
    const std::string whole = test::text_of_file(path);
    const std::size_t first_line = whole.find('\n') + 1;
    for (std::size_t length = 0; length <= whole.size(); ++length) {
        test::write_file(path, whole.substr(0, length));
        if (length < first_line) {
            CHECK_THROWS_AS(read_journal(path), JournalError);
            continue;
        }
        const JournalContents contents = read_journal(path);
        const auto lines = static_cast<std::uint64_t>(
            std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
        REQUIRE(contents.rows == lines - 1);
        JournalWriter writer(path, contents);
        std::vector<ResultRow> rest;
        for (std::uint64_t point = contents.rows; point < 4; ++point) rest.push_back(row_of(point));
        writer.add(journal_lines(rest));
        writer.flush();
        CHECK(test::text_of_file(path) == whole);
    }
}

TEST_CASE("a line that was written over ends what can be used") {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("j");
    {
        JournalWriter writer(path, header_of(3));
        writer.add(journal_lines({row_of(0), row_of(1), row_of(2)}));
    }
    std::string text = test::text_of_file(path);
    text[text.find("row 1")] = 'R';
    test::write_file(path, text);
    CHECK(rows_in(path) == std::vector<ResultRow>{row_of(0)});
}

TEST_CASE("rows of other points than come next are not taken") {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("j");
    {
        JournalWriter writer(path, header_of(3));
        writer.add(journal_lines({row_of(0), row_of(2)}));
    }
    CHECK(read_journal(path).rows == 1);
}

TEST_CASE("two runs do not write one journal, and a full disk is told") {
    const test::TemporaryFolder folder;
    const JournalWriter first(folder.file("j"), header_of(3));
    CHECK_THROWS_WITH_AS(JournalWriter(folder.file("j"), header_of(3)),
                         (folder.file("j") + ": another run is writing it").c_str(), JournalError);
    CHECK_THROWS_AS(JournalWriter(folder.file("no/such/folder"), header_of(3)), JournalError);
    CHECK_THROWS_AS(JournalWriter("/dev/full", header_of(3)), JournalError);
}

TEST_CASE("in what two headers differ is said, files by name") {
    const JournalHeader header = header_of(3);
    CHECK(difference(header, header).empty());
    JournalHeader other = header;
    other.fingerprint = 1;
    CHECK(difference(header, other) == "the sweep, or a file that it stands on, changed since it was begun");
    other.files[0].sum = 1;
    CHECK(difference(header, other) == "a b.yaml changed since it was begun");
    other.files[1].sum = 1;
    CHECK(difference(header, other) == "a b.yaml, c.yaml changed since it was begun");
    other = header;
    other.columns.pop_back();
    CHECK(difference(header, other) == "it has other columns");
    CHECK(difference(header, header_of(4)) == "it is of another sweep, of 3 points");
    CHECK(difference(header, header_of(3, {2, 3})) == "it is of another shard");
    other.sweep = "t";
    CHECK(difference(header, other) == "it is of the sweep 's'");
}

}  // namespace
}  // namespace railyard::sweep
