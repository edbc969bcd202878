#include "railyard/placement/group_links.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/odd_jobs.hpp"
#include "tests/support/plain_placement.hpp"
#include "tests/support/plain_ranks.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::order_of;
using test::PlainCluster;
using test::PlainGpu;
using test::PlainGroup;
using test::PlainRanks;

const std::vector<Dimension> all_dimensions = {Dimension::tp, Dimension::cp,  Dimension::pp, Dimension::dp,
                                               Dimension::ep, Dimension::etp, Dimension::edp};

// What a class says, in words: classes that look the same here are the same.
std::string in_words(const GroupClass& c) {
    char text[300];
    std::snprintf(text, sizeof text,
                  "%u members in %u domains (%u to %u), reach %u, inside %.6g B/s %.6g s, network %.6g B/s "
                  "(alone %.6g) %.6g s",
                  c.members, c.domains, c.fewest_in_domain, c.most_in_domain, c.farthest.level(),
                  c.inside.raw(), c.inside_latency.raw(), c.network.raw(), c.network_alone.raw(),
                  c.network_latency.raw());
    return text;
}

// The same, the long way: a list of members for each domain, and every pair of them.
class PlainView {
  public:
    PlainView(const Topology& topology, const Placement& placement)
        : topology_(topology), placement_(placement), cluster_(topology) {}

    GroupClass of(const PlainGroup& group, Dimension d) const {
        GroupClass view;
        view.members = static_cast<std::uint32_t>(group.ranks.size());
        std::map<std::uint32_t, std::vector<std::uint32_t>> by_domain;
        for (const auto rank : group.ranks) by_domain[cluster_.gpus()[gpu(rank)].domain].push_back(gpu(rank));
        view.domains = static_cast<std::uint32_t>(by_domain.size());
        view.most_in_domain = 0;
        view.fewest_in_domain = view.members;
        for (const auto& [domain, gpus] : by_domain) {
            const auto members = static_cast<std::uint32_t>(gpus.size());
            view.most_in_domain = std::max(view.most_in_domain, members);
            view.fewest_in_domain = std::min(view.fewest_in_domain, members);
            if (members > 1) look_inside(gpus, view);
        }
        for (const auto& [from, to] : plain_hops(group, d)) {
            view.farthest =
                std::max(view.farthest, reach_between(topology_, GpuId(gpu(from)), GpuId(gpu(to))));
        }
        if (view.farthest.is_network()) look_outside(group, view);
        return view;
    }

  private:
    [[nodiscard]] std::uint32_t gpu(std::uint32_t rank) const {
        return placement_.gpu_of[RankId(rank)].value();
    }

    static void look_inside(const std::vector<std::uint32_t>& gpus, GroupClass& view,
                            const std::vector<PlainGpu>& all) {
        for (const auto a : gpus) {
            BytesPerSecond rate;
            BytesPerSecond narrowest_pcie = all[a].kind->servers.gpu_to_cpu().bandwidth;
            for (const auto b : gpus) {
                if (a == b) continue;
                const auto [nvlink, pcie, latency] = way(all[a], all[b], gpus.size());
                rate += nvlink;
                if (nvlink.raw() == 0) narrowest_pcie = std::min(narrowest_pcie, pcie);
                view.inside_latency = std::max(view.inside_latency, latency);
            }
            if (all[a].kind->scale_up.kind == ScaleUpKind::switched)
                rate = rate / static_cast<double>(gpus.size() - 1);
            if (rate.raw() == 0) rate = narrowest_pcie;
            view.inside = view.inside.raw() == 0 ? rate : std::min(view.inside, rate);
        }
    }
    void look_inside(const std::vector<std::uint32_t>& gpus, GroupClass& view) const {
        look_inside(gpus, view, cluster_.gpus());
    }

