#include "railyard/placement/link_load.hpp"

#include <algorithm>
#include <map>

#include "railyard/placement/pair_reach.hpp"
#include "railyard/placement/sent_bytes.hpp"
#include "railyard/topology/names.hpp"
#include "railyard/topology/reach.hpp"
#include "railyard/topology/spans.hpp"

namespace railyard {
namespace {

struct Place {
    Bytes sent;
    Bytes relayed;  // of it
    BytesPerSecond capacity;
    std::string name;
};

// What the places of a class come to; those without a way are left out.
void tally(const std::map<std::uint32_t, Place>& places, LinkClass kind, std::size_t tier,
           std::vector<LinkClassLoad>& loads) {
    LinkClassLoad load;
    load.kind = kind;
    load.tier = tier;
    for (const auto& [number, place] : places) {
        if (place.capacity.raw() <= 0) continue;
        const Seconds busy = place.sent / place.capacity;
        load.total += place.sent;
        load.relayed += place.relayed;
        load.mean += busy;
        load.least = load.places == 0 ? place.capacity : std::min(load.least, place.capacity);
        load.most = std::max(load.most, place.capacity);
        if (load.places++ > 0 && busy <= load.busy) continue;
        load.busy = busy;
        load.busiest = place.sent;
        load.busiest_relayed = place.relayed;
        load.capacity = place.capacity;
        load.busiest_name = place.name;
    }
    if (load.places == 0) return;
    load.mean = load.mean / static_cast<double>(load.places);
    loads.push_back(std::move(load));
}

// NIC bandwidth of one whole span of a tier, by the number of the span.
std::vector<BytesPerSecond> nic_rates_of_spans(const Topology& topology, const Tier& tier) {
    std::vector<BytesPerSecond> rates;
    for (const SpanGroup& group : span_groups(topology, tier)) {
        BytesPerSecond rate;
        for (const ServersOfKind& held : group.holds) {
            const DomainKind& kind = topology.kinds()[held.kind];
            rate += kind.nics.bandwidth * static_cast<double>(kind.nics_per_server() * held.servers);
        }
        for (std::uint64_t i = 0; i < group.count; ++i) rates.push_back(rate);
    }
    return rates;
}

// As far as the job reaches: what is above an endless topology's spans has no end.
Topology finite(const Topology& topology, const Placement& placement) {
    if (!topology.as_needed()) return topology;
    std::uint32_t last = 0;
    for (const GpuId gpu : placement.gpu_of) last = std::max(last, topology.place(gpu).physical);
    std::uint32_t before = 0;
    for (std::size_t run = 0; run + 1 < topology.runs().size(); ++run) before += topology.runs()[run].count;
    return topology.with_last_run(std::max(1U, last + 1 - std::min(last, before)));
}

class Loads {
  public:
    Loads(const Topology& topology, const Placement& placement, SentBytes sent)
        : topology_(topology), placement_(placement), sent_(std::move(sent)) {}

    std::vector<LinkClassLoad> all() {
        inside(LinkClass::nvlink, nvlink_slot);
        if (any(pcie_slot)) inside(LinkClass::pcie, pcie_slot);
        const std::size_t tiers = topology_.network().tiers.size();
        if (tiers > 0) nics();
        for (std::size_t t = 1; t < tiers; ++t) into(t);
        return std::move(loads_);
    }

  private:
    [[nodiscard]] bool any(std::size_t slot) const {
        return std::any_of(sent_.by_slot[slot].begin(), sent_.by_slot[slot].end(),
                           [](Bytes b) { return b.raw() > 0; });
    }

    // What a rank sends to tier `tier` or farther.
    [[nodiscard]] Bytes beyond(std::size_t rank, std::size_t tier) const {
        Bytes bytes;
        for (std::size_t slot = first_tier_slot + tier; slot < sent_.by_slot.size(); ++slot)
            bytes += sent_.by_slot[slot][rank];
        return bytes;
    }

    void inside(LinkClass kind, std::size_t slot) {
        std::map<std::uint32_t, Place> places;
        const auto place_of = [&](GpuId gpu) -> Place& {
            const DomainKind& of = topology_.kind_of(topology_.place(gpu));
            Place& place = places[gpu.value()];
            place.capacity =
                kind == LinkClass::nvlink ? of.nvlink_per_gpu() : of.servers.gpu_to_cpu().bandwidth;
            return place;
        };
        for (std::uint32_t r = 0; r < placement_.gpu_of.size(); ++r)
            place_of(placement_.gpu_of[RankId(r)]).sent = sent_.by_slot[slot][r];
        if (kind == LinkClass::nvlink) {
            for (const auto& [gpu, bytes] : sent_.relayed) {
                Place& place = place_of(gpu);
                place.sent += bytes;
                place.relayed = bytes;
            }
        }
        tally(places, kind, 0, loads_);
        if (!loads_.empty() && loads_.back().kind == kind) name_busiest(places);
    }

    // Names are long to make: only the busiest gets one.
    void name_busiest(const std::map<std::uint32_t, Place>& places) {
        for (const auto& [gpu, place] : places) {
            if (place.sent != loads_.back().busiest || place.capacity != loads_.back().capacity) continue;
            loads_.back().busiest_name = gpu_name(topology_, GpuId(gpu));
            return;
        }
    }

    void nics() {
        std::map<std::uint32_t, Place> places;
        const auto place_of = [&](GpuId gpu) -> Place& {
            const GpuPlace at = topology_.place(gpu);
            const DomainKind& kind = topology_.kind_of(at);
            Place& place = places[at.server_id];
            place.capacity = kind.nics.bandwidth *
                             (kind.nics_per_server() / topology_.network().tiers[0].oversubscription);
            if (place.name.empty()) place.name = server_name(topology_, at);
            return place;
        };
        for (std::uint32_t r = 0; r < placement_.gpu_of.size(); ++r)
            place_of(placement_.gpu_of[RankId(r)]).sent += beyond(r, 0);
        for (const auto& [rank, bytes] : sent_.to_far_nic) place_of(placement_.gpu_of[rank]).sent -= bytes;
        for (const auto& [gpu, bytes] : sent_.by_far_nic) place_of(gpu).sent += bytes;
        tally(places, LinkClass::nics, 0, loads_);
    }

    void into(std::size_t tier) {
        const Network& network = topology_.network();
        double ratio = 1;
        for (std::size_t t = 0; t <= tier; ++t) ratio *= network.tiers[t].oversubscription;
        const auto rates = nic_rates_of_spans(finite(topology_, placement_), network.tiers[tier - 1]);
        std::map<std::uint32_t, Place> places;
        for (std::uint32_t r = 0; r < placement_.gpu_of.size(); ++r) {
            const GpuPlace at = topology_.place(placement_.gpu_of[RankId(r)]);
            const std::uint32_t span = topology_.span_of(at, network.tiers[tier - 1]);
            Place& place = places[span];
            place.sent += beyond(r, tier);
            if (span < rates.size()) place.capacity = rates[span] / ratio;
            if (place.name.empty()) place.name = "span " + std::to_string(span);
        }
        tally(places, LinkClass::into, tier, loads_);
    }

    const Topology& topology_;
    const Placement& placement_;
    SentBytes sent_;
    std::vector<LinkClassLoad> loads_;
};

}  // namespace

std::vector<LinkClassLoad> link_loads(const Topology& topology, const Layout& layout, const Volumes& volumes,
                                      const Placement& placement) {
    return Loads(topology, placement, sent_bytes(topology, layout, volumes, placement)).all();
}

}  // namespace railyard
