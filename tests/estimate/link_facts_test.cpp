#include "railyard/estimate/link_facts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

GroupClass ring_of_two_boxes() {
    GroupClass group;
    group.members = 6;
    group.domains = 2;
    group.most_in_domain = 4;
    group.fewest_in_domain = 2;
    group.farthest = Reach::tier(0);
    group.inside = bytes_per_second(450e9);
    group.network = bytes_per_second(50e9);
    group.network_latency = seconds(1e-6);
    return group;
}

const StepFact* find(const std::vector<StepFact>& facts, std::string_view name) {
    const auto found =
        std::find_if(facts.begin(), facts.end(), [&](const StepFact& fact) { return fact.name == name; });
    return found == facts.end() ? nullptr : &*found;
}

TEST_CASE("a ring leaves by the NICs of all members of a domain, an exchange by those of each") {
    const Topology boxes = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    CalibratedMachine machine;
    machine.platform = "H100 and H200";
    machine.curves.network.share = 1;
    machine.curves.network.most_per_group = bytes_per_second(1e12);
    const auto ring = link_facts(boxes, machine, ring_of_two_boxes(), Carried::together).take();
    CHECK(find(ring, ring_members)->value == 2);
    CHECK(find(ring, ring_rate)->value == 100e9);
    CHECK(find(ring, tier_reached)->words == "leaf");
    CHECK(find(ring, "collectives measured on")->words == "H100 and H200");
    const auto exchange = link_facts(boxes, machine, ring_of_two_boxes(), Carried::alone).take();
    CHECK(find(exchange, ring_rate) == nullptr);
    CHECK(find(exchange, "network of a GPU")->value == 50e9);
    CHECK(find(exchange, "GPUs of a group in a domain, at fewest")->value == 2);
    CHECK(find(exchange, "GPUs of a group in a domain, at most")->value == 4);
}

TEST_CASE("a send has the rate and the tier of the slowest hop of its chain") {
    const Topology boxes = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    CalibratedMachine machine;
    machine.send_rate = bytes_per_second(48.5e9);
    machine.groups[static_cast<std::size_t>(Dimension::pp)] = ring_of_two_boxes();
    const auto facts = send_facts(boxes, machine).take();
    CHECK(find(facts, send_rate)->value == 48.5e9);
    CHECK(find(facts, tier_reached)->words == "leaf");
}

}  // namespace
}  // namespace railyard
