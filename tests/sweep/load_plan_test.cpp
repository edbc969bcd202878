#include "railyard/sweep/load_plan.hpp"

#include <doctest/doctest.h>

#include "railyard/base/error.hpp"

namespace railyard::sweep {
namespace {

Plan plan_of(const std::string& text) {
    return load_plan(input::parse_yaml(input::make_source("s.yaml", text)));
}

// "line:column: message | hint" of every problem.
std::string refusal(const std::string& text) {
    try {
        plan_of(text);
    } catch (const InputError& error) {
        std::string all;
        for (const Diagnostic& problem : error.problems()) {
            all += std::to_string(problem.span.line) + ":" + std::to_string(problem.span.column) + ": " +
                   problem.message + (problem.hint.empty() ? "" : " | " + problem.hint) + "\n";
        }
        return all;
    }
    return "";
}

const std::string head = "sweep: s\ntopology: hgx-h100\nlayout: [a, b]\n";

TEST_CASE("keys find what they belong to, and files come first") {
    const Plan plan = plan_of(head +
                              "set: {batch.length: 4096, memory: 80 GB}\n"
                              "axes:\n"
                              "  network.tiers.spine.oversubscription: [1, 2, 7]\n"
                              "  nics.bandwidth_per_direction: [400 Gb/s, 800 Gb/s]\n"
                              "  parallel.tp: [4, 8]\n"
                              "  gpus: [64]\n"
                              "  order: [[tp, pp, dp], [tp, dp, pp]]\n");
    CHECK(plan.grid.points() == 2 * 3 * 2 * 2 * 2);
    REQUIRE(plan.axes.size() == 7);
    const std::vector<Target> targets = {Target::topology_file, Target::layout_file, Target::topology,
                                         Target::domain,        Target::layout,      Target::gpus,
                                         Target::layout};
    for (std::size_t i = 0; i < targets.size(); ++i) CHECK(plan.axes[i].keys[0].target == targets[i]);
    REQUIRE(plan.fixed.size() == 2);
    CHECK(plan.fixed[0].target == Target::layout);
    CHECK(plan.fixed[1].target == Target::gpu);
    CHECK(text_of(plan.axes[6].keys[0].values[1]) == "[tp, dp, pp]");
}

TEST_CASE("mappings in a list are zipped each") {
    const Plan plan = plan_of(
        "sweep: s\naxes:\n"
        "  - {topology: [a, b, c], placement.per_domain: [8, 64, 72]}\n"
        "  - {layout: [x, y]}\n");
    CHECK(plan.grid.points() == 6);
    REQUIRE(plan.axes.size() == 2);
    CHECK(plan.axes[0].keys.size() == 2);
}

TEST_CASE("constraints, columns and terms") {
    const Plan plan = plan_of(head +
                              "where: [parallel.tp <= domain gpus, memory.fits]\n"
                              "columns: [step_seconds, cost]\nreserved: 4 GiB\nyears: 5\ncost_per_kwh: 0.2\n"
                              "times: reference\n");
    REQUIRE(plan.constraints.size() == 2);
    CHECK(plan.constraints[0].text() == "parallel.tp <= domain gpus");
    CHECK(plan.columns == std::vector<std::size_t>{*figure_named("step_seconds"), *figure_named("cost")});
    CHECK(plan.terms.reserved.raw() == gibibytes(4).raw());
    CHECK(plan.terms.years == 5);
    CHECK(plan.terms.per_kilowatt_hour.raw() == 0.2);
    CHECK(plan.times == CostModel::reference);
}

TEST_CASE("slips are told with their place") {
    CHECK(refusal(head + "axes: {parallel.tpp: [1]}\n") ==
          "4:8: no topology, domain, GPU or layout has a key 'parallel.tpp' | did you mean 'parallel.tp'?\n");
    CHECK(refusal(head + "axes: {parallel.tp: 8}\n") ==
          "4:21: 'parallel.tp' needs a list of values | parallel.tp: [...]; one value for all points goes "
          "below 'set'\n");
    CHECK(refusal(head + "axes: [{parallel.tp: [1, 2], parallel.pp: [1]}]\n") ==
          "4:8: 'parallel.tp' has 2 values and 'parallel.pp' has 1: zipped keys need as many as each other | "
          "to cross them, make each an item of its own\n");
    CHECK(refusal(head + "set: {parallel.tp: 8}\naxes: {parallel.tp: [8]}\n") ==
          "5:8: 'parallel.tp' is given twice in this sweep | all its values stand in one list: parallel.tp: "
          "[...]\n");
    CHECK(refusal(head + "axes: {parallel.tp: [4, 8, 4]}\n") ==
          "4:28: '4' stands twice on this axis | one of the two is enough\n");
    CHECK(refusal(head + "where: [\"tp <= domain gpu\"]\n") ==
          "4:16: there is no figure 'domain_gpu' | did you mean 'domain_gpus'?\n");
    CHECK(refusal(head + "where: [tp = 8]\n") ==
          "4:12: '=' is no comparison | == asks whether two are equal\n");
    CHECK(refusal(head + "columns: [step_secs]\n") ==
          "4:11: there is no figure 'step_secs' | did you mean 'step_seconds'?\n");
    CHECK(refusal("sweep: s\nlayout: a\n") ==
          "1:1: the sweep names no topology | topology: gb200-nvl72, or a list of them\n");
    CHECK(refusal("layout: a\nparallel: {tp: 8}\n") ==
          "1:1: this is a layout file, not a sweep | railyard init sweep prints one\n");
    CHECK(refusal(head + "years: 0\n") == "4:8: the years must not be 0\n");
    CHECK(refusal(head + "where: [parallel.tq <= 8]\n") ==
          "4:9: there is no figure 'parallel.tq' | did you mean 'parallel.tp'?\n");
}

TEST_CASE("a key on an axis has a column anyway: to ask for it is no slip") {
    const Plan plan =
        plan_of(head + "axes: {servers.count: [2, 9]}\ncolumns: [topology, servers.count, step_seconds]\n");
    CHECK(plan.columns == std::vector<std::size_t>{*figure_named("step_seconds")});
    CHECK(refusal(head + "columns: [servers.count]\n")
              .starts_with("4:11: there is no figure 'servers.count' | "));
}

TEST_CASE("a key in a list says which item of it") {
    CHECK(refusal(head + "axes: {domains.count: [64, 114]}\n") ==
          "4:8: 'domains.count' does not say which item of a list it means | domains.0.count, by the item's "
          "number from 0 or its name in place of the 0\n");
    CHECK(refusal(head + "set: {network.tiers.latency: 1 us}\n") ==
          "4:7: 'network.tiers.latency' does not say which item of a list it means | "
          "network.tiers.0.latency, by the item's number from 0 or its name in place of the 0\n");
    CHECK(refusal(head + "axes: {domains.0.cuont: [64]}\n") ==
          "4:8: no topology, domain, GPU or layout has a key 'domains.0.cuont' | did you mean "
          "'domains.0.count'?\n");
    CHECK(plan_of(head + "axes: {domains.0.count: [64, 114]}\n").axes.back().keys[0].target ==
          Target::topology);
    CHECK(plan_of(head + "axes: {domains.gb200-nvl72.count: [64]}\n").axes.back().keys[0].target ==
          Target::topology);
}

TEST_CASE("values that no point can take are slips, wherever they stand") {
    CHECK(refusal(head + "axes: {parallel.tp: [4, eight]}\n") == "4:25: tp: 'eight' is not a whole number\n");
    CHECK(refusal(head + "set: {nics.bandwidth_per_direction: 400 Gb}\n") ==
          "4:37: bandwidth_per_direction: unknown unit 'Gb' in the bandwidth '400 Gb' | did you mean "
          "'Gb/s'?\n");
    CHECK(refusal(head + "axes: {pipeline.schedule: [1f1b, 2f2b]}\n") ==
          "4:34: unknown schedule '2f2b' | did you mean '1f1b'?\n");
    CHECK(refusal(head + "axes: {order: [[tp, xp]], placement.keep: [tp, [ep, dq:2]]}\n")
              .starts_with("4:21: unknown dimension 'xp'"));
    CHECK(refusal(head + "axes: {gpus: [64, many]}\n") == "4:19: gpus: 'many' is not a whole number\n");
    // Whether 3 divides anything is a matter of the point.
    CHECK(
        refusal(head + "axes: {parallel.tp: [3], network.tiers.spine.oversubscription: [0.001]}\n").empty());
}

}  // namespace
}  // namespace railyard::sweep
