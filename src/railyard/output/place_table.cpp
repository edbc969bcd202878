#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "railyard/estimate/leaving.hpp"
#include "railyard/job/order.hpp"
#include "railyard/output/memory_report.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/placement/policy.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::output {
namespace {

std::string degrees_text(const Degrees& degrees) {
    std::string text;
    for (const auto d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp}) {
        if (degrees.of(d) > 1)
            text += fmt::format("{}{} {}", text.empty() ? "" : " x ", name_of(d), degrees.of(d));
    }
    if (text.empty()) text = "1";
    if (degrees.has_experts()) {
        text +=
            fmt::format("; a stage again as etp {} x ep {} x edp {}", degrees.etp, degrees.ep, degrees.edp());
    }
    return text;
}

std::string headline(const PlaceReport& report, Colour colour) {
    const Layout& layout = report.layout;
    const std::string names = layout.name + " on " + report.topology.name();
    std::string text =
        wrapped(names + fmt::format(": {} = {}, order {}\n", counted(layout.degrees.ranks(), "rank"),
                                    degrees_text(layout.degrees), to_text(layout.order)),
                "  ");
    if (text.rfind(names, 0) == 0) text.replace(0, names.size(), bold(names, colour));
    return text;
}

// What domains and servers are called, where the used ones agree on it.
struct Words {
    std::string domain = "domain";
    std::string server = "server";
    std::string kind = "domain";  // "NVLink domain" or "xGMI domain" where a used one has such links
};
Words words_of(const Topology& topology, const Placement& placement) {
    std::set<std::string> domains;
    std::set<std::string> servers;
    Words words;
    for (const Segment& segment : placement.segments) {
        const DomainKind& kind = topology.kind_of(topology.domain(segment.domain));
        domains.insert(kind.partitions.empty() ? kind.domain_word : kind.domain_word + " partition");
        servers.insert(kind.server_word);
        if (kind.scale_up.kind != ScaleUpKind::none)
            words.kind = std::string(link_word(topology)) + " domain";
    }
    if (domains.size() == 1) words.domain = *domains.begin();
    if (servers.size() == 1) words.server = *servers.begin();
    return words;
}

std::string block_text(const PlaceReport& report, const Placement& placement) {
    if (placement.origin == PlacementOrigin::given) return "as the given placement has them";
    const PlacementRules& rules = report.layout.placement;
    if (rules.policy == Policy::packed) return "packed: every GPU filled";
    std::string keep;
    for (const auto& item : rules.keep) keep += (keep.empty() ? "" : ", ") + to_text(item);
    return fmt::format("in blocks of {} ({})", counted(placement.block, "rank"),
                       keep.empty() ? "nothing kept together" : "whole groups of " + keep);
}

std::string where(const PlaceReport& report, const Placement& placement) {
    const Words words = words_of(report.topology, placement);
    const std::string domains =
        words.domain == "domain" ? counted(placement.domains_used, words.kind)
                                 : counted(placement.domains_used, words.domain) + " (" + words.kind + "s)";
    const std::string servers = words.server == "server"
                                    ? counted(placement.servers_used, "server")
                                    : counted(placement.servers_used, words.server) + " (servers)";
    std::string text =
        wrapped(fmt::format("placed on {}, {}, {}", domains, servers, block_text(report, placement)), "  ") +
        "\n";
    text += fmt::format("idle there: {}", counted(placement.gpus_idle, "GPU"));
    if (placement.gpus_spare > 0) text += fmt::format(", {} of them spares", grouped(placement.gpus_spare));
    if (placement.gpus_unavailable > 0)
        text += fmt::format("; unavailable: {}", grouped(placement.gpus_unavailable));
    return text + "\n";
}

std::string hop_cell(std::uint64_t hops) {
    return hops == 0 ? "-" : grouped(hops);
}
std::string size_cell(Bytes size) {
    return size.raw() == 0 ? "-" : human(size);
}

// One row for the hops of a dimension, or for pp's wrap.
class DimensionTable {
  public:
    explicit DimensionTable(const PlaceReport& report, const Evaluation& evaluation)
        : tiers_(report.topology.network().tiers), table_(columns(report, evaluation)) {
        const std::vector<TrafficBytes> bytes = bytes_per_step(report);
        for (std::size_t i = 0; i < evaluation.dimensions.size(); ++i)
            add(evaluation.dimensions[i].hops, bytes[i]);
    }
    [[nodiscard]] std::string text() const { return table_.text(); }

  private:
    std::vector<TextTable::Column> columns(const PlaceReport& report, const Evaluation& evaluation) {
        const auto pcie = [](const DimensionReport& d) { return d.hops.hops.pcie + d.hops.wrap.pcie > 0; };
        has_pcie_ = std::any_of(evaluation.dimensions.begin(), evaluation.dimensions.end(), pcie);
        const auto group = [](std::string title, std::string name) {
            return TextTable::Column{std::move(title), Align::right, std::move(name)};
        };
        const std::string link(link_word(report.topology));
        std::vector<TextTable::Column> titles = {{"", Align::left},      {"degree"},
                                                 group("all", "groups"), group("on " + link, "groups"),
                                                 group("all", "hops"),   group(link, "hops")};
        if (has_pcie_) titles.push_back(group("PCIe", "hops"));
        for (const Tier& tier : report.topology.network().tiers) titles.push_back(group(tier.name, "hops"));
        titles.push_back(group("on " + link, "hops"));
        titles.push_back(group(link, "bytes per step"));
        if (has_pcie_) titles.push_back(group("PCIe", "bytes per step"));
        titles.push_back(group("network", "bytes per step"));
        return titles;
    }

