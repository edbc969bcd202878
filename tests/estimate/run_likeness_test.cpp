#include "railyard/estimate/run_likeness.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

using doctest::Approx;

Layout job() {
    Layout layout;
    layout.model.hidden = 4096;
    layout.degrees.tp = 4;
    layout.degrees.dp = 8;
    layout.batch.length = 4096;
    return layout;
}

TEST_CASE("a job is like itself, and the other way round it is as unlike") {
    Layout other = job();
    CHECK(unlikeness(job(), other) == 0);
    other.degrees.pp = 8;
    CHECK(unlikeness(job(), other) == unlikeness(other, job()));
}

TEST_CASE("a doubling is 1 apart, and several add up as sides of a rectangle") {
    Layout wide = job();
    wide.model.hidden = 8192;
    CHECK(unlikeness(job(), wide) == Approx(1));
    wide.batch.micro = 2;
    CHECK(unlikeness(job(), wide) == Approx(1.41421));
    Layout more = job();
    more.degrees.tp = 8;  // twice the GPUs too
    CHECK(unlikeness(job(), more) == Approx(1.41421));
    Layout experts = job();
    experts.degrees.ep = 8;  // dp's ranks hold them
    CHECK(unlikeness(job(), experts) == Approx(3));
    Layout shared = job();
    shared.degrees.cp = 2;  // twice the GPUs, half the tokens on each
    shared.batch.length = 8192;
    CHECK(unlikeness(job(), shared) == Approx(1.41421));
}

TEST_CASE("fp8 is 2 from bf16, and bf16 as fp16") {
    Layout half = job();
    half.precision = Precision::fp16;
    CHECK(unlikeness(job(), half) == 0);
    half.precision = Precision::fp8;
    CHECK(unlikeness(job(), half) == Approx(2));
}

}  // namespace
}  // namespace railyard
