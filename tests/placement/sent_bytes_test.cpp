#include "railyard/placement/sent_bytes.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "railyard/estimate/evaluate.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/link_load.hpp"
#include "railyard/placement/traffic.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plain_ranks.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

// Every hop of a job looked at by itself: what each GPU sends over NVLink, relayed bytes apart, and what
// leaves each server by its NICs. Groups and hops are those of the plain ranks, rails and relays are worked
// out anew.
class PlainCount {
  public:
    PlainCount(const Topology& topology, const Layout& layout, const Placement& placement)
        : topology_(topology), placement_(placement) {
        const test::PlainRanks ranks({layout.degrees, layout.order, layout.placement});
        const auto stages = stage_layers(layout);
        for (const Dimension d : dimensions_of(layout)) {
            for (const test::PlainGroup& group : ranks.groups(d)) {
                for (const test::PlainHop& hop : test::plain_hops(group, d)) {
                    const std::uint32_t stage =
                        d == Dimension::pp ? ranks.coordinate(hop.from, Dimension::pp) : group.stage;
                    const Bytes bytes = bytes_per_hop(layout, stages[stage], d);
                    add(hop, d == Dimension::pp ? bytes / 2 : bytes);
                    if (d == Dimension::pp) add({hop.to, hop.from}, bytes / 2);
                }
                if (d != Dimension::pp) continue;
                const test::PlainHop wrap{group.ranks.back(), group.ranks.front()};
                add(wrap, bytes_per_wrap(layout) / 2);
                add({wrap.to, wrap.from}, bytes_per_wrap(layout) / 2);
            }
        }
    }

    std::map<GpuId, double> nvlink;
    std::map<GpuId, double> relayed;
    std::map<std::uint32_t, double> nics;  // by server
    double unrelayed_between_rails = 0;

  private:
    [[nodiscard]] std::set<std::uint32_t> rails(const GpuPlace& gpu) const {
        const DomainKind& kind = topology_.kind_of(gpu);
        const std::uint32_t in_server = kind.nics_per_server();
        std::set<std::uint32_t> found;
        if (in_server <= kind.servers.gpus) {  // each NIC beside as many GPUs as the others
            found.insert(gpu.gpu_in_server * in_server / kind.servers.gpus % topology_.network().rails);
            return found;
        }
        const std::uint32_t each = in_server / kind.servers.gpus;
        for (std::uint32_t n = 0; n < each; ++n)
            found.insert((gpu.gpu_in_server * each + n) % topology_.network().rails);
        return found;
    }

    [[nodiscard]] bool nvlink_joins(const GpuPlace& a, const GpuPlace& b) const {
        const ScaleUp& up = topology_.kind_of(a).scale_up;
        if (a.domain != b.domain || up.kind == ScaleUpKind::none) return false;
        if (up.kind != ScaleUpKind::links) return true;
        for (const ScaleUp::Pair& pair : up.pairs)
            if ((pair.a == a.local && pair.b == b.local) || (pair.b == a.local && pair.a == b.local))
                return true;
        return false;
    }

    // Somebody who shares a rail with `far` and whom `near` reaches over NVLink in its span, of the same
    // server if there is one.
    [[nodiscard]] const GpuPlace* relay(const GpuPlace& near, const GpuPlace& far, GpuPlace& found) const {
        const Tier& bottom = topology_.network().tiers.front();
        const GpuPlace* best = nullptr;
        for (std::uint32_t g = 0; g < topology_.gpu_count(); ++g) {
            const GpuPlace other = topology_.place(GpuId(g));
            if (other.gpu == near.gpu || !nvlink_joins(near, other)) continue;
            if (topology_.span_of(near, bottom) != topology_.span_of(other, bottom) || !share(other, far))
                continue;
            if (best != nullptr && (best->server_id == near.server_id || other.server_id != near.server_id))
                continue;
            found = other;
            best = &found;
        }
        return best;
    }

