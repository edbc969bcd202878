#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "railyard/output/list_report.hpp"
#include "railyard/search/figures.hpp"

namespace railyard::output {
namespace {

TEST_CASE("every figure is listed, once, in each format") {
    const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
    const auto all = static_cast<std::ptrdiff_t>(figures().size());
    CHECK(lines(figure_table()) >= all + 1);  // longer ones go on below
    CHECK(lines(figure_csv()) == all + 1);
    const auto json = nlohmann::json::parse(figure_json());
    REQUIRE(json.size() == figures().size());
    for (std::size_t i = 0; i < json.size(); ++i) {
        CHECK(json[i]["figure"] == figures()[i].column);
        CHECK_FALSE(json[i]["about"].get<std::string>().empty());
    }
    CHECK(figure_csv().find("\nmemory_fits,memory.fits,whether the job fits into memory\n") !=
          std::string::npos);
}

TEST_CASE("the table of figures fits a page, and cuts nothing off") {
    std::istringstream table(figure_table());
    std::string words;
    for (std::string line; std::getline(table, line);) {
        CHECK(line.size() <= page_width);
        words += line.substr(line.find_first_not_of(' ')) + " ";
    }
    for (const Figure& figure : figures()) CHECK(words.find(figure.about) != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
