#include "railyard/cluster/allocation.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

std::string text_of(const Findings& findings) {
    std::string text;
    for (const auto& f : findings) {
        text += f.severity == Severity::mismatch  ? "MISMATCH "
                : f.severity == Severity::warning ? "warning "
                                                  : "note ";
        text += f.place + " | " + f.expected + " | " + f.seen + " | " + f.meaning + "\n";
    }
    return text;
}

// Eight trays of 4 GPUs in one rack of the topology: tp 4 on a tray, groups of 8 experts on two.
Findings checked(const std::string& file, const std::string& hosts) {
    const Layout layout = test::shipped_layout("deepseek-v3", {{"parallel.pp", "1"},
                                                               {"parallel.dp", "32"},
                                                               {"parallel.ep", "8"},
                                                               {"placement.keep", "ep"},
                                                               {"batch.sequences", "32768"}});
    const RankGrid grid(layout.order, layout.degrees);
    const Topology topology = test::load_text(
                                  "topology: t\ndomains: [{use: gb200-nvl72, count: 1}]\n"
                                  "network: {tiers: [{name: fabric, latency: 2 us}]}\n")
                                  .topology;
    const auto placement = std::get<Placement>(place(topology, grid, layout.placement));
    const Cluster cluster = test::cluster_of(file);
    return check_allocation({layout, topology, grid, placement, cluster, test::expanded(hosts)});
}

std::size_t mismatches(const Findings& findings) {
    std::size_t count = 0;
    for (const auto& f : findings) count += f.severity == Severity::mismatch ? 1 : 0;
    return count;
}

TEST_CASE("all hosts in one block as planned") {
    const Findings findings = checked("BlockName=a Nodes=a[0-17]\n", "a[0-7]");
    CHECK(mismatches(findings) == 0);
    CHECK(text_of(findings) ==
          "note block |  | hosts in 1 block: a 8 | hops that leave their block: dp 0 of 32, ep 0 of 224, "
          "edp 0 of 32\n");
}

// Blocks of 3 and 5: ep groups are hosts {0,1}, {2,3}, {4,5}, {6,7}; the second lies across. Its 8 ranks,
// four in each block, have 2 x 4 x 4 = 32 ordered pairs across. dp's ring of 32 ranks crosses twice.
TEST_CASE("groups that lie across blocks are named, and a better order offered") {
    const Findings findings =
        checked("BlockName=a Nodes=a[0-2]\nBlockName=b Nodes=b[0-4]\n", "a[0-2],b[0-4]");
    const std::string text = text_of(findings);
    CHECK(text.find("ep 32 of 224") != std::string::npos);
    CHECK(text.find("ep group 1 (ranks 8-15) lies across a and b") != std::string::npos);
    CHECK(text.find("dp 2 of 32") != std::string::npos);
    CHECK(mismatches(findings) == 1);
    // 3 + 5 hosts hold three pairs of one block each, and one host of either is left: four groups cannot be
    // whole, so nothing is better than one broken.
    CHECK(text.find("better order") == std::string::npos);
    // Interleaved, all four are broken.
    const std::string mixed =
        text_of(checked("BlockName=a Nodes=a[0-3]\nBlockName=b Nodes=b[0-3]\n", "a0,b0,a1,b1,a2,b2,a3,b3"));
    CHECK(mixed.find(
              "warning order of the hosts | in a better order, hops that leave their block: dp 2 of 32, ep 0 "
              "of 224") != std::string::npos);
    CHECK(mixed.find("the better order is a[0-3],b[0-3]") != std::string::npos);
}

TEST_CASE("hosts that nobody knows, too few and too many of them") {
    CHECK(text_of(checked("BlockName=a Nodes=a[0-17]\n", "a[0-6],a99"))
              .find("MISMATCH --hosts | hosts that the cluster file knows | a99 is not in it: it knows 7 of "
                    "8 hosts") == 0);
    // The last server has ranks 28-31: the second half of the last 8 experts.
    CHECK(text_of(checked("BlockName=a Nodes=a[0-17]\n", "a[0-6]")) ==
          "MISMATCH --hosts | 8 servers that hold ranks | 7 hosts | the job does not fit: 1 host short; dp "
          "group 0, ep group 3, edp groups 4, 5, 6 and 7 lack hosts\n");
    CHECK(text_of(checked("BlockName=a Nodes=a[0-17]\n", "a[0-9]"))
              .find("note --hosts | 8 servers that hold ranks | 10 hosts | left without ranks: a[8-9]") == 0);
}

