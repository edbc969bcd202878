#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/asked_topology.hpp"
#include "railyard/base/error.hpp"
#include "railyard/cluster/alike_hosts.hpp"
#include "railyard/cluster/allocation.hpp"
#include "railyard/cluster/block_domains.hpp"
#include "railyard/cluster/coverage.hpp"
#include "railyard/cluster/formats.hpp"
#include "railyard/cluster/host_meaning.hpp"
#include "railyard/cluster/inventory.hpp"
#include "railyard/cluster/merge.hpp"
#include "railyard/cluster/rails.hpp"
#include "railyard/cluster/rankfile.hpp"
#include "railyard/cluster/switch_links.hpp"
#include "railyard/cluster/unjoined.hpp"
#include "railyard/command.hpp"
#include "railyard/host_options.hpp"
#include "railyard/input/library.hpp"
#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/job/load.hpp"
#include "railyard/layout_options.hpp"
#include "railyard/machine/compare.hpp"
#include "railyard/machine/comparison.hpp"
#include "railyard/machine/observed.hpp"
#include "railyard/machine/sources.hpp"
#include "railyard/machine_files.hpp"
#include "railyard/output/check_report.hpp"
#include "railyard/placement/meaning.hpp"
#include "railyard/placement/per_domain.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::tool {
namespace {

struct CheckOptions {
    LayoutOptions layout;
    std::string topology;
    std::vector<std::string> files;
    Live live = Live::no;
    std::string at;  // the server that the first host stands for; empty: the first
    HostOptions hosts;
    OutputOptions output;
};

void append(Findings& findings, Findings more) {
    for (Finding& finding : more) findings.push_back(std::move(finding));
}

// The job and where it is placed, if it fits.
struct CheckedJob {
    CheckedJob(const Layout& its_layout, const Topology& on)
        : layout(its_layout),
          topology(on),
          grid(its_layout.order, its_layout.degrees),
          placed(place(on, grid, its_layout.placement)) {}

    [[nodiscard]] const Placement* placement() const { return std::get_if<Placement>(&placed); }

