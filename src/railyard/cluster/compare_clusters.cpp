#include "railyard/cluster/compare_clusters.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "railyard/cluster/groupings.hpp"
#include "railyard/cluster/host_lookup.hpp"
#include "railyard/cluster/hostlist.hpp"

namespace railyard::cluster {
namespace {

// Two hosts that one file has in one part and the other has not.
struct Difference {
    std::size_t host = 0, with = 0;  // positions
    bool first_joins = false;        // the first file has them together
};

// By part: the part in the other file of its first host, and that host.
using Seen = std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::size_t>>;

std::optional<Difference> difference_of(const Grouping& a, const Grouping& b) {
    Seen forth;
    Seen back;
    for (std::size_t i = 0; i < a.part_of.size(); ++i) {
        const std::uint32_t x = a.part_of[i];
        const std::uint32_t y = b.part_of[i];
        if (!a.knows(x) || !b.knows(y)) continue;
        const auto& there = forth.try_emplace(x, y, i).first->second;
        if (there.first != y) return Difference{i, there.second, true};
        const auto& here = back.try_emplace(y, x, i).first->second;
        if (here.first != x) return Difference{i, here.second, false};
    }
    return std::nullopt;
}

std::string named(const std::string& file, const char* otherwise) {
    return file.empty() ? otherwise : file;
}

std::string shortened(std::vector<std::string> names) {
    constexpr std::size_t most = 64;
    const std::size_t count = names.size();
    if (count > most) names.resize(most);
    return to_hostlist(names) + (count > most ? " and " + std::to_string(count - most) + " more" : "");
}

class Comparison {
  public:
    Comparison(const Cluster& a, const Cluster& b, const std::vector<std::string>& first)
        : a_(a), b_(b), first_(first) {}

    Findings run() {
        share_hosts();
        // Only those that both tell of: a grouping of blocks that are the domains takes their place.
        compare(GroupingKind::domain, "NVLink domain", a_.from.domains, b_.from.domains);
        compare(GroupingKind::block, "block", a_.from.blocks, b_.from.blocks);
        compare(GroupingKind::switches, "switch", a_.from.switches, b_.from.switches);
        sizes();
        alone();
        return std::move(findings_);
    }

  private:
    void share_hosts() {
        const HostLookup in_b(b_);
        std::vector<bool> shared(b_.hosts.size(), false);
        for (const HostId host : hosts_of_the_job_first(a_, first_)) {
            const HostId other = in_b.find(a_.hosts[host].name);
            if (other.is_none()) {
                only_a_.push_back(a_.hosts[host].name);
                continue;
            }
            of_a_.push_back(host);
            of_b_.push_back(other);
            shared[other.value()] = true;
        }
        for (std::uint32_t i = 0; i < b_.hosts.size(); ++i) {
            if (!shared[i]) only_b_.push_back(b_.hosts[HostId(i)].name);
        }
    }

    void compare(GroupingKind kind, const std::string& word, const std::string& file_a,
                 const std::string& file_b) {
        const auto in_a = groupings_of(a_, of_a_, kind);
        const auto in_b = groupings_of(b_, of_b_, kind);
        if (in_a.empty() || in_b.empty()) return;
        same_kind_ = true;
        for (std::size_t level = 0; level < std::min(in_a.size(), in_b.size()); ++level) {
            const auto found = difference_of(in_a[level], in_b[level]);
            if (!found) continue;
            const std::string a = named(file_a, "one");
            const std::string b = named(file_b, "another");
            const std::string& host = a_.hosts[of_a_[found->host]].name;
            const std::string& with = a_.hosts[of_a_[found->with]].name;
            findings_.push_back(
                {Severity::mismatch, host,
                 "files that agree which hosts share a " + (level == 0 ? word : in_a[level].word),
                 (found->first_joins ? a : b) + " has it with " + with + ", " + (found->first_joins ? b : a) +
                     " has not",
                 "what is counted here is by " + (file_a.empty() ? "the first file" : file_a) +
                     ": one of the two is old, or of another cluster"});
            return;  // what is above differs for that
        }
    }

    void sizes() {
        if (a_.block_sizes.empty() || b_.block_sizes.empty() || a_.block_sizes == b_.block_sizes) return;
        const auto text = [](const std::vector<std::uint32_t>& sizes) {
            std::string all;
            for (const std::uint32_t size : sizes) all += (all.empty() ? "" : ",") + std::to_string(size);
            return all;
        };
        findings_.push_back({Severity::warning, "BlockSizes", "files that agree",
                             text(a_.block_sizes) + " in " + named(a_.from.blocks, "one") + ", " +
                                 text(b_.block_sizes) + " in " + named(b_.from.blocks, "another"),
                             "the scheduler makes segments of another size than one of them says"});
    }

    void alone() {
        const auto tell = [&](const std::vector<std::string>& hosts, const std::string& in,
                              const std::string& not_in) {
            if (hosts.empty()) return;
            findings_.push_back({same_kind_ ? Severity::warning : Severity::note, "hosts",
                                 "hosts that both files name",
                                 shortened(hosts) + ": in " + in + ", not in " + not_in,
                                 "nothing that the other file tells is known of " +
                                     std::string(hosts.size() == 1 ? "it" : "them")});
        };
        if (of_a_.empty() && !only_a_.empty() && !only_b_.empty()) {
            findings_.push_back(
                {Severity::mismatch, "hosts", "files of one cluster",
                 named(a_.from.hosts, "one file") + " and " + named(b_.from.hosts, "another") +
                     " have no host in common",
                 "they are of different clusters, or name hosts differently: no group of the job can be "
                 "counted on both"});
            return;
        }
        const std::string a = named(a_.from.hosts, "the files before");
        const std::string b = named(b_.from.hosts, "the last file");
        tell(only_a_, a, b);
        tell(only_b_, b, a);
    }

    const Cluster& a_;
    const Cluster& b_;
    const std::vector<std::string>& first_;
    std::vector<HostId> of_a_, of_b_;  // that both name, those of the job first
    std::vector<std::string> only_a_, only_b_;
    bool same_kind_ = false;
    Findings findings_;
};

}  // namespace

Findings compare_clusters(const Cluster& a, const Cluster& b, const std::vector<std::string>& first) {
    return Comparison(a, b, first).run();
}

}  // namespace railyard::cluster
