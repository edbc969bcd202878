#include "railyard/sweep/sqlite.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/support/temporary_folder.hpp"

namespace railyard::sweep {
namespace {

const std::vector<ResultColumn> columns = {{"point", CellKind::whole}, {"step_seconds", CellKind::number}};

TEST_CASE("a database appears whole, or what was there stays") {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("r.db");
    write_sqlite(path, columns, [](const VisitRow& visit) {
        visit({0.0, 0.25});
        visit({1.0, std::monostate{}});
    });
    const std::string first = test::text_of_file(path);
    CHECK(first.starts_with("SQLite format 3"));
    CHECK_THROWS_AS(write_sqlite(path, columns,
                                 [](const VisitRow& visit) {
                                     visit({0.0, 0.5});
                                     throw std::runtime_error("killed");
                                 }),
                    std::runtime_error);
    CHECK(test::text_of_file(path) == first);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
    CHECK_THROWS_AS(write_sqlite(folder.file("no/folder.db"), columns, [](const VisitRow&) {}),
                    DatabaseError);
}

}  // namespace
}  // namespace railyard::sweep
