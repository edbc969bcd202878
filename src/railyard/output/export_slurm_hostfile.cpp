#include "railyard/output/export_report.hpp"

namespace railyard::output {

Exported export_slurm_hostfile(const ExportQuestion& question) {
    std::string text;
    for (const cluster::PlannedTask& task : question.plan.tasks) {
        text += question.plan.servers[task.server].host + "\n";
    }
    return text;
}

}  // namespace railyard::output
