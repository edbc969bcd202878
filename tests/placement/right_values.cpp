// The design's table of right values (section 6), row by row, on the shipped files. They were worked out
// twice by brute force with code that shares nothing with this project.

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "railyard/placement/hops.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/placement/traffic.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using test::Changes;
using test::shipped_layout;

Topology on(std::string_view name) {
    return load_topology(test::shipped_library(), name).topology;
}

struct Counted {
    Placement placement;
    std::vector<DimensionHops> dimensions;

    [[nodiscard]] const DimensionHops* of(Dimension d) const {
        for (const auto& hops : dimensions) {
            if (hops.dimension == d) return &hops;
        }
        return nullptr;
    }
};

Counted count(const Topology& topology, const Layout& layout) {
    const RankGrid grid(layout.order, layout.degrees);
    auto placed = place(topology, grid, layout.placement);
    REQUIRE(std::holds_alternative<Placement>(placed));
    Counted counted{std::get<Placement>(std::move(placed)), {}};
    counted.dimensions = count_hops(topology, grid, counted.placement, dimensions_of(layout));
    return counted;
}

// nvlink/network, as the table prints it.
struct Split {
    std::uint64_t nvlink = 0;
    std::uint64_t network = 0;
};

struct Row {
    const char* name;
    const char* layout;
    Changes changes;
    const char* topology;
    std::optional<Split> tp, pp, wrap, dp, ep, edp;  // none: the table says nothing
    std::uint32_t domains, idle;
};

void check_split(const HopCount& hops, const std::optional<Split>& expected) {
    if (!expected) return;
    CHECK(hops.nvlink == expected->nvlink);
    CHECK(hops.network() == expected->network);
    CHECK(hops.pcie == 0);
    CHECK(hops.unreachable == 0);
}

void check_dimension(const Counted& counted, Dimension d, const std::optional<Split>& expected) {
    if (!expected) return;
    CAPTURE(std::string(name_of(d)));
    const DimensionHops* found = counted.of(d);
    REQUIRE(found != nullptr);
    check_split(found->hops, expected);
}

void check(const std::vector<Row>& table) {
    for (const Row& row : table) {
        CAPTURE(std::string(row.name));
        const Counted counted = count(on(row.topology), shipped_layout(row.layout, row.changes));
        check_dimension(counted, Dimension::tp, row.tp);
        check_dimension(counted, Dimension::pp, row.pp);
        check_dimension(counted, Dimension::dp, row.dp);
        check_dimension(counted, Dimension::ep, row.ep);
        check_dimension(counted, Dimension::edp, row.edp);
        if (row.wrap) check_split(counted.of(Dimension::pp)->wrap, row.wrap);
        CHECK(counted.placement.domains_used == row.domains);
        CHECK(counted.placement.gpus_idle == row.idle);
    }
}

constexpr std::optional<Split> silent;

TEST_CASE("Llama 3 405B 8K: tp 8, pp 16, dp 64") {
    const Changes dp_before_pp = {{"order", "tp,cp,dp,pp"}};
    const Changes tiled = {{"order", "tp,cp,dp:2,pp:4,pp,dp"}, {"placement.per_domain", "64"}};
    check({
        {"8-GPU servers",
         "llama3-405b-8k",
         {},
         "hgx-h100",
         Split{8192, 0},
         Split{0, 7680},
         Split{0, 512},
         Split{0, 8192},
         silent,
         silent,
         1024,
         0},
        {"NVL72",
         "llama3-405b-8k",
         {},
         "gb200-nvl72",
         Split{8192, 0},
         Split{6832, 848},
         Split{0, 512},
         Split{0, 8192},
         silent,
         silent,
         114,
         16},
        {"NVL72, dp before pp", "llama3-405b-8k", dp_before_pp, "gb200-nvl72", Split{8192, 0}, Split{0, 7680},
         silent, Split{7168, 1024}, silent, silent, 114, 16},
        {"NVL72, 64 of each domain, tiles", "llama3-405b-8k", tiled, "gb200-nvl72", Split{8192, 0},
         Split{6144, 1536}, silent, Split{4096, 4096}, silent, silent, 128, 1024},
    });
}

TEST_CASE("GPT 145.6B: tp 8, pp 8, dp 24") {
    check({{"NVL72",
            "megatron-145.6b",
            {{"order", "tp,cp,pp,dp"}},
            "gb200-nvl72",
            Split{1536, 0},
            Split{1192, 152},
            Split{40, 152},
            Split{168, 1368},
            silent,
            silent,
            22,
            48}});
}

TEST_CASE("tp 16, pp 4, dp 4: packed, in blocks, and with blocks larger than a domain") {
    const Changes packed = {{"parallel.tp", "16"},
                            {"parallel.pp", "4"},
                            {"parallel.dp", "4"},
                            {"order", "tp,cp,pp,dp"},
                            {"placement.policy", "packed"}};
    Changes blocks = packed;
    blocks.back() = {"placement.policy", "aligned"};
    check({
        {"NVL72, packed", "megatron-145.6b", packed, "gb200-nvl72", Split{252, 4}, Split{152, 40},
         Split{24, 40}, Split{24, 232}, silent, silent, 4, 32},
        {"NVL72, blocks of 16", "megatron-145.6b", blocks, "gb200-nvl72", Split{256, 0}, Split{192, 0},
         silent, Split{0, 256}, silent, silent, 4, 32},
        {"8-GPU servers", "megatron-145.6b", blocks, "hgx-a100", Split{224, 32}, Split{0, 192}, silent,
         Split{0, 256}, silent, silent, 32, 0},
    });
    CHECK(count(on("hgx-a100"), shipped_layout("megatron-145.6b", blocks)).placement.blocks_straddle);
    CHECK_FALSE(
        count(on("gb200-nvl72"), shipped_layout("megatron-145.6b", blocks)).placement.blocks_straddle);
}

