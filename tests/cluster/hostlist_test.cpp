#include "railyard/cluster/hostlist.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"
#include "tests/support/dice.hpp"

namespace railyard::cluster {
namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
}

std::string names(std::string_view text) {
    const auto result = expand_hostlist(text);
    if (const auto* problem = std::get_if<HostlistProblem>(&result)) {
        return std::to_string(problem->offset) + ": " + problem->message;
    }
    return joined(std::get<std::vector<std::string>>(result));
}

// What `scontrol show hostnames` of Slurm 22.05.8 prints, tried on that program.
TEST_CASE("lists expand as Slurm expands them") {
    CHECK(names("node[01-03,20]") == "node01 node02 node03 node20");
    CHECK(names("n[08-11]") == "n08 n09 n10 n11");
    CHECK(names("n[9-11]") == "n9 n10 n11");
    CHECK(names("n[001-2]") == "n001 n002");
    CHECK(names("rack[1-2]n[01-02]") == "rack1n01 rack1n02 rack2n01 rack2n02");
    CHECK(names("a1,b[2-3],c") == "a1 b2 b3 c");
    CHECK(names("n[1,1]") == "n1 n1");
    CHECK(names("n[1-2],n[2-3]") == "n1 n2 n2 n3");
    CHECK(names("a, b") == "a b");
    CHECK(names("n[1- 3]") == "n1 n2 n3");
    CHECK(names("worker-rack0-[0-2]") == "worker-rack0-0 worker-rack0-1 worker-rack0-2");
    CHECK(names("g3-129-[057,059]") == "g3-129-057 g3-129-059");
    CHECK(names("").empty());
    CHECK(names("n1\nn2\n") == "n1 n2");
    CHECK(names("[1101-1102]") == "1101 1102");  // Topograph's models have names of digits alone
}

TEST_CASE("what Slurm refuses is refused, and what it reads as another name as well") {
    CHECK(names("n[3-1]") == "2: the range runs backwards");
    CHECK(names("n[]") == "2: expected a number here");
    CHECK(names("n[a-c]") == "2: expected a number here");
    CHECK(names("n[1-2]-ib") == "6: text after the last bracket");
    CHECK(names("n[]x") == "2: expected a number here");
    CHECK(names("n[1-3") == "1: '[' is never closed");
    CHECK(names("n[1-3,") == "1: '[' is never closed");
    CHECK(names("n]") == "1: ']' without '['");
    CHECK(names("n[1;3]") == "3: expected ',' or ']' here");
    CHECK(names("n[1234567890123456789]") == "2: the number has too many digits");
    for (const char* odd : {"a\"b", "a;b", "a$b", "a/b", "a(b", "a\x1b", "a\x7f", "a\xc3\xa9", "a*b"})
        CHECK(names(odd) == "1: a character that no host name has");
    CHECK(names("fe80::1,n1.site-a_b") == "fe80::1 n1.site-a_b");
    CHECK(is_host_name("n1.site"));
    for (const char* odd : {"", "-n1", "n 1", "n[1-2]", "n\t1"}) CHECK_FALSE(is_host_name(odd));
    CHECK(names(std::string(300, 'n')) == "0: a name of 300 characters");
}

TEST_CASE("a list of too many names is refused before it is expanded") {
    CHECK(names("n[0-262143]").size() > 1'000'000);
    CHECK(names("n[0-262144]") == "2: the list stands for more than 262144 names");
    CHECK(names("n[0-999999999999]") == "2: the list stands for more than 262144 names");
    CHECK(names("n[0-999]m[0-999]") == "0: the list stands for more than 262144 names");
    CHECK(names("a[0-99999],b[0-99999],c[0-99999]") == "22: the list stands for more than 262144 names");
    CHECK(std::holds_alternative<HostlistProblem>(expand_hostlist("n[0-9]", 9)));
    CHECK(std::holds_alternative<std::vector<std::string>>(expand_hostlist("n[0-9]", 10)));
}

// What `scontrol show hostlist` of Slurm 22.05.8 prints.
TEST_CASE("names become the list that Slurm makes of them") {
    CHECK(to_hostlist({"n01", "n02", "n3", "n4"}) == "n[01-02,3-4]");
    CHECK(to_hostlist({"n01", "n1"}) == "n[01,1]");
    CHECK(to_hostlist({"n3", "n1", "n2"}) == "n[3,1-2]");
    CHECK(to_hostlist({"rack1n1", "rack1n2", "rack2n1"}) == "rack1n[1-2],rack2n1");
}

TEST_CASE("names without numbers, doubles, and widths that change") {
    CHECK(to_hostlist({}).empty());
    CHECK(to_hostlist({"a"}) == "a");
    CHECK(to_hostlist({"n", "n1", "n2"}) == "n,n[1-2]");
    CHECK(to_hostlist({"n1", "n1"}) == "n[1,1]");
    CHECK(to_hostlist({"n9", "n10"}) == "n[9-10]");
    CHECK(to_hostlist({"n09", "n10", "n011"}) == "n[09-10,011]");
    CHECK(to_hostlist({"n99", "n0100"}) == "n[99,0100]");
}

TEST_CASE("expanding takes back what compressing made of any names") {
    test::Dice dice(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<std::string> list;
        for (std::uint32_t i = dice.between(1, 20); i-- > 0;) {
            auto name = dice.one_of<std::string>({"n", "rack1n", "a-0", "x0y"});
            const std::string number = std::to_string(dice.between(0, 12));
            name += std::string(dice.between(0, 2), '0') + number;
            list.push_back(name);
        }
        CAPTURE(joined(list));
        CHECK(test::expanded(to_hostlist(list)) == list);
    }
}

}  // namespace
}  // namespace railyard::cluster
