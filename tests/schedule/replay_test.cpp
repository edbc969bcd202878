#include "railyard/schedule/replay.hpp"

#include <doctest/doctest.h>

#include <random>
#include <stdexcept>
#include <variant>

#include "railyard/schedule/catalogue.hpp"
#include "railyard/schedule/simulate.hpp"

namespace railyard::schedule {
namespace {

using doctest::Approx;

std::vector<PieceSeconds> uneven_pieces(std::size_t count, std::mt19937& dice) {
    std::uniform_real_distribution<double> length(0.5, 2);
    std::vector<PieceSeconds> pieces(count);
    for (PieceSeconds& piece : pieces) {
        piece.backward_weight = length(dice);
        piece = {length(dice), piece.backward_weight + length(dice), piece.backward_weight};
    }
    return pieces;
}

double simulated(const Schedule& schedule, const std::vector<PieceSeconds>& pieces) {
    std::vector<ComputeTimes> times;
    for (const PieceSeconds& piece : pieces)
        times.push_back({seconds(piece.forward), seconds(piece.backward), seconds(piece.backward_weight)});
    const auto result = simulate(schedule, piece_times(schedule, times));
    const auto& timeline = std::get<Timeline>(result);
    return timeline.clock.time(timeline.makespan).raw();
}

TEST_CASE("a replay of every schedule takes as long as its simulation") {
    std::mt19937 dice(7);
    for (const CatalogueRow& row : catalogue()) {
        for (const Shape shape : {Shape{2, 4, 1}, Shape{4, 8, 1}, Shape{6, 24, 1}, Shape{4, 8, 3}}) {
            if (refuse(row.algorithm, shape)) continue;
            const Schedule schedule = build(row.algorithm, shape);
            Replay replay(schedule);
            for (int again = 0; again < 5; ++again) {
                CAPTURE(row.name);
                CAPTURE(shape.stages);
                CAPTURE(shape.micro_batches);
                CAPTURE(shape.chunks);
                const auto pieces = uneven_pieces(schedule.model_stages, dice);
                CHECK(replay.makespan(pieces, {}) == Approx(simulated(schedule, pieces)).epsilon(1e-9));
            }
        }
    }
}

TEST_CASE("an overlapped pair takes the time given for it") {
    // Two devices, four micro-batches, every piece 1 forward and 2 backward (half of it weights): 4 x 3 where
    // pairs are not shortened, and a bubble of (p/2 - 1)(...) = 0 (arXiv:2412.19437, table 2).
    const Schedule schedule = build(Algorithm::dualpipe, {2, 4, 1});
    Replay replay(schedule);
    const std::vector<PieceSeconds> pieces(2, {1, 2, 1});
    const double apart = replay.makespan(pieces, {});
    CHECK(apart == Approx(12));
    std::size_t pairs = 0;
    for (std::size_t i = schedule.first[0]; i < schedule.first[1]; ++i)
        pairs += schedule.operations[i].together == Together::with_next ? 1U : 0U;
    REQUIRE(pairs > 0);
    CHECK(replay.makespan(pieces, std::vector<double>(4, 2)) == Approx(apart - static_cast<double>(pairs)));
}

TEST_CASE("a schedule that never finishes is no replay") {
    Schedule schedule = build(Algorithm::one_f_one_b, {2, 2, 1});
    std::swap(schedule.operations[0], schedule.operations[2]);  // a backward before its forward
    CHECK_THROWS_AS(Replay{schedule}, std::logic_error);
}

}  // namespace
}  // namespace railyard::schedule