    [[nodiscard]] bool share(const GpuPlace& a, const GpuPlace& b) const {
        for (const std::uint32_t rail : rails(a))
            if (rails(b).count(rail) > 0) return true;
        return false;
    }

    void add(const test::PlainHop& hop, Bytes bytes) {
        const GpuPlace from = topology_.place(placement_.gpu_of[RankId(hop.from)]);
        const GpuPlace to = topology_.place(placement_.gpu_of[RankId(hop.to)]);
        if (from.domain == to.domain) {
            if (nvlink_joins(from, to)) nvlink[from.gpu] += bytes.raw();
            return;
        }
        GpuPlace found;
        if (share(from, to) || topology_.network().cross_rail == CrossRail::spine) {
            nics[from.server_id] += bytes.raw();
        } else if (relay(from, to, found) != nullptr) {
            relayed[from.gpu] += bytes.raw();
            nics[found.server_id] += bytes.raw();
        } else if (relay(to, from, found) != nullptr) {
            relayed[found.gpu] += bytes.raw();
            nics[from.server_id] += bytes.raw();
        } else {
            unrelayed_between_rails += bytes.raw();
            nics[from.server_id] += bytes.raw();
        }
    }

    const Topology& topology_;
    const Placement& placement_;
};

struct Case {
    const char* name;
    const char* layout;
    test::Changes changes;
    const char* domains;
    const char* network;
};

const char* const leaf_and_spine =
    "tiers: [{name: leaf, spans: 2 domains, latency: 1 us}, {name: spine, latency: 2 us}]";

double of(const std::map<GpuId, double>& bytes, GpuId gpu) {
    const auto at = bytes.find(gpu);
    return at == bytes.end() ? 0 : at->second;
}

template <class Key>
double sum(const std::map<Key, double>& bytes) {
    double total = 0;
    for (const auto& [key, value] : bytes) total += value;
    return total;
}

// Two trays of 4 GPUs, each with a NIC, cut into an NVLink partition of 2 and one of 6: to the rails of the
// first two GPUs the others of their tray leave by the other tray.
const char* const cut =
    "domain: cut\nuse: gb200-nvl72\nservers: {count: 2}\nscale_up: {switches: 18}\npartitions: [2, 6]\n";

Topology topology_of(const Case& job, const std::string& rails) {
    const test::TemporaryLibrary library;
    library.write("topologies/domains/cut.yaml", cut);
    library.write("topologies/small.yaml", std::string("topology: small\ndomains: [") + job.domains +
                                               "]\nnetwork: {" + rails + job.network + "}\n");
    return load_topology(library.library(), "small").topology;
}

