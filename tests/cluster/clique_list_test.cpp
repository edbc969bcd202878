#include <doctest/doctest.h>

#include "railyard/cluster/readers.hpp"
#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

using test::cluster_of;
using test::cluster_refusal;

const std::string a = "00000000-0000-0000-0000-00000000000a";
const std::string b = "00000000-0000-0000-0000-00000000000B";

TEST_CASE("a table of kubectl, columns by their places") {
    const Cluster cluster = cluster_of(
        "NAME    STATUS   GPU.CLIQUE                                ROLES\n"
        "n1      Ready    " +
        a +
        ".7    <none>\n"
        "n2      Ready                                              <none>\n"
        "n3      Ready    " +
        b + ".7    <none>\n");
    CHECK(test::described(cluster) == "n1 domain=" + a + ".7\nn2\nn3 domain=" + b + ".7\n");
    CHECK(cluster.notes == std::vector<std::string>{"1 of 3 nodes have no clique label"});
}

TEST_CASE("tables with single blanks or tabs between their cells") {
    CHECK(test::described(cluster_of("NODE CLIQUE\nnode-a1 " + a + ".7\nnode-a2 <none>\nnode-a3\n")) ==
          "node-a1 domain=" + a + ".7\nnode-a2\nnode-a3\n");
    CHECK(test::described(cluster_of("NAME STATUS CLIQUE AGE\nn1 Ready " + a + ".7 5d\n")) ==
          "n1 domain=" + a + ".7\n");
    CHECK(test::described(cluster_of("NAME\tSTATUS\tCLIQUE\tAGE\nnode-a1\tReady\t" + a +
                                     ".7\t5d\nnode-a2\tReady\t\t5d\n")) ==
          "node-a1 domain=" + a + ".7\nnode-a2\n");
    CHECK(cluster_refusal("NODE CLIQUE\nn1 rack7\n").find("test.txt:2:4: 'rack7' is no NVLink domain") == 0);
}

TEST_CASE("pairs with any separator") {
    CHECK(test::described(cluster_of("n1: " + a + "\nn2," + a + ".1\n\nn3 " + b + "\r\n")) ==
          "n1 domain=" + a + "\nn2 domain=" + a + ".1\nn3 domain=" + b + "\n");
}

TEST_CASE("a text that ends inside a clique tells no domain") {
    const Cluster cut = cluster_of("n1: " + a + ".17\nn2: " + a + ".1");
    CHECK(test::described(cut) == "n1 domain=" + a + ".17\nn2\n");
    CHECK(cut.notes.front() == "the text ends inside the clique of n2: its NVLink domain is unknown");
    CHECK(cluster_of("n1: " + a + ".17\nn2: " + a + ".1\n").domains.size() == 2);
}

TEST_CASE("every mistake is told at its place") {
    CHECK(cluster_refusal("n1: " + a + "\nn2: rack7\n").find("test.txt:2:5: 'rack7' is no NVLink domain") ==
          0);
    CHECK(cluster_refusal("n1: " + a + "\nn1: " + a + "\n").find("test.txt:2:1: host 'n1' is there twice") ==
          0);
    CHECK(cluster_refusal("n1: " + a + "\nn2\n").find("test.txt:2:1: expected HOST: CLUSTER-UUID") == 0);
    CHECK(cluster_refusal("NODE CLIQUE\n").find("test.txt:1:1: no host in this list") == 0);
    CHECK(cluster_refusal("NODE  CLIQUE\n      " + a + "\n")
              .find("test.txt:2:1: expected the name of a node") == 0);
}

}  // namespace
}  // namespace railyard::cluster
