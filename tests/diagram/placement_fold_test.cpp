#include "railyard/diagram/placement_fold.hpp"

#include <doctest/doctest.h>

#include "tests/support/diagram_jobs.hpp"

namespace railyard::diagram {
namespace {

using Full = std::set<std::uint32_t>;

PlacementFold folded(const test::DrawnJob& job, PlacementPicture picture) {
    const RankGrid grid(job.layout.order, job.layout.degrees);
    return fold_of(picture, view_of(job.topology, grid, job.placement(), job.layout.placement.per_domain,
                                    picture.colour));
}

PlacementPicture pictured(const test::DrawnJob& job, Dimension colour) {
    return {job.topology, job.layout, job.placement(), colour};
}

TEST_CASE("eight racks are all drawn in full") {
    const test::DrawnJob job("megatron-39.1b", "gb200-nvl72");
    const PlacementFold fold = folded(job, pictured(job, Dimension::pp));
    CHECK(fold.full.size() == 8);
    CHECK(fold.rows.empty());
}

// 16,384 ranks on 228 racks, blocks of 8, stages of one block: 9 stages a rack, so the racks repeat every 16.
TEST_CASE("racks that are alike share a thumbnail with a count") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "gb200-nvl72");
    const PlacementFold fold = folded(job, pictured(job, Dimension::pp));
    REQUIRE(fold.rows.size() == 1);
    CHECK(fold.rows[0].what == ThumbnailsOf::kinds);
    REQUIRE(fold.rows[0].thumbnails.size() == 17);  // and the last, which is not full
    std::size_t all = 0;
    for (const Thumbnail& thumbnail : fold.rows[0].thumbnails) all += thumbnail.alike;
    CHECK(all == 228);
    CHECK(fold.rows[0].thumbnails[0].alike == 15);
    CHECK(fold.full == Full{0, 227});  // a typical one, and the one with idle GPUs
}

TEST_CASE("where colours repeat, what is alike is the colours") {
    // 16,384 ranks: 16 stages have colours of their own, 128 replicas share 16.
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "gb200-nvl72");
    const auto says_colours = [&](Dimension colour) {
        const PlacementFold fold = folded(job, pictured(job, colour));
        REQUIRE(fold.rows.size() == 1);
        REQUIRE(fold.rows[0].what == ThumbnailsOf::kinds);
        return fold.rows[0].title.find(", those of the same colours once") != std::string::npos;
    };
    CHECK(!says_colours(Dimension::pp));
    CHECK(says_colours(Dimension::dp));
}

TEST_CASE("racks that differ have a thumbnail each") {
    // 1,024 ranks, 9 of 16 stages a rack: the first stage of rack i is 9 i modulo 16, another one in each of
    // the 15 racks.
    const test::DrawnJob job("llama3-405b-8k", "gb200-nvl72", {{"parallel.dp", "8"}});
    const PlacementFold fold = folded(job, pictured(job, Dimension::pp));
    REQUIRE(fold.rows.size() == 1);
    CHECK(fold.rows[0].what == ThumbnailsOf::domains);
    CHECK(fold.rows[0].thumbnails.size() == 15);
    CHECK(fold.rows[0].title == "All 15 racks, by number");
}

// 8 racks hold 576 ranks, 72 stages of 8; 56 of the 64 boxes hold one of the 56 others each.
TEST_CASE("of racks and boxes one each is drawn in full, and both are called what they are") {
    const test::DrawnJob job("llama3-405b-8k", "mixed-nvl72-h100", {{"parallel.dp", "8"}});
    const PlacementFold fold = folded(job, pictured(job, Dimension::pp));
    CHECK(fold.full == Full{0, 8});
    REQUIRE(fold.rows.size() == 1);
    CHECK(fold.rows[0].what == ThumbnailsOf::kinds);
    // 8 racks that differ, boxes of 16 stages, boxes without a rank.
    CHECK(fold.rows[0].thumbnails.size() == 8 + 16 + 1);
    CHECK(fold.rows[0].title.starts_with("All 8 racks and 64 boxes, alike ones once"));
}

TEST_CASE("the racks of a few hops are drawn in full") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "gb200-nvl72");
    PlacementPicture picture = pictured(job, Dimension::pp);
    picture.hops = GroupChoice{Dimension::pp, 0};
    CHECK(folded(job, picture).full == Full{0, 1});  // 128 ranks apart from end to end
}

// dp's members are 128 ranks apart, further than a rack reaches: 128 replicas on 128 racks.
TEST_CASE(
    "of the racks of many hops the first is drawn in full, and one with idle GPUs, the rest as thumbnails") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "gb200-nvl72");
    PlacementPicture picture = pictured(job, Dimension::pp);
    picture.hops = GroupChoice{Dimension::dp, 0};
    PlacementFold fold = folded(job, picture);
    CHECK(fold.full == Full{0, 227});
    REQUIRE(fold.rows.size() == 2);
    CHECK(fold.rows[0].what == ThumbnailsOf::group);
    CHECK(fold.rows[0].thumbnails.size() == 128);
    CHECK(fold.rows[0].title.starts_with("The 128 racks that the hops join, in the group's order"));
    CHECK(fold.rows[1].what == ThumbnailsOf::kinds);
    CHECK(fold.rows[1].thumbnails.size() == 17);
    picture.hops->number = 127;  // its first member is rank 127, GPU 55 of rack 1
    CHECK(folded(job, picture).full == Full{1, 227});
}

// 2,048 replicas of 8 ranks, a box each.
TEST_CASE("of very many domains that hops join the first are drawn, and their number is said") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "dgx-h100-superpod",
                             {{"parallel.pp", "1"}, {"parallel.dp", "2048"}, {"pipeline.chunks", "1"}});
    PlacementPicture picture = pictured(job, Dimension::dp);
    picture.hops = GroupChoice{Dimension::dp, 0};
    const PlacementFold fold = folded(job, picture);
    REQUIRE(fold.rows.size() == 2);
    CHECK(fold.rows[0].thumbnails.size() == 300);
    CHECK(fold.rows[0].title.find("The 2,048 boxes") == 0);
    CHECK(fold.rows[0].title.find("the first 300 of them") != std::string::npos);
    CHECK(fold.rows[1].thumbnails.size() == 16);  // as many as there are colours
}

TEST_CASE("what is asked for is unfolded") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "gb200-nvl72");
    PlacementPicture picture = pictured(job, Dimension::pp);
    picture.unfold = {DomainId(100), DomainId(5000)};
    CHECK(folded(job, picture).full.count(100) == 1);
}

TEST_CASE("everything that is asked for is unfolded, however many they are") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "gb200-nvl72");
    PlacementPicture picture = pictured(job, Dimension::pp);
    Full wanted = {0, 227};  // a typical one, and the one with idle GPUs
    for (std::uint32_t rack = 20; rack <= 40; ++rack) {
        picture.unfold.emplace_back(rack);
        wanted.insert(rack);
    }
    CHECK(folded(job, picture).full == wanted);
}

}  // namespace
}  // namespace railyard::diagram
