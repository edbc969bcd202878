#include <fmt/format.h>

#include <algorithm>

#include "railyard/job/order.hpp"
#include "railyard/output/hosts_told.hpp"
#include "railyard/output/pins_told.hpp"
#include "railyard/output/place_plan_report.hpp"
#include "railyard/output/rank_lists_told.hpp"
#include "railyard/output/split_blocks_told.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/output/useful_told.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::output {
namespace {

using search::PlacedLayout;

constexpr std::size_t most_moves_told = 12;

std::vector<std::string> cells_of(std::string name, const PlacedLayout& placed) {
    const PlacementRules& rules = placed.layout.placement;
    return {std::move(name),
            to_text(placed.layout.order),
            rules.policy == Policy::packed ? "-" : to_text(rules.keep),
            rules.per_domain == 0 ? "all" : grouped(rules.per_domain),
            grouped(placed.placement.domains_used),
            grouped(placed.placement.gpus_idle),
            human_to_milliseconds(placed.step.total()),
            human(placed.network)};
}

// Whose blocks changed places: its rules alone place it otherwise.
bool is_swapped(const PlacedLayout& placed) {
    return placed.saved_by_swaps.raw() > 0;
}

std::string placements(const PlacePlanReport& report) {
    std::vector<TextTable::Column> columns = {{"", Align::left},
                                              {"order", Align::left},
                                              {"whole", Align::left},
                                              {"per domain"},
                                              {"domains"},
                                              {"idle"},
                                              {"step"},
                                              {"network"}};
    const bool swapped = std::any_of(report.answer.best.begin(), report.answer.best.end(), is_swapped);
    if (swapped) columns.push_back({"swaps save"});
    if (!report.useful.empty()) columns.push_back({"useful"});
    TextTable table(std::move(columns));
    if (report.answer.as_given) {
        auto cells = cells_of("given", *report.answer.as_given);
        if (swapped) cells.emplace_back("-");
        if (report.useful_as_given) cells.push_back(useful_cell(*report.useful_as_given));
        table.add(std::move(cells));
    }
    for (std::size_t i = 0; i < report.answer.best.size(); ++i) {
        const PlacedLayout& placed = report.answer.best[i];
        auto cells = cells_of(std::to_string(i + 1), placed);
        if (swapped) cells.push_back(is_swapped(placed) ? human(placed.saved_by_swaps) : "-");
        if (!report.useful.empty()) cells.push_back(useful_cell(report.useful[i]));
        table.add(std::move(cells));
    }
    return table.text();
}

std::string pins(const PlacePlanReport& report) {
    std::vector<RowPins> rows;
    if (report.answer.as_given) rows.push_back({0, report.answer.as_given->broken_pins});
    for (std::size_t i = 0; i < report.answer.best.size(); ++i)
        rows.push_back({i + 1, report.answer.best[i].broken_pins});
    return broken_pins_told(rows);
}

std::string domains(const PlacePlanReport& report) {
    if (!report.answer.fewest_domains) return "";
    std::vector<DomainId> used;
    for (const PlacedLayout& placed : report.answer.best)
        for (const Segment& segment : placed.placement.segments) used.push_back(segment.domain);
    return "Only placements in " + counted(*report.answer.fewest_domains, word_of(report.topology, used)) +
           " are listed, the fewest that any has.\n";
}

// What a local search made of the family's best, or that nothing is better.
std::string best_of_family(const PlacePlanReport& report) {
    const auto& answer = report.answer;
    const PlacedLayout& first = answer.best.front();
    if (!answer.family) return "The first is the best of them.";
    const std::string search =
        fmt::format("a local search with seed {} that may miss something", report.seed);
    if (first.saved_by_swaps.raw() <= 0)
        return fmt::format(
            "The first is the best of them; letting blocks of the best change places, {}, found nothing "
            "better.",
            search);
    const bool by_time = report.goal == search::PlaceGoal::time;
    const double rest =
        by_time ? first.step.total() / answer.family->step : first.network / answer.family->network;
    return fmt::format(
        "The best of them takes {} and sends {} between domains. Blocks of the best then changed places, {}: "
        "the first {} {:.1f} % less than it.",
        human_to_milliseconds(answer.family->step), human(answer.family->network), search,
        by_time ? "takes" : "sends", 100 * (1 - rest));
}

std::string how_good(const PlacePlanReport& report) {
    const auto& answer = report.answer;
    const PlacedLayout& best = answer.best.front();
    std::string text;
    if (answer.exhaustive) {
        text = fmt::format(
            "{} arrangements: every factor of every dimension inside a domain, every order of the rest. {}",
            grouped(answer.arrangements), best_of_family(report));
    } else {
        text = fmt::format(
            "{} arrangements; domains are not alike, so blocks of the best then changed places, a local "
            "search "
            "with seed {} that may miss something{}.",
            grouped(answer.arrangements), report.seed,
            best.saved_by_swaps.raw() > 0 ? fmt::format(" (it saved {})", human(best.saved_by_swaps)) : "");
    }
    text += fmt::format(
        " At least {} must cross between domains in a step, however ranks are placed: {}.",
        human(answer.network_floor),
        best.network.raw() <= answer.network_floor.raw() * (1 + 1e-6)
            ? "no placement sends less than the first"
            : fmt::format("the first sends {:.2f} times as much", best.network / answer.network_floor));
    if (answer.network_floor.raw() <= 0)
        text = text.substr(0, text.find(" At least ")) + " The job could lie in one domain.";
    return wrapped(text) + "\n";
}

std::string moves(const PlacePlanReport& report) {
    std::string text;
    std::size_t told = 0;
    for (const search::MovedRank& moved : report.replan->moved) {
        if (told++ == most_moves_told) {
            text += fmt::format("  ... and {} more (--format json, or --ranks for all)\n",
                                grouped(report.replan->moved.size() - most_moves_told));
            break;
        }
        text += fmt::format("  rank {}: {} -> {}\n", grouped(moved.rank.value()),
                            gpu_label(report, moved.from), gpu_label(report, moved.to));
    }
    return text;
}

std::string change(const PlacedLayout& before, const PlacedLayout& after) {
    const double percent = 100 * (after.step.total() / before.step.total() - 1);
    return with_sign(percent, 2) + " %";
}

// What is down, what moves, and what that costs.
std::string failures(const PlacePlanReport& report) {
    if (report.without.empty() || !report.replan) return "";
    const search::Replan& replan = *report.replan;
    std::string text = fmt::format("Without {}:\n  {} lost, {} moved", fmt::join(report.without, ", "),
                                   counted(replan.lost, "rank"), counted(replan.moved.size(), "rank"));
    if (replan.blocks_moved > 0)
        text += fmt::format(", among them {} that {}", counted(replan.blocks_moved, "block"),
                            replan.blocks_moved == 1 ? "leaves its domain" : "leave their domains");
    text += "\n" + split_blocks_told(report.layout, replan.split);
    if (report.before && report.after) {
        TextTable table({{"", Align::left}, {"step"}, {""}, {"network"}});
        table.add({"  before", human_to_milliseconds(report.before->step.total()), "",
                   human(report.before->network)});
        table.add({report.moves_fewest() ? "  fewest ranks moved" : "  fewest found to move",
                   human_to_milliseconds(report.after->step.total()), change(*report.before, *report.after),
                   human(report.after->network)});
        if (!report.answer.best.empty()) {
            const PlacedLayout& best = report.answer.best.front();
            table.add({"  placed anew, best", human_to_milliseconds(best.step.total()),
                       change(*report.before, best), human(best.network)});
        }
        text += table.text();
    }
    if (!report.broken_by_fewest.empty())
        text += wrapped(fmt::format("  As few as {} could move, but that breaks {}. Of the ways that keep {} "
                                    "the fewest found is no proven least.",
                                    counted(report.fewest_moves, "rank"),
                                    fmt::join(report.broken_by_fewest, ", "),
                                    report.broken_by_fewest.size() == 1 ? "it" : "them"),
                        "  ") +
                "\n";
    return text + moves(report) + "\n";
}

std::string spares(const PlacePlanReport& report) {
    return report.failures && !report.useful.empty() ? useful_told(*report.failures) : "";
}

std::string hosts(const PlacePlanReport& report) {
    if (report.host_of.empty()) return "";
    const std::string first = report.hosts_of_best.empty() ? "" : report.hosts_of_best.front();
    return hosts_told({{"with fewest moved", report.hosts_after}, {"number 1", first}});
}

std::string rank_lists(const PlacePlanReport& report) {
    std::vector<RowStart> rows;
    for (std::size_t i = 0; i < report.answer.best.size(); ++i) {
        const Placement& placement = report.answer.best[i].placement;
        DomainId first = placement.segments.front().domain;
        for (const Segment& segment : placement.segments) first = std::min(first, segment.domain);
        rows.push_back({i + 1, placement.origin, first});
    }
    return rank_lists_told(report.topology, rows);
}

std::string no_placement(const PlacePlanReport& report) {
    if (report.answer.unmet.any()) return "";
    return wrapped("No placement: " + report.answer.why_not + ".") + "\n";
}

std::string pins_and_notes(const PlacePlanReport& report) {
    std::string text = unmet_pins_told(report.answer.unmet, "No placement");
    for (const std::string& why : report.why_unmet) text += wrapped("  " + why, "  ") + "\n";
    for (const std::string& note : report.notes) text += wrapped("note: " + note, "  ") + "\n";
    return text;
}

}  // namespace

