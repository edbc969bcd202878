#include "railyard/topology/load_domain.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string>

#include "railyard/base/figures.hpp"
#include "railyard/topology/load_nics.hpp"
#include "railyard/topology/load_written.hpp"
#include "railyard/topology/topology_keys.hpp"

namespace railyard {
namespace {

using input::Mapping;
using input::Node;
using input::NodeKind;
using input::Problems;

LinkRate read_link(const Mapping& keys) {
    LinkRate link;
    const auto nominal = keys.bandwidth("bandwidth_per_direction");
    link.bandwidth = nominal.value_or(BytesPerSecond{});
    link.effective = keys.bandwidth("effective_per_direction");
    link.latency = keys.duration("latency").value_or(Seconds{});
    // A rate that could not be read has been complained of already.
    if (nominal && link.effective && *nominal < *link.effective) {
        keys.problem(
            "effective_per_direction",
            "'effective_per_direction', " + human(*link.effective) +
                ", is above 'bandwidth_per_direction', " + human(*nominal),
            "what software reaches of a link is less than its nominal rate: both are per link and per "
            "direction");
    }
    return link;
}

Servers read_servers(const Mapping& keys) {
    Servers servers;
    servers.count = keys.whole("count", 1, most_servers_per_domain).value_or(1);
    servers.gpus = keys.whole("gpus", 1, most_gpus_per_server).value_or(1);
    servers.cpus = keys.whole("cpus", 1, most_gpus_per_server).value_or(servers.gpus > 1 ? 2 : 1);
    if (const auto pcie = keys.section("pcie")) servers.pcie = read_link(*pcie);
    if (const auto c2c = keys.section("c2c")) servers.c2c = read_link(*c2c);
    servers.cpu_link = servers.pcie;
    servers.bill = read_bill(keys);
    if (const auto link = keys.section("cpu_link")) servers.cpu_link = read_link(*link);
    if (std::uint64_t{servers.count} * servers.gpus > most_gpus_per_domain) {
        keys.problem(
            "count",
            std::to_string(servers.count) + " servers of " + std::to_string(servers.gpus) +
                " GPUs are more than a scale-up domain can hold",
            "at most " + std::to_string(most_gpus_per_domain) + " GPUs; domains are repeated in a topology");
    }
    return servers;
}

void read_links_per_switch(const Mapping& keys, ScaleUp& up) {
    const std::uint32_t per_board = up.switches / up.boards;
    const Node* value = keys.node("links_per_switch");
    if (value == nullptr) {
        keys.problem("kind", "switched domains need 'links_per_switch'",
                     "links from one GPU to each switch of its board, such as 1 or [5, 4, 4, 5]");
    } else if (value->kind == NodeKind::scalar) {
        up.links_per_switch.assign(per_board, keys.whole("links_per_switch", 1, 1000).value_or(1));
    } else if (const auto list = keys.wholes("links_per_switch", 0)) {
        up.links_per_switch = *list;
        if (list->size() != per_board) {
            keys.problem("links_per_switch",
                         "the list has " + std::to_string(list->size()) + " numbers for " +
                             std::to_string(per_board) + " switches",
                         "one number for each switch that a GPU is wired to");
        }
        if (std::accumulate(list->begin(), list->end(), std::uint64_t{0}) == 0) {
            keys.problem("links_per_switch", "a GPU has no links at all",
                         "kind: none describes such a server");
        }
    }
}

void read_switched(const Mapping& keys, const Servers& servers, ScaleUp& up) {
    up.boards = keys.whole("boards", 1, 2).value_or(1);
    const auto switches = keys.whole("switches", 1, 10000);
    if (!keys.has("switches")) {
        keys.problem("kind", "switched domains need 'switches'",
                     "the number of NVSwitch chips in the domain");
    }
    up.switches = switches.value_or(up.boards);
    if (up.switches % up.boards != 0) {
        keys.problem("switches", std::to_string(up.switches) + " switches cannot be halved over two boards");
    }
    if (up.boards == 2 && (servers.count * servers.gpus) % 2 != 0) {
        keys.problem("boards",
                     std::to_string(servers.count * servers.gpus) + " GPUs cannot be halved over two boards");
    }
    read_links_per_switch(keys, up);
    if (const auto trunk = keys.section("trunk")) {
        up.trunk_links = trunk->whole("links", 1, 10000).value_or(1);
        up.trunk.bandwidth = trunk->bandwidth("bandwidth_per_direction").value_or(BytesPerSecond{});
        up.trunk.effective = trunk->bandwidth("effective_per_direction");
        up.trunk.latency = trunk->duration("latency").value_or(Seconds{});
        if (up.boards == 1) keys.problem("trunk", "trunk links need 'boards: 2'");
    } else if (up.boards == 2) {
        keys.problem("boards", "two boards need 'trunk': the links between a switch and its twin");
    }
}

// [GPU, GPU, links]
void read_pairs(const Mapping& keys, std::uint32_t gpus, ScaleUp& up) {
    const Node* list = keys.node("pairs");
    if (list == nullptr || list->kind != NodeKind::sequence) {
        keys.problem(list == nullptr ? "kind" : "pairs",
                     "listed domains need 'pairs': a list of [GPU, GPU, links]");
        return;
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const Node& item : list->items) {
        const auto complain = [&](std::string message, std::string hint = "") {
            keys.problems().add(item.kind == NodeKind::null ? list->mark : item.mark, std::move(message),
                                std::move(hint));
        };
        if (item.kind != NodeKind::sequence || item.items.size() != 3) {
            complain("a pair is [GPU, GPU, number of links]", "such as [0, 3, 2]");
            continue;
        }
        std::array<std::uint32_t, 3> numbers{};
        bool good = true;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto number =
                input::parse_whole(item.items[i].text, i == 2 ? 1 : 0, i == 2 ? 1000 : gpus - 1);
            if (const auto* complaint = std::get_if<input::Complaint>(&number)) {
                keys.problems().add(item.items[i].mark.line > 0 ? item.items[i].mark : item.mark,
                                    complaint->message, complaint->hint);
                good = false;
                break;
            }
            numbers[i] = std::get<std::uint32_t>(number);
        }
        if (!good) continue;
        const auto [a, b] = std::minmax(numbers[0], numbers[1]);
        if (a == b) {
            complain("GPU " + std::to_string(a) + " cannot be linked to itself");
        } else if (!seen.emplace(a, b).second) {
            complain("the pair " + std::to_string(a) + ", " + std::to_string(b) + " is listed twice",
                     "give the number of links once, for both directions");
        } else {
            up.pairs.push_back({a, b, numbers[2]});
        }
    }
}

ScaleUp read_scale_up(const Mapping& keys, const Servers& servers) {
    ScaleUp up;
    const auto kind = keys.choice<ScaleUpKind>("kind");
    up.kind = kind.value_or(ScaleUpKind::none);
    if (const auto link = keys.section("link")) up.link = read_link(*link);
    if (!kind) return up;
    const auto refuse = [&](std::string_view key, std::string_view where) {
        if (keys.has(key)) {
            keys.problem(key, "'" + std::string(key) + "' belongs to " + std::string(where) +
                                  " domains, not to " +
                                  std::string(scale_up_names[static_cast<std::size_t>(up.kind)]) + " ones");
        }
    };
    if (up.kind != ScaleUpKind::switched) {
        for (const auto* key : {"switches", "boards", "links_per_switch", "trunk"}) refuse(key, "switched");
    }
    if (up.kind != ScaleUpKind::mesh) refuse("links_per_pair", "mesh");
    if (up.kind != ScaleUpKind::links) refuse("pairs", "links");
    if (up.kind != ScaleUpKind::none && !keys.has("link")) {
        keys.problem("kind", "the key 'link' is missing: the rate of one link",
                     "link: {bandwidth_per_direction: 25 GB/s, latency: 0.3 us}");
    }
    if (up.kind == ScaleUpKind::none) refuse("link", "switched, mesh or links");
    if ((up.kind == ScaleUpKind::none || up.kind == ScaleUpKind::links) && servers.count > 1) {
        keys.problem("kind", "a domain of several servers needs NVLink between every two of its GPUs",
                     "give each server a domain of its own (servers: {count: 1}), or use switched or mesh");
    }
    if (up.kind == ScaleUpKind::switched) read_switched(keys, servers, up);
    if (up.kind == ScaleUpKind::mesh) up.links_per_pair = keys.whole("links_per_pair", 1, 1000).value_or(1);
    if (up.kind == ScaleUpKind::links) read_pairs(keys, servers.gpus, up);
    return up;
}

void read_partitions(const Mapping& keys, DomainKind& kind) {
    const auto partitions = keys.wholes("partitions");
    if (!partitions) return;
    kind.partitions = *partitions;
    if (kind.scale_up.kind == ScaleUpKind::links || kind.scale_up.kind == ScaleUpKind::none) {
        keys.problem("partitions", "only switched and mesh domains can be partitioned");
    }
    const auto sum = std::accumulate(partitions->begin(), partitions->end(), std::uint64_t{0});
    if (sum != kind.gpus()) {
        keys.problem(
            "partitions",
            "the partitions hold " + std::to_string(sum) + " GPUs, the domain " + std::to_string(kind.gpus()),
            "every GPU belongs to one partition");
    }
}

void check_name(const Mapping& root, std::string_view key, std::string& word) {
    const auto text = root.text(key);
    if (!text) return;
    word = *text;
    const auto is_fit = [](char c) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return is_letter || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    };
    if (!std::all_of(word.begin(), word.end(), is_fit) || word.size() > 40) {
        root.problem(key, "the word '" + word.substr(0, 40) + "' cannot be part of a name",
                     "letters only: numbers and slashes follow it, as in rack3/tray7");
    }
}

