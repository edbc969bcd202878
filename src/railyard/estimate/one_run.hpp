#pragma once
// How far one measured run of a site helps to predict the rest of its runs.

#include <string>
#include <vector>

#include "railyard/estimate/fitting.hpp"
#include "railyard/estimate/site_bounds.hpp"

namespace railyard {

// The runs of one source on one GPU, dense or of experts. Errors in percent and without sign, with constants
// that were fitted without the source: of all runs as they are; and of every run after each of the others
// was taken for the site's one measured run (fitted_to_site).
struct SiteErrors {
    std::string source;
    std::string gpu;
    RunKind kind = RunKind::dense;
    std::size_t runs = 0;
    double unknown = 0;   // mean without a run of the site
    double mean = 0;      // with one
    double nearest = 0;   // mean with the one that is most like the predicted run (`unlikeness`)
    double median = 0;    // with one
    double within_4 = 0;  // share of predictions within 4 %, with one
    double typical = 0;   // mean with the one that is most like all the others together
    double others = 0;    // mean of every run with all the others of the site known
    double best = 0;      // mean with the best factor, chosen with every run seen (`best_factor_error`)
};

// Over the sites of a kind, each as one.
struct SiteSummary {
    RunKind kind = RunKind::dense;
    std::size_t sites = 0;
    double unknown = 0;          // mean of their means
    double mean = 0;             // the same with one run
    double nearest = 0;          // the same with the run most like the predicted one
    double median_of_means = 0;  // the same
    double within_4 = 0;         // mean share
    double typical = 0;          // the same with each site's most typical run
    double others = 0;           // the same with all other runs of a site known
    double best = 0;             // the same with the best factor of each site
    BestShare share{};           // of one run's ratio, the best for all sites
    SiteSpread spread{};         // of two sites or more
};

struct OneRunValidation {
    std::string calibration;
    std::vector<SiteErrors> sites;   // of two runs or more that count, dense first
    std::vector<SiteSummary> kinds;  // those that have sites
};

OneRunValidation validate_one_run(const Calibration& calibration, const FittingRuns& runs);

}  // namespace railyard
