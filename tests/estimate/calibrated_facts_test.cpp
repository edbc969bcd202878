#include "railyard/estimate/calibrated_facts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "railyard/estimate/evaluator.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/input/override.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

const Calibration& calibration() {
    static const Calibration all =
        load_calibration(shipped_file(test::shipped_library(), shipped_calibration));
    return all;
}

std::vector<StepPiece> pieces(const Topology& topology, const Layout& layout) {
    const auto placed = std::get<Evaluation>(evaluate(topology, layout));
    const Estimate estimate = look_at_links(topology, layout, placed);
    return calibrated_facts(topology, layout, placed, estimate.links, calibration());
}

Topology on(const std::string& name) {
    return load_topology(test::shipped_library(), name).topology;
}

const StepFact* find(const StepPiece& piece, const std::string& name) {
    for (const StepFact& fact : piece.facts)
        if (fact.name == name) return &fact;
    return nullptr;
}

const StepPiece& piece_of(const std::vector<StepPiece>& all, CostItem item) {
    return all.at(static_cast<std::size_t>(item));
}

double relative(double a, double b) {
    return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-300});
}

// Whether something in the facts of two pieces differs.
bool has_a_reason(const StepPiece& a, const StepPiece& b) {
    if (a.facts.size() != b.facts.size()) return true;
    for (std::size_t i = 0; i < a.facts.size(); ++i) {
        const StepFact& x = a.facts[i];
        const StepFact& y = b.facts[i];
        if (x.name != y.name || x.words != y.words || relative(x.value, y.value) > 1e-9) return true;
    }
    return false;
}

TEST_CASE("the pieces are those of the step") {
    const Topology topology = on("dgx-h100-superpod");
    for (const char* name : {"llama3-405b-8k", "deepseek-v3", "gpt3-175b-1024"}) {
        const Layout layout = test::shipped_layout(name);
        const auto found = std::get<Assessment>(Evaluator(topology, calibration()).evaluate(layout));
        double sum = 0;
        for (const StepPiece& piece : pieces(topology, layout)) sum += piece.time.raw();
        CHECK(sum == doctest::Approx(found.estimate.step.total().raw()).epsilon(1e-12));
    }
}

// A change of one key of the layout, of which whatever changes in the step must have a fact.
TEST_CASE("no piece changes without a fact that differs") {
    struct Change {
        const char* layout;
        test::Changes changes;
        std::uint32_t shard_over = 0;
    };
    const std::vector<Change> all = {
        {"llama3-405b-8k", {{"recompute", "full"}}},
        {"llama3-405b-8k", {{"recompute", "selective"}}},
        {"llama3-405b-8k", {{"sharding", "none"}}},
        {"llama3-405b-8k", {{"sharding", "zero-1"}}},
        {"llama3-405b-8k", {{"sharding", "zero-3"}}},
        {"llama3-405b-8k", {{"sharding", "zero-3"}}, 8},
        {"llama3-405b-8k", {{"batch.micro", "2"}}},
        {"llama3-405b-8k", {{"batch.length", "4096"}}},
        {"llama3-405b-8k", {{"batch.sequences", "4096"}}},
        {"llama3-405b-8k", {{"precision", "fp8"}}},
        {"llama3-405b-8k", {{"order", "[tp, cp, dp, pp]"}}},
        {"llama3-405b-8k", {{"attention", "unfused"}}},
        {"llama3-405b-8k", {{"sequence_parallel", "false"}}},
        {"llama3-405b-8k", {{"software", "megatron-te"}}},
        {"llama3-405b-8k", {{"software", "fsdp"}}},
        {"llama3-405b-8k", {{"software", "deepspeed"}}},
        {"llama3-405b-8k", {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}}},
        {"llama3-405b-8k", {{"parallel.tp", "4"}, {"parallel.dp", "128"}}},
        {"llama3-405b-8k", {{"parallel.cp", "2"}, {"parallel.dp", "32"}}},
        {"llama3-405b-8k", {{"parallel.pp", "8"}, {"parallel.dp", "128"}}},
        {"llama3-405b-8k", {{"placement.per_domain", "32"}}},
        {"llama3-405b-128k", {{"order", "[tp, pp, cp, dp]"}}},
        {"gpt3-175b-1024", {{"placement.per_domain", "32"}}},
        {"megatron-145.6b", {{"order", "[tp, cp, pp, dp]"}}},
        {"megatron-145.6b", {{"placement.per_domain", "4"}, {"parallel.tp", "4"}, {"parallel.dp", "48"}}},
        {"megatron-145.6b", {{"software", "megatron-te"}}},
        {"deepseek-v3", {{"placement.keep", "ep"}}},
        {"deepseek-v3", {{"parallel.ep", "32"}}},
        {"deepseek-v3", {{"recompute", "full"}}},
        {"deepseek-v3", {{"routing", "dropless"}}},
        {"deepseek-v3", {{"routing", "token-drop"}}},
        {"deepseek-v3", {{"expert_imbalance", "1.5"}}},
        {"deepseek-v3", {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}}},
        {"deepseek-v3", {{"precision", "bf16"}}},
        {"deepseek-v3", {{"batch.micro", "2"}}},
    };
    for (const char* topology_name : {"gb200-nvl72", "dgx-h100-superpod"}) {
        const Topology topology = on(topology_name);
        for (const Change& one : all) {
            std::string what = std::string(one.layout) + " on " + topology_name + ":";
            for (const auto& [key, value] : one.changes)
                what.append(" ").append(key).append("=").append(value);
            CAPTURE(what);
            const auto before = pieces(topology, test::shipped_layout(one.layout));
            Layout changed = test::shipped_layout(one.layout, one.changes);
            changed.sharding.over = one.shard_over;
            const auto after = pieces(topology, changed);
            for (std::size_t i = 0; i < before.size(); ++i) {
                const bool other = relative(before[i].time.raw(), after[i].time.raw()) > 1e-9 ||
                                   relative(before[i].hidden.raw(), after[i].hidden.raw()) > 1e-9;
                CAPTURE(cost_item_names[i]);
                if (other) CHECK(has_a_reason(before[i], after[i]));
            }
        }
    }
}

