#include "railyard/placement/link_load.hpp"

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
          loads(link_loads(topology, layout, reference_volumes(layout), evaluation.placement)) {}
    [[nodiscard]] std::vector<TrafficBytes> bytes() const {
        return bytes_of(layout, reference_volumes(layout), evaluation);
    }
    [[nodiscard]] double reported(std::size_t from_tier) const {
        double sum = 0;
        for (const TrafficBytes& d : bytes()) {
            for (std::size_t t = from_tier; t < d.tiers.size(); ++t) sum += d.tiers[t].raw();
        }
        return sum;
    }

    Layout layout;
    Topology topology;
    Evaluation evaluation;
    std::vector<LinkClassLoad> loads;
};

TEST_CASE("what each class carries is what the report says of its reach") {
    const Job job("llama3-405b-8k", "dgx-h100-superpod");
    REQUIRE(job.loads.size() == 4);
    CHECK(job.loads[0].kind == LinkClass::nvlink);
    double nvlink = 0;
    for (const TrafficBytes& d : job.bytes()) nvlink += d.nvlink.raw();
    CHECK(job.loads[0].total.raw() == doctest::Approx(nvlink));
    CHECK(job.loads[0].relayed == Bytes{});  // tp fills the boxes: the others keep to their rails
    CHECK(job.loads[1].kind == LinkClass::nics);
    CHECK(job.loads[1].total.raw() == doctest::Approx(job.reported(0)));
    CHECK(job.loads[2].total.raw() == doctest::Approx(job.reported(1)));  // into the spines
    CHECK(job.loads[3].total.raw() == doctest::Approx(job.reported(2)));  // into the core
    CHECK(job.loads[1].places == 1024);
    CHECK(job.loads[2].places == 32);  // units of 32 boxes
    CHECK(job.loads[3].places == 8);   // of 128
}

// Of the 63 others of an expert group of 64, 7 share the sender's box, 7 more its rail, and 49 are relayed: 7
// times what stays in the box. Rings of dp run through boxes and leave each from rail 7 to rail 0; neighbours
// of pp and edp are 128 and 64 ranks apart, on one rail.
TEST_CASE("NVLinks carry what pxn relays to other rails as well") {
    const Job job("deepseek-v3", "dgx-h100-superpod");
    double inside = 0;
    double relayed = 0;
    const std::vector<TrafficBytes> bytes = job.bytes();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const Dimension dimension = job.evaluation.dimensions[i].hops.dimension;
        inside += bytes[i].nvlink.raw();
        if (dimension == Dimension::ep) relayed += 7 * bytes[i].nvlink.raw();
        if (dimension == Dimension::dp) relayed += bytes[i].network().raw();
    }
    CHECK(job.loads[0].relayed.raw() == doctest::Approx(relayed));
    CHECK(job.loads[0].total.raw() == doctest::Approx(inside + relayed));
    CHECK(job.loads[0].busiest_relayed < job.loads[0].busiest);
    CHECK(job.loads[0].busiest_relayed > job.loads[0].busiest * 0.8);
    CHECK(job.loads[1].total.raw() == doctest::Approx(job.reported(0)));
    CHECK(job.loads[1].relayed == Bytes{});
}

// What goes to a domain along with another copy leaves by no NIC, and is on NVLink as it was.
TEST_CASE("NICs carry the copies of a token that cross, NVLinks relay all") {
    const Job every("deepseek-v3", "dgx-h100-superpod");
    Volumes volumes = reference_volumes(every.layout);
    volumes.crossing = 0.25;
    const auto once = link_loads(every.topology, every.layout, volumes, every.evaluation.placement);
    double network = 0;
    for (const TrafficBytes& d : bytes_of(every.layout, volumes, every.evaluation))
        network += d.network().raw();
    CHECK(once[1].total.raw() == doctest::Approx(network));
    CHECK(once[1].total < every.loads[1].total);
    CHECK(once[0].total.raw() == doctest::Approx(every.loads[0].total.raw()));
}

// DGX H100: 18 links of 25 GB/s for a GPU, 8 NICs of 50 GB/s for a server, 32 servers in a unit, 128 below
// the same spines, nothing oversubscribed.
TEST_CASE("capacities: NVLinks of a GPU, NICs of a server, a span's way up") {
    const Job job("llama3-405b-8k", "dgx-h100-superpod");
    CHECK(job.loads[0].capacity.raw() == doctest::Approx(450e9));
    CHECK(job.loads[1].capacity.raw() == doctest::Approx(400e9));
    CHECK(job.loads[2].capacity.raw() == doctest::Approx(32 * 400e9));
    CHECK(job.loads[3].capacity.raw() == doctest::Approx(128 * 400e9));
    for (const auto& load : job.loads) {
        CHECK(load.busy.raw() == doctest::Approx((load.busiest / load.capacity).raw()));
        CHECK(load.mean <= load.busy * 1.0000001);
        CHECK(!load.busiest_name.empty());
    }
}

// llama3-24k: racks of 2 servers, pods of 384 servers, 1:7 above: a pod sends 384 x 400 GB/s / 7 at most.
TEST_CASE("oversubscription narrows the way up") {
    const Job job("llama3-405b-8k-16k-gpus", "llama3-24k");
    REQUIRE(job.loads.size() == 4);
    CHECK(job.loads[2].capacity.raw() == doctest::Approx(2 * 400e9));
    CHECK(job.loads[3].capacity.raw() == doctest::Approx(384 * 400e9 / 7));
}

// 8 racks with 18 NVLinks of 50 GB/s a GPU and 4 NICs of 50 GB/s a tray; boxes with 18 of 25 GB/s and 8 NICs.
// All 576 NICs of the racks share a span of the leaf, all 512 of the 64 boxes the other.
TEST_CASE("of places that differ the slowest and the fastest are known") {
    const Job job("llama3-405b-8k", "mixed-nvl72-h100", {{"parallel.dp", "8"}});
    REQUIRE(job.loads.size() == 3);
    CHECK(job.loads[0].least.raw() == doctest::Approx(450e9));
    CHECK(job.loads[0].most.raw() == doctest::Approx(900e9));
    CHECK(job.loads[1].least.raw() == doctest::Approx(200e9));
    CHECK(job.loads[1].most.raw() == doctest::Approx(400e9));
    CHECK(job.loads[2].least.raw() == doctest::Approx(512 * 50e9));
    CHECK(job.loads[2].most.raw() == doctest::Approx(576 * 50e9));
    const Job alike("llama3-405b-8k", "dgx-h100-superpod");
    for (const auto& load : alike.loads) CHECK(load.least == load.most);
}

TEST_CASE("without a network there are NVLinks alone") {
    const Job job("gpt3-175b-64", "single-nvl72");
    REQUIRE(job.loads.size() == 1);
    CHECK(job.loads[0].kind == LinkClass::nvlink);
    // Every rank of tp 8 sends the same; those at the ends of the pipeline have one neighbour.
    CHECK(job.loads[0].places == 64);
}

TEST_CASE("servers without NVLink load their PCIe") {
    const Job job("gpt3-175b-64", "pcie-only", {{"parallel.tp", "4"}, {"parallel.pp", "16"}});
    REQUIRE(job.loads.size() >= 2);
    CHECK(job.loads[0].kind == LinkClass::pcie);
    CHECK(job.loads[0].total.raw() > 0);
    CHECK(job.loads[1].kind == LinkClass::nics);
}

}  // namespace
}  // namespace railyard
