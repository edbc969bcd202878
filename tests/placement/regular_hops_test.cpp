#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "railyard/job/order.hpp"
#include "railyard/placement/regular.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/regular_jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

const std::vector<Dimension> all_dimensions = {Dimension::tp, Dimension::cp,  Dimension::pp, Dimension::dp,
                                               Dimension::ep, Dimension::etp, Dimension::edp};

void compare(const DimensionHops& counted, const DimensionHops& full) {
    CAPTURE(std::string(name_of(full.dimension)));
    CHECK(counted.dimension == full.dimension);
    CHECK(counted.pattern == full.pattern);
    CHECK(counted.degree == full.degree);
    CHECK(counted.groups == full.groups);
    CHECK(counted.groups_on_nvlink == full.groups_on_nvlink);
    CHECK(counted.hops == full.hops);
    CHECK(counted.wrap == full.wrap);
    CHECK(counted.by_stage == full.by_stage);
}

TEST_CASE("hops counted by remainders are those counted rank by rank, on jobs of all sorts") {
    std::size_t counted = 0, on_rails = 0, tiers = 0, experts = 0, with_gaps = 0, pcie = 0, cut = 0,
                cut_pairs = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        const auto odd = test::regular_case(seed);
        const RankGrid grid(odd.job.order, odd.job.degrees);
        const auto regular = Regularity(odd.topology).place(grid, odd.job.rules);
        if (!regular) continue;
        CAPTURE(std::to_string(seed) + ": " + to_text(odd.job.order));
        const auto placed = std::get<Placement>(place(odd.topology, grid, odd.job.rules));
        for (const Dimension d : all_dimensions) {
            const auto found = count_hops(odd.topology, grid, *regular, {d}, StageDetail::by_stage);
            if (!found) {
                CHECK((!expert_axes(grid) || regular->spacing.block() != 0));
                continue;
            }
            const auto full = count_hops(odd.topology, grid, placed, {d});
            compare(found->front(), full.front());
            ++counted;
            if (regular->rails > 1) ++on_rails;
            if (regular->spacing.block() != 0) ++with_gaps;
            if (full.front().hops.pcie > 0) ++pcie;
            if (regular->spans_cut_domains && full.front().hops.network() > 0) ++cut;
            if (regular->spans_cut_domains && d == Dimension::ep && full.front().degree > 1) ++cut_pairs;
            if (full.front().hops.tiers.size() > 1 && full.front().hops.tiers.back() > 0) ++tiers;
            if (d == Dimension::ep && full.front().degree > 1) ++experts;
        }
    }
    CHECK(counted >= 3000);
    for (const std::size_t times : {on_rails, tiers, experts, with_gaps, pcie, cut}) CHECK(times >= 200);
    CHECK(cut_pairs >= 30);
}

TEST_CASE("shipped layouts on shipped topologies at their full size") {
    for (const char* topology_name : {"gb200-nvl72", "dgx-h100-superpod", "gb200-superpod"}) {
        const Topology topology = load_topology(test::shipped_library(), topology_name).topology;
        const Regularity regularity(topology);
        for (const char* layout_name : {"llama3-405b-8k", "deepseek-v3", "gpt3-175b-64"}) {
            const Layout layout = test::shipped_layout(layout_name);
            CAPTURE(std::string(layout_name) + " on " + topology_name);
            const RankGrid grid(layout.order, layout.degrees);
            const auto regular = regularity.place(grid, layout.placement);
            REQUIRE(regular);
            const auto placed = std::get<Placement>(place(topology, grid, layout.placement));
            const auto full = count_hops(topology, grid, placed, all_dimensions);
            const auto found = count_hops(topology, grid, *regular, all_dimensions, StageDetail::by_stage);
            REQUIRE(found);
            for (std::size_t i = 0; i < full.size(); ++i) compare((*found)[i], full[i]);
        }
    }
}

TEST_CASE("without stages asked for none are told") {
    const Topology topology = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const RankGrid grid(layout.order, layout.degrees);
    const auto regular = Regularity(topology).place(grid, layout.placement);
    REQUIRE(regular);
    const auto found = count_hops(topology, grid, *regular, {Dimension::tp}, StageDetail::summed);
    REQUIRE(found);
    CHECK(found->front().by_stage.empty());
    CHECK(found->front().hops.nvlink == 8192);
}

}  // namespace
}  // namespace railyard
