#include "railyard/cluster/foreign_yaml.hpp"

#include <doctest/doctest.h>

namespace railyard::cluster {
namespace {

TEST_CASE("what is not there, or of another kind, is nothing") {
    const auto document = input::parse_yaml(input::make_source("f", "a: x\nb: [1, 2]\nc: {d: y}\n"));
    const input::Node& root = document.root;
    CHECK(*text_at(root, "a") == "x");
    CHECK(text_at(root, "b") == nullptr);
    CHECK(text_at(root, "z") == nullptr);
    CHECK(text_at(root.find("a")->value, "a") == nullptr);
    CHECK(node_at(root, "c", input::NodeKind::mapping) != nullptr);
    CHECK(node_at(root, "c", input::NodeKind::sequence) == nullptr);
    CHECK(items_of(root.find("b")->value).size() == 2);
    CHECK(items_of(root.find("a")->value).size() == 1);
    CHECK(items_of(root.find("c")->value).empty());
}

}  // namespace
}  // namespace railyard::cluster
