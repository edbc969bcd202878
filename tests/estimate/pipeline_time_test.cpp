#include "railyard/estimate/pipeline_time.hpp"

#include <doctest/doctest.h>

#include <variant>

#include "railyard/schedule/builders.hpp"
#include "railyard/schedule/simulate.hpp"

namespace railyard {
namespace {

using doctest::Approx;

// A step's length by the simulation, forward a third of each chunk.
double simulated(const std::vector<double>& chunks, std::uint32_t stages, std::uint32_t micro_batches) {
    const schedule::Shape shape{stages, micro_batches, static_cast<std::uint32_t>(chunks.size()) / stages};
    const auto built =
        shape.chunks > 1 ? schedule::build_interleaved(shape) : schedule::build_one_f_one_b(shape);
    std::vector<schedule::ComputeTimes> pieces;
    for (const double chunk : chunks)
        pieces.push_back({seconds(chunk / 3), seconds(chunk * 2 / 3), seconds(chunk / 3)});
    const auto result = schedule::simulate(built, schedule::piece_times(built, pieces));
    const auto& timeline = std::get<schedule::Timeline>(result);
    return timeline.clock.time(timeline.makespan).raw();
}

double closed(const std::vector<double>& chunks, std::size_t stages, double micro_batches) {
    const auto time = pipeline_time(chunks, stages);
    double work = 0;
    for (std::size_t i = time.longest; i < chunks.size(); i += stages) work += chunks[i];
    return work * micro_batches + time.idle;
}

TEST_CASE("equal chunks: (p - 1)/(v m) of the work, as the simulation has it") {
    for (const std::uint32_t stages : {2U, 4U, 8U}) {
        for (const std::uint32_t v : {1U, 2U, 3U}) {
            for (const std::uint32_t groups : {1U, 4U}) {
                const std::vector<double> chunks(std::size_t{stages} * v, 3.0);
                const std::uint32_t m = stages * groups;
                CHECK(closed(chunks, stages, m) == Approx(simulated(chunks, stages, m)).epsilon(0.001));
            }
        }
    }
}

TEST_CASE("1F1B with a longer last stage, as the simulation has it") {
    for (const double last : {3.3, 4.5, 6.0}) {
        std::vector<double> chunks(8, 3.0);
        chunks.back() = last;
        CHECK(closed(chunks, 8, 32) == Approx(simulated(chunks, 8, 32)).epsilon(0.001));
    }
}

TEST_CASE("interleaved with a head a third of a layer longer: within 2 % of the simulation") {
    std::vector<double> chunks(32, 3.0);
    chunks.back() = 4.0;
    CHECK(closed(chunks, 8, 64) == Approx(simulated(chunks, 8, 64)).epsilon(0.02));
}

}  // namespace
}  // namespace railyard
