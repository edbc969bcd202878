#include "railyard/estimate/step_facts.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

std::string text_of(FactList list) {
    std::string text;
    for (const StepFact& fact : list.take()) {
        text += (text.empty() ? "" : "; ") + fact.name + " ";
        text += fact.kind == FactKind::words ? fact.words : std::to_string(static_cast<int>(fact.value));
    }
    return text;
}

// Llama 3 405B: 126 layers and the two ends dealt out as 128 over 16 stages, so no stage holds over 8; 2,048
// sequences over 64 replicas one at a time are 32 micro-batches.
TEST_CASE("facts that both models know") {
    Layout llama = test::shipped_layout("llama3-405b-8k", {{"sharding", "zero-3"}});
    llama.sharding.over = 32;
    CHECK(text_of(step_facts::passes(llama)) == "layers of a GPU 8; micro-batches 32");
    CHECK(text_of(step_facts::tokens(llama)) ==
          "sequences of a micro-batch 1; tokens of a sequence 8192; cp 1");
    CHECK(text_of(step_facts::sharding(llama)) == "sharding zero-3 over 32");
    CHECK(text_of(step_facts::recomputation(llama)) == "recomputation none");
    CHECK(text_of(step_facts::pipeline(llama)) ==
          "schedule interleaved; stages 16; chunks 8; micro-batches 32");
    // DeepSeek-V3: 61 layers over 16 stages are 4 on the first 13 and 3 on the others; the first three are
    // dense. DualPipe puts stages s and 15 - s on one GPU: 4 + 4 from the fourth stage on; the first has one
    // expert layer.
    const Layout experts = test::shipped_layout("deepseek-v3");
    CHECK(text_of(step_facts::passes(experts)).starts_with("layers of a GPU 8; "));
    CHECK(text_of(step_facts::experts_passes(experts)).starts_with("expert layers of a GPU 8; "));
    const Layout one_way =
        test::shipped_layout("deepseek-v3", {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}});
    CHECK(text_of(step_facts::passes(one_way)).starts_with("layers of a GPU 4; "));
}

TEST_CASE("facts of the same name are told apart by what they are of") {
    FactList links;
    links.count("domains", 2);
    FactList all;
    all.add(links).add(links, "edp:");
    CHECK(text_of(all) == "domains 2; edp: domains 2");
}

}  // namespace
}  // namespace railyard
