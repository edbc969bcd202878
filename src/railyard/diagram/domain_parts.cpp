#include "railyard/diagram/domain_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/folded_graph.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr double switch_width = 104;
constexpr std::uint32_t most_gpus_open = 16;  // in a domain whose servers are all drawn
constexpr std::uint32_t most_switches_open = 12;

class DomainFolder {
  public:
    DomainFolder(const DomainKind& kind, const Graph& graph, const std::string& name,
                 const DomainUnfold& unfold)
        : kind_(kind), graph_(graph), unfold_(unfold) {
        made_.name = name;
        made_.part_of.assign(graph.nodes.size(), not_drawn);
        opens_all_ = kind_.servers.count == 1 || kind_.gpus() <= most_gpus_open;
        made_.opens_switches =
            unfold.nvswitches || (kind_.scale_up.switches <= most_switches_open && opens_all_);
    }

    DomainParts fold() {
        add_servers();
        add_switches();
        add_folded_servers();
        return std::move(made_);
    }

  private:
    [[nodiscard]] bool opens(std::uint32_t server) const {
        return opens_all_ || server == 0 || unfold_.servers.count(server) > 0;
    }

    std::uint32_t add(NodeKind kind, double width, double height, const std::string& name,
                      const std::string& label) {
        DomainPart part;
        part.kind = kind;
        part.box.width = width;
        part.box.height = height;
        part.box.name = name;
        part.box.font = 10;
        part.box.style = style_of(kind);
        std::string fitted;
        for (std::size_t begin = 0; begin <= label.size();) {
            const std::size_t end = std::min(label.find('\n', begin), label.size());
            fitted += (begin > 0 ? "\n" : "") + cut_to(label.substr(begin, end - begin), width - 6, 10);
            begin = end + 1;
        }
        part.box.label = fitted;
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
            if (node.kind == NodeKind::gpu) {
                const auto number = static_cast<std::uint32_t>(server.gpus.size());
                made_.part_of[n] =
                    add(NodeKind::gpu, gpu_width, gpu_height, fmt::format("{}gpu{}", prefix, number),
                        fmt::format("gpu{}\n{}", number, kind_.gpu.name));
                server.gpus.push_back(made_.part_of[n]);
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

    // NICs of one GPU are one part.
    void add_nic(ServerParts& server, std::uint32_t node, std::uint32_t number, const std::string& prefix) {
        std::uint32_t under = 0;
        for (std::uint32_t g = 0; g < kind_.servers.gpus; ++g) {
            if (kind_.first_nic_of(g) <= number) under = g;
        }
        while (under > 0 && kind_.first_nic_of(under - 1) == kind_.first_nic_of(under)) --under;
        auto& there = server.nics_at[under];
        if (there.empty()) {
            const std::uint32_t per_gpu = kind_.nics.sharing == NicSharing::per_gpu ? kind_.nics.count : 1;
            const std::string words = per_gpu > 1 ? fmt::format("nic{} to {}", number, number + per_gpu - 1)
                                                  : fmt::format("nic{}", number);
            there.push_back(add(NodeKind::nic, nic_width, nic_height, fmt::format("{}nic{}", prefix, number),
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
                made_.part_of[n] =
                    add(NodeKind::nvswitch, switch_width, switch_height,
                        fmt::format("{}/nvswitch{}", made_.name, node.number),
                        fmt::format("nvswitch{}\n{} per GPU", node.number, counted(links, "link")));
                made_.switches.push_back(made_.part_of[n]);
                continue;
            }
            if (made_.switches.size() <= board) {
                made_.switches.push_back(
                    add(NodeKind::nvswitch, 2 * switch_width, switch_height,
                        up.boards == 1 ? made_.name + "/nvswitches"
                                       : fmt::format("{}/nvswitches{}", made_.name, board),
                        fmt::format("{}{}\nalike, drawn as one", counted(per_board, "NVSwitch"),
                                    up.boards == 1 ? "" : fmt::format(" of board {}", board))));
                made_.parts[made_.switches.back()].folds = true;
            }
            made_.part_of[n] = made_.switches[board];
        }
    }

    // All servers that are not open are one part; of two boards, one for each.
    void add_folded_servers() {
        std::map<std::uint32_t, std::set<std::uint32_t>> by_board;
        for (std::uint32_t s = 0; s < kind_.servers.count; ++s) {
            if (!opens(s)) by_board[kind_.board_of(s * kind_.servers.gpus)].insert(s);
        }
        for (const auto& [board, servers] : by_board) {
            const auto count = static_cast<std::uint32_t>(servers.size());
            const std::string word = cut_to(kind_.server_word, 90, 10);
            made_.folded.push_back(
                add(NodeKind::gpu, 190, 74,
                    fmt::format("{}/{}{}", made_.name, kind_.server_word, *servers.begin()),
                    fmt::format("{} like {}0\n{}, {},\n{}", counted(count, word), word,
                                counted(count * kind_.servers.gpus, "GPU"),
                                counted(count * kind_.servers.cpus, "CPU"),
                                counted(count * kind_.nics_per_server(), "NIC"))));
            made_.parts[made_.folded.back()].folds = true;
            made_.parts[made_.folded.back()].box.tip =
                fmt::format("{} {} to {}", word, *servers.begin(), *servers.rbegin());
            for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
                const Node& node = graph_.nodes[NodeId(n)];
                if (node.kind != NodeKind::nvswitch && servers.count(node.server) > 0)
                    made_.part_of[n] = made_.folded.back();
            }
        }
    }

    const DomainKind& kind_;
    const Graph& graph_;
    const DomainUnfold& unfold_;
    bool opens_all_ = false;
    DomainParts made_;
};

}  // namespace

DomainParts domain_parts(const DomainKind& kind, const Graph& graph, const std::string& name,
                         const DomainUnfold& unfold) {
    return DomainFolder(kind, graph, name, unfold).fold();
}

}  // namespace railyard::diagram
