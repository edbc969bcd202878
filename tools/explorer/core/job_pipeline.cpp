#include "explorer/core/job_pipeline.hpp"

#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/pipeline_conditions.hpp"

namespace railyard::explorer {

JobPipeline pipeline_of(const Shipped& shipped, const std::string& times, const PlacedJob& job) {
    JobPipeline pipeline;
    pipeline.shape = schedule_shape(job.layout);
    pipeline.algorithm = schedule_algorithm(job.layout.pipeline.schedule);
    if (times != cost_model_names[static_cast<std::size_t>(CostModel::reference)]) {
        const auto of = [&](PipelineDetail detail) {
            return calibrated_conditions(*job.topology, job.layout, job.evaluation, shipped.calibration,
                                         detail);
        };
        if (auto chunks = of(PipelineDetail::chunks)) {
            pipeline.model = CostModel::calibrated;
            pipeline.chunks = std::move(*chunks);
            pipeline.stages = *of(PipelineDetail::stages);
            return pipeline;
        }
    }
    const Estimate estimate =
        estimate_reference(*job.topology, job.layout, job.evaluation, shipped.reference.eta);
    pipeline.chunks = pipeline_conditions(job.layout, job.evaluation, estimate, PipelineDetail::chunks);
    pipeline.stages = pipeline_conditions(job.layout, job.evaluation, estimate, PipelineDetail::stages);
    return pipeline;
}

}  // namespace railyard::explorer