    const Layout& layout;
    const Topology& topology;
    RankGrid grid;
    PlacementResult placed;
};

// Everything that was read, before it is compared.
struct Gathered {
    machine::Observed machine;
    std::optional<cluster::Cluster> cluster;
    std::vector<output::CheckedSource> sources;
    Findings of_clusters;  // that files of the cluster say differently
    Findings findings;
    std::vector<std::string> compared, not_compared;
};

[[noreturn]] void refuse_unknown(const input::SourcePtr& file) {
    const input::Source& source = *file;
    input::refuse_empty(source);
    if (cluster::is_rankfile(source.text())) {
        throw InputError(source.problem(source.beginning(),
                                        "this is a rank file, which says where ranks start",
                                        "give it as --hosts @" + source.name()));
    }
    // What would be YAML or JSON but for a mistake: where the mistake is.
    const std::string_view name = source.name();
    if (name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json")) {
        static_cast<void>(input::parse_yaml(file));
    }
    std::string known = machine::readable_formats();
    for (const auto& each : cluster::cluster_formats()) known += "; " + std::string(each.about);
    throw InputError(source.problem(source.beginning(),
                                    "this says nothing of a machine or cluster that is known here",
                                    "what can be read: " + known));
}

void add_cluster(const input::SourcePtr& source, const std::vector<std::string>& hosts, Gathered& gathered) {
    const cluster::ClusterFormat* format = cluster::recognise_cluster(source->text());
    if (format == nullptr) refuse_unknown(source);
    cluster::Cluster read = cluster::read_cluster(*format, source);
    gathered.sources.push_back({source->name(), std::string(format->name), cluster::told_by(read)});
    if (!gathered.cluster) {
        gathered.cluster = std::move(read);
        return;
    }
    append(gathered.of_clusters, cluster::merge_into(*gathered.cluster, read, hosts));
}

// Servers' own files are told apart first; what is none of them is a file of the whole cluster.
Gathered gather(const CheckOptions& options) {
    if (options.files.empty() && options.live == Live::no) {
        throw InputError(Diagnostic{
            {}, "nothing says what the machine is", "--machine FILE, or --live for this one", "", 0});
    }
    Gathered gathered;
    MachineFiles read = read_machine_files(options.files, options.live, Unknown::kept);
    for (const ReadSource& source : read.sources)
        gathered.sources.push_back({source.file, source.format, source.told});
    gathered.machine = std::move(read.machine);
    const std::vector<std::string> hosts = options.hosts.hosts();
    for (const input::SourcePtr& source : read.others) add_cluster(source, hosts, gathered);
    return gathered;
}

GpuId first_server(const Topology& topology, const std::string& name) {
    if (name.empty()) return GpuId(0);
    const auto found = parse_name(topology, name);
    if (const auto* why = std::get_if<std::string>(&found))
        throw InputError(Diagnostic{{},
                                    "--at " + name + ": " + *why,
                                    "a server, such as " + server_name(topology, topology.place(GpuId(0))),
                                    "",
                                    0});
    return std::get<GpuRange>(found).first;
}

// --hosts tells servers apart by their names, so what it is asked of must have one of them.
void refuse_unnamed(const machine::Observed& machine, const std::vector<std::string>& hosts,
                    const std::vector<machine::Match>& matches) {
    for (const machine::ObservedHost& host : machine.hosts) {
        if (host.name.known() || host.sources.empty()) continue;
        const std::string& file = machine.sources[host.sources.front().value()].file;
        throw InputError(Diagnostic{{file, 0, 0},
                                    "it does not say which of --hosts it is of",
                                    "say so before the file: --machine " + hosts.front() + "=" + file,
                                    "",
                                    0});
    }
    if (!matches.empty()) return;
    throw InputError(
        Diagnostic{{},
                   "--machine tells of no server that holds ranks and is in --hosts: it tells of " +
                       machine::host_label(machine, 0) + (machine.hosts.size() > 1 ? " and others" : ""),
                   "say of which server a file is: --machine " + hosts.front() + "=FILE",
                   "",
                   0});
}

// Each server against the topology.
std::vector<output::CheckedServer> check_machine(const CheckOptions& options, const CheckedJob& job,
                                                 Gathered& gathered) {
    std::vector<output::CheckedServer> servers;
    if (gathered.machine.hosts.empty()) return servers;
    const Topology& topology = job.topology;
    std::optional<PlacedRanks> ranks;
    if (job.placement() != nullptr) ranks.emplace(PlacedRanks{job.grid, *job.placement()});
    const bool named = ranks && !options.hosts.list.empty();
    const auto matches =
        named ? machine::match_hosts(topology, gathered.machine, ranks->placement, options.hosts.hosts())
              : machine::match_servers(topology, gathered.machine, first_server(topology, options.at));
    if (named) refuse_unnamed(gathered.machine, options.hosts.hosts(), matches);
    for (const machine::Match& match : matches) {
        const machine::ObservedHost& host = gathered.machine.hosts[match.host];
        servers.push_back({server_name(topology, match.first_gpu),
                           machine::host_label(gathered.machine, match.host), machine::seen_in(host),
                           machine::not_told(host)});
    }
    if (ranks) {
        const auto unseen = machine::servers_without(topology, ranks->placement, matches);
        if (unseen.missing > 0)
            gathered.not_compared.push_back(std::to_string(unseen.missing) + " of the " +
                                            std::to_string(unseen.all) +
                                            " servers that hold ranks: no file tells of them");
    }
    append(gathered.findings, machine::compare(topology, gathered.machine, matches, ranks));
    return servers;
}

// A rank file says of each rank where it starts.
void check_rankfile(const CheckOptions& options, const CheckedJob& job, Gathered& gathered) {
    const std::vector<std::string> host_of_rank = options.hosts.host_of_rank();
    if (host_of_rank.empty() || job.placement() == nullptr) return;
    gathered.compared.push_back("the hosts of " + std::to_string(host_of_rank.size()) + " ranks");
    const auto elsewhere = cluster::ranks_elsewhere(host_of_rank, job.topology, *job.placement());
    if (!elsewhere) return;
    std::string meaning = "what is counted here is of the placement, not of the rank file";
    if (elsewhere->first < job.placement()->gpu_of.size()) {
        const Meaning of_job(job.topology, PlacedRanks{job.grid, *job.placement()});
        meaning = of_job.of({job.placement()->gpu_of[RankId(elsewhere->first)]}, Touches::any,
                            "has its first such rank elsewhere", "have their first such rank elsewhere") +
                  "; " + meaning;
    }
    gathered.findings.push_back({Severity::mismatch, options.hosts.list.substr(1),
                                 "rank " + std::to_string(elsewhere->first) + " on " + elsewhere->expected,
                                 "on " + elsewhere->seen + "; in all " + std::to_string(elsewhere->count) +
                                     (elsewhere->count == 1 ? " rank sits" : " ranks sit") +
                                     " elsewhere than placed",
                                 meaning});
}

// Of the NICs that are next to GPUs on servers that tell of them: those that carry the job's traffic.
std::set<std::string> names_of_compute_nics(const machine::Observed& machine) {
    std::set<std::string> names;
    for (const machine::ObservedHost& host : machine.hosts) {
        for (std::size_t nic = 0; nic < host.nics.size(); ++nic) {
            for (std::size_t gpu = 0; gpu < host.gpus.size(); ++gpu) {
                if (machine::is_next_to(host, gpu, nic) && host.nics[nic].name.known())
                    names.insert(*host.nics[nic].name.value);
            }
        }
    }
    return names;
}

// Hosts, racks and cables against the topology, and what files of the cluster say differently.
void check_inventory(const CheckedJob& job, const std::vector<std::string>& hosts, Gathered& gathered) {
    const cluster::Cluster& cluster = *gathered.cluster;
    cluster::Coverage covered = cluster::coverage(cluster, job.topology, hosts.size());
    std::move(covered.compared.begin(), covered.compared.end(), std::back_inserter(gathered.compared));
    std::move(covered.not_compared.begin(), covered.not_compared.end(),
              std::back_inserter(gathered.not_compared));
    const auto railed = job.topology.network().rails > 1 ? cluster::Railed::yes : cluster::Railed::no;
    auto nics = cluster::least_nics(job.topology);
    if (nics) nics->names = names_of_compute_nics(gathered.machine);
    Findings of_cables =
        cluster::rail_findings(cluster, railed, std::move(nics),
                               hosts.empty() ? cluster::JobHosts::unknown : cluster::JobHosts::known);
    Findings unjoined = cluster::unjoined_findings(cluster, hosts);
    append(gathered.of_clusters, cluster::block_findings(cluster, hosts));
    std::optional<cluster::SeatedJob> seated;
    if (const Placement* placement = job.placement()) {
        seated.emplace(cluster::SeatedJob{job.layout, job.grid, *placement, hosts});
        const cluster::HostMeaning of_hosts(job.topology, PlacedRanks{job.grid, *placement}, hosts);
        of_hosts.add_to(gathered.of_clusters, cluster, Touches::any);
        of_hosts.add_to(of_cables, cluster, Touches::outside_domain);
        of_hosts.add_to(unjoined, cluster, Touches::outside_domain);
    }
    constexpr std::size_t most = 10;  // of hosts, of each kind
    append(gathered.findings, cluster::told_once(std::move(gathered.of_clusters), cluster, most));
    append(gathered.findings, cluster::clique_findings(cluster));
    append(gathered.findings, cluster::compare_inventory(cluster, job.topology, seated));
    append(gathered.findings, std::move(unjoined));
    append(gathered.findings, cluster::switch_link_findings(cluster));
    append(gathered.findings, cluster::told_once(std::move(of_cables), cluster, most));
}

// What the cluster files and the hosts of --hosts say of the job.
void check_cluster(const CheckOptions& options, const CheckedJob& job, Gathered& gathered) {
    const std::vector<std::string> hosts = options.hosts.hosts();
    if (gathered.cluster) {
        check_inventory(job, hosts, gathered);
        if (hosts.empty() || job.placement() == nullptr) return;
        append(gathered.findings, cluster::check_allocation({job.layout, job.topology, job.grid,
                                                             *job.placement(), *gathered.cluster, hosts}));
        return;
    }
    // Hosts alone say which server is which.
    if (hosts.empty() || !gathered.machine.hosts.empty()) return;
    throw InputError(Diagnostic{{},
                                "--hosts needs a file of the cluster",
                                "--machine topology.conf, the output of scontrol show topology, "
                                "ibnetdiscover or kubectl get nodes -o yaml",
                                "",
                                0});
}

void say_does_not_fit(const CheckedJob& job, Gathered& gathered) {
    const auto* no = std::get_if<DoesNotFit>(&job.placed);
    if (no == nullptr) return;
    gathered.findings.push_back(
        {Severity::mismatch, job.topology.name(), std::to_string(no->ranks) + " GPUs for the layout",
         std::to_string(no->available), no->why + ": no finding says what it means for a rank"});
}

// Files that tell nothing of what the topology says leave the question open: the answer is no, with what
// would answer it.
void say_nothing_compared(const CheckOptions& options, const std::vector<output::CheckedServer>& servers,
                          Gathered& gathered) {
    if (!servers.empty() || !gathered.compared.empty() || any_mismatch(gathered.findings)) return;
    const std::string of_hosts =
        options.hosts.list.empty()
            ? "--hosts, the hosts of an allocation, which are then placed on these switches and blocks"
            : "a file of the cluster that tells of switches, blocks or NVLink domains";
    gathered.findings.push_back({Severity::mismatch, "the files", "something that the topology says too",
                                 "nothing that can be compared",
                                 "whether the machine is as described is not known: give " + of_hosts +
                                     "; or a file of a server, such as of nvidia-smi topo -m; or a topology "
                                     "with a number of domains"});
}

int run(const CheckOptions& options) {
    const input::Library library(shipped_roots());
    auto [layout, notes] = load_layout(library, options.layout.layout, options.layout.overrides);
    const LoadedTopology on = asked_topology(library, options.topology);
    check_per_domain(on.topology, layout.placement);
    notes.insert(notes.end(), on.notes.begin(), on.notes.end());
    Gathered gathered = gather(options);
    const CheckedJob job(layout, on.topology);
    auto servers = check_machine(options, job, gathered);
    say_does_not_fit(job, gathered);
    check_cluster(options, job, gathered);
    check_rankfile(options, job, gathered);
    say_nothing_compared(options, servers, gathered);
    if (gathered.cluster)
        notes.insert(notes.end(), gathered.cluster->notes.begin(), gathered.cluster->notes.end());
    output::CheckReport report{
        layout.name,       on.topology.name(),    gathered.sources,  std::move(servers),
        gathered.compared, gathered.not_compared, gathered.findings, notes};
    options.output.write(options.output.format == Format::json
                             ? check_json(report)
                             : check_table(report, options.output.shows_colour() ? output::Colour::ansi
                                                                                 : output::Colour::none));
    return is_as_described(report) ? exit_done : exit_no;
}

}  // namespace

void add_check(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand(
        "check", "Say what of a real machine is not as its topology says, and what it does");
    const auto options = std::make_shared<CheckOptions>();
    add_layout_options(*command, options->layout);
    command->add_option("--on", options->topology, "What the machine should be: a topology or a domain")
        ->type_name("TOPOLOGY")
        ->required();
    command
        ->add_option(
            "--machine", options->files,
            "What servers (hwloc, NCCL, nvidia-smi) and clusters (Slurm, InfiniBand, Kubernetes) say "
            "of themselves, told apart by content; any number; HOST=FILE says of which server")
        ->type_name("FILE");
    command->add_flag_callback(
        "--live", [options] { options->live = Live::yes; }, "Read this machine itself, through hwloc");
    command
        ->add_option("--at", options->at,
                     "The server that the first host stands for, such as rack3/tray0 (default: the first); "
                     "others follow it")
        ->type_name("SERVER");
    add_host_options(*command, options->hosts,
                     "The hosts of an allocation, in order: Slurm's hostlist, or @FILE, a host or rank file");
    add_output_options(*command, options->output, {Format::table, Format::json});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
