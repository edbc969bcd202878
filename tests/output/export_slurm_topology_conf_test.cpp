#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"
#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("what is written reads back as the same tree") {
    const std::string text = std::get<std::string>(
        export_slurm_topology_conf(test::PlannedJob(4, 2, test::four_boxes).question()));
    CHECK(text ==
          "# TopologyPlugin=topology/tree\n"
          "SwitchName=spine Switches=leaf-[0-1]\n"
          "SwitchName=leaf-0 Nodes=box0-server0,box1-server0\n"
          "SwitchName=leaf-1 Nodes=box2-server0,box3-server0\n");
    const cluster::Cluster read = test::cluster_of(text);
    CHECK(test::described(read) ==
          "box0-server0 leaf-0\nbox1-server0 leaf-0\nbox2-server0 leaf-1\nbox3-server0 leaf-1\n");
    CHECK(test::switches_of(read) == "spine 1: leaf-0 leaf-1\nleaf-0 0:\nleaf-1 0:\n");
}

}  // namespace
}  // namespace railyard::output
