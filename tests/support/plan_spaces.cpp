#include "tests/support/plan_spaces.hpp"

#include "railyard/estimate/load_constants.hpp"
#include "railyard/job/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::test {

const Calibration& shipped_calibration_values() {
    static const Calibration calibration =
        load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
    return calibration;
}

search::TimeModel calibrated_times() {
    return {&shipped_calibration_values(), 0};
}
search::TimeModel reference_times() {
    return {nullptr, 0.4733};
}

Model shipped_model(std::string_view name) {
    return load_model(shipped_library(), name);
}

search::PlanSpace small_space(std::string_view model, std::uint32_t gpus, std::uint32_t sequences) {
    search::PlanSpace space;
    space.base.model = shipped_model(model);
    space.base.batch = {sequences, 1, 2048};
    space.gpus = gpus;
    return space;
}

std::vector<SmallPlan> small_plans() {
    const auto on = [](const char* name) { return load_topology(shipped_library(), name).topology; };
    using Schedule = PipelineSchedule;
    std::vector<SmallPlan> plans;
    // Everything is tried in tests, so every space leaves something out.
    const auto add = [&](const char* name, search::PlanSpace space, Topology topology) {
        if (space.cp.empty()) space.cp = {1};
        if (space.micro.empty()) space.micro = {1, 2};
        plans.push_back({name, std::move(space), std::move(topology)});
    };
    search::PlanSpace space = small_space("llama3-8b", 16, 16);
    space.schedules = {Schedule::one_f_one_b, Schedule::interleaved};
    add("dense on boxes", space, on("hgx-h100"));
    space = small_space("megatron-7.5b", 16, 16);
    space.sharding = {ShardingKind::none, ShardingKind::zero_3};
    space.schedules = {Schedule::zero_bubble, Schedule::dualpipe};
    add("dense on three tiers", space, on("dgx-h100-superpod"));
    space = small_space("mixtral-8x7b", 16, 16);
    space.micro = {1};
    space.recompute = {Recompute::none, Recompute::full};
    space.sharding = {ShardingKind::zero_1, ShardingKind::zero_2};
    space.schedules = {Schedule::one_f_one_b, Schedule::dualpipe};
    add("experts on boxes", space, on("hgx-h100"));
    space.base.precision = Precision::fp8;
    space.schedules = {Schedule::interleaved};
    add("experts on a rack in fp8", space, on("gb200-nvl72"));
    space = small_space("megatron-18.4b", 24, 24);
    space.cp = {1, 3};
    space.micro = {1};
    space.sharding = {ShardingKind::zero_1};
    space.schedules = {Schedule::one_f_one_b, Schedule::interleaved};
    add("dense on a rack, not a power of two", space, on("gb200-nvl72"));
    space = small_space("llama3-8b", 16, 16);
    space.micro = {1};
    space.cp = {1, 2};
    space.recompute = {Recompute::none};
    space.sharding = {ShardingKind::zero_1};
    space.schedules = {Schedule::one_f_one_b};
    space.gpus = space.base.batch.sequences = 96;
    space.tp = {1, 8};
    space.cp = {1};
    add("tiles across racks", space, on("gb200-nvl72"));
    space.tp.clear();
    space.cp = {1, 2};
    space.gpus = space.base.batch.sequences = 16;
    const char* narrow =
        "topology: test\ndomains: [{use: hgx-h100, count: 4}]\nnetwork:\n  tiers:\n"
        "    - {name: leaf, spans: 1 domains, latency: 1 us}\n"
        "    - {name: spine, latency: 2 us, oversubscription: 4}\n";
    add("an oversubscribed tier", space, load_text(narrow).topology);
    space.gpus = 12;
    space.base.batch.sequences = 24;
    const char* uneven =
        "topology: test\ndomains: [{use: hgx-h100, count: 2}]\n"
        "network: {tiers: [{name: leaf, latency: 1 us}]}\nunavailable: [box0/server0/gpu3]\n";
    add("a GPU missing", space, load_text(uneven).topology);
    const char* holes =
        "topology: test\ndomains: [{use: hgx-h100, count: 7}]\nnetwork:\n  tiers:\n"
        "    - {name: leaf, spans: 2 domains, latency: 1 us}\n"
        "    - {name: spine, latency: 2 us, oversubscription: 4}\nunavailable: [box0, box3/server0/gpu3]\n";
    space.gpus = 16;
    space.base.batch.sequences = 16;
    add("leaves with boxes missing", space, load_text(holes).topology);
    for (const Software software : {Software::megatron_2021, Software::fsdp, Software::deepspeed}) {
        space = small_space("megatron-3.6b", 8, 16);
        space.base.software = software;
        space.base.attention = Attention::unfused;
        space.base.precision = Precision::fp16;
        space.schedules = {Schedule::gpipe, Schedule::interleaved};
        space.recompute = {Recompute::selective, Recompute::full};
        const auto at = static_cast<std::size_t>(software);
        add(software_names.at(at).data(), space, on("hgx-a100"));
    }
    return plans;
}

}  // namespace railyard::test
