#include "railyard/machine/nccl_links.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "railyard/machine/known_gpus.hpp"

namespace railyard::machine {
namespace {

// The links of a server while rows are added.
class Links {
  public:
    Links(ObservedHost& host, SourceId from)
        : host_(host),
          from_(from),
          into_switches_(host.gpus.size(), 0),
          hidden_(host.gpus.size(), 0),
          to_switches_(host.gpus.size()),
          direct_(host.gpus.size(), std::vector<std::uint32_t>(host.gpus.size(), 0)) {
        for (std::size_t i = 0; i < host.gpus.size(); ++i) {
            if (host.gpus[i].pci.known()) gpu_at_.emplace(*host.gpus[i].pci.value, i);
        }
    }

    void add(const NvlinkRow& row) {
        Fact<std::uint32_t>& lanes = host_.gpus[row.gpu].lanes;
        lanes = {lanes.value_or(0) + row.count, from_};
        switch (row.kind) {
            case NvlinkTarget::itself:
                hidden_[row.gpu] = 1;
                return;
            case NvlinkTarget::gpu:
                if (const auto peer = gpu_at_.find(row.target); peer != gpu_at_.end())
                    direct_[row.gpu][peer->second] += row.count;
                return;
            case NvlinkTarget::nvswitch:
                to_switches_[row.gpu][row.target] += row.count;
                if (switches_.insert(row.target).second) host_.switches.push_back({row.target, from_});
                break;
            case NvlinkTarget::unseen:
                break;
        }
        into_switches_[row.gpu] += row.count;
    }

    void finish() {
        for (std::size_t gpu = 0; gpu < host_.gpus.size(); ++gpu) count_once(gpu);
        for (std::size_t a = 0; a < host_.gpus.size(); ++a) {
            if (!to_switches_[a].empty()) {
                std::vector<LinksTo> links;
                for (const auto& [nvswitch, lanes] : to_switches_[a]) links.push_back({nvswitch, lanes});
                host_.gpus[a].to_switches = {std::move(links), from_};
            }
            for (std::size_t b = 0; b < host_.gpus.size(); ++b) pair(a, b);
        }
    }

  private:
    // Some files have as many links to each peer as a GPU has in all: links into switches, seen from every
    // peer again.
    void count_once(std::size_t gpu) {
        Fact<std::uint32_t>& lanes = host_.gpus[gpu].lanes;
        std::uint32_t peers = 0;
        std::uint32_t most = 0;
        for (const std::uint32_t count : direct_[gpu]) {
            peers += count > 0 ? 1U : 0U;
            most = std::max(most, count);
        }
        if (peers < 2 || *lanes.value != peers * most || *lanes.value <= most_lanes_of(host_.gpus[gpu]))
            return;
        lanes = {most, from_};
    }

    void pair(std::size_t a, std::size_t b) {
        if (a == b || !host_.gpus[a].lanes.known() || !host_.gpus[b].lanes.known()) return;
        const std::uint32_t through = std::min(into_switches_[a], into_switches_[b]);
        const std::uint32_t lanes = std::max(direct_[a][b], through);
        const auto may_reach = [&](std::size_t from, std::size_t to) {
            return hidden_[from] != 0 && *host_.gpus[to].lanes.value > 0;
        };
        if (lanes == 0 && (may_reach(a, b) || may_reach(b, a))) return;
        host_.pair(a, b).lanes = {lanes, from_};
        if (lanes > 0) host_.pair(a, b).path = {Path::nvlink, from_};
    }

    ObservedHost& host_;
    SourceId from_;
    std::map<PciAddress, std::size_t> gpu_at_;
    std::vector<std::uint32_t> into_switches_;
    std::vector<std::uint8_t> hidden_;  // rows go to itself
    std::vector<std::map<PciAddress, std::uint32_t>> to_switches_;
    std::vector<std::vector<std::uint32_t>> direct_;
    std::set<PciAddress> switches_;
};

}  // namespace

void set_nvlinks(ObservedHost& host, const std::vector<NvlinkRow>& rows,
                 const std::vector<std::uint8_t>& dumped, SourceId from) {
    // NCCL skips a link that is down without a word, so a GPU without rows beside others with rows lost all
    // of them. Where no GPU has any, a file written by hand looks the same: only a dump of NCCL's own, which
    // has host_hash, then says "none".
    const bool says_none = !rows.empty() || host.hash.known();
    for (std::size_t i = 0; i < host.gpus.size(); ++i) {
        if (dumped[i] != 0 && says_none) host.gpus[i].lanes = {0, from};
    }
    Links links(host, from);
    for (const NvlinkRow& row : rows) links.add(row);
    links.finish();
}

}  // namespace railyard::machine
