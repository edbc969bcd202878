#include "railyard/estimate/load_run_software.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

struct Read {
    RunOrigin origin;
    Layout layout;
    std::string complaint;
};

// A run of 32 layers on pp = 4, with these lines beside its model.
Read read(const std::string& lines) {
    const std::string text = "model: {layers: 32}\n" + lines;
    const input::Document document = input::parse_yaml(input::make_source("runs.yaml", text));
    input::Problems problems;
    const RunRow row(document.root, problems);
    Read found{run_origin(row), {}, ""};
    found.layout.model.layers = 32;
    found.layout.degrees.pp = 4;
    try {
        read_run_software(row, found.origin, found.layout);
        problems.throw_if_any();
    } catch (const RunWrong&) {
        try {
            problems.throw_if_any();
        } catch (const InputError& error) {
            found.complaint = error.problems().front().message;
        }
    }
    return found;
}

TEST_CASE("a run says its software in the words of layouts, and that beats its title") {
    const Layout layout = read(
                              "source: {title: 'Kim et al. 2021', where: Table 1}\nsoftware: fsdp\n"
                              "attention: flash\nrouting: dropless\nexpert_imbalance: 1.3\n"
                              "sequence_parallel: true\n")
                              .layout;
    CHECK(layout.software == Software::fsdp);
    CHECK(layout.attention == Attention::flash);
    CHECK(layout.routing == Routing::dropless);
    CHECK(layout.expert_imbalance == doctest::Approx(1.3));
    CHECK(layout.sequence_parallel == SequenceParallel::on);
    CHECK(read("software: megatron\n").complaint == "'megatron' is no software of a run");
    CHECK(read("expert_imbalance: 0.5\n").complaint == "expert_imbalance should be a number from 1 on");
}

TEST_CASE("the title of an own run tells nothing") {
    const Layout plain = read("source: my site\n").layout;
    for (const std::string title :
         {"our cluster, May 2022", "our Llama 3 8B runs", "Nemotron-4 recipe on our site", "MegaScale",
          "nanotron", "DeepSeek-V3 Technical Report", "{title: 2021}"}) {
        const Read run = read("source: " + title + "\nid: dropless-tokendrop\n");
        CHECK_MESSAGE(run.origin == RunOrigin::own, title);
        CHECK_MESSAGE(run.layout.software == plain.software, title);
        CHECK_MESSAGE(run.layout.attention == plain.attention, title);
        CHECK_MESSAGE(run.layout.sequence_parallel == plain.sequence_parallel, title);
        CHECK_MESSAGE(run.layout.routing == plain.routing, title);
        CHECK_MESSAGE(run.layout.pipeline.schedule == plain.pipeline.schedule, title);
        CHECK_MESSAGE(run.layout.pipeline.chunks == plain.pipeline.chunks, title);
        CHECK_MESSAGE(run.layout.model.extra_prediction_layers == 0, title);
    }
}

TEST_CASE("the title of a publication tells the software's year") {
    const auto published = [](const std::string& title) {
        const Read run = read("source: {title: '" + title + "', ref: somewhere}\n");
        CHECK(run.origin == RunOrigin::published);
        return run.layout;
    };
    CHECK(published("Somebody et al. 2021").attention == Attention::unfused);
    CHECK(published("Somebody et al. 2021").software == Software::megatron_2021);
    CHECK(published("Somebody et al. 2024").attention == Attention::flash);
    CHECK(published("Somebody et al. 2024").software == Software::megatron_te);
    CHECK(published("MegaScale").software == Software::megatron_2021);
    CHECK(published("The Llama 3 Herd").pipeline.chunks == 8);
    CHECK(published("DeepSeek-V3 Technical Report").pipeline.schedule == PipelineSchedule::dualpipe);
    CHECK(published("DeepSeek-V3 Technical Report").model.extra_prediction_layers == 1);
    CHECK(read("provenance: source\nsource: Reducing of 2022\n").origin == RunOrigin::published);
}

TEST_CASE("schedules: as said, else interleaved where there are chunks") {
    CHECK(read("vpp: 2\n").layout.pipeline.schedule == PipelineSchedule::interleaved);
    CHECK(read("schedule: interleaved\nvpp: 2\n").layout.pipeline.chunks == 2);
    CHECK(read("schedule: zero-bubble\n").layout.pipeline.schedule == PipelineSchedule::zero_bubble);
    CHECK(read("schedule: dualpipe\n").layout.pipeline.chunks == 2);
    CHECK(read("schedule: gpipe\nvpp: 2\n").complaint == "chunks (vpp) are of interleaving alone");
    CHECK(read("schedule: interleaved\n").complaint == "interleaving needs chunks");
}

}  // namespace
}  // namespace railyard
