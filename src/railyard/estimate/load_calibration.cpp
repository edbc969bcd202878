#include "railyard/estimate/load_calibration.hpp"

#include "railyard/estimate/estimate.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace railyard {
namespace {

InputError unusable(const std::string& why) {
    return InputError(
        Diagnostic{{},
                   "the reference model cannot be calibrated on " + std::string(reference_row) + ": " + why,
                   "is one of your own files found under this name?",
                   "",
                   0});
}

}  // namespace

ReferenceCalibration calibrate_reference(const input::Library& library) {
    // Beside nobody: a user's file of the same name is not the published row.
    const std::string nowhere = "/nonexistent";
    const Layout layout = load_layout(library, reference_row, {}, nowhere).layout;
    const Topology topology = load_topology(library, reference_row_topology, nowhere).topology;
    const auto measured = published_step(layout, AttentionCount::full);
    if (!measured) throw unusable("it has no published figure");
    const auto result = evaluate(topology, layout);
    const auto* evaluation = std::get_if<Evaluation>(&result);
    if (evaluation == nullptr) throw unusable("it does not fit on " + std::string(reference_row_topology));
    const Estimate estimate = look_at_links(topology, layout, *evaluation);
    const double eta =
        fit_eta(layout, estimate.rates, reference_batch(layout, BatchAssumption::papers_silent), *measured);
    if (!(eta > 0)) throw unusable("its communication alone takes longer than the step");
    return {eta, layout.name, std::string(reference_row_topology)};
}

}  // namespace railyard
