#include "railyard/machine_files.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/cluster/formats.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/input/capture.hpp"
#include "railyard/machine/hwloc_library.hpp"
#include "railyard/machine/lane_totals.hpp"
#include "railyard/machine/merge.hpp"
#include "railyard/machine/sources.hpp"
#include "railyard/machine/untold_devices.hpp"

namespace railyard::tool {
namespace {

// "node7=topo.xml"; a file whose own name has a '=' is that file.
struct Named {
    std::string host, path;
};
Named named(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    std::error_code ignored;
    if (equals == std::string::npos || equals == 0 || std::filesystem::exists(argument, ignored))
        return {"", argument};
    Named name{argument.substr(0, equals), argument.substr(equals + 1)};
    if (!cluster::is_host_name(name.host)) {
        throw InputError(Diagnostic{{},
                                    "'" + name.host + "' before '=' is not the name of a host",
                                    "HOST=FILE, such as node7=topo.txt",
                                    "",
                                    0});
    }
    return name;
}

std::string counted(std::size_t number, const std::string& word) {
    return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

// "node7" and "node7.site.org" are one.
std::string_view short_name(std::string_view name) {
    return name.substr(0, name.find('.'));
}

// Gives the one host the name that the user says; a file that says another is told of.
void name_host(machine::Observed& read, const std::string& host) {
    auto& name = read.hosts.front().name;
    if (name.known() && short_name(*name.value) != short_name(host)) {
        read.remarks.push_back(
            {machine::SourceId(0), "its own name",
             "the file says that it is of " + *name.value + ", and was given as that of " + host,
             Severity::warning});
    }
    name = {host, machine::SourceId(0)};
}

void add(MachineFiles& all, machine::Observed read, const std::string& host, const input::Source* source) {
    const std::string file = read.sources.front().file;
    std::string formats;
    for (const machine::ObservedSource& each : read.sources)
        formats += (formats.empty() ? "" : ", ") + each.format;
    all.sources.push_back({file, formats, told_by(read)});
    if (!host.empty()) {
        if (read.hosts.size() > 1) {
            throw InputError(
                Diagnostic{{file, 0, 0},
                           "it is of " + counted(read.hosts.size(), "server") + ", not of " + host + " alone",
                           "leave '" + host + "=' out",
                           "",
                           0});
        }
        if (!read.hosts.empty()) name_host(read, host);
    }
    const auto why = merge(all.machine, std::move(read));
    if (!why) return;
    const std::string hint = "say which before the file: --machine node7=" + file;
    throw InputError(source != nullptr ? source->problem({}, *why, hint)
                                       : Diagnostic{{file, 0, 0}, *why, hint, "", 0});
}

// A file that is of a whole cluster, where a server's own is asked for.
void refuse_cluster(const input::Source& source) {
    const cluster::ClusterFormat* format = cluster::recognise_cluster(source.text());
    if (machine::recognise(source.text()) != nullptr || format == nullptr) return;
    throw InputError(source.problem(
        source.beginning(), "of a whole cluster, not of a server: " + std::string(format->about),
        "'railyard check' compares it with a topology: --machine " + source.name()));
}

machine::Observed live_machine() {
    const auto loaded = machine::load_hwloc_live();
    if (const auto* why = std::get_if<std::string>(&loaded))
        throw InputError(
            Diagnostic{{}, "this machine cannot be read: " + *why, "give files with --machine", "", 0});
    machine::Observed observed = machine::observed_of(std::get<machine::HwlocMachine>(loaded));
    observed.sources = {{"live", "hwloc"}};
    for (machine::ObservedHost& host : observed.hosts) host.sources = {machine::SourceId(0)};
    return observed;
}

}  // namespace

std::string told_by(const machine::Observed& observed) {
    if (observed.hosts.empty()) return "nothing";
    std::size_t gpus = 0;
    std::size_t nics = 0;
    std::size_t untold = 0;
    for (const machine::ObservedHost& host : observed.hosts) {
        gpus += host.gpus.size();
        nics += host.nics.size();
        untold += host.untold.size();
    }
    if (gpus + nics == 0 && untold > 0)
        return counted(observed.hosts.size(), "server") + ", " + machine::untold_text(untold);
    return counted(observed.hosts.size(), "server") + ", " + counted(gpus, "GPU") + ", " +
           counted(nics, "NIC");
}

MachineFiles read_machine_files(const std::vector<std::string>& files, Live live, Unknown unknown) {
    MachineFiles all;
    if (live == Live::yes) add(all, live_machine(), "", nullptr);
    // Files that name their host come first, so that the others find it.
    std::vector<std::pair<Named, input::SourcePtr>> read;
    for (const std::string& argument : files) {
        Named name = named(argument);
        auto source = input::as_shown(input::read_source(name.path, machine::largest_machine_file));
        read.emplace_back(std::move(name), std::move(source));
    }
    for (const auto& [name, source] : read) {
        if (machine::recognise(source->text()) == nullptr && unknown == Unknown::kept) {
            all.others.push_back(source);
            continue;
        }
        refuse_cluster(*source);
        add(all, machine::read_machine(*source), name.host, source.get());
    }
    machine::compare_lane_totals(all.machine);
    return all;
}

}  // namespace railyard::tool
