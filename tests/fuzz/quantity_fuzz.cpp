// Any text at all: each parser gives a finite number that is not negative, or says what is wrong.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "railyard/input/quantity.hpp"

namespace {

using namespace railyard::input;

void expect(bool holds) {
    if (!holds) __builtin_trap();
}

template <class T>
void expect_sound(const Parsed<T>& parsed) {
    if (const auto* complaint = std::get_if<Complaint>(&parsed)) return expect(!complaint->message.empty());
    double value = 0;
    if constexpr (std::is_arithmetic_v<T>) {
        value = std::get<T>(parsed);
    } else {
        value = std::get<T>(parsed).raw();
    }
    expect(std::isfinite(value) && value >= 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    expect_sound(parse_whole(text, 0, 1000));
    expect_sound(parse_number(text));
    for (const Zero zero : {Zero::allowed, Zero::refused}) {
        expect_sound(parse_bytes(text, zero));
        expect_sound(parse_bandwidth(text, zero));
        expect_sound(parse_duration(text, zero));
        expect_sound(parse_compute_rate(text, zero));
    }
    return 0;
}
