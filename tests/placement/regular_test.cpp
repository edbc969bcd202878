#include "railyard/placement/regular.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <variant>

#include "tests/support/jobs.hpp"
#include "tests/support/regular_jobs.hpp"

namespace railyard {
namespace {

TEST_CASE("regular placements put every rank and tally everything as place does") {
    std::size_t regular = 0, in_part = 0, straddling = 0, with_gaps = 0, cut = 0, of_two_kinds = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const auto odd = test::regular_case(seed);
        const RankGrid grid(odd.job.order, odd.job.degrees);
        const Regularity regularity(odd.topology);
        const auto found = regularity.place(grid, odd.job.rules);
        if (!found) continue;
        CAPTURE(seed);
        ++regular;
        const auto placed = place(odd.topology, grid, odd.job.rules);
        REQUIRE(std::holds_alternative<Placement>(placed));
        const auto& full = std::get<Placement>(placed);
        const Placement& outline = found->outline;
        CHECK(outline.block == full.block);
        CHECK(outline.blocks_straddle == full.blocks_straddle);
        CHECK(outline.domains_used == full.domains_used);
        CHECK(outline.servers_used == full.servers_used);
        CHECK(outline.gpus_idle == full.gpus_idle);
        CHECK(outline.gpus_spare == full.gpus_spare);
        CHECK(full.gpus_unavailable == 0);
        for (std::uint32_t r = 0; r < grid.ranks(); ++r) {
            const GpuPlace place = odd.topology.place(full.gpu_of[RankId(r)]);
            const std::uint64_t position = found->spacing.position(r);
            CHECK(place.domain.value() == position / found->ranks_in_domain);
            for (std::size_t t = 0; t < found->ranks_in_span.size(); ++t) {
                const std::uint64_t span = found->ranks_in_span[t];
                CHECK(odd.topology.span_of(place, odd.topology.network().tiers[t]) ==
                      (span == 0 ? 0 : position / span));
            }
        }
        if (found->ranks_in_domain < odd.topology.domain(DomainId(0)).gpus) ++in_part;
        if (full.blocks_straddle) ++straddling;
        if (found->spacing.block() != 0) ++with_gaps;
        if (found->spans_cut_domains) ++cut;
        if (odd.topology.kinds().size() > 1) ++of_two_kinds;
        CHECK(found->kind == odd.topology.runs().front().kind);
    }
    CHECK(regular >= 500);
    CHECK(in_part >= 50);
    CHECK(straddling >= 20);
    CHECK(with_gaps >= 20);
    CHECK(cut >= 50);
    CHECK(of_two_kinds >= 50);
}

TEST_CASE("two kinds of domains in use, or a missing GPU, are not regular") {
    std::size_t two_kinds = 0, missing = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const auto odd = test::odd_case(seed);
        const RankGrid grid(odd.job.order, odd.job.degrees);
        const auto placed = place(odd.topology, grid, odd.job.rules);
        const auto* placement = std::get_if<Placement>(&placed);
        if (placement == nullptr) continue;
        CAPTURE(seed);
        const auto kind_of = [&](const Segment& segment) { return odd.topology.domain(segment.domain).kind; };
        const auto& segments = placement->segments;
        if (std::any_of(segments.begin(), segments.end(),
                        [&](const Segment& s) { return kind_of(s) != kind_of(segments.front()); })) {
            ++two_kinds;
        } else if (placement->gpus_unavailable > 0) {
            ++missing;
        } else {
            continue;
        }
        CHECK_FALSE(Regularity(odd.topology).place(grid, odd.job.rules));
    }
    CHECK(two_kinds >= 50);
    CHECK(missing >= 20);
}

}  // namespace
}  // namespace railyard
