#include "railyard/search/plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/job/order.hpp"
#include "railyard/memory/estimate.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

std::string text_of(const PlanEntry& entry) {
    const Degrees& d = entry.layout.degrees;
    std::string text;
    for (const auto n : {d.tp, d.cp, d.pp, d.dp, d.ep, d.etp, entry.layout.batch.micro,
                         static_cast<std::uint32_t>(entry.layout.pipeline.schedule),
                         entry.layout.pipeline.chunks, static_cast<std::uint32_t>(entry.layout.sharding.kind),
                         static_cast<std::uint32_t>(entry.layout.recompute)})
        text += std::to_string(n) + " ";
    return text + to_text(entry.layout.order);
}

std::uint64_t sum(const PlanCounts& c) {
    return c.over_memory + c.too_slow + c.not_placed + c.same_as_others + c.timed + c.not_looked_at;
}

TEST_CASE("pruning finds what trying everything finds, on small spaces") {
    for (const auto& small : test::small_plans()) {
        for (const TimeModel& times : {test::calibrated_times(), test::reference_times()}) {
            // With one of them on GPUs so small that memory matters as well.
            for (const double reserved : {times.calibration == nullptr ? 2.0 : 50.0}) {
                PlanRules rules;
                rules.reserved = gibibytes(reserved);
                rules.best = 5;
                const PlanAnswer pruned = plan(small.topology, small.space, times, rules);
                rules.pruning = Pruning::off;
                const PlanAnswer all = plan(small.topology, small.space, times, rules);
                CAPTURE(small.name);
                CAPTURE(reserved);
                REQUIRE(pruned.best.size() == all.best.size());
                for (std::size_t i = 0; i < all.best.size(); ++i) {
                    CHECK(pruned.best[i].step.total() == all.best[i].step.total());
                    CHECK(text_of(pruned.best[i]) == text_of(all.best[i]));
                }
                CHECK(pruned.counts.candidates == all.counts.candidates);
                CHECK(sum(pruned.counts) == pruned.counts.candidates);
                CHECK(sum(all.counts) == all.counts.candidates);
                CHECK(all.counts.too_slow == 0);
                CHECK(pruned.counts.timed <= all.counts.timed);
            }
        }
    }
}

TEST_CASE("pruning finds the same where pins decide on which span a job begins") {
    const auto small = test::small_plans();
    const auto holes = std::find_if(small.begin(), small.end(),
                                    [](const auto& own) { return own.name == "leaves with boxes missing"; });
    REQUIRE(holes != small.end());
    const auto pin = [&](const char* text, PinStrength strength = PinStrength::required) {
        return std::get<Pin>(parse_pin(text, strength, holes->topology));
    };
    // box1 alone, box2 with 7 of box3, and boxes 4 and 5 are the leaves: 16 ranks have room in the last.
    for (const auto& pins : {std::vector<Pin>{pin("job=leaf")},
                             std::vector<Pin>{pin("job=leaf", PinStrength::preferred), pin("tp=nvlink")},
                             std::vector<Pin>{pin("8=leaf"), pin("dp=leaf", PinStrength::preferred)}}) {
        PlanRules rules;
        rules.pins = pins;
        rules.best = 5;
        const PlanAnswer pruned = plan(holes->topology, holes->space, test::calibrated_times(), rules);
        rules.pruning = Pruning::off;
        const PlanAnswer all = plan(holes->topology, holes->space, test::calibrated_times(), rules);
        REQUIRE(all.best.size() == 5);
        REQUIRE(pruned.best.size() == 5);
        for (std::size_t i = 0; i < all.best.size(); ++i) {
            CHECK(pruned.best[i].step.total() == all.best[i].step.total());
            CHECK(text_of(pruned.best[i]) == text_of(all.best[i]));
            CHECK(pruned.best[i].machine.first == all.best[i].machine.first);
            if (pins.front().what == Pin::What::job) CHECK(all.best[i].machine.begins_on == DomainId(4));
        }
        CHECK(sum(pruned.counts) == pruned.counts.candidates);
        CHECK(sum(all.counts) == all.counts.candidates);
    }
}

