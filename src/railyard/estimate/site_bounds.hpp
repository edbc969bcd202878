#pragma once
// What one factor for a site can reach at best, however few or many of its runs were measured.

#include <cstddef>
#include <vector>

namespace railyard {

// A site's runs, each as the measured step over the predicted one.
using SiteRatios = std::vector<double>;

// Mean error of the runs, in percent of the measured steps, under the one factor that makes it least, chosen
// with every run seen: no method that gives a site one factor gets below it.
double best_factor_error(const SiteRatios& site);

// Mean error of the others when each run in turn is the one that is known and `share` of the logarithm of its
// ratio is taken for the site's. In percent; of two runs or more.
double shared_error(const SiteRatios& site, double share);

// The share, from 0 to 1 in steps of 0.05, with the least mean over the sites, chosen with all of them seen.
struct BestShare {
    double share = 0;
    double percent = 0;  // mean over sites of the mean error
};
BestShare best_share(const std::vector<SiteRatios>& sites);

// Standard deviations of the logarithms of the ratios, in percent: of runs around their site's mean, and of
// sites around each other once the spread of their runs is taken off (0 where that explains all).
struct SiteSpread {
    double within = 0;
    double between = 0;

    // Of the other runs when one is known, in the mean over normal errors and with the best share of it,
    // v = between^2 / (between^2 + within^2): sqrt(2 / pi) within sqrt(1 + v).
    [[nodiscard]] double expected_error() const;
};
SiteSpread site_spread(const std::vector<SiteRatios>& sites);

}  // namespace railyard
