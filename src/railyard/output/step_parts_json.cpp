#include "railyard/output/step_parts_json.hpp"

#include <nlohmann/json.hpp>

namespace railyard::output {

nlohmann::ordered_json step_parts_json(const StepTimes& step) {
    return {{"compute", step.compute.raw()}, {"tp", step.tp.raw()}, {"cp", step.cp.raw()},
            {"ep", step.ep.raw()},           {"pp", step.pp.raw()}, {"dp", step.dp.raw()},
            {"bubble", step.bubble.raw()}};
}

}  // namespace railyard::output
