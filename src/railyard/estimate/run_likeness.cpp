#include "railyard/estimate/run_likeness.hpp"

#include <array>
#include <cmath>

namespace railyard {
namespace {

double tokens(const Layout& layout) {
    return static_cast<double>(layout.batch.micro) * layout.batch.length / layout.degrees.cp;
}
// Doublings from 16 bits: fp8 one down, fp32 one up.
double width(Precision precision) {
    switch (precision) {
        case Precision::fp32:
            return 1;
        case Precision::fp16:
        case Precision::bf16:
            return 0;
        case Precision::fp8:
            return -1;
        case Precision::fp4:
            return -2;
    }
    return 0;
}

}  // namespace

double unlikeness(const Layout& one, const Layout& other) {
    constexpr double of_a_precision = 2;
    const Degrees& a = one.degrees;
    const Degrees& b = other.degrees;
    const std::array doublings = {std::log2(static_cast<double>(one.model.hidden) / other.model.hidden),
                                  std::log2(static_cast<double>(a.ranks()) / b.ranks()),
                                  std::log2(tokens(one) / tokens(other)),
                                  std::log2(static_cast<double>(a.tp) / b.tp),
                                  std::log2(static_cast<double>(a.pp) / b.pp),
                                  std::log2(static_cast<double>(a.cp) / b.cp),
                                  std::log2(static_cast<double>(a.ep) / b.ep),
                                  of_a_precision * (width(one.precision) - width(other.precision))};
    double sum = 0;
    for (const double d : doublings) sum += d * d;
    return std::sqrt(sum);
}

}  // namespace railyard
