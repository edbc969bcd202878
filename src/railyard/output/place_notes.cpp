#include <algorithm>

#include "railyard/estimate/leaving.hpp"
#include "railyard/job/order.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/link_word.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::output {
namespace {

std::string list_dimensions(const std::vector<OrderItem>& keep) {
    std::string text;
    for (const auto& item : keep) text += (text.empty() ? "" : ", ") + to_text(item);
    return text.empty() ? "nothing" : text;
}

std::string passed_over_note(const Topology& topology, const PassedOver& passed, std::uint32_t block) {
    const Domain first = topology.domain(passed.first);
    std::string text = domain_name(topology, first);
    if (passed.count > 1) {
        const DomainId last(passed.first.value() + passed.count - 1);
        text += " to " + domain_name(topology, topology.domain(last)) + " (" + grouped(passed.count) + ")";
    }
    return text + (passed.count > 1 ? " were" : " was") + " passed over: at most " + grouped(passed.largest) +
           " GPUs for a block of " + grouped(block) + " ranks";
}

// A group in domains of `domain` GPUs, of which at most so many members can share one.
std::string expert_note(const Topology& topology, const DimensionHops& hops, std::uint32_t domains) {
    return "every ep group of " + grouped(hops.degree) + " spans at least " + grouped(domains) + " " +
           std::string(link_word(topology)) + " domains: " +
           percent(static_cast<double>(hops.hops.network()), static_cast<double>(hops.hops.total())) +
           " of its exchanges cross the network";
}

// Rules of placement that say something and change nothing.
std::vector<std::string> rule_notes(const Topology& topology, const Layout& layout,
                                    const Placement& placement) {
    const PlacementRules& rules = layout.placement;
    std::vector<std::string> notes;
    if (rules.policy == Policy::aligned && !layout.degrees.has_experts()) {
        for (const OrderItem& item : rules.keep) {
            const bool cuts_experts = item.dimension == Dimension::ep || item.dimension == Dimension::etp ||
                                      item.dimension == Dimension::edp;
            if (cuts_experts)
                notes.push_back("there are no groups of " + to_text(item) +
                                " to keep together: the model has no experts that are cut");
        }
    }
    std::uint32_t largest = 0;
    for (const Segment& segment : placement.segments)
        largest = std::max(largest, topology.domain(segment.domain).gpus);
    if (rules.per_domain > largest) {
        notes.push_back("at most " + grouped(rules.per_domain) +
                        " GPUs of each domain may be used, and the largest used has " + grouped(largest));
    }
    return notes;
}

}  // namespace

std::vector<std::string> placement_notes(const Topology& topology, const Layout& layout,
                                         const Evaluation& evaluation) {
    const Placement& placement = evaluation.placement;
    std::vector<std::string> notes;
    if (placement.origin == PlacementOrigin::rules) notes = rule_notes(topology, layout, placement);
    if (placement.blocks_straddle) {
        notes.push_back(
            "blocks of " + grouped(placement.block) + " ranks (to keep " +
            list_dimensions(layout.placement.keep) +
            ") are larger than every domain: each starts on a fresh one and spreads over several");
    }
    for (const auto& passed : placement.passed_over) {
        notes.push_back(passed_over_note(topology, passed, placement.block));
    }
    for (const Leaving& leaving : what_leaves_nvlink(topology, layout, evaluation)) {
        if (leaving.dimension != Dimension::ep || leaving.cause == LeavingCause::no_nvlink) continue;
        if (leaving.most_domains < 2) continue;
        for (const auto& report : evaluation.dimensions) {
            if (report.hops.dimension == Dimension::ep)
                notes.push_back(expert_note(topology, report.hops, leaving.most_domains));
        }
    }
    return notes;
}

}  // namespace railyard::output
