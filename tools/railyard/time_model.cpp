#include "railyard/time_model.hpp"

#include <algorithm>

#include "railyard/base/error.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"

namespace railyard::tool {
namespace {

LoadedTimeModel reference(const input::Library& library) {
    const ReferenceCalibration fitted = calibrate_reference(library);
    return {CostModel::reference, std::nullopt, fitted.eta, fitted.row + " on " + fitted.topology};
}

bool knows(const Calibration& calibration, const std::string& gpu) {
    return std::any_of(calibration.gpus.begin(), calibration.gpus.end(),
                       [&](const GpuFacts& facts) { return facts.gpu == gpu; }) &&
           std::any_of(calibration.platforms.begin(), calibration.platforms.end(),
                       [&](const PlatformCurves& platform) {
                           return std::find(platform.gpus.begin(), platform.gpus.end(), gpu) !=
                                  platform.gpus.end();
                       });
}

}  // namespace

LoadedTimeModel load_time_model(const StepModelOptions& options, const input::Library& library,
                                const Topology& topology, std::vector<std::string>& notes) {
    auto asked = asked_calibration(options, library);
    if (!asked) return reference(library);
    Calibration& calibration = *asked;
    for (const DomainRun& run : topology.runs()) {
        const std::string& gpu = topology.kinds()[run.kind].gpu.name;
        if (knows(calibration, gpu)) continue;
        const std::string why =
            "the calibration '" + calibration.name + "' does not know the GPU '" + gpu + "'";
        if (options.model || !options.calibration.empty())
            throw InputError(Diagnostic{{}, why, "--model reference knows every GPU", "", 0});
        notes.push_back(
            why +
            ": the steps are the reference model's; a calibration file whose `gpus:` and `platforms:` "
            "have it is used with --calibration (docs/model.md, \"A GPU of your own\")");
        return reference(library);
    }
    std::string name = calibration.name;
    return {CostModel::calibrated, std::move(calibration), 0, std::move(name)};
}

}  // namespace railyard::tool
