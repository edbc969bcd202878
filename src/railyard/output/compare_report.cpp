#include "railyard/output/compare_report.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "railyard/output/compare_amounts.hpp"
#include "railyard/output/compare_reasons.hpp"
#include "railyard/output/sweep_rows.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

std::string shown(CellKind kind, const std::optional<double>& value) {
    if (!value) return "-";
    if (kind == CellKind::yes_no) return *value != 0 ? "yes" : "no";
    return kind == CellKind::whole ? grouped(static_cast<std::uint64_t>(std::llround(*value)))
                                   : four_digits(*value);
}

std::string change_of(const FigureChange& change) {
    if (!change.a || !change.b || figures()[change.figure].kind == CellKind::yes_no) return "";
    const double by = *change.b - *change.a;
    return (by > 0 ? "+ " : "- ") + shown(figures()[change.figure].kind, std::abs(by));
}

std::string factor_of(const FigureChange& change) {
    if (!change.a || !change.b || *change.a == 0 || figures()[change.figure].kind == CellKind::yes_no)
        return "";
    return "x " + four_digits(*change.b / *change.a);
}

bool is_same(const FigureChange& change) {
    if (change.a.has_value() != change.b.has_value()) return false;
    return std::abs(*change.a - *change.b) <= 1e-12 * std::abs(*change.a);
}

Json json_of(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json json_of(const std::optional<DimensionSide>& side) {
    if (!side) return nullptr;
    Json json;
    json["degree"] = side->degree;
    json["hops"] = side->hops;
    json["hops_on_nvlink"] = side->on_nvlink;
    json["nvlink_bytes_per_step"] = side->nvlink.raw();
    json["network_bytes_per_step"] = side->network.raw();
    json["domains_of_a_group"] = side->domains;
    json["fewest_members_in_a_domain"] = side->fewest_in_domain;
    json["nvlink_bytes_per_second"] = side->inside.raw();
    json["network_bytes_per_second"] = side->outside.raw();
    return json;
}

std::string joined(const std::vector<std::string>& reasons) {
    std::string text;
    for (const std::string& reason : reasons) text += (text.empty() ? "" : "; ") + reason;
    return text;
}

// In one line for each figure that has reasons, by its column.
std::map<std::string, std::string, std::less<>> reasons_by_column(const Comparison& comparison) {
    std::map<std::string, std::string, std::less<>> why;
    std::vector<std::string> of_step;
    for (const auto& [part, reasons] : part_reasons(comparison)) {
        const std::string name(step_part_names[static_cast<std::size_t>(part.part)]);
        why[name + "_seconds"] = joined(reasons);
        const double by = (part.b - part.a).raw();
        if (by != 0) of_step.push_back(name + (by > 0 ? " + " : " - ") + four_digits(std::abs(by)) + " s");
    }
    why["step_seconds"] = joined(of_step);
    why["memory_gib"] = why["memory_spare_gib"] = joined(memory_reasons(comparison.memory));
    why["cost"] = joined(bill_reasons(comparison.cost, Billed::cost));
    why["power_kw"] = joined(bill_reasons(comparison.power, Billed::power));
    return why;
}

}  // namespace

std::string compare_table(const CompareReport& report) {
    std::string text = "A: " + report.a + "\nB: " + report.b + "\n";
    if (!report.changed.empty()) {
        text += "\nset differently:\n";
        for (const std::string& change : report.changed) text += wrapped("  " + change, "    ") + "\n";
    }
    TextTable table({{"", Align::left}, {"A"}, {"B"}, {"change"}, {""}});
    std::string same;
    bool changes = false;
    for (const FigureChange& change : report.comparison.figures) {
        const Figure& figure = figures()[change.figure];
        changes = changes || !is_same(change);
        if (is_same(change)) {
            same +=
                (same.empty() ? "" : ", ") + std::string(figure.column) + " " + shown(figure.kind, change.a);
            continue;
        }
        table.add({std::string(figure.column), shown(figure.kind, change.a), shown(figure.kind, change.b),
                   change_of(change), factor_of(change)});
    }
    text += "\n" + (changes ? table.text() : "No figure differs.\n");
    if (!same.empty()) text += wrapped("The same in both: " + same, "  ") + "\n";
    text += compare_reasons(report.comparison) + compare_amounts(report.comparison);
    for (const std::string& note : report.notes) text += wrapped("note: " + note, "  ") + "\n";
    return text;
}

std::string compare_json(const CompareReport& report) {
    Json json;
    json["a"] = report.a;
    json["b"] = report.b;
    json["changed"] = report.changed;
    for (const FigureChange& change : report.comparison.figures) {
        json["figures"][std::string(figures()[change.figure].column)] = {{"a", json_of(change.a)},
                                                                         {"b", json_of(change.b)}};
    }
    for (const DimensionChange& change : report.comparison.dimensions) {
        json["dimensions"][std::string(name_of(change.dimension))] = {{"a", json_of(change.a)},
                                                                      {"b", json_of(change.b)}};
    }
    for (const PartChange& part : report.comparison.step) {
        json["step_seconds"][std::string(step_part_names[static_cast<std::size_t>(part.part)])] = {
            {"a", part.a.raw()}, {"b", part.b.raw()}, {"change", (part.b - part.a).raw()}};
    }
    for (const auto& [part, reasons] : part_reasons(report.comparison))
        json["reasons"][std::string(step_part_names[static_cast<std::size_t>(part.part)])] = reasons;
    json["reasons"]["memory"] = memory_reasons(report.comparison.memory);
    json["reasons"]["cost"] = bill_reasons(report.comparison.cost, Billed::cost);
    json["reasons"]["power"] = bill_reasons(report.comparison.power, Billed::power);
    json["notes"] = report.notes;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string compare_csv(const CompareReport& report) {
    std::string text = "figure,a,b,change,why\n";
    const auto why = reasons_by_column(report.comparison);
    const auto cell = [](CellKind kind, const std::optional<double>& value) {
        return value ? cell_text(kind, *value) : std::string();
    };
    for (const FigureChange& change : report.comparison.figures) {
        const Figure& figure = figures()[change.figure];
        const bool counts = change.a && change.b && figure.kind != CellKind::yes_no;
        const auto reasons = why.find(figure.column);
        text += std::string(figure.column) + "," + cell(figure.kind, change.a) + "," +
                cell(figure.kind, change.b) + "," +
                (counts ? cell_text(CellKind::number, is_same(change) ? 0 : *change.b - *change.a) : "") +
                "," + (reasons == why.end() || is_same(change) ? "" : csv_cell(reasons->second)) + "\n";
    }
    return text;
}

}  // namespace railyard::output
