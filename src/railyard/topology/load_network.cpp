#include "railyard/topology/load_network.hpp"

#include "railyard/topology/load_domain.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace railyard {
namespace {

using input::Mapping;

constexpr std::uint32_t most_rails = 4096;
constexpr std::uint32_t most_switches = 100000;  // per span
constexpr std::uint32_t most_ports = 100000;
constexpr std::uint32_t most_planes = 1000;
constexpr std::size_t most_tiers = 16;
constexpr double least_oversubscription = 0.01;
constexpr double most_oversubscription = 1000;

// "32 domains"
void read_span(const Mapping& keys, Tier& tier) {
    const auto text = keys.text("spans");
    if (!text) return;
    constexpr const char* example = "write for example 32 domains (or servers, or gpus)";
    const std::size_t digits = std::min(text->find(' '), text->size());
    const auto count = input::parse_whole(text->substr(0, digits), 1, Topology::unlimited);
    if (const auto* complaint = std::get_if<input::Complaint>(&count)) {
        return keys.problem("spans", "spans: " + complaint->message, example);
    }
    tier.span = std::get<std::uint32_t>(count);
    std::string unit = text->substr(std::min(text->find_first_not_of(' ', digits), text->size()));
    if (unit.empty()) return keys.problem("spans", "the span '" + *text + "' has no unit", example);
    if (unit.back() != 's') unit += 's';
    const auto* const known = std::find(span_unit_names.begin(), span_unit_names.end(), unit);
    if (known == span_unit_names.end()) {
        return keys.problem("spans", "unknown unit in the span '" + text->substr(0, 60) + "'", example);
    }
    tier.unit = static_cast<SpanUnit>(known - span_unit_names.begin());
}

Tier read_tier(const Mapping& keys) {
    Tier tier;
    tier.name = keys.text("name").value_or("");
    tier.latency = keys.duration("latency").value_or(Seconds{});
    tier.oversubscription = keys.number("oversubscription").value_or(1);
    tier.switches = keys.whole("switches", 1, most_switches).value_or(0);
    tier.ports = keys.whole("ports", 1, most_ports).value_or(0);
    tier.planes = keys.whole("planes", 1, most_planes).value_or(1);
    tier.switch_bill = read_bill(keys, "switch_");
    tier.cable_bill = read_bill(keys, "cable_");
    read_span(keys, tier);
    if (tier.oversubscription < least_oversubscription || tier.oversubscription > most_oversubscription) {
        keys.problem("oversubscription", "the oversubscription is out of range",
                     "bandwidth below over bandwidth into the tier, such as 7 for 1:7; 1 is non-blocking");
    }
    if (tier.name == "nvlink" || tier.name == "pcie" || tier.name == "wrap") {
        keys.problem("name", "a tier cannot be called '" + tier.name + "'",
                     "the word is taken by another reach");
    }
    return tier;
}

// How many GPUs a span holds, if that is the same everywhere.
std::optional<std::uint64_t> gpus_of_span(const Tier& tier, const std::vector<DomainKind>& kinds) {
    const DomainKind& first = kinds.front();
    for (const auto& kind : kinds) {
        if (tier.unit == SpanUnit::domains && kind.gpus() != first.gpus()) return std::nullopt;
        if (tier.unit == SpanUnit::servers && kind.servers.gpus != first.servers.gpus) return std::nullopt;
    }
    const std::uint64_t unit = tier.unit == SpanUnit::domains   ? first.gpus()
                               : tier.unit == SpanUnit::servers ? first.servers.gpus
                                                                : 1;
    return unit * tier.span;
}

class NetworkReader {
  public:
    NetworkReader(const Mapping& keys, const std::vector<DomainKind>& kinds,
                  const std::vector<DomainRun>& runs)
        : keys_(keys), tiers_(keys.sections("tiers")), kinds_(kinds), runs_(runs) {}

