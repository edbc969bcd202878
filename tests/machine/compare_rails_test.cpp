#include <doctest/doctest.h>

#include "railyard/machine/comparison.hpp"
#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

Observed servers(const std::vector<std::string>& fixtures) {
    Observed all;
    for (const std::string& name : fixtures) REQUIRE_FALSE(merge(all, read_fixture(name)).has_value());
    CHECK(all.disagreements.empty());
    return all;
}

}  // namespace

TEST_CASE("the odd server out is named, with the groups that change rails at it") {
    const Findings found =
        Checked("hgx-h200", 24)
            .findings(servers({"hgx-h200.xml", "hgx-h200-nics-swapped.xml", "hgx-h200-third.xml"}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "box1/server0 (host 0xa2)");
    CHECK(found[0].expected == "gpu0 next to mlx5_0, gpu1 next to mlx5_1, as on 2 of 3 servers");
    CHECK(found[0].seen == "gpu0 next to mlx5_1, gpu1 next to mlx5_0");
    CHECK(found[0].meaning == "dp groups 0 and 1 change rails at this server");
}

namespace {

// The matrix of the fixture with its NICs renamed; without a legend where `stem` is empty.
Observed renamed(const std::string& stem, const std::string& host) {
    std::string text(input::read_source(fixture_path("hgx-h200-topo.txt"))->text());
    if (stem.empty()) text.resize(text.find("NIC Legend"));
    for (std::size_t at = text.find("mlx5_"); at != std::string::npos; at = text.find("mlx5_", at + 1))
        text.replace(at, 5, stem);
    Observed observed = read_text(text, host + ".txt");
    observed.hosts[0].name = {host, SourceId(0)};
    return observed;
}

}  // namespace

TEST_CASE("names of NICs that differ between hosts are no difference: their order counts") {
    Observed all = renamed("mlx5_", "a");
    REQUIRE_FALSE(merge(all, renamed("mlx5_ib", "b")).has_value());
    REQUIRE_FALSE(merge(all, renamed("", "c")).has_value());  // NIC0, NIC1, ...
    CHECK(Checked("hgx-h200", 24).findings(all).empty());
    CHECK(all.disagreements.empty());
}

TEST_CASE("of two servers that differ neither is blamed") {
    const Findings found =
        Checked("hgx-h200", 16).findings(servers({"hgx-h200.xml", "hgx-h200-nics-swapped.xml"}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "box0/server0 (host 0xa1) and box1/server0 (host 0xa2)");
    CHECK(found[0].seen ==
          "box0/server0 (host 0xa1): gpu0 next to mlx5_0, gpu1 next to mlx5_1; box1/server0 (host 0xa2): "
          "gpu0 next to mlx5_1, gpu1 next to mlx5_0");
    CHECK(found[0].meaning ==
          "dp groups 0 and 1 change rails between the two; the two differ and neither is the majority: a "
          "third server tells which is odd");
}

TEST_CASE("a server whose pairing differs is named by position where names differ") {
    Observed all = renamed("mlx5_", "a");
    REQUIRE_FALSE(merge(all, renamed("mlx5_ib", "b")).has_value());
    REQUIRE_FALSE(merge(all, renamed("ibp", "c")).has_value());
    for (const std::size_t gpu : {std::size_t{2}, std::size_t{3}})
        std::swap(all.hosts[2].path_to_nic(gpu, 2), all.hosts[2].path_to_nic(gpu, 3));
    const Findings found = Checked("hgx-h200", 24).findings(all);
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "box2/server0 (c)");
    CHECK(found[0].seen == "gpu2 next to ibp3 (NIC 4 of 8), gpu3 next to ibp2 (NIC 3 of 8)");
}

TEST_CASE("servers that agree have nothing found") {
    CHECK(Checked("hgx-h200", 16).findings(servers({"hgx-h200.xml", "hgx-h200-third.xml"})).empty());
}

namespace {

// Rails of three servers with the matrix of the fixture, the second one changed.
Findings rails_of(const std::string& topology_text, void (*change)(ObservedHost&)) {
    Observed all = renamed("mlx5_", "a");
    REQUIRE_FALSE(merge(all, renamed("mlx5_", "b")).has_value());
    REQUIRE_FALSE(merge(all, renamed("mlx5_", "c")).has_value());
    change(all.hosts[1]);
    const Topology topology = test::load_text(topology_text).topology;
    return compare_rails(topology, all, match_servers(topology, all), Meaning(topology, std::nullopt));
}

// Without GPU 7: its NIC stays, next to no GPU.
void lose_the_last(ObservedHost& host) {
    host.gpus.pop_back();
    host.pairs.assign(host.gpus.size() * host.gpus.size(), {});
    host.gpu_to_nic.resize(host.gpus.size() * host.nics.size());
}

void swap_two(ObservedHost& host) {
    for (const std::size_t gpu : {std::size_t{2}, std::size_t{3}})
        std::swap(host.path_to_nic(gpu, 2), host.path_to_nic(gpu, 3));
}

}  // namespace

TEST_CASE("a GPU that is out of service or not shown is not one next to no NIC") {
    const std::string whole = "topology: t\ndomains: [{use: hgx-h200, count: 3}]\n";
    const std::string less = whole + "unavailable: [box1/server0/gpu3]\n";
    CHECK(rails_of(whole, [](ObservedHost&) {}).empty());
    CHECK(rails_of(less, [](ObservedHost&) {}).empty());
    CHECK(rails_of(whole, lose_the_last).empty());
    // What is shown is compared.
    const Findings found = rails_of(whole, [](ObservedHost& host) {
        lose_the_last(host);
        swap_two(host);
    });
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "box1/server0 (b)");
    CHECK(found[0].seen == "gpu2 next to mlx5_3, gpu3 next to mlx5_2");
    const Findings beside = rails_of(less, swap_two);
    REQUIRE(beside.size() == 1);
    CHECK(beside[0].seen == "gpu2 next to mlx5_3");
}

TEST_CASE("names that a storage NIC counted first has shifted by one are compared by position") {
    std::string shifted(input::read_source(fixture_path("hgx-h200-topo.txt"))->text());
    for (char nic = '7'; nic >= '0'; --nic) {
        const std::string name = std::string("mlx5_") + nic;
        shifted.replace(shifted.find(name), name.size(), std::string("mlx5_") + static_cast<char>(nic + 1));
    }
    Observed odd = read_text(shifted, "b.txt");
    REQUIRE(odd.hosts[0].nics.front().name.value == "mlx5_1");
    REQUIRE(odd.hosts[0].nics.back().name.value == "mlx5_8");
    odd.hosts[0].name = {"b", SourceId(0)};
    Observed all = renamed("mlx5_", "a");
    REQUIRE_FALSE(merge(all, odd).has_value());
    REQUIRE_FALSE(merge(all, renamed("mlx5_", "c")).has_value());
    CHECK(Checked("hgx-h200", 24).findings(all).empty());
    swap_two(all.hosts[1]);
    const Findings found = Checked("hgx-h200", 24).findings(all);
    REQUIRE(found.size() == 1);
    CHECK(found[0].seen == "gpu2 next to mlx5_4 (NIC 4 of 8), gpu3 next to mlx5_3 (NIC 3 of 8)");
}
