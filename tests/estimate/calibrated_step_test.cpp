#include "railyard/estimate/calibrated_step.hpp"

#include <doctest/doctest.h>

#include <variant>

#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/job/model.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Calibration shipped() {
    return load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
}

CalibratedEstimate estimate(const Layout& layout, const std::string& on, const Calibration& calibration) {
    const Topology topology = load_topology(test::shipped_library(), on).topology;
    const auto result = evaluate(topology, layout);
    auto answer = estimate_calibrated(topology, layout, std::get<Evaluation>(result), calibration);
    REQUIRE(std::holds_alternative<CalibratedEstimate>(answer));
    return std::get<CalibratedEstimate>(std::move(answer));
}

double step(const std::string& layout, const std::string& on, const test::Changes& changes = {}) {
    return estimate(test::shipped_layout(layout, changes), on, shipped()).estimate.step.total().raw();
}

TEST_CASE("the shipped Megatron rows come within 5 % of what was published") {
    for (const char* name : {"megatron-1.7b", "megatron-7.5b", "megatron-18.4b", "megatron-145.6b",
                             "megatron-529.6b", "megatron-1008b"}) {
        const Layout layout = test::shipped_layout(name);
        const double published = published_step(layout, AttentionCount::full)->raw();
        CHECK_MESSAGE(step(name, "hgx-a100") == Approx(published).epsilon(0.05), name);
    }
}

TEST_CASE("software hides what it hides") {
    const auto with = [](const std::string& software) {
        return estimate(test::shipped_layout("megatron-18.4b", {{"software", software}}), "hgx-a100",
                        shipped())
            .estimate.step;
    };
    const StepTimes early = with("megatron-2021");
    CHECK(with("megatron-2023").tp < early.tp);
    CHECK(with("megatron-te").tp < early.tp);
    CHECK(with("megatron-te").dp < early.dp);
}

TEST_CASE(
    "DeepSpeed's pipeline engine is slower than Megatron's whatever is sharded, and zero-3 than zero-1") {
    const auto with = [](const char* software, const char* sharding, const char* stages) {
        return step("megatron-145.6b", "hgx-a100",
                    {{"software", software},
                     {"sharding", sharding},
                     {"parallel.pp", stages},
                     {"pipeline.schedule", "1f1b"},
                     {"pipeline.chunks", "1"}});
    };
    CHECK(with("deepspeed", "zero-1", "8") > 1.15 * with("megatron-2021", "zero-1", "8"));
    CHECK(with("deepspeed", "zero-3", "8") > with("deepspeed", "zero-1", "8"));
    // fp16: the same bytes and nothing hidden, and no pipeline to run it.
    CHECK(with("deepspeed", "zero-1", "1") == Approx(with("megatron-2021", "zero-1", "1")).epsilon(0.001));
    for (const char* software : {"megatron-2021", "megatron-2023", "megatron-te", "deepspeed"})
        CHECK_MESSAGE(with(software, "zero-3", "8") > with(software, "zero-1", "8"), software);
}

TEST_CASE("DualPipe on one stage sends nothing and waits for nothing") {
    const StepTimes alone = estimate(test::shipped_layout("deepseek-v3", {{"parallel.pp", "1"},
                                                                          {"parallel.dp", "64"},
                                                                          {"parallel.ep", "64"},
                                                                          {"batch.sequences", "640"}}),
                                     "dgx-b200-superpod", shipped())
                                .estimate.step;
    CHECK(alone.bubble == Seconds{});
    CHECK(alone.total() > alone.compute);
}

TEST_CASE("both ends of a pipeline add up the gradients of a tied embedding") {
    Layout layout = test::shipped_layout("megatron-39.1b");
    const Seconds tied = estimate(layout, "hgx-a100", shipped()).estimate.step.dp;
    layout.model.embedding = EmbeddingKind::separate;
    const Seconds separate = estimate(layout, "hgx-a100", shipped()).estimate.step.dp;
    // 51,200 words of 8,192 values over tp = 8, two bytes each, at a NIC's 25 GB/s.
    CHECK(tied.raw() - separate.raw() == Approx(51200.0 * 8192 / 8 * 2 / 25e9).epsilon(0.05));
}

