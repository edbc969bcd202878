#include <doctest/doctest.h>

#include "railyard/job/stages.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/output/place_report.hpp"
#include "tests/support/reports.hpp"

namespace railyard::output {
namespace {

using test::Placed;

TEST_CASE("bytes are those of the step that is told, without one the reference model's") {
    // A ring of 32 replicas carries 2 x 31/32 of a rank's gradients over each of its 256 hops, two bytes
    // each; every one of the 8 ranks of a tensor group holds as much.
    const Placed placed("megatron-18.4b", "dgx-a100-superpod");
    const double gradients = 2 * dense_parameters_per_rank(placed.layout(), stage_layers(placed.layout())[0]);
    const std::vector<TrafficBytes> reference = bytes_per_step(placed.report());
    REQUIRE(reference.size() == 2);
    CHECK(reference[1].network().raw() == doctest::Approx(256 * 2 * 31.0 / 32 * gradients));

    PlaceReport report = placed.timed();
    REQUIRE(report.step);
    report.step->estimate.bytes = {TrafficBytes{}, TrafficBytes{}};
    report.step->estimate.bytes[1].nvlink = bytes(7);
    REQUIRE(bytes_per_step(report).size() == 2);
    CHECK(bytes_per_step(report)[1].nvlink == bytes(7));
    CHECK(bytes_per_step(report)[1].network() == Bytes{});
}

TEST_CASE("a job that does not fit moves none") {
    CHECK(bytes_per_step(Placed("gpt3-175b-1024", "single-nvl72").report()).empty());
}

}  // namespace
}  // namespace railyard::output
