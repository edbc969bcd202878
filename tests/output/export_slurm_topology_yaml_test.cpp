#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"
#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("racks are blocks and switches, and read back as both") {
    std::vector<std::string> hosts;
    for (int i = 0; i < 36; ++i) hosts.push_back("n" + std::to_string(i));
    const std::string text = std::get<std::string>(
        export_slurm_topology_yaml(test::PlannedJob(4, 2, test::two_racks, hosts).question()));
    const cluster::Cluster read = test::cluster_of(text);
    CHECK(read.hosts.size() == 36);
    CHECK(read.block_sizes == std::vector<std::uint32_t>{18, 36});
    CHECK(test::switches_of(read) == "spine 1: rack0 rack1\nrack0 0:\nrack1 0:\n");
    const std::string hosts_read = test::described(read);
    CHECK(hosts_read.find("n17 rack0 block=rack0\nn18 rack1 block=rack1\n") != std::string::npos);
    CHECK(read.notes ==
          std::vector<std::string>{
              "the switches are those of topology 'tree', the default one says nothing of them"});
}

TEST_CASE("without domains of several servers there are no blocks, and the tree is the default") {
    const std::string text = std::get<std::string>(
        export_slurm_topology_yaml(test::PlannedJob(4, 2, test::four_boxes).question()));
    CHECK(text.find("---\n- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n"
                    "      - switch: \"spine\"\n        children: \"leaf-[0-1]\"\n") == 0);
    CHECK(text.find("block") == std::string::npos);
    CHECK(test::cluster_of(text).notes.empty());
}

}  // namespace
}  // namespace railyard::output