TEST_CASE("no piece changes from one machine to another without a fact that differs") {
    for (const char* layout_name :
         {"llama3-405b-8k", "llama3-405b-128k", "deepseek-v3", "gpt3-175b-1024", "megatron-145.6b"}) {
        const Layout layout = test::shipped_layout(layout_name);
        const auto before = pieces(on("gb200-nvl72"), layout);
        for (const char* topology_name :
             {"hgx-h100", "hgx-b200", "dgx-h100-superpod", "gb200-superpod", "hgx-a100", "llama3-24k"}) {
            CAPTURE(std::string(layout_name) + " on " + topology_name);
            const auto after = pieces(on(topology_name), layout);
            for (std::size_t i = 0; i < before.size(); ++i) {
                CAPTURE(cost_item_names[i]);
                if (relative(before[i].time.raw(), after[i].time.raw()) > 1e-9)
                    CHECK(has_a_reason(before[i], after[i]));
            }
        }
    }
}

// 20 of 24 layers of one width take longer than four with the embedding or the head.
TEST_CASE("what the stage that works for longest holds is said") {
    const Topology boxes = on("hgx-a100");
    const auto longest = [&](const test::Changes& changes) {
        const Layout layout = test::shipped_layout("megatron-1.7b", changes);
        return find(piece_of(pieces(boxes, layout), CostItem::products), "longest stage")->words;
    };
    const auto dealt = [&](const char* layers) {
        return longest({{"parallel.pp", "3"}, {"parallel.dp", "8"}, {"pipeline.layers", layers}});
    };
    CHECK(dealt("[20, 2, 2]") == "with the embedding");
    CHECK(dealt("[2, 20, 2]") == "layers alone");
    CHECK(dealt("[2, 2, 20]") == "with the head");
    CHECK(longest({}) == "with embedding and head");
}

// tp8 pp8 dp16 with dp next to tp: 16 neighbours of 8 GPUs. 32 GPUs of a domain are 4 members of a dp group,
// which lies in 4 domains; of 72 GPUs 9, and 16 = 9 + 7 or less, down to 1 where a domain ends within.
TEST_CASE("members in a domain whose NICs carry a ring") {
    const Topology racks = on("gb200-nvl72");
    const auto of = [&](const test::Changes& changes) {
        return piece_of(pieces(racks, test::shipped_layout("gpt3-175b-1024", changes)), CostItem::gradients);
    };
    const StepPiece few = of({{"placement.per_domain", "32"}});
    const StepPiece all = of({});
    const auto members = std::string(ring_members);
    const auto rate = std::string(ring_rate);
    REQUIRE(find(few, members) != nullptr);
    CHECK(find(few, members)->value == 4);
    CHECK(find(few, "domains of a group")->value == 4);
    CHECK(find(all, members)->value == 1);
    CHECK(find(few, rate)->value == doctest::Approx(4 * find(all, rate)->value));
    CHECK(few.time < all.time);
}

// dgx-h100-superpod: 8 GPUs a server, 32 servers under a leaf, 128 under a spine. Of tp8 pp8 dp16, pp next to
// tp has the stages of a pipeline in 8 servers under one leaf; with dp between them they are 16 servers
// apart, over all 128.
TEST_CASE("sends between stages say how far up they turn round") {
    const Topology pod = on("dgx-h100-superpod");
    const auto farthest = [&](const test::Changes& changes) -> std::string {
        const Layout layout = test::shipped_layout("gpt3-175b-1024", changes);
        const std::vector<StepPiece> all = pieces(pod, layout);
        const StepFact* fact = find(piece_of(all, CostItem::sends), "farthest at");
        return fact == nullptr ? "" : fact->words;
    };
    CHECK(farthest({{"order", "[tp, cp, pp, dp]"}}) == "leaf");
    CHECK(farthest({{"order", "[tp, cp, dp, pp]"}}) == "spine");
    // Two stages of four GPUs stay on their server's NVLink, which has no tiers.
    CHECK(farthest({{"parallel.tp", "4"}, {"parallel.pp", "2"}, {"order", "[tp, cp, pp, dp]"}}).empty());
}

