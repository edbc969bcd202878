#include "tests/support/max_flow.hpp"

#include <algorithm>
#include <queue>

namespace railyard::test {

void MaxFlow::add_link(std::size_t a, std::size_t b, double capacity) {
    arcs_of_[a].push_back(arcs_.size());
    arcs_.push_back({b, capacity});
    arcs_of_[b].push_back(arcs_.size());
    arcs_.push_back({a, capacity});
}

double MaxFlow::between(std::size_t from, std::size_t to, double limit) {
    double flow = 0;
    while (flow < limit * (1 - 1e-12)) {
        const double more = augment(from, to, limit - flow);
        if (more <= limit * 1e-12) break;
        flow += more;
    }
    return flow;
}

double MaxFlow::augment(std::size_t from, std::size_t to, double most) {
    constexpr std::size_t unseen = ~std::size_t{0};
    std::vector<std::size_t> arrived_by(arcs_of_.size(), unseen);
    std::queue<std::size_t> waiting;
    waiting.push(from);
    while (!waiting.empty() && arrived_by[to] == unseen) {
        const std::size_t node = waiting.front();
        waiting.pop();
        for (const std::size_t arc : arcs_of_[node]) {
            const std::size_t next = arcs_[arc].to;
            if (arcs_[arc].left <= most * 1e-12 || next == from || arrived_by[next] != unseen) continue;
            arrived_by[next] = arc;
            waiting.push(next);
        }
    }
    if (arrived_by[to] == unseen) return 0;
    double amount = most;
    for (std::size_t node = to; node != from; node = arcs_[arrived_by[node] ^ 1U].to) {
        amount = std::min(amount, arcs_[arrived_by[node]].left);
    }
    for (std::size_t node = to; node != from; node = arcs_[arrived_by[node] ^ 1U].to) {
        arcs_[arrived_by[node]].left -= amount;
        arcs_[arrived_by[node] ^ 1U].left += amount;
    }
    return amount;
}

}  // namespace railyard::test
