#pragma once
// Which host an InfiniBand adapter sits in. All that a fabric tells is the adapter's description, free text
// that drivers set to "HOST mlx5_0": the first word is the host, the second the NIC. Machines that are not
// set up say "localhost" or the adapter's model; those are told apart by GUID.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// A port of an adapter, seen from the switch that it is cabled to.
struct AdapterPort {
    std::string_view guid;  // "H-e09d7303007a4bd8"
    std::string_view port;  // number on the adapter
    std::string_view description;
    SwitchId leaf;
    std::optional<BytesPerSecond> rate;
    std::optional<BytesPerSecond> could_be{};  // where it is more
};

// Puts the ports of a fabric on hosts. The texts of ports must outlive it.
class AdapterNames {
  public:
    explicit AdapterNames(Cluster& cluster) : cluster_(cluster) {}
    void add(const AdapterPort& port) { ports_.push_back(port); }
    // Fills hosts, cables and notes, when all ports are there.
    void finish();

  private:
    std::string host_of(const AdapterPort& port, std::string_view host, std::string_view nic);

    Cluster& cluster_;
    std::vector<AdapterPort> ports_;
    // "HOST NIC" -> the GUID that says so first: two machines of one name are two hosts.
    std::unordered_map<std::string, std::string_view> guid_of_;
    std::size_t nameless_ = 0;
    std::size_t switches_own_ = 0;
    std::vector<std::string> twice_;
};

}  // namespace railyard::cluster
