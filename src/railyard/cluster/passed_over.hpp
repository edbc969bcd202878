#pragma once
// The keys of a file that are not known here: keys of a program newer than this, which are told and passed
// over.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

class PassedOver {
  public:
    // Whether what the key says is passed over, or all of each record that begins with it.
    enum class Extent { key, record };

    void add(std::string_view key, std::uint32_t line, Extent extent = Extent::key);

    // A note for each of the first eight keys in alphabetical order, with the line of its first use; then how
    // many keys more there are.
    void note_in(Cluster& cluster) const;

  private:
    struct Seen {
        std::uint32_t line = 0;  // of the first
        std::size_t count = 0;
        Extent extent = Extent::key;
    };
    std::map<std::string, Seen> keys_;
};

}  // namespace railyard::cluster
