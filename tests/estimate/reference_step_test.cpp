#include "railyard/estimate/reference_step.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "railyard/network/reference_collectives.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

constexpr double mebi = 1048576;

// A GPT whose numbers are powers of two: 12 l h^2 = 96 Mi parameters and V h = 4 Mi, 16 ranks.
Layout job() {
    Layout layout;
    layout.model.layers = 8;
    layout.model.hidden = 1024;
    layout.model.ffn = 4096;
    layout.model.heads = 16;
    layout.model.kv_heads = 16;
    layout.model.head_dim = 64;
    layout.model.vocab = 4096;
    layout.model.embedding = EmbeddingKind::tied;
    layout.degrees = {2, 1, 2, 4, 1, 1};  // tp, cp, pp, dp, ep, etp
    layout.batch = {16, 1, 2048};         // 4 micro-batches for each replica
    return layout;
}

// Everything in one domain of 100 GB/s but what leave() takes out of it, to NICs of 10 GB/s.
MachineRates rates() {
    MachineRates rates;
    rates.peak = teraflops_per_second(100);
    rates.dimensions.fill({true, 1, gigabytes_per_second(100), gigabytes_per_second(10)});
    return rates;
}
MachineRates leave(MachineRates rates, Dimension d, double nvlink_share = 0) {
    DimensionRates& own = rates.dimensions[static_cast<std::size_t>(d)];
    own.in_one_domain = false;
    own.nvlink_share = nvlink_share;
    return rates;
}

StepTimes step(const Layout& layout, const MachineRates& rates) {
    return reference_step(layout, rates, reference_batch(layout, BatchAssumption::as_laid_out), 0.5);
}

// S = 2 bytes x 1 sequence x 2048 tokens x 1024.
constexpr double activation = 4 * mebi;

TEST_CASE("tp: 4 all-reduces of S per layer and micro-batch, 6 where the forward is recomputed") {
    // Over 2 ranks: S / 100 GB/s + 2 x 5 us. 4 layers a stage, 4 micro-batches.
    const double one = activation / 100e9 + 10e-6;
    Layout layout = job();
    CHECK(step(layout, rates()).tp.raw() == Approx(4 * 4 * 4 * one));
    layout.recompute = Recompute::selective;
    CHECK(step(layout, rates()).tp.raw() == Approx(4 * 4 * 4 * one));
    layout.recompute = Recompute::full;
    CHECK(step(layout, rates()).tp.raw() == Approx(6 * 4 * 4 * one));
    // Out of its domain it runs at the NIC's rate.
    CHECK(step(layout, leave(rates(), Dimension::tp)).tp.raw() ==
          Approx(6 * 4 * 4 * (activation / 10e9 + 10e-6)));
}

TEST_CASE("tp: half as many micro-batches of twice the size save latency alone") {
    Layout layout = job();
    layout.batch.micro = 2;
    CHECK(step(layout, rates()).tp.raw() == Approx(4 * 4 * 2 * (2 * activation / 100e9 + 10e-6)));
}

TEST_CASE("cp: keys and values gathered and their gradients scattered, without latency") {
    Layout layout = job();
    layout.degrees.cp = 2;
    layout.degrees.dp = 2;  // 8 micro-batches
    // 2 x 1/2 x 2 (k, v) x 2048 x 16 heads x 64 x 2 bytes / tp 2 = 4 MiB per layer and micro-batch.
    CHECK(step(layout, rates()).cp.raw() == Approx(4 * 8 * 4 * mebi / 100e9));
    CHECK(step(layout, leave(rates(), Dimension::cp)).cp.raw() == Approx(4 * 8 * 4 * mebi / 10e9));
    // Grouped queries: 4 of 16 heads have keys and values of their own.
    layout.model.kv_heads = 4;
    CHECK(step(layout, rates()).cp.raw() == Approx(4 * 8 * mebi / 100e9));
    // Each rank holds half of a sequence: so is tp's S.
    CHECK(step(layout, rates()).tp.raw() == Approx(4 * 4 * 8 * (activation / 2 / 100e9 + 10e-6)));
}

