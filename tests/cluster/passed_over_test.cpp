#include "railyard/cluster/passed_over.hpp"

#include <doctest/doctest.h>

namespace railyard::cluster {
namespace {

TEST_CASE("a key is told once, with its first line and how often it stands") {
    PassedOver passed_over;
    passed_over.add("weight", 5);
    passed_over.add("weight", 7);
    passed_over.add("colour", 9);
    passed_over.add("Rack", 2, PassedOver::Extent::record);
    Cluster cluster;
    passed_over.note_in(cluster);
    CHECK(cluster.notes == std::vector<std::string>{
                               "records that begin with 'Rack' are not known here and passed over: line 2",
                               "the key 'colour' is not known here and passed over: line 9",
                               "the key 'weight' is not known here and passed over: line 5 and 1 more"});
}

TEST_CASE("of many keys eight are told and the others counted") {
    PassedOver passed_over;
    Cluster cluster;
    passed_over.note_in(cluster);
    CHECK(cluster.notes.empty());
    for (char c = 'a'; c < 'a' + 10; ++c) passed_over.add(std::string(1, c), 1);
    passed_over.note_in(cluster);
    REQUIRE(cluster.notes.size() == 9);
    CHECK(cluster.notes.back() == "2 more keys are not known here and passed over");
}

}  // namespace
}  // namespace railyard::cluster
