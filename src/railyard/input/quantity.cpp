#include "railyard/input/quantity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <system_error>

#include "railyard/base/suggest.hpp"

namespace railyard::input {
namespace {

struct Unit {
    std::string_view name;
    double factor;  // to the SI base: bytes, bytes/s, seconds, FLOP/s
};

constexpr double kibi = 1024.0;

constexpr std::array size_units = {Unit{"B", 1},
                                   Unit{"kB", 1e3},
                                   Unit{"MB", 1e6},
                                   Unit{"GB", 1e9},
                                   Unit{"TB", 1e12},
                                   Unit{"KiB", kibi},
                                   Unit{"MiB", kibi* kibi},
                                   Unit{"GiB", kibi* kibi* kibi},
                                   Unit{"TiB", kibi* kibi* kibi* kibi}};
constexpr std::array bandwidth_units = {Unit{"GB/s", 1e9},
                                        Unit{"TB/s", 1e12},
                                        Unit{"MB/s", 1e6},
                                        Unit{"kB/s", 1e3},
                                        Unit{"B/s", 1},
                                        Unit{"Gb/s", 1e9 / 8},
                                        Unit{"Tb/s", 1e12 / 8},
                                        Unit{"Mb/s", 1e6 / 8},
                                        Unit{"kb/s", 1e3 / 8},
                                        Unit{"b/s", 1.0 / 8},
                                        Unit{"KiB/s", kibi},
                                        Unit{"MiB/s", kibi* kibi},
                                        Unit{"GiB/s", kibi* kibi* kibi},
                                        Unit{"TiB/s", kibi* kibi* kibi* kibi}};
constexpr std::array duration_units = {Unit{"us", 1e-6}, Unit{"ns", 1e-9}, Unit{"ms", 1e-3}, Unit{"s", 1}};
constexpr std::array compute_units = {Unit{"TFLOP/s", 1e12}, Unit{"PFLOP/s", 1e15}, Unit{"GFLOP/s", 1e9},
                                      Unit{"MFLOP/s", 1e6}, Unit{"FLOP/s", 1}};

struct Dimension {
    std::string_view what;
    std::string_view example;
    std::span<const Unit> units;
};

constexpr Dimension size_dimension{"size", "80 GB or 80 GiB", size_units};
constexpr Dimension bandwidth_dimension{"bandwidth", "450 GB/s or 400 Gb/s", bandwidth_units};
constexpr Dimension duration_dimension{"time", "0.6 us", duration_units};
constexpr Dimension compute_dimension{"rate of computing", "989 TFLOP/s", compute_units};
constexpr std::array power_units = {Unit{"W", 1}, Unit{"kW", 1e3}, Unit{"MW", 1e6}};
constexpr Dimension power_dimension{"power", "700 W", power_units};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 60;
    return "'" + std::string(text.substr(0, longest)) + (text.size() > longest ? "..." : "") + "'";
}

// The length of the number that a text starts with; 0 if it starts with none.
std::size_t number_length(std::string_view text) {
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t begin = i;
        while (i < text.size() && is_digit(text[i])) ++i;
        return i > begin;
    };
    if (!digits()) return 0;
    if (i < text.size() && text[i] == '.') {
        ++i;
        if (!digits()) return 0;
    }
    if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const std::size_t before = i++;
        if (text[i] == '+' || text[i] == '-') ++i;
        if (!digits()) i = before;  // "5 eV": the e is the start of a unit
    }
    return i;
}

std::optional<Complaint> bad_number(std::string_view text, std::size_t length, std::string_view what) {
    const std::string shown = quoted(text);
    if (text.empty()) return Complaint{"a " + std::string(what) + " is missing here", ""};
    if (text[0] == '-') return Complaint{shown + " is negative: a " + std::string(what) + " is not", ""};
    if (text[0] == '+') return Complaint{shown + " starts with a sign", "leave the '+' out"};
    std::string folded(text.substr(0, 5));
    for (char& c : folded) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (folded.starts_with(".inf") || folded.starts_with("inf"))
        return Complaint{shown + " is not finite", ""};
    if (folded.starts_with(".nan") || folded.starts_with("nan"))
        return Complaint{shown + " is not a number", ""};
    if (length == 0) {
        return Complaint{shown + " is not a " + std::string(what),
                         text[0] == '.' ? "write 0" + std::string(text.substr(0, 20)) : ""};
    }
    if (text[0] == '0' && length > 1 && is_digit(text[1])) {
        return Complaint{shown + " starts with a 0",
                         "some programs read 010 as eight: write the number without leading zeros"};
    }
    return std::nullopt;
}

Parsed<double> to_double(std::string_view digits) {
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range) {
        // Underflow and overflow share one error code; only the exponent's sign tells.
        return Complaint{
            quoted(digits) + " is too " + (digits.find('-') != std::string_view::npos ? "small" : "large"),
            ""};
    }
    if (error != std::errc{} || end != digits.data() + digits.size()) {
        return Complaint{quoted(digits) + " is not a number", ""};
    }
    return value;
}

