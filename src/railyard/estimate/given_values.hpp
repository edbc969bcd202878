#pragma once
// The numbers of the calibrated model that no fit moves: facts of algorithms and kernels, or set by hand once
// for all. A calibration file may give others under `given:`.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace railyard {

enum class Given : std::size_t {
    tile_128x128,
    tile_128x64,
    tile_64x64,
    fp8_depth,
    summed_gradient,
    sum_apart,
    sum_apart_fp16,
    sum_in_buffer,
    optimizer,
    logit_forward,
    logit_backward,
    embedding_forward,
    embedding_backward,
    layer_forward,
    layer_backward,
    norms_again,
    scores_forward,
    flash_backward,
    context_behind,
    exchange_multiprocessors,
    copy_share,
    send_start,
    network_start,
    low_latency_send,
};
inline constexpr std::size_t given_count = 24;

struct GivenRow {
    std::string_view name;
    double value;  // in `unit`, where a file gives no other
    double least;  // what it can mean
    double most;
    std::string_view unit;
    std::string_view about;
    std::string_view source;
};

// In the order of Given.
extern const std::array<GivenRow, given_count> given_rows;

std::optional<Given> given_named(std::string_view name);

// In the units of their rows.
struct GivenValues {
    std::array<double, given_count> values = own();

    [[nodiscard]] double operator[](Given g) const { return values[static_cast<std::size_t>(g)]; }
    double& operator[](Given g) { return values[static_cast<std::size_t>(g)]; }

  private:
    static std::array<double, given_count> own();  // those of given_rows
};

}  // namespace railyard
