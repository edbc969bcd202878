#include <algorithm>

#include "railyard/schedule/builders.hpp"

namespace railyard::schedule {

Schedule build_one_f_one_b(const Shape& shape) {
    const std::uint32_t m = shape.micro_batches;
    Schedule frame;
    frame.name = "1f1b";
    set_looped_route(frame, shape.stages, 1);
    ScheduleWriter writer(std::move(frame), m, std::size_t{2} * shape.stages * m);
    for (std::uint32_t device = 0; device < shape.stages; ++device) {
        writer.begin_device();
        const std::uint32_t warm_up = std::min(shape.stages - 1 - device, m);
        for (std::uint32_t i = 0; i < warm_up; ++i) writer.add(Kind::forward, i);
        for (std::uint32_t i = 0; i < m; ++i) {
            if (warm_up + i < m) writer.add(Kind::forward, warm_up + i);
            writer.add(Kind::backward, i);
        }
    }
    return writer.finish();
}

}  // namespace railyard::schedule
