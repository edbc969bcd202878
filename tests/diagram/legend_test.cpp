#include "railyard/diagram/legend.hpp"

#include <doctest/doctest.h>

#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

TEST_CASE("entries go to the right, and below where there is no room") {
    Scene scene;
    Legend legend(scene, 10, 20, 200);
    CHECK(legend.bottom() == 20);
    for (int i = 0; i < 12; ++i) legend.swatch({ramp(1)[0], Ink::frame}, "entry " + std::to_string(i));
    legend.line({{}, Ink::network, 2, Dash::dashed}, "network");
    legend.words("some words");
    CHECK(legend.bottom() > 20 + 3 * Legend::row_height);
    scene.fit(10);
    CHECK(scene.width < 240);
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
}

TEST_CASE("it is known whether words still fit in the row") {
    Scene scene;
    Legend legend(scene, 10, 20, 200);
    CHECK(!legend.has_room("no row was begun"));
    legend.words("some words");
    CHECK(legend.has_room("more"));
    CHECK(!legend.has_room(std::string(40, 'x')));
    const double bottom = legend.bottom();
    legend.words("more");
    CHECK(legend.bottom() == bottom);
}

TEST_CASE("words of any kind fit") {
    Scene scene;
    Legend legend(scene, 10, 20, 300);
    for (const std::string& name : test::nasty_names()) {
        legend.swatch({}, name);
        legend.line({}, name);
        legend.words(name);
    }
    scene.fit(10);
    CHECK(scene.width < 340);
    CHECK(test::reading_problems(scene) == std::vector<std::string>{});
}

}  // namespace
}  // namespace railyard::diagram
