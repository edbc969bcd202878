#include "railyard/cluster/allocation.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "railyard/base/suggest.hpp"
#include "railyard/cluster/host_lookup.hpp"
#include "railyard/cluster/host_order.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/seating.hpp"
#include "railyard/placement/meaning.hpp"

namespace railyard::cluster {
namespace {

constexpr std::size_t most_known_names = 2000;  // that a misspelt host is compared with

std::string number_of(std::size_t count, std::string_view word) {
    return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

// With blanks between names, where a terminal may break the line; it stays a hostlist.
std::string spaced(const std::string& hostlist) {
    std::string text;
    bool in_bracket = false;
    for (const char c : hostlist) {
        in_bracket = c == '[' || (in_bracket && c != ']');
        text += c;
        if (c == ',' && !in_bracket) text += ' ';
    }
    return text;
}

// A list of hosts for a message: short ones whole.
std::string host_list(std::vector<std::string> names) {
    constexpr std::size_t most = 256;
    const std::size_t count = names.size();
    if (count > most) names.resize(most);
    return spaced(to_hostlist(names)) + (count > most ? ", ..." : "");
}

// "ranks 96-103", "ranks 0, 8, 16, ..., 56".
std::string rank_list(const std::vector<RankId>& ranks) {
    if (ranks.size() > 1 && ranks.back().value() - ranks.front().value() + 1 == ranks.size()) {
        return "ranks " + std::to_string(ranks.front().value()) + "-" + std::to_string(ranks.back().value());
    }
    std::string text = "ranks ";
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (i == 3 && ranks.size() > 5) {
            text += "..., ";
            i = ranks.size() - 1;
        }
        text += std::to_string(ranks[i].value()) + (i + 1 < ranks.size() ? ", " : "");
    }
    return text;
}

// "n007" without its numbers is "n"; without leading zeros, "n7".
enum class Numbers { none, without_zeros };

std::string with_numbers(std::string_view name, Numbers numbers) {
    std::string text;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (is_digit(name[i])) {
            if (numbers == Numbers::none) continue;
            const bool begins = text.empty() || !is_digit(text.back());
            const bool ends = i + 1 == name.size() || !is_digit(name[i + 1]);
            if (name[i] == '0' && begins && !ends) continue;
        }
        text += name[i];
    }
    return text;
}

bool differ_in_numbers_alone(std::string_view a, std::string_view b) {
    return with_numbers(a, Numbers::none) == with_numbers(b, Numbers::none) &&
           with_numbers(a, Numbers::without_zeros) != with_numbers(b, Numbers::without_zeros);
}

class AllocationCheck {
  public:
    explicit AllocationCheck(const Allocation& allocation)
        : a_(allocation),
          seating_(seat_ranks(a_.topology, a_.placement)),
          meaning_(a_.topology, PlacedRanks{a_.grid, a_.placement}) {}

    Findings run() {
        find_hosts();
        if (a_.hosts.size() < seating_.servers.size()) {
            add(Severity::mismatch, "--hosts",
                number_of(seating_.servers.size(), "server") + " that hold ranks",
                number_of(a_.hosts.size(), "host"),
                "the job does not fit: " + number_of(seating_.servers.size() - a_.hosts.size(), "host") +
                    " short; " +
                    meaning_.of(gpus_from(a_.hosts.size()), Touches::any, "lacks a host", "lack hosts"));
            return std::move(findings_);
        }
        if (a_.hosts.size() > seating_.servers.size()) {
            const std::vector<std::string> idle(a_.hosts.begin() + static_cast<std::ptrdiff_t>(seats()),
                                                a_.hosts.end());
            add(Severity::note, "--hosts", number_of(seats(), "server") + " that hold ranks",
                number_of(a_.hosts.size(), "host"), "left without ranks: " + host_list(idle));
        }
        if (knows_any()) compare();
        return std::move(findings_);
    }

  private:
    void add(Severity severity, std::string place, std::string expected, std::string seen,
             std::string meaning) {
        findings_.push_back(
            {severity, std::move(place), std::move(expected), std::move(seen), std::move(meaning)});
    }
    [[nodiscard]] bool knows_any() const {
        return std::any_of(ids_.begin(), ids_.end(), [](HostId id) { return !id.is_none(); });
    }
    [[nodiscard]] std::size_t seats() const { return seating_.servers.size(); }