    struct Way {
        BytesPerSecond nvlink;
        BytesPerSecond pcie;
        Seconds latency;
    };
    // Between two GPUs of one domain when all of them send; by PCIe in rings of so many members.
    static Way way(const PlainGpu& a, const PlainGpu& b, std::size_t members) {
        const ScaleUp& up = a.kind->scale_up;
        if (up.kind == ScaleUpKind::mesh) return {up.link.bandwidth * up.links_per_pair, {}, up.link.latency};
        if (up.kind == ScaleUpKind::switched) return switched_way(a, b);
        for (const auto& pair : up.pairs) {
            if ((pair.a == a.local && pair.b == b.local) || (pair.a == b.local && pair.b == a.local))
                return {up.link.bandwidth * pair.count, {}, up.link.latency};
        }
        return pcie_way(a, b, members);
    }
    static Way switched_way(const PlainGpu& a, const PlainGpu& b) {
        const ScaleUp& up = a.kind->scale_up;
        const std::uint32_t per_board = a.kind->gpus() / up.boards;
        const bool one_board = a.local / per_board == b.local / per_board;
        Way way{{}, {}, up.link.latency * 2.0 + (one_board ? Seconds{} : up.trunk.latency)};
        for (const auto links : up.links_per_switch) {
            const auto into = up.link.bandwidth * links;
            const auto across = up.trunk.bandwidth * up.trunk_links / per_board;
            way.nvlink += one_board ? into : std::min(into, across);
        }
        return way;
    }
    static Way pcie_way(const PlainGpu& a, const PlainGpu& b, std::size_t members) {
        const Servers& s = a.kind->servers;
        if (a.in_server * s.cpus / s.gpus == b.in_server * s.cpus / s.gpus)
            return {{}, s.gpu_to_cpu().bandwidth, s.gpu_to_cpu().latency * 2.0};
        const double gpus_per_cpu = std::max(1.0, static_cast<double>(s.gpus) / s.cpus);
        const auto rings = static_cast<double>(std::max<std::size_t>(1, a.kind->gpus() / members));
        return {{},
                std::min(s.gpu_to_cpu().bandwidth, s.cpu_link.bandwidth / std::min(rings, gpus_per_cpu)),
                s.gpu_to_cpu().latency * 2.0 + s.cpu_link.latency};
    }

    void look_outside(const PlainGroup& group, GroupClass& view) const {
        const auto& tiers = topology_.network().tiers;
        double ratio = 1;
        double tightest = 1;
        for (std::size_t t = 0; t <= view.farthest.tier(); ++t)
            tightest = std::max(tightest, ratio *= tiers[t].oversubscription);
        view.network_latency = tiers[view.farthest.tier()].latency;
        for (const auto rank : group.ranks) {
            const DomainKind& kind = *cluster_.gpus()[gpu(rank)].kind;
            const bool per_gpu = kind.nics.sharing == NicSharing::per_gpu;
            // A server's NICs over its GPUs; alone, a GPU has those beside it, and never less than one.
            const auto share =
                kind.nics.bandwidth * kind.nics.count / (per_gpu ? 1.0 : kind.servers.gpus) / tightest;
            const std::uint32_t beside =
                per_gpu ? kind.nics.count : std::max(1U, kind.nics.count / kind.servers.gpus);
            const auto alone = kind.nics.bandwidth * beside;
            view.network = view.network.raw() == 0 ? share : std::min(view.network, share);
            view.network_alone = view.network_alone.raw() == 0 ? alone : std::min(view.network_alone, alone);
        }
    }

    const Topology& topology_;
    const Placement& placement_;
    PlainCluster cluster_;
};

using Tally = std::map<std::string, std::uint64_t>;

Tally tally(const DimensionLinks& links) {
    Tally result;
    for (const GroupClass& c : links.classes) result[in_words(c)] += c.groups;
    return result;
}

std::string in_words(const Tally& tally) {
    std::string text;
    for (const auto& [view, groups] : tally) text += std::to_string(groups) + " x " + view + "\n";
    return text;
}

