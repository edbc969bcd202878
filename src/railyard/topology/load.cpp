#include "railyard/topology/load.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "railyard/input/mapping.hpp"
#include "railyard/topology/load_domain.hpp"
#include "railyard/topology/load_network.hpp"
#include "railyard/topology/load_written.hpp"
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

// A domain with the keys that were set from outside.
DomainKind read_set_domain(const input::Library& library, input::Document document, Problems& problems,
                           const TopologySettings& settings) {
    const auto before = settings.domain.empty() ? std::nullopt : std::optional(document);
    apply_settings(document, settings.domain, problems);
    if (before) scale_effective_rates(*before, settings.domain, document);
    DomainKind kind = read_domain(library, document, problems, settings.gpu);
    if (before) note_written_gpus(*before, settings.domain, kind);
    return kind;
}

class TopologyReader {
  public:
    TopologyReader(const input::Library& library, Problems& problems, const TopologySettings& settings)
        : library_(library), problems_(problems), settings_(settings) {}

    std::optional<Topology> read(input::Document document) {
        const auto before = settings_.topology.empty() ? std::nullopt : std::optional(document);
        apply_settings(document, settings_.topology, problems_);
        const Mapping root = root_mapping(document, topology_file_keys, problems_);
        if (!root.is_mapping()) return std::nullopt;
        parts_.name = root.text("topology").value_or("");
        parts_.about = root.text("about").value_or("");
        domains(root);
        if (const auto keys = root.section("network"))
            parts_.network = read_network(*keys, parts_.kinds, parts_.runs);
        if (before) note_written_ratios(*before, settings_.topology, parts_.network);
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
                item.problem("count",
                             item.has("count") ? "only the last of the domains can be 'as needed'"
                                               : "the key 'count' is missing: another kind of domain follows",
                             "count: a whole number of domains");
            }
            const std::uint32_t count = as_needed ? 1 : count_of(item);
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

    static std::uint32_t count_of(const Mapping& item) {
        const auto number = input::parse_whole(item.node("count")->text, 1, Topology::unlimited);
        if (const auto* complaint = std::get_if<input::Complaint>(&number)) {
            item.problem("count", "count: " + complaint->message, "a whole number, or 'as needed'");
            return 1;
        }
        return std::get<std::uint32_t>(number);
    }

    // A domain file that is named twice is one kind.
    std::optional<std::size_t> kind_index(const Mapping& item) {
        const Node* name = item.node("use");
        const bool is_itself = name != nullptr && name->kind == input::NodeKind::mapping;
        if (!is_itself && !item.text("use")) return std::nullopt;
        const auto known = is_itself ? uses_.end() : std::find(uses_.begin(), uses_.end(), name->text);
        if (known != uses_.end()) return static_cast<std::size_t>(known - uses_.begin());
        auto document = follow(library_, input::Shelf::domains, name, problems_);
        if (!document) return std::nullopt;
        DomainKind kind = read_set_domain(library_, *std::move(document), problems_, settings_);
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
    const TopologySettings& settings_;
    TopologyParts parts_;
    std::vector<std::string> uses_;
};

struct AnotherKind {
    std::string_view key;
    std::string_view word;
    std::string_view hint;
};
// In this order: a layout has the key `model` too.
constexpr std::array<AnotherKind, 4> other_kinds = {
    {{"sweep", "sweep", "railyard sweep SWEEP"},
     {"layout", "layout", "railyard place LAYOUT --on TOPOLOGY"},
     {"model", "model", "a layout names its model"},
     {"gpu", "GPU", "a domain names its GPU; railyard init domain writes one to begin with"}}};

// A file of another kind is one mistake, not one for each of its keys.
void refuse_another_kind(const input::Document& document) {
    for (const AnotherKind& kind : other_kinds) {
        const input::Entry* found = document.root.find(kind.key);
        if (found == nullptr) continue;
        Problems problems;
        problems.add(found->key_mark, "this is a " + std::string(kind.word) + " file, not a topology",
                     std::string(kind.hint));
        problems.throw_if_any();
    }
}

LoadedTopology from_domain(const input::Library& library, input::Document document,
                           const TopologySettings& settings) {
    Problems problems;
    TopologyParts parts;
    for (const auto& setting : settings.topology) {
        problems.add(setting.key_mark,
                     "'" + setting.path + "' is a key of topologies, and this is on a domain by itself",
                     "name a topology that has it, or write one: railyard init topology");
    }
    parts.kinds.push_back(read_set_domain(library, std::move(document), problems, settings));
    problems.throw_if_any();
    parts.name = parts.kinds.front().name;
    parts.about = parts.kinds.front().about;
    parts.runs.push_back({0, 1});
    parts.last_run_as_needed = true;
    parts.network = plain_network();
    return {Topology(std::move(parts)), problems.notes(), NamedFile::domain};
}

}  // namespace

LoadedTopology load_topology(const input::Library& library, input::Document document,
                             const TopologySettings& settings) {
    if (document.root.find("domain") != nullptr && document.root.find("topology") == nullptr) {
        return from_domain(library, with_bases(library, input::Shelf::domains, std::move(document)),
                           settings);
    }
    if (document.root.find("topology") == nullptr) refuse_another_kind(document);
    input::Document merged = with_bases(library, input::Shelf::topologies, std::move(document));
    Problems problems;
    auto topology = TopologyReader(library, problems, settings).read(std::move(merged));
    problems.throw_if_any();
    return {std::move(*topology), problems.notes(), NamedFile::topology};
}

LoadedTopology load_topology(const input::Library& library, std::string_view name, const std::string& beside,
                             const TopologySettings& settings) {
    auto path = library.find(input::Shelf::topologies, name, beside);
    if (!path) path = library.find(input::Shelf::domains, name, beside);
    if (path) return load_topology(library, input::load_yaml(*path), settings);
    // Neither: say so with the names of both shelves.
    auto names = library.names(input::Shelf::topologies);
    for (auto& domain : library.names(input::Shelf::domains)) names.push_back(std::move(domain));
    throw input::unknown_name(library, "topology or domain", name, names);
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
