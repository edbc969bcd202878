#include <fmt/format.h>

#include "railyard/output/export_report.hpp"

namespace railyard::output {

Exported export_openmpi_rankfile(const ExportQuestion& question) {
    const auto& plan = question.plan;
    std::string text;
    for (std::uint32_t r = 0; r < plan.tasks.size(); ++r) {
        const cluster::PlannedTask& task = plan.tasks[RankId(r)];
        const std::uint32_t first = task.gpu * question.cores_per_gpu;
        text += fmt::format("rank {}={} slot={}", r, plan.servers[task.server].host, first);
        if (question.cores_per_gpu > 1) text += fmt::format("-{}", first + question.cores_per_gpu - 1);
        text += '\n';
    }
    return text;
}

}  // namespace railyard::output
