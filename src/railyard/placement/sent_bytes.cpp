#include "railyard/placement/sent_bytes.hpp"

#include "railyard/placement/cells.hpp"
#include "railyard/placement/hop_walk.hpp"
#include "railyard/placement/pair_reach.hpp"
#include "railyard/placement/relays.hpp"
#include "railyard/placement/traffic.hpp"

namespace railyard {
namespace {

template <CellSize size>
class Sender {
  public:
    Sender(const Topology& topology, const Placement& placement, const Cells& cells, SentBytes& sent)
        : topology_(topology), cells_(cells), relays_(topology, placement), sent_(sent) {}

    // `crossing`: of what leaves the domain, the share that crosses the network. Relayed on NVLink is all of
    // it: what goes along with another copy is copied there.
    void send(RankId from, RankId to, Bytes bytes, double crossing) {
        const auto& cell_of = cells_.of_rank();
        const std::size_t slot = reach_slot<size>(cells_, cell_of[from.value()], cell_of[to.value()]);
        const Bytes out = bytes * crossing;
        sent_.by_slot[slot][from.value()] += slot < first_tier_slot ? bytes : out;
        if (slot < first_tier_slot || !relays_.any()) return;
        const auto relay = relays_.of(from, to);
        if (!relay) return;
        sent_.relayed[relay->over_nvlink] += bytes;
        if (topology_.place(relay->sender).server_id == topology_.place(relay->beside_nic).server_id) return;
        sent_.by_far_nic[relay->beside_nic] += out;
        sent_.to_far_nic[from] += out;
    }

  private:
    const Topology& topology_;
    const Cells& cells_;
    Relays relays_;
    SentBytes& sent_;
};

template <CellSize size>
void add_hops(const RankGrid& grid, const Layout& layout, const Volumes& volumes, Sender<size> sender) {
    for (const Dimension dimension : dimensions_of(layout)) {
        const std::vector<Bytes> per_hop = bytes_per_hop(layout, volumes, dimension);
        const Bytes per_wrap = bytes_per_wrap(layout);
        const double crossing = volumes.crossing_of(dimension);
        for_each_hop(grid, dimension, [&](const WalkedHop& hop) {
            const Bytes bytes = hop.part == HopPart::wrap ? per_wrap : per_hop[hop.stage];
            if (dimension != Dimension::pp) return sender.send(hop.from, hop.to, bytes, crossing);
            // Activations go forward, gradients of the same size back.
            sender.send(hop.from, hop.to, bytes / 2, crossing);
            sender.send(hop.to, hop.from, bytes / 2, crossing);
        });
    }
}

}  // namespace

SentBytes sent_bytes(const Topology& topology, const Layout& layout, const Volumes& volumes,
                     const Placement& placement) {
    const Cells cells(topology, placement);
    const RankGrid grid(layout.order, layout.degrees);
    SentBytes sent;
    sent.by_slot.assign(first_tier_slot + topology.network().tiers.size(), std::vector<Bytes>(grid.ranks()));
    if (cells.size() == CellSize::domain) {
        add_hops(grid, layout, volumes, Sender<CellSize::domain>(topology, placement, cells, sent));
    } else {
        add_hops(grid, layout, volumes, Sender<CellSize::rank>(topology, placement, cells, sent));
    }
    return sent;
}

}  // namespace railyard
