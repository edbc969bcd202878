#include "railyard/estimate/site_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace railyard {
namespace {

double error_percent(double ratio, double factor) {
    return 100 * std::abs(factor / ratio - 1);
}

struct Moments {
    double mean = 0;
    double variance = 0;  // of one run, unbiased
};
Moments moments_of(const SiteRatios& site) {
    const auto n = static_cast<double>(site.size());
    Moments moments;
    for (const double ratio : site) moments.mean += std::log(ratio) / n;
    for (const double ratio : site) {
        const double off = std::log(ratio) - moments.mean;
        moments.variance += off * off / (n - 1);
    }
    return moments;
}

}  // namespace

// The sum of |factor / ratio - 1| is one of distances |factor - ratio| that weigh 1 / ratio: their weighted
// median is least.
double best_factor_error(const SiteRatios& site) {
    if (site.empty()) return 0;
    SiteRatios sorted = site;
    std::sort(sorted.begin(), sorted.end());
    double all = 0;
    for (const double ratio : sorted) all += 1 / ratio;
    double below = 0;
    double factor = sorted.back();
    for (const double ratio : sorted) {
        below += 1 / ratio;
        if (2 * below < all) continue;
        factor = ratio;
        break;
    }
    double sum = 0;
    for (const double ratio : site) sum += error_percent(ratio, factor);
    return sum / static_cast<double>(site.size());
}

double shared_error(const SiteRatios& site, double share) {
    double sum = 0;
    for (std::size_t known = 0; known < site.size(); ++known)
        for (std::size_t i = 0; i < site.size(); ++i)
            if (i != known) sum += error_percent(site[i], std::pow(site[known], share));
    return sum / static_cast<double>(site.size() * (site.size() - 1));
}

BestShare best_share(const std::vector<SiteRatios>& sites) {
    constexpr int steps = 20;
    BestShare best;
    if (sites.empty()) return best;
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        double sum = 0;
        for (const SiteRatios& site : sites) sum += shared_error(site, share);
        const double percent = sum / static_cast<double>(sites.size());
        if (i == 0 || percent < best.percent) best = {share, percent};
    }
    return best;
}

double SiteSpread::expected_error() const {
    constexpr double mean_of_normal = 0.7978845608028654;  // sqrt(2 / pi): mean of |x| over its deviation
    const double both = between * between + within * within;
    if (both <= 0) return 0;
    return mean_of_normal * within * std::sqrt(1 + between * between / both);
}

SiteSpread site_spread(const std::vector<SiteRatios>& sites) {
    if (sites.size() < 2) return {};
    const auto n = static_cast<double>(sites.size());
    double within = 0;
    double of_means = 0;  // what the spread of runs adds to that of the sites' means
    double mean = 0;
    std::vector<double> means;
    for (const SiteRatios& site : sites) {
        const Moments moments = moments_of(site);
        within += moments.variance / n;
        of_means += moments.variance / static_cast<double>(site.size()) / n;
        means.push_back(moments.mean);
        mean += moments.mean / n;
    }
    double between = 0;
    for (const double of_site : means) between += (of_site - mean) * (of_site - mean) / (n - 1);
    return {100 * std::sqrt(within), 100 * std::sqrt(std::max(0.0, between - of_means))};
}

}  // namespace railyard
