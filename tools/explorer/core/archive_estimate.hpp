#pragma once
// The members of what the cost models were fitted to, for archive.hpp.

#include "explorer/core/archive.hpp"
#include "railyard/estimate/calibration.hpp"

namespace railyard {

using explorer::ValueOf;

void fields(auto& archive, ValueOf<StepConstants> auto& value) {
    auto& [values, given, homes] = value;
    archive(values, given.values, homes);
}

void fields(auto& archive, ValueOf<GpuFacts> auto& value) {
    auto& [gpu, generation, best_bf16, best_fp8, multiprocessors, half_depth, sources] = value;
    archive(gpu, generation, best_bf16, best_fp8, multiprocessors, half_depth, sources);
}

void fields(auto& archive, ValueOf<DomainCurve> auto& value) {
    auto& [small_base, small_step, small_share, small_few_members, large_base, large_step, large_share,
           few_members, large_floor, simple_start] = value;
    archive(small_base, small_step, small_share, small_few_members, large_base, large_step, large_share,
            few_members, large_floor, simple_start);
}

void fields(auto& archive, ValueOf<NvlsCurve> auto& value) {
    auto& [least_members, step, share] = value;
    archive(least_members, step, share);
}

void fields(auto& archive, ValueOf<NetworkCurve> auto& value) {
    auto& [share, small_hop, small_share, large_base, large_step, most_per_group, tree_share] = value;
    archive(share, small_hop, small_share, large_base, large_step, most_per_group, tree_share);
}

void fields(auto& archive, ValueOf<CollectiveCurves> auto& value) {
    auto& [domain, nvls, network, low_latency_send] = value;
    archive(domain, nvls, network, low_latency_send);
}

void fields(auto& archive, ValueOf<PlatformCurves> auto& value) {
    auto& [name, gpus, curves] = value;
    archive(name, gpus, curves);
}

void fields(auto& archive, ValueOf<CountRange> auto& value) {
    auto& [least, most] = value;
    archive(least, most);
}

void fields(auto& archive, ValueOf<ErrorBand> auto& value) {
    auto& [kind, generation, most_gpus, percent, rows, origin, left_out, lengths, gpus, generations, links,
           products, software] = value;
    archive(kind, generation, most_gpus, percent, rows, origin, left_out, lengths, gpus, generations, links,
            products, software);
}

void fields(auto& archive, ValueOf<Calibration> auto& value) {
    auto& [name, about, constants, rows, given_sources, site, site_rows, files, gpus, platforms, bands] =
        value;
    archive(name, about, constants, rows, site, gpus, platforms, bands);
}

}  // namespace railyard
