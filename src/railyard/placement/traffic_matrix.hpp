#pragma once
// Who sends how much to whom in a step: bytes between the domains, or the servers, that hold ranks.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

enum class MatrixUnit { domains, servers };
inline constexpr std::array<std::string_view, 2> matrix_unit_names = {"domains", "servers"};

struct TrafficMatrix {
    MatrixUnit unit = MatrixUnit::domains;
    std::uint32_t per_cell = 1;         // places in a row or column; the last may hold fewer
    std::vector<std::uint32_t> places;  // DomainId values or server numbers that hold ranks, rising
    std::size_t size = 0;               // rows and columns
    std::vector<Bytes> cells;           // row by row: from the row's places to the column's, in one step

    [[nodiscard]] Bytes at(std::size_t from, std::size_t to) const { return cells[from * size + to]; }
    [[nodiscard]] Bytes total() const;
};

// All dimensions of the layout's report together; `most_cells` rows at most, places share them evenly. Of pp
// half of a boundary's bytes go each way. Time grows with hops.
TrafficMatrix traffic_matrix(const Topology& topology, const Layout& layout, const Volumes& volumes,
                             const Placement& placement, MatrixUnit unit, std::size_t most_cells);

}  // namespace railyard