    Network read() {
        network_.rails = keys_.whole("rails", 1, most_rails).value_or(1);
        network_.cross_rail = keys_.choice<CrossRail>("cross_rail").value_or(CrossRail::pxn);
        if (tiers_.size() > most_tiers) {
            keys_.problem("tiers", "there are more than 16 tiers");
            return network_;
        }
        for (const Mapping& tier : tiers_) network_.tiers.push_back(read_tier(tier));
        for (std::size_t t = 0; t < tiers_.size(); ++t) {
            name(t);
            span(t);
            if (t > 0) above(t);
        }
        if (!tiers_.empty()) bottom();
        return network_;
    }

  private:
    void name(std::size_t t) {
        const std::string& name = network_.tiers[t].name;
        if (!name.empty() && !names_.insert(name).second) {
            tiers_[t].problem("name", "two tiers are called '" + name + "'");
        }
    }

    void span(std::size_t t) {
        const bool is_last = t + 1 == tiers_.size();
        if (!is_last && !tiers_[t].has("spans")) {
            tiers_[t].problem(
                "name",
                "the tier '" + network_.tiers[t].name + "' needs 'spans': another tier stands above it",
                "only the last tier spans everything");
        }
        if (is_last && tiers_[t].has("spans")) {
            tiers_[t].problem("spans", "the last tier spans everything: leave 'spans' out",
                              "or add the tier above it");
        }
        if (const auto gpus = server_that_is_cut(network_.tiers[t])) {
            tiers_[t].problem("spans",
                              "a span of " + std::to_string(network_.tiers[t].span) +
                                  " gpus ends inside a server of " + std::to_string(*gpus),
                              "the NICs of a server join the switches of one span");
        }
    }

    // The GPUs of a server that lies in two spans. Only spans counted in GPUs can do that.
    [[nodiscard]] std::optional<std::uint32_t> server_that_is_cut(const Tier& tier) const {
        if (tier.unit != SpanUnit::gpus || tier.span == 0) return std::nullopt;
        std::uint64_t begin = 0;
        for (const DomainRun& run : runs_) {
            const DomainKind& kind = kinds_[run.kind];
            const std::uint64_t end = begin + std::uint64_t{run.count} * kind.gpus();
            // Where spans end relative to servers repeats after as many spans as a server has GPUs.
            std::uint64_t border = (begin / tier.span + 1) * tier.span;
            const bool goes_on = &run == &runs_.back();  // perhaps as needed
            for (std::uint32_t i = 0; i < kind.servers.gpus && (goes_on || border < end); ++i) {
                if ((border - begin) % kind.servers.gpus != 0) return kind.servers.gpus;
                border += tier.span;
            }
            begin = end;
        }
        return std::nullopt;
    }

    // What a tier must be for the one below it.
    void above(std::size_t t) {
        const Tier& lower = network_.tiers[t - 1];
        const Tier& tier = network_.tiers[t];
        if (t + 1 < tiers_.size() && tier.span != 0 && lower.span != 0 && !kinds_.empty()) nesting(t);
        if (tier.latency < lower.latency) {
            tiers_[t].problem("latency", "the latency of " + tier.name + " is below that of " + lower.name,
                              "it is that of the whole way through this tier");
        }
        if (lower.planes % tier.planes != 0) {
            tiers_[t].problem("planes",
                              std::to_string(tier.planes) + " planes stand above " +
                                  std::to_string(lower.planes) + " in " + lower.name,
                              "planes can be joined further up, but not divided");
        }
        if (tier.switches != 0 && tier.switches % tier.planes != 0) {
            tiers_[t].problem("switches", std::to_string(tier.switches) +
                                              " switches cannot be dealt out to " +
                                              std::to_string(tier.planes) + " planes");
        }
    }

