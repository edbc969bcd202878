#include <algorithm>
#include <array>

#include "railyard/output/list_report.hpp"

namespace railyard::output {
namespace {

// In the order of Shelf.
constexpr std::array<std::string_view, 6> group_names = {"topologies", "domains", "gpus",
                                                         "layouts",    "models",  "sweeps"};

}  // namespace

std::string_view group_name(input::Shelf shelf) {
    return group_names[static_cast<std::size_t>(shelf)];
}

std::string list_table(const std::vector<input::CatalogueEntry>& entries, Colour colour) {
    std::size_t width = 0;
    for (const auto& entry : entries) width = std::max(width, entry.name.size());
    std::string text;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& entry = entries[i];
        if (i == 0 || entry.shelf != entries[i - 1].shelf) {
            text += (i > 0 ? "\n" : "") + bold(group_name(entry.shelf), colour) + "\n";
        }
        const std::string what = entry.problem.empty() ? entry.about : "broken: " + entry.problem;
        const std::string name = "  " + entry.name + std::string(width - entry.name.size() + 2, ' ');
        text += wrapped(name + what, std::string(name.size(), ' ')) + "\n";
    }
    return entries.empty() ? "nothing is shipped here\n" : text;
}

std::string list_csv(const std::vector<input::CatalogueEntry>& entries) {
    std::string text = "group,name,about,problem\n";
    for (const auto& entry : entries) {
        text += std::string(group_name(entry.shelf)) + "," + csv_cell(entry.name) + "," +
                csv_cell(entry.about) + "," + csv_cell(entry.problem) + "\n";
    }
    return text;
}

}  // namespace railyard::output
