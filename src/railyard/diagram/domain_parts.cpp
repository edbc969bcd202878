#include "railyard/diagram/domain_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/folded_graph.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr std::size_t many_gpus = 12;
constexpr std::uint32_t most_gpus_in_server = 16;  // drawn one by one; of more these are:
constexpr std::uint32_t first_gpus = 8;
constexpr std::uint32_t many_switches = 10;
constexpr std::uint32_t most_gpus_open = 16;  // in a domain whose servers are all drawn
constexpr std::uint32_t most_switches_open = 12;

class DomainFolder {
  public:
    DomainFolder(const DomainKind& kind, const Graph& graph, const std::string& name,
                 const DomainUnfold& unfold, const std::set<std::uint32_t>& missing)
        : kind_(kind), graph_(graph), unfold_(unfold), missing_(missing) {
        made_.name = name;
        made_.part_of.assign(graph.nodes.size(), not_drawn);
        while (typical_ + 1 < kind_.servers.count && missing_in(typical_) > 0) ++typical_;
        if (missing_in(typical_) > 0) typical_ = 0;
        opens_all_ = kind_.servers.count == 1 || kind_.gpus() <= most_gpus_open;
        made_.opens_switches =
            unfold.nvswitches || (kind_.scale_up.switches <= most_switches_open && opens_all_);
        choose_widths();
    }

    DomainParts fold() {
        add_servers();
        add_switches();
        add_folded_servers();
        return std::move(made_);
    }

  private:
    void choose_widths() {
        const std::size_t open = opens_all_ ? kind_.servers.count : 1 + unfold_.servers.size();
        DomainWidths& widths = made_.widths;
        if (open * gpus_drawn_of(typical_) > many_gpus) {
            widths.gpu = 72;
            widths.gpu_gap = 8;
            widths.nic = 61;
        }
        if (made_.opens_switches && kind_.scale_up.switches > many_switches) {
            widths.nvswitch = 98;
            widths.nvswitch_gap = 14;
        }
    }

    [[nodiscard]] bool opens(std::uint32_t server) const {
        return opens_all_ || server == typical_ || unfold_.servers.count(server) > 0;
    }

    // One by one.
    [[nodiscard]] std::uint32_t gpus_drawn_of(std::uint32_t server) const {
        const bool folds = kind_.servers.gpus > most_gpus_in_server && unfold_.servers.count(server) == 0;
        return folds ? first_gpus : kind_.servers.gpus;
    }

    [[nodiscard]] std::uint32_t missing_in(std::uint32_t server) const {
        const auto first = missing_.lower_bound(server * kind_.servers.gpus);
        const auto behind = missing_.lower_bound((server + 1) * kind_.servers.gpus);
        return static_cast<std::uint32_t>(std::distance(first, behind));
    }

    std::uint32_t add(NodeKind kind, double width, double height, const std::string& name,
                      const std::string& label) {
        DomainPart part;
        part.kind = kind;
        part.box.width = width;
        part.box.height = height;
        part.box.name = name;
        part.box.style = style_of(kind);
        FittedLabel fitted = fit_label(label, width - 6, height - 4, 7, 11);
        part.box.label = std::move(fitted.label);
        part.box.font = fitted.font;
        if (fitted.is_cut) part.box.tip = name + ": " + label;
        made_.parts.push_back(std::move(part));
        return static_cast<std::uint32_t>(made_.parts.size() - 1);
    }

    // Shape and fill say what a part is; links in front of plain paper stay readable.
    static BoxStyle style_of(NodeKind kind) {
        static const auto colours = ramp(6);
        switch (kind) {
            case NodeKind::gpu:
                return {colours[1], Ink::frame, 1, Dash::solid, Pattern::plain, 3};
            case NodeKind::nvswitch:
                return {colours[3], Ink::frame, 1, Dash::solid, Pattern::plain, 3};
            case NodeKind::cpu:
                return {colours[5], Ink::frame, 1, Dash::solid, Pattern::plain, 3};
            case NodeKind::nic:
            case NodeKind::network_switch:
                break;
        }
        return {colours[4], Ink::frame, 1, Dash::solid, Pattern::plain, 3};
    }

    [[nodiscard]] std::string server_label(std::uint32_t server) const {
        return kind_.server_word + std::to_string(server);
    }

