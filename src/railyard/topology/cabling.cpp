#include "railyard/topology/cabling.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

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
    const SpanNics found = nics_of(topology, span);
    return {found.nics * topology.network().tiers[0].planes, found.rails};
}

// So many spans of a tier that are alike.
struct Spans {
    std::uint64_t count = 0;
    Below below;               // each
    std::vector<Spans> lower;  // in each, of the tier below
};

std::uint64_t servers_of(const SpanGroup& span) {
    std::uint64_t servers = 0;
    for (const ServersOfKind& part : span.holds) servers += part.servers;
    return servers;
}

// The spans of the tier below that lie in each span of a tier, in turn: spans nest.
class LowerSpans {
  public:
    LowerSpans(const Topology& topology, const std::vector<SpanGroup>& groups)
        : topology_(topology), groups_(groups) {}

    // Those of one span of so many servers.
    std::vector<Spans> next(std::uint64_t servers) {
        std::vector<Spans> found;
        while (servers > 0 && at_ < groups_.size()) {
            const std::uint64_t of_each = std::max<std::uint64_t>(1, servers_of(groups_[at_]));
            const std::uint64_t count = std::min(left(), (servers + of_each - 1) / of_each);
            found.push_back({count, below_of(topology_, groups_[at_]), {}});
            servers -= std::min(servers, count * of_each);
            take(count);
        }
        return found;
    }
    // How many more spans have what next() found for the one before, up to `most`; those are taken.
    std::uint64_t again(const std::vector<Spans>& found, std::uint64_t most) {
        if (found.size() != 1 || taken_ == 0) return 0;
        const std::uint64_t more = std::min(most, left() / found[0].count);
        take(more * found[0].count);
        return more;
    }

  private:
    [[nodiscard]] std::uint64_t left() const { return groups_[at_].count - taken_; }
    void take(std::uint64_t count) {
        taken_ += count;
        if (taken_ < groups_[at_].count) return;
        taken_ = 0;
        ++at_;
    }

    const Topology& topology_;
    const std::vector<SpanGroup>& groups_;
    std::size_t at_ = 0;       // the group that the next one is of
    std::uint64_t taken_ = 0;  // of that group
};

std::vector<Spans> spans_over(const Topology& topology, const std::vector<SpanGroup>& spans,
                              const std::vector<SpanGroup>& lower) {
    std::vector<Spans> all;
    LowerSpans below(topology, lower);
    for (const SpanGroup& group : spans) {
        for (std::uint64_t done = 0; done < group.count;) {
            std::vector<Spans> found = below.next(servers_of(group));
            const std::uint64_t alike = 1 + below.again(found, group.count - done - 1);
            all.push_back({alike, below_of(topology, group), std::move(found)});
            done += alike;
        }
    }
    return all;
}

// Cables into a span: from each span below as many as leave it, or those of its NICs.
std::uint64_t cables_down(const Network& network, std::size_t tier, const Spans& span, Ratios ratios) {
    if (tier == 0) return span.below.cables;
    std::uint64_t cables = 0;
    for (const Spans& lower : span.lower)
        cables += lower.count *
                  rounded_up(static_cast<double>(lower.below.cables) / thinned_up_to(network, tier, ratios));
    return cables;
}

// Cables of a span: from below, and up where a tier stands above.
std::uint64_t joined(const Network& network, std::size_t tier, const Spans& span, Ratios ratios) {
    const std::uint64_t down = cables_down(network, tier, span, ratios);
    if (tier + 1 == network.tiers.size()) return down;
    return down +
           rounded_up(static_cast<double>(span.below.cables) / thinned_up_to(network, tier + 1, ratios));
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

    void add(const Spans& spans) {
        result_.cables += spans.count * cables_down(network_, tier_, spans, Ratios::now);
        if (spans.below.cables > 0) result_.switches += spans.count * of_span(spans);
    }
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
    [[nodiscard]] std::uint64_t given_for(const Spans& span, std::uint64_t now) const {
        const Tier& own = network_.tiers[tier_];
        if (tier_ == 0) return span.below.rails * own.planes;
        if (!is_thinned()) return own.switches;
        const std::uint64_t written = joined(network_, tier_, span, Ratios::written);
        return rounded_up(static_cast<double>(own.switches) * static_cast<double>(now) /
                          static_cast<double>(written));
    }

    [[nodiscard]] std::uint64_t of_span(const Spans& span) {
        const Tier& own = network_.tiers[tier_];
        const std::uint64_t now = joined(network_, tier_, span, Ratios::now);
        const std::uint64_t at_least = tier_ == 0 ? span.below.rails * own.planes : 1;
        switch (result_.from) {
            case SwitchesFrom::file:
            case SwitchesFrom::thinned:
            case SwitchesFrom::overfull: {
                const std::uint64_t given = given_for(span, now);
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
        std::vector<SpanGroup> groups = span_groups(topology, network.tiers[t]);
        for (const Spans& spans : spans_over(topology, groups, lower)) count.add(spans);
        tiers.push_back(count.result());
        lower = std::move(groups);
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