TEST_CASE("software that reduces after the passes scatters gradients in the open under zero-3") {
    // Eight GPUs of a domain, whose passes are long enough to hide all of it.
    const auto traffic = [](const std::string& software, double exposed) {
        Calibration calibration = shipped();
        calibration.constants.values[static_cast<std::size_t>(StepConstant::fsdp_exposed)] = exposed;
        const Layout layout = test::shipped_layout(
            "megatron-1.7b", {{"software", software}, {"sharding", "zero-3"}, {"parallel.dp", "8"}});
        return estimate(layout, "hgx-a100", calibration).estimate.step.dp.raw();
    };
    CHECK(traffic("deepspeed", 1) == Approx(traffic("fsdp", 1)));
    // Megatron of 2021 prefetches nothing: gathers show too, whatever others hide.
    CHECK(traffic("megatron-2021", 0.01) == Approx(traffic("fsdp", 1)));
    // A third of the bytes, and a hundredth of the other two thirds: 34 times a hundredth of all.
    CHECK(traffic("deepspeed", 0.01) == Approx(34 * traffic("fsdp", 0.01)).epsilon(0.15));
}

// Gradients and parameters of 64 A100 in boxes of eight, with nothing hidden.
double update(const test::Changes& changes) {
    Calibration calibration = shipped();
    calibration.constants.values[static_cast<std::size_t>(StepConstant::fsdp_exposed)] = 1;
    test::Changes all = {{"software", "fsdp"},
                         {"parallel.dp", "64"},
                         {"sharding", "zero-3"},
                         {"batch.sequences", "512"},
                         {"batch.micro", "1"}};
    all.insert(all.end(), changes.begin(), changes.end());
    return estimate(test::shipped_layout("megatron-1.7b", all), "hgx-a100", calibration)
        .estimate.step.dp.raw();
}

TEST_CASE("FSDP moves what its sharding says") {
    // 512 sequences over 64 ranks, one at a time: eight micro-batches. Gathers and scatters take the same
    // time between boxes: three in each of them, or two a step.
    const auto with = [](const char* sharding) { return update({{"sharding", sharding}}); };
    CHECK(with("zero-3") == Approx(8 * 3 / 2.0 * with("zero-1")).epsilon(0.05));
    // An all-reduce sends what a scatter and a gather send together, and starts once instead of twice.
    CHECK(with("none") < with("zero-1"));
    CHECK(with("none") > 0.5 * with("zero-1"));
}

TEST_CASE("shards over a box are gathered on its NVLink") {
    CHECK(update({{"sharding.over", "64"}}) == Approx(update({})));
    // In every one of 8 micro-batches three times 7/8 of the bytes at about 0.82 of 300 GB/s, 8 members
    // of 9.2 to 9.4 (reduce_scatter, all_gather), each of 24 layers after a start of 18 + 8 x 6 us; once a
    // step 2 x 7/8 of an eighth over the eight boxes on a NIC of 25 GB/s at 0.97, after 100 + 8 x 4 us.
    const double size = 2 * total_parameters(test::shipped_layout("megatron-1.7b").model);
    const double inside = 8 * 3 * (size * 7 / 8 / (0.82 * 300e9 * 8 / 9.3) + 24 * 66e-6);
    const double across = size / 8 * 2 * 7 / 8 / (25e9 * 0.97) + 24 * 132e-6;
    CHECK(update({{"sharding.over", "8"}}) == Approx(inside + across).epsilon(0.05));
}

TEST_CASE("gradients are reduced over dp and cp together") {
    const auto dp = [](const char* cp, const char* replicas) {
        return estimate(test::shipped_layout("megatron-1.7b", {{"software", "megatron-2021"},
                                                               {"parallel.cp", cp},
                                                               {"parallel.dp", replicas},
                                                               {"batch.sequences", "512"},
                                                               {"batch.micro", "1"}}),
                        "hgx-a100", shipped())
            .estimate.step.dp.raw();
    };
    CHECK(dp("8", "8") == Approx(dp("1", "64")).epsilon(0.01));
    CHECK(dp("16", "4") == Approx(dp("1", "64")).epsilon(0.01));
}

TEST_CASE("an oversubscribed tier is slower, and a site's factor scales the whole step") {
    CHECK(step("llama3-405b-8k", "llama3-24k") > step("llama3-405b-8k", "hgx-h100"));
    Calibration slow = shipped();
    slow.site = 1.1;
    const Layout layout = test::shipped_layout("megatron-1.7b");
    CHECK(estimate(layout, "hgx-a100", slow).estimate.step.total().raw() ==
          Approx(1.1 * step("megatron-1.7b", "hgx-a100")));
}

TEST_CASE("more micro-batches take longer, unbalanced experts too") {
    CHECK(step("megatron-39.1b", "hgx-a100", {{"batch.sequences", "3072"}}) >
          1.5 * step("megatron-39.1b", "hgx-a100"));
    CHECK(step("deepseek-v3", "hgx-h800", {{"routing", "dropless"}}) > step("deepseek-v3", "hgx-h800"));
}

}  // namespace
}  // namespace railyard