TEST_CASE("classes equal a plain look at every group of jobs on topologies of all sorts") {
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        const test::OddCase odd = test::odd_case(seed);
        const RankGrid grid(odd.job.order, odd.job.degrees);
        const auto placed = place(odd.topology, grid, odd.job.rules);
        const auto* placement = std::get_if<Placement>(&placed);
        if (placement == nullptr) continue;
        const PlainRanks ranks(odd.job);
        const PlainView view(odd.finite, *placement);
        for (const auto& links : group_links(odd.topology, grid, *placement, all_dimensions)) {
            CAPTURE(std::to_string(seed) + ": " + to_text(odd.job.order) + ", " +
                    std::string(name_of(links.dimension)));
            Tally plain;
            for (const PlainGroup& group : ranks.groups(links.dimension))
                ++plain[in_words(view.of(group, links.dimension))];
            CHECK(in_words(tally(links)) == in_words(plain));
            CHECK(std::is_sorted(links.classes.begin(), links.classes.end(),
                                 [](const auto& a, const auto& b) { return a.groups > b.groups; }));
            CHECK(links.classes.size() == plain.size());  // none told twice
        }
    }
}

// Of one dimension of a job on a topology from text, or on as many of a domain as it needs.
DimensionLinks links_on(const Topology& topology, const Degrees& degrees, const std::string& order,
                        Dimension dimension) {
    const RankGrid grid(order_of(order), degrees);
    const auto placed = place(topology, grid, {});
    REQUIRE(std::holds_alternative<Placement>(placed));
    return group_links(topology, grid, std::get<Placement>(placed), {dimension}).front();
}

Topology on(std::string_view name) {
    return load_topology(test::shipped_library(), name).topology;
}

TEST_CASE(
    "switched: all of a GPU's links, whoever the members are, two links and no software in the latency") {
    // 18 NVLinks of 25 GB/s; GPU to switch and switch to GPU, 0.3 us each.
    const auto links = links_on(on("hgx-h100"), {4, 1, 1, 4, 1, 1}, "tp,dp", Dimension::tp);
    REQUIRE(links.classes.size() == 1);
    const GroupClass& c = links.classes[0];
    CHECK(c.groups == 4);
    CHECK(c.members == 4);
    CHECK(c.domains == 1);
    CHECK(c.farthest == Reach::nvlink());
    CHECK(c.inside == gigabytes_per_second(450));
    CHECK(c.inside_latency.raw() == doctest::Approx(0.6e-6));
    CHECK(c.network == BytesPerSecond{});
    CHECK(c.network_alone == BytesPerSecond{});
    CHECK(links.all_on_nvlink());
}

TEST_CASE("mesh: the links to the other members alone") {
    // MI300X: one link of 64 GB/s to each of 7 others. A group of 4 uses 3 of them.
    const Topology topology = on("mi300x-8");
    const auto link = topology.kinds().front().scale_up.link.bandwidth;
    const auto links = links_on(topology, {4, 1, 1, 2, 1, 1}, "tp,dp", Dimension::tp);
    REQUIRE(links.classes.size() == 1);
    CHECK(links.classes[0].inside == link * 3);
    CHECK(links_on(topology, {8, 1, 1, 1, 1, 1}, "tp", Dimension::tp).classes[0].inside == link * 7);
}

