#include "railyard/topology/load.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "railyard/input/mapping.hpp"
#include "railyard/topology/load_domain.hpp"
#include "railyard/topology/names.hpp"
#include "railyard/topology/topology_keys.hpp"

namespace railyard {
namespace {

using input::Mapping;
using input::Node;
using input::Problems;

// The tier above a domain that is asked for by its own name. 2 us: two NIC passages and a few switches
// (hardware facts, a judgement and no measurement).
Network plain_network() {
    Network network;
    Tier tier;
    tier.name = "network";
    tier.latency = microseconds(2);
    network.tiers.push_back(tier);
    return network;
}

// "32 domains"
void read_span(const Mapping& keys, Tier& tier) {
    const auto text = keys.text("spans");
    if (!text) return;
    const std::size_t space = text->find(' ');
    const auto count = input::parse_whole(text->substr(0, space), 1, Topology::unlimited);
    if (const auto* complaint = std::get_if<input::Complaint>(&count)) {
        return keys.problem("spans", "spans: " + complaint->message, "write for example 32 domains");
    }
    tier.span = std::get<std::uint32_t>(count);
    std::string unit = space == std::string::npos ? "" : text->substr(text->find_first_not_of(' ', space));
    if (!unit.empty() && unit.back() != 's') unit += 's';
    const auto known = std::find(span_unit_names.begin(), span_unit_names.end(), unit);
    if (known == span_unit_names.end()) {
        return keys.problem("spans",
                            unit.empty() ? "the span '" + *text + "' has no unit"
                                         : "unknown unit in the span '" + *text + "'",
                            "domains, servers or gpus");
    }
    tier.unit = static_cast<SpanUnit>(known - span_unit_names.begin());
}

Tier read_tier(const Mapping& keys) {
    Tier tier;
    tier.name = keys.text("name").value_or("");
    tier.latency = keys.duration("latency").value_or(Seconds{});
    tier.oversubscription = keys.number("oversubscription").value_or(1);
    tier.switches = keys.whole("switches", 1, 1000000).value_or(0);
    tier.ports = keys.whole("ports", 1, 100000).value_or(0);
    tier.planes = keys.whole("planes", 1, 1000).value_or(1);
    read_span(keys, tier);
    constexpr double least = 0.01;
    constexpr double most = 1000;
    if (tier.oversubscription < least || tier.oversubscription > most) {
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

void check_nesting(const Mapping& keys, const Tier& lower, const Tier& upper,
                   const std::vector<DomainKind>& kinds) {
    std::optional<std::uint64_t> inner = lower.span;
    std::optional<std::uint64_t> outer = upper.span;
    if (lower.unit != upper.unit) {
        inner = gpus_of_span(lower, kinds);
        outer = gpus_of_span(upper, kinds);
    }
    if (!inner || !outer) {
        keys.problem("spans", "spans in different units need domains of one size",
                     "use the same unit in all tiers");
    } else if (*inner == 0 || *outer % *inner != 0 || *outer == *inner) {
        keys.problem("spans", "a span of " + upper.name + " must hold several whole spans of " + lower.name,
                     "tiers stand bottom up, and each span is a multiple of the one below");
    }
}

void check_bottom_switches(const Mapping& keys, const Network& network,
                           const std::vector<DomainKind>& kinds) {
    const Tier& tier = network.tiers.front();
    const std::uint64_t expected = std::uint64_t{network.rails} * tier.planes;
    if (tier.switches != 0 && tier.switches != expected) {
        keys.problem("switches",
                     "the bottom tier has one switch per rail and plane: " + std::to_string(network.rails) +
                         " x " + std::to_string(tier.planes) + " = " + std::to_string(expected) +
                         " in each span",
                     "a NIC joins one switch of its rail on each plane");
    }
    if (tier.ports == 0 || tier.span == 0 || tier.unit != SpanUnit::domains) return;
    std::uint64_t most = 0;
    for (const auto& kind : kinds) {
        most = std::max(most, std::uint64_t{kind.nics_per_server()} * kind.servers.count);
    }
    const std::uint64_t below = (most * tier.span + network.rails - 1) / network.rails;
    if (below > tier.ports) {
        keys.problems().note(keys.mark("ports"), std::to_string(below) + " NICs join each " + tier.name +
                                                     " switch, which has " + std::to_string(tier.ports) +
                                                     " ports");
    }
}

Network read_network(const Mapping& keys, const std::vector<DomainKind>& kinds) {
    Network network;
    network.rails = keys.whole("rails", 1, 4096).value_or(1);
    network.cross_rail = keys.choice<CrossRail>("cross_rail").value_or(CrossRail::pxn);
    const auto tiers = keys.sections("tiers");
    constexpr std::size_t most_tiers = 16;
    if (tiers.size() > most_tiers) {
        keys.problem("tiers", "there are more than 16 tiers");
        return network;
    }
    std::set<std::string> names;
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        network.tiers.push_back(read_tier(tiers[t]));
        const Tier& tier = network.tiers.back();
        const bool last = t + 1 == tiers.size();
        if (!tier.name.empty() && !names.insert(tier.name).second) {
            tiers[t].problem("name", "two tiers are called '" + tier.name + "'");
        }
        if (!last && !tiers[t].has("spans")) {
            tiers[t].problem("name",
                             "the tier '" + tier.name + "' needs 'spans': another tier stands above it",
                             "only the last tier spans everything");
        }
        if (last && tiers[t].has("spans")) {
            tiers[t].problem("spans", "the last tier spans everything: leave 'spans' out",
                             "or add the tier above it");
        }
        if (t == 0) continue;
        const Tier& lower = network.tiers[t - 1];
        if (!last && tier.span != 0 && lower.span != 0 && !kinds.empty())
            check_nesting(tiers[t], lower, tier, kinds);
        if (tier.latency < lower.latency) {
            tiers[t].problem("latency", "the latency of " + tier.name + " is below that of " + lower.name,
                             "it is that of the whole way through this tier");
        }
    }
    if (network.cross_rail == CrossRail::spine && tiers.size() < 2 && keys.has("cross_rail")) {
        keys.problem("cross_rail", "'cross_rail: spine' needs a second tier to go through");
    }
    if (!network.tiers.empty() && !kinds.empty()) check_bottom_switches(tiers.front(), network, kinds);
    return network;
}

class TopologyReader {
  public:
    TopologyReader(const input::Library& library, Problems& problems)
        : library_(library), problems_(problems) {}

    std::optional<Topology> read(const input::Document& document) {
        const Mapping root = root_mapping(document, topology_file_keys, problems_);
        if (!root.is_mapping()) return std::nullopt;
        parts_.name = root.text("topology").value_or("");
        parts_.about = root.text("about").value_or("");
        domains(root);
        if (const auto keys = root.section("network")) parts_.network = read_network(*keys, parts_.kinds);
        if (parts_.runs.empty() || !problems_.empty()) return std::nullopt;
        unavailable(root);
        return problems_.empty() ? std::optional<Topology>(std::move(parts_)) : std::nullopt;
    }

  private:
    void domains(const Mapping& root) {
        const auto items = root.sections("domains");
        if (root.has("domains") && items.empty() && problems_.empty()) {
            root.problem("domains", "the list of domains is empty", "- {use: hgx-h100, count: as needed}");
        }
        constexpr std::size_t most_runs = 1000;
        if (items.size() > most_runs) {
            return root.problem("domains", "the list has over 1000 items",
                                "domains of one kind that follow each other are one item with a count");
        }
        std::uint64_t gpus = 0;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Mapping& item = items[i];
            const bool as_needed = !item.has("count") || item.node("count")->text == "as needed";
            if (as_needed && i + 1 < items.size()) {
                item.problem("count", "only the last of the domains can be 'as needed'");
            }
            const std::uint32_t count = as_needed ? 1 : item.whole("count").value_or(1);
            const auto kind = kind_index(item);
            if (!kind) continue;
            gpus += std::uint64_t{count} * parts_.kinds[*kind].gpus();
            if (gpus >= Topology::unlimited) {
                item.problem("count", "this makes over two thousand million GPUs", "is the count right?");
                return;
            }
            parts_.runs.push_back({static_cast<std::uint32_t>(*kind), count});
            parts_.last_run_as_needed = as_needed;
        }
    }

    // A domain file that is named twice is one kind.
    std::optional<std::size_t> kind_index(const Mapping& item) {
        if (!item.text("use")) return std::nullopt;
        const Node* name = item.node("use");
        const auto known = std::find(uses_.begin(), uses_.end(), name->text);
        if (known != uses_.end()) return static_cast<std::size_t>(known - uses_.begin());
        const auto document = follow(library_, input::Shelf::domains, name, problems_);
        if (!document) return std::nullopt;
        DomainKind kind = read_domain(library_, *document, problems_);
        uses_.push_back(name->text);
        parts_.kinds.push_back(std::move(kind));
        return uses_.size() - 1;
    }

    void unavailable(const Mapping& root) {
        const Node* list = root.node("unavailable");
        if (!root.texts("unavailable")) return;
        const Topology all(parts_);
        const auto add = [&](const Node& item) {
            const auto found = parse_name(all, item.text);
            if (const auto* why = std::get_if<std::string>(&found)) return problems_.add(item.mark, *why);
            const auto range = std::get<GpuRange>(found);
            constexpr std::size_t most_unavailable = 1U << 22U;
            if (parts_.unavailable.size() + range.count > most_unavailable) {
                return problems_.add(item.mark, "over four million GPUs are unavailable",
                                     "leave their domains out");
            }
            for (std::uint32_t i = 0; i < range.count; ++i) {
                parts_.unavailable.emplace_back(range.first.value() + i);
            }
        };
        if (list->kind == input::NodeKind::scalar) return add(*list);
        for (const Node& item : list->items) add(item);
    }

    const input::Library& library_;
    Problems& problems_;
    TopologyParts parts_;
    std::vector<std::string> uses_;
};

LoadedTopology from_domain(const input::Library& library, const input::Document& document) {
    Problems problems;
    TopologyParts parts;
    parts.kinds.push_back(read_domain(library, document, problems));
    problems.throw_if_any();
    parts.name = parts.kinds.front().name;
    parts.about = parts.kinds.front().about;
    parts.runs.push_back({0, 1});
    parts.last_run_as_needed = true;
    parts.network = plain_network();
    return {Topology(std::move(parts)), problems.notes()};
}

}  // namespace

LoadedTopology load_topology(const input::Library& library, input::Document document) {
    if (document.root.find("domain") != nullptr && document.root.find("topology") == nullptr) {
        return from_domain(library, with_bases(library, input::Shelf::domains, std::move(document)));
    }
    const input::Document merged = with_bases(library, input::Shelf::topologies, std::move(document));
    Problems problems;
    auto topology = TopologyReader(library, problems).read(merged);
    problems.throw_if_any();
    return {std::move(*topology), problems.notes()};
}

LoadedTopology load_topology(const input::Library& library, std::string_view name,
                             const std::string& beside) {
    auto path = library.find(input::Shelf::topologies, name, beside);
    if (!path) path = library.find(input::Shelf::domains, name, beside);
    if (path) return load_topology(library, input::load_yaml(*path));
    // Neither: say so with the names of both shelves.
    auto names = library.names(input::Shelf::topologies);
    for (auto& domain : library.names(input::Shelf::domains)) names.push_back(std::move(domain));
    throw input::unknown_name("topology or domain", name, names);
}

DomainKind load_domain(const input::Library& library, std::string_view name, const std::string& beside) {
    Problems problems;
    const auto document = load_named(library, input::Shelf::domains, name, beside);
    DomainKind kind = read_domain(library, document, problems);
    problems.throw_if_any();
    return kind;
}

Gpu load_gpu(const input::Library& library, std::string_view name, const std::string& beside) {
    Problems problems;
    const auto document = load_named(library, input::Shelf::gpus, name, beside);
    Gpu gpu = read_gpu(document, problems);
    problems.throw_if_any();
    return gpu;
}

}  // namespace railyard
