#include <fmt/format.h>

#include <algorithm>

#include "railyard/output/memory_report.hpp"
#include "railyard/output/show_report.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::output {
namespace {

constexpr std::size_t most_names = 12;  // of what is unavailable

const DomainKind& kind_of(const ShowReport& report, const KindOverview& kind) {
    return report.shown.topology.kinds()[kind.kind];
}

// Kinds that the shown part has any of.
std::vector<KindOverview> present_kinds(const ShowReport& report) {
    std::vector<KindOverview> kinds;
    std::copy_if(report.overview.kinds.begin(), report.overview.kinds.end(), std::back_inserter(kinds),
                 [](const KindOverview& kind) { return kind.physical > 0; });
    return kinds;
}

// "128 boxes", or "72 domains" where kinds have words of their own.
std::string domains_text(const ShowReport& report) {
    const auto kinds = present_kinds(report);
    const std::string& word = kind_of(report, kinds.front()).domain_word;
    const bool is_one_word = std::all_of(kinds.begin(), kinds.end(), [&](const KindOverview& kind) {
        return kind_of(report, kind).domain_word == word;
    });
    return counted(report.overview.physical, is_one_word ? word : "domain");
}

std::string size_text(const ShowReport& report) {
    const Shown& shown = report.shown;
    const std::string domains = domains_text(report);
    switch (shown.size) {
        case ShownSize::all:
            return "";
        case ShownSize::asked_for:
            return "Has as many domains as a job needs; shown with " + domains + ".\n";
        case ShownSize::full_span:
            return fmt::format(
                "Has as many domains as a job needs; shown with {}, a full span of {} (or --domains N).\n",
                domains, shown.topology.network().tiers[shown.tier].name);
        case ShownSize::one_domain:
            return "Has as many domains as a job needs; shown with " + domains + " (or --domains N).\n";
        case ShownSize::domain_alone:
            return "One domain alone (--domains N: N of them, under the network that --on puts above).\n";
    }
    return "";
}

std::string peaks_text(const Gpu& gpu) {
    std::string text;
    for (std::size_t p = 0; p < precision_count; ++p) {
        if (!gpu.peak[p]) continue;
        const double teraflops = *gpu.peak[p] / teraflops_per_second(1);
        text += fmt::format("{}{} {:g}", text.empty() ? "" : ", ", precision_names[p], teraflops);
    }
    return text.empty() ? "not given" : text + " TFLOP/s";
}

std::string nics_text(const DomainKind& kind) {
    const Nics& nics = kind.nics;
    if (nics.count == 0) return "none, so there is no way out";
    std::string text = nics.sharing == NicSharing::per_gpu
                           ? fmt::format("{} for each GPU", nics.count)
                           : fmt::format("{} for the {} of a {}", nics.count,
                                         counted(kind.servers.gpus, "GPU"), kind.server_word);
    text +=
        fmt::format(", {:g} Gb/s = {} each", nics.bandwidth / gigabits_per_second(1), human(nics.bandwidth));
    return nics.model.empty() ? text : text + " (" + nics.model + ")";
}

std::string nvlink_domains_text(const KindOverview& overview, const DomainKind& kind) {
    if (kind.scale_up.kind == ScaleUpKind::none) return "none: PCIe inside";
    std::string text = "one in each " + kind.domain_word;
    if (!kind.partitions.empty()) {
        std::string sizes;
        for (const std::uint32_t gpus : kind.partitions) {
            sizes += (sizes.empty() ? "" : ", ") + std::to_string(gpus);
        }
        text = fmt::format("{} in each {}", counted(kind.partitions.size(), "partition"), kind.domain_word);
        if (sizes.size() <= 40) text += " (" + sizes + " GPUs)";
    }
    const bool has_bisection = overview.bisection && overview.bisection->raw() > 0;
    return has_bisection ? text + ", bisection " + human(*overview.bisection) : text;
}

std::string kind_text(const ShowReport& report, const KindOverview& overview, Colour colour) {
    const DomainKind& kind = kind_of(report, overview);
    const std::string servers =
        kind.servers.count == 1 ? "" : counted(kind.servers.count, kind.server_word) + " with ";
    std::string text = bold(kind.name, colour) +
                       fmt::format(": {} of {}{}{}", counted(overview.physical, kind.domain_word), servers,
                                   counted(kind.servers.gpus, "GPU"), kind.servers.count == 1 ? "" : " each");
    text += fmt::format(": {}, {}\n", counted(overview.parts.servers * overview.physical, kind.server_word),
                        counted(overview.parts.gpus * overview.physical, "GPU"));
    text += fmt::format("  {:<16}", std::string(link_word(kind)) + " domains") +
            nvlink_domains_text(overview, kind) + "\n";
    text += fmt::format("  GPU             {}, {} at {}\n", kind.gpu.name, human_binary(kind.gpu.memory),
                        human(kind.gpu.memory_bandwidth));
    text += "  dense peak      " + peaks_text(kind.gpu) + "\n";
    return text + "  NICs            " + nics_text(kind) + "\n";
}

std::string range(BytesPerSecond least, BytesPerSecond most) {
    return least == most ? human(most) : human(least) + " to " + human(most);
}

std::string rates_table(const ShowReport& report) {
    const auto kinds = present_kinds(report);
    TextTable table({{"per direction", Align::left},
                     {kinds.size() > 1 ? "domain" : "", Align::left},
                     {"a pair alone"},
                     {"each when all send"},
                     {"software plans with"},
                     {"latency"}});
    for (const KindOverview& kind : kinds) {
        for (const ReachRates& rates : kind.reaches) {
            table.add({reach_label(report.shown.topology, rates),
                       kinds.size() > 1 ? kind_of(report, kind).name : "",
                       range(rates.pair_least, rates.pair_most), human(rates.per_gpu),
                       rates.per_gpu_planned ? human(*rates.per_gpu_planned) : "-", human(rates.latency)});
        }
    }
    return table.text();
}

std::string span_text(const Tier& tier) {
    if (tier.span == 0) return "everything";
    std::string unit(span_unit_names[static_cast<std::size_t>(tier.unit)]);
    if (tier.unit == SpanUnit::gpus) return grouped(tier.span) + (tier.span == 1 ? " GPU" : " GPUs");
    unit.pop_back();
    return counted(tier.span, unit);
}

std::string switches_text(const TierOverview& overview) {
    const std::string number = grouped(overview.parts.switches) + (overview.shape.given ? "" : " logical");
    return overview.shape.planes == 1 ? number : number + fmt::format(", {} planes", overview.shape.planes);
}

std::string tiers_text(const ShowReport& report) {
    const Network& network = report.shown.topology.network();
    if (network.tiers.empty()) {
        return report.shown.size == ShownSize::domain_alone ? ""
                                                            : "No network: a job cannot leave its domain.\n";
    }
    TextTable table({{"tier", Align::left},
                     {"one span", Align::left},
                     {"spans"},
                     {"switches"},
                     {"oversubscription"},
                     {"bisection, first span"}});
    for (std::size_t t = 0; t < network.tiers.size(); ++t) {
        const TierOverview& overview = report.overview.tiers[t];
        const double ratio = network.tiers[t].oversubscription;
        table.add({network.tiers[t].name, span_text(network.tiers[t]), grouped(overview.parts.spans),
                   switches_text(overview), ratio == 1 ? "none" : fmt::format("{:g} : 1", ratio),
                   human(overview.bisection)});
    }
    std::string text = table.text();
    const bool has_logical = std::any_of(report.overview.tiers.begin(), report.overview.tiers.end(),
                                         [](const TierOverview& tier) { return !tier.shape.given; });
    if (has_logical) text += "logical: the file does not say how many switches there are\n";
    if (network.rails > 1) {
        text +=
            fmt::format("{} rails, crossed {}\n", network.rails,
                        network.cross_rail == CrossRail::pxn
                            ? fmt::format("over {} inside a domain (pxn)", link_word(report.shown.topology))
                            : "through the second tier (spine)");
    }
    return text;
}

// Rows of parts and links: what one domain of each kind has, and what there is in all.
class PartsTable {
  public:
    explicit PartsTable(const ShowReport& report)
        : report_(report), kinds_(present_kinds(report)), table_(columns()) {}

