#include "railyard/output/schedule_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

using schedule::Impossible;
using schedule::Outcome;
using schedule::percent_text;
using schedule::Study;
using schedule::time_text;
using schedule::TimeUnit;

TextTable table_with(const std::vector<std::string>& titles) {
    std::vector<TextTable::Column> columns;
    for (const auto& title : titles) columns.push_back({title, columns.empty() ? Align::left : Align::right});
    return TextTable(std::move(columns));
}

std::string sends_text(const schedule::SendCount& sends, const ScheduledJob* job) {
    if (sends.nvlink + sends.network == 0) return fmt::format("{}", sends.total());
    std::string text = fmt::format("{} ({} {}, {} on the network", sends.total(), sends.nvlink,
                                   job != nullptr ? "on " + job->link : "in domains", sends.network);
    if (sends.unstated > 0) text += fmt::format(", {} not said", sends.unstated);
    return text + ")";
}

bool has_bytes(const Study& study) {
    return std::any_of(study.summary.devices.begin(), study.summary.devices.end(),
                       [](const auto& device) { return device.peak_bytes > Bytes{}; });
}

bool has_waiting(const Study& study) {
    return std::any_of(study.summary.devices.begin(), study.summary.devices.end(),
                       [](const auto& device) { return device.waiting_for_send > Seconds{}; });
}

std::uint32_t most_alive(const Study& study) {
    std::uint32_t most = 0;
    for (const auto& device : study.summary.devices) most = std::max(most, device.peak_alive);
    return most;
}

Seconds total_waiting(const Study& study) {
    Seconds total;
    for (const auto& device : study.summary.devices) total += device.waiting_for_send;
    return total;
}

// What a count of alive chunks is in whole stages: chunks hold 1/v of a stage each, DualPipe's two hold a
// whole one.
double in_stages(const Study& study, std::uint32_t alive) {
    const double per_device = double{1} * study.schedule.model_stages / study.schedule.devices;
    return alive / std::max(1.0, per_device);
}

std::string device_table(const Study& study, TimeUnit unit) {
    const bool blocking = study.times.sending == schedule::Sending::blocking;
    std::vector<std::string> header = {"device", "busy", "idle", "idle %"};
    if (blocking) header.emplace_back("sending");
    if (has_waiting(study)) header.emplace_back("idle for sends");
    header.insert(header.end(), {"first", "last", "peak alive"});
    if (has_bytes(study)) header.emplace_back("peak bytes");
    TextTable table = table_with(header);
    for (std::size_t d = 0; d < study.summary.devices.size(); ++d) {
        const auto& device = study.summary.devices[d];
        const double share = study.summary.makespan > Seconds{} ? device.idle / study.summary.makespan : 0;
        std::vector<std::string> row = {fmt::format("{}", d), time_text(device.busy, unit),
                                        time_text(device.idle, unit), percent_text(share)};
        if (blocking) row.push_back(time_text(device.sending, unit));
        if (has_waiting(study)) row.push_back(time_text(device.waiting_for_send, unit));
        row.push_back(time_text(device.first_start, unit));
        row.push_back(time_text(device.last_end, unit));
        row.push_back(fmt::format("{}", device.peak_alive));
        if (has_bytes(study)) row.push_back(human(device.peak_bytes));
        table.add(row);
    }
    return table.text();
}

// Where the times are from.
std::string times_line(TimeUnit unit, const ScheduledJob* job) {
    if (job == nullptr)
        return unit == TimeUnit::arbitrary ? "times are in the unit they were given in\n" : "";
    const std::string fitted = job->model == CostModel::calibrated ? "constants '" + job->fitted_on + "'"
                                                                   : "eta fitted on " + job->fitted_on;
    std::string text =
        wrapped(fmt::format("times: {} model ({}), of the pipeline alone: no gradients sent, no optimizer",
                            cost_model_names[static_cast<std::size_t>(job->model)], fitted),
                "  ") +
        "\n";
    for (const std::string& note : job->notes) text += wrapped("note: " + note, "  ") + "\n";
    return text;
}

// Each line of a text by itself.
std::string folded_lines(std::string_view text) {
    std::string folded;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        folded += wrapped(text.substr(0, end), "  ") + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return folded;
}

std::string fixed(double value) {
    return fmt::format("{:.6g}", value);
}

}  // namespace

