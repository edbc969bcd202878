#include "railyard/estimate/product_precision.hpp"

namespace railyard {
namespace {

Precision sixteen_bits(const Gpu& gpu, Precision wanted) {
    if (gpu.peak_of(wanted)) return wanted;
    const Precision other = wanted == Precision::fp16 ? Precision::bf16 : Precision::fp16;
    return gpu.peak_of(other) ? other : wanted;
}

std::string name_of(Precision precision) {
    return std::string(precision_names[static_cast<std::size_t>(precision)]);
}

}  // namespace

std::optional<Precision> timed_precision(const GpuFacts& facts, const Gpu& gpu, Precision wanted) {
    switch (wanted) {
        case Precision::fp32:
            return std::nullopt;
        case Precision::fp16:
        case Precision::bf16:
            return sixteen_bits(gpu, wanted);
        case Precision::fp8:
        case Precision::fp4:
            break;
    }
    return facts.best_fp8.raw() > 0 ? Precision::fp8 : sixteen_bits(gpu, Precision::bf16);
}

std::string stand_in_note(const std::string& calibration, const CalibratedMachine& machine,
                          Precision wanted) {
    if (machine.timed == wanted) return "";
    return "the calibration '" + calibration + "' has no " + name_of(wanted) + " products of the GPU '" +
           machine.gpu.gpu + "': its " + name_of(machine.timed) +
           " products stand in, and no error band is given";
}

}  // namespace railyard
