#include "railyard/diagram/domain_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/arcs.hpp"
#include "railyard/diagram/domain_legend.hpp"
#include "railyard/diagram/domain_parts.hpp"
#include "railyard/diagram/edge_labels.hpp"
#include "railyard/diagram/folded_graph.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/topology/graph.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 30;
constexpr double row_gap = 44;

// One domain of the kind, with nothing above it.
Topology alone(const Topology& topology, std::uint32_t kind) {
    TopologyParts parts;
    parts.name = topology.name();
    parts.kinds = {topology.kinds()[kind]};
    parts.runs = {{0, 1}};
    return Topology(std::move(parts));
}

std::uint32_t kind_of_physical(const Topology& topology, std::uint32_t physical) {
    std::uint32_t before = 0;
    for (const DomainRun& run : topology.runs()) {
        before += run.count;
        if (physical < before) return run.kind;
    }
    return topology.runs().back().kind;
}

class DomainDrawer {
  public:
    DomainDrawer(const Topology& topology, std::uint32_t physical, const DomainUnfold& unfold,
                 const Untold& untold)
        : untold_(untold),
          kind_(topology.kinds()[kind_of_physical(topology, physical)]),
          alone_(alone(topology, kind_of_physical(topology, physical))),
          graph_(build_graph(alone_)),
          missing_(missing_of(topology, physical)),
          made_(domain_parts(kind_, graph_, kind_.domain_word + std::to_string(physical), unfold, missing_)) {
    }

