#include "railyard/estimate/machine_rates.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/estimate/estimate.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Topology on(std::string_view name) {
    return load_topology(test::shipped_library(), name).topology;
}

MachineRates rates_of(const Topology& topology, const Layout& layout) {
    const auto result = evaluate(topology, layout);
    REQUIRE(std::holds_alternative<Evaluation>(result));
    return look_at_links(topology, layout, std::get<Evaluation>(result)).rates;
}

Gpu gpu_with(std::initializer_list<Precision> precisions) {
    Gpu gpu;
    for (const Precision p : precisions) gpu.peak[static_cast<std::size_t>(p)] = teraflops_per_second(100);
    return gpu;
}

TEST_CASE("the precision whose peak is counted: its own, the other 16 bits, the next wider") {
    using enum Precision;
    CHECK(counted_precision(gpu_with({fp32, fp16, bf16, fp8}), fp8) == fp8);
    CHECK(counted_precision(gpu_with({fp32, fp16}), bf16) == fp16);
    CHECK(counted_precision(gpu_with({fp32, bf16}), fp16) == bf16);
    CHECK(counted_precision(gpu_with({fp32, bf16, fp8}), fp4) == fp8);
    CHECK(counted_precision(gpu_with({fp32, fp16, bf16}), fp8) == bf16);
    CHECK(counted_precision(gpu_with({fp32}), bf16) == fp32);
    CHECK_FALSE(counted_precision(gpu_with({bf16}), fp32));  // nothing wider
    CHECK_FALSE(counted_precision(gpu_with({}), bf16));
}

TEST_CASE("a peak of another precision that is counted is told") {
    MachineRates rates;
    rates.gpu = "x";
    rates.counted_precision = Precision::bf16;
    CHECK(counted_note(rates, Precision::bf16).empty());
    CHECK(counted_note(rates, Precision::fp8) == "the GPU 'x' has no fp8 peak: that of bf16 stands in");
    rates.gpu = "";  // several kinds
    CHECK(counted_note(rates, Precision::fp4) == "the slowest GPU has no fp4 peak: that of bf16 stands in");
}

TEST_CASE(
    "A100 and H100 as the reference model has them: 312 and 989 TFLOP/s, NVLink 300 and 450, NIC 25 and 50") {
    const Layout layout = test::shipped_layout("megatron-18.4b");
    const MachineRates a100 = rates_of(on("hgx-a100"), layout);
    CHECK(a100.gpu == "a100-80gb");
    CHECK(a100.peak == teraflops_per_second(312));
    CHECK(a100.of(Dimension::tp).ring() == gigabytes_per_second(300));
    CHECK(a100.of(Dimension::dp).ring() == gigabytes_per_second(25));
    const MachineRates h100 = rates_of(on("hgx-h100"), layout);
    CHECK(h100.peak == teraflops_per_second(989));
    CHECK(h100.of(Dimension::tp).ring() == gigabytes_per_second(450));
    CHECK(h100.of(Dimension::dp).ring() == gigabytes_per_second(50));
}

TEST_CASE("neither tiers nor oversubscription matter to these rates") {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const Topology narrow = test::load_text(R"(topology: narrow
domains: [{use: hgx-h100, count: as needed}]
network: {tiers: [{name: leaf, spans: 2 domains, latency: 0.6 us}, {name: core, latency: 9 us, oversubscription: 7}]}
)")
                                .topology;
    for (const Dimension d : {Dimension::tp, Dimension::pp, Dimension::dp})
        CHECK(rates_of(narrow, layout).of(d).ring() == rates_of(on("hgx-h100"), layout).of(d).ring());
}

TEST_CASE("pp is on NVLink only if every stage hop is, exchanges by the share of their hops") {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    // NVL72: 848 of 7680 stage hops leave (design.md section 6).
    const DimensionRates pp = rates_of(on("gb200-nvl72"), layout).of(Dimension::pp);
    CHECK_FALSE(pp.in_one_domain);
    CHECK(pp.nvlink_share == Approx(6832.0 / 7680));
    CHECK(pp.ring() == gigabytes_per_second(50));
    // DeepSeek-V3 on 8-GPU servers: 14336 of 129024 hops of ep stay.
    const Layout deepseek = test::shipped_layout("deepseek-v3");
    CHECK(rates_of(on("hgx-h800"), deepseek).of(Dimension::ep).nvlink_share == Approx(14336.0 / 129024));
}

TEST_CASE("the slowest and smallest GPU of those used counts") {
    const Topology mixed = on("mixed-nvl72-h100");
    // A job that fits the racks sees no H100.
    const Layout small = test::shipped_layout("gpt3-175b-64");
    CHECK(rates_of(mixed, small).gpu == "gb200");
    const Layout large = test::shipped_layout("llama3-405b-8k", {{"parallel.dp", "8"}});
    const MachineRates both = rates_of(mixed, large);
    CHECK(both.gpu.empty());
    CHECK(both.peak == teraflops_per_second(989));
    CHECK(both.of(Dimension::tp).nvlink == gigabytes_per_second(450));
}

TEST_CASE("without NVLink, PCIe takes its place") {
    // pcie-4gpu: 31.5 GB/s to the CPU, 16 GB/s between CPUs, which a ring of all four crosses once each way;
    // one NIC of 25 GB/s.
    const Layout layout = test::shipped_layout("gpt3-175b-64", {{"parallel.tp", "4"}, {"parallel.pp", "16"}});
    const MachineRates rates = rates_of(on("pcie-4gpu"), layout);
    CHECK(rates.of(Dimension::tp).in_one_domain);
    CHECK(rates.of(Dimension::tp).ring() == gigabytes_per_second(16));
    CHECK(rates.of(Dimension::pp).ring() == gigabytes_per_second(6.25));
}

TEST_CASE("a server without NVLink and without NICs still has finite times") {
    test::TemporaryLibrary files;
    files.write("topologies/domains/lone.yaml", R"(domain: lone
gpu: a100-40gb
servers: {count: 1, gpus: 4, pcie: {bandwidth_per_direction: 30 GB/s}}
scale_up: {kind: none}
nics: {per_server: 0}
)");
    const Topology lone = load_topology(files.library(), "lone").topology;
    const Layout layout = test::load_layout_text(R"(layout: small
model: mixtral-8x7b
parallel: {tp: 1, cp: 1, pp: 2, dp: 2, ep: 2}
batch: {sequences: 2, length: 2048}
)")
                              .layout;
    const MachineRates rates = rates_of(lone, layout);
    CHECK(rates.of(Dimension::pp).ring().raw() > 0);
    CHECK(rates.of(Dimension::ep).nvlink_share == 1);
    CHECK(rates.of(Dimension::ep).nvlink.raw() > 0);
}

TEST_CASE("a GPU without a peak that could be counted is refused by name") {
    Topology topology = on("hgx-h100");
    TopologyParts parts;
    parts.name = topology.name();
    parts.kinds = topology.kinds();
    parts.runs = topology.runs();
    parts.network = topology.network();
    parts.last_run_as_needed = true;
    parts.kinds[0].gpu = gpu_with({Precision::bf16});
    parts.kinds[0].gpu.name = "odd";
    const Topology without_fp32(parts);
    Layout layout = test::shipped_layout("gpt3-175b-64");
    CHECK(rates_of(without_fp32, layout).peak == teraflops_per_second(100));
    layout.precision = Precision::fp32;
    CHECK_THROWS_WITH_AS(rates_of(without_fp32, layout),
                         doctest::Contains("the GPU 'odd' has no peak for fp32"), InputError);
}

}  // namespace
}  // namespace railyard