    std::string text() {
        row("servers", [](const DomainInventory& parts) { return parts.servers; });
        row("GPUs", [](const DomainInventory& parts) { return parts.gpus; });
        row("NVSwitches", [](const DomainInventory& parts) { return parts.nvswitches; });
        row("CPUs", [](const DomainInventory& parts) { return parts.cpus; });
        row("NICs", [](const DomainInventory& parts) { return parts.nics; });
        const auto& tiers = report_.shown.topology.network().tiers;
        for (std::size_t t = 0; t < tiers.size(); ++t) {
            network_row(tiers[t].name + " switches", report_.overview.tiers[t].parts.switches);
        }
        links();
        for (std::size_t t = 0; t < tiers.size(); ++t) {
            network_row("links " + (t == 0 ? "NIC" : tiers[t - 1].name) + " - " + tiers[t].name,
                        report_.overview.tiers[t].parts.links_from_below);
        }
        return table_.text();
    }

  private:
    [[nodiscard]] std::vector<TextTable::Column> columns() const {
        std::vector<TextTable::Column> columns = {{"made of", Align::left}};
        for (const KindOverview& kind : kinds_) columns.push_back({"one " + kind_of(report_, kind).name});
        if (report_.overview.physical > 1) columns.push_back({"in all"});
        return columns;
    }

