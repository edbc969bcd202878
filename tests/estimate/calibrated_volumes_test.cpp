#include "railyard/estimate/calibrated_volumes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <variant>

#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using test::shipped_layout;

doctest::Approx about(double value) {
    return doctest::Approx(value).epsilon(1e-12);
}

double per_hop(const Layout& layout, std::size_t stage, Dimension dimension,
               ProductPrecision precision = ProductPrecision::bf16) {
    return bytes_per_hop(layout, calibrated_volumes(layout, precision), dimension)[stage].raw();
}

// Llama 3 405B over tp 8: 126 layers, embedding and head.
constexpr double h = 16384;
constexpr double llama_layer = (2 * h * h + 2 * h * 1024 + 3 * h * 53248) / 8;
constexpr double llama_all = 126 * llama_layer + 2 * 128256 * h / 8;

double dp_network(const test::Changes& changes) {
    const Topology racks = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const Layout layout = shipped_layout("llama3-405b-8k", changes);
    const Calibration calibration =
        load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
    const auto evaluation = std::get<Evaluation>(evaluate(racks, layout));
    const auto found =
        std::get<CalibratedEstimate>(estimate_calibrated(racks, layout, evaluation, calibration));
    REQUIRE(evaluation.dimensions.back().hops.dimension == Dimension::dp);
    return found.estimate.bytes.back().network().raw();
}

// All hops of dp are on the network there: 512 ranks of each stage, each 63/64 of what is scattered and of
// what is gathered.
TEST_CASE("gradients of Llama 3 405B on the network: by the software's table, as the seconds are") {
    const double once = 512 * llama_all * 63 / 64;  // one byte a parameter
    CHECK(dp_network({{"software", "megatron-2021"}}) == about(once * (4 + 2)));
    CHECK(dp_network({{"software", "megatron-te"}}) == about(once * (2 + 2)));
    CHECK(dp_network({{"software", "megatron-2021"}, {"sharding", "none"}}) == about(once * 2 * 4));
    // 32 micro-batches: gathered forward and backward and scattered in each, two bytes each time.
    CHECK(dp_network({{"software", "megatron-2021"}, {"sharding", "zero-3"}}) == about(once * 3 * 32 * 2));
    CHECK(dp_network({{"software", "fsdp"}}) == about(once * 3 * 32 * 2));
    CHECK(dp_network({{"software", "fsdp"}, {"sharding", "zero-1"}}) == about(once * (2 + 2)));
    // fp8 on GB200: parameters gathered in one byte by the software that has kernels for it.
    CHECK(dp_network({{"software", "megatron-te"}, {"precision", "fp8"}}) == about(once * (2 + 1)));
    CHECK(dp_network({{"software", "megatron-2021"}, {"precision", "fp8"}}) == about(once * (2 + 2)));
}

TEST_CASE("a table of four bytes is for bf16, and fp8 is gathered in one where products are in fp8") {
    const auto traffic = [](const test::Changes& changes, ProductPrecision precision) {
        return calibrated_update(shipped_layout("llama3-405b-8k", changes), precision);
    };
    CHECK(traffic({}, ProductPrecision::bf16).gradient == bytes(4));
    CHECK(traffic({{"precision", "fp16"}}, ProductPrecision::bf16).gradient == bytes(2));
    CHECK(traffic({{"software", "megatron-te"}, {"precision", "fp8"}}, ProductPrecision::fp8).parameter ==
          bytes(1));
    // On a GPU without fp8 products those of bf16 stand in.
    CHECK(traffic({{"software", "megatron-te"}, {"precision", "fp8"}}, ProductPrecision::bf16).parameter ==
          bytes(2));
}

TEST_CASE("layer by layer: zero-3 of any software, and FSDP whatever it shards") {
    const auto layout = [](const char* software, const char* sharding) {
        return shipped_layout("llama3-405b-8k", {{"software", software}, {"sharding", sharding}});
    };
    CHECK(goes_by_layer(layout("deepspeed", "zero-3")));
    CHECK(goes_in_every_micro_batch(layout("deepspeed", "zero-3")));
    CHECK(!goes_by_layer(layout("deepspeed", "zero-2")));
    CHECK(goes_in_every_micro_batch(layout("fsdp", "zero-2")));
    CHECK(goes_by_layer(layout("fsdp", "none")));
    CHECK(!goes_in_every_micro_batch(layout("fsdp", "none")));
}

// Two stages on a device: 4 layers of the first 16th and its mirror image's. 2 bytes scattered, 1 gathered.
TEST_CASE("DualPipe's devices hold a stage of each direction, and reduce the gradients of both") {
    const Layout v3 = shipped_layout("deepseek-v3");
    const auto stages = stage_layers(v3);
    const double both = dense_parameters_per_rank(v3, stages[2]) + dense_parameters_per_rank(v3, stages[13]);
    CHECK(per_hop(v3, 2, Dimension::dp, ProductPrecision::fp8) == about(both * 127 / 128 * 3));
    CHECK(per_hop(v3, 2, Dimension::dp, ProductPrecision::fp8) ==
          about(per_hop(v3, 13, Dimension::dp, ProductPrecision::fp8)));
    const double experts =
        expert_parameters_per_rank(v3, stages[2]) + expert_parameters_per_rank(v3, stages[13]);
    CHECK(per_hop(v3, 2, Dimension::edp, ProductPrecision::fp8) == about(experts / 2 * 3));
}

