#include "railyard/cluster/switch_links.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace railyard::cluster {
namespace {

constexpr std::size_t least_links = 3;
constexpr std::size_t most_named = 4;

std::string name_of(const Switch& each) {
    return each.known_as.empty() ? each.name : each.known_as;
}

std::string rate_text(double rate) {
    const auto tenths = std::lround(rate * 8 / 1e8);
    return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) +
           " Gb/s";
}

// The rate of most cables of a switch to others.
std::map<std::uint32_t, double> usual_rates(const Cluster& cluster) {
    std::map<std::uint32_t, std::map<double, std::size_t>> by_rate;
    for (const SwitchLink& link : cluster.switch_links) {
        if (!link.rate) continue;
        for (const SwitchId end : {link.a, link.b}) ++by_rate[end.value()][link.rate->raw()];
    }
    std::map<std::uint32_t, double> usual;
    for (const auto& [id, rates] : by_rate) {
        std::size_t all = 0;
        for (const auto& [rate, count] : rates) all += count;
        for (const auto& [rate, count] : rates) {
            if (count >= least_links && 2 * count > all) usual[id] = rate;
        }
    }
    return usual;
}

}  // namespace

Findings switch_link_findings(const Cluster& cluster) {
    const auto usual = usual_rates(cluster);
    std::size_t count = 0;
    std::string seen;
    for (const SwitchLink& link : cluster.switch_links) {
        if (!link.rate) continue;
        // A switch all of whose cables are slower is of another kind.
        std::optional<double> of_both;
        for (const SwitchId end : {link.a, link.b}) {
            const auto rate = usual.find(end.value());
            if (rate != usual.end()) of_both = std::min(of_both.value_or(rate->second), rate->second);
        }
        const double should = std::max(of_both.value_or(0), link.could_be ? link.could_be->raw() : 0);
        if (link.rate->raw() >= should) continue;
        if (count++ >= most_named) continue;
        seen += (seen.empty() ? "" : "; ") + rate_text(link.rate->raw()) + " of " + rate_text(should) +
                " from " + name_of(cluster.switches[link.a]) + " to " + name_of(cluster.switches[link.b]);
    }
    if (count == 0) return {};
    if (count > most_named) seen += "; and " + std::to_string(count - most_named) + " more";
    return {{Severity::warning, "cables between switches",
             "the rate that both ends can, and that most cables of a switch have", seen,
             "what crosses them shares less than the topology counts: a cable or port is degraded"}};
}

std::string cable_key(std::string_view end, std::string_view port, std::string_view other,
                      std::string_view other_port) {
    std::string a = std::string(end) + '[' + std::string(port) + ']';
    std::string b = std::string(other) + '[' + std::string(other_port) + ']';
    if (b < a) std::swap(a, b);
    return a + b;
}

}  // namespace railyard::cluster
