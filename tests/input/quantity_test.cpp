#include "railyard/input/quantity.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace railyard::input {
namespace {

// What a parser says of a text: the complaint and, behind " | ", its hint; empty if it is content.
template <class T>
std::string said(const Parsed<T>& parsed) {
    const auto* complaint = std::get_if<Complaint>(&parsed);
    if (complaint == nullptr) return "";
    return complaint->hint.empty() ? complaint->message : complaint->message + " | " + complaint->hint;
}

template <class T>
double raw(const Parsed<T>& parsed) {
    CAPTURE(said(parsed));
    REQUIRE(std::holds_alternative<T>(parsed));
    if constexpr (std::is_arithmetic_v<T>) {
        return std::get<T>(parsed);
    } else {
        return std::get<T>(parsed).raw();
    }
}

struct Read {
    std::string text;
    double raw;
};

struct Refused {
    std::string text;
    std::string said;
};

TEST_CASE("sizes") {
    const std::vector<Read> table = {
        {"1 B", 1},
        {"80 GB", 80e9},  // decimal
        {"80GB", 80e9},   // the space may be left out
        {"80\tGB", 80e9},
        {"80   GB", 80e9},
        {"2 kB", 2000},
        {"2 MB", 2e6},
        {"1.5 TB", 1.5e12},
        {"1 KiB", 1024},                 // 2^10
        {"1 MiB", 1'048'576},            // 2^20
        {"1 GiB", 1'073'741'824},        // 2^30
        {"1 TiB", 1'099'511'627'776},    // 2^40
        {"81559 MiB", 85'520'809'984.},  // 81559 x 1,048,576: an "80 GB" H100 as its driver shows it
        {"0.5 B", 0.5},                  // 4-bit weights
        {"1e3 B", 1000},
        {"1E3 B", 1000},
        {"1e+3 B", 1000},
        {"5e-1 B", 0.5},
        {"0.0001 B", 0.0001},
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(raw(parse_bytes(row.text, Zero::refused)) == doctest::Approx(row.raw).epsilon(1e-15));
    }
}

TEST_CASE("bandwidths: b is a bit, B a byte") {
    const std::vector<Read> table = {
        {"450 GB/s", 450e9},
        {"3.35 TB/s", 3.35e12},
        {"7 MB/s", 7e6},
        {"7 kB/s", 7e3},
        {"7 B/s", 7},
        {"400 Gb/s", 50e9},
        {"1.6 Tb/s", 0.2e12},
        {"8 Mb/s", 1e6},
        {"8 kb/s", 1e3},
        {"8 b/s", 1},
        {"1 GiB/s", 1073741824.0},
        {"1 KiB/s", 1024.0},
        {"1 TiB/s", 1099511627776.},
        {"1 MiB/s", 1048576.0},
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(raw(parse_bandwidth(row.text, Zero::refused)) == doctest::Approx(row.raw).epsilon(1e-15));
    }
}

TEST_CASE("times and rates of computing") {
    CHECK(raw(parse_duration("0.6 us", Zero::allowed)) == doctest::Approx(0.6e-6));
    CHECK(raw(parse_duration("350 ns", Zero::allowed)) == doctest::Approx(350e-9));
    CHECK(raw(parse_duration("2 ms", Zero::allowed)) == doctest::Approx(0.002));
    CHECK(raw(parse_duration("2 s", Zero::allowed)) == 2.0);
    CHECK(raw(parse_compute_rate("989 TFLOP/s", Zero::refused)) == doctest::Approx(989e12));
    CHECK(raw(parse_compute_rate("2.5 PFLOP/s", Zero::refused)) == doctest::Approx(2.5e15));
    CHECK(raw(parse_compute_rate("7 GFLOP/s", Zero::refused)) == doctest::Approx(7e9));
    CHECK(raw(parse_compute_rate("7 MFLOP/s", Zero::refused)) == doctest::Approx(7e6));
    CHECK(raw(parse_compute_rate("7 FLOP/s", Zero::refused)) == 7.0);
}

TEST_CASE("a bare 0 needs no unit, where zero is allowed at all") {
    for (const std::string text : {"0", "0.0", "0 s", "0us", "0e5"}) {
        CAPTURE(text);
        CHECK(raw(parse_duration(text, Zero::allowed)) == 0.0);
        CHECK(said(parse_duration(text, Zero::refused)) == "the time is zero | it must be above 0");
    }
    CHECK(said(parse_duration("0 GB", Zero::allowed)) ==
          "unknown unit 'GB' in the time '0 GB' | known: us, ns, ms, s");
}

TEST_CASE("a unit is never guessed") {
    const std::string too_close = "bits or bytes? write 'Gb/s' for bits, 'GB/s' for bytes";
    const std::vector<Refused> table = {
        {"450", "the bandwidth '450' has no unit | write for example 450 GB/s or 400 Gb/s"},
        {"450 ", "the bandwidth '450 ' has no unit | write for example 450 GB/s or 400 Gb/s"},
        {"450 GBs", "unknown unit 'GBs' in the bandwidth '450 GBs' | did you mean 'GB/s'?"},
        {"450 GB", "unknown unit 'GB' in the bandwidth '450 GB' | did you mean 'GB/s'?"},
        {"400 gb/s", "unknown unit 'gb/s' in the bandwidth '400 gb/s' | " + too_close},
        // What stands there says bits or bytes; another spelling is all that it lacks.
        {"400 Gbps", "unknown unit 'Gbps' in the bandwidth '400 Gbps' | did you mean 'Gb/s'?"},
        {"400 Gb", "unknown unit 'Gb' in the bandwidth '400 Gb' | did you mean 'Gb/s'?"},
        {"400 GB", "unknown unit 'GB' in the bandwidth '400 GB' | did you mean 'GB/s'?"},
        {"400 Gbit/s", "unknown unit 'Gbit/s' in the bandwidth '400 Gbit/s' | did you mean 'Gb/s'?"},
        {"400 Gbit", "unknown unit 'Gbit' in the bandwidth '400 Gbit' | did you mean 'Gb/s'?"},
        {"400 gbps", "unknown unit 'gbps' in the bandwidth '400 gbps' | " + too_close},
        {"400 gb", "unknown unit 'gb' in the bandwidth '400 gb' | " + too_close},
        {"400 GBPS", "unknown unit 'GBPS' in the bandwidth '400 GBPS' | " + too_close},
        {"1 gib/s", "unknown unit 'gib/s' in the bandwidth '1 gib/s' | did you mean 'GiB/s'?"},
        {"450 GB/s x", "unknown unit 'GB/s x' in the bandwidth '450 GB/s x' | did you mean 'GB/s'?"},
        {"4 5 GB/s", "unknown unit '5 GB/s' in the bandwidth '4 5 GB/s' | did you mean 'GB/s'?"},
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(said(parse_bandwidth(row.text, Zero::refused)) == row.said);
    }
    CHECK(said(parse_bytes("80", Zero::refused)) ==
          "the size '80' has no unit | write for example 80 GB or 80 GiB");
    CHECK(said(parse_duration("5", Zero::allowed)) == "the time '5' has no unit | write for example 0.6 us");
    CHECK(said(parse_compute_rate("989", Zero::refused)) ==
          "the rate of computing '989' has no unit | write for example 989 TFLOP/s");
    CHECK(said(parse_compute_rate("989 TFLOPS", Zero::refused)) ==
          "unknown unit 'TFLOPS' in the rate of computing '989 TFLOPS' | did you mean 'TFLOP/s'?");
    CHECK(said(parse_duration("5 eV", Zero::allowed)).starts_with("unknown unit 'eV' in the time '5 eV'"));
}

TEST_CASE("what is no plain decimal number is refused, with the reason") {
    const std::vector<Refused> table = {
        {"", "a size is missing here"},
        {"-5 GB", "'-5 GB' is negative: a size is not"},
        {"-0", "'-0' is negative: a size is not"},
        {"+5 GB", "'+5 GB' starts with a sign | leave the '+' out"},
        {"010 GB",
         "'010 GB' starts with a 0 | some programs read 010 as eight: write the number without leading "
         "zeros"},
        {"00",
         "'00' starts with a 0 | some programs read 010 as eight: write the number without leading zeros"},
        {".inf", "'.inf' is not finite"},
        {".Inf", "'.Inf' is not finite"},
        {"inf GB", "'inf GB' is not finite"},
        {"Infinity", "'Infinity' is not finite"},
        {".nan", "'.nan' is not a number"},
        {"NaN", "'NaN' is not a number"},
        {".5 GB", "'.5 GB' is not a size | write 0.5 GB"},
        {"5. GB", "'5. GB' is not a size"},
        {"GB", "'GB' is not a size"},
        {" 5 GB", "' 5 GB' is not a size"},
        {"~", "'~' is not a size"},
        {"1e400 B", "'1e400' is too large"},
        {"1e-400 B", "'1e-400' is too small"},
        {"1e300 TiB", "the size '1e300 TiB' is too large"},  // 1.1e312: above the largest double, 1.8e308
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(said(parse_bytes(row.text, Zero::refused)) == row.said);
    }
}

TEST_CASE("other ways of writing numbers are not numbers here") {
    // Hexadecimal, separators, a decimal comma: each starts with a number and goes on with what is no unit.
    for (const std::string text : {"0x10 GB", "1_000 GB", "1,5 GB", "1'000 GB"}) {
        CAPTURE(text);
        CHECK(said(parse_bytes(text, Zero::refused)) != "");
        CHECK(said(parse_number(text)) != "");
        CHECK(said(parse_whole(text, 0, 100)) != "");
    }
}

TEST_CASE("a long text is quoted by its beginning") {
    const std::string text = "5 " + std::string(1000, 'x');
    CHECK(said(parse_bytes(text, Zero::refused)) ==
          "unknown unit '" + std::string(60, 'x') + "...' in the size '5 " + std::string(58, 'x') +
              "...' | known: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB");
}

TEST_CASE("whole numbers") {
    CHECK(raw(parse_whole("0", 0, 10)) == 0);
    CHECK(raw(parse_whole("10", 0, 10)) == 10);
    CHECK(raw(parse_whole("4294967295", 0, std::numeric_limits<std::uint32_t>::max())) == 4294967295.0);
    const std::vector<Refused> table = {
        {"", "a whole number is missing here"},
        {"0", "must not be 0 | at least 1"},
        {"11", "'11' is too large | at most 10"},
        {"4294967296", "'4294967296' is too large | at most 10"},
        {"99999999999999999999", "'99999999999999999999' is too large | at most 10"},
        {"-1", "'-1' is negative: a whole number is not"},
        {"+1", "'+1' starts with a sign | leave the '+' out"},
        {"010",
         "'010' starts with a 0 | some programs read 010 as eight: write the number without leading zeros"},
        {"1.5",
         "'1.5' is not a whole number | write it with digits only, without a unit, a point or an exponent"},
        {"1e3",
         "'1e3' is not a whole number | write it with digits only, without a unit, a point or an exponent"},
        {"8 GPUs",
         "'8 GPUs' is not a whole number | write it with digits only, without a unit, a point or an "
         "exponent"},
        {"8 ",
         "'8 ' is not a whole number | write it with digits only, without a unit, a point or an exponent"},
        {"eight", "'eight' is not a whole number"},
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(said(parse_whole(row.text, 1, 10)) == row.said);
    }
    CHECK(said(parse_whole("2", 3, 10)) == "'2' is too small | at least 3");
}

TEST_CASE("plain numbers") {
    CHECK(raw(parse_number("0")) == 0.0);
    CHECK(raw(parse_number("0.5")) == 0.5);
    CHECK(raw(parse_number("1e-3")) == doctest::Approx(0.001));
    CHECK(raw(parse_number("7")) == 7.0);
    const std::vector<Refused> table = {
        {"", "a number is missing here"},
        {"0.5x", "'0.5x' is not a number | a number without a unit"},
        {"0.5 ", "'0.5 ' is not a number | a number without a unit"},
        {"1e", "'1e' is not a number | a number without a unit"},
        {"-1", "'-1' is negative: a number is not"},
        {".nan", "'.nan' is not a number"},
        {"1e999", "'1e999' is too large"},
        {"1e-999", "'1e-999' is too small"},
        {"007",
         "'007' starts with a 0 | some programs read 010 as eight: write the number without leading zeros"},
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(said(parse_number(row.text)) == row.said);
    }
}

}  // namespace
}  // namespace railyard::input
