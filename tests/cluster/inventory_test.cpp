#include "railyard/cluster/inventory.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

std::string compared(const std::string& file, const std::string& domains,
                     const std::string& unavailable = "[]") {
    const Topology topology =
        test::load_text("topology: t\ndomains: [{use: " + domains +
                        "}]\nnetwork: {tiers: [{name: n, latency: 1 us}]}\nunavailable: " + unavailable +
                        "\n")
            .topology;
    std::string text;
    for (const auto& f : compare_inventory(test::cluster_of(file), topology)) {
        text += f.severity == Severity::mismatch ? "MISMATCH " : "note ";
        text += f.place + " | " + f.expected + " | " + f.seen + " | " + f.meaning + "\n";
    }
    return text;
}

TEST_CASE("as many hosts as servers, fewer, and more") {
    CHECK(compared("SwitchName=s Nodes=n[0-3]\n", "hgx-a100, count: 4").empty());
    CHECK(compared("SwitchName=s Nodes=n[0-2]\n", "hgx-a100, count: 4") ==
          "MISMATCH hosts | 4 servers | 3 hosts | 1 server of the topology are in none of the files\n");
    CHECK(compared("SwitchName=s Nodes=n[0-4]\n", "hgx-a100, count: 4") ==
          "note hosts | 4 servers | 5 hosts | the files also name 1 host that the topology does not have\n");
    CHECK(compared("SwitchName=s Nodes=n[0-2]\n", "hgx-a100, count: 4", "box2").empty());
    CHECK(compared("SwitchName=s Nodes=n[0-2]\n", "hgx-a100, count: as needed").empty());
}

TEST_CASE("a block with fewer hosts than the rack has trays is no smaller rack") {
    CHECK(
        compared("BlockName=a Nodes=a[0-17]\nBlockName=b Nodes=b[0-15]\n", "gb200-nvl72, count: as needed") ==
        "note blocks | 18 trays in a rack | fewer hosts in b 16 | the others are missing from the files, or "
        "out of "
        "service\n");
}

// Clique labels of Kubernetes: one cluster UUID, two cliques of nine trays.
TEST_CASE("a rack that is cut into cliques is not the rack of the topology, but that of a partitioned one") {
    std::string list;
    for (int i = 0; i < 18; ++i) {
        list += "n" + std::to_string(i) + ": 00000000-0000-0000-0000-000000000001." + std::to_string(i / 9) +
                "\n";
    }
    CHECK(compared(list, "gb200-nvl72, count: 1")
              .find("MISMATCH NVLink domains | one domain in a rack | "
                    "00000000-0000-0000-0000-000000000001 has 2 cliques") == 0);
    CHECK(compared(list, "gb200-nvl72-2x36, count: 1").empty());  // nine trays are a whole partition
}

TEST_CASE("hosts of no domain, or of no block, are named") {
    std::string list = "NAME CLIQUE\n";
    for (int i = 0; i < 18; ++i)
        list += "n" + std::to_string(10 + i) + "  " +
                (i < 16 ? "00000000-0000-0000-0000-000000000001.1" : "<none>") + "\n";
    const std::string found = compared(list, "gb200-nvl72, count: 1");
    CHECK(found.find("hosts | the NVLink domain of each host | none told of n[26-27] | no clique label") !=
          std::string::npos);
}

TEST_CASE("servers of another kind beside racks are no small racks") {
    const std::string both = "gb200-nvl72, count: 1}, {use: hgx-h100, count: 2";
    CHECK(compared("BlockName=r Nodes=a[0-17]\nBlockName=x Nodes=b0\nBlockName=y Nodes=b1\n", both).empty());
    CHECK(compared("BlockName=r Nodes=a[0-16]\nBlockName=x Nodes=b0\nBlockName=y Nodes=b[1-2]\n", both)
              .find("18 trays in a rack | fewer hosts in r 17, y 2") != std::string::npos);
}

// 144 ranks in two racks: tp 8 on two trays, dp 18 across; the second rack holds ranks 72-143, which are tp
// groups 9 to 17 and members of every dp group.
std::string of_job(const std::string& file, const std::string& domains, std::uint32_t dp,
                   const std::vector<std::string>& hosts = {}) {
    const Layout layout = test::shipped_layout("gpt3-175b-64", {{"parallel.tp", "8"},
                                                                {"parallel.pp", "1"},
                                                                {"parallel.dp", std::to_string(dp)},
                                                                {"batch.sequences", std::to_string(dp)}});
    const RankGrid grid(layout.order, layout.degrees);
    const Topology topology = test::load_text("topology: t\ndomains: [{use: " + domains +
                                              "}]\nnetwork: {tiers: [{name: n, latency: 1 us}]}\n")
                                  .topology;
    const auto placement = std::get<Placement>(place(topology, grid, layout.placement));
    std::string text;
    for (const auto& f :
         compare_inventory(test::cluster_of(file), topology, SeatedJob{layout, grid, placement, hosts})) {
        text += f.severity == Severity::mismatch  ? "MISMATCH "
                : f.severity == Severity::warning ? "warning "
                                                  : "note ";
        text += f.place + " | " + f.seen + " | " + f.meaning + "\n";
    }
    return text;
}

