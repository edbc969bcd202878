#pragma once
// The pipeline of a placed job, to be run by the schedules of the page with the times that its step was put
// together of.

#include <string>

#include "explorer/core/session.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/schedule/study.hpp"

namespace railyard::explorer {

struct JobPipeline {
    schedule::Shape shape;
    schedule::Algorithm algorithm = schedule::Algorithm::one_f_one_b;
    CostModel model = CostModel::reference;
    schedule::Conditions chunks;  // of the job's own schedule
    schedule::Conditions stages;  // of any other
};

// `times` as Session::place() takes it.
JobPipeline pipeline_of(const Shipped& shipped, const std::string& times, const PlacedJob& job);

}  // namespace railyard::explorer
