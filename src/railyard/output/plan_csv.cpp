#include <fmt/format.h>

#include "railyard/job/order.hpp"
#include "railyard/output/plan_report.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::output {

std::string plan_csv(const PlanReport& report) {
    std::string text =
        "rank,tp,cp,pp,dp,ep,etp,micro,schedule,chunks,count_embedding_and_head,recompute,saves,sharding,"
        "sequence_parallel,order,keep,per_domain,domains_used,gpus_idle,step_seconds,compute,tp_seconds,"
        "cp_seconds,ep_seconds,pp_seconds,dp_seconds,bubble_seconds,memory_bytes,capacity_bytes,useful_"
        "share,pins_broken,begins_on,by_list\n";
    std::size_t rank = 0;
    for (const search::PlanEntry& entry : report.answer.best) {
        const Layout& layout = entry.layout;
        const Degrees& d = layout.degrees;
        const auto named = [](const auto& names, auto value) {
            return names[static_cast<std::size_t>(value)];
        };
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},", ++rank, d.tp, d.cp, d.pp, d.dp, d.ep, d.etp,
            layout.batch.micro, named(pipeline_schedule_names, layout.pipeline.schedule),
            layout.pipeline.chunks, layout.pipeline.ends == EndLayers::counted,
            named(recompute_names, layout.recompute), named(saves_names, layout.saves),
            named(sharding_names, layout.sharding.kind), layout.sequence_parallel == SequenceParallel::on);
        const StepTimes& step = entry.step;
        text += fmt::format(
            "{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.0f},{:.0f},",
            csv_cell(to_text(layout.order)), csv_cell(to_text(layout.placement.keep)),
            layout.placement.per_domain, entry.machine.domains_used, entry.machine.gpus_idle,
            step.total().raw(), step.compute.raw(), step.tp.raw(), step.cp.raw(), step.ep.raw(),
            step.pp.raw(), step.dp.raw(), step.bubble.raw(), entry.memory.raw(), entry.capacity.raw());
        if (!report.useful.empty()) text += fmt::format("{:.6g}", report.useful[rank - 1].share);
        const DomainId begins_on = entry.machine.begins_on;
        text += fmt::format(",{},{},{}\n", entry.pins_broken,
                            csv_cell(domain_name(report.topology, report.topology.domain(begins_on))),
                            entry.machine.origin == PlacementOrigin::given);
    }
    return text;
}

}  // namespace railyard::output