// Beyond these a file is a slip of the keyboard, and its graph would fill the memory.
void check_number_of_links(const Mapping& keys, const DomainKind& kind) {
    constexpr std::uint64_t most_links = 1U << 22U;
    const std::uint64_t gpus = kind.gpus();
    if (gpus > most_gpus_per_domain) return;  // refused already
    std::uint64_t links = 0;
    if (kind.scale_up.kind == ScaleUpKind::mesh) links = gpus * (gpus - 1) / 2;
    if (kind.scale_up.kind == ScaleUpKind::switched) links = gpus * kind.scale_up.links_per_switch.size();
    if (links > most_links) {
        keys.problem("scale_up",
                     std::to_string(gpus) + " GPUs joined like this have " + std::to_string(links) +
                         " pairs of ends with links between them",
                     "at most " + std::to_string(most_links) + "; domains are repeated in a topology");
    }
}

// A thing that stands where its name could.
std::optional<input::Document> itself(const input::Library& library, input::Shelf shelf, const Node& value,
                                      Problems& problems) {
    // The source is that of the file around it, which outlives this.
    const input::SourcePtr source(input::SourcePtr(), value.mark.source);
    try {
        return with_bases(library, shelf, {{source}, value});
    } catch (const InputError& error) {
        problems.add(error);
        return std::nullopt;
    }
}

}  // namespace

