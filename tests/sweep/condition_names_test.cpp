#include "railyard/sweep/condition_names.hpp"

#include <doctest/doctest.h>

#include "railyard/sweep/load_plan.hpp"

namespace railyard::sweep {
namespace {

Plan plan_of(const std::string& rest) {
    return load_plan(
        input::parse_yaml(input::make_source("s.yaml", "sweep: s\ntopology: a\nlayout: b\n" + rest)));
}

std::string problem(ConditionNames& names, const std::string& name) {
    const auto found = names.resolve(name);
    const auto* problem = std::get_if<ConstraintProblem>(&found);
    return problem == nullptr ? "" : problem->message + " | " + problem->hint;
}

TEST_CASE("figures come first, then the keys that are set to numbers") {
    const Plan plan = plan_of(
        "set: {servers.count: 18}\naxes:\n  parallel.tp: [1, 8]\n  order: [[tp, pp], [pp, tp]]\n"
        "  nics.bandwidth_per_direction: [400 Gb/s, 800 Gb/s]\n  domains.gb200-nvl72.count: [2, 3]\n");
    ConditionNames names(plan);
    const auto number = [&](const std::string& name) { return std::get<std::size_t>(names.resolve(name)); };
    const std::size_t first = figures().size();
    // The same number at every point, whichever of its names a condition has.
    CHECK(number("parallel.tp") == *figure_named("tp"));
    CHECK(number("servers.count") == first);
    CHECK(number("domains.gb200-nvl72.count") == first + 3);
    CHECK(number("nics.bandwidth_per_direction_bytes_per_second") == first + 2);
    CHECK(problem(names, "nics.bandwidth_per_direction") ==
          "the values of 'nics.bandwidth_per_direction' are no numbers | "
          "'nics.bandwidth_per_direction_bytes_per_second' has them in one unit");
    CHECK(problem(names, "order").starts_with("the values of 'order' are no numbers | conditions know "));
    CHECK(
        problem(names, "placement.per_domain") ==
        "there is no figure 'placement.per_domain' | conditions know figures (railyard list --figures), and "
        "keys that this sweep sets to numbers");
    CHECK(problem(names, "yes") ==
          "'yes' is neither a number nor a figure | a figure that is yes or no stands alone: memory.fits, or "
          "not memory.fits");
    CHECK(problem(names, "memory.fit") == "there is no figure 'memory.fit' | did you mean 'memory.fits'?");
    const std::vector<KeyNumbers> keys = std::move(names).keys();
    REQUIRE(keys.size() == 4);
    CHECK(keys[0].of_choice == std::vector<double>{18});
    CHECK(keys[3].of_choice == std::vector<double>{2, 3});
}

TEST_CASE("a plan has the keys that its conditions ask for") {
    CHECK(plan_of("axes: {servers.count: [2, 9]}\nwhere: [ranks == 64]\n").constraint_keys.empty());
    const Plan plan = plan_of("axes: {servers.count: [2, 9]}\nwhere: [servers.count <= 9]\n");
    REQUIRE(plan.constraint_keys.size() == 1);
    CHECK(plan.constraints[0].figures() == std::vector<std::size_t>{figures().size()});
}

}  // namespace
}  // namespace railyard::sweep
