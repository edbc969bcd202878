#include "explorer/core/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <variant>

#include "explorer/core/job_pipeline.hpp"
#include "explorer/core/question.hpp"
#include "railyard/base/error.hpp"
#include "railyard/output/schedule_json.hpp"
#include "railyard/schedule/compare.hpp"
#include "railyard/schedule/study.hpp"

namespace railyard::explorer {
namespace {

using Json = nlohmann::ordered_json;

// A value that no schedule of the page may have, by the key of the question that holds it.
struct WrongValue : std::runtime_error {
    WrongValue(std::string of, const std::string& message)
        : std::runtime_error(message), key(std::move(of)) {}
    std::string key;
};

// A timeline with more rows than this is no picture.
constexpr unsigned long long most_stages = 1024;

// Times of at most a million units, so that their sums stay exact.
std::vector<Seconds> time_of(Question& question, const std::string& what) {
    const std::string text = question.take(what);
    if (text.empty()) return {};
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value) || value < 0 || value > 1e6)
        throw WrongValue{what, "'" + text + "' is not a time: a number from 0 to 1,000,000"};
    return {seconds(value)};
}

std::uint32_t whole_of(Question& question, const std::string& what, unsigned long long most) {
    const std::string text = question.take(what);
    char* end = nullptr;
    const unsigned long long value = std::strtoull(text.c_str(), &end, 10);
    if (text.empty() || text.front() == '-' || *end != '\0' || value == 0 || value > most)
        throw WrongValue{what, "'" + text + "' is not a whole number from 1 to " + std::to_string(most)};
    return static_cast<std::uint32_t>(value);
}

std::vector<DrawnOperation> drawn(const schedule::Study& study) {
    const schedule::Schedule& s = study.schedule;
    std::vector<DrawnOperation> operations;
    if (s.operations.size() > most_drawn_operations) return operations;
    operations.reserve(s.operations.size());
    for (std::uint32_t device = 0; device < s.devices; ++device) {
        for (std::size_t i = s.first[device]; i < s.first[device + 1]; ++i) {
            const schedule::Operation& it = s.operations[i];
            operations.push_back({static_cast<float>(study.timeline.start_of(i).raw()),
                                  static_cast<float>(study.timeline.end_of(i).raw()), device, it.micro_batch,
                                  it.chunk, static_cast<std::uint32_t>(it.kind)});
        }
    }
    return operations;
}

schedule::Comparison asked(Question& question, const JobPipeline* job) {
    schedule::Comparison what;
    const std::string name = question.take("schedule");
    what.names = {name};
    what.stages = job != nullptr ? job->shape.stages : whole_of(question, "stages", most_stages);
    what.micro_batches =
        job != nullptr ? job->shape.micro_batches : whole_of(question, "micro_batches", 1'000'000);
    if (name == schedule::row_of(schedule::Algorithm::interleaved).name)
        what.chunks = {whole_of(question, "chunks", 1'000)};
    if (std::uint64_t{what.stages} * what.micro_batches * (what.chunks.empty() ? 1 : what.chunks.front()) >
        2'000'000)
        throw WrongValue{"micro_batches",
                         "that is more than two million passes: railyard schedule has no such limit"};
    return what;
}

schedule::Conditions conditions_of(Question& question) {
    schedule::Conditions conditions;
    conditions.compute = schedule::compute_times(time_of(question, "forward"), time_of(question, "backward"),
                                                 time_of(question, "weight"));
    for (const Seconds time : time_of(question, "send"))
        conditions.hops.push_back({time, schedule::Link::unstated});
    return conditions;
}

schedule::Conditions conditions_of(const JobPipeline& job, const schedule::Comparison& what) {
    const std::uint32_t chunks = what.chunks.empty() ? 1 : what.chunks.front();
    const bool is_own =
        what.names.front() == schedule::row_of(job.algorithm).name && chunks == job.shape.chunks;
    schedule::Conditions conditions = is_own ? job.chunks : job.stages;
    conditions.activation.clear();  // the page counts micro-batches
    return conditions;
}

// Of the stages: the least and the most.
Json times_json(const JobPipeline& job) {
    const auto range = [&](Seconds schedule::ComputeTimes::*part) {
        const auto& all = job.stages.compute;
        const auto [least, most] = std::minmax_element(
            all.begin(), all.end(), [&](const auto& a, const auto& b) { return a.*part < b.*part; });
        return Json{(*least.*part).raw(), (*most.*part).raw()};
    };
    Seconds send;
    for (const schedule::Hop& hop : job.stages.hops) send = std::max(send, hop.time);
    return {{"model", cost_model_names[static_cast<std::size_t>(job.model)]},
            {"forward", range(&schedule::ComputeTimes::forward)},
            {"backward", range(&schedule::ComputeTimes::backward)},
            {"weight", range(&schedule::ComputeTimes::backward_weight)},
            {"send", send.raw()}};
}

Timeline run(Question question, const JobPipeline* job) {
    const schedule::Comparison what = asked(question, job);
    const auto outcomes =
        schedule::compare(what, job != nullptr ? conditions_of(*job, what) : conditions_of(question));
    Timeline timeline;
    timeline.json = output::schedule_json(
        outcomes, job != nullptr ? schedule::TimeUnit::seconds : schedule::TimeUnit::arbitrary,
        output::Operations::left_out);
    if (job != nullptr) {
        Json json = Json::parse(timeline.json);
        json["times"] = times_json(*job);
        timeline.json = json.dump();
    }
    if (const auto* study = std::get_if<schedule::Study>(&outcomes.front()))
        timeline.operations = drawn(*study);
    return timeline;
}

}  // namespace

Timeline run_schedule(std::string_view question) {
    return run_schedule(question, nullptr);
}

Timeline run_schedule(std::string_view question, const JobPipeline* job) {
    Json problems = Json::array();
    const auto add = [&](const std::string& key, const std::string& message, const std::string& hint) {
        problems.push_back({{"key", key}, {"message", message}, {"hint", hint}, {"is_value", !key.empty()}});
    };
    try {
        return run(Question(question), job);
    } catch (const WrongValue& wrong) {
        add(wrong.key, wrong.what(), "");
    } catch (const InputError& error) {
        for (const Diagnostic& problem : error.problems()) add("", problem.message, problem.hint);
    }
    return {Json{{"problems", problems}}.dump(-1, ' ', false, Json::error_handler_t::replace), {}};
}

}  // namespace railyard::explorer
