#include "railyard/cluster/text_columns.hpp"

#include <doctest/doctest.h>

namespace railyard::cluster {
namespace {

TEST_CASE("cells below their titles may be empty") {
    const TextColumns columns("NAME   STATUS   AGE");
    REQUIRE(columns.titles().size() == 3);
    CHECK(columns.cell("n1              5d", 0).text == "n1");
    CHECK(columns.cell("n1              5d", 1).text.empty());
    CHECK(columns.cell("n1              5d", 2).text == "5d");
    CHECK(columns.cell("n1              5d", 2).column == 17);
    CHECK(columns.cell("n1", 2).text.empty());
    CHECK(columns.cell("n1", 9).text.empty());
}

TEST_CASE("cells between tabs may be empty, those between single blanks not") {
    const TextColumns tabs("NAME\tSTATUS\tAGE");
    CHECK(tabs.cell("n1\t\t5d", 1).text.empty());
    CHECK(tabs.cell("n1\t\t5d", 2).text == "5d");
    CHECK(tabs.cell("n1\t\t5d", 2).column == 5);
    CHECK(tabs.cell("n1", 2).text.empty());
    const TextColumns words("NAME STATUS AGE");
    CHECK(words.cell("node-1 Ready 5d", 2).text == "5d");
    CHECK(words.cell("node-1 Ready 5d", 2).column == 14);
    CHECK(words.cell("node-1", 2).text.empty());
}

}  // namespace
}  // namespace railyard::cluster
