#include "railyard/sweep/point_parts.hpp"

#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::sweep {
namespace {

using input::Node;

input::KeySetting setting_of(const Plan& plan, const SweptKey& key, const Node& value) {
    return {key.path, value, value.mark.source != nullptr ? value.mark : key.mark,
            plan.document.sources.front()};
}

// Notes that are on values of the sweep, without their places, on one line: what files say that it stands on
// is the same for all points.
std::string notes_on_values(const Plan& plan, const std::vector<std::string>& notes) {
    const std::string place = plan.document.source().name() + ":";
    std::string text;
    for (const std::string& note : notes) {
        if (!note.starts_with(place)) continue;
        const std::size_t message = note.find(": ", place.size());
        if (message != std::string::npos) text += (text.empty() ? "" : "; ") + note.substr(message + 2);
    }
    return text;
}

// A number as the layout has it so far; 1 where it says nothing.
std::uint64_t degree_in(const input::Document& document, std::string_view key) {
    const input::Entry* parallel = document.root.find("parallel");
    const input::Entry* entry = parallel == nullptr ? nullptr : parallel->value.find(key);
    if (entry == nullptr) return 1;
    const auto number = input::parse_whole(entry->value.text, 1, static_cast<std::uint32_t>(most_ranks));
    const auto* value = std::get_if<std::uint32_t>(&number);
    return value == nullptr ? 1 : *value;
}

// dp such that the job takes so many GPUs; or why there is none.
std::variant<Node, std::string> replicas_of(input::Document degrees,
                                            const std::vector<input::KeySetting>& settings,
                                            const Node& gpus) {
    // Degrees that are set count, before dp is worked out from them.
    for (const auto& setting : input::sections_first(settings))
        if (setting.path.starts_with("parallel")) set_key(degrees, setting);
    const std::uint64_t others =
        degree_in(degrees, "tp") * degree_in(degrees, "cp") * degree_in(degrees, "pp");
    const auto wanted = input::parse_whole(gpus.text, 1, static_cast<std::uint32_t>(most_ranks));
    if (const auto* complaint = std::get_if<input::Complaint>(&wanted)) return "gpus: " + complaint->message;
    const std::uint64_t ranks = std::get<std::uint32_t>(wanted);
    if (ranks % others != 0) {
        return "tp x cp x pp = " + std::to_string(others) + " does not divide " + std::to_string(ranks) +
               " GPUs";
    }
    Node dp = gpus;
    dp.text = std::to_string(ranks / others);
    return dp;
}

}  // namespace

std::string reason_of(const InputError& error) {
    const Diagnostic& first = error.problems().front();
    return first.message + (first.hint.empty() ? "" : " (" + first.hint + ")");
}

// Calls visit(key, value) for all keys of a point.
template <class Visit>
void PointMaker::for_each_key(std::uint64_t point, Visit visit) const {
    for (const SweptKey& key : plan_.fixed) visit(key, key.values.front());
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis)
        for (const SweptKey& key : plan_.axes[axis].keys)
            visit(key, key.values[plan_.grid.choice(point, axis)]);
}

std::unique_ptr<PointMachine> PointMaker::machine(std::uint64_t point) const {
    const input::Document* document = nullptr;
    TopologySettings settings;
    for_each_key(point, [&](const SweptKey& key, const Node& value) {
        if (key.target == Target::topology_file) {
            for (const auto& [name, opened] : files_.topologies)
                if (name == value.text) document = &opened;
        }
        if (key.target == Target::topology) settings.topology.push_back(setting_of(plan_, key, value));
        if (key.target == Target::domain) settings.domain.push_back(setting_of(plan_, key, value));
        if (key.target == Target::gpu) settings.gpu.push_back(setting_of(plan_, key, value));
    });
    auto made = std::make_unique<PointMachine>();
    try {
        made->topology = load_topology(library_, *document, settings).topology;
        if (const auto* eta = std::get_if<double>(&times_)) {
            made->evaluator.emplace(*made->topology, *eta);
        } else {
            const auto& calibrated = std::get<CalibratedTimes>(times_);
            made->evaluator.emplace(*made->topology, calibrated.calibration);
            if (calibrated.otherwise) made->reference.emplace(*made->topology, *calibrated.otherwise);
        }
    } catch (const InputError& error) {
        made->why_not = reason_of(error);
    }
    return made;
}

std::unique_ptr<PointJob> PointMaker::job(std::uint64_t point) const {
    auto made = std::make_unique<PointJob>();
    const input::Document* base = nullptr;
    std::vector<input::KeySetting> settings;
    const SweptKey* gpus_key = nullptr;
    const Node* gpus = nullptr;
    for_each_key(point, [&](const SweptKey& key, const Node& value) {
        if (key.target == Target::layout_file) {
            for (const auto& [name, opened] : files_.layouts)
                if (name == value.text) base = &opened;
        }
        if (key.target == Target::layout) settings.push_back(setting_of(plan_, key, value));
        if (key.target == Target::gpus) {
            gpus_key = &key;
            gpus = &value;
        }
    });
    try {
        input::Document document = *base;
        if (gpus != nullptr) {
            auto dp = replicas_of(document, settings, *gpus);
            if (auto* why_not = std::get_if<std::string>(&dp)) {
                made->why_not = std::move(*why_not);
                return made;
            }
            settings.push_back({"parallel.dp", std::get<Node>(std::move(dp)), gpus_key->mark,
                                plan_.document.sources.front()});
        }
        LoadedLayout loaded = read_layout(library_, std::move(document), settings);
        made->layout = std::move(loaded.layout);
        made->notes = notes_on_values(plan_, loaded.notes);
    } catch (const InputError& error) {
        made->why_not = reason_of(error);
    }
    return made;
}

}  // namespace railyard::sweep
