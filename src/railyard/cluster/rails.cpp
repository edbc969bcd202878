#include "railyard/cluster/rails.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "railyard/cluster/hostlist.hpp"

namespace railyard::cluster {
namespace {

constexpr std::size_t least_ports = 3;  // of one NIC on a leaf, to call it a rail

std::string name_of(const Switch& each) {
    return each.known_as.empty() ? each.name : each.known_as;
}

// "400 Gb/s", "2.5 Gb/s".
std::string rate_text(BytesPerSecond rate) {
    const auto tenths = std::lround(rate.raw() * 8 / 1e8);
    return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) +
           " Gb/s";
}

class RailComparison {
  public:
    RailComparison(const Cluster& cluster, Railed topology, std::optional<NicsOfServer> nics,
                   JobHosts job_hosts)
        : cluster_(cluster),
          severity_(topology == Railed::yes ? Severity::mismatch : Severity::warning),
          nics_(nics),
          job_hosts_(job_hosts) {}

    Findings run() {
        find_rails();
        find_job_nics();
        for (const Host& host : cluster_.hosts) {
            wrong_leaves(host);
            missing_ports(host);
            slow_ports(host);
        }
        return std::move(findings_);
    }

    std::size_t judged_leaves() {
        find_rails();
        std::set<std::uint32_t> leaves;
        for (const auto& [leaf, rail] : rail_of_) leaves.insert(leaf);
        for (const auto& [leaf, rate] : rate_of_) leaves.insert(leaf);
        return leaves.size();
    }

  private:
    void add(Severity severity, const Host& host, std::string expected, std::string seen,
             std::string meaning) {
        findings_.push_back({severity, host.name, std::move(expected), std::move(seen), std::move(meaning)});
    }

    // Which NIC each leaf is for, where it is for one.
    void find_rails() {
        std::map<std::uint32_t, std::map<std::string, std::size_t>> ports;  // by leaf and NIC
        std::map<std::uint32_t, std::map<double, std::size_t>> rates;
        for (const Host& host : cluster_.hosts) {
            for (const Port& port : host.ports) {
                if (!port.nic.empty()) ++ports[port.leaf.value()][port.nic];
                if (port.rate) ++rates[port.leaf.value()][port.rate->raw()];
            }
        }
        for (const auto& [leaf, by_nic] : ports) {
            std::size_t all = 0;
            auto most = by_nic.begin();
            for (auto nic = by_nic.begin(); nic != by_nic.end(); ++nic) {
                all += nic->second;
                if (nic->second > most->second) most = nic;
            }
            if (most->second >= least_ports && 4 * most->second >= 3 * all) rail_of_[leaf] = most->first;
        }
        for (const auto& [leaf, by_rate] : rates) {
            std::size_t all = 0;
            auto most = by_rate.begin();
            for (auto rate = by_rate.begin(); rate != by_rate.end(); ++rate) {
                all += rate->second;
                if (rate->second > most->second) most = rate;
            }
            if (most->second >= least_ports && 2 * most->second > all) rate_of_[leaf] = most->first;
        }
        count_siblings();
    }

    // For each leaf of a rail, how often its hosts have each NIC of a rail: what most of them have, all
    // should.
    void count_siblings() {
        for (const Host& host : cluster_.hosts) {
            std::set<std::string> nics;
            for (const Port& port : host.ports) nics.insert(port.nic);
            for (const Port& port : host.ports) {
                const auto rail = rail_of_.find(port.leaf.value());
                if (rail == rail_of_.end() || rail->second != port.nic) continue;
                auto& siblings = siblings_of_[port.leaf.value()];
                ++siblings.hosts;
                for (const std::string& nic : nics) ++siblings.nics[nic];
            }
        }
    }

