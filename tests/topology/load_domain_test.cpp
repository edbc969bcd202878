#include "railyard/topology/load_domain.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::load_text;
using test::refusal_of;

DomainKind domain_of(const std::string& text) {
    return load_text(text).topology.kinds().at(0);
}

TEST_CASE("a rack of 8 trays with 4 GPUs") {
    const Topology topology = load_text(R"(domain: nvl32
gpu: gb200
names: {domain: rack, server: tray}
servers: {count: 8, gpus: 4, pcie: {bandwidth_per_direction: 63 GB/s}}
scale_up:
  kind: switched
  switches: 18
  links_per_switch: 1
  link: {bandwidth_per_direction: 50 GB/s, latency: 0.3 us}
nics: {per_gpu: 1, bandwidth_per_direction: 400 Gb/s}
)")
                                  .topology;
    const DomainKind& rack = topology.kinds().at(0);
    CHECK(rack.gpus() == 32);
    CHECK(rack.nvlink_per_gpu() == gigabytes_per_second(900));
    CHECK(rack.servers.cpus == 2);                                          // the default
    CHECK(rack.servers.cpu_link.bandwidth == rack.servers.pcie.bandwidth);  // likewise
    CHECK(!rack.servers.c2c.has_value());
    CHECK(rack.servers.gpu_to_cpu().bandwidth == rack.servers.pcie.bandwidth);
    CHECK(rack.domain_word == "rack");
    CHECK(rack.server_word == "tray");
    CHECK(rack.nics.bandwidth == gigabits_per_second(400));
    CHECK(topology.with_last_run(1).gpu_count() == 32);
}

TEST_CASE("every key of a domain is read") {
    const DomainKind kind = domain_of(R"(domain: all
about: all there is
gpu: h100
names: {domain: box, server: node}
servers:
  count: 2
  gpus: 4
  cpus: 1
  pcie: {bandwidth_per_direction: 60 GB/s, effective_per_direction: 50 GB/s, latency: 150 ns}
  c2c: {bandwidth_per_direction: 225 GB/s, latency: 100 ns}
  cpu_link: {bandwidth_per_direction: 20 GB/s, latency: 0}
scale_up:
  kind: switched
  switches: 4
  boards: 2
  links_per_switch: [2, 1]
  link: {bandwidth_per_direction: 25 GB/s, effective_per_direction: 20 GB/s, latency: 0.3 us}
  trunk: {links: 3, bandwidth_per_direction: 30 GB/s, effective_per_direction: 24 GB/s, latency: 0.4 us}
nics: {per_server: 2, bandwidth_per_direction: 200 Gb/s, model: CX6}
partitions: [6, 2]
)");
    CHECK(kind.name == "all");
    CHECK(kind.about == "all there is");
    CHECK(kind.gpu.name == "h100");
    CHECK(kind.server_word == "node");
    CHECK(kind.servers.count == 2);
    CHECK(kind.servers.cpus == 1);
    CHECK(kind.servers.pcie.effective == gigabytes_per_second(50));
    CHECK(kind.servers.pcie.latency.raw() == doctest::Approx(150e-9));
    CHECK(kind.servers.cpu_link.latency == Seconds{});
    REQUIRE(kind.servers.c2c.has_value());
    CHECK(kind.servers.gpu_to_cpu().bandwidth == gigabytes_per_second(225));
    CHECK(kind.scale_up.boards == 2);
    CHECK(kind.scale_up.links_per_switch == std::vector<std::uint32_t>{2, 1});
    CHECK(kind.scale_up.link.effective == gigabytes_per_second(20));
    CHECK(kind.scale_up.trunk_links == 3);
    CHECK(kind.scale_up.trunk.bandwidth == gigabytes_per_second(30));
    CHECK(kind.scale_up.trunk.effective == gigabytes_per_second(24));
    CHECK(kind.scale_up.trunk.latency == microseconds(0.4));
    CHECK(kind.nics.sharing == NicSharing::per_server);
    CHECK(kind.nics.model == "CX6");
    CHECK(kind.partitions == std::vector<std::uint32_t>{6, 2});
}

