#include "railyard/topology/hardware.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

DomainKind shipped(const char* name) {
    return load_domain(test::shipped_library(), name);
}

TEST_CASE("NVLink of one GPU, per direction") {
    struct Row {
        const char* domain;
        double gigabytes;  // links x rate of one, hardware facts section 1.2
    };
    const Row rows[] = {
        {"dgx-1v", 6 * 25},        // every row of the link matrix sums to 6
        {"dgx-2", 6 * 25},         // one link to each of 6 switches
        {"hgx-a100", 12 * 25},     // 2 links to each of 6
        {"hgx-h100", 18 * 25},     // 5 + 4 + 4 + 5
        {"hgx-h200", 18 * 25},     // as H100
        {"hgx-h800", 8 * 25},      // 8 of 18
        {"hgx-b200", 18 * 50},     // 9 to each of 2
        {"hgx-b300", 18 * 50},     // as B200
        {"gb200-nvl72", 18 * 50},  // one to each of 18
        {"gb300-nvl72", 18 * 50},  // as GB200
        {"nvl36x2", 18 * 50},      // one to each of 18 of its own rack
        {"mi300x-8", 7 * 64},      // one to each of 7 peers
        {"pcie-4gpu", 0},          // none
    };
    for (const Row& row : rows) {
        SUBCASE(row.domain) {
            CHECK(shipped(row.domain).nvlink_per_gpu() == gigabytes_per_second(row.gigabytes));
        }
    }
}

TEST_CASE("a listed domain counts the links of its poorest GPU") {
    DomainKind kind;
    kind.servers = {1, 3, 1, {}, {}};
    kind.scale_up.kind = ScaleUpKind::links;
    kind.scale_up.link.bandwidth = gigabytes_per_second(25);
    kind.scale_up.pairs = {{0, 1, 2}, {1, 2, 1}};
    CHECK(kind.nvlink_per_gpu() == gigabytes_per_second(25));  // GPU 2 has one link
    kind.scale_up.pairs = {{0, 1, 2}};
    CHECK(kind.nvlink_per_gpu() == gigabytes_per_second(0));  // GPU 2 has none
}

TEST_CASE("a partitioned mesh has links inside its partitions only") {
    DomainKind kind = shipped("mi300x-8");
    kind.partitions = {5, 3};
    CHECK(kind.nvlink_per_gpu() == gigabytes_per_second(2 * 64));  // 2 peers in the smaller one
}

TEST_CASE("the link matrix of a DGX-1V") {
    // `nvidia-smi topo -m`, hardware facts section 2.1; every row sums to 6.
    constexpr std::uint32_t matrix[8][8] = {{0, 1, 1, 2, 2, 0, 0, 0}, {1, 0, 2, 1, 0, 2, 0, 0},
                                            {1, 2, 0, 2, 0, 0, 1, 0}, {2, 1, 2, 0, 0, 0, 0, 1},
                                            {2, 0, 0, 0, 0, 1, 1, 2}, {0, 2, 0, 0, 1, 0, 2, 1},
                                            {0, 0, 1, 0, 1, 2, 0, 2}, {0, 0, 0, 1, 2, 1, 2, 0}};
    const DomainKind box = shipped("dgx-1v");
    REQUIRE(box.gpus() == 8);
    for (std::uint32_t a = 0; a < 8; ++a) {
        std::uint32_t links = 0;
        for (std::uint32_t b = 0; b < 8; ++b) {
            CHECK(box.direct_links(a, b) == matrix[a][b]);
            links += box.direct_links(a, b);
        }
        CHECK(links == 6);
    }
}

TEST_CASE("NICs of their own and shared ones") {
    struct Row {
        const char* name;
        NicSharing sharing;
        std::uint32_t count;
        double alone;  // gigabits, of a lone sender among 8 GPUs
        double share;  // when all 8 send
        std::uint32_t first_of_gpu_3;
    };
    const Row rows[] = {
        {"one per GPU", NicSharing::per_gpu, 1, 100, 100, 3},
        {"four per GPU, as in a p5", NicSharing::per_gpu, 4, 400, 400, 12},
        {"four per server, as in a p4d", NicSharing::per_server, 4, 100, 50, 1},  // two GPUs each
        {"16 per server", NicSharing::per_server, 16, 200, 200, 6},               // two NICs each
        {"one per server", NicSharing::per_server, 1, 100, 12.5, 0},
        {"none", NicSharing::per_server, 0, 0, 0, 0},
    };
    for (const Row& row : rows) {
        SUBCASE(row.name) {
            DomainKind kind;
            kind.servers.gpus = 8;
            kind.nics = {row.sharing, row.count, gigabits_per_second(100), ""};
            CHECK(kind.nic_alone() == gigabits_per_second(row.alone));
            CHECK(kind.nic_share() == gigabits_per_second(row.share));
            CHECK(kind.first_nic_of(3) == row.first_of_gpu_3);
        }
    }
}

TEST_CASE("a peak that a GPU does not have is nothing") {
    const Gpu v100 = load_gpu(test::shipped_library(), "v100");
    CHECK_FALSE(v100.peak_of(Precision::bf16).has_value());  // no BF16 before the A100
    CHECK(v100.peak_of(Precision::fp16) == teraflops_per_second(125));
}

}  // namespace
}  // namespace railyard