TEST_CASE("what is found fits, is sorted, and no cut is there twice") {
    const auto small = test::small_plans().front();
    const PlanAnswer answer = plan(small.topology, small.space, test::calibrated_times(), {});
    REQUIRE(answer.best.size() == 20);
    for (std::size_t i = 0; i < answer.best.size(); ++i) {
        const PlanEntry& entry = answer.best[i];
        CHECK(entry.memory <= entry.capacity);
        CHECK(memory::estimate_memory(entry.layout).worst().total() == entry.memory);
        if (i == 0) continue;
        CHECK(answer.best[i - 1].step.total() <= entry.step.total());
        for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(answer.best[j].cut == entry.cut);
    }
}

TEST_CASE("a plan that is stopped says so and counts what it left") {
    const auto small = test::small_plans().front();
    std::atomic<bool> stop = false;
    std::size_t calls = 0;
    const PlanAnswer answer = plan(
        small.topology, small.space, test::calibrated_times(), {},
        [&](const PlanProgress& progress) {
            if (progress.cuts == 0 || ++calls < 5) return;  // 0: listing
            CHECK(progress.best != nullptr);
            stop = true;
        },
        &stop);
    CHECK(answer.stopped);
    CHECK_FALSE(answer.best.empty());
    CHECK(answer.counts.not_looked_at > 0);
    CHECK(sum(answer.counts) == answer.counts.candidates);
}

TEST_CASE("required pins are kept by all that is found, and one that cannot be kept is named") {
    const auto small = test::small_plans().front();
    PlanRules rules;
    const auto pin = [&](const char* text, PinStrength strength = PinStrength::required) {
        return std::get<Pin>(parse_pin(text, strength, small.topology));
    };
    rules.pins = {pin("pp=network")};
    for (const PlanEntry& entry : plan(small.topology, small.space, test::calibrated_times(), rules).best) {
        for (const DimensionHops& hops : entry.machine.hops)
            if (hops.dimension == Dimension::pp) CHECK(hops.hops.nvlink == 0);
    }
    // 16 ranks are more than a box of 8.
    rules.pins = {pin("job=nvlink")};
    const PlanAnswer none = plan(small.topology, small.space, test::calibrated_times(), rules);
    CHECK(none.best.empty());
    CHECK(none.unmet.alone == std::vector<std::string>{"job=nvlink"});
    rules.pins = {pin("job=nvlink", PinStrength::preferred)};
    const PlanAnswer some = plan(small.topology, small.space, test::calibrated_times(), rules);
    REQUIRE_FALSE(some.best.empty());
    CHECK(some.best.front().pins_broken == 1);
    CHECK(some.best.front().machine.broken_pins == std::vector<std::string>{"job=nvlink"});
}

TEST_CASE("cuts that keep what is preferred come first, and pruning loses none of them") {
    const auto preferred = [](const Topology& topology, const char* text) {
        return std::get<Pin>(parse_pin(text, PinStrength::preferred, topology));
    };
    for (const auto& small : test::small_plans()) {
        PlanRules rules;
        rules.best = 5;
        rules.pins = {preferred(small.topology, "dp=nvlink"), preferred(small.topology, "pp=network"),
                      preferred(small.topology, "job=nvlink")};
        const TimeModel times = test::calibrated_times();
        const PlanAnswer pruned = plan(small.topology, small.space, times, rules);
        rules.pruning = Pruning::off;
        const PlanAnswer all = plan(small.topology, small.space, times, rules);
        CAPTURE(small.name);
        REQUIRE(pruned.best.size() == all.best.size());
        for (std::size_t i = 0; i < all.best.size(); ++i) {
            CHECK(pruned.best[i].step.total() == all.best[i].step.total());
            CHECK(pruned.best[i].pins_broken == all.best[i].pins_broken);
            CHECK(text_of(pruned.best[i]) == text_of(all.best[i]));
            if (i > 0) CHECK(all.best[i - 1].pins_broken <= all.best[i].pins_broken);
        }
        CHECK(sum(pruned.counts) == pruned.counts.candidates);
    }
}

