#include "railyard/output/one_run_report.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

TEST_CASE("every site, and the mean over sites") {
    OneRunValidation validation;
    validation.calibration = "shipped";
    validation.sites = {{"our logs, of spring", "h100", RunKind::dense, 4, 6.25, 3.75, 3.25, 3.5, 0.75}};
    validation.sites.front().typical = 3.5;
    validation.sites.front().others = 2.5;
    validation.sites.front().best = 1.5;
    validation.kinds = {{RunKind::dense, 1, 6.25, 3.75, 3.25, 3.75, 0.75}};
    const std::string table = one_run_table(validation);
    CHECK(table.find("our logs, of spring") != std::string::npos);
    CHECK(table.find("75 %") != std::string::npos);
    CHECK(table.find("dense, mean over 1 site: 6.2 % with no run, 3.8 % with one") != std::string::npos);
    CHECK(one_run_csv(validation)
              .find("\"our logs, of spring\",h100,dense,4,6.25,3.75,3.25,3.5,0.75,3.5,2.5,1.5\n") !=
          std::string::npos);
    CHECK(table.find("3.2 % with the one most like") != std::string::npos);
    CHECK(table.find("What one factor can do") == std::string::npos);
    CHECK(one_run_json(validation).find("\"nearest_run_mean_percent\": 3.25") != std::string::npos);
    CHECK(one_run_json(validation).find("\"one_run_mean_percent\": 3.75") != std::string::npos);
}

TEST_CASE("what one factor can do at best, where sites can be told apart") {
    OneRunValidation validation;
    SiteSummary summary{RunKind::dense, 2, 6.25, 3.75, 3.25, 3.75, 0.75};
    summary.others = 2.5;
    summary.best = 1.5;
    summary.share = {0.45, 3.625};
    summary.spread = {4, 3};
    validation.kinds = {summary};
    const std::string table = one_run_table(validation);
    CHECK(table.find("2.5 % with all other runs of the site known") != std::string::npos);
    CHECK(table.find("3.6 % with the best share of one run's difference (0.45)") != std::string::npos);
    CHECK(table.find("Runs lie 4.0 % around their site, sites 3.0 % apart") != std::string::npos);
    CHECK(one_run_json(validation).find("\"best_share_mean_percent\": 3.625") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
