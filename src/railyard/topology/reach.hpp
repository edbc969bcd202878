#pragma once
// How far apart two GPUs are, and what lies on the way. These are the quick answers, by arithmetic; the tests
// hold them against a plain search of the explicit graph (graph.hpp).

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "railyard/topology/topology.hpp"

namespace railyard {

// An ordered scale: same GPU < nvlink < pcie < the topology's tiers, bottom up.
class Reach {
  public:
    constexpr Reach() = default;
    static constexpr Reach same_gpu() { return Reach(0); }
    static constexpr Reach nvlink() { return Reach(1); }
    static constexpr Reach pcie() { return Reach(2); }
    static constexpr Reach tier(std::size_t number) { return Reach(static_cast<std::uint8_t>(3 + number)); }
    static constexpr Reach unreachable() { return Reach(255); }

    [[nodiscard]] constexpr bool is_network() const { return level_ >= 3 && level_ != 255; }
    [[nodiscard]] constexpr std::size_t tier() const { return level_ - 3U; }  // of a network reach
    [[nodiscard]] constexpr std::uint8_t level() const { return level_; }
    constexpr auto operator<=>(const Reach&) const = default;

  private:
    explicit constexpr Reach(std::uint8_t level) : level_(level) {}
    std::uint8_t level_ = 0;
};

// "nvlink", "pcie", or the tier's name.
std::string reach_name(const Topology& topology, Reach reach);

Reach reach_between(const Topology& topology, GpuId a, GpuId b);

// The way of a hop: its reach, the bandwidth that one pair alone gets, the share of it when every GPU sends
// at that reach at once (shared NICs, oversubscription), and the one-way latency without software.
struct Route {
    Reach reach;
    BytesPerSecond alone;
    BytesPerSecond share;
    Seconds latency;
};
Route route_between(const Topology& topology, GpuId a, GpuId b);
// The same of two GPUs of one domain, by their numbers there (GpuPlace::local).
Route route_inside(const DomainKind& kind, std::uint32_t a, std::uint32_t b);

// The rails through which a GPU meets others in its span of the bottom tier: those of its own NICs and, with
// cross_rail pxn, those of the GPUs in the span to which it relays over NVLink. One entry per rail. A missing
// GPU relays like any other: `unavailable` takes a GPU from the job, and its NIC stays where it is.
struct BottomRails {
    std::vector<std::uint8_t> own;
    std::vector<std::uint8_t> reached;  // own ones included
    bool operator==(const BottomRails&) const = default;
    // For maps. Written out: libc++ 14 has no <=> for vectors.
    bool operator<(const BottomRails& other) const {
        return own != other.own ? own < other.own : reached < other.reached;
    }
};
BottomRails bottom_rails(const Topology& topology, const GpuPlace& place);
// The first of the two alone.
std::vector<std::uint8_t> own_rails(const Topology& topology, const GpuPlace& place);

// Whether two GPUs of one span meet at the bottom tier: one of them reaches a rail that is the other's own.
bool meet(const BottomRails& a, const BottomRails& b);

// The same for two places.
bool meet_at_bottom(const Topology& topology, const GpuPlace& a, const GpuPlace& b);

// How many senders share the bandwidth of one at the tightest point on the way up to `tier` when all send:
// the ratios of the tiers passed multiply, and the largest product on the way counts. At least 1.
double oversubscription_up_to(const Network& network, std::size_t tier);

}  // namespace railyard
