#include "railyard/schedule/deadlock.hpp"

#include <doctest/doctest.h>

#include "railyard/schedule/csv.hpp"
#include "tests/schedule/support.hpp"

namespace railyard::schedule {

TEST_CASE("two devices that wait for each other") {
    const Schedule schedule = read_csv(
        "device,kind,micro_batch\n"
        "0,forward,0\n0,backward,0\n0,forward,1\n0,backward,1\n"
        "1,forward,0\n1,forward,1\n1,backward,0\n1,backward,1\n",
        "stuck.csv");
    const auto result = simulate(schedule, even_times(schedule, compute(1, 2, 1), {}));
    REQUIRE(std::holds_alternative<Deadlock>(result));
    const auto& deadlock = std::get<Deadlock>(result);
    CHECK(deadlock.operations_done == 2);
    REQUIRE(deadlock.cycle.size() == 2);
    CHECK(explain(schedule, deadlock) ==
          "stuck.csv never finishes: after 2 of 8 operations 2 of 2 devices stand still\n"
          "each of these waits for the next, and the last for the first:\n"
          "  backward of micro-batch 0, on device 0 waits for backward of micro-batch 0, on device 1\n"
          "  forward of micro-batch 1, on device 1 waits for forward of micro-batch 1, on device 0\n");
}

TEST_CASE("a device that waits for itself") {
    Schedule schedule = build(Algorithm::gpipe, {1, 1, 1});
    std::swap(schedule.operations[0], schedule.operations[1]);
    const auto result = simulate(schedule, even_times(schedule, compute(1, 2, 1), {}));
    REQUIRE(std::holds_alternative<Deadlock>(result));
    CHECK(std::get<Deadlock>(result).cycle.size() == 1);
}

TEST_CASE("an input that nobody makes leaves no cycle, but says who waits") {
    Schedule schedule = build(Algorithm::gpipe, {2, 1, 1});
    // Device 1 has nothing to do.
    schedule.operations.resize(2);
    schedule.first = {0, 2, 2};
    const auto result = simulate(schedule, even_times(schedule, compute(1, 2, 1), {}));
    REQUIRE(std::holds_alternative<Deadlock>(result));
    const auto& deadlock = std::get<Deadlock>(result);
    CHECK(deadlock.cycle.empty());
    CHECK(explain(schedule, deadlock)
              .find("these wait:\n  backward of micro-batch 0, on device 0 waits for backward of "
                    "micro-batch 0, on device 1\n") != std::string::npos);
}

TEST_CASE("a long list of waiting devices is cut") {
    // Every device but the last wants its backward first.
    Schedule schedule = build(Algorithm::gpipe, {40, 1, 1});
    for (std::uint32_t d = 0; d < 40; ++d)
        std::swap(schedule.operations[2 * d], schedule.operations[2 * d + 1]);
    const auto result = simulate(schedule, even_times(schedule, compute(1, 2, 1), {}));
    REQUIRE(std::holds_alternative<Deadlock>(result));
    CHECK(std::get<Deadlock>(result).blocked.size() == 40);
}

}  // namespace railyard::schedule