TEST_CASE("listed links: the poorest member counts, and pairs of other links are another class") {
    // DGX-1V, 25 GB/s a link. Quads 0-3 and 4-7 are fully linked with 1, 1 and 2 links: 4 for each member.
    const Topology topology = on("dgx-1v");
    const auto quads = links_on(topology, {4, 1, 1, 2, 1, 1}, "tp,dp", Dimension::tp);
    REQUIRE(quads.classes.size() == 1);
    CHECK(quads.classes[0].inside == gigabytes_per_second(100));
    // Pairs 0-1 (1 link), 2-3 (2), 4-5 (1), 6-7 (2).
    const auto pairs = links_on(topology, {2, 1, 1, 4, 1, 1}, "tp,dp", Dimension::tp);
    REQUIRE(pairs.classes.size() == 2);
    CHECK(pairs.classes[0].groups == 2);
    CHECK(pairs.classes[0].inside + pairs.classes[1].inside == gigabytes_per_second(75));
    CHECK(pairs.slowest().inside == gigabytes_per_second(25));
    // All 8: every GPU's 6 links lead to members; 3-4 and 7-0 have none and go over PCIe.
    const auto all = links_on(topology, {8, 1, 1, 1, 1, 1}, "tp", Dimension::tp);
    CHECK(all.classes[0].inside == gigabytes_per_second(150));
    CHECK(all.classes[0].farthest == Reach::pcie());
    // Each is joined to four others: three are left to PCIe 3.0 x16 or narrower.
    CHECK(all.classes[0].mates_by_pcie == 3);
    CHECK(all.classes[0].pcie > BytesPerSecond{});
    CHECK(all.classes[0].pcie <= gigabytes_per_second(15.76));
    CHECK(quads.classes[0].mates_by_pcie == 0);
    CHECK_FALSE(all.all_on_nvlink());
}

TEST_CASE("no NVLink: PCIe, at its narrowest between two members") {
    // pcie-4gpu: GPUs 0, 1 on one CPU and 2, 3 on the other; 31.5 GB/s to the CPU, 16 GB/s between the CPUs,
    // shared by the two pairs that cross: 8.
    const Topology topology = on("pcie-4gpu");
    const auto pairs = links_on(topology, {2, 1, 1, 2, 1, 1}, "tp,dp", Dimension::tp);
    REQUIRE(pairs.classes.size() == 1);
    CHECK(pairs.classes[0].inside == gigabytes_per_second(31.5));
    CHECK(pairs.classes[0].farthest == Reach::pcie());
    const auto across = links_on(topology, {2, 1, 1, 2, 1, 1}, "tp,dp", Dimension::dp);
    CHECK(across.classes[0].inside == gigabytes_per_second(8));
    // 0.15 us up, 0.1 us across, 0.15 us down.
    CHECK(across.classes[0].inside_latency.raw() == doctest::Approx(0.4e-6));
    // One ring of all four crosses once each way: the link is its own. Of an all-to-all both GPUs of a CPU
    // send to the two on the other.
    const auto all = links_on(topology, {4, 1, 1, 1, 1, 1}, "tp,dp", Dimension::tp);
    CHECK(all.classes[0].inside == gigabytes_per_second(16));
    CHECK(all.classes[0].mates_by_pcie == 2);
    CHECK(all.classes[0].pcie == gigabytes_per_second(8));
    CHECK(pairs.classes[0].mates_by_pcie == 0);
}

TEST_CASE("shared NICs: a share when all send, a whole one alone") {
    // p4d: 4 NICs of 100 Gb/s = 12.5 GB/s for 8 GPUs.
    const auto links = links_on(on("p4d"), {8, 1, 1, 2, 1, 1}, "tp,dp", Dimension::dp);
    REQUIRE(links.classes.size() == 1);
    CHECK(links.classes[0].network == gigabytes_per_second(6.25));
    CHECK(links.classes[0].network_alone == gigabytes_per_second(12.5));
}

