#pragma once
// The schedules, one function and one file each. Every function writes the order in which each device runs
// its operations, and knows nothing of time. Shapes are checked before (catalogue.hpp): these functions take
// legal ones only. p devices, m micro-batches, v chunks.

#include <utility>

#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

// All forwards, then all backwards (Huang et al. 2019, arXiv:1811.06965). Holds m micro-batches.
Schedule build_gpipe(const Shape& shape);

// One forward, one backward, after a warm-up of p-1-d forwards on device d (PipeDream-Flush, Narayanan et al.
// 2021, arXiv:2104.04473). Holds min(m, p-d) micro-batches.
Schedule build_one_f_one_b(const Shape& shape);

// The same over v chunks a device in Megatron-LM's order (arXiv:2104.04473, section 2.2): micro-batches go in
// groups of p through chunk 0, then chunk 1, ... Warm-up of 2(p-1-d) + (v-1)p chunk forwards; holds one more.
// With one chunk it is 1F1B. m is a multiple of p.
Schedule build_interleaved(const Shape& shape);

// Zero bubble H1 (Qi et al. 2024, arXiv:2401.10241): 1F1B with the backward cut in two; device d runs its
// weight halves d micro-batches late, so that they fill the drain. Holds at most p micro-batches.
Schedule build_zero_bubble_h1(const Shape& shape);

// DualPipe (DeepSeek-V3, arXiv:2412.19437, and github.com/deepseek-ai/DualPipe): half of the micro-batches
// run down the devices, half run up, forward and backward of the two overlapped. Two copies of the
// parameters; holds p + 1 micro-batches. p and m even, m at least 2p.
Schedule build_dualpipe(const Shape& shape);

// Writes a schedule device by device.
class ScheduleWriter {
  public:
    // The route is set by the caller (set_looped_route, ...) in `frame`.
    ScheduleWriter(Schedule frame, std::uint32_t micro_batches, std::size_t operations)
        : schedule_(std::move(frame)) {
        schedule_.micro_batches = micro_batches;
        schedule_.first.reserve(schedule_.devices + std::size_t{1});
        schedule_.operations.reserve(operations);
    }
    // From here on, operations belong to the next device.
    void begin_device() { schedule_.first.push_back(schedule_.operations.size()); }
    void add(Kind kind, std::uint32_t micro_batch, std::uint32_t chunk = 0,
             Together together = Together::alone) {
        schedule_.operations.push_back({micro_batch, static_cast<std::uint16_t>(chunk), kind, together});
    }
    Schedule finish() {
        begin_device();
        return std::move(schedule_);
    }

  private:
    Schedule schedule_;
};

}  // namespace railyard::schedule
