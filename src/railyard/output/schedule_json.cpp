#include "railyard/output/schedule_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;
using schedule::Impossible;
using schedule::Outcome;
using schedule::Study;
using schedule::TimeUnit;

// Text that may not be UTF-8 (a file's name) is shown with replacement characters rather than refused.
std::string dumped(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json devices_json(const Study& study) {
    Json devices = Json::array();
    const bool has_bytes = study.summary.devices.end() !=
                           std::find_if(study.summary.devices.begin(), study.summary.devices.end(),
                                        [](const auto& device) { return device.peak_bytes > Bytes{}; });
    for (const auto& device : study.summary.devices) {
        Json json = {{"busy", device.busy.raw()},
                     {"idle", device.idle.raw()},
                     {"sending", device.sending.raw()},
                     {"waiting_for_send", device.waiting_for_send.raw()},
                     {"first_start", device.first_start.raw()},
                     {"last_end", device.last_end.raw()},
                     {"peak_alive", device.peak_alive}};
        if (has_bytes) json["peak_bytes"] = device.peak_bytes.raw();
        devices.push_back(std::move(json));
    }
    return devices;
}

Json operation_json(const Study& study, std::uint32_t device, std::size_t index) {
    const auto& it = study.schedule.operations[index];
    return {{"device", device},
            {"kind", name_of(it.kind)},
            {"micro_batch", it.micro_batch},
            {"chunk", it.chunk},
            {"start", study.timeline.start_of(index).raw()},
            {"end", study.timeline.end_of(index).raw()}};
}

Json operations_json(const Study& study) {
    const auto& s = study.schedule;
    Json operations = Json::array();
    for (std::uint32_t device = 0; device < s.devices; ++device) {
        for (std::size_t i = s.first[device]; i < s.first[device + 1]; ++i) {
            operations.push_back(operation_json(study, device, i));
        }
    }
    return operations;
}

Json study_json(const Study& study, TimeUnit unit, Operations operations) {
    const auto& s = study.schedule;
    const auto& summary = study.summary;
    Json json = {{"schedule", s.name},
                 {"stages", s.devices},
                 {"micro_batches", s.micro_batches},
                 {"chunks", s.chunks},
                 {"parameter_copies", s.parameter_copies},
                 {"finishes", true},
                 {"time_unit", unit == TimeUnit::seconds ? "s" : "unit"},
                 {"makespan", summary.makespan.raw()},
                 {"makespan_with_free_sends", study.makespan_with_free_sends.raw()},
                 {"useful", summary.useful.raw()},
                 {"bubble_over_useful", summary.bubble_over_useful},
                 {"bubble_over_step", summary.bubble_over_step},
                 {"sends", summary.sends.total()},
                 {"sends_by_link",
                  {{"nvlink", summary.sends.nvlink},
                   {"network", summary.sends.network},
                   {"unstated", summary.sends.unstated}}},
                 {"critical_path",
                  {{"operations", study.path.operations.size()},
                   {"computing", study.path.computing.raw()},
                   {"sending", study.path.sending.raw()},
                   {"sends", study.path.sends}}},
                 {"devices", devices_json(study)}};
    if (!study.warnings.empty()) json["warnings"] = study.warnings;
    if (operations == Operations::listed) json["operations"] = operations_json(study);
    return json;
}

Json outcome_json(const Outcome& outcome, TimeUnit unit, Operations operations) {
    if (const auto* study = std::get_if<Study>(&outcome)) return study_json(*study, unit, operations);
    const auto& no = std::get<Impossible>(outcome);
    return {{"schedule", no.schedule}, {"finishes", false}, {"reason", no.reason}};
}

}  // namespace

std::string schedule_json(const std::vector<Outcome>& outcomes, TimeUnit unit, Operations operations,
                          const ScheduledJob* job) {
    Json json;
    if (outcomes.size() == 1) {
        json = outcome_json(outcomes.front(), unit, operations);
    } else {
        Json all = Json::array();
        for (const auto& outcome : outcomes) all.push_back(outcome_json(outcome, unit, operations));
        json["schedules"] = std::move(all);
    }
    if (job != nullptr) {
        json["times"] = {{"model", cost_model_names[static_cast<std::size_t>(job->model)]},
                         {"fitted_on", job->fitted_on},
                         {"notes", job->notes}};
    }
    return dumped(json, 2) + "\n";
}

std::string schedule_trace(const Study& study, TimeUnit unit) {
    const auto& s = study.schedule;
    const double scale = unit == TimeUnit::seconds ? 1e6 : 1;
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    fmt::format_to(
        out, "{{\"displayTimeUnit\": \"ns\", \"otherData\": {{\"schedule\": {}, \"time_unit\": \"{}\"}},\n",
        dumped(Json(s.name), -1), unit == TimeUnit::seconds ? "us" : "1 us is one unit of the times given");
    fmt::format_to(out, "\"traceEvents\": [\n");
    for (std::uint32_t device = 0; device < s.devices; ++device) {
        fmt::format_to(
            out,
            "{{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": 0, \"tid\": {0}, \"args\": {{\"name\": "
            "\"device {0}\"}}}},\n",
            device);
        fmt::format_to(
            out,
            "{{\"name\": \"thread_sort_index\", \"ph\": \"M\", \"pid\": 0, \"tid\": {0}, \"args\": "
            "{{\"sort_index\": {0}}}}},\n",
            device);
    }
    for (std::uint32_t device = 0; device < s.devices; ++device) {
        for (std::size_t i = s.first[device]; i < s.first[device + 1]; ++i) {
            const auto& it = s.operations[i];
            const double start = study.timeline.start_of(i).raw() * scale;
            const double end = study.timeline.end_of(i).raw() * scale;
            fmt::format_to(
                out,
                "{{\"name\": \"{}{}\", \"cat\": \"{}\", \"ph\": \"X\", \"ts\": {:.12g}, \"dur\": {:.12g}, "
                "\"pid\": 0, \"tid\": {}, \"args\": {{\"micro_batch\": {}, \"chunk\": {}, \"stage\": "
                "{}}}}},\n",
                letter_of(it.kind), it.micro_batch, name_of(it.kind), start, end - start, device,
                it.micro_batch, it.chunk, s.stage[s.slot(device, it.chunk)]);
        }
    }
    // JSON takes no comma after the last: the process has a name.
    fmt::format_to(
        out,
        "{{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": 0, \"tid\": 0, \"args\": {{\"name\": "
        "\"pipeline\"}}}}\n]}}\n");
    return fmt::to_string(text);
}

}  // namespace railyard::output