    void add_gpus(std::size_t seat, std::vector<GpuId>& gpus) const {
        const GpuPlace& server = seating_.servers[seat];
        for (std::uint32_t gpu = 0; gpu < a_.topology.kind_of(server).servers.gpus; ++gpu)
            gpus.emplace_back(server.gpu.value() - server.gpu_in_server + gpu);
    }
    [[nodiscard]] std::vector<GpuId> gpus_from(std::size_t first) const {
        std::vector<GpuId> gpus;
        for (std::size_t seat = first; seat < seats(); ++seat) add_gpus(seat, gpus);
        return gpus;
    }

    void find_hosts() {
        const HostLookup lookup(a_.cluster);
        std::vector<std::string> unknown;
        std::vector<GpuId> gpus;  // there
        for (const std::string& name : a_.hosts) {
            ids_.push_back(lookup.find(name));
            if (!ids_.back().is_none()) continue;
            unknown.push_back(name);
            if (ids_.size() <= seats()) add_gpus(ids_.size() - 1, gpus);
        }
        if (unknown.empty()) return;
        const auto near = meant_by(unknown.front());
        const std::string meant = near ? "did you mean '" + *near + "'?" : "";
        if (unknown.size() == a_.hosts.size()) {
            return add(Severity::mismatch, "--hosts", "hosts that the cluster file knows",
                       "it knows none of these hosts",
                       "no group of the job can be counted: is the file of another cluster" +
                           (near ? ", or " + meant : "?"));
        }
        // Where no rank sits nothing is missed.
        add(gpus.empty() ? Severity::warning : Severity::mismatch, "--hosts",
            "hosts that the cluster file knows",
            host_list(unknown) +
                (unknown.size() == 1 ? " is not in it: it knows " : " are not in it: it knows ") +
                std::to_string(a_.hosts.size() - unknown.size()) + " of " +
                number_of(a_.hosts.size(), "host"),
            meaning_.of(gpus, Touches::any, "is not counted whole", "are not counted whole") +
                ": nothing is known of the block or switch of these hosts" + (near ? "; " + meant : ""));
    }

    // The nearest name of a host that --hosts does not name. Another number alone is no slip, another width
    // of the same number is.
    [[nodiscard]] std::optional<std::string> meant_by(const std::string& unknown) const {
        if (a_.cluster.hosts.size() > most_known_names) return std::nullopt;
        const std::set<HostId> named(ids_.begin(), ids_.end());
        std::vector<std::string> known;
        for (std::uint32_t i = 0; i < a_.cluster.hosts.size(); ++i) {
            const std::string& name = a_.cluster.hosts[HostId(i)].name;
            if (named.count(HostId(i)) > 0) continue;
            std::string known_name = name.substr(0, name.find('.'));
            if (!differ_in_numbers_alone(known_name, unknown)) known.push_back(std::move(known_name));
        }
        return nearest(unknown, known);
    }

    void compare() {
        const auto given = groupings_of(a_.cluster, ids_);
        if (given.empty()) {
            return add(Severity::note, "--hosts", "", "the cluster file tells of no block, domain or switch",
                       "hops cannot be counted");
        }
        const auto expected = expected_groupings(a_.topology, seating_);
        const auto seen = count(given);
        const auto planned = count(expected);
        for (std::size_t g = 0; g < given.size(); ++g) {
            hop_note(given[g], seen, g);
            name_straddling(given[g]);
        }
        std::size_t tier = 0;  // of the topology; its groupings come after that of its domains
        const auto& tiers = a_.topology.network().tiers;
        for (std::size_t g = 0; g < given.size(); ++g) {
            if (given[g].kind != GroupingKind::switches) {
                more_hops(given[g], seen, g, expected.front(), planned, 0);
            } else if (tier < tiers.size()) {
                // A tier that spans everything says nothing of where switches are.
                const std::size_t e = ++tier;
                if (tiers[e - 1].span != 0) more_hops(given[g], seen, g, expected[e], planned, e);
            }
        }
        better_order(given, seen);
    }

    [[nodiscard]] std::vector<DimensionCrossings> count(const std::vector<Grouping>& groupings) const {
        return count_crossings(a_.layout, a_.grid, seating_.seat_of, groupings);
    }

