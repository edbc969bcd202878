#include "railyard/estimate/reference_facts.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

constexpr double eta = 0.47;

std::vector<StepPiece> pieces(const char* topology_name, const Layout& layout, Seconds* total = nullptr) {
    const Topology topology = load_topology(test::shipped_library(), topology_name).topology;
    const auto placed = std::get<Evaluation>(evaluate(topology, layout));
    const Estimate estimate = estimate_reference(topology, layout, placed, eta);
    if (total != nullptr) *total = estimate.step.total();
    return reference_facts(topology, layout, estimate);
}

const StepFact& fact(const std::vector<StepPiece>& all, CostItem item, const std::string& name) {
    for (const StepPiece& piece : all)
        for (const StepFact& one : piece.facts)
            if (piece.item == item && one.name == name) return one;
    FAIL(name);
    return all.front().facts.front();
}

// Llama 3 405B on NVL72: an activation is 2 x 8,192 tokens x 16,384 = 268,435,456 bytes; 2 x 32 micro-batches
// x 8 chunks = 512 sends of an eighth of it; NVLink 900 GB/s, NICs 50 GB/s.
TEST_CASE("the numbers of the formulas") {
    Seconds total;
    const auto all = pieces("gb200-nvl72", test::shipped_layout("llama3-405b-8k"), &total);
    Seconds sum;
    for (const StepPiece& piece : all) sum += piece.time;
    CHECK(sum.raw() == doctest::Approx(total.raw()));
    CHECK(fact(all, CostItem::tensor, "size of an all-reduce").value == 268435456);
    CHECK(fact(all, CostItem::tensor, "NVLink of a GPU").value == 900e9);
    CHECK(fact(all, CostItem::sends, "sends").value == 512);
    CHECK(fact(all, CostItem::sends, "size of a send").value == 33554432);
    CHECK(fact(all, CostItem::sends, "NICs of a GPU").value == 50e9);
    CHECK(fact(all, CostItem::gradients, "replicas and cp").value == 64);
    CHECK(fact(all, CostItem::products, "GPU").words == "gb200");
}

TEST_CASE("zero-3 is told with its micro-batches, and recomputation with its work") {
    const auto plain = pieces("hgx-h100", test::shipped_layout("llama3-405b-8k"));
    const auto full = pieces("hgx-h100", test::shipped_layout("llama3-405b-8k", {{"recompute", "full"}}));
    CHECK(fact(full, CostItem::products, "recomputation").words == "full");
    CHECK(fact(full, CostItem::products, "work of a GPU").value >
          1.3 * fact(plain, CostItem::products, "work of a GPU").value);
    const auto sharded = pieces("hgx-h100", test::shipped_layout("llama3-405b-8k", {{"sharding", "zero-3"}}));
    CHECK(fact(sharded, CostItem::gradients, "micro-batches").value == 32);
    CHECK(fact(sharded, CostItem::gradients, "traffic:").words ==
          "parameters gathered twice a micro-batch, gradients scattered once a step");
}

TEST_CASE("links inside a domain are called as the topology calls them") {
    const auto all = pieces("mi300x-8", test::shipped_layout("gpt3-175b-64"));
    CHECK(fact(all, CostItem::tensor, "over").words == "xGMI");
    CHECK(fact(all, CostItem::tensor, "xGMI of a GPU").value > 0);
}

}  // namespace
}  // namespace railyard
