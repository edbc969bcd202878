#include "railyard/output/compare_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace railyard::output {
namespace {

CompareReport report() {
    CompareReport report;
    report.a = "small";
    report.b = "large";
    report.changed = {"topology: x -> y"};
    report.comparison.figures = {{*figure_named("ranks"), 64, 64},
                                 {*figure_named("step_seconds"), 2.0, 3.0},
                                 {*figure_named("memory_fits"), 1, 0},
                                 {*figure_named("cost"), std::nullopt, 5e6}};
    DimensionSide a;
    a.degree = 4;
    a.hops = 100;
    a.on_nvlink = 80;
    a.fewest_in_domain = 3;
    a.nvlink = bytes(8e12);
    a.network = bytes(2e12);
    DimensionSide b = a;
    b.on_nvlink = 30;
    b.nvlink = bytes(3e12);
    b.network = bytes(7e12);
    report.comparison.dimensions = {{Dimension::pp, a, b}, {Dimension::ep, std::nullopt, a}};
    for (std::size_t i = 0; i < step_part_names.size(); ++i)
        report.comparison.step.push_back({static_cast<StepPart>(i), seconds(0.1), seconds(0.1)});
    report.comparison.step[static_cast<std::size_t>(StepPart::pp)] = {StepPart::pp, seconds(0.5),
                                                                      seconds(1.5)};
    report.notes = {"so"};
    return report;
}

TEST_CASE("what changes, by how much, and why") {
    CHECK(compare_table(report()) ==
          "A: small\n"
          "B: large\n"
          "\n"
          "set differently:\n"
          "  topology: x -> y\n"
          "\n"
          "                A          B  change\n"
          "step_seconds    2          3     + 1  x 1.5\n"
          "memory_fits   yes         no\n"
          "cost            -  5,000,000\n"
          "The same in both: ranks 64\n"
          "\n"
          "why, part by part of the step:\n"
          "  pp       + 1.0000 s  50 of 100 hops moved from NVLink to the network; 2 TB -> 7 TB on the "
          "network;\n"
          "                       8 TB -> 3 TB on NVLink\n"
          "  step     + 1.0000 s\n"
          "\n"
          "without time of the step, hidden behind computing or the same:\n"
          "  ep: only B has it, of degree 4; 80 of 100 hops on NVLink; 2 TB on the network\n"
          "note: so\n");
}

TEST_CASE("JSON and CSV have the same figures, in units of their names") {
    const auto json = nlohmann::json::parse(compare_json(report()));
    CHECK(json["figures"]["step_seconds"]["b"] == 3.0);
    CHECK(json["figures"]["cost"]["a"].is_null());
    CHECK(json["dimensions"]["pp"]["a"]["network_bytes_per_step"] == 2e12);
    CHECK(json["dimensions"]["ep"]["a"].is_null());
    CHECK(json["step_seconds"]["pp"]["change"] == 1.0);
    CHECK(json["dimensions"]["pp"]["a"]["fewest_members_in_a_domain"] == 3);
    CHECK(json["reasons"]["pp"][0] == "50 of 100 hops moved from NVLink to the network");
    CHECK(json["reasons"]["tp"].empty());
    CHECK(json["notes"][0] == "so");
    // 3 - 2 and 1.5 - 0.5 are 1; of yes and no, and of what one has alone, there is no difference.
    CompareReport more = report();
    more.comparison.figures.push_back({*figure_named("pp_seconds"), 0.5, 1.5});
    CHECK(
        compare_csv(more) ==
        "figure,a,b,change,why\n"
        "ranks,64,64,0,\n"
        "step_seconds,2,3,1,pp + 1 s\n"
        "memory_fits,true,false,,\n"
        "cost,,5000000,,\n"
        "pp_seconds,0.5,1.5,1,50 of 100 hops moved from NVLink to the network; 2 TB -> 7 TB on the network; "
        "8 TB -> 3 TB on NVLink\n");
}

}  // namespace
}  // namespace railyard::output
