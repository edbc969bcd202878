#include "railyard/topology/load.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "railyard/topology/reach.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::load_text;
using test::refusal_of;

TEST_CASE("every shipped file loads, is called like its file, and says what it is") {
    const auto library = test::shipped_library();
    for (const auto& name : library.names(input::Shelf::topologies)) {
        SUBCASE(("topology " + name).c_str()) {
            const LoadedTopology loaded = load_topology(library, name);
            CHECK(loaded.topology.name() == name);
            CHECK_FALSE(loaded.topology.about().empty());
            CHECK(loaded.notes == std::vector<std::string>{});
        }
    }
    for (const auto& name : library.names(input::Shelf::domains)) {
        SUBCASE(("domain " + name).c_str()) {
            const LoadedTopology loaded = load_topology(library, name);
            CHECK(loaded.topology.name() == name);
            CHECK_FALSE(loaded.topology.about().empty());
            CHECK(loaded.notes == std::vector<std::string>{});
        }
    }
    for (const auto& name : library.names(input::Shelf::gpus)) {
        SUBCASE(("GPU " + name).c_str()) {
            const Gpu gpu = load_gpu(library, name);
            CHECK(gpu.name == name);
            CHECK_FALSE(gpu.about.empty());
        }
    }
}

TEST_CASE("a topology of four lines") {
    const Topology topology = load_text(R"(topology: four-boxes
domains: [{use: hgx-h100, count: 4}]
network:
  tiers: [{name: fabric, latency: 2 us}]
)")
                                  .topology;
    CHECK(topology.name() == "four-boxes");
    CHECK(topology.gpu_count() == 32);
    CHECK_FALSE(topology.as_needed());
    CHECK(topology.network().rails == 1);
    CHECK(topology.network().tiers.at(0).latency == microseconds(2));
    CHECK(topology.network().tiers.at(0).oversubscription == 1);
}

TEST_CASE("kinds, counts and what is unavailable") {
    const Topology topology = load_text(R"(topology: mixed
domains:
  - {use: gb200-nvl72, count: 2}
  - {use: hgx-h100, count: 3}
  - {use: gb200-nvl72}                    # as needed is the default
unavailable: [rack1/tray17, box4/server0/gpu0, rack1/tray17/gpu3]
)")
                                  .topology;
    CHECK(topology.kinds().size() == 2);  // named twice, one kind
    CHECK(topology.runs().size() == 3);
    CHECK(topology.as_needed());
    // Tray 17 of rack 1: GPUs 72 + 68 to 72 + 71. Box 4 is the third: 2 x 72 + 2 x 8.
    CHECK(topology.unavailable() ==
          std::vector<GpuId>{GpuId(140), GpuId(141), GpuId(142), GpuId(143), GpuId(160)});
}

TEST_CASE("a whole rack and one name alone can be unavailable") {
    const Topology topology =
        load_text("topology: t\ndomains: [{use: hgx-h100, count: 2}]\nunavailable: box1\n").topology;
    CHECK(topology.unavailable().size() == 8);
    CHECK(topology.available_in(topology.domain(DomainId(1))) == 0);
}

TEST_CASE("without a network there is no way out, and that is legal") {
    const Topology topology = load_text("topology: one-box\ndomains: [{use: hgx-h100, count: 2}]\n").topology;
    CHECK(topology.network().tiers.empty());
    CHECK(reach_between(topology, GpuId(0), GpuId(8)) == Reach::unreachable());
}

TEST_CASE("a topology stands on another one") {
    const test::TemporaryLibrary files;
    files.write("topologies/mine.yaml", R"(topology: mine
use: dgx-h100-superpod
domains: [{use: hgx-h200, count: 64}]
network: {cross_rail: spine}
)");
    const Topology topology = load_topology(files.library(), "mine").topology;
    CHECK(topology.name() == "mine");
    CHECK(topology.gpu_count() == 512);  // lists are replaced
    CHECK(topology.kinds().at(0).gpu.name == "h200");
    CHECK(topology.network().rails == 8);  // mappings are merged
    CHECK(topology.network().cross_rail == CrossRail::spine);
    CHECK(topology.network().tiers.size() == 3);
}

TEST_CASE("a domain's name is enough") {
    const LoadedTopology loaded = load_topology(test::shipped_library(), "gb200-nvl72");
    CHECK(loaded.named == NamedFile::domain);
    CHECK(loaded.topology.as_needed());
    REQUIRE(loaded.topology.network().tiers.size() == 1);
    CHECK(loaded.topology.network().tiers[0].name == "network");
    CHECK(loaded.topology.network().tiers[0].oversubscription == 1);
    CHECK(loaded.topology.network().tiers[0].span == 0);
    CHECK(load_topology(test::shipped_library(), "dgx-h100-superpod").named == NamedFile::topology);
}