TEST_CASE("a preference is a requirement as far as it can be met, and none after that") {
    const auto small = test::small_plans().front();
    const TimeModel times = test::calibrated_times();
    PlanRules rules;
    rules.best = 200;
    rules.pins = {std::get<Pin>(parse_pin("pp=nvlink", PinStrength::required, small.topology))};
    const PlanAnswer kept = plan(small.topology, small.space, times, rules);
    rules.pins.clear();
    const PlanAnswer free = plan(small.topology, small.space, times, rules);
    rules.pins = {std::get<Pin>(parse_pin("pp=nvlink", PinStrength::preferred, small.topology))};
    const PlanAnswer preferred = plan(small.topology, small.space, times, rules);
    REQUIRE(kept.best.size() < free.best.size());
    REQUIRE(preferred.best.size() == free.best.size());
    CHECK_FALSE(free.best.front().cut == kept.best.front().cut);
    for (std::size_t i = 0; i < kept.best.size(); ++i)
        CHECK(text_of(preferred.best[i]) == text_of(kept.best[i]));
    std::size_t at = kept.best.size();
    for (const PlanEntry& entry : free.best) {
        const bool keeps = std::any_of(kept.best.begin(), kept.best.end(),
                                       [&](const PlanEntry& other) { return other.cut == entry.cut; });
        if (keeps) continue;
        CHECK(text_of(preferred.best.at(at)) == text_of(entry));
        CHECK(preferred.best.at(at++).pins_broken == 1);
    }
    CHECK(at == preferred.best.size());
}

TEST_CASE("a plan for more GPUs than there are, or than memory allows, says so") {
    const Topology rack = load_topology(test::shipped_library(), "single-nvl72").topology;
    const PlanAnswer none = plan(rack, test::small_space("llama3-8b", 96, 96), test::calibrated_times(), {});
    CHECK(none.best.empty());
    CHECK(none.gpus_short == 24);
    const Topology boxes = load_topology(test::shipped_library(), "hgx-h100").topology;
    const PlanAnswer large =
        plan(boxes, test::small_space("llama3-405b", 16, 16), test::calibrated_times(), {});
    CHECK(large.best.empty());
    CHECK(large.gpus_short == 0);
    REQUIRE(large.shortfall);
    CHECK(large.shortfall->least.needed > large.shortfall->capacity);
    CHECK(large.counts.over_memory == large.counts.candidates);
}

TEST_CASE("a plan takes the domains it is told to take") {
    // A whole box of 8 and one with three GPUs missing; a job of 4 leaves 4 idle in the first, 1 in the
    // second.
    const Topology uneven = test::load_text(
                                "topology: t\ndomains: [{use: hgx-h100, count: 2}]\n"
                                "network: {tiers: [{name: leaf, latency: 1 us}]}\n"
                                "unavailable: [box1/server0/gpu0, box1/server0/gpu1, box1/server0/gpu2]\n")
                                .topology;
    PlanSpace space = test::small_space("llama3-8b", 4, 4);
    space.tp = {4};
    PlanRules rules;
    rules.best = 1;
    const PlanAnswer listed = plan(uneven, space, test::calibrated_times(), rules);
    REQUIRE(listed.best.size() == 1);
    CHECK(listed.best.front().machine.gpus_idle == 4);
    rules.domains = DomainChoice::tightest;
    const PlanAnswer tightest = plan(uneven, space, test::calibrated_times(), rules);
    REQUIRE(tightest.best.size() == 1);
    CHECK(tightest.best.front().machine.gpus_idle == 1);
}

}  // namespace
}  // namespace railyard::search