    void add(const DimensionHops& hops, const TrafficBytes& bytes) {
        std::vector<std::string> cells = {
            std::string(name_of(hops.dimension)), grouped(hops.degree), grouped(hops.groups),
            percent(static_cast<double>(hops.groups_on_nvlink), static_cast<double>(hops.groups))};
        add_hops(cells, hops.hops);
        cells.push_back(size_cell(bytes.nvlink));
        if (has_pcie_) cells.push_back(size_cell(bytes.pcie));
        cells.push_back(size_cell(bytes.network()));
        table_.add(cells);
        if (hops.dimension != Dimension::pp) return;
        std::vector<std::string> wrap = {"  wrap", "", "", ""};
        add_hops(wrap, hops.wrap);
        table_.add(wrap);
    }

    void add_hops(std::vector<std::string>& cells, const HopCount& hops) const {
        cells.push_back(hop_cell(hops.total()));
        cells.push_back(hop_cell(hops.nvlink));
        if (has_pcie_) cells.push_back(hop_cell(hops.pcie));
        for (const auto tier : hops.tiers) cells.push_back(hop_cell(tier));
        cells.push_back(percent(static_cast<double>(hops.nvlink), static_cast<double>(hops.total())));
    }

    const std::vector<Tier>& tiers_;
    bool has_pcie_ = false;
    TextTable table_;
};

std::string because(const Leaving& l, std::string_view link) {
    switch (l.cause) {
        case LeavingCause::larger_than_domain:
            return fmt::format("a group of {} is larger than a domain's {} GPUs", grouped(l.members),
                               l.domain);
        case LeavingCause::neighbours_too_far:
            return fmt::format("neighbours are {} ranks apart, a domain holds {}", grouped(l.step), l.domain);
        case LeavingCause::reaches_too_far:
            return fmt::format("a group reaches over {} ranks, a domain holds {}", grouped(l.extent),
                               l.domain);
        case LeavingCause::lies_across_domains:
            return l.extent == l.members
                       ? fmt::format("groups of {} ranks lie across the ends of domains", grouped(l.members))
                       : fmt::format("groups that reach over {} ranks lie across the ends of domains",
                                     grouped(l.extent));
        case LeavingCause::no_nvlink:
            return l.hops == l.of_hops ? fmt::format("there is no {} between the pairs of a domain", link)
                                       : fmt::format("some pairs of a domain have no {} between them", link);
    }
    return "";
}

std::string refusal(const PlaceReport& report, const DoesNotFit& no) {
    return wrapped(fmt::format("Does not fit: {} are short. {} of {} ranks found a place: {}.",
                               counted(no.short_by, "GPU"), grouped(no.placed),
                               grouped(report.layout.degrees.ranks()), no.why)) +
           "\n";
}

}  // namespace

std::string closing_line(const Topology& topology, const Layout& layout, const Evaluation& evaluation) {
    const auto leaving = what_leaves_nvlink(topology, layout, evaluation);
    if (evaluation.dimensions.empty()) return "There is one rank and nothing to exchange.";
    const std::string link(link_word(topology));
    if (leaving.empty()) return "Nothing leaves " + link + ".";
    std::string text;
    for (const auto& entry : leaving) {
        const std::string share = entry.hops == entry.of_hops ? "all hops"
                                                              : percent(static_cast<double>(entry.hops),
                                                                        static_cast<double>(entry.of_hops));
        text += fmt::format("{}{} ({}: {})", text.empty() ? "Leaves " + link + ": " : "; ",
                            name_of(entry.dimension), share, because(entry, link));
    }
    std::string stays;
    for (const auto& dimension : evaluation.dimensions) {
        if (dimension.hops.hops.nvlink != dimension.hops.hops.total()) continue;
        stays += (stays.empty() ? "" : ", ") + std::string(name_of(dimension.hops.dimension));
    }
    if (!stays.empty()) text += ". On " + link + " whole: " + stays;
    return text + ".";
}

std::string place_table(const PlaceReport& report, Colour colour) {
    std::string text = headline(report, colour);
    if (const auto* no = std::get_if<DoesNotFit>(&report.result)) {
        text += refusal(report, *no);
    } else {
        const auto& evaluation = std::get<Evaluation>(report.result);
        text += where(report, evaluation.placement) + "\n";
        if (!evaluation.dimensions.empty()) text += DimensionTable(report, evaluation).text() + "\n";
        if (report.step && report.links == LinkDetail::told) {
            text += links_table(report.topology, report.step->estimate) + "\n";
        }
        if (report.step) text += step_table(report.layout, *report.step) + "\n";
        if (report.memory) {
            const MemoryReport memory{report.layout, report.memory->memory, report.memory->fit};
            text += memory_table(memory, colour);
            if (report.memory_detail == MemoryDetail::explained) text += "\n" + memory_explained(memory);
            text += "\n";
        }
        text += bold(wrapped(closing_line(report.topology, report.layout, evaluation)), colour) + "\n";
    }
    for (const auto& note : report.notes) text += wrapped("note: " + note, "  ") + "\n";
    return text;
}

}  // namespace railyard::output