// "400 Gb", "400 Gbps" and "400 Gbit/s" as the dimension spells them, letter by letter: which of Gb and GB is
// meant is said already.
std::string respelled(std::string unit) {
    if (unit.ends_with("ps") && unit.size() > 2) unit.replace(unit.size() - 2, 2, "/s");
    if (const std::size_t bit = unit.find("bit"); bit != std::string::npos) unit.erase(bit + 1, 2);
    return unit.ends_with("/s") ? unit : unit + "/s";
}

// "gb/s" could be Gb/s or GB/s: a factor of 8. Others are slips of case or spelling.
std::string unit_hint(std::string_view unit, const Dimension& dimension) {
    const std::string meant = respelled(std::string(unit));
    for (const auto& known : dimension.units)
        if (known.name == meant) return "did you mean '" + meant + "'?";
    std::vector<std::string> same_letters;
    const auto fold = [](std::string_view text) {
        std::string folded(text);
        for (char& c : folded) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return folded;
    };
    const std::string wanted = fold(unit);
    const std::string in_time = respelled(wanted);
    for (const auto& known : dimension.units) {
        if (fold(known.name) == wanted || fold(known.name) == in_time) same_letters.emplace_back(known.name);
    }
    if (same_letters.size() > 1) {
        return "bits or bytes? write '" + same_letters[1] + "' for bits, '" + same_letters[0] + "' for bytes";
    }
    if (same_letters.size() == 1) return "did you mean '" + same_letters[0] + "'?";
    std::vector<std::string> names;
    for (const auto& known : dimension.units) names.emplace_back(known.name);
    return suggestion(unit, names);
}

Parsed<double> parse_quantity(std::string_view text, const Dimension& dimension, Zero zero) {
    const std::size_t length = number_length(text);
    if (auto complaint = bad_number(text, length, dimension.what)) return *complaint;
    const auto number = to_double(text.substr(0, length));
    if (const auto* complaint = std::get_if<Complaint>(&number)) return *complaint;
    const double value = std::get<double>(number);
    const std::size_t unit_at = text.find_first_not_of(" \t", length);
    const std::string_view unit = unit_at == std::string_view::npos ? "" : text.substr(unit_at);
    const std::string what(dimension.what);
    if (value == 0 && zero == Zero::refused)
        return Complaint{"the " + what + " is zero", "it must be above 0"};
    if (unit.empty()) {
        if (value == 0) return 0.0;
        return Complaint{"the " + what + " " + quoted(text) + " has no unit",
                         "write for example " + std::string(dimension.example)};
    }
    const auto known = std::find_if(dimension.units.begin(), dimension.units.end(),
                                    [&](const Unit& candidate) { return candidate.name == unit; });
    if (known == dimension.units.end()) {
        return Complaint{"unknown unit " + quoted(unit) + " in the " + what + " " + quoted(text),
                         unit_hint(unit, dimension)};
    }
    const double product = value * known->factor;
    if (!std::isfinite(product)) return Complaint{"the " + what + " " + quoted(text) + " is too large", ""};
    return product;
}

template <class Q>
Parsed<Q> parse_as(std::string_view text, const Dimension& dimension, Zero zero) {
    const auto value = parse_quantity(text, dimension, zero);
    if (const auto* complaint = std::get_if<Complaint>(&value)) return *complaint;
    return Q::raw(std::get<double>(value));
}

}  // namespace

Parsed<std::uint32_t> parse_whole(std::string_view text, std::uint32_t least, std::uint32_t most) {
    std::size_t length = 0;
    while (length < text.size() && is_digit(text[length])) ++length;
    if (auto complaint = bad_number(text, length, "whole number")) return *complaint;
    if (length != text.size()) {
        return Complaint{quoted(text) + " is not a whole number",
                         "write it with digits only, without a unit, a point or an exponent"};
    }
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value > most) {
        return Complaint{quoted(text) + " is too large", "at most " + std::to_string(most)};
    }
    if (value < least) {
        return Complaint{value == 0 ? "must not be 0" : quoted(text) + " is too small",
                         "at least " + std::to_string(least)};
    }
    return value;
}

Parsed<double> parse_number(std::string_view text) {
    const std::size_t length = number_length(text);
    if (auto complaint = bad_number(text, length, "number")) return *complaint;
    if (length != text.size()) return Complaint{quoted(text) + " is not a number", "a number without a unit"};
    return to_double(text);
}

Parsed<Bytes> parse_bytes(std::string_view text, Zero zero) {
    return parse_as<Bytes>(text, size_dimension, zero);
}
Parsed<BytesPerSecond> parse_bandwidth(std::string_view text, Zero zero) {
    return parse_as<BytesPerSecond>(text, bandwidth_dimension, zero);
}
Parsed<Seconds> parse_duration(std::string_view text, Zero zero) {
    return parse_as<Seconds>(text, duration_dimension, zero);
}
Parsed<FlopsPerSecond> parse_compute_rate(std::string_view text, Zero zero) {
    return parse_as<FlopsPerSecond>(text, compute_dimension, zero);
}
Parsed<Watts> parse_power(std::string_view text, Zero zero) {
    return parse_as<Watts>(text, power_dimension, zero);
}

}  // namespace railyard::input
