#include "railyard/search/cut_machines.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/tiered_boxes.hpp"

namespace railyard::search {
namespace {

TEST_CASE("every arrangement is counted once, as found, as another one's like, or as not placed") {
    const TimeModel times = test::calibrated_times();
    const std::vector<Pin> no_pins;
    for (const auto& small : test::small_plans()) {
        CutMachines machines(small.topology, small.space, times, no_pins);
        for (const Cut& cut : cuts_of(small.space)) {
            const auto& found = machines.of(cut.degrees);
            CHECK(found.machines.size() + found.not_placed + found.same_as_others ==
                  machines.arrangements(cut.degrees));
            std::uint64_t same = 0;
            for (const auto& machine : found.machines) same += machine.same - 1;
            CHECK(same == found.same_as_others);
        }
    }
}

TEST_CASE("a large job begins where nothing is missing, if it can") {
    // Spines of 128 boxes: the first whole ones begin on box 128, and 512 boxes are needed.
    const TimeModel times = test::calibrated_times();
    const std::vector<Pin> no_pins;
    const auto starts = [&](std::uint32_t gpus, const char* missing = "box31") {
        const std::string text = "topology: t\nuse: dgx-h100-superpod\nunavailable: [";
        const Topology gap = test::load_text(text + missing + "]\n").topology;
        const PlanSpace space = test::small_space("llama3-8b", gpus, gpus);
        CutMachines machines(gap, space, times, no_pins);
        std::vector<std::uint32_t> found;
        for (const PlacedMachine& machine : machines.of({8, 1, 1, gpus / 8, 1, 1}).machines)
            found.push_back(machine.begins_on.value());
        return found;
    };
    for (const std::uint32_t start : starts(4096)) CHECK(start == 128);
    CHECK(starts(512).front() == 0);
    // What is missing beyond the job is of no matter.
    for (const std::uint32_t start : starts(4096, "box2000")) CHECK(start == 0);
}

TEST_CASE("pins that exclude each other are named together, not one of them alone") {
    // A floor holds 48 ranks, but 16 in a row only twice.
    const Topology topology = test::rows_and_floors();
    const PlanSpace space = test::small_space("llama3-8b", 48, 48);
    const TimeModel times = test::calibrated_times();
    const auto unmet = [&](std::vector<const char*> texts) {
        std::vector<Pin> pins;
        for (const char* pin : texts)
            pins.push_back(std::get<Pin>(parse_pin(pin, PinStrength::required, topology)));
        CutMachines machines(topology, space, times, pins);
        (void)machines.of({8, 1, 1, 6, 1, 1});
        (void)machines.of({4, 1, 2, 6, 1, 1});
        return machines.unmet();
    };
    using Pairs = std::vector<std::vector<std::string>>;
    CHECK_FALSE(unmet({"job=floor"}).any());
    CHECK_FALSE(unmet({"16=row"}).any());
    CHECK(unmet({"job=floor", "16=row"}).alone.empty());
    CHECK(unmet({"job=floor", "16=row"}).together == Pairs{{"job=floor", "16=row"}});
    CHECK(unmet({"job=floor", "16=row", "tp=nvlink"}).together == Pairs{{"job=floor", "16=row"}});
    CHECK(unmet({"job=floor", "job=row"}).alone == std::vector<std::string>{"job=row"});
}

TEST_CASE("a job that is too large is not placed, and says why") {
    const Topology rack = load_topology(test::shipped_library(), "single-nvl72").topology;
    const PlanSpace space = test::small_space("llama3-8b", 128, 128);
    const TimeModel times = test::calibrated_times();
    const std::vector<Pin> no_pins;
    CutMachines machines(rack, space, times, no_pins);
    const auto& found = machines.of({8, 1, 2, 8, 1, 1});
    CHECK(found.machines.empty());
    CHECK_FALSE(found.why_not.empty());
}

}  // namespace
}  // namespace railyard::search