    void wrong_leaves(const Host& host) {
        std::string seen;
        std::string expected;
        for (const Port& port : host.ports) {
            const auto rail = rail_of_.find(port.leaf.value());
            if (rail == rail_of_.end() || port.nic.empty() || rail->second == port.nic) continue;
            // NICs that no host of this rail has belong to a machine of another kind.
            if (!siblings_of_.at(port.leaf.value()).nics.contains(port.nic)) continue;
            const std::string leaf = name_of(cluster_.switches[port.leaf]);
            seen += (seen.empty() ? "" : ", ") + port.nic + " on " + leaf;
            expected += (expected.empty() ? "" : ", ") + rail->second + " on " + leaf;
        }
        if (seen.empty()) return;
        add(severity_, host, expected + ", as the other hosts of these switches have it", seen,
            "what it sends to the same GPU of another host changes rails on the way");
    }

    void missing_ports(const Host& host) {
        std::set<std::string> nics;
        for (const Port& port : host.ports) nics.insert(port.nic);
        std::set<std::string> missing;
        for (const Port& port : host.ports) {
            const auto siblings = siblings_of_.find(port.leaf.value());
            if (siblings == siblings_of_.end() || rail_of_.at(port.leaf.value()) != port.nic) continue;
            for (const auto& [nic, count] : siblings->second.nics) {
                if (2 * count > siblings->second.hosts && count >= least_ports && !nics.contains(nic))
                    missing.insert(nic);
            }
        }
        if (missing.empty()) return;
        std::string list;
        for (const std::string& nic : missing) list += (list.empty() ? "" : ", ") + nic;
        add(severity_, host, "a link on " + list + ", as most hosts of its leaf switches have", "none",
            "the GPUs of these NICs share those of the others");
    }

    // The names of the NICs that carry the job's traffic, where nobody says: as many as a server has whose
    // ports have the topology's rate on most hosts.
    void find_job_nics() {
        if (!nics_ || !nics_->names.empty()) return;
        std::map<std::string, std::pair<std::size_t, std::size_t>> full_of_all;  // ports, by name
        for (const Host& host : cluster_.hosts) {
            for (const Port& port : host.ports) {
                if (port.nic.empty() || !port.rate) continue;
                auto& [full, all] = full_of_all[port.nic];
                full += *port.rate >= nics_->rate ? 1U : 0U;
                ++all;
            }
        }
        std::set<std::string> names;
        for (const auto& [name, counts] : full_of_all) {
            if (counts.second >= least_ports && 2 * counts.first > counts.second) names.insert(name);
        }
        if (names.size() >= nics_->count) nics_->names = std::move(names);
    }

    // Names of one kind, "mlx5_0" and "mlx5_8", can be held against each other; "HCA-2" may be any of them.
    [[nodiscard]] bool may_be_of_the_job(const Port& port) const {
        const auto kind_of = [](std::string_view name) {
            return name.substr(0, name.find_last_not_of("0123456789") + 1);
        };
        if (nics_->names.contains(port.nic)) return true;
        return std::none_of(nics_->names.begin(), nics_->names.end(),
                            [&](const std::string& name) { return kind_of(name) == kind_of(port.nic); });
    }

    // Ports below the rate of the topology's NICs, by index.
    [[nodiscard]] std::set<std::size_t> below_topology(const Host& host) const {
        if (!nics_) return {};
        std::vector<std::size_t> fastest;
        double sum = 0;
        for (std::size_t port = 0; port < host.ports.size(); ++port) {
            if (!host.ports[port].rate || !may_be_of_the_job(host.ports[port])) continue;
            fastest.push_back(port);
            sum += host.ports[port].rate->raw();
        }
        // NICs of several ports each, which together have the rate.
        if (fastest.size() >= 2 * std::size_t{nics_->count} && sum >= nics_->count * nics_->rate.raw())
            return {};
        std::stable_sort(fastest.begin(), fastest.end(), [&](std::size_t a, std::size_t b) {
            return *host.ports[a].rate > *host.ports[b].rate;
        });
        fastest.resize(std::min(fastest.size(), std::size_t{nics_->count}));
        std::set<std::size_t> below;
        for (const std::size_t port : fastest) {
            if (*host.ports[port].rate < nics_->rate) below.insert(port);
        }
        return below;
    }

