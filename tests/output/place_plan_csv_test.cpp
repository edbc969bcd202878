#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "railyard/output/place_plan_report.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

TEST_CASE("the layout as given first, then the best ones, a row each") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    const Topology boxes = load_topology(test::shipped_library(), "hgx-a100").topology;
    auto answer = search::place_best(boxes, layout, test::reference_times(), {});
    answer.best.front().placement.origin = PlacementOrigin::given;
    const PlacePlanReport report{boxes, layout, answer, {}, std::nullopt, {}, {}, {}, {}};
    std::istringstream text(place_plan_csv(report));
    std::string line;
    REQUIRE(std::getline(text, line));
    CHECK(line.find("rank,order,keep,per_domain,") == 0);
    CHECK(line.ends_with(",by_list"));
    REQUIRE(std::getline(text, line));
    CHECK(line.find("given,") == 0);
    CHECK(line.ends_with(",false"));
    std::size_t rows = 0;
    while (std::getline(text, line)) {
        CHECK(line.find(std::to_string(++rows) + ",") == 0);
        if (rows == 1) CHECK(line.ends_with(",true"));
    }
    CHECK(rows == answer.best.size());
}

TEST_CASE("where something is down, rows say how it was and how many ranks move") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    const Topology boxes = load_topology(test::shipped_library(), "hgx-a100").topology;
    const Topology reduced = search::without(boxes, {GpuId(0)});
    const auto answer = search::place_best(reduced, layout, test::reference_times(), {});
    PlacePlanReport report{reduced, layout, answer, {"box0/server0/gpu0"}, std::nullopt, {}, {}, {}, {}};
    report.before = search::place_best(boxes, layout, test::reference_times(), {}).as_given;
    REQUIRE(report.before.has_value());
    report.replan = std::get<search::Replan>(search::replan(reduced, report.before->placement));
    report.after = report.before;
    report.after->placement = report.replan->placement;
    const std::string text = place_plan_csv(report);
    // Boxes of 8 are full: the block of 8 leaves.
    const std::size_t moved = text.find("\nmoved,");
    REQUIRE(moved != std::string::npos);
    CHECK(text.substr(0, text.find('\n', moved + 1)).ends_with(",,8,true"));  // no rules place it so
    CHECK(text.find("\nbefore,") < moved);
}

}  // namespace
}  // namespace railyard::output
