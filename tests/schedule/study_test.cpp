#include "railyard/schedule/study.hpp"

#include <doctest/doctest.h>

#include "railyard/base/error.hpp"
#include "tests/schedule/support.hpp"

namespace railyard::schedule {
namespace {

Study done(Algorithm algorithm, const Shape& shape, const Conditions& conditions) {
    return std::get<Study>(study(algorithm, shape, conditions));
}

}  // namespace

TEST_CASE("without conditions a forward takes 1 and a backward 2") {
    const Study result = done(Algorithm::interleaved, {4, 8, 2}, {});
    CHECK(result.summary.makespan == seconds(28.5));
    CHECK(result.makespan_with_free_sends == seconds(28.5));
    CHECK(result.summary.sends.unstated == 112);
    CHECK(result.warnings.empty());
}

TEST_CASE("times of stages are divided among chunks, times of pieces are not") {
    Conditions conditions;
    conditions.compute = compute_times({seconds(1), seconds(3)}, {}, {});
    const Study stages = done(Algorithm::interleaved, {2, 2, 2}, conditions);
    CHECK(stages.summary.devices[1].busy == seconds(18));  // 2 micro-batches of 3 + 6
    conditions.compute = compute_times({seconds(1), seconds(3), seconds(1), seconds(5)}, {}, {});
    const Study pieces = done(Algorithm::interleaved, {2, 2, 2}, conditions);
    CHECK(pieces.summary.devices[0].busy == seconds(12));  // 2 x (1 + 1) x 3
    CHECK(pieces.summary.devices[1].busy == seconds(48));  // 2 x (3 + 5) x 3
}

TEST_CASE("a head on the last stage lengthens the step by more than its own time") {
    // Llama-like: the last stage also computes the logits.
    Conditions conditions;
    conditions.compute = compute_times({seconds(1), seconds(1), seconds(1), seconds(1.5)}, {}, {});
    const Study result = done(Algorithm::one_f_one_b, {4, 8, 1}, conditions);
    CHECK(result.summary.makespan >= seconds(8 * 4.5 + 9));
}

TEST_CASE("hops over domains are NVLink inside and network between") {
    const auto hops = hops_over_domains(4, 2, seconds(1), seconds(5));
    REQUIRE(hops.size() == 4);
    CHECK(hops[0].link == Link::nvlink);
    CHECK(hops[1].link == Link::network);
    CHECK(hops[1].time == seconds(5));
    CHECK(hops[3].link == Link::network);  // back to the first
    CHECK(hops_over_domains(4, 4, seconds(1), seconds(5))[3].link == Link::nvlink);
    Conditions conditions;
    conditions.hops = hops_over_domains(4, 2, seconds(0), seconds(0.25));
    const Study result = done(Algorithm::one_f_one_b, {4, 8, 1}, conditions);
    CHECK(result.summary.sends.nvlink == 32);
    CHECK(result.summary.sends.network == 16);
    CHECK(result.summary.makespan > result.makespan_with_free_sends);
    CHECK(result.makespan_with_free_sends == seconds(33));
}

TEST_CASE("a memory cap in bytes delays forwards") {
    Conditions conditions;
    conditions.activation = {gibibytes(2)};
    const Study free = done(Algorithm::one_f_one_b, {4, 8, 1}, conditions);
    CHECK(free.summary.devices[0].peak_bytes == gibibytes(8));
    conditions.most_bytes = {gibibytes(5)};
    const Study capped = done(Algorithm::one_f_one_b, {4, 8, 1}, conditions);
    CHECK(capped.summary.devices[0].peak_alive == 2);
    CHECK(capped.summary.makespan > free.summary.makespan);
    conditions.most_alive = {1};
    CHECK(done(Algorithm::one_f_one_b, {4, 8, 1}, conditions).summary.devices[0].peak_alive == 1);
    conditions.most_bytes = {gibibytes(1)};
    const Outcome none = study(Algorithm::one_f_one_b, {4, 8, 1}, conditions);
    REQUIRE(std::holds_alternative<Impossible>(none));
    CHECK(std::get<Impossible>(none).why == Why::cap_too_small);
}

TEST_CASE("interleaved chunks share what a stage holds, dualpipe's directions do not") {
    Conditions conditions;
    conditions.activation = {gibibytes(2)};
    CHECK(done(Algorithm::interleaved, {4, 8, 2}, conditions).summary.devices[0].peak_bytes == gibibytes(11));
    CHECK(done(Algorithm::dualpipe, {4, 8, 1}, conditions).summary.devices[0].peak_bytes == gibibytes(10));
}

TEST_CASE("a cap that stops an interleaved schedule is an answer") {
    Conditions conditions;
    conditions.most_alive = {4};
    const Outcome outcome = study(Algorithm::interleaved, {4, 8, 2}, conditions);
    REQUIRE(std::holds_alternative<Impossible>(outcome));
    CHECK_FALSE(std::get<Impossible>(outcome).reason.empty());
}

TEST_CASE("lists of the wrong length are refused") {
    const auto refuses = [](const Conditions& conditions) {
        CHECK_THROWS_AS(study(Algorithm::one_f_one_b, {4, 8, 1}, conditions), InputError);
    };
    Conditions conditions;
    conditions.compute = compute_times({seconds(1), seconds(1), seconds(1)}, {}, {});
    refuses(conditions);
    conditions = {};
    conditions.hops.resize(2);
    refuses(conditions);
    conditions = {};
    conditions.overlapped.resize(3);
    refuses(conditions);
    conditions = {};
    conditions.activation.resize(3);
    refuses(conditions);
    conditions = {};
    conditions.most_bytes = {gibibytes(1)};
    refuses(conditions);
    conditions = {};
    conditions.compute = {compute(1, 1, 2)};
    refuses(conditions);
    CHECK_THROWS_AS(compute_times({seconds(1), seconds(1)}, {seconds(1), seconds(1), seconds(1)}, {}),
                    InputError);
}

TEST_CASE("overlapped pairs have times of their own stages") {
    Conditions conditions;
    conditions.compute = {compute(1, 2, 1)};
    conditions.overlapped = {seconds(2.5)};
    const auto all = done(Algorithm::dualpipe, {4, 16, 1}, conditions).summary;
    conditions.overlapped = std::vector<Seconds>(4, seconds(2.5));
    CHECK(done(Algorithm::dualpipe, {4, 16, 1}, conditions).summary.makespan == all.makespan);
    // Device 1 has stages 1 and 2: longer pairs there are longer work there, and none on device 0.
    conditions.overlapped[1] = seconds(3);
    const auto longer = done(Algorithm::dualpipe, {4, 16, 1}, conditions).summary;
    CHECK(longer.devices[0].busy == all.devices[0].busy);
    CHECK(longer.devices[1].busy > all.devices[1].busy);
}

TEST_CASE("fewer micro-batches than stages come with a warning") {
    CHECK(done(Algorithm::gpipe, {4, 2, 1}, {}).warnings.size() == 1);
}

}  // namespace railyard::schedule
