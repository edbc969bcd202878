#include "railyard/search/space_problem.hpp"

#include <doctest/doctest.h>

#include "tests/support/plan_spaces.hpp"

namespace railyard::search {
namespace {

// Llama 3 8B: 32 layers, 32 heads, hidden size 4,096.
PlanSpace llama(std::uint32_t gpus) {
    return test::small_space("llama3-8b", gpus, 16);
}

std::string text_of(const PlanSpace& space) {
    const auto problem = space_problem(space);
    return problem ? problem->message + " | " + problem->hint : "";
}

TEST_CASE("a degree that divides nothing is named, with those that can be") {
    PlanSpace space = llama(16);
    CHECK(text_of(space).empty());
    space.tp = {7};
    CHECK(text_of(space) ==
          "no way to cut llama3-8b over 16 GPUs has tp 7 | "
          "tp divides the GPUs, the 32 heads and the hidden size: 1, 2, 4, 8 or 16");
    CHECK(impossible_values(space) == std::vector<std::string>{"tp 7"});
    // One of them will do.
    space.tp = {4, 7};
    CHECK(text_of(space).empty());
    CHECK(impossible_values(space) == std::vector<std::string>{"tp 7"});
}

TEST_CASE("micro-batches, chunks and experts have rules of their own") {
    PlanSpace space = llama(16);
    space.micro = {5};  // a replica has 16 / dp sequences, dp divides 16
    CHECK(text_of(space).find(
              "has micro 5 | a micro-batch divides the sequences of a replica: 1, 2, 4, 8 or 16") !=
          std::string::npos);
    space = llama(16);
    space.ep = {2};
    CHECK(text_of(space) == "no way to cut llama3-8b over 16 GPUs has ep 2 | the model has no experts: 1");
    space = llama(16);
    space.chunks = {7};  // 32 layers in 2 to 16 stages, or 34 with both ends in 2: 17 chunks
    CHECK(text_of(space).find("has chunks 7 | chunks divide the layers of a stage") != std::string::npos);
}

TEST_CASE("degrees that do not go together are told with what would") {
    // tp 8 and pp 4 are 32.
    PlanSpace space = llama(16);
    space.tp = {8};
    space.pp = {4};
    CHECK(text_of(space) ==
          "no way to cut llama3-8b over 16 GPUs has all of this: tp 8, pp 4 | with the others tp could be 1, "
          "2 or 4");
    // One stage runs no pipeline schedule but 1F1B and GPipe.
    space.tp = {16};
    space.pp = {1};
    space.schedules = {PipelineSchedule::dualpipe};
    CHECK(text_of(space).find("tp 16, pp 1, schedule dualpipe | ") != std::string::npos);
}

TEST_CASE("GPUs that nothing multiplies to are told with the nearest that can be cut") {
    // 101 is prime: more than the heads (32), the layers (32) and no divisor of 16 sequences. 100 = tp 1, cp
    // c, pp p, dp d with c | 1,024, p <= 32, d | 16: 4 x 25; 102 = 2 x 51 = 3 x 34 = 6 x 17: pp 17 with dp or
    // cp of 6 has no way, pp 51 is more than the layers; 6 = 3 x 2 needs a factor 3 beside 17: none. 104 = 4
    // x 26.
    CHECK(text_of(llama(101)).find("there is no way to cut llama3-8b over 101 GPUs") == 0);
    CHECK(text_of(llama(101)).find("; 100 or 104 GPUs can be cut") != std::string::npos);
}

}  // namespace
}  // namespace railyard::search
