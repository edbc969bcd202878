#include "railyard/topology/graph.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "railyard/topology/network_graph.hpp"

namespace railyard {
namespace {

class GraphBuilder {
  public:
    explicit GraphBuilder(const Topology& topology) : topology_(topology), network_(topology.network()) {}

    Graph build() {
        if (topology_.as_needed()) throw std::logic_error("the graph of an endless topology");
        graph_.gpu_nodes = IdVector<GpuId, NodeId>(topology_.gpu_count());
        for (std::uint32_t d = 0; d < topology_.domain_count(); ++d) scale_up_domain(DomainId(d));
        for (std::uint32_t first = 0; first < topology_.gpu_count();) first = server(GpuId(first));
        add_network(topology_, nics_, graph_);
        return std::move(graph_);
    }

  private:
    NodeId add(const Node& node) { return graph_.nodes.add(node); }
    void join(NodeId a, NodeId b, EdgeKind kind, std::uint32_t count, BytesPerSecond rate, Seconds latency) {
        if (count > 0) graph_.edges.push_back({a, b, kind, count, rate, latency});
    }

    void scale_up_domain(DomainId id) {
        const Domain domain = topology_.domain(id);
        const DomainKind& kind = topology_.kind_of(domain);
        for (std::uint32_t i = 0; i < domain.gpus; ++i) {
            const GpuId gpu(domain.first_gpu.value() + i);
            const auto place = topology_.place(gpu);
            graph_.gpu_nodes[gpu] =
                add({NodeKind::gpu, domain.physical, domain.partition, gpu.value(), place.server_id, 0, 0});
        }
        switch (kind.scale_up.kind) {
            case ScaleUpKind::switched:
                if (domain.partition == 0) switches(domain, kind);
                return join_switches(domain, kind);
            case ScaleUpKind::mesh:
                return mesh(domain, kind);
            case ScaleUpKind::links:
                for (const auto& pair : kind.scale_up.pairs) {
                    join(gpu_node(domain, pair.a), gpu_node(domain, pair.b), EdgeKind::nvlink, pair.count,
                         kind.scale_up.link.bandwidth, kind.scale_up.link.latency);
                }
                return;
            case ScaleUpKind::none:
                return;
        }
    }

    [[nodiscard]] NodeId gpu_node(const Domain& domain, std::uint32_t number) const {
        return graph_.gpu_nodes[GpuId(domain.first_gpu.value() + number)];
    }

    void mesh(const Domain& domain, const DomainKind& kind) {
        for (std::uint32_t a = 0; a < domain.gpus; ++a) {
            for (std::uint32_t b = a + 1; b < domain.gpus; ++b) {
                join(gpu_node(domain, a), gpu_node(domain, b), EdgeKind::nvlink, kind.scale_up.links_per_pair,
                     kind.scale_up.link.bandwidth, kind.scale_up.link.latency);
            }
        }
    }

    // The NVSwitches of a physical domain and the trunks between them.
    void switches(const Domain& domain, const DomainKind& kind) {
        const ScaleUp& up = kind.scale_up;
        const std::uint32_t per_board = up.switches / up.boards;
        switches_.clear();
        for (std::uint32_t s = 0; s < up.switches; ++s) {
            switches_.push_back(add({NodeKind::nvswitch, domain.physical, 0, s, 0, 0, 0}));
        }
        for (std::uint32_t s = 0; up.boards == 2 && s < per_board; ++s) {
            join(switches_[s], switches_[per_board + s], EdgeKind::nvlink_trunk, up.trunk_links,
                 up.trunk.bandwidth, up.trunk.latency);
        }
    }

    void join_switches(const Domain& domain, const DomainKind& kind) {
        const ScaleUp& up = kind.scale_up;
        const std::uint32_t per_board = up.switches / up.boards;
        for (std::uint32_t g = 0; g < domain.gpus; ++g) {
            const std::uint32_t board = kind.board_of(domain.first_local + g);
            for (std::uint32_t s = 0; s < per_board; ++s) {
                join(gpu_node(domain, g), switches_[board * per_board + s], EdgeKind::nvlink,
                     up.links_per_switch[s], up.link.bandwidth, up.link.latency);
            }
        }
    }

    // CPUs and NICs of the server that starts at `first`; returns the first GPU behind it.
    std::uint32_t server(GpuId first) {
        const GpuPlace place = topology_.place(first);
        const DomainKind& kind = topology_.kind_of(place);
        const Servers& shape = kind.servers;
        std::vector<NodeId> cpus;
        for (std::uint32_t c = 0; c < shape.cpus; ++c) {
            cpus.push_back(add({NodeKind::cpu, place.physical, 0, c, place.server_id, 0, 0}));
            for (std::uint32_t other = 0; other < c; ++other) {
                join(cpus[other], cpus[c], EdgeKind::cpu_link, 1, shape.cpu_link.bandwidth,
                     shape.cpu_link.latency);
            }
        }
        for (std::uint32_t g = 0; g < shape.gpus && !cpus.empty(); ++g) {
            join(graph_.gpu_nodes[GpuId(first.value() + g)], cpus[kind.cpu_of(g)],
                 shape.c2c ? EdgeKind::c2c : EdgeKind::pcie, 1, shape.gpu_to_cpu().bandwidth,
                 shape.gpu_to_cpu().latency);
        }
        nics(first, place, kind);
        return first.value() + shape.gpus;
    }

    void nics(GpuId first, const GpuPlace& place, const DomainKind& kind) {
        const std::uint32_t count = kind.nics_per_server();
        for (std::uint32_t n = 0; n < count; ++n) {
            NicNode nic;
            nic.node = add({NodeKind::nic, place.physical, 0, n, place.server_id, 0, 0});
            nic.rail = n % network_.rails;
            nic.bandwidth = kind.nics.bandwidth;
            for (std::uint32_t g = 0; g < kind.servers.gpus; ++g) {
                const std::uint32_t nic_begin = kind.first_nic_of(g);
                const std::uint32_t nic_end = std::max(nic_begin + 1, kind.first_nic_of(g + 1));
                if (n < nic_begin || n >= nic_end) continue;
                const GpuId gpu(first.value() + g);
                nic.beside = topology_.place(gpu);
                // The latency of a network hop is its tier's as a whole, so the way to the NIC adds none; and
                // what a file gives as a NIC's rate is what gets out of the server.
                join(graph_.gpu_nodes[gpu], nic.node, EdgeKind::pcie, 1, kind.nics.bandwidth, {});
            }
            nics_.push_back(nic);
        }
    }

    const Topology& topology_;
    const Network& network_;
    Graph graph_;
    std::vector<NodeId> switches_;  // of the physical domain at hand
    std::vector<NicNode> nics_;
};

}  // namespace

Graph build_graph(const Topology& topology) {
    return GraphBuilder(topology).build();
}

}  // namespace railyard
