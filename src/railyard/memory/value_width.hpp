#pragma once
// Bytes of one value by the precision of matrix products.

#include "railyard/job/layout.hpp"

namespace railyard::memory {

// What norms and residuals are kept in: 4 in fp32, else 2.
inline double value_width(const Layout& layout) {
    return layout.precision == Precision::fp32 ? 4 : 2;
}

// The input of a matrix product: fp8 keeps it as the product read it (Transformer Engine; DeepSeek-V3
// technical report, section 3.3.3). Scales (4 bytes for 128 values there) are left out; fp4 is taken as fp8.
inline double matrix_input_width(const Layout& layout) {
    return layout.precision == Precision::fp8 || layout.precision == Precision::fp4 ? 1 : value_width(layout);
}

// What goes into the MLP's activation: DeepSeek-V3, which recomputes its product, keeps it in fp8 as well.
inline double activation_input_width(const Layout& layout) {
    return layout.saves == Saves::lean ? matrix_input_width(layout) : value_width(layout);
}

}  // namespace railyard::memory
