#include <fmt/format.h>

#include "railyard/job/order.hpp"
#include "railyard/output/place_plan_report.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {

std::string place_plan_csv(const PlacePlanReport& report) {
    std::string text =
        "rank,order,keep,per_domain,block,domains_used,gpus_idle,step_seconds,network_bytes,network_floor,"
        "useful_share,ranks_moved,by_list\n";
    const auto row = [&](const std::string& name, const search::PlacedLayout& placed,
                         const std::string& useful, const std::string& moved) {
        const PlacementRules& rules = placed.layout.placement;
        text += fmt::format("{},{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{},{},{}\n", name,
                            csv_cell(to_text(placed.layout.order)), csv_cell(to_text(rules.keep)),
                            rules.per_domain, placed.placement.block, placed.placement.domains_used,
                            placed.placement.gpus_idle, placed.step.total().raw(), placed.network.raw(),
                            report.answer.network_floor.raw(), useful, moved,
                            placed.placement.origin == PlacementOrigin::given);
    };
    if (report.answer.as_given)
        row("given", *report.answer.as_given,
            report.useful_as_given ? fmt::format("{:.6g}", report.useful_as_given->share) : "", "");
    // Where something is down: as it was, and with fewest ranks moved (--ranks says where they then sit).
    if (report.before) row("before", *report.before, "", "0");
    if (report.after && report.replan)
        row("moved", *report.after, "", std::to_string(report.replan->moved.size()));
    for (std::size_t i = 0; i < report.answer.best.size(); ++i) {
        row(std::to_string(i + 1), report.answer.best[i],
            report.useful.empty() ? "" : fmt::format("{:.6g}", report.useful[i].share), "");
    }
    return text;
}

}  // namespace railyard::output
