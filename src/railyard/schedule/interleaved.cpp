#include <algorithm>

#include "railyard/schedule/builders.hpp"

namespace railyard::schedule {
namespace {

// Steps through (micro-batch, chunk) in Megatron's order: a group of p micro-batches through the first chunk,
// the same group through the second, ..., then the next group. Backwards meet the chunks in reverse.
class Cursor {
  public:
    enum class Direction { forward, backward };
    Cursor(const Shape& shape, Direction direction) : shape_(shape), direction_(direction) {}

    [[nodiscard]] std::uint32_t micro_batch() const { return group_ + within_; }
    [[nodiscard]] std::uint32_t chunk() const {
        return direction_ == Direction::forward ? turn_ : shape_.chunks - 1 - turn_;
    }
    void step() {
        if (++within_ < shape_.stages) return;
        within_ = 0;
        if (++turn_ < shape_.chunks) return;
        turn_ = 0;
        group_ += shape_.stages;
    }

  private:
    Shape shape_;
    Direction direction_;
    std::uint32_t group_ = 0;   // first micro-batch of the group
    std::uint32_t turn_ = 0;    // which chunk, in the order of the direction
    std::uint32_t within_ = 0;  // place in the group
};

}  // namespace

Schedule build_interleaved(const Shape& shape) {
    if (shape.chunks == 1) {
        Schedule plain = build_one_f_one_b(shape);
        plain.name = "interleaved";
        return plain;
    }
    const std::uint32_t total = shape.micro_batches * shape.chunks;  // chunk forwards of one device
    Schedule frame;
    frame.name = "interleaved";
    set_looped_route(frame, shape.stages, shape.chunks);
    ScheduleWriter writer(std::move(frame), shape.micro_batches, std::size_t{2} * shape.stages * total);
    for (std::uint32_t device = 0; device < shape.stages; ++device) {
        writer.begin_device();
        const std::uint32_t warm_up =
            std::min((shape.stages - 1 - device) * 2 + (shape.chunks - 1) * shape.stages, total);
        Cursor forward(shape, Cursor::Direction::forward);
        Cursor backward(shape, Cursor::Direction::backward);
        for (std::uint32_t i = 0; i < warm_up; ++i, forward.step()) {
            writer.add(Kind::forward, forward.micro_batch(), forward.chunk());
        }
        for (std::uint32_t i = 0; i < total; ++i, backward.step()) {
            if (warm_up + i < total) {
                writer.add(Kind::forward, forward.micro_batch(), forward.chunk());
                forward.step();
            }
            writer.add(Kind::backward, backward.micro_batch(), backward.chunk());
        }
    }
    return writer.finish();
}

}  // namespace railyard::schedule
