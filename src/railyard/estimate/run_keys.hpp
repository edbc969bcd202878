#pragma once
// What a run of a file of runs may say: its keys, and the words that some of them take.

#include <array>
#include <string>
#include <string_view>

#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard {

// What a run's `gpu` starts with, a word that it has besides (none: empty), the GPU of the shipped files that
// this is, and the domain that stands for its servers, with that GPU. Narrower names first.
struct GpuDomain {
    std::string_view gpu;
    std::string_view memory;
    std::string_view name;
    std::string_view domain;
};
inline constexpr std::array domains_of_gpus = {
    GpuDomain{"GB200", "", "gb200", "gb200-nvl72"},     GpuDomain{"GB300", "", "gb300", "gb300-nvl72"},
    GpuDomain{"A100", "40GB", "a100-40gb", "hgx-a100"}, GpuDomain{"A100", "", "a100-80gb", "hgx-a100"},
    GpuDomain{"H100", "", "h100", "hgx-h100"},          GpuDomain{"H200", "", "h200", "hgx-h200"},
    GpuDomain{"H800", "", "h800", "hgx-h800"},          GpuDomain{"B200", "", "b200", "hgx-b200"},
    GpuDomain{"B300", "", "b300", "hgx-b300"},          GpuDomain{"MI300X", "", "mi300x", "mi300x-8"}};

// The entry of a run's `gpu`, in upper or lower case as the files of GPUs are called; none, or a PCIe or NVL
// card, which no domain here is of: nullptr.
const GpuDomain* domain_of_gpu(std::string_view gpu);

// In words why a run's `gpu` has no domain.
std::string no_domain_for(std::string_view gpu);

// Reports keys that the format does not have (those it has and no prediction needs are allowed), and words
// of `gpu` (H100x), `zero`, `precision` and `recompute` that mean nothing, each with its place and the
// nearest known one.
void check_run_keys(const input::Node& row, input::Problems& problems);

// Where a run says how long it took (or did the like), without a message: for what turns out to be wrong with
// it when it is predicted.
Diagnostic place_of_measured(const input::Node& row);

}  // namespace railyard
