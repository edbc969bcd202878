#include "explorer/collect.hpp"

#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/parts.hpp"

namespace railyard::explorer {
namespace {

using input::Shelf;

void add_topologies(const input::Library& library, Shelf shelf, Shipped& shipped) {
    for (const std::string& name : library.names(shelf)) {
        if (shipped.topology(name) != nullptr) continue;
        shipped.topologies.push_back(
            {name, taken_apart(load_topology(library, name).topology), shelf == Shelf::domains});
    }
}

}  // namespace

Shipped collect(const std::string& root, const std::string& version) {
    const input::Library library({root});
    Shipped shipped;
    shipped.version = version;
    for (const std::string& name : library.names(Shelf::models))
        shipped.models.push_back(load_model(library, name));
    for (const std::string& name : library.names(Shelf::layouts))
        shipped.layouts.push_back(load_layout(library, name).layout);
    add_topologies(library, Shelf::topologies, shipped);
    add_topologies(library, Shelf::domains, shipped);
    const ReferenceCalibration reference = calibrate_reference(library);
    shipped.reference = {reference.eta, reference.row + " on " + reference.topology};
    shipped.calibration = load_calibration(shipped_file(library, shipped_calibration));
    return shipped;
}

}  // namespace railyard::explorer
