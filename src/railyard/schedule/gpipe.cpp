#include "railyard/schedule/builders.hpp"

namespace railyard::schedule {

Schedule build_gpipe(const Shape& shape) {
    Schedule frame;
    frame.name = "gpipe";
    set_looped_route(frame, shape.stages, 1);
    ScheduleWriter writer(std::move(frame), shape.micro_batches,
                          std::size_t{2} * shape.stages * shape.micro_batches);
    for (std::uint32_t device = 0; device < shape.stages; ++device) {
        writer.begin_device();
        for (std::uint32_t i = 0; i < shape.micro_batches; ++i) writer.add(Kind::forward, i);
        for (std::uint32_t i = 0; i < shape.micro_batches; ++i) writer.add(Kind::backward, i);
    }
    return writer.finish();
}

}  // namespace railyard::schedule
