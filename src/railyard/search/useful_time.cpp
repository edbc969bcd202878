#include "railyard/search/useful_time.hpp"

#include <cmath>

namespace railyard::search {
namespace {

// P(Poisson(mean) <= most)
double poisson_at_most(double mean, std::uint32_t most) {
    double term = std::exp(-mean);
    double sum = term;
    for (std::uint32_t k = 1; k <= most; ++k) {
        term *= mean / k;
        sum += term;
    }
    return sum;
}

}  // namespace

UsefulTime useful_time(const FailureRates& rates, const SparePlan& plan) {
    UsefulTime result;
    const double failures = plan.gpus / rates.mtbf.raw();  // a second
    const double interval = std::sqrt(2 * rates.checkpoint.raw() / failures);
    result.interval = seconds(interval);
    result.while_complete = 1 / (1 + (interval > 0 ? rates.checkpoint.raw() / interval : 0) +
                                 failures * (rates.restart.raw() + interval / 2));
    result.complete = 1;
    for (const DomainSpares& alike : plan.domains) {
        const double out = alike.gpus * rates.repair.raw() / rates.mtbf.raw();
        result.complete *= std::pow(poisson_at_most(out, alike.spare_servers), alike.domains);
    }
    result.share = result.complete * result.while_complete;
    return result;
}

}  // namespace railyard::search
