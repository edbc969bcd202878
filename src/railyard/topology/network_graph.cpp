#include "railyard/topology/network_graph.hpp"

#include <map>
#include <tuple>
#include <utility>

namespace railyard {
namespace {

// A switch, or a NIC seen as the lowest kind of one.
struct Below {
    NodeId node;
    GpuPlace place;
    std::uint32_t plane = 0;
    BytesPerSecond down;  // bandwidth below it
};

// The switches of one tier, made as they are first needed.
class Level {
  public:
    Level(const Topology& topology, std::size_t tier, Graph& graph)
        : topology_(topology), tier_(tier), graph_(graph) {}

    // Joins `lower` to switch `number` of the span that it lies in by a link of `rate`. Of that, `into_tier`
    // counts for what goes further up.
    void join(const Below& lower, std::uint32_t number, std::uint32_t rail, BytesPerSecond rate,
              BytesPerSecond into_tier) {
        const auto& tiers = topology_.network().tiers;
        const Tier& tier = tiers[tier_];
        const std::uint32_t span = topology_.span_of(lower.place, tier);
        const auto [at, is_new] = made_.try_emplace({span, number}, switches_.size());
        if (is_new) {
            const NodeId node = graph_.nodes.add(
                {NodeKind::network_switch, span, 0, number, 0, static_cast<std::uint32_t>(tier_), rail});
            switches_.push_back({node, lower.place, number % tier.planes, {}});
        }
        Below& upper = switches_[at->second];
        upper.down += into_tier;
        // A tier's latency is that of the whole way, so each of its two links adds half of what is new.
        const Seconds passed = tier_ == 0 ? Seconds{} : tiers[tier_ - 1].latency;
        graph_.edges.push_back(
            {lower.node, upper.node, EdgeKind::network, 1, rate, (tier.latency - passed) * 0.5});
    }

    std::vector<Below> take() { return std::move(switches_); }

  private:
    const Topology& topology_;
    std::size_t tier_;
    Graph& graph_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> made_;  // span, number -> switch
    std::vector<Below> switches_;
};

std::vector<Below> bottom_tier(const Topology& topology, const std::vector<NicNode>& nics, Graph& graph) {
    const TierSwitches shape = tier_switches(topology.network(), 0);
    Level level(topology, 0, graph);
    for (const NicNode& nic : nics) {
        // A NIC's cable has its full rate whoever else sends: what is oversubscribed here lies inside the
        // switch.
        const auto rate = nic.bandwidth / static_cast<double>(shape.planes);
        const auto into_tier = rate / topology.network().tiers[0].oversubscription;
        for (std::uint32_t plane = 0; plane < shape.planes; ++plane) {
            level.join({nic.node, nic.beside, plane, {}}, nic.rail * shape.planes + plane, nic.rail, rate,
                       into_tier);
        }
    }
    return level.take();
}

std::vector<Below> upper_tier(const Topology& topology, std::size_t tier, const std::vector<Below>& below,
                              Graph& graph) {
    const TierSwitches shape = tier_switches(topology.network(), tier);
    Level level(topology, tier, graph);
    for (const Below& lower : below) {
        std::vector<std::uint32_t> joined;
        for (std::uint32_t s = 0; s < shape.per_span; ++s) {
            if (s % shape.planes == lower.plane % shape.planes) joined.push_back(s);
        }
        const auto into_tier = lower.down / topology.network().tiers[tier].oversubscription;
        for (const std::uint32_t s : joined) {
            const auto rate = into_tier / static_cast<double>(joined.size());
            level.join(lower, s, 0, rate, rate);
        }
    }
    return level.take();
}

}  // namespace

TierSwitches tier_switches(const Network& network, std::size_t tier) {
    const Tier& t = network.tiers[tier];
    TierSwitches shape;
    shape.planes = t.planes;
    shape.given = t.switches > 0;
    shape.per_span = shape.given ? t.switches : (tier == 0 ? network.rails : 1) * t.planes;
    return shape;
}

std::uint32_t spans_of_tier(const Topology& topology, std::size_t tier) {
    const GpuPlace last = topology.place(GpuId(topology.gpu_count() - 1));
    return topology.span_of(last, topology.network().tiers[tier]) + 1;
}

void add_network(const Topology& topology, const std::vector<NicNode>& nics, Graph& graph) {
    const std::size_t tiers = topology.network().tiers.size();
    if (tiers == 0) return;
    std::vector<Below> below = bottom_tier(topology, nics, graph);
    for (std::size_t t = 1; t < tiers; ++t) below = upper_tier(topology, t, below, graph);
}

}  // namespace railyard
