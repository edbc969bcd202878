#include "railyard/job_schedule.hpp"

#include <variant>

#include "railyard/asked_topology.hpp"
#include "railyard/base/error.hpp"
#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/pipeline_conditions.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::tool {

JobSchedule schedule_job(const JobScheduleQuestion& question, const StepModelOptions& model) {
    const input::Library library(shipped_roots());
    const Layout layout = load_layout(library, question.layout).layout;
    const Topology topology = asked_topology(library, question.topology).topology;
    const auto result = evaluate(topology, layout);
    const auto* evaluation = std::get_if<Evaluation>(&result);
    if (evaluation == nullptr) {
        throw InputError(Diagnostic{
            {}, "the job does not fit: " + std::get<DoesNotFit>(result).why, "see 'railyard place'", "", 0});
    }
    // The step itself is not asked for; the model that times it is.
    JobSchedule answer;
    const output::StepReport step =
        timed_step(model, library, topology, layout, *evaluation, answer.job.notes);
    answer.job.model = step.estimate.model;
    answer.job.fitted_on = step.fitted_on;
    answer.job.link = link_word(topology);
    const auto calibration =
        step.estimate.model == CostModel::calibrated ? asked_calibration(model, library) : std::nullopt;
    const PipelineTimes times = [&](PipelineDetail detail) {
        return calibration ? *calibrated_conditions(topology, layout, *evaluation, *calibration, detail)
                           : pipeline_conditions(layout, *evaluation, step.estimate, detail);
    };
    answer.outcomes = pipeline_outcomes(layout, times, question.names, question.chunks, question.limits);
    return answer;
}

}  // namespace railyard::tool
