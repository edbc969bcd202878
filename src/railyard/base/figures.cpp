#include "railyard/base/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace railyard {
namespace {

// fmt is no part of the core. No double takes more than some 330 characters, digits as used here counted in.
using Buffer = std::array<char, 400>;

std::string fixed(double value, int digits) {
    Buffer buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
    return buffer.data();
}

// Three significant digits without a trailing point: 3.88, 38.8, 388.
std::string three_digits(double value) {
    const double size = std::abs(value);
    if (size >= 99.95) return fixed(value, 0);
    std::string text = size >= 9.995 ? fixed(value, 1) : fixed(value, 2);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

template <std::size_t N>
std::string prefixed(double value, const std::array<std::string_view, N>& prefixes, std::string_view unit) {
    std::size_t step = 0;
    while (step + 1 < N && std::abs(value) >= 999.5) {
        value /= 1000;
        ++step;
    }
    return three_digits(value) + " " + std::string(prefixes[step]) + std::string(unit);
}

constexpr std::array<std::string_view, 7> large = {"", "k", "M", "G", "T", "P", "E"};

}  // namespace

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
}

std::string rounded(double number) {
    constexpr double exact = 1e15;
    return number < exact ? grouped(static_cast<std::uint64_t>(std::llround(number))) : compact(number);
}

std::string compact(double number) {
    Buffer buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3g", number);
    std::string text = buffer.data();
    if (std::abs(number) >= 1000 && std::abs(number) < 1e6) text = fixed(number, 0);
    // 1e+06 -> 1e6
    const std::size_t exponent = text.find("e+");
    if (exponent == std::string::npos) return text;
    std::size_t digits = exponent + 2;
    while (digits + 1 < text.size() && text[digits] == '0') ++digits;
    return text.substr(0, exponent + 1) + text.substr(digits);
}

std::string with_sign(double number, int digits) {
    Buffer buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%+.*f", digits, number);
    std::string text = buffer.data();
    const bool is_zero = text.find_first_not_of("+-0.") == std::string::npos;
    return is_zero ? text.substr(1) : text;
}

std::string human(Bytes size) {
    return prefixed(size.raw(), large, "B");
}
std::string human(BytesPerSecond rate) {
    return prefixed(rate.raw(), large, "B/s");
}
std::string human(FlopsPerSecond rate) {
    return prefixed(rate.raw(), large, "FLOP/s");
}

std::string human(Seconds time) {
    const double value = time.raw();
    if (value == 0) return "0 s";
    if (std::abs(value) < 999.5e-9) return three_digits(value * 1e9) + " ns";
    if (std::abs(value) < 999.5e-6) return three_digits(value * 1e6) + " us";
    if (std::abs(value) < 999.5e-3) return three_digits(value * 1e3) + " ms";
    return three_digits(value) + " s";
}

std::string human_to_milliseconds(Seconds time) {
    return time.raw() < 0.9995 ? human(time) : fixed(time.raw(), 3) + " s";
}

std::string percent(double part, double whole) {
    if (whole <= 0) return "-";
    const double share = 100 * part / whole;
    if (part == whole) return "100 %";
    if (part == 0) return "0 %";
    // More than the whole is said as it is: a link that is busy for longer than a step.
    if (part > whole) return fixed(std::max(share, 100.1), 1) + " %";
    return fixed(std::clamp(share, 0.1, 99.9), 1) + " %";
}

std::string counted(std::uint64_t number, std::string_view word) {
    const bool hisses = word.ends_with("x") || word.ends_with("s") || word.ends_with("ch");
    return grouped(number) + " " + std::string(word) + (number == 1 ? "" : hisses ? "es" : "s");
}

}  // namespace railyard
