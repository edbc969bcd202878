#include "explorer/core/session.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/core/job_pipeline.hpp"
#include "explorer/core/layout_settings.hpp"
#include "explorer/core/question.hpp"
#include "railyard/base/error.hpp"
#include "railyard/base/suggest.hpp"
#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/reference_reasons.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/placement/per_domain.hpp"

namespace railyard::explorer {
namespace {

using Json = nlohmann::ordered_json;

std::string written(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json problems_json(const std::vector<SettingProblem>& problems) {
    Json list = Json::array();
    for (const SettingProblem& problem : problems)
        list.push_back({{"key", problem.key},
                        {"message", problem.message},
                        {"hint", problem.hint},
                        {"is_value", problem.kind == ProblemKind::value}});
    return {{"problems", list}};
}

std::string refusal(const std::string& key, const std::string& message, const std::string& hint = "",
                    ProblemKind kind = ProblemKind::combination) {
    return written(problems_json({{key, message, hint, kind}}));
}

std::string refusal(const std::string& key, const InputError& error) {
    const Diagnostic& first = error.problems().front();
    return refusal(key, first.message, first.hint);
}

// "there is no layout 'gpt3' in this page", and the nearest that there is.
template <class Items>
std::string unknown(const std::string& key, const std::string& name, const Items& items) {
    std::vector<std::string> known;
    for (const auto& item : items) known.push_back(item.name);
    const std::string kind = key == "on" ? "topology" : key;
    return refusal(key, "there is no " + kind + " '" + name + "' in this page", suggestion(name, known),
                   ProblemKind::value);
}

struct Timed {
    output::StepReport report;
    std::string calibration_lacks;
    std::vector<std::string> notes;  // of what stands in for what is not known
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
            result.report.no_band = std::move(estimate->no_band);
            result.report.reasons = std::move(estimate->reasons);
            result.report.hidden = std::move(estimate->hidden);
            result.notes = std::move(estimate->notes);
            return result;
        }
        result.calibration_lacks = std::get<std::string>(answer);
    }
    result.report.estimate =
        estimate_reference(*job.topology, job.layout, job.evaluation, shipped.reference.eta);
    result.report.fitted_on = shipped.reference.fitted_on;
    if (std::string note = counted_note(result.report.estimate.rates, job.layout.precision); !note.empty())
        result.notes.push_back(std::move(note));
    result.report.formulas = reference_reasons(*job.topology, job.layout, result.report.estimate);
    return result;
}

// What the domains that hold ranks are called, where they agree on it, and whether one of them has NVLink.
Json domains_json(const Topology& topology, const Placement& placement) {
    std::set<std::string> words;
    bool has_nvlink = false;
    for (const Segment& segment : placement.segments) {
        const DomainKind& kind = topology.kind_of(topology.domain(segment.domain));
        words.insert(kind.partitions.empty() ? kind.domain_word : kind.domain_word + " partition");
        has_nvlink = has_nvlink || kind.scale_up.kind != ScaleUpKind::none;
    }
    return {{"word", words.size() == 1 ? *words.begin() : "domain"}, {"has_nvlink", has_nvlink}};
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
    times_ = times;
    const Layout* base = shipped_.layout(layout_name);
    if (base == nullptr) return unknown("layout", layout_name, shipped_.layouts);
    const Topology* where = topology(on);
    if (where == nullptr) return unknown("on", on, shipped_.topologies);
    ChangedLayout changed = changed_layout(shipped_, *base, question.rest());
    if (!changed.problems.empty()) return written(problems_json(changed.problems));
    try {
        check_per_domain(*where, changed.layout.placement);
    } catch (const InputError& error) {
        return refusal("placement.per_domain", error);
    }
    try {
        EvaluationResult result = evaluate(*where, changed.layout);
        output::PlaceReport report{*where, changed.layout, result};
        Json extra = {{"notes", changed.notes}, {"micro_batches", changed.layout.micro_batches()}};
        if (auto* evaluation = std::get_if<Evaluation>(&result)) {
            job_ = PlacedJob{where, changed.layout, *evaluation};
            report.notes = output::placement_notes(*where, changed.layout, *evaluation);
            extra["domains"] = domains_json(*where, evaluation->placement);
            Timed step = timed(shipped_, times, *job_);
            report.notes.insert(report.notes.end(), step.notes.begin(), step.notes.end());
            report.memory = remembered(changed.layout, step.report.estimate);
            if (!step.calibration_lacks.empty()) extra["calibration_lacks"] = step.calibration_lacks;
            report.step = std::move(step.report);
        }
        std::string answer = written(extra);
        answer.pop_back();
        return answer + ",\"place\":" + output::place_json(report) + "}";
    } catch (const InputError& error) {
        job_.reset();
        return refusal("", error);
    }
}

Timeline Session::schedule(std::string_view text) const {
    if (Question(text).take("of") != "job") return run_schedule(text);
    if (!job_) return {refusal("of", "no job is placed", "see Layouts"), {}};
    const JobPipeline pipeline = pipeline_of(shipped_, times_, *job_);
    return run_schedule(text, &pipeline);
}

}  // namespace railyard::explorer
