#pragma once
// How far one measured run of a site helps to predict the rest of its runs.

#include <string>
#include <vector>

#include "railyard/estimate/fitting.hpp"

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
};

struct OneRunValidation {
    std::string calibration;
    std::vector<SiteErrors> sites;   // of two runs or more that count, dense first
    std::vector<SiteSummary> kinds;  // those that have sites
};

OneRunValidation validate_one_run(const Calibration& calibration, const FittingRuns& runs);

}  // namespace railyard
