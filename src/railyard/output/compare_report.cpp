#include "railyard/output/compare_report.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "railyard/output/sweep_rows.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

std::string number(double value) {
    char digits[40];
    if (std::abs(value) >= 1e4 && std::abs(value) < 1e15) {
        const std::string text = grouped(static_cast<std::uint64_t>(std::llround(std::abs(value))));
        return value < 0 ? "-" + text : text;
    }
    std::snprintf(digits, sizeof digits, "%.4g", value);
    return digits;
}

std::string shown(CellKind kind, const std::optional<double>& value) {
    if (!value) return "-";
    if (kind == CellKind::yes_no) return *value != 0 ? "yes" : "no";
    return kind == CellKind::whole ? grouped(static_cast<std::uint64_t>(std::llround(*value)))
                                   : number(*value);
}

std::string change_of(const FigureChange& change) {
    if (!change.a || !change.b || figures()[change.figure].kind == CellKind::yes_no) return "";
    const double by = *change.b - *change.a;
    return (by > 0 ? "+ " : "- ") + shown(figures()[change.figure].kind, std::abs(by));
}

std::string factor_of(const FigureChange& change) {
    if (!change.a || !change.b || *change.a == 0 || figures()[change.figure].kind == CellKind::yes_no)
        return "";
    return "x " + number(*change.b / *change.a);
}

bool is_same(const FigureChange& change) {
    if (change.a.has_value() != change.b.has_value()) return false;
    return std::abs(*change.a - *change.b) <= 1e-12 * std::abs(*change.a);
}

std::string hops_text(const DimensionSide& side) {
    return grouped(side.on_nvlink) + " of " + grouped(side.hops);
}
std::string terabytes(Bytes bytes) {
    return bytes.raw() == 0 ? "none" : number(bytes.raw() / 1e12) + " TB";
}
std::string rate_text(BytesPerSecond rate) {
    return number(rate.raw() / 1e9) + " GB/s";
}

// Where the hops of a dimension go in one design and in the other, and at which rates.
std::string why(const DimensionChange& change) {
    const std::string name = std::string(name_of(change.dimension)) + ": ";
    if (!change.a || !change.b) {
        const DimensionSide& side = change.a ? *change.a : *change.b;
        return name + "only " + (change.a ? "A" : "B") + " has it, of degree " + std::to_string(side.degree) +
               ": " + hops_text(side) + " hops on NVLink, " + terabytes(side.network) + " on the network, " +
               number(side.time.raw()) + " s of the step";
    }
    const DimensionSide& a = *change.a;
    const DimensionSide& b = *change.b;
    std::vector<std::string> parts;
    if (a.degree != b.degree)
        parts.push_back("degree " + std::to_string(a.degree) + " -> " + std::to_string(b.degree));
    if (a.hops == b.hops && a.on_nvlink != b.on_nvlink) {
        const bool to_network = a.on_nvlink > b.on_nvlink;
        const std::uint64_t moved = to_network ? a.on_nvlink - b.on_nvlink : b.on_nvlink - a.on_nvlink;
        parts.push_back(grouped(moved) + " of " + grouped(a.hops) + " hops moved from " +
                        (to_network ? "NVLink to the network" : "the network to NVLink"));
    } else if (a.hops != b.hops || a.on_nvlink != b.on_nvlink) {
        parts.push_back(hops_text(a) + " hops on NVLink -> " + hops_text(b));
    }
    const auto differ = [](double x, double y) { return std::abs(x - y) > 1e-9 * std::abs(x); };
    if (differ(a.network.raw(), b.network.raw()))
        parts.push_back(terabytes(a.network) + " -> " + terabytes(b.network) + " on the network");
    if (differ(a.nvlink.raw(), b.nvlink.raw()))
        parts.push_back(terabytes(a.nvlink) + " -> " + terabytes(b.nvlink) + " on NVLink");
    if (a.inside.raw() > 0 && b.inside.raw() > 0 && differ(a.inside.raw(), b.inside.raw()))
        parts.push_back("NVLink of a GPU " + rate_text(a.inside) + " -> " + rate_text(b.inside));
    if (a.outside.raw() > 0 && b.outside.raw() > 0 && differ(a.outside.raw(), b.outside.raw()))
        parts.push_back("network of a GPU " + rate_text(a.outside) + " -> " + rate_text(b.outside));
    if (differ(a.time.raw(), b.time.raw()))
        parts.push_back(number(a.time.raw()) + " s -> " + number(b.time.raw()) + " s of the step");
    if (parts.empty()) return "";
    std::string text = name;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : "; ") + parts[i];
    return text;
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
    json["nvlink_bytes_per_second"] = side->inside.raw();
    json["network_bytes_per_second"] = side->outside.raw();
    json["seconds_of_step"] = side->time.raw();
    return json;
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
    for (const FigureChange& change : report.comparison.figures) {
        const Figure& figure = figures()[change.figure];
        if (is_same(change)) {
            same +=
                (same.empty() ? "" : ", ") + std::string(figure.column) + " " + shown(figure.kind, change.a);
            continue;
        }
        table.add({std::string(figure.column), shown(figure.kind, change.a), shown(figure.kind, change.b),
                   change_of(change), factor_of(change)});
    }
    text += "\n" + table.text();
    if (!same.empty()) text += wrapped("The same in both: " + same, "  ") + "\n";
    std::string reasons;
    for (const DimensionChange& change : report.comparison.dimensions) {
        const std::string reason = why(change);
        if (!reason.empty()) reasons += wrapped("  " + reason, "    ") + "\n";
    }
    if (!reasons.empty()) text += "\nwhy, dimension by dimension:\n" + reasons;
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
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string compare_csv(const CompareReport& report) {
    std::string text = "figure,a,b\n";
    const auto cell = [](CellKind kind, const std::optional<double>& value) {
        return value ? cell_text(kind, *value) : std::string();
    };
    for (const FigureChange& change : report.comparison.figures) {
        const Figure& figure = figures()[change.figure];
        text += std::string(figure.column) + "," + cell(figure.kind, change.a) + "," +
                cell(figure.kind, change.b) + "\n";
    }
    return text;
}

}  // namespace railyard::output
