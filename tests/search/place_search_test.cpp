#include "railyard/search/place_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/job/order.hpp"
#include "railyard/search/replan.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/tiered_boxes.hpp"

namespace railyard::search {
namespace {

Topology on(const char* name) {
    return load_topology(test::shipped_library(), name).topology;
}

std::vector<GpuId> every_gpu(const Topology& topology) {
    std::vector<GpuId> gpus;
    for (std::uint32_t g = 0; g < topology.gpu_count(); ++g) gpus.emplace_back(g);
    return gpus;
}

TEST_CASE("the best of the family is no worse than the layout itself, by either goal") {
    for (const char* name : {"gb200-nvl72", "hgx-a100", "mixed-nvl72-h100"}) {
        const Layout layout = test::shipped_layout("megatron-18.4b");
        for (const PlaceGoal goal : {PlaceGoal::time, PlaceGoal::network_bytes}) {
            PlaceRules rules;
            rules.goal = goal;
            const auto answer = place_best(on(name), layout, test::reference_times(), rules);
            REQUIRE_FALSE(answer.best.empty());
            REQUIRE(answer.as_given.has_value());
            const auto& best = answer.best.front();
            if (goal == PlaceGoal::time) CHECK(best.step.total() <= answer.as_given->step.total());
            if (goal == PlaceGoal::network_bytes) CHECK(best.network <= answer.as_given->network);
            CHECK(best.network >= answer.network_floor);
            CHECK(answer.exhaustive == (std::string(name) != "mixed-nvl72-h100"));
        }
    }
}

TEST_CASE("pins leave out what breaks them, and what nothing keeps is named") {
    const Layout layout = test::shipped_layout("megatron-145.6b");
    const Topology topology = on("gb200-nvl72");
    PlaceRules rules;
    rules.pins = {std::get<Pin>(parse_pin("pp=nvlink", PinStrength::required, topology))};
    const auto tiled = place_best(topology, layout, test::reference_times(), rules);
    REQUIRE_FALSE(tiled.best.empty());
    // 8 stages of 8 fill 64 of 72.
    CHECK(tiled.best.front().placement.gpus_idle == 24 * 8);
    rules.pins = {std::get<Pin>(parse_pin("dp=nvlink", PinStrength::required, topology)),
                  std::get<Pin>(parse_pin("pp=nvlink", PinStrength::required, topology))};
    const auto none = place_best(topology, layout, test::reference_times(), rules);
    CHECK(none.best.empty());
    // Either can be had, both cannot.
    CHECK(none.unmet.alone.empty());
    CHECK(none.unmet.together == std::vector<std::vector<std::string>>{{"dp=nvlink", "pp=nvlink"}});
    rules.pins = {std::get<Pin>(parse_pin("job=nvlink", PinStrength::required, topology))};
    CHECK(place_best(topology, layout, test::reference_times(), rules).unmet.alone ==
          std::vector<std::string>{"job=nvlink"});
}

TEST_CASE("pins that exclude each other are no pins that cannot be kept") {
    // A floor holds 48 ranks, but 16 in a row only twice.
    const Topology topology = test::rows_and_floors();
    Layout layout = test::small_space("megatron-1.7b", 48, 48).base;
    layout.degrees = {8, 1, 1, 6, 1, 1};
    layout.batch.sequences = 48;
    layout.order = test::order_of("tp,dp");
    const auto unmet = [&](std::vector<const char*> pins) {
        PlaceRules rules;
        for (const char* pin : pins)
            rules.pins.push_back(std::get<Pin>(parse_pin(pin, PinStrength::required, topology)));
        const PlaceAnswer answer = place_best(topology, layout, test::reference_times(), rules);
        CHECK(answer.best.empty() == answer.unmet.any());
        return answer.unmet;
    };
    using Pairs = std::vector<std::vector<std::string>>;
    CHECK_FALSE(unmet({"job=floor"}).any());
    CHECK_FALSE(unmet({"16=row"}).any());
    CHECK(unmet({"job=floor", "16=row"}).together == Pairs{{"job=floor", "16=row"}});
    CHECK(unmet({"job=floor", "16=row"}).alone.empty());
    // With one that goes with both, and one that goes with nothing.
    CHECK(unmet({"job=floor", "16=row", "tp=nvlink"}).together == Pairs{{"job=floor", "16=row"}});
    CHECK(unmet({"job=floor", "16=row", "tp=nvlink"}).alone.empty());
    CHECK(unmet({"job=floor", "job=row", "16=row"}).alone == std::vector<std::string>{"job=row"});
}

TEST_CASE("a pin on the job is kept by the span that has room for it, wherever that begins") {
    const Topology topology =
        test::load_text("topology: t\nuse: gb200-superpod\nunavailable: [rack0, rack9]\n").topology;
    PlaceRules rules;
    rules.pins = {std::get<Pin>(parse_pin("job=leaf", PinStrength::required, topology))};
    // 512 ranks in racks of 72, eight to a leaf: only the third has eight.
    const Layout layout = test::shipped_layout("megatron-39.1b");
    const auto answer = place_best(topology, layout, test::reference_times(), rules);
    REQUIRE_FALSE(answer.best.empty());
    CHECK(answer.as_given->broken_pins == std::vector<std::string>{"job=leaf"});
    for (const PlacedLayout& placed : answer.best) {
        CHECK(placed.placement.segments.front().domain == DomainId(16));
        CHECK(placed.placement.origin == PlacementOrigin::given);
    }
    // What eight whole racks of a topology without gaps see.
    const auto whole = place_best(on("gb200-superpod"), layout, test::reference_times(), rules);
    CHECK(answer.best.front().step.total() == whole.best.front().step.total());
    // Without the pin it is no worse to begin there.
    rules.pins.clear();
    CHECK(place_best(topology, layout, test::reference_times(), rules).best.front().step.total() <=
          whole.best.front().step.total());
}

TEST_CASE("where domains are alike blocks change places for what is better than the family's best") {
    // 1,536 ranks in blocks of 8 on 22 racks of 72: stages and replicas end anywhere in a rack.
    const Topology topology = on("gb200-nvl72");
    PlaceRules rules;
    rules.goal = PlaceGoal::network_bytes;
    rules.domains = DomainChoice::fewest;
    const auto answer =
        place_best(topology, test::shipped_layout("megatron-145.6b"), test::reference_times(), rules);
    CHECK(answer.exhaustive);
    CHECK(answer.swapped);
    REQUIRE(answer.family.has_value());
    const PlacedLayout& best = answer.best.front();
    CHECK(best.network < answer.family->network);
    CHECK(best.network >= answer.network_floor);
    CHECK(best.saved_by_swaps.raw() > 0);
    CHECK(best.placement.origin == PlacementOrigin::given);
    CHECK(best.placement.domains_used == 22);
    const auto& gpus = best.placement.gpu_of;
    for (std::uint32_t r = 0; r < gpus.size(); ++r)
        CHECK(topology.place(gpus[RankId(r)]).domain == topology.place(gpus[RankId(r / 8 * 8)]).domain);
    // The best by the rules stands beside it.
    CHECK(std::any_of(answer.best.begin(), answer.best.end(), [&](const PlacedLayout& placed) {
        return placed.saved_by_swaps.raw() <= 0 && placed.network == answer.family->network;
    }));
    // Where nothing can be better, nothing is tried.
    const auto whole =
        place_best(on("single-nvl72"), test::shipped_layout("gpt3-175b-64"), test::reference_times(), rules);
    REQUIRE_FALSE(whole.best.empty());
    CHECK_FALSE(whole.swapped);
    CHECK_FALSE(whole.family.has_value());
}

TEST_CASE("a job without room says why") {
    const auto answer =
        place_best(on("single-nvl72"), test::shipped_layout("megatron-145.6b"), test::reference_times(), {});
    CHECK(answer.best.empty());
    CHECK_FALSE(answer.as_given.has_value());
    // 1,536 ranks for the 72 GPUs of a rack, none of which is kept back.
    CHECK(answer.why_not.find("72") != std::string::npos);
    const Topology none = without(on("single-nvl72"), every_gpu(on("single-nvl72")));
    const auto nowhere = place_best(none, test::shipped_layout("gpt3-175b-64"), test::reference_times(), {});
    CHECK_FALSE(nowhere.unmet.any());
    CHECK_FALSE(nowhere.why_not.empty());
}

TEST_CASE("the fewest domains are the fewest, and only placements on these are found") {
    // 1,536 ranks of blocks of 8 fill 21 racks of 72 and 24 GPUs of one more; 64 of each rack would be 24.
    const Topology topology = on("gb200-nvl72");
    PlaceRules rules;
    rules.best = 100;
    const Layout layout = test::shipped_layout("megatron-145.6b");
    const auto any = place_best(topology, layout, test::reference_times(), rules);
    CHECK(any.best.front().placement.domains_used > 22);
    CHECK_FALSE(any.fewest_domains.has_value());
    rules.domains = DomainChoice::fewest;
    const auto fewest = place_best(topology, layout, test::reference_times(), rules);
    CHECK(fewest.fewest_domains == 22);
    for (const PlacedLayout& placed : fewest.best) CHECK(placed.placement.domains_used == 22);
    // What breaks a required pin sets no mark: tp and pp together tie 64 ranks to one rack.
    rules.pins = {std::get<Pin>(parse_pin("tp=nvlink", PinStrength::required, topology)),
                  std::get<Pin>(parse_pin("pp=nvlink", PinStrength::required, topology))};
    CHECK(place_best(topology, layout, test::reference_times(), rules).fewest_domains == 24);
}

TEST_CASE("the pins that a placement does not keep are named with it, those of the layout as given too") {
    const Topology topology = on("gb200-nvl72");
    PlaceRules rules;
    rules.pins = {std::get<Pin>(parse_pin("pp=nvlink", PinStrength::required, topology)),
                  std::get<Pin>(parse_pin("job=nvlink", PinStrength::preferred, topology))};
    const auto answer =
        place_best(topology, test::shipped_layout("megatron-145.6b"), test::reference_times(), rules);
    REQUIRE(answer.as_given.has_value());
    CHECK(answer.as_given->broken_pins == std::vector<std::string>{"pp=nvlink", "job=nvlink"});
    REQUIRE_FALSE(answer.best.empty());
    CHECK(answer.best.front().broken_pins == std::vector<std::string>{"job=nvlink"});
}

}  // namespace
}  // namespace railyard::search
