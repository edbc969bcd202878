#include "explorer/core/session.hpp"

#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/core/layout_settings.hpp"
#include "explorer/core/question.hpp"
#include "railyard/base/error.hpp"
#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/output/place_report.hpp"

namespace railyard::explorer {
namespace {

using Json = nlohmann::ordered_json;

std::string written(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json problems_json(const std::vector<SettingProblem>& problems) {
    Json list = Json::array();
    for (const SettingProblem& problem : problems)
        list.push_back({{"key", problem.key}, {"message", problem.message}, {"hint", problem.hint}});
    return {{"problems", list}};
}

std::string refusal(const std::string& key, const std::string& message, const std::string& hint = "") {
    return written(problems_json({{key, message, hint}}));
}

struct Timed {
    output::StepReport report;
    std::string calibration_lacks;
};

// As `place` takes them: the calibrated model, or that of the reference where it is asked for or the
// calibration does not know the machine.
Timed timed(const Shipped& shipped, const std::string& times, const PlacedJob& job) {
    Timed result;
    if (times != cost_model_names[static_cast<std::size_t>(CostModel::reference)]) {
        auto answer = estimate_calibrated(*job.topology, job.layout, job.evaluation, shipped.calibration);
        if (auto* estimate = std::get_if<CalibratedEstimate>(&answer)) {
            result.report.estimate = std::move(estimate->estimate);
            result.report.fitted_on = shipped.calibration.name;
            result.report.band = estimate->band;
            result.report.reasons = std::move(estimate->reasons);
            return result;
        }
        result.calibration_lacks = std::get<std::string>(answer);
    }
    result.report.estimate =
        estimate_reference(*job.topology, job.layout, job.evaluation, shipped.reference.eta);
    result.report.fitted_on = shipped.reference.fitted_on;
    return result;
}

output::MemoryAnswer remembered(const Layout& layout, const Estimate& estimate) {
    memory::GpuMemory gpu;
    gpu.shown = estimate.rates.gpu_memory;
    memory::Memory memory = memory::estimate_memory(layout);
    memory::Fit fit = memory::check_fit(layout, memory, gpu);
    return {std::move(memory), std::move(fit)};
}

}  // namespace

const Topology* Session::topology(const std::string& name) {
    const auto made = topologies_.find(name);
    if (made != topologies_.end()) return &made->second;
    const ShippedTopology* known = shipped_.topology(name);
    return known == nullptr ? nullptr : &topologies_.emplace(name, Topology(known->parts)).first->second;
}

std::string Session::place(std::string_view text) {
    job_.reset();
    Question question(text);
    const std::string layout_name = question.take("layout");
    const std::string on = question.take("on");
    const std::string times = question.take("times");
    const Layout* base = shipped_.layout(layout_name);
    if (base == nullptr) return refusal("layout", "there is no layout '" + layout_name + "' in this page");
    const Topology* where = topology(on);
    if (where == nullptr) return refusal("on", "there is no topology '" + on + "' in this page");
    ChangedLayout changed = changed_layout(shipped_, *base, question.rest());
    if (!changed.problems.empty()) return written(problems_json(changed.problems));
    try {
        EvaluationResult result = evaluate(*where, changed.layout);
        output::PlaceReport report{*where, changed.layout, result};
        Json extra = {{"notes", changed.notes}, {"micro_batches", changed.layout.micro_batches()}};
        if (auto* evaluation = std::get_if<Evaluation>(&result)) {
            job_ = PlacedJob{where, changed.layout, *evaluation};
            report.notes = output::placement_notes(*where, changed.layout, *evaluation);
            Timed step = timed(shipped_, times, *job_);
            report.memory = remembered(changed.layout, step.report.estimate);
            if (!step.calibration_lacks.empty()) extra["calibration_lacks"] = step.calibration_lacks;
            report.step = std::move(step.report);
        }
        std::string answer = written(extra);
        answer.pop_back();
        return answer + ",\"place\":" + output::place_json(report) + "}";
    } catch (const InputError& error) {
        job_.reset();
        const Diagnostic& first = error.problems().front();
        return refusal("", first.message, first.hint);
    }
}

}  // namespace railyard::explorer
