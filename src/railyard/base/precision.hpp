#pragma once
// Number formats of matrix products: what a GPU has peaks for, and what a job trains in.

#include <array>
#include <cstddef>
#include <string_view>

namespace railyard {

enum class Precision { fp32, fp16, bf16, fp8, fp4 };  // in the order of `precision_names`
inline constexpr std::size_t precision_count = 5;
inline constexpr std::array<std::string_view, precision_count> precision_names = {"fp32", "fp16", "bf16",
                                                                                  "fp8", "fp4"};

}  // namespace railyard