TEST_CASE(
    "oversubscription of the tiers passed divides the share, and their latency is the farthest tier's") {
    const Topology topology = test::load_text(R"(topology: narrow
domains: [{use: hgx-h100, count: 8}]
network:
  tiers:
    - {name: leaf, spans: 2 domains, latency: 0.6 us, oversubscription: 2}
    - {name: spine, latency: 1.2 us, oversubscription: 3}
)")
                                  .topology;
    // 64 ranks: dp pairs next boxes, pp pairs boxes four apart.
    const Degrees degrees{8, 1, 4, 2, 1, 1};
    const auto leaf = links_on(topology, degrees, "tp,dp,pp", Dimension::dp);
    REQUIRE(leaf.classes.size() == 1);
    CHECK(leaf.classes[0].farthest == Reach::tier(0));
    CHECK(leaf.classes[0].network == gigabytes_per_second(25));  // 50 / 2
    CHECK(leaf.classes[0].network_alone == gigabytes_per_second(50));
    CHECK(leaf.classes[0].network_latency == microseconds(0.6));
    const auto spine = links_on(topology, degrees, "tp,dp,pp", Dimension::pp);
    CHECK(spine.classes[0].farthest == Reach::tier(1));
    CHECK(spine.classes[0].network.raw() == doctest::Approx(50e9 / 6));
    CHECK(spine.classes[0].network_latency == microseconds(1.2));
}

TEST_CASE("groups that end a rack are a class of their own, and the largest class comes first") {
    // Llama 3 405B on NVL72 (design's table): tp8 blocks, 9 to a rack; pp groups of 16 neighbours 8 apart
    // reach over 128 ranks: 2 racks (9 + 7 and so on), at times 3.
    const auto layout = test::shipped_layout("llama3-405b-8k");
    const Topology topology = on("gb200-nvl72");
    const RankGrid grid(layout.order, layout.degrees);
    const auto placed = place(topology, grid, layout.placement);
    const auto links = group_links(topology, grid, std::get<Placement>(placed), {Dimension::pp});
    std::uint64_t groups = 0;
    std::uint64_t crossings = 0;
    for (const GroupClass& c : links.front().classes) {
        groups += c.groups;
        crossings += c.groups * (c.domains - 1);
    }
    CHECK(groups == 512);
    CHECK(crossings == 848);  // design.md section 6: 848 hops of pp leave NVLink
}

TEST_CASE("a fabric above the domains hides no group that a single GPU of a domain holds up") {
    // 1,024 ranks in blocks of 8 on racks of 72: some group of dp has one member alone in a rack.
    for (const char* topology : {"gb200-nvl72", "gb200-superpod"}) {
        CAPTURE(topology);
        const auto links = links_on(on(topology), {8, 1, 8, 16, 1, 1}, "tp,cp,dp,pp", Dimension::dp);
        CHECK(links.slowest().fewest_in_domain == 1);
    }
}

TEST_CASE("the slowest class: the least out of a domain, then the farthest") {
    DimensionLinks links;
    GroupClass near;
    near.farthest = Reach::nvlink();
    near.inside = gigabytes_per_second(450);
    GroupClass far;
    far.farthest = Reach::tier(0);
    far.network = gigabytes_per_second(50);
    GroupClass narrow = far;
    narrow.network = gigabytes_per_second(25);
    links.classes = {near, narrow, far};
    CHECK(links.slowest().network == gigabytes_per_second(25));
    // Four members of 25 GB/s carry as much as one of 100, whichever tier they reach.
    GroupClass farther = narrow;
    farther.farthest = Reach::tier(1);
    farther.fewest_in_domain = 4;
    links.dimension = Dimension::dp;
    links.classes = {near, farther, far};
    CHECK(links.slowest().network == gigabytes_per_second(50));
    links.dimension = Dimension::pp;  // a stage sends by itself
    CHECK(links.slowest().farthest == Reach::tier(1));
    // As wide out of a domain: the longer way counts.
    farther.fewest_in_domain = 2;
    links.dimension = Dimension::dp;
    links.classes = {far, farther};
    CHECK(links.slowest().farthest == Reach::tier(1));
    CHECK_FALSE(links.all_on_nvlink());
    links.classes = {near};
    CHECK(links.all_on_nvlink());
}

}  // namespace
}  // namespace railyard
