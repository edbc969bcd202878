#include "railyard/placement/traffic_matrix.hpp"

#include <algorithm>
#include <numeric>

#include "railyard/placement/hop_walk.hpp"
#include "railyard/placement/traffic.hpp"

namespace railyard {

Bytes TrafficMatrix::total() const {
    return std::accumulate(cells.begin(), cells.end(), Bytes{});
}

TrafficMatrix traffic_matrix(const Topology& topology, const Layout& layout, const Volumes& volumes,
                             const Placement& placement, MatrixUnit unit, std::size_t most_cells) {
    TrafficMatrix matrix;
    matrix.unit = unit;
    std::vector<std::uint32_t> place_of(placement.gpu_of.size());
    std::vector<DomainId> domain_of;
    for (std::uint32_t r = 0; r < place_of.size(); ++r) {
        const GpuPlace place = topology.place(placement.gpu_of[RankId(r)]);
        domain_of.push_back(place.domain);
        place_of[r] = unit == MatrixUnit::domains ? place.domain.value() : place.server_id;
    }
    matrix.places = place_of;
    std::sort(matrix.places.begin(), matrix.places.end());
    matrix.places.erase(std::unique(matrix.places.begin(), matrix.places.end()), matrix.places.end());
    const std::size_t places = matrix.places.size();
    matrix.per_cell =
        static_cast<std::uint32_t>((places + most_cells - 1) / std::max<std::size_t>(1, most_cells));
    matrix.size = (places + matrix.per_cell - 1) / std::max(1U, matrix.per_cell);
    matrix.cells.assign(matrix.size * matrix.size, Bytes{});
    for (std::uint32_t& place : place_of) {
        const auto found = std::lower_bound(matrix.places.begin(), matrix.places.end(), place);
        place = static_cast<std::uint32_t>(found - matrix.places.begin()) / matrix.per_cell;
    }

    const RankGrid grid(layout.order, layout.degrees);
    for (const Dimension dimension : dimensions_of(layout)) {
        const std::vector<Bytes> per_hop = bytes_per_hop(layout, volumes, dimension);
        const Bytes per_wrap = bytes_per_wrap(layout);
        const double crossing = volumes.crossing_of(dimension);
        for_each_hop(grid, dimension, [&](const WalkedHop& hop) {
            const std::size_t from = place_of[hop.from.value()];
            const std::size_t to = place_of[hop.to.value()];
            Bytes sent = hop.part == HopPart::wrap ? per_wrap : per_hop[hop.stage];
            if (domain_of[hop.from.value()] != domain_of[hop.to.value()]) sent = sent * crossing;
            if (dimension != Dimension::pp) {
                matrix.cells[from * matrix.size + to] += sent;
                return;
            }
            // Activations go forward, gradients of the same size back.
            matrix.cells[from * matrix.size + to] += sent / 2;
            matrix.cells[to * matrix.size + from] += sent / 2;
        });
    }
    return matrix;
}

}  // namespace railyard
