#include "railyard/output/place_report.hpp"

namespace railyard::output {

std::vector<TrafficBytes> bytes_per_step(const PlaceReport& report) {
    if (report.step) return report.step->estimate.bytes;
    const auto* evaluation = std::get_if<Evaluation>(&report.result);
    if (evaluation == nullptr) return {};
    return bytes_of(report.layout, reference_volumes(report.layout), *evaluation);
}

}  // namespace railyard::output
