#include "railyard/output/one_run_report.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

TEST_CASE("every site, and the mean over sites") {
    OneRunValidation validation;
    validation.calibration = "shipped";
    validation.sites = {{"our logs, of spring", "h100", RunKind::dense, 4, 6.25, 3.75, 3.25, 3.5, 0.75}};
    validation.kinds = {{RunKind::dense, 1, 6.25, 3.75, 3.25, 3.75, 0.75}};
    const std::string table = one_run_table(validation);
    CHECK(table.find("our logs, of spring") != std::string::npos);
    CHECK(table.find("75 %") != std::string::npos);
    CHECK(table.find("dense, mean over 1 sites: 6.2 % with no run, 3.8 % with one") != std::string::npos);
    CHECK(one_run_csv(validation).find("\"our logs, of spring\",h100,dense,4,6.25,3.75,3.25,3.5,0.75\n") !=
          std::string::npos);
    CHECK(table.find("3.2 % with the one most like") != std::string::npos);
    CHECK(one_run_json(validation).find("\"nearest_run_mean_percent\": 3.25") != std::string::npos);
    CHECK(one_run_json(validation).find("\"one_run_mean_percent\": 3.75") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
