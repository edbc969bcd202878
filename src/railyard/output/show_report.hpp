#pragma once
// The answer of `show`: as a table for people, as JSON and as CSV for programs.

#include <string>
#include <vector>

#include "railyard/output/text_table.hpp"
#include "railyard/topology/overview.hpp"

namespace railyard::output {

struct ShowReport {
    const Shown& shown;
    const Overview& overview;  // of shown.topology
    std::vector<std::string> notes;
};

// Domains and their GPUs, bandwidth at each reach, tiers, parts and links, what is unavailable; 100 columns.
std::string show_table(const ShowReport& report, Colour colour);

// Every quantity has its unit in its key; bandwidths are per direction.
std::string show_json(const ShowReport& report);

// subject,quantity,value: one row for each number, quantities called as in the JSON.
std::string show_csv(const ShowReport& report);

// "NVLink", "PCIe, other CPU", or the tier's name.
std::string reach_label(const Topology& topology, const ReachRates& rates);

// "GPU", "NVSwitch", ...; network switches are called after their tier.
std::string_view part_name(NodeKind kind);

}  // namespace railyard::output
