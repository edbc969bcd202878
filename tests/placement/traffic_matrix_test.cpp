#include "railyard/placement/traffic_matrix.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/estimate.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

struct Job {
    Job(const char* layout_name, const char* topology_name, const test::Changes& changes = {})
        : layout(test::shipped_layout(layout_name, changes)),
          topology(load_topology(test::shipped_library(), topology_name).topology),
          evaluation(std::get<Evaluation>(evaluate(topology, layout))),
          volumes(reference_volumes(layout)) {}

    // What the report of `place` says, all dimensions together.
    [[nodiscard]] double reported() const {
        double sum = 0;
        for (const TrafficBytes& d : bytes_of(layout, volumes, evaluation))
            sum += (d.nvlink + d.pcie + d.network()).raw();
        return sum;
    }
    [[nodiscard]] double reported_network() const {
        double sum = 0;
        for (const TrafficBytes& d : bytes_of(layout, volumes, evaluation)) sum += d.network().raw();
        return sum;
    }

    Layout layout;
    Topology topology;
    Evaluation evaluation;
    Volumes volumes;
};

TEST_CASE("all cells together are the bytes of the report, off the diagonal those on the network") {
    for (const char* name : {"gpt3-175b-1024", "deepseek-v3", "megatron-145.6b"}) {
        const Job job(name, "gb200-nvl72");
        const auto matrix = traffic_matrix(job.topology, job.layout, job.volumes, job.evaluation.placement,
                                           MatrixUnit::domains, 1000);
        CHECK(matrix.size == job.evaluation.placement.domains_used);
        CHECK(matrix.total().raw() == doctest::Approx(job.reported()));
        double off = 0;
        for (std::size_t a = 0; a < matrix.size; ++a) {
            for (std::size_t b = 0; b < matrix.size; ++b) off += a == b ? 0 : matrix.at(a, b).raw();
        }
        CHECK(off == doctest::Approx(job.reported_network()));
    }
}

TEST_CASE("of expert pairs in other domains what crosses is counted, between servers too") {
    Job job("deepseek-v3", "gb200-nvl72");
    const double every_copy = job.reported_network();
    job.volumes.crossing = 0.25;
    CHECK(job.reported_network() < every_copy);
    for (const MatrixUnit unit : {MatrixUnit::domains, MatrixUnit::servers}) {
        const auto matrix =
            traffic_matrix(job.topology, job.layout, job.volumes, job.evaluation.placement, unit, 1000);
        CHECK(matrix.total().raw() == doctest::Approx(job.reported()));
    }
}

TEST_CASE("folding keeps the sum, and servers are finer than domains") {
    const Job job("llama3-405b-8k", "dgx-h100-superpod");
    const auto fine = traffic_matrix(job.topology, job.layout, job.volumes, job.evaluation.placement,
                                     MatrixUnit::domains, 4096);
    const auto folded = traffic_matrix(job.topology, job.layout, job.volumes, job.evaluation.placement,
                                       MatrixUnit::domains, 100);
    CHECK(fine.size == 1024);
    CHECK(folded.per_cell == 11);  // 1024 / 100, rounded up
    CHECK(folded.size == 94);
    CHECK(folded.total().raw() == doctest::Approx(fine.total().raw()));
    const Job racks("gpt3-175b-64", "gb200-nvl72");
    const auto servers = traffic_matrix(racks.topology, racks.layout, racks.volumes,
                                        racks.evaluation.placement, MatrixUnit::servers, 1000);
    CHECK(servers.size == 16);
    CHECK(servers.total().raw() == doctest::Approx(racks.reported()));
}

// tp 8 inside each box, pp 8: boxes exchange with the next stage only, the same both ways, no wrap without
// interleaving.
TEST_CASE("a pipeline is two diagonals beside the middle") {
    const Job job("gpt3-175b-64", "hgx-a100", {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}});
    const auto matrix = traffic_matrix(job.topology, job.layout, job.volumes, job.evaluation.placement,
                                       MatrixUnit::domains, 100);
    REQUIRE(matrix.size == 8);
    for (std::size_t a = 0; a < 8; ++a) {
        for (std::size_t b = 0; b < 8; ++b) {
            const bool is_next = a == b + 1 || b == a + 1;
            CHECK((matrix.at(a, b).raw() > 0) == (is_next || a == b));
            if (is_next) CHECK(matrix.at(a, b) == matrix.at(b, a));
        }
    }
}

}  // namespace
}  // namespace railyard
