#include <doctest/doctest.h>

#include <cstdio>
#include <string>
#include <variant>

#include "railyard/job/order.hpp"
#include "railyard/placement/regular.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/regular_jobs.hpp"

namespace railyard {
namespace {

const std::vector<Dimension> all_dimensions = {Dimension::tp, Dimension::cp,  Dimension::pp, Dimension::dp,
                                               Dimension::ep, Dimension::etp, Dimension::edp};

std::string in_words(const DimensionLinks& links) {
    std::string all;
    for (const GroupClass& c : links.classes) {
        char text[400];
        std::snprintf(text, sizeof text,
                      "%llu groups of %u in %u domains (%u to %u), reach %u, inside %.17g %.17g (%u "
                      "by PCIe, %.17g), "
                      "network %.17g (%.17g) %.17g\n",
                      static_cast<unsigned long long>(c.groups), c.members, c.domains, c.fewest_in_domain,
                      c.most_in_domain, c.farthest.level(), c.inside.raw(), c.inside_latency.raw(),
                      c.mates_by_pcie, c.pcie.raw(), c.network.raw(), c.network_alone.raw(),
                      c.network_latency.raw());
        all += text;
    }
    return all;
}

TEST_CASE("what groups see, by remainders and rank by rank, in the same order of classes") {
    std::size_t looked_at = 0, several = 0, on_rails = 0, with_gaps = 0, on_boards = 0, in_meshes = 0,
                in_servers = 0, cut = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        const auto odd = test::regular_case(seed);
        const RankGrid grid(odd.job.order, odd.job.degrees);
        const auto regular = Regularity(odd.topology).place(grid, odd.job.rules);
        if (!regular) continue;
        CAPTURE(std::to_string(seed) + ": " + to_text(odd.job.order));
        const auto placed = std::get<Placement>(place(odd.topology, grid, odd.job.rules));
        for (const Dimension d : all_dimensions) {
            const auto found = group_links(odd.topology, grid, *regular, {d});
            if (!found) {
                CHECK((!expert_axes(grid) || regular->rails > 1 || regular->spacing.block() != 0));
                continue;
            }
            const auto full = group_links(odd.topology, grid, placed, {d});
            CAPTURE(std::string(name_of(d)));
            CHECK(found->front().dimension == d);
            CHECK(in_words(found->front()) == in_words(full.front()));
            ++looked_at;
            if (full.front().classes.size() > 2) ++several;
            if (regular->rails > 1) ++on_rails;
            if (regular->spans_cut_domains && full.front().classes.size() > 1) ++cut;
            if (regular->spacing.block() != 0) ++with_gaps;
            if (full.front().classes.front().most_in_domain == 1) continue;
            if (regular->on_first_board != 0) ++on_boards;
            const ScaleUpKind joined_by = odd.topology.kinds()[regular->kind].scale_up.kind;
            if (joined_by == ScaleUpKind::mesh) ++in_meshes;
            if (joined_by == ScaleUpKind::links || joined_by == ScaleUpKind::none) ++in_servers;
        }
    }
    CHECK(looked_at >= 3000);
    CHECK(several >= 100);
    CHECK(on_rails >= 200);
    CHECK(with_gaps >= 200);
    CHECK(on_boards >= 200);
    CHECK(in_meshes >= 200);
    CHECK(in_servers >= 200);
    CHECK(cut >= 100);
}

}  // namespace
}  // namespace railyard
