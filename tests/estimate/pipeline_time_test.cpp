#include "railyard/estimate/pipeline_time.hpp"

#include <doctest/doctest.h>

#include <random>
#include <variant>

#include "railyard/schedule/simulate.hpp"

namespace railyard {
namespace {

using doctest::Approx;
using schedule::Algorithm;
using schedule::PieceSeconds;
using schedule::Shape;

double simulated(Algorithm algorithm, const Shape& shape, const std::vector<PieceSeconds>& pieces) {
    const auto built = schedule::build(algorithm, shape);
    std::vector<schedule::ComputeTimes> times;
    for (const PieceSeconds& piece : pieces)
        times.push_back({seconds(piece.forward), seconds(piece.backward), seconds(piece.backward_weight)});
    const auto result = schedule::simulate(built, schedule::piece_times(built, times));
    const auto& timeline = std::get<schedule::Timeline>(result);
    return timeline.clock.time(timeline.makespan).raw();
}

PieceSeconds layers(double count, double backward = 2) {
    return {count, backward * count, count};
}

TEST_CASE("equal chunks: the bubble is (p - 1)/(v m) of the work") {
    for (const std::uint32_t stages : {2U, 4U, 8U}) {
        for (const std::uint32_t v : {1U, 2U, 3U}) {
            for (const std::uint32_t groups : {1U, 4U}) {
                const std::uint32_t m = stages * groups;
                const std::vector<PieceSeconds> pieces(std::size_t{stages} * v, layers(1));
                const auto algorithm = v > 1 ? Algorithm::interleaved : Algorithm::one_f_one_b;
                const double work = 3.0 * v * m;
                CHECK(pipeline_time(algorithm, {stages, m, v}, pieces, {}) ==
                      Approx(work * (1 + (stages - 1.0) / (v * m))));
            }
        }
    }
}

TEST_CASE("uneven layers, an embedding and a head: within 0.1 % of the simulation") {
    std::mt19937 dice(11);
    const auto any = [&](double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(dice);
    };
    for (int i = 0; i < 200; ++i) {
        const std::uint32_t stages = 2 * std::uniform_int_distribution<std::uint32_t>(1, 8)(dice);
        const std::uint32_t v = std::uniform_int_distribution<std::uint32_t>(1, 5)(dice);
        const std::uint32_t m = stages * std::uniform_int_distribution<std::uint32_t>(1, 6)(dice);
        std::vector<PieceSeconds> pieces;
        const double backward = any(1, 3);
        const auto longer = static_cast<std::size_t>(any(0, stages * v));
        for (std::size_t c = 0; c < std::size_t{stages} * v; ++c)
            pieces.push_back(layers(c < longer ? 3 : 2, backward));
        pieces.front().forward += any(0, 0.3);
        pieces.back().forward += any(0, 2);
        pieces.back().backward += any(0, 4);
        const auto algorithm = v > 1 ? Algorithm::interleaved : Algorithm::one_f_one_b;
        CAPTURE(stages);
        CAPTURE(v);
        CAPTURE(m);
        CHECK(pipeline_time(algorithm, {stages, m, v}, pieces, {}) ==
              Approx(simulated(algorithm, {stages, m, v}, pieces)).epsilon(0.001));
    }
}

TEST_CASE("what is kept of a shape gives way to other times and to other shapes") {
    const Shape shape{4, 8, 1};
    std::vector<PieceSeconds> pieces(4, layers(1));
    const double once = pipeline_time(Algorithm::one_f_one_b, shape, pieces, {});
    CHECK(once == Approx(3 * (8 + 3)));
    CHECK(pipeline_time(Algorithm::one_f_one_b, shape, pieces, {}) == once);
    pieces[2] = layers(2);
    CHECK(pipeline_time(Algorithm::one_f_one_b, shape, pieces, {}) ==
          Approx(simulated(Algorithm::one_f_one_b, shape, pieces)));
    CHECK(pipeline_time(Algorithm::gpipe, shape, pieces, {}) ==
          Approx(simulated(Algorithm::gpipe, shape, pieces)));
}

TEST_CASE("micro-batches that do not divide: the longest stage, and a chunk of every other") {
    // Megatron refuses 6 micro-batches on 4 stages. Stage 3 works 6 x (3 + 6), the others wait a chunk each.
    std::vector<PieceSeconds> pieces(8, layers(1));
    pieces.back() = layers(2);
    CHECK(pipeline_time(Algorithm::interleaved, {4, 6, 2}, pieces, {}) == Approx(6 * 9 + 3 * 3));
}

}  // namespace
}  // namespace railyard
