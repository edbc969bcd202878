#include "railyard/host_options.hpp"

#include <algorithm>
#include <utility>

#include "railyard/cluster/host_file.hpp"
#include "railyard/cluster/rankfile.hpp"
#include "railyard/input/source.hpp"

namespace railyard::tool {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint) {
    throw InputError(Diagnostic{{}, "--hosts: " + std::move(message), std::move(hint), "", 0});
}

}  // namespace

std::vector<std::string> HostOptions::hosts() const {
    if (list.empty()) return {};
    const bool is_file = list.front() == '@';
    const auto source = is_file ? input::read_source(list.substr(1)) : input::make_source("--hosts", list);
    if (is_file && cluster::is_rankfile(source->text()))
        return cluster::hosts_of(cluster::read_rankfile(*source));
    auto listed = cluster::read_host_file(*source);
    const auto same_name = [](const auto& a, const auto& b) { return a.name == b.name; };
    // A host file of srun names a host once for each of its ranks.
    if (is_file) listed.erase(std::unique(listed.begin(), listed.end(), same_name), listed.end());
    if (listed.empty()) {
        refuse(is_file ? list.substr(1) + " names no host" : "no host",
               "such as --hosts rack1n[01-18],rack2n[01-18], or --hosts @FILE");
    }
    if (const auto twice = cluster::host_twice(listed)) {
        const cluster::ListedHost& first = listed[twice->first];
        const cluster::ListedHost& again = listed[twice->again];
        const std::string as = first.name == again.name ? "" : ", as '" + first.name + "' too";
        const std::string before = is_file ? ", first in line " + std::to_string(first.line) : "";
        throw InputError(source->problem({again.line, again.column, source.get()},
                                         "'" + again.name + "' is there twice" + as + before,
                                         "each host takes the ranks of one server"));
    }
    std::vector<std::string> hosts;
    hosts.reserve(listed.size());
    for (cluster::ListedHost& host : listed) hosts.push_back(std::move(host.name));
    return hosts;
}

std::vector<std::string> HostOptions::host_of_rank() const {
    if (list.empty() || list.front() != '@') return {};
    const auto source = input::read_source(list.substr(1));
    return cluster::is_rankfile(source->text()) ? cluster::read_rankfile(*source)
                                                : std::vector<std::string>{};
}

void add_host_options(CLI::App& command, HostOptions& options, const std::string& about) {
    // What an unset variable of a job script makes of it.
    const auto some = [](const std::string& list) -> std::string {
        return list.empty() ? "no host: is $SLURM_JOB_NODELIST empty here?" : "";
    };
    command.add_option("--hosts", options.list, about)->check(some)->type_name("HOSTLIST");
}

}  // namespace railyard::tool
