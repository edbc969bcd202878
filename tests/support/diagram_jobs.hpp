#pragma once
// Jobs as the tests of pictures want them: placed, and kept together.

#include <string>
#include <utility>

#include "railyard/estimate/evaluate.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::test {

struct DrawnJob {
    DrawnJob(Layout of, Topology on)
        : layout(std::move(of)),
          topology(std::move(on)),
          evaluation(std::get<Evaluation>(evaluate(topology, layout))) {}
    DrawnJob(const char* layout_name, const char* topology_name, const Changes& changes = {})
        : DrawnJob(shipped_layout(layout_name, changes),
                   load_topology(shipped_library(), topology_name).topology) {}

    [[nodiscard]] const Placement& placement() const { return evaluation.placement; }

    Layout layout;
    Topology topology;
    Evaluation evaluation;
};

}  // namespace railyard::test
