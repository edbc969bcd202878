#pragma once
// A placed job as a pipeline to simulate: the links between stages, and the times of every chunk as the
// reference model has them (as the calibrated one has them: calibrated_conditions).

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "railyard/estimate/estimate.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/schedule/catalogue.hpp"
#include "railyard/schedule/study.hpp"

namespace railyard {

// The algorithm, stages, micro-batches and chunks of a layout.
schedule::Algorithm schedule_algorithm(PipelineSchedule schedule);
schedule::Shape schedule_shape(const Layout& layout);

// chunks: a time for each chunk of the layout's own schedule. stages: one for each stage, which schedules
// with other chunks than the layout's divide among them.
enum class PipelineDetail { chunks, stages };

// Times of one micro-batch on every chunk, in the order in which it passes them: compute at the estimate's
// efficiency, with the head and uneven layers where they are, and the tensor, context and expert traffic of
// the layers. A hop between two stages is on NVLink if it is so in every pipeline of the job, else on the
// network. What a micro-batch holds on each stage comes from the memory estimate.
schedule::Conditions pipeline_conditions(const Layout& layout, const Evaluation& evaluation,
                                         const Estimate& estimate, PipelineDetail detail);

// What the hops from stage to stage, and from the last back to the first, go over, as said there.
std::vector<schedule::Link> links_between_stages(const Evaluation& evaluation);

// What a micro-batch holds on each stage.
std::vector<Bytes> stage_activations(const Layout& layout);

// Runs the layout's own schedule, or those named (names of the catalogue, or "all"), as the placed job would,
// with the times of one of the models. `chunks` are those of interleaved ones; empty: the layout's. Throws
// InputError as schedule::compare does.
using PipelineTimes = std::function<schedule::Conditions(PipelineDetail)>;
std::vector<schedule::Outcome> pipeline_outcomes(const Layout& layout, const PipelineTimes& times,
                                                 const std::vector<std::string>& names,
                                                 const std::vector<std::uint32_t>& chunks,
                                                 const schedule::Conditions& limits);

}  // namespace railyard
