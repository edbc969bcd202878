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

TEST_CASE("hosts without ranks are named, unless the list is that of the whole topology") {
    const auto written = [](const std::vector<std::string>& hosts) {
        return std::get<std::string>(
            export_slurm_topology_conf(test::PlannedJob(4, 2, test::four_boxes, hosts).question()));
    };
    CHECK(written({"a", "b", "c"}) ==
          "# TopologyPlugin=topology/tree\nSwitchName=spine Switches=leaf-0\n"
          "SwitchName=leaf-0 Nodes=a,b\n# left out, since no rank sits on them: c\n");
    CHECK(written({"a", "b", "c", "d"}).find("left out") == std::string::npos);
    CHECK(written({}).find("left out") == std::string::npos);
}

TEST_CASE("blocks for the block plugin, and none where a domain is a server") {
    const test::PlannedJob racks(4, 2, test::two_racks);
    ExportQuestion question = racks.question();
    question.plugin = SlurmPlugin::block;
    const std::string text = std::get<std::string>(export_slurm_topology_conf(question));
    CHECK(text ==
          "# TopologyPlugin=topology/block\nBlockName=rack0 Nodes=rack0-tray[0-17]\n"
          "BlockName=rack1 Nodes=rack1-tray[0-17]\nBlockSizes=18,36\n");
    const cluster::Cluster read = test::cluster_of(text);
    CHECK(read.hosts.size() == 36);
    CHECK(read.blocks.size() == 2);
    CHECK(read.block_sizes == std::vector<std::uint32_t>{18, 36});
    CHECK(read.notes.empty());
    const test::PlannedJob boxes(4, 2, test::four_boxes);
    ExportQuestion none = boxes.question();
    none.plugin = SlurmPlugin::block;
    CHECK(std::get<ExportRefusal>(export_slurm_topology_conf(none)).why ==
          "there are no blocks: every NVLink domain of 'four-boxes' is one server");
}

}  // namespace
}  // namespace railyard::output