    // What every dimension does on one grouping: "tp 0 of 64, dp 10 of 64".
    static std::string hops_text(const std::vector<DimensionCrossings>& all, std::size_t grouping) {
        std::string text;
        for (const DimensionCrossings& each : all) {
            text += (text.empty() ? "" : ", ") + std::string(name_of(each.dimension)) + " " +
                    std::to_string(each.by_grouping[grouping].hops) + " of " + std::to_string(each.hops);
        }
        return text;
    }

    void hop_note(const Grouping& grouping, const std::vector<DimensionCrossings>& seen, std::size_t g) {
        std::vector<std::uint32_t> hosts(grouping.names.size(), 0);
        for (std::size_t seat = 0; seat < seats(); ++seat) ++hosts[grouping.part_of[seat]];
        std::string sizes;
        std::size_t parts = 0;
        std::size_t unknown = 0;
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            if (hosts[i] == 0) continue;
            if (!grouping.knows(static_cast<std::uint32_t>(i))) {
                unknown += hosts[i];
                continue;
            }
            if (parts < 8) {
                sizes += (parts == 0 ? "" : ", ") + grouping.names[i] + " " + std::to_string(hosts[i]);
            }
            if (parts == 8) sizes += ", ...";
            ++parts;
        }
        if (unknown > 0) {
            sizes +=
                (parts == 0 ? "" : "; ") + number_of(unknown, "host") + " of an unknown one, not counted";
        }
        const std::string word = parts == 1 ? grouping.word : grouping.plural;
        if (parts <= 1 && grouping.level > 0) return;
        add(Severity::note, word, "", "hosts in " + std::to_string(parts) + " " + word + ": " + sizes,
            "hops that leave their " + grouping.word + ": " + hops_text(seen, g));
    }

    void more_hops(const Grouping& grouping, const std::vector<DimensionCrossings>& seen, std::size_t g,
                   const Grouping& expected, const std::vector<DimensionCrossings>& planned, std::size_t e) {
        std::string seen_text;
        std::string planned_text;
        for (std::size_t d = 0; d < seen.size(); ++d) {
            const std::uint64_t now = seen[d].by_grouping[g].hops;
            const std::uint64_t then = planned[d].by_grouping[e].hops;
            if (now <= then) continue;
            const std::string name(name_of(seen[d].dimension));
            const auto part = [&](std::uint64_t hops) {
                return name + " " + std::to_string(hops) + " of " + std::to_string(seen[d].hops);
            };
            seen_text += (seen_text.empty() ? "" : ", ") + part(now);
            planned_text += (planned_text.empty() ? "" : ", ") + part(then);
        }
        if (seen_text.empty()) return;
        const std::string broken = broken_text(grouping, expected);
        add(broken.empty() ? Severity::warning : Severity::mismatch, grouping.plural,
            "hops that leave a " + expected.word + " of the topology: " + planned_text,
            "hops that leave their " + grouping.word + ": " + seen_text,
            broken.empty() ? spread_text(grouping, expected) : broken);
    }

    // The groups of every dimension that lie across parts, whether or not the topology keeps them inside one.
    void name_straddling(const Grouping& grouping) {
        constexpr std::size_t most_named = 4;
        std::string counts;
        std::string names;
        for (const StraddlingGroups& each :
             straddling_groups(a_.layout, a_.grid, seating_.seat_of, grouping, most_named)) {
            const std::string name(name_of(each.dimension));
            counts += (counts.empty() ? "" : ", ") + name + " " + std::to_string(each.count) + " of " +
                      std::to_string(each.all);
            if (each.count == 0) continue;
            names += (names.empty() ? "" : "; ") + name + (each.count == 1 ? " group " : " groups ");
            for (std::size_t i = 0; i < each.first.size(); ++i)
                names += (i == 0 ? "" : ", ") + std::to_string(each.first[i].number);
            if (each.count > each.first.size())
                names += " and " + std::to_string(each.count - each.first.size()) + " more";
            names += each.count == 1 ? " (over " : " (the first over ";
            names += parts_text(each.first.front().parts, grouping) + ")";
        }
        if (names.empty()) return;
        add(Severity::note, grouping.plural, "", "groups that lie across several: " + counts, names);
    }

    // "b1, b2".
    static std::string parts_text(const std::vector<std::uint32_t>& parts, const Grouping& grouping) {
        constexpr std::size_t most_parts = 3;
        std::string text;
        for (std::size_t p = 0; p < std::min(parts.size(), most_parts); ++p)
            text += (p == 0 ? "" : ", ") + grouping.names[parts[p]];
        if (parts.size() > most_parts) text += " and " + std::to_string(parts.size() - most_parts) + " more";
        return text;
    }

