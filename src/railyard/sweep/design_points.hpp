#pragma once
// The points of a sweep as topologies and layouts, and what each of them gives. Topologies and layouts are
// made when a point first needs them and kept for the others.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/step_facts.hpp"
#include "railyard/search/results.hpp"
#include "railyard/sweep/axis_columns.hpp"
#include "railyard/sweep/opened_files.hpp"
#include "railyard/sweep/plan.hpp"
#include "railyard/sweep/point_parts.hpp"

namespace railyard::sweep {

// One design and all that is known of it.
struct Design {
    std::string why_not;             // where there is none; the rest is then as far as it got
    std::string caveat;              // that another model stands in for the one of its times
    std::vector<std::string> notes;  // what else is to be said of one that is there
    std::optional<Topology> topology;
    std::optional<Layout> layout;
    std::optional<Assessment> assessment;  // with hops and bytes by stage
    std::vector<StepPiece> pieces;         // what its step is made of
    Bill bill;
    std::uint32_t billed_domains = 0;  // of a last run that comes as needed
};

class DesignPoints {
  public:
    // Opens the topologies and layouts that the sweep names. Throws InputError if one is not there or is no
    // such file; what single points change is looked at when they come. `times_files`: what `times` was read
    // from. `library` and `plan` outlive it.
    DesignPoints(const input::Library& library, const Plan& plan, TimeModel times,
                 const std::vector<std::string>& times_files = {});
    ~DesignPoints();
    DesignPoints(const DesignPoints&) = delete;
    DesignPoints& operator=(const DesignPoints&) = delete;

    // Of every result: the point, its choices, status and reason, the figures wanted.
    [[nodiscard]] std::vector<ResultColumn> columns() const;
    // May be called by several threads at once; the same row for the same point, always.
    [[nodiscard]] ResultRow row(std::uint64_t point) const;

    // The same point with all that its row is taken from; constraints aside.
    [[nodiscard]] Design design(std::uint64_t point) const;

    // The topology of a point, if it can be.
    [[nodiscard]] std::optional<Topology> topology(std::uint64_t point) const;

    // A number that differs when the sweep, a file that it stands on, or the model of times says something
    // else.
    [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

    // The files that it comes from, each with a checksum.
    [[nodiscard]] const std::vector<NamedSum>& files() const { return files_.read; }

  private:
    struct Outcome;

    [[nodiscard]] Outcome outcome(std::uint64_t point) const;

    const Plan& plan_;
    TimeModel times_;
    OpenedFiles files_;
    PointMaker maker_;
    std::vector<std::vector<AxisColumns>> axis_columns_;  // of each axis, its keys
    std::vector<std::size_t> machine_axes_;               // that change a topology, a domain or a GPU
    std::vector<std::size_t> job_axes_;
    mutable std::vector<std::atomic<const PointMachine*>> machines_;
    mutable std::vector<std::atomic<const PointJob*>> jobs_;
    bool needs_bytes_ = false;
    bool needs_bill_ = false;
    std::uint64_t fingerprint_ = 0;
};

}  // namespace railyard::sweep
