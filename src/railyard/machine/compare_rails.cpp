#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "railyard/machine/comparison.hpp"
#include "railyard/machine/nic_order.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::machine {
namespace {

// The NICs next to each seat, as they are compared ("mlx5_0", or "NIC 1 of 8" where names of servers differ)
// and as the server names them. A seat that shows no GPU, or whose GPU the topology lacks, tells nothing.
struct Pairing {
    std::vector<std::string> compared, shown;
    std::vector<std::uint32_t> seats;  // that tell, ascending
};

bool tells_of(const Pairing& pairing, std::uint32_t seat) {
    return std::binary_search(pairing.seats.begin(), pairing.seats.end(), seat);
}

// Seats of which both tell, and differently.
std::vector<std::uint32_t> differing_seats(const Pairing& one, const Pairing& other) {
    std::vector<std::uint32_t> seats;
    for (const std::uint32_t seat : one.seats) {
        if (tells_of(other, seat) && one.compared[seat] != other.compared[seat]) seats.push_back(seat);
    }
    return seats;
}

// How NICs of servers of one kind are told apart: by name where servers share names, else by the order of
// those that carry the job's traffic.
enum class By { name, position };

std::set<std::string> names_of(const ObservedHost& host) {
    std::set<std::string> names;
    for (const std::size_t nic : compute_nics(host)) names.insert(nic_label(host, nic));
    return names;
}

// The same names, or those of a server that shows fewer NICs: names that only overlap may be shifted by one
// more NIC that was counted first.
bool share_names(const std::set<std::string>& one, const std::set<std::string>& other) {
    return std::includes(one.begin(), one.end(), other.begin(), other.end()) ||
           std::includes(other.begin(), other.end(), one.begin(), one.end());
}

void append(std::string& list, const std::string& word) {
    list += (list.empty() ? "" : "+") + word;
}

Pairing pairing_of(const Comparison& comparison, By by) {
    const ObservedHost& host = comparison.host();
    const auto order = in_order_of_names(host, compute_nics(host));
    Pairing pairing{std::vector<std::string>(comparison.seats()),
                    std::vector<std::string>(comparison.seats()), comparison.observed_seats()};
    for (const std::uint32_t seat : pairing.seats) {
        for (std::size_t position = 0; position < order.size(); ++position) {
            const std::size_t nic = order[position];
            if (!is_next_to(host, *comparison.gpu_at(seat), nic)) continue;
            append(pairing.shown[seat], nic_label(host, nic));
            append(pairing.compared[seat], by == By::name
                                               ? nic_label(host, nic)
                                               : fmt::format("NIC {} of {}", position + 1, order.size()));
        }
    }
    return pairing;
}

bool tells_anything(const Pairing& pairing) {
    return std::any_of(pairing.compared.begin(), pairing.compared.end(),
                       [](const std::string& nics) { return !nics.empty(); });
}

// Whether the NICs next to some GPU are told in part only.
bool is_cut_off(const Comparison& comparison) {
    const auto seats = comparison.observed_seats();
    return std::any_of(seats.begin(), seats.end(), [&](std::uint32_t seat) {
        return has_an_untold_nic(comparison.host(), *comparison.gpu_at(seat));
    });
}

class RailComparison {
  public:
    RailComparison(const Topology& topology, const Observed& observed, const std::vector<Match>& matches,
                   const Meaning& meaning)
        : topology_(topology), observed_(observed), meaning_(meaning), matches_(matches) {}

    Findings run() {
        std::map<std::uint32_t, std::vector<const Match*>> by_kind;  // compared with each other
        for (const Match& match : matches_) by_kind[match.first_gpu.kind].push_back(&match);
        for (const auto& kind : by_kind) compare(kind.second);
        return std::move(findings_);
    }

  private:
    struct Server {
        const Match* match;
        Pairing pairing;
    };
    using Servers = std::vector<Server>;

    [[nodiscard]] Comparison of(const Match& match) {
        return {topology_, observed_, match, meaning_, findings_};
    }

    void compare(const std::vector<const Match*>& matches) {
        no_names_ = false;
        const auto first = names_of(observed_.hosts[matches.front()->host]);
        const bool by_name = std::all_of(matches.begin(), matches.end(), [&](const Match* match) {
            return share_names(first, names_of(observed_.hosts[match->host]));
        });
        Servers servers;
        for (const Match* match : matches) {
            const Comparison comparison = of(*match);
            if (comparison.guesses_seats()) continue;
            // A GPU that is not shown leaves a NIC next to none, and the count of the others is off.
            if (!by_name && comparison.host().gpus.size() < comparison.seats()) continue;
            Pairing pairing = pairing_of(comparison, by_name ? By::name : By::position);
            if (!tells_anything(pairing) || is_cut_off(comparison)) continue;
            no_names_ = no_names_ || has_column_titles_only(comparison.host());
            servers.push_back({match, std::move(pairing)});
        }
        const std::vector<Servers> alike = grouped(std::move(servers));
        if (alike.size() < 2) return;
        // Positions of NICs whose names are missing are a guess.
        severity_ = !by_name && no_names_ ? Severity::warning : Severity::mismatch;
        std::vector<const Servers*> by_size;
        for (const Servers& each : alike) by_size.push_back(&each);
        std::stable_sort(by_size.begin(), by_size.end(),
                         [](const Servers* a, const Servers* b) { return a->size() > b->size(); });
        if (by_size[0]->size() == by_size[1]->size()) return tie(by_size);
        for (std::size_t i = 1; i < by_size.size(); ++i) {
            for (const Server& odd : *by_size[i])
                tell(odd, by_size[0]->front(), by_size[0]->size(), matches.size());
        }
    }

