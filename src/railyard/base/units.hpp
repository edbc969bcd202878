#pragma once
// Strong types for the quantities of the model. A quantity is a double inside (exact for whole bytes up to
// 9e15, and fractional bytes are legitimate: ring chunks, 4-bit weights), made by a named constructor and
// read by a named getter, so that no number crosses an interface without its unit. Only the products and
// quotients that mean something are defined: bytes / rate = seconds, FLOPs / (FLOP/s) = seconds, and so on;
// adding bytes to seconds does not compile.

#include <compare>

namespace railyard {

// One dimension. The raw value is in the SI base of the dimension (bytes, bytes/s, seconds, FLOPs, FLOP/s).
template <class Tag>
class Quantity {
  public:
    constexpr Quantity() = default;
    static constexpr Quantity raw(double value) { return Quantity(value); }
    [[nodiscard]] constexpr double raw() const { return value_; }

    constexpr auto operator<=>(const Quantity&) const = default;

    constexpr Quantity& operator+=(Quantity other) { return value_ += other.value_, *this; }
    constexpr Quantity& operator-=(Quantity other) { return value_ -= other.value_, *this; }
    constexpr Quantity& operator*=(double factor) { return value_ *= factor, *this; }

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value_ + b.value_); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value_ - b.value_); }
    friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity(a.value_ * factor); }
    friend constexpr Quantity operator*(double factor, Quantity a) { return Quantity(a.value_ * factor); }
    friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity(a.value_ / divisor); }
    // How many times b goes into a: a plain number.
    friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }

  private:
    explicit constexpr Quantity(double value) : value_(value) {}
    double value_ = 0;
};

using Bytes = Quantity<struct BytesTag>;
using Seconds = Quantity<struct SecondsTag>;
using Flops = Quantity<struct FlopsTag>;                    // floating-point operations, not a rate
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;  // always per direction
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag>;  // always dense (no sparsity)
using Watts = Quantity<struct WattsTag>;
using Joules = Quantity<struct JoulesTag>;
using Money = Quantity<struct MoneyTag>;  // in one currency, whichever the files are written in

constexpr Seconds operator/(Bytes b, BytesPerSecond r) {
    return Seconds::raw(b.raw() / r.raw());
}
constexpr BytesPerSecond operator/(Bytes b, Seconds s) {
    return BytesPerSecond::raw(b.raw() / s.raw());
}
constexpr Bytes operator*(BytesPerSecond r, Seconds s) {
    return Bytes::raw(r.raw() * s.raw());
}
constexpr Bytes operator*(Seconds s, BytesPerSecond r) {
    return r * s;
}
constexpr Seconds operator/(Flops f, FlopsPerSecond r) {
    return Seconds::raw(f.raw() / r.raw());
}
constexpr FlopsPerSecond operator/(Flops f, Seconds s) {
    return FlopsPerSecond::raw(f.raw() / s.raw());
}
constexpr Flops operator*(FlopsPerSecond r, Seconds s) {
    return Flops::raw(r.raw() * s.raw());
}
constexpr Joules operator*(Watts w, Seconds s) {
    return Joules::raw(w.raw() * s.raw());
}

// Decimal prefixes are powers of 10, binary ones (GiB) powers of 2; bits are one eighth of a byte.
constexpr Bytes bytes(double n) {
    return Bytes::raw(n);
}
constexpr Bytes gigabytes(double n) {
    return Bytes::raw(n * 1e9);
}
constexpr Bytes mebibytes(double n) {
    return Bytes::raw(n * 1048576.0);
}
constexpr Bytes gibibytes(double n) {
    return Bytes::raw(n * 1073741824.0);
}
constexpr Seconds seconds(double n) {
    return Seconds::raw(n);
}
constexpr Seconds microseconds(double n) {
    return Seconds::raw(n * 1e-6);
}
constexpr Flops flops(double n) {
    return Flops::raw(n);
}
constexpr FlopsPerSecond flops_per_second(double n) {
    return FlopsPerSecond::raw(n);
}
constexpr FlopsPerSecond teraflops_per_second(double n) {
    return FlopsPerSecond::raw(n * 1e12);
}
constexpr BytesPerSecond bytes_per_second(double n) {
    return BytesPerSecond::raw(n);
}
constexpr BytesPerSecond gigabytes_per_second(double n) {
    return BytesPerSecond::raw(n * 1e9);
}
constexpr Watts watts(double n) {
    return Watts::raw(n);
}
constexpr Money money(double n) {
    return Money::raw(n);
}
constexpr BytesPerSecond gigabits_per_second(double n) {
    return BytesPerSecond::raw(n * 1e9 / 8);
}

}  // namespace railyard
