#pragma once
// --hosts: the hosts of an allocation, in order.

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace railyard::tool {

struct HostOptions {
    std::string list;  // "n[01-18],n20", or "@FILE" (a host file or a rank file); empty: not given

    // The hosts, in order; empty if the option was not given. Throws InputError: what a list may not be, a
    // host twice, no host at all, a file that cannot be read.
    [[nodiscard]] std::vector<std::string> hosts() const;

    // Where the file is a rank file of Open MPI: the host of each rank; else empty.
    [[nodiscard]] std::vector<std::string> host_of_rank() const;
};

// `options` must outlive the parsing.
void add_host_options(CLI::App& command, HostOptions& options, const std::string& about);

}  // namespace railyard::tool