    // Those that agree on every seat of which both tell. Servers that tell of most seats come first, so that
    // one that tells of a few joins those it agrees with, the most of them where several groups would do.
    static std::vector<Servers> grouped(Servers servers) {
        std::stable_sort(servers.begin(), servers.end(), [](const Server& a, const Server& b) {
            return a.pairing.seats.size() > b.pairing.seats.size();
        });
        std::vector<Servers> groups;
        for (Server& server : servers) {
            Servers* most = nullptr;
            for (Servers& group : groups) {
                if (differing_seats(group.front().pairing, server.pairing).empty() &&
                    (most == nullptr || group.size() > most->size()))
                    most = &group;
            }
            if (most == nullptr) most = &groups.emplace_back();
            most->push_back(std::move(server));
        }
        return groups;
    }

    static std::string words(const Pairing& pairing, std::uint32_t seat) {
        const std::string& shown = pairing.shown[seat];
        if (shown.empty()) return fmt::format("gpu{} next to no NIC", seat);
        return fmt::format("gpu{} next to {}", seat, shown) +
               (shown == pairing.compared[seat] ? "" : " (" + pairing.compared[seat] + ")");
    }

    // What each says of the seats where the two differ.
    struct Difference {
        std::string one, other;
        std::vector<std::uint32_t> seats;
    };
    static Difference between(const Pairing& one, const Pairing& other) {
        Difference difference;
        difference.seats = differing_seats(one, other);
        for (const std::uint32_t seat : difference.seats) {
            difference.one += (difference.one.empty() ? "" : ", ") + words(one, seat);
            difference.other += (difference.other.empty() ? "" : ", ") + words(other, seat);
        }
        return difference;
    }

    void tell(const Server& odd, const Server& usual, std::size_t count, std::size_t all) {
        const Comparison comparison = of(*odd.match);
        const Difference found = between(usual.pairing, odd.pairing);
        std::vector<GpuId> ids;
        for (const std::uint32_t seat : found.seats) ids.push_back(comparison.id_of(seat));
        findings_.push_back({meaning_.weighed(severity_, ids, Touches::outside_domain),
                             comparison.server_place(),
                             fmt::format("{}, as on {} of {} servers", found.one, count, all), found.other,
                             meaning_.of(ids, Touches::outside_domain, "changes rails at this server",
                                         "change rails at this server") +
                                 untold()});
    }

    // As many servers pair one way as another: which of them is odd cannot be said.
    void tie(const std::vector<const Servers*>& by_size) {
        const Server& one = by_size[0]->front();
        const Server& other = by_size[1]->front();
        const Comparison first = of(*one.match);
        const Comparison second = of(*other.match);
        const Difference found = between(one.pairing, other.pairing);
        std::vector<GpuId> ids;
        for (const std::uint32_t seat : found.seats) {
            ids.push_back(first.id_of(seat));
            ids.push_back(second.id_of(seat));
        }
        const std::size_t each = by_size[0]->size();
        std::string meaning = meaning_.of(ids, Touches::outside_domain, "changes rails between the two",
                                          "change rails between the two");
        meaning +=
            (meaning.empty() ? "" : "; ") +
            (each == 1 && by_size.size() == 2
                 ? std::string(
                       "the two differ and neither is the majority: a third server tells which is odd")
                 : fmt::format("as many servers ({}) pair one way as the other: neither is the majority",
                               each));
        findings_.push_back(
            {meaning_.weighed(severity_, ids, Touches::outside_domain),
             first.server_place() + " and " + second.server_place(),
             "the same NICs next to the same GPUs on servers of one kind",
             first.server_place() + ": " + found.one + "; " + second.server_place() + ": " + found.other,
             meaning + untold()});
    }

    [[nodiscard]] std::string untold() const {
        return severity_ == Severity::warning
                   ? "; NICs are told apart by their order, since a capture has no legend with their names"
                   : "";
    }

    const Topology& topology_;
    const Observed& observed_;
    const Meaning& meaning_;
    const std::vector<Match>& matches_;
    Findings findings_;
    bool no_names_ = false;
    Severity severity_ = Severity::mismatch;
};

}  // namespace

Findings compare_rails(const Topology& topology, const Observed& observed, const std::vector<Match>& matches,
                       const Meaning& meaning) {
    return RailComparison(topology, observed, matches, meaning).run();
}

}  // namespace railyard::machine