    // Whether a port below the topology's rate is surely one of the job's: the host has as many, or it is
    // known by name, or it is degraded, or one of half of them, and the hosts are the job's.
    [[nodiscard]] bool is_surely_of_the_job(const Host& host, const Port& port) const {
        if (host.ports.size() >= nics_->count || nics_->names.contains(port.nic)) return true;
        const bool shows_half = host.ports.size() >= 2 && 2 * host.ports.size() >= nics_->count;
        return job_hosts_ == JobHosts::known && (port.could_be || shows_half);
    }

    static std::string told(const Port& port) {
        return rate_text(*port.rate) + " on " + (port.nic.empty() ? "one port" : port.nic) +
               (port.could_be ? ", which could be " + rate_text(*port.could_be) : "");
    }

    void tell_below(const Host& host, const std::set<std::size_t>& below) {
        std::string surely;
        std::string maybe;
        for (const std::size_t port : below) {
            std::string& seen = is_surely_of_the_job(host, host.ports[port]) ? surely : maybe;
            seen += (seen.empty() ? "" : ", ") + told(host.ports[port]);
        }
        const std::string expected =
            below.empty() ? "" : rate_text(nics_->rate) + ", as NICs of the topology have";
        if (!surely.empty())
            add(Severity::mismatch, host, expected, surely, "every ring through it runs at its rate");
        if (!maybe.empty()) {
            add(Severity::warning, host, expected, maybe,
                "every ring through it runs at its rate, unless it is for storage: the host shows fewer "
                "ports "
                "than a server has NICs");
        }
    }

    void slow_ports(const Host& host) {
        const std::set<std::size_t> below = below_topology(host);
        tell_below(host, below);
        for (std::size_t i = 0; i < host.ports.size(); ++i) {
            const Port& port = host.ports[i];
            if (!port.rate || below.contains(i)) continue;
            const auto rate = rate_of_.find(port.leaf.value());
            if (rate != rate_of_.end() && port.rate->raw() < rate->second) {
                add(Severity::warning, host,
                    rate_text(BytesPerSecond::raw(rate->second)) + ", as most ports of " +
                        name_of(cluster_.switches[port.leaf]) + " have",
                    told(port), "every ring through it runs at its rate");
            } else if (port.could_be && (!nics_ || *port.rate < nics_->rate)) {
                add(Severity::warning, host, rate_text(*port.could_be) + ", which both ends can", told(port),
                    "a cable or port is degraded; it is none of the NICs that the topology counts");
            }
        }
    }

    struct Siblings {
        std::size_t hosts = 0;
        std::map<std::string, std::size_t> nics;
    };

    const Cluster& cluster_;
    Severity severity_;
    std::optional<NicsOfServer> nics_;
    JobHosts job_hosts_;
    std::map<std::uint32_t, std::string> rail_of_;   // NIC, by leaf
    std::map<std::uint32_t, double> rate_of_;        // by leaf
    std::map<std::uint32_t, Siblings> siblings_of_;  // by leaf of a rail
    Findings findings_;
};

}  // namespace

Findings rail_findings(const Cluster& cluster, Railed topology, std::optional<NicsOfServer> nics,
                       JobHosts job_hosts) {
    return RailComparison(cluster, topology, nics, job_hosts).run();
}

std::optional<NicsOfServer> least_nics(const Topology& topology) {
    std::optional<NicsOfServer> least;
    for (const DomainKind& kind : topology.kinds()) {
        const std::uint32_t count = kind.nics_per_server();
        if (count == 0) return std::nullopt;
        least =
            least
                ? NicsOfServer{std::min(least->count, count), std::min(least->rate, kind.nics.bandwidth), {}}
                : NicsOfServer{count, kind.nics.bandwidth, {}};
    }
    return least;
}

std::size_t judged_leaves(const Cluster& cluster) {
    return RailComparison(cluster, Railed::no, std::nullopt, JobHosts::unknown).judged_leaves();
}

}  // namespace railyard::cluster
