#include "railyard/estimate/evaluator.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "railyard/estimate/load_constants.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

constexpr double eta = 0.47;

Topology on(const std::string& name) {
    return load_topology(test::shipped_library(), name).topology;
}

void same_times(const StepTimes& a, const StepTimes& b) {
    CHECK(a.compute.raw() == b.compute.raw());
    CHECK(a.tp.raw() == b.tp.raw());
    CHECK(a.cp.raw() == b.cp.raw());
    CHECK(a.ep.raw() == b.ep.raw());
    CHECK(a.pp.raw() == b.pp.raw());
    CHECK(a.dp.raw() == b.dp.raw());
    CHECK(a.bubble.raw() == b.bubble.raw());
}

void same(const Assessment& a, const Assessment& b) {
    CHECK(a.evaluation.placement.domains_used == b.evaluation.placement.domains_used);
    CHECK(a.evaluation.placement.gpus_idle == b.evaluation.placement.gpus_idle);
    REQUIRE(a.evaluation.dimensions.size() == b.evaluation.dimensions.size());
    for (std::size_t i = 0; i < a.evaluation.dimensions.size(); ++i) {
        const auto& mine = a.evaluation.dimensions[i];
        const auto& other = b.evaluation.dimensions[i];
        CHECK(mine.hops.hops == other.hops.hops);
    }
    REQUIRE(a.estimate.bytes.size() == b.estimate.bytes.size());
    for (std::size_t i = 0; i < a.estimate.bytes.size(); ++i) {
        CHECK(a.estimate.bytes[i].nvlink.raw() == b.estimate.bytes[i].nvlink.raw());
        CHECK(a.estimate.bytes[i].network().raw() == b.estimate.bytes[i].network().raw());
    }
    CHECK(a.memory.raw() == b.memory.raw());
    CHECK(a.fullest_stage == b.fullest_stage);
    same_times(a.estimate.step, b.estimate.step);
}

TEST_CASE("by symmetry and by ranks: the same figures, whichever the model of times") {
    const Calibration calibration =
        load_calibration(shipped_file(test::shipped_library(), shipped_calibration));
    for (const char* topology_name :
         {"gb200-nvl72", "dgx-h100-superpod", "hgx-h100", "gb200-superpod", "llama3-24k"}) {
        const Topology topology = on(topology_name);
        const Evaluator reference(topology, eta);
        const Evaluator calibrated(topology, calibration);
        for (const char* layout_name : {"llama3-405b-8k", "llama3-405b-8k-16k-gpus", "deepseek-v3",
                                        "gpt3-175b-64", "megatron-145.6b"}) {
            const Layout layout = test::shipped_layout(layout_name);
            CAPTURE(std::string(layout_name) + " on " + topology_name);
            for (const Evaluator* evaluator : {&reference, &calibrated}) {
                const auto fast = evaluator->evaluate(layout, StageDetail::by_stage);
                const auto full = evaluator->evaluate_by_ranks(layout);
                REQUIRE(std::holds_alternative<Assessment>(fast));
                CHECK(std::get<Assessment>(fast).counted_by == CountedBy::symmetry);
                CHECK(std::get<Assessment>(full).counted_by == CountedBy::ranks);
                same(std::get<Assessment>(fast), std::get<Assessment>(full));
            }
        }
    }
}

void same_on(const Topology& topology, const Layout& layout, const Calibration& calibration) {
    const Evaluator reference(topology, eta);
    const Evaluator calibrated(topology, calibration);
    for (const Evaluator* evaluator : {&reference, &calibrated}) {
        const auto fast = evaluator->evaluate(layout, StageDetail::by_stage);
        // Of a GPU that the calibration does not know.
        if (evaluator == &calibrated && !std::holds_alternative<Assessment>(fast)) continue;
        REQUIRE(std::holds_alternative<Assessment>(fast));
        CHECK(std::get<Assessment>(fast).counted_by == CountedBy::symmetry);
        same(std::get<Assessment>(fast), std::get<Assessment>(evaluator->evaluate_by_ranks(layout)));
    }
}

TEST_CASE("blocks that leave a part of a domain empty are regular, whatever they keep and in any order") {
    const Calibration calibration =
        load_calibration(shipped_file(test::shipped_library(), shipped_calibration));
    for (const char* topology_name : {"gb200-nvl72", "dgx-h100-superpod", "llama3-24k"}) {
        const Topology topology = on(topology_name);
        for (const char* order : {"tp,cp,pp,dp", "tp,cp,dp,pp", "pp,tp,cp,dp", "tp,dp:8,pp,cp,dp"}) {
            for (const char* keep : {"ep", "pp", "dp", "tp,ep"}) {
                for (const char* per_domain : {"72", "24", "7"}) {
                    CAPTURE(std::string(order) + " keeping " + keep + " on " + per_domain + " of " +
                            topology_name);
                    same_on(topology,
                            test::shipped_layout("deepseek-v3", {{"order", order},
                                                                 {"placement.keep", keep},
                                                                 {"placement.per_domain", per_domain}}),
                            calibration);
                }
            }
        }
    }
}

