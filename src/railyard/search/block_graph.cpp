#include "railyard/search/block_graph.hpp"

#include <algorithm>
#include <utility>

#include "railyard/job/groups.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/traffic.hpp"

namespace railyard::search {
namespace {

class Builder {
  public:
    Builder(const Layout& layout, const Volumes& volumes, std::uint32_t block)
        : layout_(layout), volumes_(volumes) {
        graph_.block = block;
        graph_.edges.resize(layout.degrees.ranks() / block);
    }

    BlockGraph run() {
        const RankGrid grid(layout_.order, layout_.degrees);
        for (const Dimension dimension : dimensions_of(layout_)) {
            per_hop_ = bytes_per_hop(layout_, volumes_, dimension);
            Groups(grid, dimension).for_each_run([&](const GroupRun& run) {
                for (std::uint32_t i = 0; i < run.count; ++i) add_group(dimension, run, run.first + i);
            });
        }
        for (auto& edges : graph_.edges) merge(edges);
        return std::move(graph_);
    }

  private:
    void add_group(Dimension dimension, const GroupRun& run, std::uint32_t base) {
        const auto& offsets = run.offsets;
        const double bytes = per_hop_[run.stage].raw() * volumes_.crossing_of(dimension);
        const std::size_t n = offsets.size();
        switch (pattern_of(dimension)) {
            case HopPattern::all_to_all:
                for (std::size_t a = 0; a < n; ++a)
                    for (std::size_t b = 0; b < n; ++b)
                        if (a != b) add(base + offsets[a], base + offsets[b], bytes);
                break;
            case HopPattern::ring:
                for (std::size_t a = 0; n > 1 && a < n; ++a)
                    add(base + offsets[a], base + offsets[(a + 1) % n], bytes);
                break;
            case HopPattern::chain:
                for (std::size_t a = 0; a + 1 < n; ++a)
                    add(base + offsets[a], base + offsets[a + 1], per_hop_[a].raw());
                add(base + offsets[n - 1], base + offsets[0], bytes_per_wrap(layout_).raw());
                break;
        }
    }

    void add(std::uint32_t from, std::uint32_t to, double bytes) {
        const std::uint32_t a = from / graph_.block;
        const std::uint32_t b = to / graph_.block;
        if (a == b || bytes <= 0) return;
        for (const auto& [own, other] : {std::pair(a, b), std::pair(b, a)}) {
            auto& edges = graph_.edges[own];
            // Hops of the neighbour group mostly join the same blocks.
            if (!edges.empty() && edges.back().to == other) {
                edges.back().bytes += bytes;
            } else {
                edges.push_back({other, bytes});
            }
            if (edges.size() > 4096) merge(edges);
        }
    }

    static void merge(std::vector<BlockEdge>& edges) {
        std::sort(edges.begin(), edges.end(),
                  [](const BlockEdge& a, const BlockEdge& b) { return a.to < b.to; });
        std::size_t kept = 0;
        for (const BlockEdge& edge : edges) {
            if (kept > 0 && edges[kept - 1].to == edge.to) {
                edges[kept - 1].bytes += edge.bytes;
            } else {
                edges[kept++] = edge;
            }
        }
        edges.resize(kept);
    }

    const Layout& layout_;
    const Volumes& volumes_;
    std::vector<Bytes> per_hop_;  // of the dimension under way, by stage
    BlockGraph graph_;
};

}  // namespace

BlockGraph block_graph(const Layout& layout, const Volumes& volumes, std::uint32_t block) {
    return Builder(layout, volumes, block).run();
}

double bytes_apart(const BlockGraph& graph, const std::vector<std::uint32_t>& place_of) {
    double twice = 0;
    for (std::size_t b = 0; b < graph.edges.size(); ++b)
        for (const BlockEdge& edge : graph.edges[b])
            if (place_of[b] != place_of[edge.to]) twice += edge.bytes;
    return twice / 2;
}

}  // namespace railyard::search