TEST_CASE("files are found by path, and beside the file that names them") {
    const test::TemporaryLibrary files;
    files.write("lab/lab.yaml", "topology: lab\ndomains: [{use: lab-box, count: 2}]\n");
    files.write("lab/domains/lab-box.yaml", "domain: lab-box\nuse: hgx-h100\ngpu: lab-gpu\n");
    files.write("lab/domains/gpus/lab-gpu.yaml",
                "gpu: lab-gpu\npeak: {bf16: 1 TFLOP/s}\nmemory: 1 GiB\nmemory_bandwidth: 1 TB/s\n");
    const Topology topology = load_topology(files.library(), files.root() + "/lab/lab.yaml").topology;
    CHECK(topology.gpu_count() == 16);
    CHECK(topology.kinds().at(0).gpu.name == "lab-gpu");
    CHECK(load_topology(files.library(), "lab.yaml", files.root() + "/lab").topology.gpu_count() == 16);
    CHECK(load_domain(files.library(), "lab-box", files.root() + "/lab").gpus() == 8);
    CHECK(load_gpu(files.library(), "lab-gpu", files.root() + "/lab/domains").memory == gibibytes(1));
}

TEST_CASE("names that are not there") {
    const auto library = test::shipped_library();
    CHECK(refusal_of([&] { (void)load_topology(library, "gb200-nvl27"); }) ==
          ":0:0: there is no topology or domain 'gb200-nvl27' | did you mean 'gb200-nvl72'?\n");
    CHECK(refusal_of([&] { (void)load_topology(library, "racks/mine.yaml"); }) ==
          "racks/mine.yaml:0:0: cannot be read: no such file\n");
    CHECK(refusal_of([&] { (void)load_domain(library, "hgx-h10"); }) ==
          ":0:0: there is no domain 'hgx-h10' | did you mean 'hgx-h100'?\n");
    CHECK(refusal_of([&] { (void)load_gpu(library, "h101"); }) ==
          ":0:0: there is no GPU 'h101' | did you mean 'h100'?\n");
}

TEST_CASE("what is wrong with a topology file, all of it at once") {
    struct Row {
        const char* what;
        const char* text;
        const char* problems;
    };
    const Row rows[] = {
        {"a mistyped key", "topology: t\ndomans: [{use: hgx-h100}]\n",
         "test.yaml:1:1: the key 'domains' is missing in the topology file | domains: the domains, in order; "
         "several kinds may follow each other\n"
         "test.yaml:2:1: unknown key 'domans' in the topology file | did you mean 'domains'?\n"},
        {"no mapping at all", "- 1\n- 2\n",
         "test.yaml:1:1: the topology file must be a mapping of keys, not a list | its keys are indented "
         "below "
         "it, or in braces: {key: value}\n"},
        {"no domains in the list", "topology: t\ndomains: []\n",
         "test.yaml:2:10: the list of domains is empty | - {use: hgx-h100, count: as needed}\n"},
        {"domains that are no list", "topology: t\ndomains: {use: hgx-h100}\n",
         "test.yaml:2:10: 'domains' needs a list, not a mapping | each item starts with '- '\n"},
        {"an unknown domain", "topology: t\ndomains: [{use: hgx-h1000, count: 2}]\n",
         "test.yaml:2:17: there is no domain 'hgx-h1000' | did you mean 'hgx-h100'?\n"},
        {"a domain without a name", "topology: t\ndomains: [{count: 2}]\n",
         "test.yaml:2:11: the key 'use' is missing in domains | use: name of a domain file, such as "
         "gb200-nvl72, or a mapping with its keys\n"},
        {"an unknown key of a domain", "topology: t\ndomains: [{use: hgx-h100, counts: 2}]\n",
         "test.yaml:2:27: unknown key 'counts' in domains | did you mean 'count'?\n"},
        {"zero domains", "topology: t\ndomains: [{use: hgx-h100, count: 0}]\n",
         "test.yaml:2:34: count: must not be 0 | a whole number, or 'as needed'\n"},
        {"half a domain", "topology: t\ndomains: [{use: hgx-h100, count: 1.5}]\n",
         "test.yaml:2:34: count: '1.5' is not a whole number | a whole number, or 'as needed'\n"},
        {"a count that some read as octal", "topology: t\ndomains: [{use: hgx-h100, count: 010}]\n",
         "test.yaml:2:34: count: '010' starts with a 0 | a whole number, or 'as needed'\n"},
        {"another spelling of as needed", "topology: t\ndomains: [{use: hgx-h100, count: as-needed}]\n",
         "test.yaml:2:34: count: 'as-needed' is not a whole number | a whole number, or 'as needed'\n"},
        {"as needed in the middle",
         "topology: t\ndomains:\n  - {use: hgx-h100, count: as needed}\n  - {use: hgx-h200}\n",
         "test.yaml:3:28: only the last of the domains can be 'as needed' | count: a whole number of "
         "domains\n"},
        {"no count in the middle", "topology: t\ndomains:\n  - {use: hgx-h100}\n  - {use: hgx-h200}\n",
         "test.yaml:3:5: the key 'count' is missing: another kind of domain follows | count: a whole number "
         "of "
         "domains\n"},
        {"more GPUs than there are numbers", "topology: t\ndomains: [{use: hgx-h100, count: 300000000}]\n",
         "test.yaml:2:34: this makes over two thousand million GPUs | is the count right?\n"},
        {"missing parts that do not exist",
         "topology: t\ndomains: [{use: hgx-h100, count: 2}]\nunavailable: [box2, box0/server1, box00]\n",
         "test.yaml:3:15: there is no box2: the domains are box0 to box1\n"
         "test.yaml:3:21: there is no server1 in box0: it has server0\n"
         "test.yaml:3:35: 'box00' has leading zeros: write box0\n"},
        {"missing parts that are no names",
         "topology: t\ndomains: [{use: hgx-h100, count: 2}]\nunavailable: [[box1]]\n",
         "test.yaml:3:15: 'unavailable' is a list of words; this is a list\n"},
        {"a name that is empty", "topology: \"\"\ndomains: [{use: hgx-h100}]\n",
         "test.yaml:1:11: 'topology' is empty\n"},
    };
    for (const Row& row : rows) {
        SUBCASE(row.what) {
            CHECK(refusal_of(row.text) == std::string(row.problems));
        }
    }
}

