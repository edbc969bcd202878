#include "railyard/schedule/catalogue.hpp"

#include <doctest/doctest.h>

#include "railyard/base/error.hpp"

namespace railyard::schedule {

TEST_CASE("every row is found under its name and its place") {
    for (const auto& row : catalogue()) {
        CHECK(find_algorithm(row.name) == row.algorithm);
        CHECK(&row_of(row.algorithm) == &row);
    }
    CHECK_FALSE(find_algorithm("2f2b").has_value());
    CHECK(algorithm_names().size() == 5);
}

TEST_CASE("a built schedule carries its row's name and has every operation") {
    for (const auto& row : catalogue()) {
        const Schedule schedule = row.build({4, 8, row.algorithm == Algorithm::interleaved ? 2U : 1U});
        CHECK(schedule.name == row.name);
        CHECK(schedule.first.size() == 5);
        CHECK(schedule.first.back() == schedule.operations.size());
        std::size_t forwards = 0;
        for (const auto& it : schedule.operations) forwards += it.kind == Kind::forward ? 1 : 0;
        CHECK(forwards == 8 * schedule.model_stages);
    }
}

TEST_CASE("interleaving with a remainder is refused with Megatron's reason and the nearest numbers") {
    const auto no = refuse(Algorithm::interleaved, {4, 10, 2});
    REQUIRE(no.has_value());
    CHECK(no->message.find(
              "number of micro-batches (10) is not divisible by pipeline-model-parallel size (4) when "
              "using the interleaved schedule") == 0);
    CHECK(no->hint.find("use 8 or 12 micro-batches") == 0);
    CHECK(refuse(Algorithm::interleaved, {4, 3, 2})->hint.find("use 4 micro-batches") == 0);
    CHECK_THROWS_AS(build(Algorithm::interleaved, {4, 10, 2}), InputError);
}

TEST_CASE("zero or too much of anything is refused") {
    CHECK(refuse(Algorithm::gpipe, {0, 8, 1}).has_value());
    CHECK(refuse(Algorithm::gpipe, {4, 0, 1}).has_value());
    CHECK(refuse(Algorithm::interleaved, {4, 8, 0}).has_value());
    CHECK(refuse(Algorithm::gpipe, {most_devices + 1, 8, 1}).has_value());
    CHECK(refuse(Algorithm::gpipe, {most_devices, most_micro_batches, 1}).has_value());
    CHECK(refuse(Algorithm::one_f_one_b, {4, 8, 2})->message == "1f1b has one chunk a stage, not 2");
}

TEST_CASE("fewer micro-batches than stages work, with a warning") {
    CHECK_FALSE(refuse(Algorithm::one_f_one_b, {8, 3, 1}).has_value());
    CHECK(warnings(Algorithm::one_f_one_b, {8, 3, 1}).size() == 1);
    CHECK(warnings(Algorithm::one_f_one_b, {8, 8, 1}).empty());
}

}  // namespace railyard::schedule
