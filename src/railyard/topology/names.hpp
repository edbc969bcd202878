#pragma once
// Names of parts: rack3/tray7/gpu2, each counted from 0 within what holds it. Domains are counted through the
// whole topology whatever their word, so that rack2 may follow box0 and box1.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "railyard/topology/topology.hpp"

namespace railyard {

// What these are called, one of them: "rack"; "domain" where their words differ.
std::string word_of(const Topology& topology, const std::vector<DomainId>& domains);

// "rack3", or "rack3.1" for the second partition of a partitioned one.
std::string domain_name(const Topology& topology, const Domain& domain);
// "rack3/tray7".
std::string server_name(const Topology& topology, const GpuPlace& place);
// "rack3/tray7/gpu2".
std::string gpu_name(const Topology& topology, GpuId gpu);

// The GPUs that a name stands for: first and count. Accepts a domain, a partition, a server or a GPU, as the
// functions above name them. On failure: what is wrong with the name, in words ("there is no rack9: the
// domains are rack0 to rack7").
struct GpuRange {
    GpuId first;
    std::uint32_t count = 0;
};
std::variant<GpuRange, std::string> parse_name(const Topology& topology, std::string_view name);

}  // namespace railyard
