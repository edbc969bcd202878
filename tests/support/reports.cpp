#include "tests/support/reports.hpp"

#include <utility>

#include "tests/support/shipped.hpp"

namespace railyard::test {

Placed::Placed(Layout layout, Topology topology)
    : layout_(std::move(layout)), topology_(std::move(topology)), result_(evaluate(topology_, layout_)) {}

Placed::Placed(std::string_view layout, std::string_view topology, const Changes& changes)
    : Placed(shipped_layout(layout, changes), load_topology(shipped_library(), topology).topology) {}

output::PlaceReport Placed::report() const {
    return {topology_, layout_, result_};
}

output::PlaceReport Placed::timed() const {
    output::PlaceReport timed = report();
    timed.step = output::StepReport{estimate(), "a row on a machine", 1e12};
    return timed;
}

Estimate Placed::estimate() const {
    return estimate_reference(topology_, layout_, evaluation(), 0.5);
}

Topology topology_of(const std::string& text) {
    return load_text(text).topology;
}

}  // namespace railyard::test