// 120 micro-batches of 4,096 tokens to 8 experts each, in two bytes: four exchanges of an expert layer, of
// which the last stage runs one more for its extra prediction; 58 in 16 stages leave it 3.
TEST_CASE("the last stage exchanges for its extra prediction too, and running experts again exchanges again") {
    const Layout v3 = shipped_layout("deepseek-v3");
    const double layer = 4.0 * 4096 * 8 * 7168 * 2 / 64 * 120;
    REQUIRE(stage_layers(v3).back().expert_layers == 3);
    CHECK(per_hop(v3, 15, Dimension::ep) == about((3 + 1) * layer));
    CHECK(per_hop(v3, 14, Dimension::ep) == about(stage_layers(v3)[14].expert_layers * layer));
    Layout again = v3;
    again.experts_recomputed = ExpertsRecomputed::yes;
    CHECK(per_hop(again, 15, Dimension::ep) == about(1.5 * 4 * layer));
    again.experts_recomputed = ExpertsRecomputed::no;
    again.recompute = Recompute::full;
    CHECK(per_hop(again, 15, Dimension::ep) == about(1.5 * 4 * layer));
}

TEST_CASE("keys and values are gathered again for the backward pass, tp serves attention alone in experts") {
    const Layout long_one = shipped_layout("llama3-405b-128k");
    // Two gathers and a scatter of 131,072 tokens x 2 x 8 heads x 128 x 2 bytes / tp 8; 16 micro-batches.
    const double one = 15.0 / 16 * 131072 * 2 * 8 * 128 * 2 / 8;
    CHECK(per_hop(long_one, 1, Dimension::cp) == about(3 * one * 8 * 16));
    Layout again = long_one;
    again.recompute = Recompute::full;
    CHECK(per_hop(again, 1, Dimension::cp) == about(4 * one * 8 * 16));

    Layout cut = shipped_layout("deepseek-v3", {{"parallel.tp", "4"}, {"parallel.dp", "32"}});
    const auto reference = bytes_per_hop(cut, reference_volumes(cut), Dimension::tp);
    // A middle stage has layers of experts alone.
    REQUIRE(stage_layers(cut)[8].expert_layers == stage_layers(cut)[8].layers);
    CHECK(per_hop(cut, 8, Dimension::tp) == about(reference[8].raw() / 2));
    cut.degrees.etp = 2;
    CHECK(per_hop(cut, 8, Dimension::tp) == about(reference[8].raw()));
}

// DeepSeek-V3's ep of 64 lies in 8 boxes of 8, one of its 8 groups of experts in each; a token goes to 4 of
// them at most: 4 (1 - (3/4)^8) = 3.5996 of them in the mean for 8 experts. 7 of 8 are other boxes.
TEST_CASE("a token crosses once to each of its domains where exchanges are relayed, as the seconds have it") {
    const Topology boxes = load_topology(test::shipped_library(), "hgx-h800").topology;
    const Calibration calibration =
        load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
    const Layout layout = shipped_layout("deepseek-v3");
    const auto evaluation = std::get<Evaluation>(evaluate(boxes, layout));
    const auto found =
        std::get<CalibratedEstimate>(estimate_calibrated(boxes, layout, evaluation, calibration));
    REQUIRE(evaluation.dimensions[2].hops.dimension == Dimension::ep);
    const double boxes_of_a_token = 4 * (1 - std::pow(0.75, 8));
    CHECK(found.estimate.volumes.crossing == about(boxes_of_a_token / 8));
    // 2,048 / 16 ranks of a stage send 4,096 tokens of 7,168 x 2 bytes in 120 micro-batches, four times in
    // each of 58 layers of experts and the extra one.
    const double sent = 128.0 * 4096 * 7168 * 2 * 120 * 4 * 59;
    CHECK(found.estimate.bytes[2].network().raw() == about(sent * boxes_of_a_token * 7 / 8));
    CHECK(found.estimate.bytes[2].nvlink.raw() == about(sent * 8 * 7 / 64));  // hops in a box: 7 of 64 ranks
    // The reference model counts every copy.
    CHECK(reference_volumes(layout).crossing == 1);
}

TEST_CASE("tensor collectives of Llama 3's layers are those of both models") {
    const Layout llama = shipped_layout("llama3-405b-8k");
    for (const std::size_t stage : {0U, 7U, 15U}) {
        CHECK(per_hop(llama, stage, Dimension::tp) ==
              bytes_per_hop(llama, reference_volumes(llama), Dimension::tp)[stage].raw());
    }
}

}  // namespace
}  // namespace railyard
