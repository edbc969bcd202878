#include "tests/support/max_min.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace railyard::test {
namespace {

constexpr double without_bound = std::numeric_limits<double>::infinity();

void check(const std::vector<double>& capacities, const std::vector<Flow>& flows) {
    for (const double capacity : capacities) {
        if (!(capacity >= 0)) throw std::logic_error("a link's capacity is below zero");
    }
    for (const Flow& flow : flows) {
        for (const auto& [link, weight] : flow.crossings) {
            if (link >= capacities.size()) throw std::logic_error("a flow crosses a link that is not there");
            if (!(weight >= 0)) throw std::logic_error("a flow's weight on a link is below zero");
        }
    }
}

class Filling {
  public:
    Filling(const std::vector<double>& capacities, const std::vector<Flow>& flows)
        : flows_(flows), left_(capacities), rates_(flows.size(), 0), growing_(flows.size(), 1) {}

    std::vector<double> run() {
        for (std::size_t still = flows_.size(); still > 0;) {
            const double step = next_step();
            if (step == without_bound) {
                for (std::size_t f = 0; f < flows_.size(); ++f)
                    if (growing_[f] != 0) rates_[f] = without_bound;
                break;
            }
            still = grow(step);
        }
        return rates_;
    }

  private:
    [[nodiscard]] std::vector<double> loads() const {
        std::vector<double> load(left_.size(), 0);
        for (std::size_t f = 0; f < flows_.size(); ++f) {
            if (growing_[f] == 0) continue;
            for (const auto& [link, weight] : flows_[f].crossings) load[link] += weight;
        }
        return load;
    }

    // How far the rates can grow before a link is full or a flow has enough.
    double next_step() {
        load_ = loads();
        double step = without_bound;
        for (std::size_t l = 0; l < left_.size(); ++l)
            if (load_[l] > 0) step = std::min(step, left_[l] / load_[l]);
        for (std::size_t f = 0; f < flows_.size(); ++f)
            if (growing_[f] != 0) step = std::min(step, flows_[f].most - rates_[f]);
        return step;
    }

    // Returns how many flows go on. The tolerance makes links that fill at the same time stop together.
    std::size_t grow(double step) {
        constexpr double tolerance = 1e-12;
        std::vector<char> full(left_.size(), 0);
        for (std::size_t l = 0; l < left_.size(); ++l) {
            if (load_[l] <= 0) continue;
            full[l] = left_[l] / load_[l] <= step * (1 + tolerance) ? 1 : 0;
            left_[l] = std::max(0.0, left_[l] - load_[l] * step);
        }
        std::size_t still = 0;
        for (std::size_t f = 0; f < flows_.size(); ++f) {
            if (growing_[f] == 0) continue;
            rates_[f] += step;
            const bool stopped =
                rates_[f] >= flows_[f].most * (1 - tolerance) ||
                std::any_of(flows_[f].crossings.begin(), flows_[f].crossings.end(),
                            [&](const auto& c) { return c.weight > 0 && full[c.link] != 0; });
            if (stopped) growing_[f] = 0;
            still += stopped ? 0U : 1U;
        }
        return still;
    }

    const std::vector<Flow>& flows_;
    std::vector<double> left_;
    std::vector<double> rates_;
    std::vector<char> growing_;
    std::vector<double> load_;
};

}  // namespace

std::vector<double> max_min_rates(const std::vector<double>& capacities, const std::vector<Flow>& flows) {
    check(capacities, flows);
    return Filling(capacities, flows).run();
}

}  // namespace railyard::test
