#pragma once
// Everything that the page knows by name: the shipped files as the loaders left them, and what the cost
// models were fitted to. The build writes it (explorer/collect.cpp), the page reads it.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::explorer {

// A name that `--on` takes.
struct ShippedTopology {
    std::string name;
    TopologyParts parts;
    bool is_domain = false;  // a domain's name: as many of it as a job needs
};

struct ReferenceConstants {
    double eta = 0;
    std::string fitted_on;  // "megatron-1.7b on hgx-a100"
};

struct Shipped {
    std::string version;
    std::vector<Model> models;
    std::vector<Layout> layouts;
    std::vector<ShippedTopology> topologies;
    ReferenceConstants reference;
    Calibration calibration;

    // Nothing where there is no such name.
    [[nodiscard]] const Model* model(std::string_view name) const;
    [[nodiscard]] const Layout* layout(std::string_view name) const;
    [[nodiscard]] const ShippedTopology* topology(std::string_view name) const;
};

std::string to_bytes(const Shipped& shipped);
Shipped from_bytes(std::string_view bytes);

}  // namespace railyard::explorer