    void add_servers() {
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const Node& node = graph_.nodes[NodeId(n)];
            if (node.kind == NodeKind::nvswitch || !opens(node.server)) continue;
            if (made_.servers.empty() || made_.servers.back().number < node.server) {
                const bool is_new =
                    std::none_of(made_.servers.begin(), made_.servers.end(),
                                 [&](const ServerParts& s) { return s.number == node.server; });
                if (is_new) made_.servers.push_back({node.server, {}, {}, {}, {}});
            }
            ServerParts& server =
                *std::find_if(made_.servers.begin(), made_.servers.end(),
                              [&](const ServerParts& s) { return s.number == node.server; });
            const std::string prefix = made_.name + "/" + server_label(node.server) + "/";
            const std::uint32_t drawn = gpus_drawn_of(node.server);
            if (node.kind == NodeKind::gpu) {
                if (server.gpus.size() < drawn) {
                    server.gpus.push_back(
                        add_gpu(node.server, static_cast<std::uint32_t>(server.gpus.size()), prefix));
                } else if (!server.folds_gpus) {
                    server.gpus.push_back(add_rest(node.server, drawn, prefix));
                    server.folds_gpus = true;
                }
                made_.part_of[n] = server.gpus.back();
            } else if (node.kind == NodeKind::cpu && node.number > kind_.cpu_of(drawn - 1)) {
                made_.part_of[n] = server.gpus.back();
            } else if (node.kind == NodeKind::cpu) {
                made_.part_of[n] =
                    add(NodeKind::cpu, 100, cpu_height, fmt::format("{}cpu{}", prefix, node.number),
                        fmt::format("cpu{}", node.number));
                server.cpus.push_back(made_.part_of[n]);
            } else {
                add_nic(server, n, node.number, prefix);
            }
        }
    }

    std::uint32_t add_gpu(std::uint32_t server, std::uint32_t number, const std::string& prefix) {
        const std::string name = fmt::format("{}gpu{}", prefix, number);
        if (missing_.count(server * kind_.servers.gpus + number) == 0)
            return add(NodeKind::gpu, made_.widths.gpu, gpu_height, name,
                       fmt::format("gpu{}\n{}", number, kind_.gpu.name));
        const std::uint32_t part =
            add(NodeKind::gpu, made_.widths.gpu, gpu_height, name, fmt::format("gpu{}\nunavailable", number));
        made_.parts[part].box.style = missing_style();
        made_.parts[part].box.tip = name + ": unavailable";
        made_.has_missing = true;
        return part;
    }

    // GPUs from `first` on, with what is beside them alone.
    std::uint32_t add_rest(std::uint32_t server, std::uint32_t first, const std::string& prefix) {
        const Servers& shape = kind_.servers;
        const auto begin = missing_.lower_bound(server * shape.gpus + first);
        const auto lost =
            static_cast<std::uint32_t>(std::distance(begin, missing_.lower_bound((server + 1) * shape.gpus)));
        const std::uint32_t count = shape.gpus - first;
        const std::string label =
            lost == count ? counted(count, "more GPU") + ",\nunavailable"
                          : counted(count, "more GPU") +
                                (lost > 0 ? fmt::format(", {}\nunavailable", lost) : "\nlike those before");
        const std::uint32_t part = add(NodeKind::gpu, 2 * made_.widths.gpu + made_.widths.gpu_gap, gpu_height,
                                       fmt::format("{}gpu{}.and-others", prefix, first), label);
        Box& box = made_.parts[part].box;
        made_.parts[part].folds = true;
        if (lost > 0) box.style = lost == count ? missing_style() : damaged_style(box.style);
        (lost == count ? made_.has_missing : made_.has_damaged) |= lost > 0;
        box.tip = fmt::format("{}gpu{} to gpu{}, with the CPUs and NICs that are beside these alone", prefix,
                              first, shape.gpus - 1);
        return part;
    }

    // NICs of one GPU are one part.
    void add_nic(ServerParts& server, std::uint32_t node, std::uint32_t number, const std::string& prefix) {
        std::uint32_t under = 0;
        for (std::uint32_t g = 0; g < kind_.servers.gpus; ++g) {
            if (kind_.first_nic_of(g) <= number) under = g;
        }
        while (under > 0 && kind_.first_nic_of(under - 1) == kind_.first_nic_of(under)) --under;
        if (under >= gpus_drawn_of(server.number)) {
            made_.part_of[node] = server.gpus.back();
            return;
        }
        auto& there = server.nics_at[under];
        if (there.empty()) {
            const std::uint32_t per_gpu = kind_.nics.sharing == NicSharing::per_gpu ? kind_.nics.count : 1;
            const std::string words = per_gpu > 1 ? fmt::format("nic{} to {}", number, number + per_gpu - 1)
                                                  : fmt::format("nic{}", number);
            there.push_back(add(NodeKind::nic, made_.widths.nic, nic_height,
                                fmt::format("{}nic{}", prefix, number),
                                words + "\n" + (per_gpu > 1 ? fmt::format("{} x ", per_gpu) : std::string()) +
                                    human(kind_.nics.bandwidth)));
            if (per_gpu > 1) made_.parts[there.front()].folds = true;
            server.nics.push_back(there.front());
        }
        made_.part_of[node] = there.front();
    }

    void add_switches() {
        const ScaleUp& up = kind_.scale_up;
        if (up.switches == 0) return;
        const std::uint32_t per_board = up.switches / up.boards;
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const Node& node = graph_.nodes[NodeId(n)];
            if (node.kind != NodeKind::nvswitch) continue;
            const std::uint32_t board = node.number / per_board;
            if (made_.opens_switches) {
                const std::uint32_t links = up.links_per_switch[node.number % per_board];
                made_.part_of[n] = add(NodeKind::nvswitch, made_.widths.nvswitch, switch_height,
                                       fmt::format("{}/nvswitch{}", made_.name, node.number),
                                       fmt::format("nvswitch{}\nto each GPU\n{} x {}", node.number, links,
                                                   human(up.link.bandwidth)));
                made_.switches.push_back(made_.part_of[n]);
                continue;
            }
            if (made_.switches.size() <= board) {
                made_.switches.push_back(
                    add(NodeKind::nvswitch, 2 * made_.widths.nvswitch, switch_height,
                        up.boards == 1 ? made_.name + "/nvswitches"
                                       : fmt::format("{}/nvswitches{}", made_.name, board),
                        fmt::format("{}{}\nalike, drawn as one", counted(per_board, "NVSwitch"),
                                    up.boards == 1 ? "" : fmt::format(" of board {}", board))));
                made_.parts[made_.switches.back()].folds = true;
            }
            made_.part_of[n] = made_.switches[board];
        }
    }

    // Servers that are not open: those of one board and one partition that lack as many GPUs are one part.
    void add_folded_servers() {
        using Key = std::tuple<std::uint32_t, std::string, std::uint32_t>;
        std::map<Key, std::vector<std::uint32_t>> alike;
        for (std::uint32_t s = 0; s < kind_.servers.count; ++s) {
            if (opens(s)) continue;
            alike[{kind_.board_of(s * kind_.servers.gpus), partitions_of(kind_, s), missing_in(s)}].push_back(
                s);
        }
        for (const auto& [key, servers] : alike) {
            const std::uint32_t part = add_folded(servers, std::get<2>(key));
            made_.folded.push_back(part);
            for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
                const Node& node = graph_.nodes[NodeId(n)];
                if (node.kind != NodeKind::nvswitch &&
                    std::binary_search(servers.begin(), servers.end(), node.server))
                    made_.part_of[n] = part;
            }
        }
    }

    std::uint32_t add_folded(const std::vector<std::uint32_t>& servers, std::uint32_t missing) {
        const auto count = static_cast<std::uint32_t>(servers.size());
        const std::string word = cut_to(kind_.server_word, 90, 10);
        const std::string which = count == 1 ? word + std::to_string(servers.front()) : counted(count, word);
        std::string label;
        if (missing == 0) {
            label = fmt::format("{} like {}{}", count == 1 ? which + "," : which, word, typical_);
        } else if (missing == kind_.servers.gpus) {
            label = which + ": unavailable";
        } else {
            label = fmt::format("{}: {}{} of {} GPUs unavailable", which, count == 1 ? "" : "each ", missing,
                                kind_.servers.gpus);
        }
        if (const std::string partitions = partitions_of(kind_, servers.front()); !partitions.empty())
            label += "\n" + partitions;
        label += fmt::format("\n{}, {},\n{}", counted(count * kind_.servers.gpus, "GPU"),
                             counted(count * kind_.servers.cpus, "CPU"),
                             counted(count * kind_.nics_per_server(), "NIC"));
        const std::uint32_t number =
            add(NodeKind::gpu, 190, 74,
                fmt::format("{}/{}{}", made_.name, kind_.server_word, servers.front()), label);
        DomainPart& part = made_.parts[number];
        part.folds = true;
        if (missing == kind_.servers.gpus) part.box.style = missing_style();
        if (missing > 0 && missing < kind_.servers.gpus) part.box.style = damaged_style(part.box.style);
        made_.has_damaged = made_.has_damaged || (missing > 0 && missing < kind_.servers.gpus);
        made_.has_missing = made_.has_missing || missing == kind_.servers.gpus;
        part.box.tip = numbers_of(word, servers) + (missing > 0 ? ": unavailable GPUs" : "");
        return number;
    }

    // "tray 1 to 3, 5".
    static std::string numbers_of(const std::string& word, const std::vector<std::uint32_t>& servers) {
        std::string text = word + " ";
        for (std::size_t first = 0; first < servers.size();) {
            std::size_t last = first;
            while (last + 1 < servers.size() && servers[last + 1] == servers[last] + 1) ++last;
            text += fmt::format("{}{}", first > 0 ? ", " : "", servers[first]);
            if (last > first) text += fmt::format(" to {}", servers[last]);
            first = last + 1;
        }
        return text;
    }

    const DomainKind& kind_;
    const Graph& graph_;
    const DomainUnfold& unfold_;
    const std::set<std::uint32_t>& missing_;
    std::uint32_t typical_ = 0;  // the first server of which nothing is missing
    bool opens_all_ = false;
    DomainParts made_;
};

}  // namespace

