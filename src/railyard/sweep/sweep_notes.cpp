#include "railyard/sweep/sweep_notes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "railyard/topology/bill_notes.hpp"
#include "railyard/topology/load_written.hpp"

namespace railyard::sweep {
namespace {

constexpr std::uint64_t points_looked_at = 24;
// For each axis, as it were a small sweep.
constexpr std::uint64_t points_compared = 24;
constexpr std::uint32_t choices_compared = 6;

// Spread over all, and over the choices of each axis: equal steps would meet the same choices again and
// again.
std::uint64_t spread(std::uint64_t i, std::uint64_t all) {
    constexpr double golden = 0.6180339887498949;
    const double share = static_cast<double>(i) * golden;
    const auto point = static_cast<std::uint64_t>((share - std::floor(share)) * static_cast<double>(all));
    return std::min(point, all - 1);
}

// A note, and the topologies that it is true of.
struct OfTopologies {
    std::string note;
    std::set<std::string> topologies;
};

class NoteCollector {
  public:
    NoteCollector(const DesignPoints& points, const Plan& plan) : points_(points), plan_(plan) {
        const std::vector<ResultColumn> columns = points.columns();
        const auto column_named = [&](std::string_view name) {
            const auto at = std::find_if(columns.begin(), columns.end(),
                                         [&](const ResultColumn& column) { return column.name == name; });
            return static_cast<std::size_t>(at - columns.begin());
        };
        status_ = column_named(status_column);
        compared_ = {column_named(reason_column)};
        for (const std::size_t figure : plan.columns)
            compared_.push_back(column_named(figures()[figure].column));
    }

    std::vector<std::string> notes() {
        const bool cost = wants("cost");
        const bool power = wants("power") || wants("mwh");
        if (cost || power) bills(cost, power);
        peaks();
        effective_rates();
        idle_axes();
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
            const auto topology = points_.topology(all <= looked_at ? i : spread(i, all));
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
        for (const SweptKey* key : all_keys()) {
            if (key->target != Target::gpu || !key->path.starts_with("peak")) continue;
            notes_.push_back("'" + key->path +
                             "' makes the measured matrix products of the GPU faster by as much as it is "
                             "above the peak in "
                             "its file: such a GPU was not measured (times: reference goes by peaks alone)");
        }
    }

    [[nodiscard]] std::vector<const SweptKey*> all_keys() const {
        std::vector<const SweptKey*> keys;
        for (const SweptKey& key : plan_.fixed) keys.push_back(&key);
        for (const Axis& axis : plan_.axes)
            for (const SweptKey& key : axis.keys) keys.push_back(&key);
        return keys;
    }

    // Effective rates that went with a nominal one (scale_effective_rates).
    void effective_rates() {
        const std::vector<const SweptKey*> keys = all_keys();
        const auto is_set = [&](const std::string& path) {
            return std::any_of(keys.begin(), keys.end(),
                               [&](const SweptKey* key) { return key->path == path; });
        };
        for (const std::string_view link : links_with_rates()) {
            const std::string nominal = std::string(link) + ".bandwidth_per_direction";
            const std::string effective = std::string(link) + ".effective_per_direction";
            if (!is_set(nominal) || is_set(effective) || !some_topology_has(link)) continue;
            notes_.push_back(
                "'" + effective + "' is taken to be the same share of '" + nominal +
                "' as in the file: it says what software reaches of a link (another: zip the two), "
                "and no model of times goes by it");
        }
    }
    [[nodiscard]] bool some_topology_has(std::string_view link) const {
        const std::uint64_t all = plan_.grid.points();
        const std::uint64_t looked_at = std::min(all, points_looked_at);
        for (std::uint64_t i = 0; i < looked_at; ++i) {
            const auto topology = points_.topology(all <= looked_at ? i : spread(i, all));
            if (!topology) continue;
            for (const DomainKind& kind : topology->kinds())
                if (effective_rate(kind, link)) return true;
        }
        return false;
    }

    // Axes along which no figure changes: a slip, or a key that the figures do not depend on.
    void idle_axes() {
        for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
            const auto& keys = plan_.axes[axis].keys;
            const bool is_file = std::any_of(keys.begin(), keys.end(), [](const SweptKey& key) {
                return key.target == Target::topology_file || key.target == Target::layout_file;
            });
            if (is_file || plan_.axes[axis].size() < 2 || !is_idle(axis)) continue;
            std::string names;
            std::string why;
            for (const SweptKey& key : keys) {
                names += (names.empty() ? "'" : ", '") + key.path + "'";
                if (key.path.ends_with("effective_per_direction")) why = ": no model of times goes by it";
            }
            notes_.push_back(names + (keys.size() > 1 ? " change" : " changes") +
                             " none of the figures at the points that were compared" + why);
        }
    }

    [[nodiscard]] bool is_idle(std::size_t axis) const {
        const std::uint64_t all = plan_.grid.points();
        const std::uint64_t looked_at = std::min(all, points_compared);
        const std::uint32_t choices = std::min(plan_.axes[axis].size(), choices_compared);
        std::uint64_t pairs = 0;
        for (std::uint64_t i = 0; i < looked_at; ++i) {
            std::optional<ResultRow> first;
            for (std::uint32_t choice = 0; choice < choices; ++choice) {
                const std::uint64_t point = all <= looked_at ? i : spread(i, all);
                auto row = figures_at(plan_.grid.with_choice(point, axis, choice));
                if (!row) continue;
                if (first && *first != *row) return false;
                if (first) ++pairs;
                first = std::move(row);
            }
        }
        return pairs > 0;
    }

    // What is said of a point that is ok and its figures, without its choices.
    [[nodiscard]] std::optional<ResultRow> figures_at(std::uint64_t point) const {
        ResultRow row = points_.row(point);
        if (row[status_] != ResultCell(std::string(status_names[static_cast<std::size_t>(PointStatus::ok)])))
            return std::nullopt;
        ResultRow kept;
        for (const std::size_t column : compared_) kept.push_back(std::move(row[column]));
        return kept;
    }

    const DesignPoints& points_;
    const Plan& plan_;
    std::size_t status_ = 0;
    std::vector<std::size_t> compared_;  // the reason, and the figures
    std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> notes_on(const DesignPoints& points, const Plan& plan) {
    return NoteCollector(points, plan).notes();
}

}  // namespace railyard::sweep