TEST_CASE("DeepSeek-V3: pp 16, dp 128, ep 64") {
    const Changes keep_ep = {{"placement.keep", "ep"}};
    const Changes pp_first = {{"placement.keep", "ep"}, {"order", "tp,cp,pp,dp"}};
    check({
        {"8-GPU servers",
         "deepseek-v3",
         {},
         "hgx-h100",
         silent,
         Split{0, 1920},
         silent,
         Split{1792, 256},
         Split{14336, 114688},
         Split{0, 2048},
         256,
         0},
        {"NVL72",
         "deepseek-v3",
         {},
         "gb200-nvl72",
         silent,
         Split{0, 1920},
         silent,
         Split{2005, 43},
         Split{90368, 38656},
         Split{224, 1824},
         29,
         40},
        {"NVL72, keep ep", "deepseek-v3", keep_ep, "gb200-nvl72", silent, Split{0, 1920}, silent,
         Split{2016, 32}, Split{129024, 0}, Split{0, 2048}, 32, 256},
        {"8-GPU servers, pp first, keep ep", "deepseek-v3", pp_first, "hgx-h100", silent, Split{1792, 128},
         silent, Split{0, 2048}, Split{0, 129024}, Split{0, 2048}, 256, 0},
    });
    const Counted straddling = count(on("hgx-h100"), shipped_layout("deepseek-v3", pp_first));
    CHECK(straddling.placement.block == 1024);
    CHECK(straddling.placement.blocks_straddle);
    // tp is 1: the report has no line for it.
    CHECK(straddling.of(Dimension::tp) == nullptr);
}

using Tiers = std::vector<std::uint64_t>;

TEST_CASE("tiers of 32, 128 and all domains: Llama 3 405B 8K on a SuperPOD of 8-GPU servers") {
    const Topology pod = on("dgx-h100-superpod");
    REQUIRE(pod.network().tiers.size() == 3);
    CHECK(pod.network().tiers[0].span == 32);
    CHECK(pod.network().tiers[1].span == 128);
    const Counted counted = count(pod, shipped_layout("llama3-405b-8k"));
    CHECK(counted.of(Dimension::tp)->hops.nvlink == 8192);
    CHECK(counted.of(Dimension::pp)->hops.tiers == Tiers{7680, 0, 0});
    CHECK(counted.of(Dimension::dp)->hops.tiers == Tiers{4096, 3072, 1024});
    CHECK(counted.placement.domains_used == 1024);
}

TEST_CASE("8 rails that meet at the spine only: the first row of DeepSeek-V3") {
    const Topology railed =
        test::load_text("topology: railed\nuse: dgx-h100-superpod\nnetwork: {cross_rail: spine}\n").topology;
    const Counted counted = count(railed, shipped_layout("deepseek-v3"));
    const HopCount& ep = counted.of(Dimension::ep)->hops;
    CHECK(ep.nvlink == 14336);
    CHECK(ep.tiers == Tiers{14336, 100352, 0});
    // Relayed to the right rail over NVLink, all of them meet at the leaf.
    const Counted relayed = count(on("dgx-h100-superpod"), shipped_layout("deepseek-v3"));
    CHECK(relayed.of(Dimension::ep)->hops.tiers == Tiers{114688, 0, 0});
}

TEST_CASE("tp 8 in rank order on one DGX-1V: two of the eight pairs have no link") {
    const Changes one = {{"parallel.pp", "1"}, {"parallel.dp", "1"}};
    const Counted counted = count(on("dgx-1v"), shipped_layout("gpt3-175b-64", one));
    const HopCount& tp = counted.of(Dimension::tp)->hops;
    CHECK(tp.nvlink == 6);
    CHECK(tp.pcie == 2);
    CHECK(tp.network() == 0);
    CHECK(counted.of(Dimension::tp)->groups_on_nvlink == 0);
}

TEST_CASE("bytes of tp in one step of Llama 3 405B 8K: 3.879e15, all on NVLink") {
    // 126 layers x 32 micro-batches x 64 replicas x 4 all-reduces x 8 hops x 2 x 7/8 of a tensor of
    // 2 x 8192 x 16384 bytes.
    const double expected = 126.0 * 32 * 64 * 4 * 8 * 1.75 * 268'435'456;
    CHECK(expected == doctest::Approx(3.879e15).epsilon(0.0005 / 3.879));
    for (const char* topology : {"hgx-h100", "gb200-nvl72"}) {
        CAPTURE(std::string(topology));
        const Layout layout = shipped_layout("llama3-405b-8k");
        const TrafficBytes traffic =
            traffic_of(layout, reference_volumes(layout), *count(on(topology), layout).of(Dimension::tp));
        CHECK(traffic.nvlink.raw() == doctest::Approx(expected).epsilon(1e-12));
        CHECK(traffic.network().raw() == 0);
        CHECK(traffic.pcie.raw() == 0);
    }
}

}  // namespace
}  // namespace railyard