TEST_CASE("a domain and its GPU may stand where their names could, on bases of their own") {
    const auto loaded = load_text(
        "topology: t\n"
        "domains:\n"
        "  - count: 2\n"
        "    use:\n"
        "      domain: mine\n"
        "      use: hgx-h100\n"
        "      gpu: {gpu: my-gpu, use: h200, memory: 100 GiB}\n"
        "  - {use: hgx-h100, count: 1}\n");
    REQUIRE(loaded.topology.kinds().size() == 2);
    const DomainKind& mine = loaded.topology.kinds().front();
    CHECK(mine.name == "mine");
    CHECK(mine.scale_up.links_per_switch == std::vector<std::uint32_t>{5, 4, 4, 5});
    CHECK(mine.gpu.name == "my-gpu");
    CHECK(mine.gpu.memory == gibibytes(100));
    CHECK(mine.gpu.memory_bandwidth == gigabytes_per_second(4800));
    CHECK(loaded.topology.kinds().back().gpu.name == "h100");
    CHECK(refusal_of("topology: t\ndomains: [{use: {domain: d, use: hgx-h100, gpus: 3}}]\n")
              .find("test.yaml:2:44: unknown key 'gpus'") != std::string::npos);
}

TEST_CASE("problems of a domain file are told with its own place") {
    const test::TemporaryLibrary files;
    files.write("topologies/domains/broken.yaml", "domain: broken\nuse: hgx-h100\nservers: {gpus: none}\n");
    files.write("topologies/two.yaml", "topology: two\ndomains: [{use: broken, count: 0}]\n");
    const std::string problems = refusal_of([&] { (void)load_topology(files.library(), "two"); });
    CHECK(files.without_root(problems) ==
          "topologies/two.yaml:2:32: count: must not be 0 | a whole number, or 'as needed'\n"
          "topologies/domains/broken.yaml:3:17: gpus: 'none' is not a whole number\n");
}

TEST_CASE("over four million missing GPUs are refused before they are listed") {
    const std::string text = "topology: t\ndomains: [{use: gb200-nvl72}]\nunavailable: [" + [] {
        std::string names;
        for (int rack = 0; rack < 58255; ++rack) names += "rack" + std::to_string(rack) + ",";
        return names;
    }() + "rack58255]\n";
    // 2^22 / 72 = 58254.2: the 58255th rack is one too many.
    CHECK(refusal_of(text).find("over four million GPUs are unavailable") != std::string::npos);
}

}  // namespace
}  // namespace railyard
