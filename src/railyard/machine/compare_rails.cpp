#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "railyard/machine/comparison.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::machine {
namespace {

// The NICs next to each seat: "mlx5_0" or, where one of several, "mlx5_0+mlx5_1".
std::vector<std::string> pairing_of(const Comparison& comparison) {
    const ObservedHost& host = comparison.host();
    std::vector<std::string> pairing(comparison.seats());
    for (const std::uint32_t seat : comparison.observed_seats()) {
        std::set<std::string> names;
        for (std::size_t nic = 0; nic < host.nics.size(); ++nic) {
            if (is_next_to(host, *comparison.gpu_at(seat), nic)) names.insert(nic_label(host, nic));
        }
        for (const std::string& name : names) pairing[seat] += (pairing[seat].empty() ? "" : "+") + name;
    }
    return pairing;
}

bool tells_anything(const std::vector<std::string>& pairing) {
    return std::any_of(pairing.begin(), pairing.end(), [](const std::string& nics) { return !nics.empty(); });
}

}  // namespace

Findings compare_rails(const Topology& topology, const Observed& observed, const std::vector<Match>& matches,
                       const Meaning& meaning) {
    Findings findings;
    // Servers of one kind are compared with each other.
    std::map<std::uint32_t, std::map<std::vector<std::string>, std::vector<const Match*>>> by_kind;
    for (const Match& match : matches) {
        const auto pairing = pairing_of(Comparison(topology, observed, match, meaning, findings));
        if (tells_anything(pairing)) by_kind[match.first_gpu.kind][pairing].push_back(&match);
    }
    for (const auto& [kind, pairings] : by_kind) {
        if (pairings.size() < 2) continue;
        const auto usual =
            std::max_element(pairings.begin(), pairings.end(),
                             [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
        for (const auto& [pairing, odd] : pairings) {
            if (pairing == usual->first) continue;
            for (const Match* match : odd) {
                const Comparison comparison(topology, observed, *match, meaning, findings);
                std::vector<GpuId> ids;
                std::string expected;
                std::string seen;
                for (std::uint32_t seat = 0; seat < pairing.size(); ++seat) {
                    if (pairing[seat] == usual->first[seat]) continue;
                    ids.push_back(comparison.id_of(seat));
                    const auto words = [&](const std::string& nics) {
                        return nics.empty() ? std::string("no NIC") : nics;
                    };
                    expected += fmt::format("{}gpu{} next to {}", expected.empty() ? "" : ", ", seat,
                                            words(usual->first[seat]));
                    seen += fmt::format("{}gpu{} next to {}", seen.empty() ? "" : ", ", seat,
                                        words(pairing[seat]));
                }
                findings.push_back({Severity::mismatch, comparison.server_place(),
                                    fmt::format("{}, as on {} of {} servers", expected, usual->second.size(),
                                                matches.size()),
                                    seen,
                                    meaning.of(ids, Touches::outside_domain, "changes rails at this server",
                                               "change rails at this server")});
            }
        }
    }
    return findings;
}

}  // namespace railyard::machine