// What one key of a topology changes must have a fact in the piece that it changes.
TEST_CASE("no piece changes with one key of a topology without a fact that differs") {
    const auto with = [](const char* name, const std::vector<input::KeySetting>& domain,
                         const std::vector<input::KeySetting>& topology) {
        TopologySettings settings;
        settings.domain = domain;
        settings.topology = topology;
        return load_topology(test::shipped_library(), name, ".", settings).topology;
    };
    const auto set = [](const char* key, const char* value) {
        return std::vector<input::KeySetting>{input::setting_from_text(key, value, "")};
    };
    for (const char* layout_name : {"llama3-405b-8k", "megatron-145.6b", "gpt3-175b-64", "deepseek-v3"}) {
        const Layout layout = test::shipped_layout(layout_name);
        const auto before = pieces(on("dgx-h100-superpod"), layout);
        const std::vector<std::pair<std::string, Topology>> all = {
            {"slow NVLink",
             with("dgx-h100-superpod", set("scale_up.link.bandwidth_per_direction", "10 GB/s"), {})},
            {"fast NICs", with("dgx-h100-superpod", set("nics.bandwidth_per_direction", "800 Gb/s"), {})},
            {"thin spine", with("dgx-h100-superpod", {}, set("network.tiers.spine.oversubscription", "7"))},
            {"far spine", with("dgx-h100-superpod", {}, set("network.tiers.spine.latency", "1.9 us"))},
            {"another GPU", on("hgx-b200")}};
        for (const auto& [what, topology] : all) {
            CAPTURE(std::string(layout_name) + ": " + what);
            const auto after = pieces(topology, layout);
            for (std::size_t i = 0; i < before.size(); ++i) {
                const bool other = relative(before[i].time.raw(), after[i].time.raw()) > 1e-9 ||
                                   relative(before[i].hidden.raw(), after[i].hidden.raw()) > 1e-9;
                CAPTURE(cost_item_names[i]);
                if (other) CHECK(has_a_reason(before[i], after[i]));
            }
        }
    }
}

// A send of GPT 145.6B without sequence parallelism is gathered over tp; its first and last stage add up the
// gradients of the tied embedding, 51,200 words of 12,288 over tp 8, in fp16.
TEST_CASE("what is gathered behind a send, and the sum of a tied embedding, are told with their links") {
    const auto all = pieces(on("dgx-h100-superpod"), test::shipped_layout("megatron-145.6b"));
    const StepPiece& sends = piece_of(all, CostItem::sends);
    REQUIRE(find(sends, "gather over tp: NVLink of a GPU") != nullptr);
    CHECK(find(sends, "gather over tp: NVLink of a GPU")->value == 450e9);
    const StepPiece& gradients = piece_of(all, CostItem::gradients);
    const StepFact* sum =
        find(gradients, "tied embedding: gradients summed over the first and the last stage");
    REQUIRE(sum != nullptr);
    CHECK(sum->value == 2.0 * 51200 * 12288 / 8);
    REQUIRE(find(gradients, "tied embedding: rate of a send") != nullptr);
    CHECK(find(gradients, "tied embedding: rate of a send")->value == doctest::Approx(0.97 * 50e9));
}

TEST_CASE("what sharding does to gradients and parameters is said") {
    const Topology racks = on("gb200-nvl72");
    const auto way = [&](const char* sharding, const char* software) {
        const Layout layout =
            test::shipped_layout("llama3-405b-8k", {{"sharding", sharding}, {"software", software}});
        return find(piece_of(pieces(racks, layout), CostItem::gradients), "traffic:")->words;
    };
    CHECK(way("none", "megatron-te") == "gradients all-reduced, once a step");
    CHECK(way("zero-2", "megatron-te") == "gradients scattered, parameters gathered in 16 bits, once a step");
    CHECK(way("zero-1", "fsdp") == "gradients scattered, parameters gathered in 16 bits, layer by layer");
    CHECK(way("zero-3", "megatron-te") ==
          "gradients scattered, parameters gathered forward and backward in 16 bits, in every micro-batch");
}

TEST_CASE("a machine that the calibration does not know has no facts") {
    CHECK(pieces(on("mi300x-8"), test::shipped_layout("gpt3-175b-64")).empty());
}

}  // namespace
}  // namespace railyard
