#include "explorer/core/shipped.hpp"

#include <algorithm>

#include "explorer/core/archive.hpp"
#include "explorer/core/archive_estimate.hpp"
#include "explorer/core/archive_job.hpp"
#include "explorer/core/archive_topology.hpp"

namespace railyard::explorer {

void fields(auto& archive, ValueOf<ShippedTopology> auto& value) {
    auto& [name, parts, is_domain] = value;
    archive(name, parts, is_domain);
}

void fields(auto& archive, ValueOf<ReferenceConstants> auto& value) {
    auto& [eta, fitted_on] = value;
    archive(eta, fitted_on);
}

void fields(auto& archive, ValueOf<Shipped> auto& value) {
    auto& [version, models, layouts, topologies, reference, calibration] = value;
    archive(version, models, layouts, topologies, reference, calibration);
}

namespace {

template <class T>
const T* named(const std::vector<T>& items, std::string_view name) {
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const T& item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

}  // namespace

const Model* Shipped::model(std::string_view name) const {
    return named(models, name);
}

const Layout* Shipped::layout(std::string_view name) const {
    return named(layouts, name);
}

const ShippedTopology* Shipped::topology(std::string_view name) const {
    return named(topologies, name);
}

std::string to_bytes(const Shipped& shipped) {
    Writer write;
    write(shipped);
    return write.bytes();
}

Shipped from_bytes(std::string_view bytes) {
    Shipped shipped;
    Reader read(bytes);
    read(shipped);
    if (!read.at_end()) throw std::logic_error("the shipped data go on behind their end");
    return shipped;
}

}  // namespace railyard::explorer
