#include <doctest/doctest.h>

#include <sstream>

#include "railyard/output/place_plan_report.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

TEST_CASE("placements, how good the first is, what moves and what spares are worth, within 100 columns") {
    const Layout layout = test::shipped_layout("megatron-145.6b");
    const Topology whole = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const Topology reduced = search::without(whole, {GpuId(0)});
    const auto answer = search::place_best(reduced, layout, test::reference_times(), {});
    REQUIRE_FALSE(answer.best.empty());
    PlacePlanReport report{reduced, layout, answer,    {"rack0/tray0/gpu0"}, std::nullopt, {},
                           {},      {},     {"a note"}};
    const auto before = search::place_best(whole, layout, test::reference_times(), {}).as_given;
    REQUIRE(before.has_value());
    report.before = before;
    auto around = search::replan(reduced, before->placement);
    report.replan = std::get<search::Replan>(std::move(around));
    report.after = before;
    report.failures = search::FailureRates{seconds(3600 * 50000.0)};
    for (std::size_t i = 0; i < answer.best.size(); ++i) report.useful.push_back({0.5, 0.6, 0.7, seconds(1)});
    const std::string text = place_plan_table(report);
    CHECK(text.find("megatron-145.6b on gb200-nvl72: 1,536 ranks, placed for the least time") == 0);
    CHECK(text.find("Without rack0/tray0/gpu0:\n  1 rank lost, ") != std::string::npos);
    CHECK(text.find("must cross between domains") != std::string::npos);
    CHECK(text.find("50.0 %") != std::string::npos);
    CHECK(text.find("a failure of each GPU every 50,000 hours") != std::string::npos);
    CHECK(text.find("note: a note") != std::string::npos);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= 100, line);
}

TEST_CASE("the fewest moves are called so only where none can be fewer") {
    const Layout layout = test::shipped_layout("megatron-145.6b");
    const Topology whole = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const auto answer = search::place_best(whole, layout, test::reference_times(), {});
    PlacePlanReport report{whole, layout, answer, {"rack0"}, search::Replan{}, {}, {}, {}, {}};
    report.before = report.after = answer.as_given;
    report.replan->moved.resize(12);
    report.replan->lost = 4;
    report.fewest_moves = 12;
    CHECK(report.moves_fewest());
    CHECK(place_plan_table(report).find("fewest ranks moved") != std::string::npos);
    // A pin stands against 12; of what keeps it 64 are the fewest that were found.
    report.replan->moved.resize(64);
    report.broken_by_fewest = {"job=nvlink"};
    CHECK_FALSE(report.moves_fewest());
    const std::string text = place_plan_table(report);
    CHECK(text.find("fewest ranks moved") == std::string::npos);
    CHECK(text.find("fewest found to move") != std::string::npos);
    CHECK(text.find("12 ranks could move, but that breaks job=nvlink") != std::string::npos);
    // Whoever lost its GPU has to move.
    report.replan->lost = 64;
    CHECK(report.moves_fewest());
}

TEST_CASE("no placement says why") {
    const Layout layout = test::shipped_layout("megatron-145.6b");
    const Topology rack = load_topology(test::shipped_library(), "single-nvl72").topology;
    auto answer = search::place_best(rack, layout, test::reference_times(), {});
    const PlacePlanReport report{rack, layout, answer, {}, std::nullopt, {}, {}, {}, {}};
    CHECK(place_plan_table(report).find("No placement: ") != std::string::npos);
    answer.unmet.alone = {"ep=nvlink"};
    const std::string text = place_plan_table(report);
    CHECK(text.find("No placement: ") == std::string::npos);
    CHECK(text.find("No placement keeps the pin ep=nvlink.") != std::string::npos);
    CHECK(place_plan_beside_files(report) == "No placement keeps the pin ep=nvlink.\n");
}

}  // namespace
}  // namespace railyard::output
