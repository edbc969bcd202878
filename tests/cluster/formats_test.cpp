#include "railyard/cluster/formats.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

TEST_CASE("what is no file of a cluster is told what could be read") {
    for (const char* text :
         {"", "\n", "hello\n", "{}", "<topology/>", "rank 0=a slot=0\n", "a: b\n", "- a\n"}) {
        CAPTURE(text);
        CHECK(recognise_cluster(text) == nullptr);
    }
    const std::string refusal = test::cluster_refusal("hello\n");
    for (const auto& format : cluster_formats()) {
        CHECK(refusal.find(format.about) != std::string::npos);
    }
}

TEST_CASE("a last line without its end may be cut off, and that is said") {
    CHECK(test::cluster_of("SwitchName=a Nodes=n1\n").notes.empty());
    CHECK(
        test::cluster_of("SwitchName=a Nodes=n1").notes ==
        std::vector<std::string>{"the last line of test.txt has no line end: is the file whole? What stands "
                                 "there counts as if it were"});
    // JSON that is cut off could not be read.
    CHECK(test::cluster_of(R"({"instances": [{"id": "i1", "network_layers": ["leaf"]}]})").notes.empty());
}

TEST_CASE("what a cluster told of") {
    CHECK(told_by(test::cluster_of("SwitchName=a Nodes=n1\n")) == "1 host, 1 switch");
    CHECK(told_by(
              test::cluster_of("SwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n3\nBlockName=x Nodes=n1\n")) ==
          "3 hosts, 2 switches, 1 block");
}

}  // namespace
}  // namespace railyard::cluster
