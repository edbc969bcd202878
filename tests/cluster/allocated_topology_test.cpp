#include "railyard/cluster/allocated_topology.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/names.hpp"
#include "tests/support/clusters.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

Topology racks(const std::string& tiers = "{name: fabric, latency: 2 us}") {
    return test::load_text(
               "topology: t\ndomains: [{use: gb200-nvl72, count: as needed}]\nnetwork:\n  tiers: [" + tiers +
               "]\n")
        .topology;
}

// "rack0 8, rack1 4": GPUs that are there.
std::string there(const Topology& topology) {
    std::string text;
    for (std::uint32_t d = 0; d < topology.domain_count(); ++d) {
        const Domain domain = topology.domain(DomainId(d));
        text += (d == 0 ? "" : ", ") + domain_name(topology, domain) + " " +
                std::to_string(topology.available_in(domain));
    }
    return text;
}

AllocatedTopology allocated(const Topology& topology, const std::string& file, const std::string& hosts) {
    auto found = allocated_by_cluster(topology, test::cluster_of(file), test::expanded(hosts));
    const auto* problem = std::get_if<HostsProblem>(&found);
    REQUIRE_MESSAGE(problem == nullptr, problem->message);
    return std::get<AllocatedTopology>(std::move(found));
}

std::string refusal(const Topology& topology, const std::string& file, const std::string& hosts) {
    const auto found = allocated_by_cluster(topology, test::cluster_of(file), test::expanded(hosts));
    const auto* problem = std::get_if<HostsProblem>(&found);
    return problem == nullptr ? "" : problem->message + " | " + problem->hint;
}

TEST_CASE("hosts that are called as servers leave those servers") {
    const auto found = allocated_by_name(racks(), {"rack2-tray17", "rack0-tray3", "rack2-tray0"});
    const auto& part = std::get<AllocatedTopology>(found);
    CHECK(there(part.topology) == "rack0 4, rack1 0, rack2 8");
    CHECK(part.topology.available_gpus(part.topology.domain(DomainId(0))).front() ==
          GpuId(12));  // tray 3 of 4
    // Trays are numbered through: 2 x 18 + 17.
    CHECK(part.host_of.at(53) == "rack2-tray17");
    CHECK_FALSE(part.topology.as_needed());
}

TEST_CASE("a name that is no server is refused with what one is called") {
    const auto problem = [](const char* host) {
        const auto found = allocated_by_name(racks(), {host});
        const auto* no = std::get_if<HostsProblem>(&found);
        return no == nullptr ? std::string() : no->message;
    };
    CHECK(problem("node7") == "'node7' is no server of the topology, which are called as rack0-tray0");
    CHECK_FALSE(problem("rack0-tray18").empty());
    CHECK_FALSE(problem("rack0").empty());  // a whole rack
    CHECK(problem("rack0-tray17").empty());
}

TEST_CASE("hosts of a block share a domain, whatever the racks are called") {
    const auto part =
        allocated(racks(), "BlockName=a Nodes=a[1-18]\nBlockName=b Nodes=b[1-18]\n", "b[3-4],a[1-5],b9");
    // Blocks in the order of their first hosts.
    CHECK(there(part.topology) == "rack0 12, rack1 20");
    CHECK(part.host_of.at(2) == "b9");
    CHECK(part.host_of.at(18) == "a1");
}

TEST_CASE("domains below one switch share a span, and other switches have others") {
    const std::string file =
        "SwitchName=s0 Nodes=a[1-2]\nSwitchName=s1 Nodes=b[1-2]\nSwitchName=top Switches=s[0-1]\n";
    // Servers of 8 that are domains, two to a leaf.
    const Topology boxes =
        test::load_text(
            "topology: t\ndomains: [{use: hgx-h100, count: 8}]\nnetwork:\n  tiers:\n"
            "    - {name: leaf, spans: 2 domains, latency: 1 us}\n    - {name: spine, latency: 2 us}\n")
            .topology;
    CHECK(there(allocated(boxes, file, "a1,b2,a2").topology) == "box0 8, box1 8, box2 8");
    // a1 alone has a leaf; b1 begins the next.
    CHECK(there(allocated(boxes, file, "a1,b[1-2]").topology) == "box0 8, box1 0, box2 8, box3 8");
    CHECK(refusal(boxes,
                  "SwitchName=s0 Nodes=a[1-3]\nSwitchName=s1 Nodes=b1\nSwitchName=top Switches=s[0-1]\n",
                  "a[1-3],b1")
              .find("the hosts below s0 do not lie within one leaf of the topology") == 0);
}

TEST_CASE("what a cluster file does not say is refused") {
    const std::string blocks = "BlockName=a Nodes=a[1-20]\n";
    CHECK(refusal(racks(), blocks, "a[1-2],b1") ==
          "the file of the cluster does not know b1 | did you mean 'a1'?");
    CHECK(refusal(racks(), blocks, "a[1-19]")
              .find("block a has 19 hosts of the list, and a rack has 18 trays") == 0);
    CHECK(refusal(racks(), "SwitchName=s0 Nodes=a[1-3]\n", "a[1-3]")
              .find("the file of the cluster does not say which hosts share a rack") == 0);
    const Topology one = test::load_text(
                             "topology: t\ndomains: [{use: gb200-nvl72, count: 1}]\n"
                             "network: {tiers: [{name: fabric, latency: 2 us}]}\n")
                             .topology;
    CHECK(refusal(one, "BlockName=a Nodes=a1\nBlockName=b Nodes=b1\n", "a1,b1")
              .find("the hosts do not lie within the 1 rack of the topology") == 0);
    CHECK(refusal(load_topology(test::shipped_library(), "mixed-nvl72-h100").topology, blocks, "a1")
              .find("several kinds of domains") != std::string::npos);
}

}  // namespace
}  // namespace railyard::cluster
