#pragma once
// The answer of `check`: as a table for people and as JSON for programs.

#include <string>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {

// One file that was read (or the live machine), and what it is.
struct CheckedSource {
    std::string file;
    std::string format;
    std::string told;  // "1 server, 8 GPUs, 8 NICs"
};

// A server of the topology and the host that it was compared with.
struct CheckedServer {
    std::string server;  // "box0/server0"
    std::string host;
    std::string seen;     // "8 GPUs, 8 NICs"
    std::string unknown;  // what no source told of it: "NIC rates"
};

struct CheckReport {
    std::string layout;
    std::string topology;
    std::vector<CheckedSource> sources;
    std::vector<CheckedServer> servers;
    std::vector<std::string> compared;      // of the cluster: "the hosts in 4 NVLink domains"
    std::vector<std::string> not_compared;  // with the reason
    Findings findings;
    std::vector<std::string> notes;
};

// Something was compared, and none of it is a mismatch.
bool is_as_described(const CheckReport& report);

// What was read, what it was compared with, the findings, mismatches first; 100 columns.
std::string check_table(const CheckReport& report, Colour colour);

std::string check_json(const CheckReport& report);

}  // namespace railyard::output
