#pragma once
// What the page is looking at: one job on one topology, placed and estimated as `railyard place` does it.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "explorer/core/shipped.hpp"
#include "explorer/core/timeline.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::explorer {

// A job that found its place.
struct PlacedJob {
    const Topology* topology = nullptr;
    Layout layout;
    Evaluation evaluation;
};

class Session {
  public:
    explicit Session(Shipped shipped) : shipped_(std::move(shipped)) {}

    [[nodiscard]] const Shipped& shipped() const { return shipped_; }

    // The question: `layout`, `on`, `times` (reference; anything else: as `place` by default), and settings.
    // The answer is JSON: {"problems": [...]}, or
    //   "place"    what `railyard place --format json` writes, without the notes on lines of files
    //   "notes"    on sizes
    //   "micro_batches"      of a replica
    //   "domains"            what those with ranks are called, and whether they have NVLink
    //   "calibration_lacks"  why the times are the reference model's though they were not asked for
    std::string place(std::string_view question);

    // As run_schedule() has it; of=job: the pipeline of the last job that was placed, with its own times.
    [[nodiscard]] Timeline schedule(std::string_view question) const;

    // The job of the last question that was placed; none where it did not fit or the question was wrong.
    [[nodiscard]] const PlacedJob* job() const { return job_ ? &*job_ : nullptr; }

  private:
    [[nodiscard]] const Topology* topology(const std::string& name);

    Shipped shipped_;
    std::map<std::string, Topology> topologies_;  // made when first asked for
    std::optional<PlacedJob> job_;
    std::string times_;  // that it was asked with
};

// Everything there is to choose from, as JSON.
std::string catalogue_json(const Shipped& shipped);

}  // namespace railyard::explorer
