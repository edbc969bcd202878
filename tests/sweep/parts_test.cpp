#include "railyard/sweep/parts.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/support/temporary_folder.hpp"

namespace railyard::sweep {
namespace {

void write_part(const std::string& folder, Shard shard, std::uint64_t points, std::uint64_t rows,
                std::uint64_t fingerprint = 5) {
    JournalHeader header{"s", fingerprint, {}, points, shard, {{"point", CellKind::whole}}, {}};
    JournalWriter writer(part_path(folder, shard), header);
    for (std::uint64_t i = 0; i < rows; ++i)
        writer.add(journal_lines({{static_cast<double>(shard.point(i))}}));
}

TEST_CASE("parts joined give the points in order") {
    const test::TemporaryFolder folder;
    for (std::uint32_t k = 1; k <= 3; ++k) write_part(folder.path(), {k, 3}, 8, Shard{k, 3}.points(8));
    const Parts parts = look_at_parts(folder.path(), 0);
    CHECK(parts.of == 3);
    CHECK(parts.missing.empty());
    CHECK(parts.rows == 8);
    std::vector<double> points;
    for_each_row(parts.paths, [&](const ResultRow& row) { points.push_back(std::get<double>(row[0])); });
    CHECK(points == std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("what is missing: no part, an unfinished one, one without a whole first line") {
    const test::TemporaryFolder folder;
    write_part(folder.path(), {1, 5}, 10, 2);
    write_part(folder.path(), {2, 5}, 10, 1);
    test::write_file(part_path(folder.path(), {4, 5}), "railyard sw");
    const Parts parts = look_at_parts(folder.path(), 0);
    CHECK(parts.missing == std::vector<std::uint32_t>{2, 3, 4, 5});
    CHECK(parts.rows == 3);
    CHECK(look_at_parts(folder.path(), 5).missing.size() == 4);
}

// What look_at_parts() refuses and what it says to do, without the folder.
std::string refusal(const std::string& folder) {
    try {
        (void)look_at_parts(folder, 0);
    } catch (const JournalError& error) {
        std::string text = std::string(error.what()) + " | " + error.hint();
        for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
            text.replace(at, folder.size(), "F");
        return text;
    }
    return "";
}

TEST_CASE("parts of other sweeps are not joined, and each mistake has its own remedy") {
    const test::TemporaryFolder folder;
    write_part(folder.path(), {1, 2}, 4, 2);
    write_part(folder.path(), {2, 2}, 4, 2, 6);
    CHECK(
        refusal(folder.path()) ==
        "F/part-2-of-2.journal: does not belong to the parts before it: the sweep, or a file that it stands "
        "on, changed since it was begun | remove the parts of one of the two: gather then says which shards "
        "are missing");
    const test::TemporaryFolder other;
    write_part(other.path(), {1, 2}, 4, 2);
    write_part(other.path(), {1, 3}, 4, 2);
    const std::string two = refusal(other.path());
    CHECK(two.find(" shards and of ") != std::string::npos);
    CHECK(two.find(": a folder holds one division of one sweep | remove those of one of the two: rm "
                   "F/part-*-of-") != std::string::npos);
    const test::TemporaryFolder renamed;
    write_part(renamed.path(), {1, 2}, 4, 2);
    std::filesystem::rename(part_path(renamed.path(), {1, 2}), part_path(renamed.path(), {2, 2}));
    CHECK(refusal(renamed.path()) ==
          "F/part-2-of-2.journal: holds another shard than its name says | give it its own name back, or "
          "remove it: gather then says which shards are missing");
    const test::TemporaryFolder empty;
    CHECK(look_at_parts(empty.path(), 0).of == 0);
    CHECK(
        refusal(empty.file("none")) ==
        "F: No such file or directory | the folder that --slurm FOLDER worked in, or the shards with --into "
        "FOLDER");
}

TEST_CASE("a folder takes the parts of one division of one sweep") {
    const test::TemporaryFolder folder;
    const auto header = [](Shard shard, std::uint64_t fingerprint) {
        return JournalHeader{"s", fingerprint, {}, 4, shard, {{"point", CellKind::whole}}, {}};
    };
    CHECK(why_not_beside(folder.path(), header({1, 2}, 5)).empty());
    write_part(folder.path(), {1, 2}, 4, 1);
    CHECK(why_not_beside(folder.path(), header({1, 2}, 5)).empty());
    CHECK(why_not_beside(folder.path(), header({2, 2}, 5)).empty());
    CHECK(why_not_beside(folder.path(), header({1, 3}, 5)) ==
          "part-1-of-2.journal is of 2 shards, and this of 3");
    CHECK(why_not_beside(folder.path(), header({2, 2}, 6)) ==
          "part-1-of-2.journal: the sweep, or a file that it stands on, changed since it was begun");
    JournalHeader other = header({2, 2}, 5);
    other.sweep = "t";
    CHECK(why_not_beside(folder.path(), other) == "part-1-of-2.journal: it is of the sweep 's'");
    CHECK(why_not_beside(folder.file("none"), header({1, 2}, 5)).empty());
}

}  // namespace
}  // namespace railyard::sweep