// Hosts with a clique label each, so many in each of the racks.
std::string racks_of(const std::vector<std::vector<int>>& cliques, int unlabelled = 0) {
    std::string list = "NAME CLIQUE\n";
    int host = 10;
    for (std::size_t rack = 0; rack < cliques.size(); ++rack) {
        for (std::size_t clique = 0; clique < cliques[rack].size(); ++clique) {
            for (int i = 0; i < cliques[rack][clique]; ++i)
                list += "n" + std::to_string(host++) + " 00000000-0000-0000-0000-00000000000" +
                        std::to_string(rack) + "." + std::to_string(clique) + "\n";
        }
    }
    for (int i = 0; i < unlabelled; ++i) list += "n" + std::to_string(host++) + " <none>\n";
    return list;
}

TEST_CASE("fewer hosts or domains than there are: which groups that takes, or that there are enough") {
    const std::string two = "gb200-nvl72, count: 2";
    CHECK(of_job(racks_of({{18}}), two, 18) ==
          "MISMATCH hosts | 18 hosts | 18 servers of the topology are in none of the files; tp groups 9, 10, "
          "11, 12 and 5 more, dp groups 0, 1, 2, 3 and 4 more lack hosts, if the last servers are missing\n"
          "MISMATCH NVLink domains | 1 domain | tp groups 9, 10, 11, 12 and 5 more, dp groups 0, 1, 2, 3 and "
          "4 more have no NVLink domain, if the last are missing\n");
    CHECK(of_job(racks_of({{18}}), two, 9) ==
          "warning hosts | 18 hosts | 18 servers of the topology are in none of the files; the job's ranks "
          "sit on 18 servers, so there are enough for them\n"
          "warning NVLink domains | 1 domain | the job's ranks sit in 1 domain, so there are enough for "
          "them\n");
}

TEST_CASE("a host without a label may be all that is known of a domain that is missing") {
    const std::string three = "gb200-nvl72, count: 3";
    CHECK(of_job(racks_of({{18}, {18}}, 18), three, 27)
              .find("warning NVLink domains | 2 domains, and 18 hosts "
                    "of unknown ones") != std::string::npos);
    CHECK(of_job(racks_of({{18}}, 1), three, 27)
              .find("MISMATCH NVLink domains | 1 domain, and 1 host of "
                    "unknown ones") != std::string::npos);
}

TEST_CASE("hosts of no domain count where ranks sit on them, with the hops to and from them") {
    const std::string one = "gb200-nvl72, count: as needed";
    const std::string list =
        "NAME CLIQUE\nn10 00000000-0000-0000-0000-000000000001.0\n"
        "n11 00000000-0000-0000-0000-000000000001.0\nn12 00000000-0000-0000-0000-000000000001.0\n"
        "n13 00000000-0000-0000-0000-000000000001.0\nn14 <none>\n";
    // dp 2 of tp 8: four trays, a tp group on each two of them.
    const std::string elsewhere = of_job(list, one, 2, {"n10", "n11", "n12", "n13"});
    CHECK(elsewhere.find("note hosts | none told of n14 | no rank of this job sits there") !=
          std::string::npos);
    CHECK(elsewhere.find("warning") == std::string::npos);
    // A host of the allocation that no rank needs.
    CHECK(of_job(list, one, 2, {"n10", "n11", "n12", "n13", "n14"}).find("note hosts | none told of n14") !=
          std::string::npos);
    // The ring of its tp group enters and leaves n14 once each; each of its 4 dp groups of 2 does the same.
    const std::string there = of_job(list, one, 2, {"n10", "n11", "n12", "n14"});
    CHECK(there.find("warning hosts | none told of n14 |") != std::string::npos);
    CHECK(there.find("hops between trays of one rack: tp 2 of 16, dp 8 of 16") != std::string::npos);
    // Where the hosts of the job are not known, all hops may be.
    CHECK(of_job(list, one, 2).find("hops between trays of one rack: tp 4 of 16, dp 16 of 16") !=
          std::string::npos);
}

TEST_CASE("a rack in two cliques stands for no second rack") {
    CHECK(
        of_job(racks_of({{18}, {9, 9}}), "gb200-nvl72, count: 3", 27).find("NVLink domains | 2 domains |") !=
        std::string::npos);
    // Where the topology has partitions, cliques are what it counts.
    CHECK(of_job(racks_of({{9, 9}, {9, 9}}), "gb200-nvl72-2x36, count: 2", 9).empty());
}

TEST_CASE("a rack in two cliques: which hops may be cut, and no host of it is missing") {
    const std::string found = of_job(racks_of({{9, 9}}), "gb200-nvl72, count: 1", 9);
    // tp 8 takes two trays: of its ring of 8 ranks two hops go from one to the other, 2 x 9 in all; the ring
    // of dp, 9 ranks at strides of two trays, crosses with each of its hops: 8 x 9.
    CHECK(found ==
          "MISMATCH NVLink domains | 00000000-0000-0000-0000-000000000000 has 2 cliques | NVLink does not "
          "reach from one clique to another, though the rack is the same; hops between trays of one rack: tp "
          "18 of 72, dp 72 of 72\n");
    CHECK(of_job(racks_of({{9, 5}}), "gb200-nvl72, count: as needed", 9)
              .find("note NVLink domains | fewer hosts "
                    "in ") != std::string::npos);
}

TEST_CASE("fewer NVLink domains than the topology has") {
    std::string list;
    for (int i = 0; i < 36; ++i)
        list += "n" + std::to_string(i) + ": 00000000-0000-0000-0000-000000000001.1\n";
    CHECK(compared(list, "gb200-nvl72, count: 2") == "MISMATCH NVLink domains | 2 domains | 1 domain | \n");
}

}  // namespace
}  // namespace railyard::cluster