TEST_CASE("pp: 2 m v sends of S / tp, over the network unless all stage hops are on NVLink") {
    Layout layout = job();
    CHECK(step(layout, rates()).pp.raw() == Approx(2 * 4 * (activation / 2 / 100e9 + 5e-6)));
    const MachineRates out = leave(rates(), Dimension::pp, 0.9);
    CHECK(step(layout, out).pp.raw() == Approx(2 * 4 * (activation / 2 / 10e9 + 5e-6)));
    layout.pipeline = {PipelineSchedule::interleaved, 2, EndLayers::not_counted, {}};
    CHECK(step(layout, out).pp.raw() == Approx(2 * 4 * 2 * (activation / 2 / 10e9 + 5e-6)));
    layout.degrees.pp = 1;
    CHECK(step(layout, out).pp == Seconds{});
}

TEST_CASE("dp: an all-reduce of two bytes for every parameter of a rank, without latency") {
    // 100 Mi parameters / (tp 2 x pp 2) = 25 Mi, 50 MiB; 2 x 3/4 of it over 4 ranks.
    const Layout layout = job();
    CHECK(step(layout, rates()).dp.raw() == Approx(1.5 * 50 * mebi / 100e9));
    CHECK(step(layout, leave(rates(), Dimension::dp)).dp.raw() == Approx(1.5 * 50 * mebi / 10e9));
}

TEST_CASE("dp: zero-1 and zero-2 move what plain data parallelism does (user_asks E2)") {
    Layout layout = job();
    const Seconds plain = step(layout, rates()).dp;
    for (const auto kind : {ShardingKind::zero_1, ShardingKind::zero_2}) {
        layout.sharding.kind = kind;
        CHECK(step(layout, rates()).dp == plain);
    }
}

TEST_CASE("dp: zero-3 gathers twice in each of 4 micro-batches and scatters once") {
    Layout layout = job();
    layout.sharding.kind = ShardingKind::zero_3;
    CHECK(step(layout, leave(rates(), Dimension::dp)).dp.raw() ==
          Approx((2 * 4 + 1) * 0.75 * 50 * mebi / 10e9));
}

TEST_CASE("dp: zero-3 in groups of 2 gathers halves, and reduces what a rank keeps across the groups") {
    Layout layout = job();
    layout.sharding = {ShardingKind::zero_3, 2};
    // Inside 9 x 1/2 of 50 MiB; across, 2 x 1/2 of 25 MiB.
    CHECK(step(layout, leave(rates(), Dimension::dp)).dp.raw() == Approx((9 * 0.5 * 50 + 25) * mebi / 10e9));
    layout.sharding.over = 4;  // all there are
    CHECK(step(layout, leave(rates(), Dimension::dp)).dp.raw() == Approx(9 * 0.75 * 50 * mebi / 10e9));
}

TEST_CASE("dp: gradients are reduced over dp x cp, at NVLink's rate only if both lie in one domain") {
    Layout layout = job();
    layout.degrees.cp = 2;
    layout.degrees.dp = 2;
    CHECK(step(layout, rates()).dp.raw() == Approx(1.5 * 50 * mebi / 100e9));
    CHECK(step(layout, leave(rates(), Dimension::cp)).dp.raw() == Approx(1.5 * 50 * mebi / 10e9));
    CHECK(step(layout, leave(rates(), Dimension::dp)).dp.raw() == Approx(1.5 * 50 * mebi / 10e9));
    // Over cp alone where dp is 1: 2 x 1/2.
    layout.degrees = {2, 2, 2, 1, 1, 1};
    CHECK(step(layout, leave(rates(), Dimension::cp)).dp.raw() == Approx(50 * mebi / 10e9));
    layout.degrees.cp = 1;
    CHECK(step(layout, rates()).dp == Seconds{});
}

