#include "railyard/output/compare_reasons.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace railyard::output {
namespace {

Comparison with(double compute, double bubble) {
    Comparison comparison;
    for (std::size_t i = 0; i < step_part_names.size(); ++i)
        comparison.step.push_back({static_cast<StepPart>(i), seconds(1), seconds(1)});
    comparison.step.front().b = seconds(1 + compute);
    comparison.step.back().b = seconds(1 + bubble);
    return comparison;
}

FactChange words(const char* name, const char* a, const char* b) {
    return {name, StepFact{name, FactKind::words, a}, StepFact{name, FactKind::words, b}};
}
FactChange number(const char* name, FactKind kind, double a, double b) {
    return {name, StepFact{name, kind, "", a}, StepFact{name, kind, "", b}};
}
PieceChange piece(CostItem item, double a, double b, std::vector<FactChange> facts) {
    return {item, seconds(a), seconds(b), {}, {}, std::move(facts), {}};
}

TEST_CASE("computing and idle time have reasons, and the parts add up") {
    Comparison comparison = with(-0.5, 0.125);
    comparison.pieces = {piece(CostItem::products, 0.9, 0.4,
                               {words("GPU", "h100", "gb200"),
                                number("products reach", FactKind::compute_rate, 600e12, 1.2e15)}),
                         piece(CostItem::bubble, 1, 1.125, {number("stages", FactKind::count, 1, 4)})};
    CHECK(compare_reasons(comparison) ==
          "\nwhy, part by part of the step:\n"
          "  compute  - 0.5000 s  GPU h100 -> gb200; products reach 600 TFLOP/s -> 1.2 PFLOP/s\n"
          "  bubble   + 0.1250 s  stages 1 -> 4; 14.3 % of the step -> 17.0 %\n"
          "  step     - 0.3750 s\n");
}

TEST_CASE("of pieces that change each is told with its share, their common facts once") {
    Comparison comparison = with(-0.5, 0);
    const FactChange gpu = words("GPU", "h100", "gb200");
    comparison.pieces = {piece(CostItem::products, 0.8, 0.4, {gpu}),
                         piece(CostItem::attention, 0.2, 0.1, {gpu}),
                         piece(CostItem::head, 0.1, 0.1, {words("never", "told", "here")})};
    // The calibrated model has more pieces than a step has parts.
    for (const CostItem item :
         {CostItem::tensor, CostItem::context, CostItem::exchange, CostItem::sends, CostItem::gradients})
        comparison.pieces.push_back(piece(item, 1, 1, {}));
    CHECK(
        part_reasons(comparison).front().reasons ==
        std::vector<std::string>{"GPU h100 -> gb200", "of it matrix products - 400 ms, attention - 100 ms"});
}

TEST_CASE("what explains next to nothing of a change is not told") {
    Comparison comparison = with(-0.5, 0);
    comparison.pieces = {piece(CostItem::products, 1, 0.5,
                               {number("work", FactKind::flops, 2e15, 1e15),
                                number("products reach", FactKind::compute_rate, 600e12, 600.1e12)})};
    CHECK(part_reasons(comparison).front().reasons == std::vector<std::string>{"work 2 PFLOP -> 1 PFLOP"});
}

TEST_CASE("hops that move while as much leaves a domain as before") {
    Comparison comparison = with(0, 0);
    comparison.step[static_cast<std::size_t>(StepPart::dp)].b = seconds(0.9);
    DimensionSide a;
    a.degree = 16;
    a.hops = 16;
    a.on_nvlink = 0;
    DimensionSide b = a;
    b.on_nvlink = 12;
    comparison.dimensions = {{Dimension::dp, a, b}};
    PieceChange gradients = piece(CostItem::gradients, 1, 0.9, {});
    gradients.same = {{std::string(ring_rate), FactKind::bandwidth, "", 48.5e9},
                      {std::string(ring_members), FactKind::count, "", 1}};
    gradients.hidden_b = seconds(0.25);
    comparison.pieces = {gradients};
    CHECK(part_reasons(comparison).front().reasons ==
          std::vector<std::string>{"12 of 16 hops moved from the network to NVLink",
                                   "still 48.5 GB/s out of a domain, as GPUs of a group in a domain, at "
                                   "fewest, whose NICs carry its ring, are 1",
                                   "hidden behind other work none -> 250 ms"});
}

TEST_CASE("designs that are alike have no reasons") {
    CHECK(compare_reasons(with(0, 0)).empty());
}

TEST_CASE("of dimensions in one part each is told by its name") {
    Comparison comparison = with(0, 0);
    comparison.step[static_cast<std::size_t>(StepPart::dp)].b = seconds(1.5);
    DimensionSide a;
    a.degree = 8;
    a.hops = 8;
    a.network = bytes(1e12);
    DimensionSide b = a;
    b.network = bytes(2e12);
    comparison.dimensions = {{Dimension::dp, a, b}, {Dimension::edp, a, b}};
    CHECK(compare_reasons(comparison) ==
          "\nwhy, part by part of the step:\n"
          "  dp       + 0.5000 s  1 TB -> 2 TB on the network; edp: 1 TB -> 2 TB on the network\n"
          "  step     + 0.5000 s\n");
}

// Hops moved to NVLink, and the slowest that is left takes as long.
TEST_CASE("a part that takes as long though its hops moved says what it still waits for") {
    Comparison comparison = with(0, 0);
    DimensionSide a;
    a.degree = 16;
    a.hops = 15;
    a.network = bytes(2e12);
    DimensionSide b = a;
    b.on_nvlink = 12;
    b.network = bytes(1e12);
    comparison.dimensions = {{Dimension::pp, a, b}};
    PieceChange sends = piece(CostItem::sends, 0.25, 0.25, {});
    sends.same = {{"rate of a send", FactKind::bandwidth, "", 48.5e9},
                  {"farthest at", FactKind::words, "leaf"}};
    comparison.pieces = {sends};
    const std::string moved =
        "\nwithout time of the step, hidden behind computing or the same:\n"
        "  pp: 12 of 15 hops moved from the network to NVLink; 2 TB -> 1 TB on the network; ";
    CHECK(compare_reasons(comparison) ==
          moved +
              "250 ms in both:\n"
              "    the slowest hop of a chain counts, a send still goes at 48.5 GB/s, farthest at leaf\n");
    // All of it behind other work.
    sends.a = sends.b = {};
    sends.hidden_a = sends.hidden_b = seconds(0.25);
    comparison.pieces = {sends};
    const auto parts = part_reasons(comparison);
    CHECK(std::any_of(parts.begin(), parts.end(), [](const PartReasons& part) {
        return !part.reasons.empty() &&
               part.reasons.back() ==
                   "hidden behind other work 250 ms in both: the slowest hop of a chain counts, a send still "
                   "goes at 48.5 GB/s, farthest at leaf";
    }));
}

TEST_CASE("what hides more or less is told where nothing else of its part differs") {
    Comparison comparison = with(0, 0);
    PieceChange sends =
        piece(CostItem::sends, 0, 0, {number("rate of a send", FactKind::bandwidth, 25e9, 50e9)});
    sends.hidden_a = seconds(0.5);
    sends.hidden_b = seconds(0.25);
    comparison.pieces = {sends};
    CHECK(compare_reasons(comparison) ==
          "\nwithout time of the step, hidden behind computing or the same:\n"
          "  pp: rate of a send 25 GB/s -> 50 GB/s; hidden behind other work 500 ms -> 250 ms\n");
}

TEST_CASE("links of a domain are called as the topologies call them, of edp every reason is") {
    Comparison comparison = with(0, 0);
    comparison.link = "xGMI";
    DimensionSide a;
    a.degree = 8;
    a.hops = 8;
    DimensionSide b = a;
    b.on_nvlink = 8;
    b.nvlink = bytes(1e12);
    comparison.dimensions = {{Dimension::edp, a, b}};
    CHECK(compare_reasons(comparison) ==
          "\nwithout time of the step, hidden behind computing or the same:\n"
          "  dp: edp: 8 of 8 hops moved from the network to xGMI; edp: none -> 1 TB on xGMI\n");
}

}  // namespace
}  // namespace railyard::output