    void nesting(std::size_t t) {
        const Tier& lower = network_.tiers[t - 1];
        const Tier& tier = network_.tiers[t];
        std::optional<std::uint64_t> inner = lower.span;
        std::optional<std::uint64_t> outer = tier.span;
        if (lower.unit != tier.unit) {
            inner = gpus_of_span(lower, kinds_);
            outer = gpus_of_span(tier, kinds_);
        }
        if (!inner || !outer) {
            tiers_[t].problem("spans", "spans in different units need domains of one size",
                              "use the same unit in all tiers");
        } else if (*inner == 0 || *outer % *inner != 0 || *outer == *inner) {
            tiers_[t].problem("spans",
                              "a span of " + tier.name + " must hold several whole spans of " + lower.name,
                              "tiers stand bottom up, and each span is a multiple of the one below");
        }
    }

    void bottom() {
        const Tier& tier = network_.tiers.front();
        if (tiers_.size() == 1) rails_without_a_spine();
        const std::uint64_t expected = std::uint64_t{network_.rails} * tier.planes;
        if (tier.switches != 0 && tier.switches != expected) {
            tiers_.front().problem(
                "switches",
                "the bottom tier has one switch per rail and plane: " + std::to_string(network_.rails) +
                    " x " + std::to_string(tier.planes) + " = " + std::to_string(expected) + " in each span",
                "a NIC joins one switch of its rail on each plane; in a sweep, network.rails is zipped with "
                "network.tiers." +
                    tier.name + ".switches");
        }
        bottom_ports();
    }

    // Where nothing joins the rails further up, traffic must change rails over NVLink inside the servers.
    void rails_without_a_spine() {
        if (network_.rails == 1) return;
        if (network_.cross_rail == CrossRail::spine) {
            return keys_.problem("cross_rail", "'cross_rail: spine' needs a second tier to go through");
        }
        for (const DomainKind& kind : kinds_) {
            const std::uint32_t nics = kind.nics_per_server();
            const bool has_all_rails = nics / kind.servers.gpus >= network_.rails;
            if (nics <= 1 || has_all_rails || joins_its_rails(kind)) continue;
            keys_.problem("rails",
                          "nothing joins the rails of " + kind.name +
                              ": there is no second tier, and no NVLink between all GPUs of a server",
                          "add a tier above, or leave 'rails' out");
        }
    }

    [[nodiscard]] static bool joins_its_rails(const DomainKind& kind) {
        std::uint64_t end = 0;
        for (const std::uint32_t partition : kind.partitions) {
            end += partition;
            if (end % kind.servers.gpus != 0) return false;
        }
        return kind.servers.gpus == 1 || kind.scale_up.kind == ScaleUpKind::switched ||
               kind.scale_up.kind == ScaleUpKind::mesh;
    }

    void bottom_ports() {
        const Tier& tier = network_.tiers.front();
        if (tier.ports == 0 || tier.span == 0 || tier.unit == SpanUnit::gpus) return;
        std::uint64_t most = 0;
        for (const auto& kind : kinds_) {
            const std::uint32_t servers = tier.unit == SpanUnit::domains ? kind.servers.count : 1;
            most = std::max(most, std::uint64_t{kind.nics_per_server()} * servers);
        }
        const std::uint64_t below = (most * tier.span + network_.rails - 1) / network_.rails;
        if (below > tier.ports) {
            keys_.problems().note(tiers_.front().mark("ports"), std::to_string(below) + " NICs join each " +
                                                                    tier.name + " switch, which has " +
                                                                    std::to_string(tier.ports) + " ports");
        }
    }

    const Mapping& keys_;
    std::vector<Mapping> tiers_;
    const std::vector<DomainKind>& kinds_;
    const std::vector<DomainRun>& runs_;
    Network network_;
    std::set<std::string> names_;
};

}  // namespace

Network read_network(const Mapping& keys, const std::vector<DomainKind>& kinds,
                     const std::vector<DomainRun>& runs) {
    return NetworkReader(keys, kinds, runs).read();
}

}  // namespace railyard
