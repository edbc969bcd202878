#include "railyard/sweep/sweep_notes.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "railyard/topology/bill_notes.hpp"

namespace railyard::sweep {
namespace {

constexpr std::uint64_t points_looked_at = 24;

// A note, and the topologies that it is true of.
struct OfTopologies {
    std::string note;
    std::set<std::string> topologies;
};

class NoteCollector {
  public:
    NoteCollector(const DesignPoints& points, const Plan& plan) : points_(points), plan_(plan) {}

    std::vector<std::string> notes() {
        const bool cost = wants("cost");
        const bool power = wants("power") || wants("mwh");
        if (cost || power) bills(cost, power);
        peaks();
        return std::move(notes_);
    }

  private:
    // Whether the sweep asks for figures whose names begin so.
    [[nodiscard]] bool wants(std::string_view begin) const {
        const auto asked = [&](std::size_t figure) { return figures()[figure].column.starts_with(begin); };
        return plan_.columns_are == Columns::asked_for &&
               std::any_of(plan_.columns.begin(), plan_.columns.end(), asked);
    }

    void bills(bool cost, bool power) {
        std::vector<OfTopologies> found;
        std::set<std::string> topologies;
        const auto put = [&](const Topology& topology, Billed figure) {
            for (std::string& note : bill_notes(topology, 1, figure)) {
                const auto at = std::find_if(found.begin(), found.end(),
                                             [&](const auto& known) { return known.note == note; });
                if (at != found.end()) {
                    at->topologies.insert(topology.name());
                } else {
                    found.push_back({std::move(note), {topology.name()}});
                }
            }
        };
        const std::uint64_t all = plan_.grid.points();
        const std::uint64_t looked_at = std::min(all, points_looked_at);
        for (std::uint64_t i = 0; i < looked_at; ++i) {
            const auto topology = points_.topology(i * all / looked_at);
            if (!topology) continue;
            topologies.insert(topology->name());
            if (cost) put(*topology, Billed::cost);
            if (power) put(*topology, Billed::power);
        }
        for (const OfTopologies& one : found) {
            std::string of;
            if (one.topologies.size() < topologies.size()) {
                for (const std::string& name : one.topologies) of += (of.empty() ? "" : ", ") + name;
                of += ": ";
            }
            notes_.push_back(of + one.note);
        }
    }

    // Measured products say nothing of a peak that the GPU does not have.
    void peaks() {
        if (plan_.times != CostModel::calibrated) return;
        const auto look = [&](const SweptKey& key) {
            if (key.target != Target::gpu || !key.path.starts_with("peak")) return;
            notes_.push_back("'" + key.path +
                             "' makes the measured matrix products of the GPU faster by as much as it is "
                             "above the peak in "
                             "its file: such a GPU was not measured (times: reference goes by peaks alone)");
        };
        for (const SweptKey& key : plan_.fixed) look(key);
        for (const Axis& axis : plan_.axes)
            for (const SweptKey& key : axis.keys) look(key);
    }

    const DesignPoints& points_;
    const Plan& plan_;
    std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> notes_on(const DesignPoints& points, const Plan& plan) {
    return NoteCollector(points, plan).notes();
}

}  // namespace railyard::sweep