// Layers 2 to 7 have 8 experts of width 512 (2 x 1024 x 512 = 1 Mi parameters each); a token uses 2 of them.
Layout expert_job() {
    Layout layout = job();
    layout.model.experts = Experts{.count = 8, .top_k = 2, .ffn = 512, .dense_layers = 2};
    layout.degrees.ep = 4;  // edp = 2 x 4 / 4 = 2
    return layout;
}
// What a rank's 1,024 tokens of a micro-batch are, each sent to 2 experts: 1024 x 2 x 1024 x 2 bytes.
constexpr double routed = 4 * mebi;

TEST_CASE("ep: dispatch and combine, forward and backward, what stays on the GPU not counted") {
    // 3 expert layers a stage (6 over 2), 4 micro-batches, 4 exchanges of 3/4 of the routed bytes.
    CHECK(step(expert_job(), rates()).ep.raw() == Approx(3 * 4 * 4 * (0.75 * routed / 100e9 + 5e-6)));
    // A third of the hops on NVLink: 1 MiB there, 2 MiB through the NIC, one latency.
    CHECK(step(expert_job(), leave(rates(), Dimension::ep, 1.0 / 3)).ep.raw() ==
          Approx(3 * 4 * 4 * (mebi / 100e9 + 2 * mebi / 10e9 + 5e-6)));
    CHECK(step(job(), rates()).ep == Seconds{});
}

TEST_CASE("etp: tokens gathered before the experts and scattered after them, forward and backward") {
    Layout layout = expert_job();
    layout.degrees.ep = 1;
    layout.degrees.etp = 2;
    // Ends in 2 x 4 MiB on every rank, half of which it had: 4 MiB each time.
    CHECK(step(layout, rates()).ep.raw() == Approx(3 * 4 * 4 * routed / 100e9));
    CHECK(step(layout, leave(rates(), Dimension::etp)).ep.raw() == Approx(3 * 4 * 4 * routed / 10e9));
}

TEST_CASE("dp: experts are reduced over edp, the rest over dp") {
    // Dense: attention 8 x 4 h^2 = 32 Mi, MLPs of 2 layers 16 Mi, 6 routers of 8 h, embedding 4 Mi.
    const double dense = (52 * mebi + 6 * 8 * 1024) / 4;
    // Routed: 6 x 8 Mi / (ep 4 x pp 2) = 6 Mi; over edp = 2: 2 x 1/2.
    const double experts = 6 * mebi;
    CHECK(step(expert_job(), rates()).dp.raw() == Approx((1.5 * 2 * dense + 2 * experts) / 100e9));
    CHECK(step(expert_job(), leave(rates(), Dimension::edp)).dp.raw() ==
          Approx(1.5 * 2 * dense / 100e9 + 2 * experts / 10e9));
    // All 8 ranks of a stage hold different experts: none to reduce.
    Layout layout = expert_job();
    layout.degrees.ep = 8;
    CHECK(step(layout, rates()).dp.raw() == Approx(1.5 * 2 * dense / 100e9));
}

TEST_CASE("bubble: (p - 1) / (v m) of the work of the passes, and the step is the sum") {
    Layout layout = job();
    const StepTimes plain = step(layout, rates());
    // p 2, m 4: a quarter of compute and tp; pp and dp stand outside.
    CHECK(plain.bubble.raw() == Approx(0.25 * (plain.compute + plain.tp).raw()));
    CHECK(plain.total().raw() ==
          Approx((plain.compute + plain.tp + plain.pp + plain.dp + plain.bubble).raw()));
    layout.pipeline = {PipelineSchedule::interleaved, 2, EndLayers::not_counted, {}};
    const StepTimes interleaved = step(layout, rates());
    CHECK(interleaved.bubble.raw() == Approx(plain.bubble.raw() / 2));
    layout.degrees.pp = 1;
    CHECK(step(layout, rates()).bubble == Seconds{});
}

