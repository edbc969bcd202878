#include "railyard/host_options.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <variant>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/input/source.hpp"

namespace railyard::tool {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint) {
    throw InputError(Diagnostic{{}, "--hosts: " + std::move(message), std::move(hint), "", 0});
}

// Where an offset of a text stands.
input::Mark mark_at(const input::Source& source, std::size_t offset) {
    const std::string_view before = source.text().substr(0, offset);
    input::Mark mark{1, 1, &source};
    for (const char c : before) {
        mark.column = c == '\n' ? 1 : mark.column + 1;
        mark.line += c == '\n' ? 1 : 0;
    }
    return mark;
}

std::vector<std::string> expanded(const input::Source& source) {
    auto result = cluster::expand_hostlist(source.text());
    if (const auto* problem = std::get_if<cluster::HostlistProblem>(&result)) {
        throw InputError(source.problem(mark_at(source, problem->offset), problem->message, problem->hint));
    }
    return std::get<std::vector<std::string>>(std::move(result));
}

}  // namespace

std::vector<std::string> HostOptions::hosts() const {
    if (list.empty()) return {};
    const bool is_file = list.front() == '@';
    const auto source = is_file ? input::read_source(list.substr(1)) : input::make_source("--hosts", list);
    auto hosts = expanded(*source);
    // A host file of srun names a host once for each of its ranks.
    if (is_file) hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
    if (hosts.empty()) refuse("no host", "such as --hosts rack1n[01-18],rack2n[01-18], or --hosts @FILE");
    std::unordered_set<std::string_view> seen;
    for (const std::string& host : hosts) {
        if (seen.insert(host).second) continue;
        refuse("'" + host + "' is there twice", "each host takes the ranks of one server");
    }
    return hosts;
}

void add_host_options(CLI::App& command, HostOptions& options, const std::string& about) {
    // What an unset variable of a job script makes of it.
    const auto some = [](const std::string& list) -> std::string {
        return list.empty() ? "no host: is $SLURM_JOB_NODELIST empty here?" : "";
    };
    command.add_option("--hosts", options.list, about)->check(some)->type_name("HOSTLIST");
}

}  // namespace railyard::tool
