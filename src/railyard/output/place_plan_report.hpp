#pragma once
// Where the ranks of a layout best sit, for people and for programs.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/estimate.hpp"
#include "railyard/search/place_search.hpp"
#include "railyard/search/replan.hpp"
#include "railyard/search/useful_time.hpp"

namespace railyard::output {

struct PlacePlanReport {
    const Topology& topology;
    const Layout& layout;
    const search::PlaceAnswer& answer;
    std::vector<std::string> without;                   // names of what is down
    std::optional<search::Replan> replan;               // with fewest ranks moved, every required pin kept
    std::optional<search::PlacedLayout> before, after;  // the failure, the second with fewest moved
    std::vector<search::UsefulTime> useful;             // of each of the best; empty: not asked for
    std::vector<std::string> notes;
    std::optional<search::FailureRates> failures = {};
    CostModel model = CostModel::calibrated;
    search::PlaceGoal goal = search::PlaceGoal::time;
    std::optional<search::UsefulTime> useful_as_given = {};
    // Required pins that fewer moves would break, and how many those are (0: no way at all without pins).
    std::vector<std::string> broken_by_fewest = {};
    std::uint32_t fewest_moves = 0;

    // Whether no other way can move fewer ranks: as few as without any pin and with whole blocks, or none
    // that could stay.
    [[nodiscard]] bool moves_fewest() const {
        if (!replan) return false;
        return replan->moved.size() == replan->lost ||
               (replan->split.empty() && replan->moved.size() <= fewest_moves);
    }
    std::uint64_t seed = 1;  // of the search where domains are not alike
    // Of an allocation: the host of each server (GpuPlace::server_id), and the hosts as their ranks come, of
    // each of the best and of `after`. Empty: no hosts were given.
    std::map<std::uint32_t, std::string> host_of = {};
    std::vector<std::string> hosts_of_best = {};
    std::string hosts_after = {};
    std::vector<std::string> why_unmet = {};  // of required pins
};

// "rack3/tray7/gpu2", or "node17/gpu2" where the servers are hosts.
std::string gpu_label(const PlacePlanReport& report, GpuId gpu);

std::string place_plan_table(const PlacePlanReport& report);
std::string place_plan_json(const PlacePlanReport& report);
std::string place_plan_csv(const PlacePlanReport& report);
// What files and CSV have no room for, in lines for people: why there is no placement, or none around what is
// down, where there is none, and the notes.
std::string place_plan_beside_files(const PlacePlanReport& report);

}  // namespace railyard::output