TEST_CASE("twice the bandwidth halves what is left of every part without latency") {
    Layout layout = expert_job();
    layout.degrees = {2, 2, 2, 2, 2, 2};
    const auto at = [&](double factor) {
        MachineRates own = leave(leave(rates(), Dimension::dp), Dimension::pp);
        own = leave(own, Dimension::ep, 0.25);
        for (DimensionRates& d : own.dimensions) d.nvlink *= factor, d.nic *= factor;
        return step(layout, own);
    };
    const StepTimes once = at(1);
    const StepTimes twice = at(2);
    const StepTimes latency = at(std::numeric_limits<double>::infinity());
    for (const auto part : {&StepTimes::tp, &StepTimes::cp, &StepTimes::ep, &StepTimes::pp, &StepTimes::dp}) {
        CHECK((once.*part).raw() > (twice.*part).raw());
        CHECK((once.*part - latency.*part).raw() == Approx(2 * (twice.*part - latency.*part).raw()));
    }
    CHECK(latency.cp == Seconds{});
    CHECK(latency.dp == Seconds{});
    CHECK(once.compute == twice.compute);
}

TEST_CASE("assumptions on the batch: the layout's own, or one sequence and one layer a chunk") {
    const Layout llama = test::shipped_layout("llama3-405b-8k");
    const ReferenceBatch own = reference_batch(llama, BatchAssumption::as_laid_out);
    CHECK(own.micro == 1);
    CHECK(own.micro_batches == 32);  // 2048 / 64
    CHECK(own.chunks == 8);
    CHECK(reference_batch(llama, BatchAssumption::papers_silent).chunks == 126.0 / 16);
    const Layout megatron = test::shipped_layout("megatron-18.4b");
    CHECK(reference_batch(megatron, BatchAssumption::as_laid_out).micro == 8);
    CHECK(reference_batch(megatron, BatchAssumption::as_laid_out).micro_batches == 4);
    const ReferenceBatch silent = reference_batch(megatron, BatchAssumption::papers_silent);
    CHECK(silent.micro == 1);
    CHECK(silent.micro_batches == 32);
    CHECK(silent.chunks == 40);
}

TEST_CASE("fitting eta finds the eta that a step was made with") {
    Layout layout = job();
    layout.recompute = Recompute::full;
    const ReferenceBatch batch = reference_batch(layout, BatchAssumption::as_laid_out);
    for (const double eta : {0.1, 0.4733, 0.9}) {
        const Seconds total = reference_step(layout, rates(), batch, eta).total();
        CHECK(fit_eta(layout, rates(), batch, total) == Approx(eta));
    }
    // Faster than its communication: no eta will do.
    CHECK_FALSE(fit_eta(layout, rates(), batch, microseconds(1)) > 0);
}

TEST_CASE("a published step: as printed, or from TFLOP/s by the FLOPs that are run") {
    Layout layout = job();
    CHECK_FALSE(published_step(layout, AttentionCount::full));
    layout.published = Published{};
    CHECK_FALSE(published_step(layout, AttentionCount::full));
    // Narayanan et al. 2021, Table 1, row 1: 137 TFLOP/s on 32 GPUs; 15.467 PFLOP by eq. 3.
    CHECK(published_step(test::shipped_layout("megatron-1.7b"), AttentionCount::full)->raw() ==
          Approx(15.4668e15 / (137e12 * 32)).epsilon(1e-4));
    // Grattafiori et al. 2024, Table 4, row 1, by hand: 6 x 405.85e9 x 2048 x 8192 tokens = 4.0854e19 FLOPs, and
    // 12 x 126 x 16384 x 8192 x 2048 x 8192 = 3.4047e18 of attention, half of them causal.
    const Layout llama = test::shipped_layout("llama3-405b-8k");
    CHECK(published_step(llama, AttentionCount::full)->raw() ==
          Approx((4.0854e19 + 3.4047e18) / (430e12 * 8192)).epsilon(1e-3));
    CHECK(published_step(llama, AttentionCount::causal)->raw() ==
          Approx((4.0854e19 + 1.7024e18) / (430e12 * 8192)).epsilon(1e-3));
    layout.published->per_gpu = teraflops_per_second(100);
    layout.published->step = seconds(3);
    CHECK(published_step(layout, AttentionCount::full) == seconds(3));
}

}  // namespace
}  // namespace railyard
