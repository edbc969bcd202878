#include "railyard/memory/remedies.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/job/load.hpp"
#include "railyard/memory/estimate.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::memory {
namespace {

using Overrides = std::vector<LayoutOverride>;

Layout shipped(const std::string& name, const Overrides& overrides = {}) {
    return load_layout(test::shipped_library(), name, overrides).layout;
}

std::string text(const Remedy& remedy) {
    std::string words;
    for (const auto& [key, value] : remedy.settings) words += (words.empty() ? "" : " ") + key + "=" + value;
    return words;
}

std::vector<std::string> texts(const std::vector<Remedy>& remedies) {
    std::vector<std::string> all;
    for (const Remedy& remedy : remedies) all.push_back(text(remedy));
    return all;
}

using Texts = std::vector<std::string>;
constexpr Bytes a100 = gibibytes(78);

TEST_CASE("GPT-3 into 80 GB: what Korthikanti et al. 2022 did, and FlashAttention") {
    const Layout layout = shipped("gpt3-175b-64", {{"recompute", "none", ""}});
    const auto remedies = find_remedies(layout, a100);
    CHECK(texts(remedies) == Texts{"sequence_parallel=true attention=flash",
                                   "sequence_parallel=true recompute=selective", "attention=flash saves=lean",
                                   "recompute=full"});
    // Parameters as in estimate_test.cpp: 50.8 GB; 31 x 4 layers of 34/8 s b h, s b h = 25.17 MB; masks.
    const double sbh = 2048.0 * 12288;
    const Bytes parameters = estimate_memory(layout).worst().weights * 9;
    CHECK(remedies[0].total.raw() == doctest::Approx(parameters.raw() + (124 * 34 + 15) * sbh / 8));
    for (const Remedy& remedy : remedies) CHECK(remedy.ranks == 64);
}

TEST_CASE("GPT-3 on one server") {
    Overrides one_server = {
        {"parallel.pp", "1", ""}, {"pipeline.schedule", "1f1b", ""}, {"pipeline.chunks", "1", ""}};
    // 18 bytes of 175e9 / 8 parameters are 394 GB: no recomputation helps. 8 stages on 8 servers.
    const auto alone = find_remedies(shipped("gpt3-175b-64", one_server), a100);
    REQUIRE(alone.size() == 1);
    CHECK(text(alone[0]) == "parallel.pp=8");
    CHECK(alone[0].ranks == 64);
    // With eight replicas there are GPUs to cut it further, and to shard over.
    one_server.push_back({"parallel.dp", "8", ""});
    const auto replicas = find_remedies(shipped("gpt3-175b-64", one_server), a100);
    CHECK(texts(replicas) == Texts{"parallel.pp=8 parallel.dp=1", "sharding=zero-3"});
    CHECK(replicas[0].ranks == 64);
}

TEST_CASE("the mildest of each kind, cheapest first") {
    const auto remedies = find_remedies(shipped("megatron-39.1b", {{"recompute", "none", ""}}), a100);
    CHECK(texts(remedies) == Texts{"sequence_parallel=true attention=flash",
                                   "sequence_parallel=true sharding=zero-1",
                                   "attention=flash sharding=zero-1", "sharding=zero-2", "batch.micro=2",
                                   "parallel.pp=16 parallel.dp=4", "recompute=full"});
}

TEST_CASE("a remedy read back as overrides needs what it says") {
    for (const auto& name : test::shipped_library().names(input::Shelf::layouts)) {
        CAPTURE(name);
        Overrides overrides = {{"recompute", "none", ""}, {"saves", "all", ""}, {"sharding", "none", ""}};
        const Layout layout = shipped(name, overrides);
        for (const Remedy& remedy : find_remedies(layout, gibibytes(60))) {
            CAPTURE(text(remedy));
            Overrides changed = overrides;
            for (const auto& [key, value] : remedy.settings) changed.push_back({key, value, ""});
            const Layout again = shipped(name, changed);
            CHECK(estimate_memory(again).worst().total().raw() == doctest::Approx(remedy.total.raw()));
            CHECK(again.degrees.ranks() == remedy.ranks);
            CHECK(remedy.total <= gibibytes(60));
        }
    }
}

TEST_CASE("shards inside groups stay so") {
    Layout layout = shipped("llama3-405b-8k");
    layout.sharding = {ShardingKind::zero_1, 2};
    // Of 3.05e9 parameters 12 bytes each, and 51 GB of activations: 81.6 GiB; with zero-2 10 bytes: 75.9.
    const auto remedies = find_remedies(layout, gibibytes(77));
    REQUIRE_FALSE(remedies.empty());
    CHECK(text(remedies.front()) == "sharding.kind=zero-2");
}

TEST_CASE("nothing helps where nothing can") {
    CHECK(find_remedies(shipped("gpt3-175b-64"), gibibytes(0.1)).empty());
}

TEST_CASE("an order with tiles is not broken by more stages") {
    const Layout layout =
        shipped("megatron-145.6b", {{"recompute", "none", ""}, {"order", "tp,cp,dp:24,pp:8", ""}});
    for (const Remedy& remedy : find_remedies(layout, a100)) {
        for (const Setting& setting : remedy.settings) CHECK(setting.key != "parallel.pp");
    }
}

}  // namespace
}  // namespace railyard::memory