TEST_CASE("every key of a GPU is read") {
    const test::TemporaryLibrary files;
    files.write("topologies/gpus/all.yaml", R"(gpu: all
about: a GPU
peak: {fp32: 1 TFLOP/s, fp16: 2 TFLOP/s, bf16: 3 TFLOP/s, fp8: 4 TFLOP/s, fp4: 5 PFLOP/s}
memory: 80 GiB
memory_bandwidth: 3 TB/s
)");
    const Gpu gpu = load_gpu(files.library(), "all");
    CHECK(gpu.about == "a GPU");
    CHECK(gpu.peak_of(Precision::fp32) == teraflops_per_second(1));
    CHECK(gpu.peak_of(Precision::fp16) == teraflops_per_second(2));
    CHECK(gpu.peak_of(Precision::bf16) == teraflops_per_second(3));
    CHECK(gpu.peak_of(Precision::fp8) == teraflops_per_second(4));
    CHECK(gpu.peak_of(Precision::fp4) == teraflops_per_second(5000));
    CHECK(gpu.memory == gibibytes(80));
    CHECK(gpu.memory_bandwidth == gigabytes_per_second(3000));
}

// A domain with something wrong in it: the keys of a good one, but for those that `text` gives.
std::string domain_text(const std::string& text) {
    std::string all = "domain: d\n" + text;
    const auto add_unless_given = [&](const std::string& key, const std::string& line) {
        if (("\n" + text).find("\n" + key) == std::string::npos) all += line + "\n";
    };
    add_unless_given("gpu:", "gpu: h100");
    add_unless_given("servers:", "servers: {gpus: 8, pcie: {bandwidth_per_direction: 63 GB/s}}");
    add_unless_given("scale_up:", "scale_up: {kind: mesh, link: {bandwidth_per_direction: 25 GB/s}}");
    add_unless_given("nics:", "nics: {per_gpu: 1, bandwidth_per_direction: 400 Gb/s}");
    return all;
}

struct Row {
    const char* what;
    const char* text;
    const char* problems;
};

void check(const Row& row) {
    CHECK(refusal_of(domain_text(row.text)) == std::string(row.problems));
}

TEST_CASE("a good domain of the tests is good") {
    CHECK(refusal_of(domain_text("")).empty());
}

TEST_CASE("what is wrong with servers, names and partitions") {
    const Row rows[] = {
        {"an unknown GPU", "gpu: h1000\n", "test.yaml:2:6: there is no GPU 'h1000' | did you mean 'h100'?\n"},
        {"no GPUs", "servers: {gpus: 0, pcie: {bandwidth_per_direction: 63 GB/s}}\n",
         "test.yaml:2:17: gpus: must not be 0 | at least 1\n"},
        {"no PCIe", "servers: {gpus: 8}\n",
         "test.yaml:2:1: the key 'pcie' is missing in servers | pcie: link from a GPU or a NIC to its CPU\n"},
        {"a rate without a unit", "servers: {gpus: 8, pcie: {bandwidth_per_direction: 63}}\n",
         "test.yaml:2:52: bandwidth_per_direction: the bandwidth '63' has no unit | write for example 450 "
         "GB/s or "
         "400 Gb/s\n"},
        {"a rate of nothing", "servers: {gpus: 8, pcie: {bandwidth_per_direction: 0 GB/s}}\n",
         "test.yaml:2:52: bandwidth_per_direction: the bandwidth is zero | it must be above 0\n"},
        {"an effective rate above the nominal one",
         "servers: {gpus: 8, pcie: {bandwidth_per_direction: 63 GB/s, effective_per_direction: 64 GB/s}}\n",
         "test.yaml:2:86: 'effective_per_direction', 64 GB/s, is above 'bandwidth_per_direction', 63 GB/s | "
         "what software reaches of a link is less than its nominal rate: both are per link and per "
         "direction\n"},
        {"a cluster taken for a domain",
         "servers: {count: 4096, gpus: 72, pcie: {bandwidth_per_direction: 63 GB/s}}\n",
         "test.yaml:2:18: 4096 servers of 72 GPUs are more than a scale-up domain can hold | at most 65536 "
         "GPUs; "
         "domains are repeated in a topology\n"},
        {"a word with a number in it", "names: {domain: rack2, server: tray}\n",
         "test.yaml:2:17: the word 'rack2' cannot be part of a name | letters only: numbers and slashes "
         "follow it, "
         "as in rack3/tray7\n"},
        {"a word with a dot in it", "names: {server: a.b}\n",
         "test.yaml:2:17: the word 'a.b' cannot be part of a name | letters only: numbers and slashes follow "
         "it, as "
         "in rack3/tray7\n"},
        {"partitions that do not add up", "partitions: [4, 3]\n",
         "test.yaml:2:13: the partitions hold 7 GPUs, the domain 8 | every GPU belongs to one partition\n"},
        {"an empty partition", "partitions: [8, 0]\n",
         "test.yaml:2:17: partitions: must not be 0 | at least 1\n"},
        {"partitions without NVLink", "partitions: [4, 4]\nscale_up: {kind: none}\n",
         "test.yaml:2:13: only switched and mesh domains can be partitioned\n"},
    };
    for (const Row& row : rows) {
        SUBCASE(row.what) {
            check(row);
        }
    }
}

