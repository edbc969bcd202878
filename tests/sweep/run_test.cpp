#include "railyard/sweep/run.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace railyard::sweep {
namespace {

ResultRow row_of(std::uint64_t point) {
    return {static_cast<double>(point)};
}

std::vector<double> run(std::uint64_t points, RunOptions options) {
    std::vector<double> seen;
    const std::uint64_t count =
        run_points(points, options, row_of, [&](const std::vector<ResultRow>& rows) -> InTurn {
            return [&seen, rows] {
                for (const ResultRow& row : rows) seen.push_back(std::get<double>(row[0]));
            };
        });
    CHECK(count == seen.size());
    return seen;
}

TEST_CASE("rows come in order, whatever the number of threads") {
    std::vector<double> expected;
    for (int i = 0; i < 10000; ++i) expected.push_back(i);
    for (const std::uint32_t threads : {1U, 2U, 7U}) {
        RunOptions options;
        options.threads = threads;
        CHECK(run(10000, options) == expected);
    }
    CHECK(run(0, {}).empty());
}

TEST_CASE("a shard, and what is done already") {
    RunOptions options;
    options.shard = {2, 3};
    CHECK(run(10, options) == std::vector<double>{1, 4, 7});
    options.begin = 2;
    CHECK(run(10, options) == std::vector<double>{7});
    options.begin = 3;
    CHECK(run(10, options).empty());
}

TEST_CASE("asked to stop, it finishes what is under way and begins no more") {
    std::atomic<bool> stop{false};
    RunOptions options;
    options.threads = 2;
    options.stop = &stop;
    std::uint64_t next = 0;
    const std::uint64_t done =
        run_points(1000000, options, row_of, [&](const std::vector<ResultRow>& rows) -> InTurn {
            return [&next, &stop, rows] {
                for (const ResultRow& row : rows)
                    CHECK(std::get<double>(row[0]) == static_cast<double>(next++));
                if (next >= 1000) stop = true;
            };
        });
    CHECK(done == next);
    CHECK(done >= 1000);
    CHECK(done < 1000 + 64 * 50);
}

TEST_CASE("what goes wrong inside comes out") {
    const auto nothing = [](const std::vector<ResultRow>&) -> InTurn { return [] {}; };
    const auto bad_row = [](std::uint64_t) -> ResultRow { throw std::runtime_error("x"); };
    const auto bad_block = [](const std::vector<ResultRow>&) -> InTurn { throw std::runtime_error("y"); };
    const auto bad_turn = [](const std::vector<ResultRow>&) -> InTurn {
        return [] { throw std::runtime_error("full"); };
    };
    CHECK_THROWS_AS(run_points(100, {}, bad_row, nothing), std::runtime_error);
    CHECK_THROWS_AS(run_points(100, {}, row_of, bad_block), std::runtime_error);
    CHECK_THROWS_AS(run_points(100, {}, row_of, bad_turn), std::runtime_error);
}

}  // namespace
}  // namespace railyard::sweep
