#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "railyard/output/export_report.hpp"

namespace railyard::output {
namespace {

// Single quotes: a host name has none (hostlist.hpp).
std::string quoted(const std::string& host) {
    return "'" + host + "'";
}

// torchrun gives host 0 the ranks 0 .. n-1, host 1 the next ones, and so on.
std::optional<ExportRefusal> odd_rank(const cluster::LaunchPlan& plan) {
    std::uint32_t next = 0;
    for (const cluster::PlannedServer& server : plan.servers) {
        for (const RankId rank : server.ranks) {
            if (rank.value() == next++) continue;
            return ExportRefusal{fmt::format("torchrun numbers ranks host by host, and rank {} is not on {}",
                                             next - 1, server.host)};
        }
    }
    return std::nullopt;
}

// The devices of a server's ranks, if they are not simply 0, 1, 2, ...
std::string devices(const cluster::LaunchPlan& plan, const cluster::PlannedServer& server) {
    std::string list;
    bool is_plain = true;
    for (const RankId rank : server.ranks) {
        const cluster::PlannedTask& task = plan.tasks[rank];
        is_plain = is_plain && task.gpu == task.local_rank;
        list += (list.empty() ? "" : ",") + std::to_string(task.gpu);
    }
    return is_plain ? std::string() : list;
}

std::string_view short_name(std::string_view host) {
    return host.substr(0, host.find('.'));
}

// What hostname may print of each host, as patterns of sh: its name; of a short one the full ones that begin
// with it; of a full one the short one, where no other host has it.
std::vector<std::string> patterns(const cluster::LaunchPlan& plan) {
    std::map<std::string_view, std::size_t> hosts_of;  // by short name
    for (const cluster::PlannedServer& server : plan.servers) ++hosts_of[short_name(server.host)];
    std::vector<std::string> patterns;
    for (const cluster::PlannedServer& server : plan.servers) {
        const std::string_view brief = short_name(server.host);
        std::string pattern = quoted(server.host);
        if (brief.size() == server.host.size()) {
            pattern += "|" + quoted(server.host + ".") + "*";
        } else if (hosts_of[brief] == 1 && brief.find_first_not_of("0123456789") != std::string_view::npos) {
            pattern += "|" + quoted(std::string(brief));  // not of an address
        }
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

}  // namespace

Exported export_torchrun(const ExportQuestion& question) {
    const auto& plan = question.plan;
    if (auto refusal = odd_rank(plan)) return *refusal;
    std::string text = fmt::format(
        "#!/bin/sh\n"
        "# Run it on each of the {} hosts: sh THIS train.py ARGUMENTS. A host is known by SLURMD_NODENAME or "
        "its name.\n"
        "host=${{SLURMD_NODENAME:-$(hostname)}}\n"
        "visible=\n"
        "case $host in\n",
        plan.servers.size());
    const std::vector<std::string> names = patterns(plan);
    for (std::size_t node = 0; node < plan.servers.size(); ++node) {
        const cluster::PlannedServer& server = plan.servers[node];
        const std::string visible = devices(plan, server);
        text += fmt::format("{}) node={} processes={}{} ;;\n", names[node], node, server.ranks.size(),
                            visible.empty() ? "" : " visible=" + visible);
    }
    text += fmt::format(
        "*) echo \"$host is none of the hosts of this job\" >&2; exit 1 ;;\n"
        "esac\n"
        "if [ -n \"$visible\" ]; then CUDA_VISIBLE_DEVICES=$visible; export CUDA_VISIBLE_DEVICES; fi\n"
        "exec torchrun --nnodes={} --node-rank=\"$node\" --nproc-per-node=\"$processes\" \\\n"
        "  --master-addr={} --master-port=\"${{MASTER_PORT:-29500}}\" \"$@\"\n",
        plan.servers.size(), quoted(plan.servers.front().host));
    return text;
}

}  // namespace railyard::output
