#include "railyard/placement/relays.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace railyard {
namespace {

bool share(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    for (std::size_t rail = 0; rail < a.size(); ++rail)
        if (a[rail] != 0 && b[rail] != 0) return true;
    return false;
}

// The rails of every rank's GPU. Where a domain lies within a span of the lowest tier, its kind tells them.
class RailsOfRanks {
  public:
    explicit RailsOfRanks(const Topology& topology) : topology_(topology), known_(topology.kinds().size()) {
        const Tier& bottom = topology.network().tiers.front();
        alike_ = bottom.unit == SpanUnit::domains || bottom.span == 0;
    }

    std::uint16_t class_of(const GpuPlace& place) {
        if (!alike_) return number(bottom_rails(topology_, place));
        auto& known = known_[place.kind];
        const auto [at, is_new] = known.try_emplace(place.local, 0);
        if (is_new) at->second = number(bottom_rails(topology_, place));
        return at->second;
    }

    std::vector<BottomRails> classes;

  private:
    std::uint16_t number(BottomRails rails) {
        const auto [at, is_new] = numbers_.try_emplace(rails, static_cast<std::uint16_t>(classes.size()));
        if (is_new) classes.push_back(std::move(rails));
        return at->second;
    }

    const Topology& topology_;
    bool alike_ = false;
    std::vector<std::map<std::uint32_t, std::uint16_t>> known_;  // [kind], by number in the domain
    std::map<BottomRails, std::uint16_t> numbers_;
};

}  // namespace

Relays::Relays(const Topology& topology, const Placement& placement)
    : topology_(topology), placement_(placement) {
    const Network& network = topology.network();
    if (network.rails == 1 || network.cross_rail != CrossRail::pxn || network.tiers.empty()) return;
    RailsOfRanks rails(topology);
    class_of_.reserve(placement.gpu_of.size());
    for (const GpuId gpu : placement.gpu_of) class_of_.push_back(rails.class_of(topology.place(gpu)));
    classes_ = std::move(rails.classes);
    for (const BottomRails& from : classes_) {
        for (const BottomRails& to : classes_) {
            ends_.push_back(share(from.own, to.own)       ? End::none
                            : share(from.reached, to.own) ? End::sender
                            : share(from.own, to.reached) ? End::receiver
                                                          : End::none);
        }
    }
    const bool is_relayed = std::any_of(ends_.begin(), ends_.end(), [](End end) { return end != End::none; });
    if (!is_relayed) class_of_.clear();
}

std::optional<Relay> Relays::of(RankId from, RankId to) {
    if (class_of_.empty()) return std::nullopt;
    const std::uint16_t a = class_of_[from.value()];
    const std::uint16_t b = class_of_[to.value()];
    const GpuId sender = placement_.gpu_of[from];
    switch (ends_[a * classes_.size() + b]) {
        case End::none:
            break;
        case End::sender:
            return Relay{sender, relay_for(from, b), sender};
        case End::receiver:
            return Relay{sender, sender, relay_for(to, a)};
    }
    return std::nullopt;
}

// The GPU through which `rank` reaches an own rail of class `other`.
GpuId Relays::relay_for(RankId rank, std::uint16_t other) {
    const auto [at, is_new] = found_.try_emplace({rank.value(), other});
    if (is_new) at->second = find_relay(rank, classes_[other].own);
    return at->second;
}

// One of its own server before others, then the lowest number.
GpuId Relays::find_relay(RankId rank, const std::vector<std::uint8_t>& wanted) const {
    const GpuPlace place = topology_.place(placement_.gpu_of[rank]);
    const Domain domain = topology_.domain(place.domain);
    const std::uint32_t first = domain.first_gpu.value();
    const std::uint32_t end = first + domain.gpus;
    const std::uint32_t server = place.gpu.value() - place.gpu_in_server;
    const std::uint32_t server_end = server + topology_.kind_of(place).servers.gpus;
    for (std::uint32_t gpu = std::max(first, server); gpu < std::min(end, server_end); ++gpu)
        if (relays_to(place, GpuId(gpu), wanted)) return GpuId(gpu);
    for (std::uint32_t gpu = first; gpu < end; ++gpu)
        if (relays_to(place, GpuId(gpu), wanted)) return GpuId(gpu);
    throw std::logic_error("no GPU to relay over");
}

bool Relays::relays_to(const GpuPlace& place, GpuId gpu, const std::vector<std::uint8_t>& wanted) const {
    if (gpu == place.gpu || reach_between(topology_, place.gpu, gpu) != Reach::nvlink()) return false;
    const GpuPlace relay = topology_.place(gpu);
    const Tier& bottom = topology_.network().tiers.front();
    return topology_.span_of(relay, bottom) == topology_.span_of(place, bottom) &&
           share(own_rails(topology_, relay), wanted);
}

}  // namespace railyard
