#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "railyard/job/flops.hpp"
#include "railyard/output/place_report.hpp"
#include "tests/support/reports.hpp"

namespace railyard::output {
namespace {

using doctest::Approx;
using test::Placed;
using Json = nlohmann::json;

Json json_of(const PlaceReport& report) {
    return Json::parse(place_json(report));
}

void has(const Json& object, const std::vector<std::string>& keys) {
    for (const auto& key : keys) {
        CAPTURE(key);
        CHECK(object.contains(key));
    }
}

TEST_CASE("every documented key is there (design.md section 10)") {
    const Json json = json_of(Placed("llama3-405b-8k", "dgx-h100-superpod").timed());
    has(json, {"layout", "topology", "ranks", "fits", "placement", "dimensions", "step"});
    has(json["placement"],
        {"policy", "block", "domains_used", "gpus_idle", "gpus_spare", "gpus_unavailable"});
    for (const Json& dimension : json["dimensions"]) {
        has(dimension, {"name", "degree", "groups", "groups_on_nvlink", "pattern", "hops", "nvlink", "pcie",
                        "network", "wrap", "bytes_per_step", "seconds"});
        has(dimension["hops"], {"nvlink", "pcie", "leaf", "spine", "core"});
        has(dimension["wrap"], {"nvlink", "pcie", "network"});
        has(dimension["bytes_per_step"], {"nvlink", "pcie", "network"});
    }
    has(json["step"], {"model", "seconds", "compute", "tp", "cp", "ep", "pp", "dp", "bubble",
                       "tflops_per_gpu", "tokens_per_second_per_gpu"});
}

TEST_CASE("the values: Llama 3 405B on NVL72 (design.md section 6)") {
    const Json json = json_of(Placed("llama3-405b-8k", "gb200-nvl72").timed());
    CHECK(json["layout"] == "llama3-405b-8k");
    CHECK(json["topology"] == "gb200-nvl72");
    CHECK(json["ranks"] == 8192);
    CHECK(json["fits"] == true);
    CHECK(json["placement"]["policy"] == "aligned");
    CHECK(json["placement"]["block"] == 8);
    CHECK(json["placement"]["domains_used"] == 114);
    CHECK(json["placement"]["gpus_idle"] == 16);
    REQUIRE(json["dimensions"].size() == 3);
    const Json& tp = json["dimensions"][0];
    CHECK(tp["pattern"] == "ring");
    CHECK(tp["nvlink"] == 8192);
    CHECK(tp["bytes_per_step"]["nvlink"].get<double>() == Approx(126.0 * 32 * 64 * 4 * 8 * 1.75 * 268435456));
    const Json& pp = json["dimensions"][1];
    CHECK(pp["pattern"] == "chain");
    CHECK(pp["nvlink"] == 6832);
    CHECK(pp["network"] == 848);
    CHECK(pp["hops"]["network"] == 848);  // the tier is called network too
    CHECK(pp["wrap"]["network"] == 512);
}

TEST_CASE("the step: parts add up, and each dimension has its seconds") {
    const Placed placed("deepseek-v3", "hgx-h800");
    const Json json = json_of(placed.timed());
    const Json& step = json["step"];
    double sum = 0;
    for (const char* part : {"compute", "tp", "cp", "ep", "pp", "dp", "bubble"})
        sum += step[part].get<double>();
    CHECK(sum == Approx(step["seconds"].get<double>()));
    CHECK(step["model"] == "reference");
    CHECK(step["eta"] == 0.5);
    CHECK(step["eta_fitted_on"] == "a row on a machine");
    for (const Json& dimension : json["dimensions"]) {
        const auto name = dimension["name"].get<std::string>();
        const std::string part = name == "edp" ? "dp" : name;
        CHECK(dimension["seconds"] == step[part]);
    }
}

TEST_CASE("the calibrated step has its band and reasons, and no eta") {
    const Placed placed("megatron-18.4b", "hgx-a100");
    output::PlaceReport report = placed.timed();
    report.step->estimate.model = CostModel::calibrated;
    report.step->fitted_on = "mine";
    ErrorBand& band = report.step->band.emplace();
    band.generation = Generation::ampere;
    band.most_gpus = 64;
    band.percent = 7.5;
    band.rows = 24;
    report.step->reasons = {{CostItem::sends, seconds(0.25), "the network"}};
    const Json step = json_of(report)["step"];
    CHECK(step["model"] == "calibrated");
    CHECK(step["calibration"] == "mine");
    CHECK(step["error_band"] == Json{{"percent", 7.5},
                                     {"share_of_runs", 0.8},
                                     {"runs", 24},
                                     {"kind", "dense"},
                                     {"generation", "ampere"},
                                     {"most_gpus", 64}});
    REQUIRE(step["reasons"].size() == 1);
    CHECK(step["reasons"][0] ==
          Json{{"part", "sends between stages"}, {"seconds", 0.25}, {"bound_by", "the network"}});
    CHECK_FALSE(step.contains("eta"));
    band.software = {Software::deepspeed};
    CHECK(json_of(report)["step"]["error_band"]["but"] == "none of them ran megatron-2021");
    report.step->band.reset();
    report.step->no_band = "none had 1 token";
    CHECK(json_of(report)["step"]["error_band"].is_null());
    CHECK(json_of(report)["step"]["no_error_band"] == "none had 1 token");
}

TEST_CASE("TFLOP/s in four conventions, MFU, tokens and GPU-hours of the same step") {
    const Placed placed("megatron-18.4b", "hgx-a100");
    const Json step = json_of(placed.timed())["step"];
    const auto seconds = step["seconds"].get<double>();
    const auto rate = [&](AttentionCount attention, RecomputeCount recompute) {
        return step_flops(placed.layout(), attention, recompute).raw() / seconds / 256 / 1e12;
    };
    CHECK(step["tflops_per_gpu"].get<double>() ==
          Approx(rate(AttentionCount::full, RecomputeCount::hardware)));
    const double model = rate(AttentionCount::full, RecomputeCount::model);
    CHECK(step["tflops_per_gpu_model"].get<double>() == Approx(model));
    CHECK(step["tflops_per_gpu_model_causal"].get<double>() ==
          Approx(rate(AttentionCount::causal, RecomputeCount::model)));
    CHECK(step["mfu"].get<double>() == Approx(model / 312));
    CHECK(step["tokens_per_second_per_gpu"].get<double>() == Approx(1024.0 * 2048 / seconds / 256));
    CHECK(step["gpu_hours"].get<double>() == Approx(1e12 / (1024.0 * 2048) * seconds * 256 / 3600));
    CHECK(step["gpu_hours_for_tokens"] == 1e12);
}

TEST_CASE("a published figure is compared with, where it is of the same GPU and layout") {
    CHECK(json_of(Placed("megatron-18.4b", "hgx-a100").timed())["step"].contains("error_percent"));
    CHECK_FALSE(json_of(Placed("megatron-18.4b", "hgx-h100").timed())["step"].contains("error_percent"));
    CHECK_FALSE(
        json_of(Placed("megatron-18.4b", "hgx-a100", {{"batch.micro", "4"}}).timed())["step"].contains(
            "error_percent"));
}

TEST_CASE("links stand beside their dimension when they are asked for") {
    const Placed placed("llama3-405b-8k", "dgx-h100-superpod");
    PlaceReport report = placed.timed();
    CHECK_FALSE(json_of(report)["dimensions"][0].contains("links"));
    report.links = LinkDetail::told;
    const Json links = json_of(report)["dimensions"][2]["links"];
    REQUIRE(links.size() == 1);
    CHECK(links[0]["groups"] == 128);
    CHECK(links[0]["reach"] == "core");
    CHECK(links[0]["domains"] == 64);
    CHECK(links[0]["network_bytes_per_second"] == 50e9);
    CHECK(links[0]["inside_bytes_per_second"] == 0);
}

TEST_CASE("a job that does not fit: how many are short, and why, no placement, no times") {
    const Json json = json_of(Placed("gpt3-175b-1024", "single-nvl72").report());
    CHECK(json["fits"] == false);
    CHECK(json["gpus_short"] == 952);  // 1024 - 72
    CHECK(json["ranks_placed"] == 72);
    CHECK_FALSE(json["why"].get<std::string>().empty());
    CHECK(json["placement"].is_null());
    CHECK(json["dimensions"] == Json::array());
    CHECK_FALSE(json.contains("step"));
}

TEST_CASE("one rank has no dimensions, and a list of none") {
    const Layout one = test::load_layout_text(
                           "layout: one\nmodel: llama3-8b\nparallel: {tp: 1, cp: 1, pp: 1, dp: 1}\n"
                           "batch: {sequences: 1, length: 2048}\n")
                           .layout;
    const Json json = json_of(
        Placed(one, test::topology_of("topology: t\ndomains: [{use: hgx-h100, count: 1}]\n")).timed());
    CHECK(json["dimensions"].is_array());
    CHECK(json["dimensions"].empty());
    CHECK(json["step"]["tp"] == 0);
}

TEST_CASE("notes are told, whatever bytes are in them") {
    const Placed placed("megatron-18.4b", "hgx-a100");
    PlaceReport report = placed.report();
    report.notes = {"plain", "bad \xFF byte"};
    const Json notes = json_of(report)["notes"];
    CHECK(notes[0] == "plain");
    CHECK(notes[1] == "bad \xEF\xBF\xBD byte");
}

}  // namespace
}  // namespace railyard::output
