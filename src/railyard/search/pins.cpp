#include "railyard/search/pins.hpp"

#include <algorithm>
#include <charconv>

#include "railyard/base/suggest.hpp"

namespace railyard::search {
namespace {

std::vector<std::string> reach_words(const Topology& topology) {
    std::vector<std::string> words = {"nvlink", "network"};
    for (const Tier& tier : topology.network().tiers)
        if (tier.name != "network") words.push_back(tier.name);
    return words;
}

std::optional<Dimension> dimension_named(std::string_view text) {
    const auto at = std::find(dimension_names.begin(), dimension_names.end(), text);
    if (at == dimension_names.end()) return std::nullopt;
    return static_cast<Dimension>(at - dimension_names.begin());
}

// "64", "8 servers" (as many ranks as that many servers of the first kind have GPUs).
std::optional<std::uint32_t> number_of_ranks(std::string_view text, const Topology& topology) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number == 0 || number > Topology::unlimited) return std::nullopt;
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit.empty() || unit == " ranks") return number;
    const DomainKind& kind = topology.kinds()[topology.runs().front().kind];
    if (unit != " servers" && unit != " server" && unit != " " + kind.server_word &&
        unit != " " + kind.server_word + "s")
        return std::nullopt;
    const std::uint64_t ranks = std::uint64_t{number} * kind.servers.gpus;
    if (ranks > Topology::unlimited) return std::nullopt;
    return static_cast<std::uint32_t>(ranks);
}

// Nothing, or that the words of a pin stand where they may.
std::optional<PinProblem> set_what(Pin& pin, std::string_view what, const Topology& topology) {
    if (const auto dimension = dimension_named(what)) {
        pin.dimension = *dimension;
        return std::nullopt;
    }
    if (what == "job") {
        pin.what = Pin::What::job;
        return std::nullopt;
    }
    if (const auto ranks = number_of_ranks(what, topology)) {
        pin.what = Pin::What::ranks;
        pin.ranks = *ranks;
        return std::nullopt;
    }
    return PinProblem{"'" + std::string(what) + "' cannot be pinned",
                      "pin a dimension (tp, cp, pp, dp, ep, etp, edp), job, or so many ranks (64, '8 "
                      "servers')"};
}

std::optional<PinProblem> set_reach(Pin& pin, std::string_view reach, const Topology& topology) {
    if (reach == "nvlink") {
        pin.reach = Reach::nvlink();
        return std::nullopt;
    }
    const auto& tiers = topology.network().tiers;
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        // A single tier called `network` is what --on DOMAIN makes: everything is within it.
        if (tiers[t].name == reach && reach != "network") {
            pin.reach = Reach::tier(t);
            return std::nullopt;
        }
    }
    if (reach == "network" && pin.what == Pin::What::dimension) {
        pin.off_nvlink = true;
        return std::nullopt;
    }
    if (reach == "network")
        return PinProblem{"'" + pin.text + "' says nothing: only a dimension can be pinned to the network",
                          "give the reach that it must not exceed: nvlink, or a tier"};
    return PinProblem{"unknown reach '" + std::string(reach) + "' of '" + pin.text + "'",
                      suggestion(reach, reach_words(topology))};
}

bool farther(const HopCount& hops, Reach most) {
    if (hops.unreachable > 0) return true;
    if (hops.pcie > 0 && most < Reach::pcie()) return true;
    for (std::size_t t = 0; t < hops.tiers.size(); ++t)
        if (hops.tiers[t] > 0 && Reach::tier(t) > most) return true;
    return false;
}

bool keeps_dimension(const Pin& pin, const std::vector<DimensionHops>& hops) {
    for (const DimensionHops& own : hops) {
        if (own.dimension != pin.dimension) continue;
        if (pin.off_nvlink) return own.hops.nvlink == 0;
        return !farther(own.hops, pin.reach);
    }
    return true;  // one member: no hops
}

// Whether the GPUs of some consecutive ranks lie within one domain, or one span of a tier.
bool together(const Topology& topology, const Placement& placement, std::uint32_t first, std::uint32_t count,
              Reach most) {
    const GpuPlace start = topology.place(placement.gpu_of[RankId(first)]);
    for (std::uint32_t r = first + 1; r < first + count; ++r) {
        const GpuPlace place = topology.place(placement.gpu_of[RankId(r)]);
        if (place.domain == start.domain) continue;
        if (!most.is_network()) return false;
        const Tier& tier = topology.network().tiers[most.tier()];
        if (topology.span_of(place, tier) != topology.span_of(start, tier)) return false;
    }
    return true;
}

}  // namespace

std::variant<Pin, PinProblem> parse_pin(std::string_view text, PinStrength strength,
                                        const Topology& topology) {
    Pin pin;
    pin.strength = strength;
    pin.text = text;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return PinProblem{"'" + pin.text + "' is not WHAT=REACH",
                          "such as ep=nvlink or job=" + (topology.network().tiers.empty()
                                                             ? std::string("nvlink")
                                                             : topology.network().tiers.back().name)};
    if (auto problem = set_what(pin, text.substr(0, equals), topology)) return *problem;
    if (auto problem = set_reach(pin, text.substr(equals + 1), topology)) return *problem;
    return pin;
}

bool keeps(const Pin& pin, const std::vector<DimensionHops>& hops, const Topology& topology,
           const Placement& placement) {
    if (pin.what == Pin::What::dimension) return keeps_dimension(pin, hops);
    const auto ranks = static_cast<std::uint32_t>(placement.gpu_of.size());
    const std::uint32_t run = pin.what == Pin::What::job ? ranks : std::min(ranks, pin.ranks);
    for (std::uint32_t first = 0; first < ranks; first += run) {
        if (!together(topology, placement, first, std::min(run, ranks - first), pin.reach)) return false;
    }
    return true;
}

PinCheck check_pins(const std::vector<Pin>& pins, const Topology& topology, const Placement& placement,
                    const std::vector<DimensionHops>& hops) {
    PinCheck check;
    for (const Pin& pin : pins) {
        const bool kept = keeps(pin, hops, topology, placement);
        check.kept.push_back(kept);
        if (!kept) ++(pin.strength == PinStrength::required ? check.required_broken : check.preferred_broken);
    }
    return check;
}

}  // namespace railyard::search
