#include "railyard/cluster/rankfile.hpp"

#include <doctest/doctest.h>

#include <variant>

#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

using Hosts = std::vector<std::string>;

// "n1 n1 n2", or the problems as they are shown.
std::string read(const std::string& text) {
    std::string result;
    try {
        for (const std::string& host : read_rankfile(*input::make_source("rf", text)))
            result += (result.empty() ? "" : " ") + host;
    } catch (const InputError& error) {
        for (const Diagnostic& each : error.problems()) {
            result += std::to_string(each.span.line) + ":" + std::to_string(each.span.column) + ": " +
                      each.message + "\n";
        }
    }
    return result;
}

TEST_CASE("ranks in any order, with what they are bound to, comments and blanks") {
    CHECK(read("rank 0=n1 slot=0\nrank 1=n1 slot=1\n") == "n1 n1");
    CHECK(read("# of the job\n\nrank 2=c slot=2-3\n rank 0 = a slot=1:0-2 # first\r\nrank 1=b "
               "slots=0:0,1;1:0") == "a b c");
    CHECK(read("rank 0=n1.site.org slot=p0:*\n") == "n1.site.org");
}

TEST_CASE("what a rank file is not has its place") {
    CHECK(read("rank 0=n1 slot=0\nn2 slots=8\n") == "2:1: this line gives no rank its host\n");
    CHECK(read("rank x=n1 slot=0\n") == "1:6: expected the number of a rank here\n");
    CHECK(read("rank 0 n1\n") == "1:8: expected '=' and a host here\n");
    CHECK(read("rank 0=+n0 slot=1:0-2\n") == "1:8: '+n0' is a place in an allocation, not a host\n");
    CHECK(read("rank 0=n[1-2] slot=0\n") == "1:8: 'n[1-2]' is not the name of one host\n");
    CHECK(read("rank 0=n1\n") == "1:10: expected slot=... here\n");
    CHECK(read("rank 0=n1 slot=64-\n") == "1:19: expected the numbers of cores here\n");
    CHECK(read("rank 0=n1 slot=a\n") == "1:16: expected the numbers of cores here\n");
    CHECK(read("rank 0=n1 slot=0 twice\n") == "1:18: the line has more than a rank\n");
    CHECK(read("rank 0=n1 slot=0\nrank 1=n1 slot=1\nrank 0=n2 slot=0\n") ==
          "3:1: rank 0 is there twice, first in line 1\n");
    CHECK(read("rank 0=n1 slot=0\nrank 4000000000=n1 slot=1\n") ==
          "2:1: rank 1 has no line, rank 4000000000 has\n");
    CHECK(read("# nothing\n") == "1:1: the file names no rank\n");
}

TEST_CASE("a rank file is told from a host file by its first line") {
    CHECK(is_rankfile("# x\nrank 0=n1 slot=0\n"));
    CHECK(is_rankfile("rank 12 = n1 slot=0\n"));
    CHECK_FALSE(is_rankfile("n1 slots=8\n"));
    CHECK_FALSE(is_rankfile("rank 0\n"));  // two hosts
    CHECK_FALSE(is_rankfile("rank slots=2\n"));
    CHECK_FALSE(is_rankfile("rank"));
    CHECK_FALSE(is_rankfile(""));
}

TEST_CASE("hosts come in the order of their first ranks") {
    CHECK(hosts_of({"b", "a", "b", "c", "a"}) == Hosts{"b", "a", "c"});
}

TEST_CASE("ranks that a file starts elsewhere than the placement seats them") {
    const Topology topology =
        load_topology(test::shipped_library(), "pcie-4gpu").topology;  // 4 GPUs a server
    Degrees degrees;
    degrees.dp = 8;
    const RankGrid grid(test::order_of("tp,cp,pp,dp"), degrees);
    const Placement placement = std::get<Placement>(place(topology, grid, {}));
    const Hosts good = {"b", "b", "b", "b", "a", "a", "a", "a"};
    CHECK_FALSE(ranks_elsewhere(good, topology, placement));
    Hosts swapped = good;
    std::swap(swapped[3], swapped[4]);
    const auto two = ranks_elsewhere(swapped, topology, placement);
    REQUIRE(two);
    CHECK(two->first == 3);
    CHECK(two->expected == "b");
    CHECK(two->seen == "a");
    const auto one_host = ranks_elsewhere(Hosts(8, "a"), topology, placement);
    REQUIRE(one_host);
    CHECK(one_host->count == 4);
    CHECK(one_host->first == 4);
    CHECK(one_host->expected == "another host than a");
    const auto few = ranks_elsewhere({"b", "b"}, topology, placement);
    REQUIRE(few);
    CHECK(few->count == 6);
    CHECK(few->seen == "no host");
    Hosts many = good;
    many.push_back("c");
    CHECK(ranks_elsewhere(many, topology, placement)->expected == "no host");
}

}  // namespace
}  // namespace railyard::cluster
