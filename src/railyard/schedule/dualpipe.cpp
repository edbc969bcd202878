#include <algorithm>
#include <array>

#include "railyard/schedule/builders.hpp"

namespace railyard::schedule {
namespace {

// One device's list. Its own direction ("near", phase 0) is the one whose stream enters at its end of the
// pipeline; "far" (phase 1) comes from the other end. For the second half of the devices, near is chunk 1.
class DualPipeDevice {
  public:
    DualPipeDevice(ScheduleWriter& writer, const Shape& shape, std::uint32_t device)
        : writer_(writer),
          per_direction_(shape.micro_batches / 2),
          near_chunk_(device < shape.stages / 2 ? 0 : 1) {}

    enum class Phase : std::uint8_t { near, far };

    void forward(Phase phase, Together together = Together::alone) {
        writer_.add(Kind::forward, take(forwards_, phase), chunk(phase), together);
    }
    void backward(Phase phase) { writer_.add(Kind::backward, take(backwards_, phase), chunk(phase)); }
    // Only the input half now; the weight half waits for weight().
    void backward_input(Phase phase) {
        const std::uint32_t micro_batch = take(backwards_, phase);
        writer_.add(Kind::backward_input, micro_batch, chunk(phase));
        pending_.push_back({micro_batch, chunk(phase)});
    }
    void weight() {
        const Pending oldest = pending_[done_++];
        writer_.add(Kind::backward_weight, oldest.micro_batch, oldest.chunk);
    }
    void overlapped(Phase forward_phase, Phase backward_phase) {
        forward(forward_phase, Together::with_next);
        backward(backward_phase);
    }

  private:
    struct Pending {
        std::uint32_t micro_batch;
        std::uint32_t chunk;
    };
    [[nodiscard]] std::uint32_t chunk(Phase phase) const {
        return phase == Phase::near ? near_chunk_ : 1 - near_chunk_;
    }
    // Chunk 0 carries micro-batches 0 .. m/2-1, chunk 1 the rest.
    [[nodiscard]] std::uint32_t take(std::array<std::uint32_t, 2>& count, Phase phase) const {
        return count[static_cast<std::size_t>(phase)]++ + chunk(phase) * per_direction_;
    }

    ScheduleWriter& writer_;
    std::uint32_t per_direction_;
    std::uint32_t near_chunk_;
    std::array<std::uint32_t, 2> forwards_{};
    std::array<std::uint32_t, 2> backwards_{};
    std::vector<Pending> pending_;
    std::size_t done_ = 0;
};

using Phase = DualPipeDevice::Phase;

// The eight steps of the authors' implementation.
void write_device(DualPipeDevice& list, const Shape& shape, std::uint32_t device) {
    const std::uint32_t half = shape.stages / 2;
    const std::uint32_t depth =
        std::min(device, shape.stages - 1 - device);  // devices between here and the end
    const std::uint32_t inner = half - 1 - depth;     // 0 for the two in the middle
    for (std::uint32_t i = 0; i < 2 * inner; ++i) list.forward(Phase::near);
    for (std::uint32_t i = 0; i <= depth; ++i) {
        list.forward(Phase::near);
        list.forward(Phase::far);
    }
    for (std::uint32_t i = 0; i < inner; ++i) {
        list.backward_input(Phase::far);
        list.weight();
        list.forward(Phase::far);
    }
    const std::uint32_t main_steps = shape.micro_batches / 2 - shape.stages + depth + 1;
    for (std::uint32_t i = 0; i < main_steps; ++i) {
        if (i == 0 && inner == 0) {  // not overlapped in the middle: that shortens the bubble
            list.forward(Phase::near);
            list.backward(Phase::far);
        } else {
            list.overlapped(Phase::near, Phase::far);
        }
        list.overlapped(Phase::far, Phase::near);
    }
    for (std::uint32_t i = 0; i < inner; ++i) {
        list.backward(Phase::far);
        list.overlapped(Phase::far, Phase::near);
    }
    // Drain; from the middle of it on, weight halves are put off.
    for (std::uint32_t i = 0; i <= depth; ++i) {
        const std::uint32_t middle = (depth + 1) / 2;
        const bool far_split = i > middle || (i == middle && depth % 2 == 1);
        far_split ? list.backward_input(Phase::far) : list.backward(Phase::far);
        i >= middle ? list.backward_input(Phase::near) : list.backward(Phase::near);
    }
    for (std::uint32_t i = 0; i < inner; ++i) {
        list.weight();
        list.backward_input(Phase::near);
    }
    for (std::uint32_t i = 0; i <= depth; ++i) list.weight();
}

}  // namespace

Schedule build_dualpipe(const Shape& shape) {
    Schedule frame;
    frame.name = "dualpipe";
    set_mirrored_route(frame, shape.stages);
    ScheduleWriter writer(std::move(frame), shape.micro_batches,
                          std::size_t{3} * shape.stages * shape.micro_batches);
    for (std::uint32_t device = 0; device < shape.stages; ++device) {
        writer.begin_device();
        DualPipeDevice list(writer, shape, device);
        write_device(list, shape, device);
    }
    return writer.finish();
}

}  // namespace railyard::schedule
