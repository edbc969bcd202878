#include "railyard/sweep/design_points.hpp"

#include <doctest/doctest.h>

#include <map>

#include "railyard/base/error.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/job/load.hpp"
#include "railyard/sweep/load_plan.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::sweep {
namespace {

constexpr double eta = 0.47;

// A sweep from text, with the reference model.
struct Sweep {
    explicit Sweep(const std::string& text)
        : library(test::shipped_library()),
          plan(load_plan(input::parse_yaml(input::make_source("s.yaml", text)))),
          points(library, plan, eta) {}

    // Cells of a point by their columns.
    [[nodiscard]] std::map<std::string, ResultCell> at(std::uint64_t point) const {
        std::map<std::string, ResultCell> cells;
        const auto columns = points.columns();
        const ResultRow row = points.row(point);
        REQUIRE(row.size() == columns.size());
        for (std::size_t i = 0; i < row.size(); ++i) cells[columns[i].name] = row[i];
        return cells;
    }
    [[nodiscard]] std::string text(std::uint64_t point, const std::string& column) const {
        return std::get<std::string>(at(point).at(column));
    }
    [[nodiscard]] double number(std::uint64_t point, const std::string& column) const {
        return std::get<double>(at(point).at(column));
    }

    input::Library library;
    Plan plan;
    DesignPoints points;
};

TEST_CASE("figures are those of the same layout on the same topology, each changed by hand") {
    const Sweep sweep(
        "sweep: s\ntopology: dgx-h100-superpod\nlayout: gpt3-175b-64\n"
        "axes:\n  nics.bandwidth_per_direction: [400 Gb/s, 800 Gb/s]\n  parallel.tp: [4, 8]\n"
        "set: {gpus: 64}\ncolumns: [step_seconds, dp, network_tb_per_step]\n");
    const auto library = test::shipped_library();
    const auto layout =
        load_layout(library, "gpt3-175b-64",
                    {{"parallel.tp", "4", ""},
                     {"parallel.dp",
                      std::to_string(64 / 4 / load_layout(library, "gpt3-175b-64").layout.degrees.pp), ""}})
            .layout;
    TopologySettings settings;
    settings.domain.push_back(input::setting_from_text("nics.bandwidth_per_direction", "800 Gb/s", ""));
    const auto topology = load_topology(library, "dgx-h100-superpod", ".", settings).topology;
    const auto full = std::get<Evaluation>(evaluate(topology, layout));
    const Estimate estimate = estimate_reference(topology, layout, full, eta);
    const StepTimes& step = estimate.step;
    // The last axis changes fastest: point 2 is 800 Gb/s with tp 4.
    CHECK(sweep.text(2, "nics.bandwidth_per_direction") == "800 Gb/s");
    CHECK(sweep.text(2, "parallel.tp") == "4");
    CHECK(sweep.number(2, "dp") == layout.degrees.dp);
    CHECK(sweep.number(2, "step_seconds") == step.total().raw());
    Bytes network;
    for (const TrafficBytes& bytes : estimate.bytes) network += bytes.network();
    CHECK(sweep.number(2, "network_tb_per_step") == network.raw() / 1e12);
    CHECK(sweep.number(0, "step_seconds") > sweep.number(2, "step_seconds"));
}

TEST_CASE("what cannot be says why") {
    const Sweep sweep(
        "sweep: s\ntopology: [single-nvl72, hgx-h100]\nlayout: gpt3-175b-64\n"
        "axes:\n  gpus: [64, 96]\n  parallel.tp: [8, 5]\n"
        "where: [ranks <= 96, step_seconds > 0]\n");
    CHECK(sweep.text(0, "status") == "ok");
    CHECK(sweep.text(0, "reason").empty());
    // 64 is no multiple of tp 5 x pp.
    CHECK(sweep.text(1, "status") == "refused");
    CHECK(sweep.text(1, "reason").find("does not divide 64 GPUs") != std::string::npos);
    CHECK(sweep.at(1).at("step_seconds") == ResultCell{});

    const Sweep larger("sweep: s\ntopology: single-nvl72\nlayout: gpt3-175b-1024\nwhere: [ranks > 10]\n");
    CHECK(larger.text(0, "status") == "does not fit");
    CHECK(larger.number(0, "ranks") == 1024);
    const Sweep excluded(
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\nwhere: [ranks > 64, tp == 8]\n");
    CHECK(excluded.text(0, "status") == "excluded");
    CHECK(excluded.text(0, "reason") == "ranks > 64");
}

TEST_CASE("a machine that the calibration does not know has the times of the reference model, and says so") {
    const auto library = test::shipped_library();
    const Plan plan = load_plan(input::parse_yaml(input::make_source(
        "s.yaml",
        "sweep: s\ntopology: [mi300x-8, hgx-h100]\nlayout: gpt3-175b-64\ncolumns: [step_seconds]\n")));
    Calibration calibration = load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
    const DesignPoints points(library, plan, CalibratedTimes{calibration, eta});
    const ResultRow mi300x = points.row(0);
    const Sweep reference("sweep: s\ntopology: mi300x-8\nlayout: gpt3-175b-64\ncolumns: [step_seconds]\n");
    CHECK(mi300x[3] == ResultCell("ok"));
    CHECK(std::get<std::string>(mi300x[4]).starts_with("times of the reference model: "));
    CHECK(std::get<double>(mi300x[5]) == reference.number(0, "step_seconds"));
    CHECK(std::get<std::string>(points.row(1)[4]).empty());
    // Without an eta there is none.
    const DesignPoints alone(library, plan, CalibratedTimes{std::move(calibration), {}});
    CHECK(alone.row(0)[3] == ResultCell("unknown"));
}

TEST_CASE("a point whose products stand in for another precision says so, by either model") {
    // A100 has no fp8.
    const std::string text =
        "sweep: s\ntopology: [hgx-a100, hgx-h100]\nlayout: gpt3-175b-64\n"
        "axes: {precision: [bf16, fp8]}\ncolumns: [step_seconds]\n";
    const Plan plan = load_plan(input::parse_yaml(input::make_source("s.yaml", text)));
    const auto library = test::shipped_library();
    Calibration calibration = load_calibration(shipped_file(library, shipped_calibration));
    const DesignPoints calibrated(library, plan, CalibratedTimes{std::move(calibration), eta});
    const DesignPoints reference(library, plan, eta);
    for (std::uint64_t point = 0; point < 4; ++point) {
        const bool stands_in = point == 1;
        const auto reason = [&](const DesignPoints& of) { return std::get<std::string>(of.row(point)[5]); };
        CHECK((reason(calibrated).find("has no fp8 products of the GPU 'a100-80gb': its bf16 products") !=
               std::string::npos) == stands_in);
        CHECK((reason(reference).find("the GPU 'a100-80gb' has no fp8 peak: that of bf16 stands in") !=
               std::string::npos) == stands_in);
        CHECK(calibrated.design(point).notes.empty() != stands_in);
        CHECK(reference.design(point).notes.empty() != stands_in);
    }
}

TEST_CASE("what place would note on a value of the sweep stands with its point") {
    // GPT-3 175B has 96 attention heads.
    const Sweep sweep(
        "sweep: s\ntopology: gb200-nvl72\nlayout: gpt3-175b-64\n"
        "axes: {parallel.tp: [8, 5]}\ncolumns: [ranks]\n");
    CHECK(sweep.text(0, "reason").find("attention heads") == std::string::npos);
    CHECK(sweep.text(1, "reason")
              .find("96 attention heads are not divisible by tp = 5: Megatron-LM would refuse") !=
          std::string::npos);
}

TEST_CASE("a design that does not fit into memory says so beside its times") {
    // tp 1 puts all of a stage's layers on one GPU of 80 GB.
    const Sweep sweep(
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\nset: {gpus: 64}\n"
        "axes: {parallel.tp: [8, 1]}\ncolumns: [memory_fits]\n");
    CHECK(sweep.number(1, "memory_fits") == 0);
    CHECK(sweep.text(1, "status") == "ok");
    CHECK(sweep.text(1, "reason").starts_with("does not fit into memory: needs "));
}

TEST_CASE("costs and powers add up over the machine that the job needs") {
    const Sweep sweep(
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\n"
        "set: {cost: 1000, power: 700 W, nics.cost: 10, nics.power: 25 W}\n"
        "columns: [domains, cost, power_kw, step_seconds, cost_per_trillion_tokens, "
        "mwh_per_trillion_tokens]\n"
        "years: 2\ncost_per_kwh: 0.5\n");
    CHECK(sweep.number(0, "domains") == 8);
    CHECK(sweep.number(0, "cost") == 64 * 1010);
    CHECK(sweep.number(0, "power_kw") == doctest::Approx(64 * 0.725).epsilon(1e-12));
    const auto layout = load_layout(test::shipped_library(), "gpt3-175b-64").layout;
    const double tokens = static_cast<double>(layout.batch.sequences) * layout.batch.length;
    const double seconds = 1e12 / tokens * sweep.number(0, "step_seconds");
    const double kwh = 64 * 0.725 * seconds / 3600;
    CHECK(sweep.number(0, "mwh_per_trillion_tokens") == doctest::Approx(kwh / 1000).epsilon(1e-12));
    CHECK(sweep.number(0, "cost_per_trillion_tokens") ==
          doctest::Approx(64 * 1010 * seconds / (2 * 365.25 * 86400) + 0.5 * kwh).epsilon(1e-12));
}

TEST_CASE("an axis that is called like a figure has a column of its own") {
    const Sweep sweep(
        "sweep: s\ntopology: dgx-h100-superpod\nlayout: gpt3-175b-64\naxes: {cost: [1, 2]}\n"
        "set: {gpus: 64}\ncolumns: [cost]\n");
    CHECK(sweep.number(1, "cost") == 2 * sweep.number(0, "cost"));
    CHECK(sweep.text(1, "gpu.cost") == "2");
}

TEST_CASE("names that are not there are refused before anything is evaluated") {
    try {
        const Sweep sweep("sweep: s\ntopology: [gb200-nvl27]\nlayout: nobody\n");
        FAIL("opened");
    } catch (const InputError& error) {
        REQUIRE(error.problems().size() == 2);
        CHECK(error.problems()[0].message == "there is no topology or domain 'gb200-nvl27'");
        CHECK(error.problems()[0].span.line == 2);
        CHECK(error.problems()[1].message == "there is no layout 'nobody'");
    }
}

TEST_CASE("the fingerprint tells sweeps apart") {
    const std::string text = "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\n";
    CHECK(Sweep(text).points.fingerprint() == Sweep(text).points.fingerprint());
    CHECK(Sweep(text).points.fingerprint() != Sweep(text + "set: {parallel.tp: 8}\n").points.fingerprint());
    const Sweep sweep(text);
    CHECK(DesignPoints(sweep.library, sweep.plan, 0.48).fingerprint() != sweep.points.fingerprint());
    // A domain file that the topology stands on says something else.
    const auto with_nics = [](const std::string& rate) {
        const test::TemporaryLibrary files;
        files.write("topologies/domains/box.yaml",
                    "domain: box\nuse: hgx-h100\nnics: {bandwidth_per_direction: " + rate + "}\n");
        files.write("topologies/boxes.yaml",
                    "topology: boxes\ndomains: [{use: box}]\n"
                    "network: {tiers: [{name: network, latency: 2 us}]}\n");
        const auto library = files.library();
        const Plan plan = load_plan(input::parse_yaml(
            input::make_source("s.yaml", "sweep: s\ntopology: boxes\nlayout: gpt3-175b-64\n")));
        return DesignPoints(library, plan, eta).fingerprint();
    };
    CHECK(with_nics("400 Gb/s") == with_nics("400 Gb/s"));
    CHECK(with_nics("400 Gb/s") != with_nics("200 Gb/s"));
}

TEST_CASE("more GPUs of a domain than it has are no design") {
    const Sweep sweep(
        "sweep: s\ntopology: [hgx-h100, gb200-nvl72]\nlayout: gpt3-175b-64\n"
        "axes: {placement.per_domain: [8, 64]}\ncolumns: [step_seconds]\n");
    CHECK(sweep.text(0, "status") == "ok");
    CHECK(sweep.text(1, "status") == "refused");
    CHECK(sweep.text(1, "reason").starts_with("per_domain is 64, and a domain of hgx-h100 has 8 GPUs ("));
    CHECK(sweep.text(2, "status") == "ok");
    CHECK(sweep.text(3, "status") == "ok");
    CHECK(sweep.points.design(1).why_not.starts_with("per_domain is 64"));
}

// What a step is made of, whichever model timed it.
TEST_CASE("a design has the pieces of its step") {
    const Sweep sweep("sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\ncolumns: [step_seconds]\n");
    const auto sum_of = [](const Design& design) {
        double sum = 0;
        for (const StepPiece& piece : design.pieces) sum += piece.time.raw();
        return sum;
    };
    CHECK(sum_of(sweep.points.design(0)) == doctest::Approx(sweep.number(0, "step_seconds")));
    const DesignPoints calibrated(
        sweep.library, sweep.plan,
        CalibratedTimes{load_calibration(shipped_file(sweep.library, shipped_calibration)), std::nullopt});
    const Design design = calibrated.design(0);
    CHECK(sum_of(design) == doctest::Approx(design.assessment->estimate.step.total().raw()));
}

}  // namespace
}  // namespace railyard::sweep