std::string partitions_of(const DomainKind& kind, std::uint32_t server) {
    if (kind.partitions.empty()) return "";
    const auto partition_of = [&](std::uint32_t gpu) {
        std::uint32_t before = 0;
        for (std::uint32_t p = 0; p < kind.partitions.size(); ++p) {
            before += kind.partitions[p];
            if (gpu < before) return p;
        }
        return static_cast<std::uint32_t>(kind.partitions.size() - 1);
    };
    const std::uint32_t first = partition_of(server * kind.servers.gpus);
    const std::uint32_t last = partition_of((server + 1) * kind.servers.gpus - 1);
    return first == last ? fmt::format("partition {}", first)
                         : fmt::format("partitions {} to {}", first, last);
}

BoxStyle damaged_style(const BoxStyle& whole) {
    BoxStyle style = whole;
    style.stroke = Ink::missing;
    style.stroke_width = 3;
    style.dash = Dash::dashed;
    return style;
}

Box assumed_frame(const Box& around) {
    constexpr double away = 3;
    Box frame;
    frame.x = around.x - away;
    frame.y = around.y - away;
    frame.width = around.width + 2 * away;
    frame.height = around.height + 2 * away;
    frame.style = {Ink::none, Ink::text, 1.6, Dash::dashed, Pattern::plain, 4};
    return frame;
}

void mark_assumed(DomainParts& parts, const AssumedParts& assumed) {
    const auto is_assumed = [&](NodeKind kind) {
        switch (kind) {
            case NodeKind::gpu:
                return assumed.count(Assumed::gpu) > 0;
            case NodeKind::cpu:
                return assumed.count(Assumed::cpus) > 0;
            case NodeKind::nic:
                return assumed.count(Assumed::nic_rate) + assumed.count(Assumed::nic_places) > 0;
            case NodeKind::nvswitch:
                return assumed.count(Assumed::switches) > 0;
            case NodeKind::network_switch:
                break;
        }
        return false;
    };
    for (DomainPart& part : parts.parts) {
        if (part.box.style.pattern == Pattern::crossed || !is_assumed(part.kind)) continue;
        part.is_assumed = true;
        part.box.tip = (part.box.tip.empty() ? part.box.name : part.box.tip) + ": assumed";
        parts.has_assumed = true;
    }
}

DomainParts domain_parts(const DomainKind& kind, const Graph& graph, const std::string& name,
                         const DomainUnfold& unfold, const std::set<std::uint32_t>& missing) {
    return DomainFolder(kind, graph, name, unfold, missing).fold();
}

}  // namespace railyard::diagram
