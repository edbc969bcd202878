#pragma once
// A number for a text that is almost surely another one when the text is another: FNV-1a, 64 bits
// (draft-eastlake-fnv). Against slips and half-written lines, not against malice.

#include <cstdint>
#include <string>
#include <string_view>

namespace railyard::sweep {

class Checksum {
  public:
    // Texts added one after the other are told apart from the same letters cut elsewhere.
    void add(std::string_view text) {
        for (const char c : text) mix(static_cast<std::uint8_t>(c));
        mix(0);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    void mix(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001B3ULL; }
    std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

// A file and the checksum of what it says.
struct NamedSum {
    std::string path;
    std::uint64_t sum = 0;
};

}  // namespace railyard::sweep
