#pragma once
// Numbers as people read them, in tables and in pictures.

#include <cstdint>
#include <string>
#include <string_view>

#include "railyard/base/units.hpp"

namespace railyard {

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);

// 822009.4 -> "822,009"; from 10^15 on as "1.23e18". Not negative.
std::string rounded(double number);

// "1e12", "3.5e9", "250000".
std::string compact(double number);

// "+4.71", "-0.01"; what rounds to zero has no sign.
std::string with_sign(double number, int digits);

// Decimal prefixes and three significant digits: "3.88 PB", "450 GB/s", "0 B".
std::string human(Bytes size);
std::string human(BytesPerSecond rate);
// "1.2 us", "0 s".
std::string human(Seconds time);
// For times that are compared with each other: "10.144 s"; below a second like the others.
std::string human_to_milliseconds(Seconds time);
std::string human(FlopsPerSecond rate);  // "989 TFLOP/s"

// Share of a whole as "89.0 %"; never "100.0 %" unless it is all, nor "0.0 %" unless it is nothing.
std::string percent(double part, double whole);

// "1 server", "2 servers", "2 boxes".
std::string counted(std::uint64_t number, std::string_view word);

}  // namespace railyard
