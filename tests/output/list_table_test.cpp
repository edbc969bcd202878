#include <doctest/doctest.h>

#include "railyard/output/list_report.hpp"

namespace railyard::output {
namespace {

using input::CatalogueEntry;
using input::Shelf;

const std::vector<CatalogueEntry> entries = {{Shelf::topologies, "small", "a small one", ""},
                                             {Shelf::topologies, "much-larger", "one, \"large\"", ""},
                                             {Shelf::gpus, "odd", "odd", "odd.yaml:2:6: is odd"},
                                             {Shelf::models, "silent", "", ""}};

TEST_CASE("groups with a line for each file") {
    CHECK(list_table(entries, Colour::none) ==
          "topologies\n"
          "  small        a small one\n"
          "  much-larger  one, \"large\"\n"
          "\n"
          "gpus\n"
          "  odd          broken: odd.yaml:2:6: is odd\n"
          "\n"
          "models\n"
          "  silent\n");
    // 13 columns before it: of 100 there is room for 87.
    const std::string long_about = std::string(80, 'a') + " 1234567 and more";
    CHECK(list_table({{Shelf::gpus, "long-name", long_about, ""}}, Colour::none) ==
          "gpus\n  long-name  " + std::string(80, 'a') + "\n             1234567 and more\n");
    CHECK(list_table(entries, Colour::ansi).starts_with("\x1b[1mtopologies\x1b[0m\n  small"));
    CHECK(list_table({}, Colour::none) == "nothing is shipped here\n");
}

TEST_CASE("a list as CSV") {
    CHECK(list_csv(entries) ==
          "group,name,about,problem\n"
          "topologies,small,a small one,\n"
          "topologies,much-larger,\"one, \"\"large\"\"\",\n"
          "gpus,odd,odd,odd.yaml:2:6: is odd\n"
          "models,silent,,\n");
}

}  // namespace
}  // namespace railyard::output
