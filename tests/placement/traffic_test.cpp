#include "railyard/placement/traffic.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "railyard/job/volumes.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using test::shipped_layout;

struct Counted {
    Topology topology;
    DimensionHops hops;
    TrafficBytes bytes;
};

Counted count(std::string_view topology_name, const Layout& layout, Dimension d) {
    const Topology topology = load_topology(test::shipped_library(), topology_name).topology;
    const RankGrid grid(layout.order, layout.degrees);
    const auto placed = place(topology, grid, layout.placement);
    auto hops = count_hops(topology, grid, std::get<Placement>(placed), {d}).front();
    const auto bytes = traffic_of(layout, reference_volumes(layout), hops);
    return {topology, std::move(hops), bytes};
}

doctest::Approx about(double value) {
    return doctest::Approx(value).epsilon(1e-12);
}

constexpr double llama_activation = 2.0 * 8192 * 16384;

TEST_CASE("hops times what a hop carries, stage by stage: the first and last stages hold less") {
    const Layout llama = shipped_layout("llama3-405b-8k");
    // 512 tp hops in each of 16 stages; stages of 7, 8, ..., 8, 7 layers: 126 in all.
    const auto tp = count("gb200-nvl72", llama, Dimension::tp);
    REQUIRE(tp.hops.by_stage.size() == 16);
    for (const auto& stage : tp.hops.by_stage) CHECK(stage.nvlink == 512);
    CHECK(tp.bytes.nvlink.raw() == about(512.0 * 126 * 4 * 32 * 1.75 * llama_activation));
    CHECK(tp.bytes.network().raw() == 0);
}

TEST_CASE("pp: both directions of every boundary, and the wrap where chunks are interleaved") {
    const Layout llama = shipped_layout("llama3-405b-8k");
    const auto pp = count("gb200-nvl72", llama, Dimension::pp);
    // The design's row: 6,832 hops on NVLink, 848 and all 512 wraps on the network. A boundary is crossed
    // 2 x 32 x 8 times, the wrap 2 x 32 x 7 times, by an eighth of the activation.
    const double slice = llama_activation / 8;
    CHECK(pp.bytes.nvlink.raw() == about(6832 * 2.0 * 32 * 8 * slice));
    CHECK(pp.bytes.network().raw() == about(848 * 2.0 * 32 * 8 * slice + 512 * 2.0 * 32 * 7 * slice));
    const Layout plain =
        shipped_layout("llama3-405b-8k", {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}});
    const auto once = count("gb200-nvl72", plain, Dimension::pp);
    CHECK(once.hops.wrap.network() == 512);  // counted, but it carries nothing
    CHECK(once.bytes.network().raw() == about(848 * 2.0 * 32 * slice));
}

TEST_CASE("bytes of each tier stand apart and add up to those of the network") {
    const Layout llama = shipped_layout("llama3-405b-8k");
    const auto dp = count("dgx-h100-superpod", llama, Dimension::dp);
    REQUIRE(dp.bytes.tiers.size() == 3);
    double sum = 0;
    for (const Bytes& tier : dp.bytes.tiers) sum += tier.raw();
    CHECK(dp.bytes.network().raw() == about(sum));
    // All hops of a stage carry the same, and every stage has 512 of them, split over the tiers alike.
    CHECK(dp.bytes.tiers[0].raw() == about(sum * 4096 / 8192));
    CHECK(dp.bytes.tiers[1].raw() == about(sum * 3072 / 8192));
    CHECK(dp.bytes.tiers[2].raw() == about(sum * 1024 / 8192));
}

TEST_CASE("experts: only layers that have them exchange") {
    const Layout v3 = shipped_layout("deepseek-v3");
    const auto ep = count("gb200-nvl72", v3, Dimension::ep);
    // 58 expert layers; a stage has 129,024 / 16 pairs; 4 x 4,096 x 8 x 7,168 x 2 / 64 bytes a pair and
    // layer, 120 micro-batches.
    const double pair = 4.0 * 4096 * 8 * 7168 * 2 / 64 * 120;
    CHECK(ep.bytes.nvlink.raw() + ep.bytes.network().raw() == about(58 * pair * 129024 / 16));
}

TEST_CASE("PCIe has bytes of its own") {
    const Layout layout = shipped_layout("gpt3-175b-64", {{"parallel.tp", "4"}, {"parallel.pp", "1"}});
    const auto tp = count("pcie-only", layout, Dimension::tp);
    CHECK(tp.hops.hops.pcie == 4);
    CHECK(tp.bytes.nvlink.raw() == 0);
    CHECK(tp.bytes.network().raw() == 0);
    CHECK(tp.bytes.pcie.raw() ==
          about(4 * bytes_per_hop(layout, reference_volumes(layout), Dimension::tp)[0].raw()));
}

using Dimensions = std::vector<Dimension>;

TEST_CASE("a report has the dimensions of more than one member, experts last") {
    CHECK(dimensions_of(shipped_layout("llama3-405b-8k")) ==
          Dimensions{Dimension::tp, Dimension::pp, Dimension::dp});
    CHECK(dimensions_of(shipped_layout("llama3-405b-128k")) ==
          Dimensions{Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp});
    CHECK(dimensions_of(shipped_layout("deepseek-v3")) ==
          Dimensions{Dimension::pp, Dimension::dp, Dimension::ep, Dimension::edp});
    CHECK(dimensions_of(shipped_layout("deepseek-v3", {{"parallel.etp", "2"}, {"parallel.ep", "64"}})) ==
          Dimensions{Dimension::pp, Dimension::dp, Dimension::ep, Dimension::etp});  // 128 / 128: no replica
    // A model with experts that are not cut has replicas of them; a model without has not, unless asked.
    CHECK(dimensions_of(shipped_layout("deepseek-v3", {{"parallel.ep", "1"}})) ==
          Dimensions{Dimension::pp, Dimension::dp, Dimension::edp});
    CHECK(dimensions_of(shipped_layout("llama3-405b-8k", {{"parallel.ep", "8"}})) ==
          Dimensions{Dimension::tp, Dimension::pp, Dimension::dp, Dimension::ep, Dimension::edp});
    CHECK(dimensions_of(shipped_layout("megatron-1.7b", {{"parallel.dp", "1"}})).empty());
}

}  // namespace
}  // namespace railyard
