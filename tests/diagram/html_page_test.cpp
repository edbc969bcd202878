#include "railyard/diagram/html_page.hpp"

#include <doctest/doctest.h>

#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using test::occurrences;

HtmlPage sample(const std::string& name) {
    Scene scene;
    scene.texts.push_back({10, 20, "in the picture"});
    scene.fit(10);
    return {name, name, {{"6.854 s", name}}, {{name, {name}, {{{name, "b"}, {{name, "2"}}}}, {scene}}}};
}

TEST_CASE("a page holds its figures, tables and pictures, and asks for nothing") {
    const std::string html = html_of(sample("a job"));
    CHECK(html.starts_with("<!doctype html>\n"));
    CHECK(html.ends_with("</html>\n"));
    CHECK(html.find("<h1>a job</h1>") != std::string::npos);
    CHECK(html.find("<b>6.854 s</b><span>a job</span>") != std::string::npos);
    CHECK(html.find("<tr><td>a job</td><td>2</td></tr>") != std::string::npos);
    CHECK(html.find(">in the picture</text>") != std::string::npos);
    CHECK(occurrences(html, "http") == occurrences(html, "http://www.w3.org/2000/svg"));
    for (const char* foreign : {"<script", "src=", "@import", "@font-face"})
        CHECK(html.find(foreign) == std::string::npos);
    CHECK(html.find("prefers-color-scheme:dark") != std::string::npos);
    CHECK(html.find("@media print") != std::string::npos);
    CHECK(html == html_of(sample("a job")));
}

// Text of 10 pixels: upright, 703 pixels of paper, 1,200 shrink it to 5.9 pixels, below the 8 of 6 points;
// lying to 8.6.
TEST_CASE("a picture too wide to be read upright lies on a page of its own, with its title") {
    Scene wide;
    wide.texts.push_back({10, 20, "in the picture", 10});
    wide.width = 1200;
    wide.height = 500;
    const auto page_of = [](const Scene& scene, const std::vector<std::string>& words) {
        return html_of({"a", "b", {}, {{"title", words, {}, {scene}}}});
    };
    CHECK(page_of(wide, {}).find("<h2 class=\"wide\">title</h2>\n<figure class=\"wide\">") !=
          std::string::npos);
    CHECK(page_of(wide, {"words"}).find("<h2>title</h2>\n<p>words</p>\n<figure class=\"wide\">") !=
          std::string::npos);
    wide.texts.front().size = 14;  // 8.2 pixels
    CHECK(page_of(wide, {}).find("class=\"wide\"") == std::string::npos);
}

TEST_CASE("a picture taller than a page is cut where it may be") {
    Scene tall;
    for (int i = 0; i < 4; ++i) tall.texts.push_back({10, 600.0 * i + 20, "row"});
    tall.breaks = {600, 1200, 1800};
    tall.width = 700;
    tall.height = 2400;
    const std::string html = html_of({"a", "b", {}, {{"title", {}, {}, {tall}}}});
    CHECK(occurrences(html, "<figure>") == 1);
    CHECK(occurrences(html, "<svg xmlns") == 4);
    CHECK(occurrences(html, ">row</text>") == 4);
}

// A page of A4 has 1,032 pixels between its margins, the summary takes 310 of them.
TEST_CASE("it is known whether a picture fits under the summary") {
    Scene scene;
    scene.texts.push_back({10, 20, "in the picture", 14});
    scene.width = 700;
    scene.height = 700;
    CHECK(fits_first_page(scene));
    scene.height = 760;
    CHECK(!fits_first_page(scene));
    scene.width = 1000;  // shrinks to 703
    CHECK(fits_first_page(scene));
    scene.texts.front().size = 9;  // to 6.3: it lies
    CHECK(!fits_first_page(scene));
}

TEST_CASE("names cannot break out of the page") {
    for (const std::string& name : test::nasty_names()) {
        const std::string html = html_of(sample(name));
        CHECK(html.find("<script") == std::string::npos);
        CHECK(html.find("<b>bold") == std::string::npos);
        CHECK(html.find("-->") == std::string::npos);
        CHECK(html.find('\x1B') == std::string::npos);
        CHECK(html.find('\xFF') == std::string::npos);
        CHECK(occurrences(html, "<section>") == 1);
        CHECK(occurrences(html, "<td>") == 2);
    }
}

}  // namespace
}  // namespace railyard::diagram