TEST_CASE("two boards, meshes, parted domains, listed links and servers without any are regular") {
    const Calibration calibration =
        load_calibration(shipped_file(test::shipped_library(), shipped_calibration));
    for (const char* domain : {"nvl36x2", "gb200-nvl72-2x36", "mi300x-8", "dgx-1v", "pcie-4gpu"}) {
        const Topology topology =
            test::load_text("topology: t\ndomains: [{use: " + std::string(domain) + "}]\n" + R"(
network:
  tiers:
    - {name: leaf, spans: 4 domains, latency: 0.6 us, oversubscription: 2}
    - {name: spine, latency: 1.2 us, oversubscription: 3}
)")
                .topology;
        for (const char* layout_name : {"llama3-405b-8k", "deepseek-v3", "gpt3-175b-64"}) {
            for (const char* order : {"tp,cp,pp,dp", "tp,cp,dp,pp", "pp,tp,cp,dp"}) {
                CAPTURE(std::string(layout_name) + " " + order + " on " + domain);
                same_on(topology, test::shipped_layout(layout_name, {{"order", order}}), calibration);
            }
        }
    }
}

TEST_CASE("spans that end within domains, and other domains behind those used, are regular") {
    const Calibration calibration =
        load_calibration(shipped_file(test::shipped_library(), shipped_calibration));
    // Leaves of 16 trays and of 64 GPUs under racks of 18 trays, 72 GPUs; with rails that all meet, without.
    for (const char* leaf : {"16 servers", "64 gpus", "96 gpus, oversubscription: 2"}) {
        const std::string text =
            "topology: t\ndomains: [{use: gb200-nvl72, count: 1000}, {use: hgx-h100}]\n" +
            std::string("network:\n  rails: ") + (leaf[0] == '6' ? "4\n  cross_rail: pxn" : "1") +
            "\n  tiers:\n    - {name: leaf, latency: 0.6 us, spans: " + leaf +
            "}\n    - {name: spine, latency: 1.2 us}\n";
        const Topology topology = test::load_text(text).topology;
        for (const char* layout_name : {"llama3-405b-8k", "deepseek-v3"}) {
            for (const char* order : {"tp,cp,pp,dp", "tp,cp,dp,pp", "pp,tp,cp,dp"}) {
                for (const char* per_domain : {"72", "64"}) {
                    CAPTURE(std::string(layout_name) + " " + order + ", leaves of " + leaf + ", " +
                            per_domain);
                    same_on(topology,
                            test::shipped_layout(layout_name,
                                                 {{"order", order}, {"placement.per_domain", per_domain}}),
                            calibration);
                }
            }
        }
    }
}

TEST_CASE("shared links that are known already give the same, for other batches too") {
    const Calibration calibration =
        load_calibration(shipped_file(test::shipped_library(), shipped_calibration));
    const Topology narrow = on("llama3-24k");
    const Evaluator kept(narrow, calibration);
    for (const char* micro : {"1", "2"}) {
        for (const char* order : {"tp,cp,dp,pp", "tp,cp,pp,dp"}) {
            const Layout layout =
                test::shipped_layout("llama3-405b-8k", {{"batch.micro", micro}, {"order", order}});
            CAPTURE(std::string(micro) + " " + order);
            for (int again = 0; again < 2; ++again) {
                const auto found = kept.evaluate(layout);
                const auto anew = Evaluator(narrow, calibration).evaluate_by_ranks(layout);
                REQUIRE(std::holds_alternative<Assessment>(found));
                CHECK(std::get<Assessment>(found).counted_by == CountedBy::symmetry);
                same_times(std::get<Assessment>(found).estimate.step,
                           std::get<Assessment>(anew).estimate.step);
            }
        }
    }
}

TEST_CASE("what is not regular is counted rank by rank, without being asked") {
    // Two kinds of domains, both used, and a missing GPU in the first rack.
    const Topology missing =
        test::load_text("topology: t\nuse: gb200-superpod\nunavailable: [rack0/tray0/gpu0]\n").topology;
    for (const Topology& topology : {on("mixed-nvl72-h100"), missing}) {
        const Evaluator evaluator(topology, eta);
        const auto result = evaluator.evaluate(test::shipped_layout("gpt3-175b-1024"));
        const auto* no = std::get_if<DoesNotFit>(&result);
        CAPTURE(topology.name() + (no == nullptr ? "" : no->why));
        REQUIRE(std::holds_alternative<Assessment>(result));
        CHECK(std::get<Assessment>(result).counted_by == CountedBy::ranks);
    }
}

TEST_CASE("a job that does not fit, and a GPU that the calibration does not know, are answers") {
    const Topology rack = on("single-nvl72");
    const auto no = Evaluator(rack, eta).evaluate(test::shipped_layout("gpt3-175b-1024"));
    REQUIRE(std::holds_alternative<DoesNotFit>(no));
    CHECK(std::get<DoesNotFit>(no).short_by == 1024 - 72);

    Calibration nothing_known;
    nothing_known.name = "empty";
    const Topology servers = on("hgx-h100");
    const auto unknown = Evaluator(servers, nothing_known).evaluate(test::shipped_layout("gpt3-175b-64"));
    REQUIRE(std::holds_alternative<NotCalibrated>(unknown));
    CHECK(std::get<NotCalibrated>(unknown).why ==
          "the calibration 'empty' has no matrix products of the GPU 'h100'");
}

}  // namespace
}  // namespace railyard