TEST_CASE("what is relayed, hop by hop") {
    const test::Changes experts = {{"parallel.pp", "2"}, {"parallel.dp", "16"}, {"parallel.ep", "16"}};
    const test::Changes wide = {{"parallel.tp", "16"}, {"parallel.pp", "2"}, {"parallel.dp", "4"}};
    const Case cases[] = {
        {"experts over two boxes", "deepseek-v3", experts, "{use: hgx-h100, count: 5}", leaf_and_spine},
        {"tensors over two boxes", "llama3-405b-8k", wide, "{use: hgx-h100, count: 16}", leaf_and_spine},
        {"one tier", "deepseek-v3", experts, "{use: hgx-h100, count: 5}",
         "tiers: [{name: all, latency: 1 us}]"},
        {"boxes beside a rack",
         "deepseek-v3",
         {{"parallel.pp", "2"}, {"parallel.dp", "48"}, {"parallel.ep", "16"}},
         "{use: hgx-h100, count: 4}, {use: gb200-nvl72, count: 1}",
         leaf_and_spine},
        {"spans of servers",
         "deepseek-v3",
         {{"parallel.pp", "2"}, {"parallel.dp", "48"}, {"parallel.ep", "16"}},
         "{use: gb200-nvl72, count: 2}",
         "tiers: [{name: leaf, spans: 5 servers, latency: 1 us}, {name: spine, latency: 2 us}]"},
        {"listed links", "deepseek-v3", experts, "{use: dgx-1v, count: 4}", leaf_and_spine},
        {"far NICs", "deepseek-v3", experts, "{use: cut, count: 4}", leaf_and_spine},
        {"no NVLink beside boxes", "deepseek-v3", experts,
         "{use: pcie-4gpu, count: 3}, {use: hgx-h100, count: 3}", leaf_and_spine}};
    for (const char* rails : {"rails: 2, ", "rails: 4, ", "rails: 8, "}) {
        for (const Case& job : cases) {
            CAPTURE(rails);
            CAPTURE(job.name);
            const Layout layout = test::shipped_layout(job.layout, job.changes);
            const Topology topology = topology_of(job, rails);
            const auto evaluated = evaluate(topology, layout);
            const auto* evaluation = std::get_if<Evaluation>(&evaluated);
            REQUIRE(evaluation != nullptr);
            const Placement& placement = evaluation->placement;
            const PlainCount plain(topology, layout, placement);
            const SentBytes sent = sent_bytes(topology, layout, reference_volumes(layout), placement);
            for (std::uint32_t r = 0; r < placement.gpu_of.size(); ++r) {
                const GpuId gpu = placement.gpu_of[RankId(r)];
                CHECK(sent.by_slot[0][r].raw() == doctest::Approx(of(plain.nvlink, gpu)));
            }
            for (std::uint32_t g = 0; g < topology.gpu_count(); ++g) {
                const auto at = sent.relayed.find(GpuId(g));
                const double relayed = at == sent.relayed.end() ? 0 : at->second.raw();
                CHECK(relayed == doctest::Approx(of(plain.relayed, GpuId(g))));
            }
            for (const LinkClassLoad& load :
                 link_loads(topology, layout, reference_volumes(layout), placement)) {
                if (load.kind == LinkClass::nvlink) {
                    CHECK(load.relayed.raw() == doctest::Approx(sum(plain.relayed)));
                    CHECK(load.total.raw() == doctest::Approx(sum(plain.nvlink) + sum(plain.relayed)));
                }
                if (load.kind != LinkClass::nics) continue;
                double most = 0;
                for (const auto& [server, bytes] : plain.nics) most = std::max(most, bytes);
                CHECK(load.total.raw() == doctest::Approx(sum(plain.nics)));
                if (load.least == load.most) CHECK(load.busiest.raw() == doctest::Approx(most));
            }
        }
    }
}

// What the cases are there for happens in them.
TEST_CASE("NICs of other servers carry what NVLink takes there, and some rails meet over the spine alone") {
    const test::Changes experts = {{"parallel.pp", "2"}, {"parallel.dp", "16"}, {"parallel.ep", "16"}};
    const Layout layout = test::shipped_layout("deepseek-v3", experts);
    const Case far{"", "", {}, "{use: cut, count: 4}", leaf_and_spine};
    const Topology topology = topology_of(far, "rails: 4, ");
    const auto evaluated = evaluate(topology, layout);
    const Placement& placement = std::get<Evaluation>(evaluated).placement;
    const SentBytes sent = sent_bytes(topology, layout, reference_volumes(layout), placement);
    Bytes by;
    Bytes to;
    for (const auto& [gpu, bytes] : sent.by_far_nic) by += bytes;
    for (const auto& [rank, bytes] : sent.to_far_nic) to += bytes;
    CHECK(by.raw() > 0);
    CHECK(by.raw() == doctest::Approx(to.raw()));
    const Case cubes{"", "", {}, "{use: dgx-1v, count: 4}", leaf_and_spine};
    const Topology meshed = topology_of(cubes, "rails: 4, ");
    const auto in_cubes = evaluate(meshed, layout);
    CHECK(PlainCount(meshed, layout, std::get<Evaluation>(in_cubes).placement).unrelayed_between_rails > 0);
}

}  // namespace
}  // namespace railyard
