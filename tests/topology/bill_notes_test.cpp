#include "railyard/topology/bill_notes.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

std::vector<std::string> notes_with(const std::string& topology,
                                    const std::vector<std::pair<std::string, std::string>>& of_topology,
                                    const std::vector<std::pair<std::string, std::string>>& of_domain = {},
                                    Billed figure = Billed::cost) {
    TopologySettings set;
    for (const auto& [path, value] : of_topology)
        set.topology.push_back(input::setting_from_text(path, value, ""));
    for (const auto& [path, value] : of_domain)
        set.domain.push_back(input::setting_from_text(path, value, ""));
    return bill_notes(load_topology(test::shipped_library(), topology, ".", set).topology, 1, figure);
}

bool any_has(const std::vector<std::string>& notes, const std::string& text) {
    for (const std::string& note : notes)
        if (note.find(text) != std::string::npos) return true;
    return false;
}

TEST_CASE("without a single price that alone is said") {
    const auto notes = notes_with("dgx-h100-superpod", {});
    REQUIRE(notes.size() == 1);
    CHECK(any_has(notes, "no part of dgx-h100-superpod has a cost"));
    CHECK(any_has(notes, "servers.cost"));
}

TEST_CASE("parts without a price are named with their keys, parts that there are none of are not") {
    const auto notes = notes_with("gb200-nvl72", {}, {{"servers.cost", "40000"}, {"nics.cost", "1500"}});
    REQUIRE(notes.size() == 2);
    CHECK(notes[0] ==
          "cost leaves out GPUs, NVSwitches, NVLinks: there is no cost, scale_up.switch_cost, "
          "scale_up.cable_cost");
    CHECK(any_has(notes, "cost leaves out the network above gb200-nvl72, which is a domain by itself"));
    const auto pcie = notes_with("pcie-4gpu", {}, {{"servers.power", "1 kW"}}, Billed::power);
    REQUIRE(pcie.size() == 2);
    CHECK_FALSE(any_has(pcie, "NVSwitches"));
    CHECK_FALSE(any_has(pcie, "NVLinks"));
}

TEST_CASE("switches that cannot be counted are named, and ports that are taken for granted") {
    CHECK(any_has(notes_with("gb200-superpod", {{"network.tiers.spine.switch_cost", "20000"}}),
                  "network.tiers.spine.ports: 64 counts them"));
    CHECK(any_has(notes_with("dgx-h100-superpod", {{"network.tiers.core.switch_cost", "20000"}}),
                  "core switches are counted with the 64 ports of those of spine"));
    const auto thinned = notes_with("dgx-h100-superpod", {{"network.tiers.spine.switch_cost", "20000"},
                                                          {"network.tiers.spine.oversubscription", "2"}});
    CHECK(any_has(thinned, "spine switches are those of the file in proportion to the cables"));
    CHECK_FALSE(any_has(notes_with("dgx-h100-superpod", {{"network.tiers.spine.switch_cost", "20000"}}),
                        "in proportion"));
    CHECK(any_has(notes_with("gb200-nvl72", {}, {{"servers.count", "9"}, {"scale_up.switch_cost", "5000"}}),
                  "NVSwitches are those of the file in proportion to the GPUs"));
}

}  // namespace
}  // namespace railyard