    template <class Count>
    void row(const std::string& what, const Count& count) {
        std::vector<std::string> cells = {what};
        std::uint64_t all = 0;
        for (const KindOverview& kind : kinds_) {
            const std::uint64_t number = count(kind.parts);
            cells.push_back(number == 0 ? "-" : grouped(number));
            all += number * kind.physical;
        }
        cells.push_back(grouped(all));
        if (all > 0) table_.add(std::move(cells));
    }

    void network_row(const std::string& what, std::uint64_t number) {
        std::vector<std::string> cells = {what};
        // With one domain there is one column, and the network's parts stand in it.
        if (report_.overview.physical > 1) cells.resize(1 + kinds_.size(), "-");
        cells.push_back(grouped(number));
        table_.add(std::move(cells));
    }

    void links() {
        for (const NodeKind a : {NodeKind::gpu, NodeKind::nvswitch, NodeKind::cpu}) {
            for (const NodeKind b : {NodeKind::nvswitch, NodeKind::gpu, NodeKind::cpu, NodeKind::nic}) {
                row(fmt::format("links {} - {}", part_name(a), part_name(b)),
                    [&](const DomainInventory& parts) -> std::uint64_t {
                        const auto found =
                            std::find_if(parts.links.begin(), parts.links.end(),
                                         [&](const LinkCount& l) { return l.a == a && l.b == b; });
                        return found == parts.links.end() ? 0 : found->count;
                    });
            }
        }
    }

    const ShowReport& report_;
    std::vector<KindOverview> kinds_;
    TextTable table_;
};

std::string unavailable_text(const ShowReport& report) {
    const auto& names = report.overview.unavailable;
    if (names.empty()) return "";
    std::string text = "Unavailable: " + counted(report.shown.topology.unavailable().size(), "GPU") + " (";
    for (std::size_t i = 0; i < names.size() && i < most_names; ++i) text += (i > 0 ? ", " : "") + names[i];
    if (names.size() > most_names) text += ", ...";
    return text + ")\n";
}

}  // namespace

std::string show_table(const ShowReport& report, Colour colour) {
    const Topology& topology = report.shown.topology;
    std::string text = bold(topology.name(), colour) + "\n";
    if (!topology.about().empty()) text += topology.about() + "\n";
    text += size_text(report) + "\n";
    for (const KindOverview& kind : present_kinds(report)) {
        text += kind_text(report, kind, colour);
    }
    text += "\n" + rates_table(report);
    const std::string tiers = tiers_text(report);
    if (!tiers.empty()) text += "\n" + tiers;
    text += "\n" + PartsTable(report).text();
    const std::string unavailable = unavailable_text(report);
    if (!unavailable.empty()) text += "\n" + unavailable;
    for (const auto& note : report.notes) text += "note: " + note + "\n";
    return text;
}

std::string reach_label(const Topology& topology, const ReachRates& rates) {
    const std::string link(link_word(topology));
    switch (rates.pairs) {
        case PairKind::nvlink:
            return link;
        case PairKind::nvlink_two_boards:
            return link + ", other board";
        case PairKind::pcie:
            return "PCIe";
        case PairKind::pcie_two_cpus:
            return "PCIe, other CPU";
        case PairKind::network:
            return topology.network().tiers[rates.tier].name;
    }
    return "";
}

std::string_view part_name(NodeKind kind) {
    switch (kind) {
        case NodeKind::gpu:
            return "GPU";
        case NodeKind::nvswitch:
            return "NVSwitch";
        case NodeKind::cpu:
            return "CPU";
        case NodeKind::nic:
            return "NIC";
        case NodeKind::network_switch:
            return "switch";
    }
    return "";
}

}  // namespace railyard::output
