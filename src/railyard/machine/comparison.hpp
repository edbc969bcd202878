#pragma once
// One server under comparison, as the comparisons share it. Each compare_*.cpp is one of them; compare.cpp
// runs them all.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/machine/compare.hpp"
#include "railyard/placement/meaning.hpp"

namespace railyard::machine {

class Comparison {
  public:
    Comparison(const Topology& topology, const Observed& observed, const Match& match, const Meaning& meaning,
               Findings& findings);

    [[nodiscard]] const Topology& topology() const { return topology_; }
    [[nodiscard]] const DomainKind& kind() const { return kind_; }
    [[nodiscard]] const ObservedHost& host() const { return host_; }
    [[nodiscard]] const Meaning& meaning() const { return meaning_; }
    [[nodiscard]] std::uint32_t seats() const { return kind_.servers.gpus; }
    // The observed GPU (index into host().gpus) that sits where the topology has GPU number `seat` of the
    // server; none where nothing was seen.
    [[nodiscard]] std::optional<std::size_t> gpu_at(std::uint32_t seat) const { return gpu_at_[seat]; }
    [[nodiscard]] GpuId id_of(std::uint32_t seat) const { return GpuId(match_.first_gpu.gpu.value() + seat); }
    // Whether the topology has the GPU: what is unavailable there is not compared.
    [[nodiscard]] bool is_there(std::uint32_t seat) const { return topology_.is_available(id_of(seat)); }
    // Whether GPUs are missing and nothing tells which: each that is seen then sits on gpu_at's seat or one
    // of the `slack` seats behind it that the topology has, and nothing is compared by position.
    [[nodiscard]] bool guesses_seats() const { return slack_ > 0; }
    // Where the GPU of a seat may sit; one where seats are no guess.
    [[nodiscard]] std::vector<GpuId> ids_of(std::uint32_t seat) const;
    // GPU number in its physical domain.
    [[nodiscard]] std::uint32_t local_of(std::uint32_t seat) const { return match_.first_gpu.local + seat; }
    [[nodiscard]] std::vector<std::uint32_t> observed_seats() const;
    // The seat where a GPU of the host (its index) sits; none where the topology has no seat for it.
    [[nodiscard]] std::optional<std::uint32_t> seat_of(std::size_t gpu) const;

    [[nodiscard]] std::string server_place() const;                 // "box0/server0 (node7)"
    [[nodiscard]] std::string gpu_place(std::uint32_t seat) const;  // "box0/server0/gpu5 (0000:83:00.0)"
    [[nodiscard]] std::string said_by(SourceId source) const;
    [[nodiscard]] std::string label(std::uint32_t seat) const;  // "GPU 5"

    void add(Finding finding) { findings_.push_back(std::move(finding)); }

    // One deviation of one GPU.
    struct Deviation {
        std::uint32_t seat = 0;
        Severity severity = Severity::mismatch;
        std::string expected, seen;
        Touches touches = Touches::inside_domain;
        std::string what_one, what_many;  // "loses NVLink", "lose NVLink"
        SourceId from;                    // who says so
    };
    // Adds a finding for each GPU, or one for the server where every GPU deviates in the same way.
    void add_all(const std::vector<Deviation>& deviations);

    // NVLinks between two GPUs of the server.
    struct PairDeviation {
        std::uint32_t a = 0, b = 0;  // seats
        std::uint32_t expected = 0, seen = 0;
        SourceId from;
    };
    // Adds a finding for each GPU that has such pairs, those of the GPU with most of them first, each pair
    // once: a mismatch where links are missing, else a warning.
    void add_pairs(std::vector<PairDeviation> deviations);

  private:
    void seat_gpus();
    [[nodiscard]] std::vector<std::uint32_t> seats_of(std::uint32_t seat) const;
    void add_pairs_of(std::uint32_t seat, const std::vector<PairDeviation>& pairs);

    const Topology& topology_;
    const Observed& observed_;
    const Match& match_;
    const ObservedHost& host_;
    const DomainKind& kind_;
    const Meaning& meaning_;
    Findings& findings_;
    std::vector<std::optional<std::size_t>> gpu_at_;
    std::uint32_t slack_ = 0;
};

void compare_gpus(Comparison& comparison);    // number and model
void compare_nvlink(Comparison& comparison);  // lanes, pairs, rates of links
void compare_pcie(Comparison& comparison);    // width, speed
void compare_nics(Comparison& comparison);    // number, rates, the GPUs they are next to
void compare_numa(Comparison& comparison);    // which GPUs share a CPU

// NICs that carry the job's traffic: those next to a GPU (behind a PCIe switch with it), or all with a PCI
// place where no GPU has one so near. Others are for storage and management.
std::vector<std::size_t> compute_nics(const ObservedHost& host);
bool is_next_to(const ObservedHost& host, std::size_t gpu, std::size_t nic);
// GPUs whose traffic a NIC carries: those next to it; where it is next to none, all that are seen.
std::vector<GpuId> served_by(const Comparison& comparison, std::size_t nic);
// Whether a NIC is next to a GPU, or how near it is to some GPU is not told (a matrix that is cut off).
bool may_be_next_to_a_gpu(const ObservedHost& host, std::size_t nic);

// Whether all that is known of a host is a list of links (nvidia-smi nvlink), which may be of some GPUs only.
bool is_list_of_links(const ObservedHost& host);

// Whether how near some NIC is was told of another GPU and not of this one (a matrix that is cut off), or a
// device may be a NIC and it is not told.
bool has_an_untold_nic(const ObservedHost& host, std::size_t gpu);

// What the sources of one host disagree about, and what hangs on that; without a match, and where no rank of
// the job sits, a warning at most.
Findings told_disagreements(const Topology& topology, const Observed& observed,
                            const std::vector<Match>& matches, const Meaning& meaning);

// Servers whose GPUs are next to other NICs than on most servers.
Findings compare_rails(const Topology& topology, const Observed& observed, const std::vector<Match>& matches,
                       const Meaning& meaning);

// NVLinks that the topology gives a GPU (its number in the physical domain), to all peers of its partition or
// to all switches.
std::uint32_t expected_lanes(const DomainKind& kind, std::uint32_t local);

}  // namespace railyard::machine
