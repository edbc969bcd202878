#include "railyard/machine/xml_tree.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

XmlTree tree_of(const std::string& text) {
    return read_xml(input::Source("x.xml", text));
}

std::string wrong(const std::string& text) {
    return complaint_of([&] { (void)tree_of(text); });
}

}  // namespace

TEST_CASE("elements with their attributes, text and places") {
    const input::Source source(
        "x.xml", "<?xml version=\"1.0\"?>\n<!-- c -->\n<a k=\"1 &lt; 2\">\n  <b/>t<c><d/></c>\n</a>\n");
    const XmlTree tree = read_xml(source);
    REQUIRE(tree.elements.size() == 4);
    CHECK(tree.root().name == "a");
    CHECK(tree.root().attribute("k") == "1 < 2");
    CHECK(tree.root().attribute("none").empty());
    CHECK_FALSE(tree.root().has("none"));
    CHECK(tree.root().mark.line == 3);
    CHECK(tree.root().mark.column == 1);
    CHECK(tree.root().text.find('t') != std::string::npos);
    CHECK(tree.root().children == std::vector<std::size_t>{1, 2});
    CHECK(tree.elements[1].mark.line == 4);
    CHECK(tree.elements[1].mark.column == 3);
    CHECK(tree.elements[3].name == "d");
    CHECK(tree.elements[3].parent == 2);
    CHECK(tree.elements[3].depth == 2);
}

TEST_CASE("what is not well-formed has its line and column") {
    CHECK(wrong("<a>\n  <b x=\"1\n</a>").starts_with("2:"));
    CHECK(wrong("<a><b></a>").starts_with("1:"));
    CHECK(wrong("") != "no complaint");
    CHECK(wrong("text") != "no complaint");
}

TEST_CASE("entities are left unread and DTDs unopened") {
    const std::string bomb =
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\" [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]>\n<a "
        "k=\"&c;\">&c;</a>";
    const XmlTree tree = tree_of(bomb);
    CHECK(tree.root().attribute("k") == "&c;");
    CHECK(tree.root().text == "&c;");
    CHECK(write_xml(tree, "").find("ENTITY") == std::string::npos);
}

TEST_CASE("nesting is bounded") {
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "<a>";
    CHECK(wrong(deep) != "no complaint");
    std::string closed = deep;
    for (int i = 0; i < 100000; ++i) closed += "</a>";
    CHECK(wrong(closed) == "1:388: elements nest deeper than 128");
}

TEST_CASE("a tree is written so that it reads as itself") {
    const XmlTree tree = tree_of("<a k=\"&quot;&amp;&lt;\"><b>x &gt; y</b><c/></a>");
    const std::string text = write_xml(tree, "some.dtd");
    CHECK(text.find("<!DOCTYPE a SYSTEM \"some.dtd\">") != std::string::npos);
    const XmlTree again = tree_of(text);
    REQUIRE(again.elements.size() == 3);
    CHECK(again.root().attributes == tree.root().attributes);
    CHECK(again.elements[1].text == "x > y");
}

TEST_CASE("the start of a file tells its kind without reading on") {
    const auto start = xml_start(
        "\n<?xml version=\"1.0\"?><!DOCTYPE t [<!ENTITY x \">\">]><!-- <no> --><t xversion=\"9\" "
        "version=\"2.0\"><broken");
    REQUIRE(start.has_value());
    CHECK(start->name == "t");
    CHECK(start->attribute("version") == "2.0");
    CHECK(start->attribute("none").empty());
    CHECK_FALSE(xml_start("GPU0").has_value());
    CHECK_FALSE(xml_start("<!-- never ends").has_value());
    CHECK_FALSE(xml_start("").has_value());
}
