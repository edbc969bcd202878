#include "railyard/diagram/picture_format.hpp"

#include <doctest/doctest.h>

namespace railyard::diagram {
namespace {

TEST_CASE("the ending decides") {
    CHECK(picture_format("a.svg") == PictureFormat::svg);
    CHECK(picture_format("dir.svg/a.PNG") == PictureFormat::png);
    CHECK(picture_format("a.b.pdf") == PictureFormat::pdf);
    CHECK(picture_format("a.dot") == PictureFormat::dot);
    CHECK(picture_format("a.gv") == PictureFormat::dot);
    CHECK(picture_format("a.jpg") == std::nullopt);
    CHECK(picture_format("svg") == std::nullopt);
    CHECK(picture_format("") == std::nullopt);
}

TEST_CASE("each format begins as its readers expect") {
    Scene scene;
    scene.boxes.push_back({10, 10, 20, 20, {}});
    scene.fit(10);
    CHECK(render(scene, PictureFormat::svg).starts_with("<svg "));
    CHECK(render(scene, PictureFormat::dot).starts_with("graph railyard {"));
    CHECK(render(scene, PictureFormat::png).starts_with("\x89PNG\r\n"));
    CHECK(render(scene, PictureFormat::pdf).starts_with("%PDF-"));
}

}  // namespace
}  // namespace railyard::diagram