    Scene scene() {
        const std::string of = alone_.name() == kind_.name ? "" : " of " + alone_.name();
        bundles_ = bundles_of(graph_, made_.part_of);
        hang_nics_on_cpus();
        mark_assumed(made_, untold_.assumed);
        double y = add_heading(scene_, left, made_.name + of + ": " + kind_.name, words());
        Legend legend(scene_, left, y, 1100);
        add_domain_legend(legend, kind_, made_, bundles_, untold_.assumed);
        y = legend.bottom() + 16;
        place(y);
        for (const DomainPart& part : made_.parts) {
            if (part.is_assumed) scene_.boxes.push_back(assumed_frame(part.box));
            scene_.boxes.push_back(part.box);
        }
        links();
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    // Local numbers of the GPUs that the topology says are unavailable.
    static std::set<std::uint32_t> missing_of(const Topology& topology, std::uint32_t physical) {
        std::uint32_t first = 0;
        std::uint32_t before = 0;
        std::uint32_t gpus = 0;
        for (const DomainRun& run : topology.runs()) {
            // The last run may be one that goes on as needed.
            const bool is_last = &run == &topology.runs().back();
            const std::uint32_t here = is_last ? physical - before : std::min(run.count, physical - before);
            gpus = topology.kinds()[run.kind].gpus();
            first += here * gpus;
            before += here;
            if (is_last || here < run.count) break;
        }
        std::set<std::uint32_t> missing;
        for (std::uint32_t local = 0; local < gpus; ++local) {
            if (!topology.is_available(GpuId(first + local))) missing.insert(local);
        }
        return missing;
    }

    [[nodiscard]] std::vector<std::string> words() const {
        const Servers& servers = kind_.servers;
        const bool nics_told = untold_.assumed.count(Assumed::nics) == 0;
        std::string line = counted(servers.count, cut_to(kind_.server_word, 100, 12)) + " with " +
                           counted(servers.gpus, "GPU") + " (" + cut_to(kind_.gpu.name, 300, 12) + ")" +
                           (nics_told ? ", " : " and ") + counted(servers.cpus, "CPU");
        if (nics_told)
            line += kind_.nics_per_server() > 0 ? " and " + counted(kind_.nics_per_server(), "NIC")
                                                : std::string(" and no NIC");
        if (servers.count > 1) line += " each";
        if (!nics_told) line += "; NICs are not told";
        if (kind_.scale_up.switches > 0)
            line += "; " + (untold_.assumed.count(Assumed::switches) > 0
                                ? std::string("NVSwitches, their number is not told")
                                : counted(kind_.scale_up.switches, "NVSwitch"));
        if (!missing_.empty()) line += "; unavailable: " + counted(missing_.size(), "GPU");
        std::vector<std::string> lines = {line};
        if (!kind_.partitions.empty()) {
            std::string sizes;
            for (const std::uint32_t size : kind_.partitions)
                sizes += (sizes.empty() ? "" : " + ") + std::to_string(size);
            lines.push_back("NVLink partitions of " + sizes + " GPUs share the switches");
        }
        for (const std::string& note : untold_.notes) {
            const std::string wrapped = fit_label("note: " + note, 880, 60, 12, 12).label;
            for (std::size_t begin = 0; begin <= wrapped.size();) {
                const std::size_t end = std::min(wrapped.find('\n', begin), wrapped.size());
                lines.push_back(wrapped.substr(begin, end - begin));
                begin = end + 1;
            }
        }
        return lines;
    }

    // The graph joins a NIC to the GPU beside it.
    void hang_nics_on_cpus() {
        if (!has_nics_on_cpus(kind_)) return;
        std::map<std::uint32_t, std::uint32_t> cpu_of;  // by part
        for (const Bundle& bundle : bundles_) {
            if (bundle.kind != EdgeKind::c2c) continue;
            const bool a_is_gpu = made_.parts[bundle.a].kind == NodeKind::gpu;
            cpu_of[a_is_gpu ? bundle.a : bundle.b] = a_is_gpu ? bundle.b : bundle.a;
        }
        for (Bundle& bundle : bundles_) {
            if (bundle.kind != EdgeKind::pcie) continue;
            for (std::uint32_t* end : {&bundle.a, &bundle.b}) {
                const auto cpu = cpu_of.find(*end);
                if (cpu != cpu_of.end()) *end = cpu->second;
            }
        }
    }

    void put(std::uint32_t part, double x, double y) {
        made_.parts[part].box.x = x;
        made_.parts[part].box.y = y;
    }

    // Rows from above: NVSwitches, GPUs, NICs, CPUs.
    void place(double top) {
        const double trunk_room = arcs_height(arcs_between(made_.switches));
        std::vector<std::uint32_t> gpus;
        for (const ServerParts& server : made_.servers)
            gpus.insert(gpus.end(), server.gpus.begin(), server.gpus.end());
        gpus.insert(gpus.end(), made_.folded.begin(), made_.folded.end());
        gpu_row_ = gpus;
        const double gpu_arcs = arcs_height(arcs_between(gpus));
        const double fan = made_.switches.empty() ? 0 : made_.opens_switches ? 130 : 90;
        const double switch_y = top + trunk_room;
        const double gpu_y =
            made_.switches.empty() ? top + gpu_arcs + 34 : switch_y + switch_height + fan + gpu_arcs;
        double switches = -made_.widths.nvswitch_gap;
        for (const std::uint32_t part : made_.switches)
            switches += made_.parts[part].box.width + made_.widths.nvswitch_gap;
        double x = left + std::max(0.0, (switches - row_width()) / 2);
        const double begin = x;
        for (const ServerParts& server : made_.servers) x = place_server(server, x, gpu_y) + 24;
        for (const std::uint32_t part : made_.folded) {
            put(part, x, gpu_y - 8);
            x += made_.parts[part].box.width + 24;
        }
        double switch_x = std::max(left, begin + (x - 24 - begin - switches) / 2);
        for (const std::uint32_t part : made_.switches) {
            put(part, switch_x, switch_y);
            switch_x += made_.parts[part].box.width + made_.widths.nvswitch_gap;
        }
    }

    [[nodiscard]] double gpu_pitch() const { return made_.widths.gpu + made_.widths.gpu_gap; }

    [[nodiscard]] double gpus_width(const ServerParts& server) const {
        const std::size_t seats = server.gpus.size() + (server.folds_gpus ? 1 : 0);
        return static_cast<double>(seats) * gpu_pitch() - made_.widths.gpu_gap;
    }

    // Of the servers and what is folded of them.
    [[nodiscard]] double row_width() const {
        double width = -24;
        for (const ServerParts& server : made_.servers) width += gpus_width(server) + 28 + 24;
        for (const std::uint32_t part : made_.folded) width += made_.parts[part].box.width + 24;
        return width;
    }

    [[nodiscard]] std::string server_words(std::uint32_t server) const {
        const std::string partitions = partitions_of(kind_, server);
        return kind_.server_word + std::to_string(server) + (partitions.empty() ? "" : ", " + partitions);
    }

    double place_server(const ServerParts& server, double x, double gpu_y) {
        const double inner = x + 14;
        const double pitch = gpu_pitch();
        for (std::size_t g = 0; g < server.gpus.size(); ++g)
            put(server.gpus[g], inner + static_cast<double>(g) * pitch, gpu_y);
        const double nic_y = gpu_y + gpu_height + row_gap;
        for (const auto& [gpu, parts] : server.nics_at) put(parts.front(), inner + gpu * pitch, nic_y);
        const double cpu_y = nic_y + (server.nics.empty() ? 0 : nic_height + row_gap);
        const double width = gpus_width(server);
        const auto cpus = static_cast<double>(server.cpus.size());
        for (std::size_t c = 0; c < server.cpus.size(); ++c) {
            Box& box = made_.parts[server.cpus[c]].box;
            const double share = width / cpus;
            box.width = std::min(160.0, share - 20);
            put(server.cpus[c], inner + (static_cast<double>(c) + 0.5) * share - box.width / 2, cpu_y);
        }
        const double bottom = cpu_y + (server.cpus.empty() ? 0 : cpu_height) + 30;
        Box frame{x,
                  gpu_y - 10,
                  width + 28,
                  bottom - gpu_y + 10,
                  {Ink::none, Ink::faint, 1.5, Dash::solid, Pattern::plain, 6}};
        frame.name = made_.name + "/" + kind_.server_word + std::to_string(server.number);
        scene_.boxes.push_back(frame);
        add_text(scene_, {inner, bottom - 8, server_words(server.number), 11, Align::start, Ink::quiet},
                 width);
        return x + width + 28;
    }

    // Direct links among the parts of a row.
    [[nodiscard]] std::vector<Arc> arcs_between(const std::vector<std::uint32_t>& row) const {
        std::vector<Arc> arcs;
        for (const Bundle& bundle : bundles_) {
            const auto a = std::find(row.begin(), row.end(), bundle.a);
            const auto b = std::find(row.begin(), row.end(), bundle.b);
            if (a == row.end() || b == row.end() || a == b) continue;
            arcs.push_back(
                {static_cast<std::uint32_t>(a - row.begin()), static_cast<std::uint32_t>(b - row.begin())});
        }
        return arcs;
    }

    [[nodiscard]] bool in_row(const Bundle& bundle, const std::vector<std::uint32_t>& row) const {
        const auto has = [&](std::uint32_t part) {
            return std::find(row.begin(), row.end(), part) != row.end();
        };
        return bundle.a != bundle.b && has(bundle.a) && has(bundle.b);
    }

    void links() {
        std::vector<EdgeLabel> labels;
        for (const std::vector<std::uint32_t>* row : {&made_.switches, &gpu_row_}) {
            if (row->empty()) continue;
            std::vector<double> middles;
            for (const std::uint32_t part : *row) middles.push_back(made_.parts[part].box.middle().x);
            const double room = made_.parts[row->front()].box.width - 12;
            const auto ways = arc_ways(arcs_between(*row), middles, made_.parts[row->front()].box.y, room);
            std::size_t next = 0;
            for (const Bundle& bundle : bundles_) {
                if (in_row(bundle, *row)) draw(bundle, ways[next++], labels);
            }
        }
        std::vector<Joint> joints;
        std::vector<const Bundle*> fans;
        for (const Bundle& bundle : bundles_) {
            if (bundle.a == bundle.b || in_row(bundle, made_.switches) || in_row(bundle, gpu_row_)) continue;
            if (is_hidden(bundle)) continue;
            if (bundle.kind != EdgeKind::nvlink) {
                draw(bundle, straight(bundle), labels);
                continue;
            }
            const bool a_is_upper = made_.parts[bundle.a].kind == NodeKind::nvswitch;
            joints.push_back({a_is_upper ? bundle.a : bundle.b, a_is_upper ? bundle.b : bundle.a});
            fans.push_back(&bundle);
        }
        std::vector<Box> boxes;
        for (const DomainPart& part : made_.parts) boxes.push_back(part.box);
        const auto ways = spread_ways(joints, boxes);
        for (std::size_t i = 0; i < fans.size(); ++i) {
            draw(*fans[i], ways[i], labels);
            // Of switches that are drawn one by one their own labels say it.
            if (!made_.opens_switches || made_.parts[joints[i].lower].folds)
                labels.push_back({ways[i], words_of(*fans[i]), joints[i].upper, joints[i].lower});
        }
        add_edge_labels(scene_, labels);
    }

    // From the lower box's side that faces the other; PCIe to a CPU passes the NICs.
    [[nodiscard]] std::vector<Point> straight(const Bundle& bundle) const {
        const DomainPart* a = &made_.parts[bundle.a];
        const DomainPart* b = &made_.parts[bundle.b];
        if (a->box.y > b->box.y) std::swap(a, b);
        if (a->kind == NodeKind::cpu && b->kind == NodeKind::cpu) {
            if (a->box.x > b->box.x) std::swap(a, b);
            if (!cpus_on_a_bus(kind_))
                return {{a->box.x + a->box.width, a->box.middle().y}, {b->box.x, b->box.middle().y}};
            // All of them meet on a line below; a box may have one end for each side.
            const double below = a->box.y + a->box.height;
            const double from = a->box.middle().x + 3;
            const double to = b->box.middle().x - 3;
            return {{from, below}, {from, below + 9}, {to, below + 9}, {to, below}};
        }
        double x = a->box.middle().x;
        double to = b->box.middle().x;
        if (b->kind == NodeKind::nic) {
            to = std::clamp(a->box.x + made_.widths.nic / 2, b->box.x + 8, b->box.x + b->box.width - 8);
            x = a->box.x + made_.widths.nic / 2;
            return {{x, a->box.y + a->box.height}, {to, b->box.y}};
        }
        if (b->kind == NodeKind::cpu && a->kind == NodeKind::nic) {
            to = std::clamp(x, b->box.x + 8, b->box.x + b->box.width - 8);
            return {{x, a->box.y + a->box.height}, {to, b->box.y}};
        }
        if (b->kind == NodeKind::cpu) {
            x = a->box.x + a->box.width - 6;
            to = std::clamp(x, b->box.x + 8, b->box.x + b->box.width - 8);
            const double turn = b->box.y - row_gap * 0.6;
            return {{x, a->box.y + a->box.height}, {x, turn}, {to, b->box.y}};
        }
        return {{x, a->box.y + a->box.height}, {to, b->box.y}};
    }

    // On a bus the lines of neighbours are all that can be told apart. CPUs beside GPUs that are folded have
    // no place of their own.
    [[nodiscard]] bool is_hidden(const Bundle& bundle) const {
        if (bundle.kind == EdgeKind::cpu_link &&
            (made_.parts[bundle.a].kind == NodeKind::gpu || made_.parts[bundle.b].kind == NodeKind::gpu))
            return true;
        if (bundle.kind != EdgeKind::cpu_link || !cpus_on_a_bus(kind_)) return false;
        for (const ServerParts& server : made_.servers) {
            const auto a = std::find(server.cpus.begin(), server.cpus.end(), bundle.a);
            const auto b = std::find(server.cpus.begin(), server.cpus.end(), bundle.b);
            if (a != server.cpus.end() && b != server.cpus.end()) return std::abs(a - b) > 1;
        }
        return false;
    }

    void draw(const Bundle& bundle, const std::vector<Point>& way, std::vector<EdgeLabel>& labels) {
        const DomainPart& a = made_.parts[bundle.a];
        const DomainPart& b = made_.parts[bundle.b];
        const bool is_direct =
            kind_.scale_up.kind == ScaleUpKind::mesh || kind_.scale_up.kind == ScaleUpKind::links;
        Line line = is_direct && bundle.kind == EdgeKind::nvlink ? direct_stroke(bundle.count)
                                                                 : stroke_of(bundle.kind, bundle.count);
        line.points = way;
        line.from = a.box.name;
        line.to = b.box.name;
        line.tip = a.box.name + " to " + b.box.name + ": " +
                   (bundle.kind == EdgeKind::c2c ? "NVLink-C2C, " : "") + words_of(bundle);
        const bool is_folded = a.folds || b.folds;
        // Of a box that stands for many the lines are many as well; how many links each has stands on it.
        if (is_direct && is_folded) line.width = std::min(line.width, 2.2);
        if (is_direct && bundle.kind == EdgeKind::nvlink && is_folded) {
            labels.push_back({way, words_of(bundle)});
        } else if (kind_.scale_up.kind == ScaleUpKind::links && bundle.kind == EdgeKind::nvlink) {
            labels.push_back({way, grouped(bundle.count) + "x"});
        } else if (bundle.kind == EdgeKind::nvlink_trunk && is_folded) {
            labels.push_back({way, words_of(bundle)});
        }
        scene_.lines.push_back(std::move(line));
    }

    const Untold& untold_;
    const DomainKind& kind_;
    Topology alone_;
    Graph graph_;
    std::set<std::uint32_t> missing_;
    DomainParts made_;
    std::vector<std::uint32_t> gpu_row_;
    std::vector<Bundle> bundles_;
    Scene scene_;
};

}  // namespace

Scene domain_scene(const Topology& topology, std::uint32_t domain, const DomainUnfold& unfold,
                   const Untold& untold) {
    return DomainDrawer(topology, domain, unfold, untold).scene();
}

}  // namespace railyard::diagram
