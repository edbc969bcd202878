#include "explorer/core/racks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "explorer/shipped_data.hpp"

using namespace railyard;
using namespace railyard::explorer;

namespace {

struct Counted {
    std::uint64_t nvlink = 0;
    std::uint64_t network = 0;
};

// The hops of every group of a dimension, each group asked for by its first member (of an all-to-all by
// each).
Counted count(const PlacedJob& job, Dimension dimension) {
    const auto own = coordinates(job, dimension);
    Counted counted;
    for (std::uint32_t rank = 0; rank < own.size(); ++rank) {
        if (dimension != Dimension::ep && own[rank] != 0) continue;
        for (const DrawnHop& hop : hops_of_group(job, rank, dimension)) {
            if (hop.reach == 1) ++counted.nvlink;
            if (hop.reach >= 3) ++counted.network;
        }
    }
    return counted;
}

}  // namespace

TEST_CASE("the racks of Llama 3 405B on NVL72, and every hop in them") {
    Session session(shipped_data());
    session.place("layout=llama3-405b-8k\non=gb200-nvl72");
    REQUIRE(session.job());
    const PlacedJob& job = *session.job();
    const Racks racks = draw_racks(job);
    CHECK(racks.domains.size() == 114);
    CHECK(racks.ranks.size() == 114 * 72);
    CHECK(std::count(racks.ranks.begin(), racks.ranks.end(), std::int32_t{seat_idle}) == 16);
    const std::set<std::int32_t> ranks(racks.ranks.begin(), racks.ranks.end());
    CHECK(ranks.size() == 8192 + 1);
    CHECK(racks.domains[3].gpus_per_server == 4);
    CHECK(domain_words(job, racks.domains[3]) == "rack3");
    // Worked out by brute force, with the wrap: 8 chunks go round the stages, 512 groups.
    const Counted pp = count(job, Dimension::pp);
    CHECK(pp.nvlink == 6832);
    CHECK(pp.network == 848 + 512);
    const Counted tp = count(job, Dimension::tp);
    CHECK(tp.nvlink == 8192);
    CHECK(tp.network == 0);
    CHECK(count(job, Dimension::dp).network == 8192);
}

TEST_CASE("an exchange of experts shows the hops of the rank that is pointed at") {
    Session session(shipped_data());
    session.place("layout=deepseek-v3\non=gb200-nvl72");
    REQUIRE(session.job());
    const PlacedJob& job = *session.job();
    const auto hops = hops_of_group(job, 5, Dimension::ep);
    CHECK(hops.size() == 63);
    CHECK(std::all_of(hops.begin(), hops.end(), [](const DrawnHop& hop) { return hop.is_own == 1; }));
    // Worked out by brute force: 90,368 of 129,024 pairs share a rack.
    const Counted ep = count(job, Dimension::ep);
    CHECK(ep.nvlink == 90368);
    CHECK(ep.network == 38656);
    CHECK(hops_of_group(job, 0, Dimension::tp).empty());
}

TEST_CASE("spans of the network and seats are told by name") {
    Session session(shipped_data());
    session.place("layout=llama3-405b-8k-16k-gpus\non=llama3-24k");
    REQUIRE(session.job());
    const Racks racks = draw_racks(*session.job());
    CHECK(racks.tier == "pod");
    // 16,384 GPUs in boxes of 8, 384 boxes a pod.
    REQUIRE(racks.domains.size() == 2048);
    CHECK(racks.domains[383].span == 0);
    CHECK(racks.domains[384].span == 1);
    const std::string seat = seat_json(*session.job(), 9, 9);
    CHECK(seat.find("\"rank\":9") != std::string::npos);
    CHECK(seat.find("\"tp\":1") != std::string::npos);
    CHECK(seat.find("\"pp\":1") != std::string::npos);
}

TEST_CASE("spares are told from idle GPUs") {
    Session session(shipped_data());
    // 100 ranks on racks of 72 of which 60 are used: 60 and 40 ranks, 12 and 12 spares, and 20 idle.
    session.place(
        "layout=gpt3-175b-64\non=gb200-nvl72\nparallel.tp=1\nparallel.pp=1\nparallel.dp=100\nbatch.sequences="
        "100"
        "\nbatch.micro=1\npipeline.schedule=1f1b\npipeline.chunks=1\nplacement.per_domain=60");
    REQUIRE(session.job());
    const Racks racks = draw_racks(*session.job());
    REQUIRE(racks.ranks.size() == 144);
    const auto count = [&](std::int32_t seat) {
        return std::count(racks.ranks.begin(), racks.ranks.end(), seat);
    };
    CHECK(count(seat_spare) == 24);
    CHECK(count(seat_idle) == 20);
    CHECK(racks.ranks[59] == 59);
    CHECK(racks.ranks[60] == seat_spare);
    CHECK(racks.ranks[72] == 60);
    CHECK(racks.ranks[112] == seat_idle);
    CHECK(racks.ranks[132] == seat_spare);
}
