#include "railyard/job/layout.hpp"

namespace railyard {

std::uint32_t Degrees::of(Dimension d) const {
    switch (d) {
        case Dimension::tp:
            return tp;
        case Dimension::cp:
            return cp;
        case Dimension::pp:
            return pp;
        case Dimension::dp:
            return dp;
        case Dimension::ep:
            return ep;
        case Dimension::etp:
            return etp;
        case Dimension::edp:
            return edp();
    }
    return 1;
}

}  // namespace railyard
