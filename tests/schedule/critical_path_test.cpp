#include "railyard/schedule/critical_path.hpp"

#include <doctest/doctest.h>

#include "tests/schedule/support.hpp"

namespace railyard::schedule {
namespace {

// The path begins at 0, ends with the step, has no gaps but its sends, and its parts add up to the step.
void check_path(const Ran& ran) {
    const CriticalPath path = critical_path(ran.schedule, ran.times, ran.timeline);
    REQUIRE_FALSE(path.operations.empty());
    CHECK(ran.timeline.start[path.operations.front()] == 0);
    CHECK(ran.timeline.end[path.operations.back()] == ran.timeline.makespan);
    CHECK((path.computing + path.sending).raw() == doctest::Approx(ran.summary.makespan.raw()));
    double computed = 0;
    for (std::size_t i = 0; i < path.operations.size(); ++i) {
        const std::size_t here = path.operations[i];
        computed += ran.timeline.end[here] - ran.timeline.start[here];
        if (i > 0) CHECK(ran.timeline.start[here] >= ran.timeline.end[path.operations[i - 1]]);
    }
    CHECK(ran.timeline.clock.time(computed).raw() == doctest::Approx(path.computing.raw()));
}

}  // namespace

TEST_CASE("the critical path reaches from the start to the end without a gap") {
    std::uint32_t seed = 0;
    for (const auto& row : catalogue()) {
        for (const Sending sending : {Sending::overlapped, Sending::blocking}) {
            CAPTURE(std::string(row.name));
            const Schedule schedule = row.build({4, 8, row.algorithm == Algorithm::interleaved ? 2U : 1U});
            Times times = random_times(schedule, ++seed);
            times.sending = sending;
            check_path(run(schedule, times));
            times = even_times(schedule, compute(0.1, 0.2, 0.1), {seconds(0.05)});
            times.sending = sending;
            check_path(run(schedule, times));
        }
    }
}

TEST_CASE("one micro-batch: the path goes down and up the pipeline and counts its sends") {
    const Ran ran = run(Algorithm::one_f_one_b, {3, 1, 1}, compute(1, 2, 1), {seconds(0.5)});
    const CriticalPath path = critical_path(ran.schedule, ran.times, ran.timeline);
    CHECK(path.operations.size() == 6);
    CHECK(path.sends == 4);
    CHECK(path.sending == seconds(2));
    CHECK(path.computing == seconds(9));
}

}  // namespace railyard::schedule