input::Mapping root_mapping(const input::Document& document, const input::Section& keys, Problems& problems) {
    input::Mark place = document.root.mark;
    if (place.source == nullptr) place = {1, 1, &document.source()};
    return {problems, document.root, place, keys};
}

std::optional<input::Document> follow(const input::Library& library, input::Shelf shelf, const Node* name,
                                      Problems& problems) {
    if (name == nullptr) return std::nullopt;
    if (name->kind == NodeKind::mapping) return itself(library, shelf, *name, problems);
    if (name->kind != NodeKind::scalar) return std::nullopt;
    const auto path = library.find(shelf, name->text, input::folder_of(name->mark.source->name()));
    if (!path) {
        report_unknown(problems, library, shelf, *name);
        return std::nullopt;
    }
    try {
        return load_with_bases(library, shelf, *path);
    } catch (const InputError& error) {
        problems.add(error);
        return std::nullopt;
    }
}

Gpu read_gpu(const input::Document& document, Problems& problems) {
    const Mapping root = root_mapping(document, gpu_file_keys, problems);
    Gpu gpu;
    if (!root.is_mapping()) return gpu;
    gpu.name = root.text("gpu").value_or("");
    gpu.about = root.text("about").value_or("");
    gpu.maker = root.choice<GpuMaker>("maker");
    gpu.bill = read_bill(root);
    gpu.memory = root.size("memory").value_or(Bytes{});
    gpu.memory_bandwidth = root.bandwidth("memory_bandwidth").value_or(BytesPerSecond{});
    if (const auto peak = root.section("peak")) {
        for (std::size_t p = 0; p < precision_count; ++p)
            gpu.peak[p] = peak->compute_rate(precision_names[p]);
    }
    return gpu;
}

PartBill read_bill(const Mapping& keys, const std::string& prefix) {
    PartBill bill;
    if (const auto cost = keys.number(prefix + "cost")) bill.cost = money(*cost);
    bill.power = keys.power(prefix + "power");
    return bill;
}

void apply_settings(input::Document& document, const std::vector<input::KeySetting>& settings,
                    Problems& problems) {
    for (const auto& setting : input::sections_first(settings)) {
        try {
            set_key(document, setting);
        } catch (const InputError& error) {
            problems.add(error);
        }
    }
}

DomainKind read_domain(const input::Library& library, const input::Document& document, Problems& problems,
                       const std::vector<input::KeySetting>& gpu_settings) {
    const Mapping root = root_mapping(document, domain_file_keys, problems);
    DomainKind kind;
    if (!root.is_mapping()) return kind;
    kind.name = root.text("domain").value_or("");
    kind.about = root.text("about").value_or("");
    const Node* name = root.node("gpu");
    if (name != nullptr && (name->kind == NodeKind::mapping || root.text("gpu"))) {
        if (auto gpu = follow(library, input::Shelf::gpus, name, problems)) {
            // What was measured is of the GPU of the file that it is or starts from.
            const auto* const base = name->kind == NodeKind::mapping ? name->find("use") : nullptr;
            const auto before = base != nullptr ? follow(library, input::Shelf::gpus, &base->value, problems)
                                : gpu_settings.empty() ? std::nullopt
                                                       : std::optional(*gpu);
            apply_settings(*gpu, gpu_settings, problems);
            kind.gpu = read_gpu(*gpu, problems);
            if (before) note_written_peaks(*before, kind.gpu);
        }
    }
    if (const auto names = root.section("names")) {
        check_name(*names, "domain", kind.domain_word);
        check_name(*names, "server", kind.server_word);
    }
    if (const auto servers = root.section("servers")) kind.servers = read_servers(*servers);
    if (const auto up = root.section("scale_up")) {
        kind.scale_up = read_scale_up(*up, kind.servers);
        kind.scale_up.switch_bill = read_bill(*up, "switch_");
        kind.scale_up.cable_bill = read_bill(*up, "cable_");
    }
    if (const auto nics = root.section("nics")) kind.nics = read_nics(*nics, kind.servers);
    read_partitions(root, kind);
    check_number_of_links(root, kind);
    return kind;
}

}  // namespace railyard
