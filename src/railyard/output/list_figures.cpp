#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "railyard/output/list_report.hpp"
#include "railyard/search/figures.hpp"

namespace railyard::output {

namespace {

constexpr std::string_view name_title = "figure";
constexpr std::string_view alias_title = "also called";

// What the page leaves beside the names, two spaces apart.
std::size_t room_for_about() {
    std::size_t name = name_title.size();
    std::size_t alias = alias_title.size();
    for (const Figure& figure : figures()) {
        name = std::max(name, figure.column.size());
        alias = std::max(alias, figure.alias.size());
    }
    return page_width - name - alias - 4;
}

}  // namespace

std::string figure_table() {
    TextTable table({{std::string(name_title), Align::left},
                     {std::string(alias_title), Align::left},
                     {"what it is", Align::left}});
    const std::size_t room = room_for_about();
    for (const Figure& figure : figures()) {
        std::istringstream about(wrapped(figure.about, "", room));
        std::string line;
        std::getline(about, line);
        table.add({std::string(figure.column), std::string(figure.alias), line});
        while (std::getline(about, line)) table.add({"", "", line});
    }
    return table.text();
}

std::string figure_json() {
    auto json = nlohmann::ordered_json::array();
    for (const Figure& figure : figures())
        json.push_back({{"figure", figure.column}, {"alias", figure.alias}, {"about", figure.about}});
    return json.dump(2) + "\n";
}

std::string figure_csv() {
    std::string text = "figure,alias,about\n";
    for (const Figure& figure : figures()) {
        text += std::string(figure.column) + "," + std::string(figure.alias) + "," + csv_cell(figure.about) +
                "\n";
    }
    return text;
}

}  // namespace railyard::output