std::string schedule_report(const Study& study, TimeUnit unit, const ScheduledJob* job) {
    const auto& s = study.schedule;
    const auto& summary = study.summary;
    std::string text;
    for (const auto& warning : study.warnings) text += "warning: " + warning + "\n";
    text += fmt::format("{}: {} stages, {} micro-batches", s.name, s.devices, s.micro_batches);
    if (s.model_stages > s.devices) text += fmt::format(", {} chunks a stage", s.chunks);
    if (s.parameter_copies > 1) text += fmt::format(", {} copies of the parameters", s.parameter_copies);
    text += "\n";
    text += fmt::format("step         {} (useful {} a device)\n", time_text(summary.makespan, unit),
                        time_text(summary.useful, unit));
    text += fmt::format("bubble       {} of useful work ({}), {} of the step ({})\n",
                        percent_text(summary.bubble_over_useful), fixed(summary.bubble_over_useful),
                        percent_text(summary.bubble_over_step), fixed(summary.bubble_over_step));
    text += fmt::format("sends        {}", sends_text(summary.sends, job));
    if (study.makespan_with_free_sends < summary.makespan) {
        text += fmt::format("; without their time the step takes {}",
                            time_text(study.makespan_with_free_sends, unit));
    }
    text += "\n";
    text += fmt::format("critical     {} operations: {} computing, {} in {} sends\n",
                        study.path.operations.size(), time_text(study.path.computing, unit),
                        time_text(study.path.sending, unit), study.path.sends);
    text += times_line(unit, job) + "\n" + device_table(study, unit);
    const bool counts_chunks = s.model_stages > s.devices;
    text += counts_chunks
                ? fmt::format("peak alive counts micro-batches of one chunk, 1/{} of a stage\n", s.chunks)
                : "peak alive counts micro-batches\n";
    return text;
}

std::string schedule_comparison(const std::vector<Outcome>& outcomes, TimeUnit unit,
                                const ScheduledJob* job) {
    const bool tells_links = std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) {
        const auto* study = std::get_if<Study>(&outcome);
        return study != nullptr && study->summary.sends.nvlink + study->summary.sends.network > 0;
    });
    std::vector<std::string> titles = {"schedule", "chunks", "step",   "useful", "bubble",
                                       "of step",  "alive",  "stages", "sends"};
    if (tells_links) titles.emplace_back("network");
    titles.emplace_back("waiting");
    TextTable table = table_with(titles);
    std::string notes;
    for (const auto& outcome : outcomes) {
        std::vector<std::string> row;
        if (const auto* no = std::get_if<Impossible>(&outcome)) {
            row = {no->schedule, "-", "refused"};
            row.resize(titles.size());
            notes += folded_lines(no->reason);
        } else {
            const auto& study = std::get<Study>(outcome);
            const auto& summary = study.summary;
            for (const auto& warning : study.warnings) notes += wrapped("warning: " + warning, "  ") + "\n";
            if (study.schedule.parameter_copies > 1)
                notes += fmt::format("{} keeps {} copies of the parameters\n", study.schedule.name,
                                     study.schedule.parameter_copies);
            row = {study.schedule.name,
                   fmt::format("{}", study.schedule.chunks),
                   time_text(summary.makespan, unit),
                   time_text(summary.useful, unit),
                   percent_text(summary.bubble_over_useful),
                   percent_text(summary.bubble_over_step),
                   fmt::format("{}", most_alive(study)),
                   fmt::format("{:.4g}", in_stages(study, most_alive(study))),
                   fmt::format("{}", summary.sends.total())};
            if (tells_links) row.push_back(fmt::format("{}", summary.sends.network));
            row.push_back(time_text(total_waiting(study), unit));
        }
        table.add(row);
    }
    std::string key =
        "bubble: idle time over useful time; of step: over the step; alive: micro-batches of one chunk on "
        "the device that holds most; stages: that as whole stages; ";
    if (tells_links)
        key += "network: those of the sends, the others are " +
               (job != nullptr ? "on " + job->link : std::string("in domains")) + "; ";
    key += "waiting: idle for sends, all devices";
    return table.text() + times_line(unit, job) + wrapped(key, "  ") + "\n" + notes;
}

std::string schedule_comparison_csv(const std::vector<Outcome>& outcomes) {
    std::string text =
        "schedule,stages,micro_batches,chunks,makespan,useful,bubble_over_useful,bubble_over_step,peak_alive,"
        "parameter_copies,sends,sends_nvlink,sends_network,waiting_for_sends\n";
    for (const auto& outcome : outcomes) {
        const auto* study = std::get_if<Study>(&outcome);
        if (study == nullptr) {
            text += csv_cell(std::get<Impossible>(outcome).schedule) + ",,,,,,,,,,,,,\n";
            continue;
        }
        const auto& s = study->schedule;
        const auto& summary = study->summary;
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(s.name), s.devices,
                            s.micro_batches, s.chunks, summary.makespan.raw(), summary.useful.raw(),
                            summary.bubble_over_useful, summary.bubble_over_step, most_alive(*study),
                            s.parameter_copies, summary.sends.total(), summary.sends.nvlink,
                            summary.sends.network, total_waiting(*study).raw());
    }
    return text;
}

std::string schedule_operations_csv(const Study& study) {
    const auto& s = study.schedule;
    fmt::memory_buffer text;
    fmt::format_to(fmt::appender(text), "device,kind,micro_batch,chunk,stage,overlap,start,end\n");
    for (std::uint32_t device = 0; device < s.devices; ++device) {
        for (std::size_t i = s.first[device]; i < s.first[device + 1]; ++i) {
            const auto& it = s.operations[i];
            fmt::format_to(fmt::appender(text), "{},{},{},{},{},{},{},{}\n", device, name_of(it.kind),
                           it.micro_batch, it.chunk, s.stage[s.slot(device, it.chunk)],
                           it.together == schedule::Together::with_next ? "with_next" : "",
                           study.timeline.start_of(i).raw(), study.timeline.end_of(i).raw());
        }
    }
    return fmt::to_string(text);
}

}  // namespace railyard::output
