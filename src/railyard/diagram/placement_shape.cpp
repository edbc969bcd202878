#include "railyard/diagram/placement_shape.hpp"

#include <algorithm>

namespace railyard::diagram {

TileShape shape_of(const Topology& topology, const DomainTiles& domain) {
    const Servers& servers = topology.kind_of(domain.domain).servers;
    TileShape shape;
    const std::uint32_t row = servers.count == 1 && servers.gpus > 4 ? (servers.gpus + 1) / 2 : servers.gpus;
    shape.columns = std::min(row, 8U);
    for (std::uint32_t i = 0; i < domain.tiles.size();) {
        const std::uint32_t server = (domain.domain.first_local + i) / servers.gpus;
        const std::uint32_t end_of_server =
            std::min<std::uint32_t>((server + 1) * servers.gpus - domain.domain.first_local,
                                    static_cast<std::uint32_t>(domain.tiles.size()));
        shape.server_starts.push_back(shape.rows.size());
        for (; i < end_of_server; i += shape.columns)
            shape.rows.emplace_back(i, std::min(i + shape.columns, end_of_server));
        i = end_of_server;
    }
    return shape;
}

}  // namespace railyard::diagram
