#include "railyard/cluster/adapter_names.hpp"

#include <utility>

#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {
namespace {

// The adapter inside a switch that reduces in the network (SHARP): no host.
constexpr std::string_view aggregation_node = "Aggregation Node";

bool is_set_up(std::string_view description, std::string_view host) {
    if (host.empty() || host == "localhost" || host == "(none)" || host == "MT") return false;
    // "MT4129 ConnectX7   Mellanox Technologies": the model, as it leaves the factory.
    return description.find("Mellanox Technologies") == std::string_view::npos;
}

}  // namespace

std::string AdapterNames::host_of(const AdapterPort& port, std::string_view host, std::string_view nic) {
    if (!is_set_up(port.description, host)) {
        ++nameless_;
        return std::string(port.guid);
    }
    const auto [first, is_new] = guid_of_.try_emplace(
        std::string(host) + ' ' + std::string(nic) + ' ' + std::string(port.port), port.guid);
    if (is_new || first->second == port.guid) return std::string(host);
    if (twice_.empty() || twice_.back() != host) twice_.emplace_back(host);
    return std::string(host) + '@' + std::string(port.guid);
}

void AdapterNames::finish() {
    for (const AdapterPort& port : ports_) {
        if (port.description.find(aggregation_node) != std::string_view::npos) {
            ++switches_own_;
            continue;
        }
        const auto words = words_of(port.description);
        const std::string_view host = words.empty() ? std::string_view() : words[0].text;
        const bool tells_nic = words.size() > 1 && is_set_up(port.description, host);
        const std::string_view nic = tells_nic ? words[1].text : std::string_view();
        const HostId id = cluster_.hosts.obtain(host_of(port, host, nic));
        cable(cluster_, id, port.leaf);
        auto& ports = cluster_.hosts[id].ports;
        if (ports.size() < most_leaves)
            ports.push_back({std::string(nic), port.leaf, port.rate, port.could_be});
    }
    if (nameless_ > 0) {
        cluster_.notes.push_back("adapters that do not say which host they are in, named by GUID: " +
                                 std::to_string(nameless_));
    }
    if (!twice_.empty()) {
        cluster_.notes.push_back(
            "'" + twice_.front() + "'" +
            (twice_.size() > 1 ? " and " + std::to_string(twice_.size() - 1) + " more" : "") +
            ": adapters of one name have several GUIDs; the later ones are named HOST@GUID");
    }
    if (switches_own_ > 0) {
        cluster_.notes.push_back("aggregation nodes (SHARP) inside switches, which are no hosts: " +
                                 std::to_string(switches_own_));
    }
}

}  // namespace railyard::cluster
