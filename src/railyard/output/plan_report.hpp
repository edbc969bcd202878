#pragma once
// The answer of a plan, for people and for programs.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/search/plan.hpp"
#include "railyard/search/reasons.hpp"
#include "railyard/search/useful_time.hpp"

namespace railyard::output {

struct PlanReport {
    const Topology& topology;
    const search::PlanSpace& space;
    const search::PlanAnswer& answer;
    std::vector<search::StepReasons> reasons;  // of each of the best
    std::string fitted_on;                     // calibration, or the row of the reference model
    CostModel model = CostModel::calibrated;
    std::optional<Seconds> took;  // left out: not said
    std::vector<std::string> notes;
    search::DomainChoice domains = search::DomainChoice::as_listed;
    std::vector<search::UsefulTime> useful = {};  // of each of the best; empty: not asked for
    std::optional<search::FailureRates> failures = {};
    std::vector<std::string> why_unmet = {};  // of required pins
    // The fastest where preferred pins count for nothing; none: no pin is preferred, or nothing was found.
    std::optional<search::PlanEntry> without_preferences = {};
    // Of an allocation: the host of each server (GpuPlace::server_id), and the hosts as their ranks come, of
    // each of the best. Empty: no hosts were given.
    std::map<std::uint32_t, std::string> host_of = {};
    std::vector<std::string> hosts_of_best = {};
};

std::string plan_table(const PlanReport& report);
std::string plan_json(const PlanReport& report);
std::string plan_csv(const PlanReport& report);
// What files and CSV have no room for, in lines for people: why there is no cut where there is none, how far
// the search came if it was stopped, and the notes.
std::string plan_beside_files(const PlanReport& report);

}  // namespace railyard::output
