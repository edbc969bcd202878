#include "railyard/cluster/host_file.hpp"

#include <doctest/doctest.h>

namespace railyard::cluster {
namespace {

// "n1@1:1 n2@3:5", or the problems as they are shown.
std::string read(const std::string& text) {
    std::string result;
    try {
        for (const ListedHost& host : read_host_file(*input::make_source("hf", text))) {
            result += (result.empty() ? "" : " ") + host.name + "@" + std::to_string(host.line) + ":" +
                      std::to_string(host.column);
        }
    } catch (const InputError& error) {
        for (const Diagnostic& each : error.problems()) {
            result += std::to_string(each.span.line) + ":" + std::to_string(each.span.column) + ": " +
                      each.message + "\n";
        }
    }
    return result;
}

TEST_CASE("host files of srun, Open MPI and MPICH") {
    CHECK(read("n1\nn1\nn2\n") == "n1@1:1 n1@2:1 n2@3:1");
    CHECK(read("# a comment\nn1 slots=8 # another\n\n  n2 slots=8 max-slots=16\r\nn3 max_slots=4") ==
          "n1@2:1 n2@4:3 n3@5:1");
    CHECK(read("n1:8\nn[2-3]:8,n4:8") == "n1@1:1 n2@2:1 n3@2:1 n4@2:10");
    CHECK(read("fe80::1\n") == "fe80::1@1:1");
    CHECK(read("#n1\n").empty());
    CHECK(read("").empty());
}

TEST_CASE("a hostlist is a host file as well") {
    CHECK(read("rack1n[01-02,05],b c") == "rack1n01@1:1 rack1n02@1:1 rack1n05@1:1 b@1:18 c@1:20");
    CHECK(read("n[1, 3]") == "n1@1:1 n3@1:1");
}

TEST_CASE("a host that is there twice, by one name or by a short and a full one") {
    const auto twice = [](const std::string& text) -> std::string {
        const auto found = host_twice(read_host_file(input::Source("f", text)));
        return found ? std::to_string(found->first) + "=" + std::to_string(found->again) : "no";
    };
    CHECK(twice("a,b,a") == "0=2");
    CHECK(twice("a.site.org,b,a") == "0=2");
    CHECK(twice("a,b,a.site.org") == "0=2");
    CHECK(twice("a.one.org,a.two.org") == "no");
    CHECK(twice("a.one.org,a.two.org,a") == "0=2");
    CHECK(twice("a,ab,a-b") == "no");
    CHECK(twice("10.0.0.1,10.0.0.2") == "no");
}

TEST_CASE("what is no host has its place") {
    CHECK(read("n1 slots=8\nn2 slot=8\n") == "2:4: 'slot=8' is no host\n");
    CHECK(read("slots=8\n") == "1:1: 'slots=8' has no host before it\n");
    CHECK(read("n1 slots=eight\n") == "1:10: expected a number here\n");
    CHECK(read("n1 slots=\n") == "1:10: expected a number here\n");
    CHECK(read("n1\nn2:many\n") == "2:4: expected a number here\n");
    CHECK(read("n1 slots = 8\n") == "1:10: '=' is no host\n");
    CHECK(read("n1\n n[3-1]\nn]\n") == "2:4: the range runs backwards\n3:2: ']' without '['\n");
}

TEST_CASE("a file of another kind is refused once") {
    CHECK(read("# a layout\nlayout: one\nmodel: two\nparallel: {tp: 8, pp: 8}\n") ==
          "2:1: 'layout:' is no host\n");
}

TEST_CASE("a file of too many names is refused where it passes the limit") {
    CHECK(read("a[0-99999]\nb[0-99999]\nc[0-99999]\nd]\n") ==
          "3:1: the list stands for more than 262144 names\n");
}

}  // namespace
}  // namespace railyard::cluster
