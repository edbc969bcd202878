#include "railyard/estimate/load_collectives.hpp"

#include <map>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/estimate/calibration_keys.hpp"
#include "railyard/estimate/load_measured.hpp"
#include "railyard/estimate/load_nccl_checks.hpp"
#include "railyard/estimate/load_nccl_collective.hpp"
#include "railyard/estimate/load_nccl_output.hpp"
#include "railyard/input/mapping.hpp"
#include "railyard/topology/load.hpp"

namespace railyard {
namespace {

using input::Mapping;
using input::Node;

// Topologies that were asked for, each loaded once.
class Machines {
  public:
    explicit Machines(const input::Library& library) : library_(library) {}
    const Topology& on(const std::string& name) {
        const auto found = loaded_.find(name);
        if (found != loaded_.end()) return found->second;
        return loaded_.emplace(name, load_topology(library_, name).topology).first->second;
    }
    Boards boards(const std::string& name) {
        const bool nvlink = on(name).kinds().front().scale_up.kind != ScaleUpKind::none;
        return nvlink ? Boards::with_nvlink : Boards::cards;
    }

  private:
    const input::Library& library_;
    std::map<std::string, Topology> loaded_;
};

// A point without size and time.
CollectivePoint frame(Machines& machines, const std::string& on, Collective kind, std::uint32_t members,
                      std::string source) {
    const Topology& topology = machines.on(on);
    CollectivePoint point;
    point.on = on;
    point.gpu = topology.kinds().front().gpu.name;
    point.source = std::move(source);
    point.kind = kind;
    point.group = group_side_by_side(topology, members);
    point.links = point.group.domains > 1 ? point.group.network : point.group.inside;
    return point;
}

double real(const Node& node, input::Problems& problems) {
    const auto number = input::parse_number(node.text);
    if (const auto* value = std::get_if<double>(&number); value != nullptr && *value > 0) return *value;
    problems.add(node.mark, "this should be a number above 0");
    return 1;
}

// Why a point cannot be; empty if it can.
std::string beyond_links(const CollectivePoint& point) {
    constexpr double rounding = 1.03;
    const BytesPerSecond bus = bus_bytes(point.kind, point.size, point.group.members) / point.measured;
    const BytesPerSecond most = most_bus_bandwidth(point);
    if (bus <= most * rounding) return "";
    return "a bus bandwidth of " + human(bus) + ", and the links of " + std::to_string(point.group.members) +
           " GPUs on " + point.on + " carry " + human(most) + " at most";
}
constexpr std::string_view links_hint =
    "are sizes in bytes, times in microseconds, and is it the machine it ran on?";

enum class Measured { time, bandwidth };

void add_points(const Mapping& keys, std::string_view key, Measured given, const CollectivePoint& frame,
                std::vector<CollectivePoint>& points) {
    const Node* list = keys.node(key);
    if (list == nullptr) return;
    for (const Node& pair : list->items) {
        if (pair.items.size() != 2) {
            keys.problems().add(pair.mark, "each entry is a pair [bytes, value]");
            continue;
        }
        CollectivePoint point = frame;
        point.size = bytes(real(pair.items[0], keys.problems()));
        const double value = real(pair.items[1], keys.problems());
        point.measured = given == Measured::time ? microseconds(value)
                                                 : bus_bytes(point.kind, point.size, point.group.members) /
                                                       gigabytes_per_second(value);
        if (const std::string why = beyond_links(point); !why.empty())
            keys.problems().add(pair.mark, why, std::string(links_hint));
        points.push_back(std::move(point));
    }
}

}  // namespace

std::vector<CollectivePoint> load_collectives(const input::Library& library, const std::string& path) {
    const input::Document document = load_measured(path, MeasuredFile::collectives);
    input::Problems problems;
    const Mapping root(problems, document.root, document.root.mark, collectives_file_keys);
    Machines machines(library);
    std::vector<CollectivePoint> points;
    if (root.is_mapping()) {
        for (const Mapping& keys : root.sections("collectives")) {
            const auto on = keys.text("on");
            const auto kind = keys.choice<Collective>("collective");
            const auto members = keys.whole("members", 2);
            if (!on || !kind || !members) continue;
            CollectivePoint point = frame(machines, *on, *kind, *members, keys.text("source").value_or(""));
            point.use = keys.choice<PointUse>("use").value_or(PointUse::fit);
            add_points(keys, "microseconds", Measured::time, point, points);
            add_points(keys, "bus_bandwidth", Measured::bandwidth, point, points);
        }
    }
    problems.throw_if_any();
    return points;
}

NcclMeasurements load_nccl_tests(const input::Library& library, const std::string& path,
                                 const std::string& on, std::uint32_t members,
                                 std::optional<Collective> asked) {
    const input::SourcePtr source = input::read_source(path);
    refuse_another_kind(*source, MeasuredFile::nccl_tests);
    const NcclOutput output = read_nccl_output(source);
    Machines machines(library);
    NcclMeasurements measured;
    for (const NcclTable& table : output.tables) {
        const std::string place = path + ":" + std::to_string(table.mark.line) + ": ";
        const bool is_unnamed = table.program.empty() && !asked;
        const auto kind = is_unnamed ? collective_shown(table, members)
                                     : table.kind(asked.value_or(Collective::all_reduce));
        if (!kind && is_unnamed)
            throw InputError(output.source->problem(
                table.mark,
                "the output does not name its program, and this table could be of two collectives",
                "--collective all-gather or all-to-all, for all tables of the command that name none; one of "
                "another collective in a command of its own, with --calibration from the first"));
        if (!kind) {
            measured.remarks.push_back("not used: " + place + "there is no curve for " + table.program);
            continue;
        }
        if (asked && kind != asked)
            throw InputError(output.source->problem(
                table.mark,
                "this is a table of " + table.program + ", and --collective says " +
                    std::string(collective_names[static_cast<std::size_t>(*asked)]),
                "leave out --collective: it is for output that does not name its program"));
        const CollectivePoint point = frame(machines, on, *kind, members, path);
        const NcclClaim claim{*kind, members, point.gpu, on, machines.boards(on)};
        check_against(table, claim);
        if (*kind == Collective::all_gather && table.program.empty() && checks_nothing_in_place(table))
            throw InputError(output.source->problem(
                table.mark, "its results in place were not checked, as those of an all-to-all cannot be",
                "--collective all-to-all"));
        measured.remarks.push_back("read: " + place + summary_of(table, claim));
        for (const NcclRow& row : table.rows) {
            measured.points.push_back(point);
            measured.points.back().size = bytes(row.size);
            measured.points.back().measured = microseconds(row.microseconds);
            if (const std::string why = beyond_links(measured.points.back()); !why.empty())
                throw InputError(output.source->problem(row.mark, why, std::string(links_hint)));
        }
    }
    if (measured.points.empty()) {
        const NcclTable& first = output.tables.front();
        throw InputError(output.source->problem(
            first.mark, "there is no curve for " + first.program,
            "all_reduce_perf, all_gather_perf, reduce_scatter_perf and alltoall_perf have one"));
    }
    return measured;
}

}  // namespace railyard
