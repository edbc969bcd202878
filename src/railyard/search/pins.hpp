#pragma once
// Where people want parts of a job to stay: "ep=nvlink", "pp=network", "job=spine", "64=nvlink". Required
// ones rule placements out; preferred ones come first where they can be had.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard::search {

enum class PinStrength { required, preferred };

// All hops of a dimension, or those between any two ranks of the job, or of every run of `ranks` consecutive
// ranks, reach no farther than `reach`. `off_nvlink`: none of them is on NVLink (dimensions only).
struct Pin {
    enum class What { dimension, job, ranks };
    What what = What::dimension;
    Dimension dimension = Dimension::tp;
    std::uint32_t ranks = 0;
    bool off_nvlink = false;
    Reach reach;
    PinStrength strength = PinStrength::required;
    std::string text;  // as it was given
};

// What is wrong with a pin's text, and a hint.
struct PinProblem {
    std::string message;
    std::string hint;
};

// "WHAT=REACH": WHAT a dimension, `job`, or a number of consecutive ranks ("64", "8 servers"); REACH nvlink,
// network (off NVLink), or a tier of the topology.
std::variant<Pin, PinProblem> parse_pin(std::string_view text, PinStrength strength,
                                        const Topology& topology);

// Whether a placement keeps a pin. `hops` are those of the dimensions that have any.
bool keeps(const Pin& pin, const std::vector<DimensionHops>& hops, const Topology& topology,
           const Placement& placement);

// All pins of a placement: which are kept, and how many are not.
struct PinCheck {
    std::vector<bool> kept;
    std::uint32_t required_broken = 0;
    std::uint32_t preferred_broken = 0;
};
PinCheck check_pins(const std::vector<Pin>& pins, const Topology& topology, const Placement& placement,
                    const std::vector<DimensionHops>& hops);

}  // namespace railyard::search
