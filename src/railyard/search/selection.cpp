#include "railyard/search/selection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace railyard {

std::vector<std::size_t> best_of(const std::vector<double>& values, Better better, std::size_t most) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return better == Better::lower ? values[a] < values[b] : values[a] > values[b];
    });
    if (order.size() > most) order.resize(most);
    return order;
}

std::vector<std::size_t> pareto_of(const std::vector<std::vector<double>>& figures,
                                   const std::vector<Better>& better) {
    const std::size_t points = figures.empty() ? 0 : figures.front().size();
    // As costs: lower is better.
    const auto cost = [&](std::size_t f, std::size_t i) {
        return better[f] == Better::lower ? figures[f][i] : -figures[f][i];
    };
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < points; ++i) {
        bool finite = true;
        for (std::size_t f = 0; f < figures.size(); ++f) finite = finite && std::isfinite(figures[f][i]);
        if (finite) order.push_back(i);
    }
    // Whoever beats a point stands before it in this order.
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        for (std::size_t f = 0; f < figures.size(); ++f)
            if (cost(f, a) != cost(f, b)) return cost(f, a) < cost(f, b);
        return false;
    });
    std::vector<std::size_t> front;
    for (const std::size_t i : order) {
        const auto beats = [&](std::size_t other) {
            for (std::size_t f = 0; f < figures.size(); ++f)
                if (cost(f, other) > cost(f, i)) return false;
            return true;
        };
        // By two figures the last of the front is the best in the second one.
        const bool beaten = figures.size() <= 2 ? !front.empty() && beats(front.back())
                                                : std::any_of(front.begin(), front.end(), beats);
        if (!beaten) front.push_back(i);
    }
    std::sort(front.begin(), front.end());
    return front;
}

}  // namespace railyard
