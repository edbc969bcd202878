#include <nlohmann/json.hpp>

#include "railyard/output/list_report.hpp"
#include "railyard/search/figures.hpp"

namespace railyard::output {

std::string figure_table() {
    TextTable table(
        {{"figure", Align::left}, {"also called", Align::left}, {"what it is", Align::left}});
    for (const Figure& figure : figures())
        table.add({std::string(figure.column), std::string(figure.alias), std::string(figure.about)});
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
