#include "railyard/output/step_parts.hpp"

namespace railyard::output {

std::array<NamedTime, 7> named_parts(const StepTimes& step) {
    return {{{"compute", step.compute},
             {"tp", step.tp},
             {"cp", step.cp},
             {"ep", step.ep},
             {"pp", step.pp},
             {"dp", step.dp},
             {"bubble", step.bubble}}};
}

}  // namespace railyard::output
