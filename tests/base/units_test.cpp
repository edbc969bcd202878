#include "railyard/base/units.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

// What may not be written, said in concepts; tests/compile_fail has the same as whole programs.
template <class A, class B>
concept Addable = requires(A a, B b) {
    a + b;
};
template <class A, class B>
concept Subtractable = requires(A a, B b) {
    a - b;
};
template <class A, class B>
concept Multipliable = requires(A a, B b) {
    a* b;
};
template <class A, class B>
concept Divisible = requires(A a, B b) {
    a / b;
};
template <class A, class B>
concept Comparable = requires(A a, B b) {
    a < b;
};
template <class From, class To>
concept Converts = requires(From from) {
    static_cast<void>([](To) {}(from));
};

static_assert(Addable<Bytes, Bytes>);
static_assert(!Addable<Bytes, Seconds>);
static_assert(!Addable<Bytes, double>);
static_assert(!Addable<double, Bytes>);
static_assert(!Addable<Flops, FlopsPerSecond>);
static_assert(!Addable<Bytes, Flops>);
static_assert(Subtractable<Seconds, Seconds>);
static_assert(!Subtractable<Seconds, Bytes>);
static_assert(!Subtractable<BytesPerSecond, FlopsPerSecond>);
static_assert(Comparable<Bytes, Bytes>);
static_assert(!Comparable<Bytes, Seconds>);
static_assert(!Comparable<Bytes, double>);
static_assert(!Comparable<BytesPerSecond, FlopsPerSecond>);
static_assert(!Converts<double, Bytes>);
static_assert(!Converts<Bytes, double>);
static_assert(!Converts<Bytes, Flops>);

// Quotients and products that mean nothing do not exist.
static_assert(!Multipliable<Bytes, Bytes>);
static_assert(!Multipliable<Bytes, BytesPerSecond>);
static_assert(!Multipliable<FlopsPerSecond, BytesPerSecond>);
static_assert(!Divisible<Seconds, Bytes>);
static_assert(!Divisible<Bytes, FlopsPerSecond>);
static_assert(!Divisible<Flops, BytesPerSecond>);
static_assert(!Divisible<double, Seconds>);

TEST_CASE("prefixes: decimal ones are powers of 10, binary ones powers of 2, bits an eighth of a byte") {
    CHECK(bytes(3).raw() == 3.0);
    CHECK(gigabytes(80).raw() == 80'000'000'000.0);
    CHECK(mebibytes(1).raw() == 1'048'576.0);      // 2^20
    CHECK(gibibytes(1).raw() == 1'073'741'824.0);  // 2^30
    CHECK(gibibytes(2) == mebibytes(2048));
    CHECK(seconds(2).raw() == 2.0);
    CHECK(microseconds(5).raw() == doctest::Approx(0.000005));
    CHECK(flops(7).raw() == 7.0);
    CHECK(flops_per_second(7).raw() == 7.0);
    CHECK(teraflops_per_second(989).raw() == 989'000'000'000'000.0);
    CHECK(bytes_per_second(7).raw() == 7.0);
    CHECK(gigabytes_per_second(450).raw() == 450'000'000'000.0);
    // A 400 Gb/s NIC moves 50 GB/s.
    CHECK(gigabits_per_second(400) == gigabytes_per_second(50));
}

TEST_CASE("a quantity starts at zero and adds, subtracts and scales like a number") {
    CHECK(Bytes{}.raw() == 0.0);
    CHECK(bytes(2) + bytes(3) == bytes(5));
    CHECK(bytes(2) - bytes(3) == bytes(-1));
    CHECK(bytes(2) * 3 == bytes(6));
    CHECK(3 * bytes(2) == bytes(6));
    CHECK(bytes(6) / 3 == bytes(2));
    CHECK(bytes(6) / bytes(3) == 2.0);
    Bytes total = bytes(10);
    total += bytes(5);
    CHECK(total == bytes(15));
    total -= bytes(3);
    CHECK(total == bytes(12));
    total *= 0.5;
    CHECK(total == bytes(6));
    CHECK(bytes(1) < bytes(2));
    CHECK(bytes(2) >= bytes(2));
    CHECK(bytes(1) != bytes(2));
}

TEST_CASE("physics: sizes, rates and times turn into each other") {
    // 900 GB at 450 GB/s take 2 s.
    CHECK(gigabytes(900) / gigabytes_per_second(450) == seconds(2));
    CHECK(gigabytes(900) / seconds(2) == gigabytes_per_second(450));
    CHECK(gigabytes_per_second(450) * seconds(2) == gigabytes(900));
    CHECK(seconds(2) * gigabytes_per_second(450) == gigabytes(900));
    // 1978 TFLOP at 989 TFLOP/s take 2 s.
    CHECK(flops(1978e12) / teraflops_per_second(989) == seconds(2));
    CHECK(flops(1978e12) / seconds(2) == teraflops_per_second(989));
    CHECK(teraflops_per_second(989) * seconds(2) == flops(1978e12));
}

TEST_CASE("whole bytes are exact up to 2^53, far above what one step of any job moves through one link") {
    const double most = 9'007'199'254'740'992.0;  // 2^53
    CHECK(bytes(most - 1) + bytes(1) == bytes(most));
    CHECK(bytes(most) - bytes(1) != bytes(most));
}

}  // namespace
}  // namespace railyard
