#pragma once
// The answer of `place`: as a table for people, as JSON and as CSV for programs.

#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/evaluate.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/output/step_report.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {

// Whether what each group sees of its links is told.
enum class LinkDetail { left_out, told };
// Whether memory is told tensor by tensor.
enum class MemoryDetail { in_short, explained };

struct MemoryAnswer {
    memory::Memory memory;
    memory::Fit fit;
};

struct PlaceReport {
    const Topology& topology;
    const Layout& layout;
    const EvaluationResult& result;
    std::optional<StepReport> step{};  // none: not estimated
    LinkDetail links = LinkDetail::left_out;
    std::optional<MemoryAnswer> memory{};  // none: not estimated
    MemoryDetail memory_detail = MemoryDetail::in_short;
    std::vector<std::string> notes{};  // of the files, and of the placement
};

// What was placed where, what is idle, per dimension the hops and their share on NVLink, and in one closing
// line what leaves NVLink and why. A job that does not fit: how many GPUs are short, and why.
std::string place_table(const PlaceReport& report, Colour colour);

// "Leaves NVLink: pp (11.0 %: ...). On NVLink whole: tp."
std::string closing_line(const Topology& topology, const Layout& layout, const Evaluation& evaluation);

// The keys of the documented format; sizes in bytes.
std::string place_json(const PlaceReport& report);

// Bytes per step of its dimensions, in their order: what the model of its step moves; where no step is
// estimated, the reference model's. Of a job that does not fit none.
std::vector<TrafficBytes> bytes_per_step(const PlaceReport& report);

// A header and one row per dimension; a job that does not fit has the header alone.
std::string place_csv(const PlaceReport& report);

// rank,tp,cp,pp,dp,ep,etp,edp,domain,server,gpu - one row per rank, the last three as names.
std::string ranks_csv(const Topology& topology, const Layout& layout, const Placement& placement);

// What a placement does that its user may not expect: blocks that straddle, domains passed over, expert
// groups that span domains.
std::vector<std::string> placement_notes(const Topology& topology, const Layout& layout,
                                         const Evaluation& evaluation);

}  // namespace railyard::output
