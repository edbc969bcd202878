#include "railyard/estimate/memory_facts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

std::vector<StepFact> facts(const test::Changes& changes = {}) {
    const Layout layout = test::shipped_layout("llama3-405b-8k", changes);
    return memory_facts(layout, memory::estimate_memory(layout));
}

const StepFact& find(const std::vector<StepFact>& all, const std::string& name) {
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const StepFact& fact) { return fact.name == name; });
    REQUIRE(at != all.end());
    return *at;
}

// design.md, section 8: the first of 16 stages holds 143 chunks of a layer each.
TEST_CASE("what decides the memory of the fullest GPU") {
    const auto llama = facts();
    CHECK(find(llama, "chunks in flight").value == 143);
    CHECK(find(llama, "fullest stage").value == 0);
    CHECK(find(llama, "saves").words == "lean");
    CHECK(find(llama, "sharding").words == "zero-2");
    CHECK(find(llama, "replicas and cp").value == 64);
    CHECK(find(facts({{"saves", "all"}}), "saves").words == "all");
    // 1F1B: stage s of 16 holds 16 - s. The first has 7 layers beside the embedding, the second 8.
    const auto plain = facts({{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}});
    CHECK(find(plain, "fullest stage").value == 1);
    CHECK(find(plain, "micro-batches in flight").value == 15);
}

// Every change of a key that changes the memory changes a fact.
TEST_CASE("no memory changes without a fact that differs") {
    const Layout base = test::shipped_layout("llama3-405b-8k");
    const memory::Memory before = memory::estimate_memory(base);
    const std::vector<test::Changes> all = {{{"recompute", "full"}},
                                            {{"saves", "all"}},
                                            {{"sharding", "none"}},
                                            {{"sharding", "zero-3"}},
                                            {{"batch.micro", "2"}},
                                            {{"batch.length", "4096"}},
                                            {{"attention", "unfused"}},
                                            {{"sequence_parallel", "false"}},
                                            {{"parallel.tp", "4"}, {"parallel.dp", "128"}},
                                            {{"parallel.cp", "2"}, {"parallel.dp", "32"}},
                                            {{"parallel.pp", "8"}, {"parallel.dp", "128"}},
                                            {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}}};
    for (const auto& changes : all) {
        CAPTURE(changes.front().first + " " + changes.front().second);
        const Layout layout = test::shipped_layout("llama3-405b-8k", changes);
        const memory::Memory after = memory::estimate_memory(layout);
        REQUIRE(after.worst().total().raw() != before.worst().total().raw());
        const auto a = memory_facts(base, before);
        const auto b = memory_facts(layout, after);
        const bool same = a.size() == b.size() &&
                          std::equal(a.begin(), a.end(), b.begin(), [](const StepFact& x, const StepFact& y) {
                              return x.name == y.name && x.words == y.words && x.value == y.value;
                          });
        CHECK_FALSE(same);
    }
}

}  // namespace
}  // namespace railyard