// ep groups are the pairs {0,1}, {2,3}, {4,5}, {6,7}: none is taken apart by 4 + 2 + 2, but dp's only one is.
TEST_CASE("a group that one domain of the topology holds is taken apart by three blocks") {
    const std::string text =
        text_of(checked("BlockName=a Nodes=a[0-3]\nBlockName=b Nodes=b[0-1]\nBlockName=c Nodes=c[0-1]\n",
                        "a[0-3],b[0-1],c[0-1]"));
    CAPTURE(text);
    CHECK(text.find("MISMATCH blocks | hops that leave a domain of the topology: dp 0 of 32") !=
          std::string::npos);
    CHECK(text.find("dp group 0 (ranks 0-31) lies across a and b and c") != std::string::npos);
}

// One host of the second ep group is unknown: that group lies in no two known blocks. dp's ring has the hops
// a-b beside the unknown host, which are not counted, and the one that closes it.
TEST_CASE("hops of hosts of which nothing is known do not count") {
    const std::string text =
        text_of(checked("BlockName=a Nodes=a[0-2]\nBlockName=b Nodes=b[0-3]\n", "a[0-2],who,b[0-3]"));
    CAPTURE(text);
    CHECK(text.find("ep 0 of 224") != std::string::npos);
    CHECK(text.find("dp 1 of 32") != std::string::npos);
    CHECK(text.find("hosts in 2 blocks: a 3, b 4; 1 host of an unknown one, not counted") !=
          std::string::npos);
    CHECK(text.find("unknown and") == std::string::npos);
    CHECK(text.find("better order") == std::string::npos);
}

TEST_CASE("a file that knows none of the hosts is one mismatch") {
    CHECK(text_of(checked("BlockName=a Nodes=a[0-7]\n", "zz[10-17]"))
              .find("MISMATCH --hosts | hosts that the cluster file knows | it knows none of these hosts | "
                    "no group of the job can be counted: is the file of another cluster?") == 0);
    CHECK(mismatches(checked("BlockName=a Nodes=a[0-7]\n", "zz[10-17]")) == 1);
}

TEST_CASE("a host that the file does not know may be meant for one of it that no other stands for") {
    const auto text = [](const std::string& file, const std::string& hosts) {
        return text_of(checked("BlockName=a Nodes=" + file + "\n", hosts));
    };
    CHECK(text("a[00-07]", "a0,a[01-07]").find("; did you mean 'a00'?") != std::string::npos);
    CHECK(text("a[0-6]", "a[0-7]").find("did you mean") == std::string::npos);
    // Host a55 is not a slip for a05, which the job does not use; b05 may be.
    CHECK(text("a[00-20]", "a[00-04],a[55-57]").find("did you mean") == std::string::npos);
    CHECK(text("a[00-20]", "a[00-04],b05").find("; did you mean 'a05'?") != std::string::npos);
    CHECK(text("a[00-07]", "a[0-7]").find("is the file of another cluster, or did you mean 'a00'?") !=
          std::string::npos);
}

// Known to the file, yet in no block.
TEST_CASE("hosts without a block are no mismatch") {
    const Findings findings =
        checked("BlockName=a Nodes=a[0-3]\nSwitchName=s Nodes=a[0-3],b[0-3]\n", "a[0-3],b[0-3]");
    CAPTURE(text_of(findings));
    CHECK(mismatches(findings) == 0);
}

TEST_CASE("same clique, other racks: three domains") {
    std::string list;
    for (int i = 0; i < 8; ++i) {
        list += "n" + std::to_string(i) + ": 00000000-0000-0000-0000-00000000000" + std::to_string(i % 3) +
                ".32766\n";
    }
    const std::string text = text_of(checked(list, "n[0-7]"));
    CHECK(text.find("hosts in 3 NVLink domains") != std::string::npos);
    CHECK(text.find("MISMATCH NVLink domains") != std::string::npos);
}

TEST_CASE("a cluster that tells of nothing but hosts") {
    CHECK(
        text_of(checked("- topology: t\n  torus3d: {toruses: [{name: p, nodes: 'n[0-7]'}]}\n", "n[0-7]")) ==
        "note --hosts |  | the cluster file tells of no block, domain or switch | hops cannot be counted\n");
}

}  // namespace
}  // namespace railyard::cluster
