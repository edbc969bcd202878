#pragma once
// Numbers and quantities from text. A quantity always carries its unit: "450 GB/s", "0.6 us", "80 GiB",
// "989 TFLOP/s". GB is 10^9 bytes, GiB 2^30, b is a bit and B a byte; case matters.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "railyard/base/units.hpp"

namespace railyard::input {

// What is wrong with a text, and what to do.
struct Complaint {
    std::string message;
    std::string hint;
};

template <class T>
using Parsed = std::variant<T, Complaint>;

enum class Zero { allowed, refused };

// A whole number without sign, leading zeros, point or exponent, from `least` to `most`.
Parsed<std::uint32_t> parse_whole(std::string_view text, std::uint32_t least, std::uint32_t most);

// A finite decimal number without sign: 7, 0.5, 1e-3. No leading zeros ("010").
Parsed<double> parse_number(std::string_view text);

// A number and a unit with a space or nothing between. Always finite and not negative; a bare 0 needs no unit
// where zero is allowed at all.
Parsed<Bytes> parse_bytes(std::string_view text, Zero zero);
Parsed<BytesPerSecond> parse_bandwidth(std::string_view text, Zero zero);
Parsed<Seconds> parse_duration(std::string_view text, Zero zero);
Parsed<FlopsPerSecond> parse_compute_rate(std::string_view text, Zero zero);
Parsed<Watts> parse_power(std::string_view text, Zero zero);

}  // namespace railyard::input