    // How many parts of a grouping the job lies in.
    [[nodiscard]] std::size_t parts_used(const Grouping& grouping) const {
        std::set<std::uint32_t> parts;
        for (std::size_t seat = 0; seat < seats(); ++seat) {
            if (grouping.knows(grouping.part_of[seat])) parts.insert(grouping.part_of[seat]);
        }
        return parts.size();
    }

    // Why more hops leave a part when no group is taken apart that the topology keeps whole.
    [[nodiscard]] std::string spread_text(const Grouping& grouping, const Grouping& expected) const {
        const std::size_t now = parts_used(grouping);
        const std::size_t then = parts_used(expected);
        const std::string whole = "; no group that a " + expected.word + " holds is taken apart";
        if (now > then) {
            return "the hosts lie in " + std::to_string(now) + " " + grouping.plural +
                   ", on the topology in " + number_of(then, expected.word) + whole;
        }
        return "neighbours lie in different " + grouping.plural + whole;
    }

    // The groups that the topology keeps whole and the hosts take apart; empty: none.
    [[nodiscard]] std::string broken_text(const Grouping& grouping, const Grouping& expected) const {
        const auto broken = broken_groups(a_.layout, a_.grid, seating_.seat_of, expected, grouping);
        std::string text;
        for (std::size_t i = 0; i < broken.size();) {
            const Dimension dimension = broken[i].dimension;
            const std::size_t first = i;
            while (i < broken.size() && broken[i].dimension == dimension) ++i;
            text += (text.empty() ? "" : "; ") + group_text(broken[first], grouping);
            if (i - first == 2) text += ", and so does group " + std::to_string(broken[first + 1].number);
            if (i - first > 2)
                text += ", and so do " + std::to_string(i - first - 1) + " more of " +
                        std::string(name_of(dimension));
        }
        return text;
    }

    // "ep group 3 (ranks 96-127) lies across b1 and b2".
    static std::string group_text(const BrokenGroup& group, const Grouping& grouping) {
        constexpr std::size_t most_parts = 3;
        std::string text = std::string(name_of(group.dimension)) + " group " + std::to_string(group.number) +
                           " (" + rank_list(group.ranks) + ") lies across ";
        for (std::size_t p = 0; p < std::min(group.parts.size(), most_parts); ++p) {
            text += (p == 0 ? "" : " and ") + grouping.names[group.parts[p]];
        }
        if (group.parts.size() > most_parts) {
            text += " and " + std::to_string(group.parts.size() - most_parts) + " more";
        }
        return text;
    }

    void better_order(const std::vector<Grouping>& given, const std::vector<DimensionCrossings>& seen) {
        // An order could hide hops behind hosts of which nothing is known.
        if (!std::all_of(given.begin(), given.end(), [](const Grouping& g) { return g.knows_all(); })) return;
        const OrderQuestion question{a_.layout, a_.grid, seating_.seat_of, given, ids_, seats()};
        const HostOrder order = best_order(question);
        bool is_same = true;
        for (std::size_t seat = 0; seat < order.size(); ++seat) is_same &= order[seat] == seat;
        if (is_same) return;
        const auto better = count(reordered(given, order));
        std::string then;
        std::string now;
        for (std::size_t g = 0; g < given.size(); ++g) {
            const auto crosses = [&](const DimensionCrossings& each) { return each.by_grouping[g].hops > 0; };
            if (std::none_of(seen.begin(), seen.end(), crosses) &&
                std::none_of(better.begin(), better.end(), crosses)) {
                continue;
            }
            const std::string word = (now.empty() ? "" : "; their ") + given[g].word + ": ";
            now += word + hops_text(seen, g);
            then += word + hops_text(better, g);
        }
        std::vector<std::string> names;
        for (const std::uint32_t host : order) names.push_back(a_.hosts[host]);
        add(Severity::warning, "order of the hosts", "in a better order, hops that leave their " + then,
            "in the order given, hops that leave their " + now,
            "the better order is " + to_hostlist(names));  // on one line, to be pasted
    }

    const Allocation& a_;
    Seating seating_;
    Meaning meaning_;
    std::vector<HostId> ids_;
    Findings findings_;
};

}  // namespace

Findings check_allocation(const Allocation& allocation) {
    return AllocationCheck(allocation).run();
}

}  // namespace railyard::cluster
