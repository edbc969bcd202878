#include "railyard/estimate/step_times.hpp"

#include "railyard/job/flops.hpp"

namespace railyard {

FlopsPerSecond model_flops_per_gpu(const Layout& layout, Flops step, Seconds total) {
    return step / total / layout.degrees.ranks();
}

double tokens_per_second_per_gpu(const Layout& layout, Seconds total) {
    return step_tokens(layout) / total.raw() / layout.degrees.ranks();
}

double gpu_hours(const Layout& layout, Seconds total, double tokens) {
    constexpr double seconds_per_hour = 3600;
    return tokens / step_tokens(layout) * total.raw() * layout.degrees.ranks() / seconds_per_hour;
}

}  // namespace railyard
