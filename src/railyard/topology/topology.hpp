#pragma once
// A topology: runs of like domains and the network above them. Nothing is stored per GPU, so a million GPUs
// cost what eight do; where a GPU is and what it is called is arithmetic. GPUs are numbered through all
// domains in the order of the file, server by server.
//
// The domains that a file lists (racks, boxes) are *physical*; a partitioned one is several scale-up domains.
// DomainId numbers the scale-up domains; spans of tiers count physical ones, since a partition moves no
// cable.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

// `count` physical domains of one kind, one after the other.
struct DomainRun {
    std::uint32_t kind = 0;  // index into Topology::kinds()
    std::uint32_t count = 0;
};

// The parts of a topology that its file gives.
struct TopologyParts {
    std::string name;
    std::string about;
    std::vector<DomainKind> kinds;
    std::vector<DomainRun> runs;
    // The last run goes on for as long as a job needs domains ("count: as needed"); its count is then
    // ignored.
    bool last_run_as_needed = false;
    Network network;
    std::vector<GpuId> unavailable;  // any order
};

// One scale-up domain.
struct Domain {
    DomainId id;
    std::uint32_t kind = 0;
    std::uint32_t physical = 0;     // number of the physical domain it belongs to
    std::uint32_t partition = 0;    // its number there
    std::uint32_t first_local = 0;  // number of its first GPU in the physical domain
    std::uint32_t gpus = 0;         // missing ones counted too
    GpuId first_gpu;
};

// Where one GPU is.
struct GpuPlace {
    GpuId gpu;
    DomainId domain;
    std::uint32_t kind = 0;
    std::uint32_t physical = 0;
    std::uint32_t partition = 0;
    std::uint32_t local = 0;      // in the physical domain
    std::uint32_t server = 0;     // in the physical domain
    std::uint32_t server_id = 0;  // counted through all domains
    std::uint32_t gpu_in_server = 0;
};

class Topology {
  public:
    static constexpr std::uint32_t unlimited = std::numeric_limits<std::int32_t>::max();

    // Throws std::logic_error for parts that no loader lets through (no domains, an empty kind, too many
    // GPUs).
    explicit Topology(TopologyParts parts);

    [[nodiscard]] const std::string& name() const { return parts_.name; }
    [[nodiscard]] const std::string& about() const { return parts_.about; }
    [[nodiscard]] const std::vector<DomainKind>& kinds() const { return parts_.kinds; }
    [[nodiscard]] const std::vector<DomainRun>& runs() const { return parts_.runs; }
    [[nodiscard]] const Network& network() const { return parts_.network; }
    [[nodiscard]] bool as_needed() const { return parts_.last_run_as_needed; }
    [[nodiscard]] const std::vector<GpuId>& unavailable() const { return parts_.unavailable; }  // sorted

    // Scale-up domains, physical domains and GPUs; when the last run is as needed, as many as ids can tell
    // apart (some two thousand million GPUs).
    [[nodiscard]] std::uint32_t domain_count() const;
    [[nodiscard]] std::uint32_t physical_count() const;
    [[nodiscard]] std::uint32_t gpu_count() const;

    [[nodiscard]] const DomainKind& kind_of(const Domain& d) const { return parts_.kinds[d.kind]; }
    [[nodiscard]] const DomainKind& kind_of(const GpuPlace& p) const { return parts_.kinds[p.kind]; }

    // Ids must be below the counts.
    [[nodiscard]] Domain domain(DomainId id) const;
    [[nodiscard]] GpuPlace place(GpuId gpu) const;
    [[nodiscard]] bool is_available(GpuId gpu) const;
    // The GPUs of a domain that are there, in order.
    [[nodiscard]] std::uint32_t available_in(const Domain& d) const;
    [[nodiscard]] std::vector<GpuId> available_gpus(const Domain& d) const;

    // Which span of a tier a place belongs to. Two places in the same span reach each other at that tier.
    [[nodiscard]] std::uint32_t span_of(const GpuPlace& place, const Tier& tier) const;
    // The rail of a GPU's (first) NIC; 0 where nothing is railed.
    [[nodiscard]] std::uint32_t rail_of(const GpuPlace& place) const;

    // The same with the last run cut or grown to `count` physical domains and no longer as needed. What is
    // unavailable beyond its end is forgotten.
    [[nodiscard]] Topology with_last_run(std::uint32_t count) const;

  private:
    // Where a run begins.
    struct Start {
        std::uint32_t domain = 0;
        std::uint32_t physical = 0;
        std::uint32_t server = 0;
        std::uint32_t gpu = 0;
    };

    [[nodiscard]] static std::uint32_t partitions_of(const DomainKind& kind);
    template <class Member>
    [[nodiscard]] std::size_t run_at(std::uint32_t number, Member Start::*member) const;

    TopologyParts parts_;
    std::vector<Start> starts_;  // one per run, and the end
};

}  // namespace railyard