TEST_CASE("what is wrong with NVLinks") {
    const Row rows[] = {
        {"an unknown kind", "scale_up: {kind: switch, link: {bandwidth_per_direction: 25 GB/s}}\n",
         "test.yaml:2:18: unknown kind 'switch' | did you mean 'switched'?\n"},
        {"no link", "scale_up: {kind: mesh}\n",
         "test.yaml:2:18: the key 'link' is missing: the rate of one link | link: {bandwidth_per_direction: "
         "25 "
         "GB/s, latency: 0.3 us}\n"},
        {"a link where there is none", "scale_up: {kind: none, link: {bandwidth_per_direction: 25 GB/s}}\n",
         "test.yaml:2:30: 'link' belongs to switched, mesh or links domains, not to none ones\n"},
        {"no switches", "scale_up: {kind: switched, link: {bandwidth_per_direction: 25 GB/s}}\n",
         "test.yaml:2:18: switched domains need 'switches' | the number of NVSwitch chips in the domain\n"
         "test.yaml:2:18: switched domains need 'links_per_switch' | links from one GPU to each switch of "
         "its board, "
         "such as 1 or [5, 4, 4, 5]\n"},
        {"a list of another length",
         "scale_up: {kind: switched, switches: 4, links_per_switch: [5, 4, 4], link: "
         "{bandwidth_per_direction: 25 "
         "GB/s}}\n",
         "test.yaml:2:59: the list has 3 numbers for 4 switches | one number for each switch that a GPU is "
         "wired "
         "to\n"},
        {"a GPU without links",
         "scale_up: {kind: switched, switches: 2, links_per_switch: [0, 0], link: {bandwidth_per_direction: "
         "25 "
         "GB/s}}\n",
         "test.yaml:2:59: a GPU has no links at all | kind: none describes such a server\n"},
        {"two boards without a trunk",
         "scale_up: {kind: switched, switches: 4, boards: 2, links_per_switch: 1, link: "
         "{bandwidth_per_direction: 25 "
         "GB/s}}\n",
         "test.yaml:2:49: two boards need 'trunk': the links between a switch and its twin\n"},
        {"a trunk on one board",
         "scale_up: {kind: switched, switches: 4, links_per_switch: 1, link: {bandwidth_per_direction: 25 "
         "GB/s}, "
         "trunk: {links: 8, bandwidth_per_direction: 25 GB/s}}\n",
         "test.yaml:2:111: trunk links need 'boards: 2'\n"},
        {"an odd switch",
         "scale_up: {kind: switched, switches: 5, boards: 2, links_per_switch: 1, link: "
         "{bandwidth_per_direction: 25 "
         "GB/s}, trunk: {links: 8, bandwidth_per_direction: 25 GB/s}}\n",
         "test.yaml:2:38: 5 switches cannot be halved over two boards\n"},
        {"switches in a mesh",
         "scale_up: {kind: mesh, switches: 4, link: {bandwidth_per_direction: 25 GB/s}}\n",
         "test.yaml:2:34: 'switches' belongs to switched domains, not to mesh ones\n"},
        {"links without pairs", "scale_up: {kind: links, link: {bandwidth_per_direction: 25 GB/s}}\n",
         "test.yaml:2:18: listed domains need 'pairs': a list of [GPU, GPU, links]\n"},
        {"pairs that are none",
         "scale_up:\n  kind: links\n  link: {bandwidth_per_direction: 25 GB/s}\n  pairs:\n    - [0, 1]\n    "
         "- [0, 8, 1]\n"
         "    - [3, 3, 1]\n    - [0, 1, 2]\n    - [1, 0, 2]\n    - [1, 2, none]\n",
         "test.yaml:6:7: a pair is [GPU, GPU, number of links] | such as [0, 3, 2]\n"
         "test.yaml:7:11: '8' is too large | at most 7\n"
         "test.yaml:8:7: GPU 3 cannot be linked to itself\n"
         "test.yaml:10:7: the pair 0, 1 is listed twice | give the number of links once, for both "
         "directions\n"
         "test.yaml:11:14: 'none' is not a whole number\n"},
        {"servers that NVLink does not join",
         "servers: {count: 2, gpus: 8, pcie: {bandwidth_per_direction: 63 GB/s}}\nscale_up: {kind: none}\n",
         "test.yaml:3:18: a domain of several servers needs NVLink between every two of its GPUs | give each "
         "server a "
         "domain of its own (servers: {count: 1}), or use switched or mesh\n"},
        // 4096 x 4095 / 2 = 8386560 pairs.
        {"a mesh beyond measure",
         "servers: {count: 512, gpus: 8, pcie: {bandwidth_per_direction: 63 GB/s}}\n",
         "test.yaml:4:11: 4096 GPUs joined like this have 8386560 pairs of ends with links between them | at "
         "most "
         "4194304; domains are repeated in a topology\n"},
    };
    for (const Row& row : rows) {
        SUBCASE(row.what) {
            check(row);
        }
    }
}

