#include "railyard/topology/cabling.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "railyard/topology/spans.hpp"

namespace railyard {
namespace {

enum class Ratios { now, written };

// Oversubscriptions up to a tier, multiplied.
double thinned_up_to(const Network& network, std::size_t tier, Ratios ratios) {
    double product = 1;
    for (std::size_t t = 0; t <= tier; ++t) {
        const Tier& one = network.tiers[t];
        const bool written = ratios == Ratios::written && one.written_oversubscription > 0;
        product *= written ? one.written_oversubscription : one.oversubscription;
    }
    return product;
}

std::uint64_t rounded_up(double number) {
    // 1024 / 0.1 / 10 is no more than 1024.
    return static_cast<std::uint64_t>(std::ceil(number * (1 - 1e-12)));
}

// The NICs of a span, counted once for each plane, and the rails that they join.
struct Below {
    std::uint64_t cables = 0;
    std::uint64_t rails = 0;
};

Below below_of(const Topology& topology, const SpanGroup& span) {
    Below below;
    for (const ServersOfKind& part : span.holds) {
        const std::uint64_t nics = topology.kinds()[part.kind].nics_per_server();
        below.cables += nics * part.servers * topology.network().tiers[0].planes;
        below.rails = std::max(below.rails, std::min<std::uint64_t>(nics, topology.network().rails));
    }
    return below;
}

// Cables of a span: from below, and up where a tier stands above.
std::uint64_t joined(const Network& network, std::size_t tier, std::uint64_t cables, Ratios ratios) {
    const auto number = static_cast<double>(cables);
    const std::uint64_t down = tier == 0 ? cables : rounded_up(number / thinned_up_to(network, tier, ratios));
    const bool is_last = tier + 1 == network.tiers.size();
    return down + (is_last ? 0 : rounded_up(number / thinned_up_to(network, tier + 1, ratios)));
}

// The nearest tier that says its ports: itself, one below, one above.
std::optional<std::size_t> ports_for(const Network& network, std::size_t tier) {
    for (std::size_t t = tier + 1; t-- > 0;)
        if (network.tiers[t].ports > 0) return t;
    for (std::size_t t = tier + 1; t < network.tiers.size(); ++t)
        if (network.tiers[t].ports > 0) return t;
    return std::nullopt;
}

class SwitchCount {
  public:
    SwitchCount(const Network& network, std::size_t tier) : network_(network), tier_(tier) {
        const Tier& own = network.tiers[tier];
        const auto ports = ports_for(network, tier);
        if (own.switches > 0) {
            result_.from = is_thinned() ? SwitchesFrom::thinned : SwitchesFrom::file;
        } else if (!ports) {
            result_.from = SwitchesFrom::nothing;
        } else {
            result_.from = *ports == tier ? SwitchesFrom::ports : SwitchesFrom::other_ports;
            result_.ports_of = *ports;
        }
    }

    // Of so many spans that are alike.
    void add(std::uint64_t spans, const Below& below) {
        if (below.cables > 0) result_.switches += spans * of_span(below);
    }
    void add_cables(std::uint64_t cables) { result_.cables += cables; }
    [[nodiscard]] const TierCabling& result() const { return result_; }

  private:
    // At the bottom every NIC needs the switch of its rail.
    [[nodiscard]] bool is_thinned() const {
        if (tier_ == 0 || network_.tiers[tier_].switches_set_by == SetBy::outside) return false;
        const std::size_t last = std::min(tier_ + 1, network_.tiers.size() - 1);
        return std::any_of(network_.tiers.begin(),
                           network_.tiers.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                           [](const Tier& tier) { return tier.written_oversubscription > 0; });
    }

    // The cables of a rail and plane are joined to switches of their own at the bottom.
    static std::uint64_t by_ports(std::uint64_t cables, std::uint64_t apart, std::uint64_t ports) {
        const std::uint64_t of_each = (cables + apart - 1) / apart;
        return apart * ((of_each + ports - 1) / ports);
    }

    // `switches` of the file, or as many of them as an oversubscription set from outside leaves.
    [[nodiscard]] std::uint64_t given_for(const Below& below, std::uint64_t now) const {
        const Tier& own = network_.tiers[tier_];
        if (tier_ == 0) return below.rails * own.planes;
        if (!is_thinned()) return own.switches;
        const std::uint64_t written = joined(network_, tier_, below.cables, Ratios::written);
        return rounded_up(static_cast<double>(own.switches) * static_cast<double>(now) /
                          static_cast<double>(written));
    }

    [[nodiscard]] std::uint64_t of_span(const Below& below) {
        const Tier& own = network_.tiers[tier_];
        const std::uint64_t now = joined(network_, tier_, below.cables, Ratios::now);
        const std::uint64_t at_least = tier_ == 0 ? below.rails * own.planes : 1;
        switch (result_.from) {
            case SwitchesFrom::file:
            case SwitchesFrom::thinned:
            case SwitchesFrom::overfull: {
                const std::uint64_t given = given_for(below, now);
                if (own.ports == 0 || by_ports(now, at_least, own.ports) <= given) return given;
                result_.from = SwitchesFrom::overfull;
                return by_ports(now, at_least, own.ports);
            }
            case SwitchesFrom::ports:
            case SwitchesFrom::other_ports:
                return by_ports(now, at_least, network_.tiers[result_.ports_of].ports);
            case SwitchesFrom::nothing:
                return 0;
        }
        return 0;
    }

    const Network& network_;
    std::size_t tier_;
    TierCabling result_;
};

}  // namespace

std::vector<TierCabling> cabling_of(const Topology& topology) {
    const Network& network = topology.network();
    std::vector<TierCabling> tiers;
    std::vector<SpanGroup> lower;
    for (std::size_t t = 0; t < network.tiers.size(); ++t) {
        SwitchCount count(network, t);
        const std::vector<SpanGroup> spans = span_groups(topology, network.tiers[t]);
        for (const SpanGroup& span : spans) count.add(span.count, below_of(topology, span));
        // Cables into a tier leave the spans of the one below.
        for (const SpanGroup& span : t == 0 ? spans : lower) {
            const std::uint64_t cables = below_of(topology, span).cables;
            count.add_cables(span.count * (t == 0 ? cables
                                                  : rounded_up(static_cast<double>(cables) /
                                                               thinned_up_to(network, t, Ratios::now))));
        }
        tiers.push_back(count.result());
        lower = spans;
    }
    return tiers;
}

std::uint32_t nvswitches_of(const DomainKind& kind) {
    const ScaleUp& up = kind.scale_up;
    if (up.written_for_gpus == 0) return up.switches;
    const std::uint64_t wanted = std::uint64_t{up.switches} * kind.gpus();
    return static_cast<std::uint32_t>((wanted + up.written_for_gpus - 1) / up.written_for_gpus);
}

}  // namespace railyard