std::string gpu_label(const PlacePlanReport& report, GpuId gpu) {
    const GpuPlace place = report.topology.place(gpu);
    const auto host = report.host_of.find(place.server_id);
    if (host == report.host_of.end()) return gpu_name(report.topology, gpu);
    return host->second + "/gpu" + std::to_string(place.gpu_in_server);
}

std::string place_plan_table(const PlacePlanReport& report) {
    const auto& answer = report.answer;
    std::string text =
        wrapped(fmt::format("{} on {}: {} ranks, placed for the least {} ({} model)", report.layout.name,
                            report.topology.name(), grouped(report.layout.degrees.ranks()),
                            report.goal == search::PlaceGoal::time ? "time" : "network traffic",
                            cost_model_names[static_cast<std::size_t>(report.model)])) +
        "\n\n";
    text += failures(report);
    if (answer.best.empty()) {
        text += no_placement(report);
    } else {
        text += placements(report) + "\n" + pins(report) + domains(report) + rank_lists(report) +
                how_good(report) + spares(report) + hosts(report);
    }
    return text + pins_and_notes(report);
}

std::string place_plan_beside_files(const PlacePlanReport& report) {
    return (report.answer.best.empty() ? no_placement(report) : "") + pins_and_notes(report);
}

}  // namespace railyard::output