TEST_CASE("what is wrong with a GPU file") {
    const test::TemporaryLibrary files;
    files.write("topologies/gpus/bad.yaml", R"(gpu: bad
peak: {bf16: 989 TFLOPS, int8: 1 TFLOP/s}
memory: 80
memory_bandwith: 3 TB/s
)");
    const std::string problems = refusal_of([&] { (void)load_gpu(files.library(), "bad"); });
    CHECK(files.without_root(problems) ==
          "topologies/gpus/bad.yaml:1:1: the key 'memory_bandwidth' is missing in the GPU file | "
          "memory_bandwidth: "
          "peak memory bandwidth, such as 3.35 TB/s\n"
          "topologies/gpus/bad.yaml:2:14: bf16: unknown unit 'TFLOPS' in the rate of computing '989 TFLOPS' "
          "| did "
          "you mean 'TFLOP/s'?\n"
          "topologies/gpus/bad.yaml:2:26: unknown key 'int8' in peak | known: fp32, fp16, bf16, fp8, fp4\n"
          "topologies/gpus/bad.yaml:3:9: memory: the size '80' has no unit | write for example 80 GB or 80 "
          "GiB\n"
          "topologies/gpus/bad.yaml:4:1: unknown key 'memory_bandwith' in the GPU file | did you mean "
          "'memory_bandwidth'?\n");
}

}  // namespace
}  // namespace railyard
