#pragma once
// Memory that a variant needs at least, much cheaper than the estimate: parameters and activations of the
// first stage, which holds most micro-batches, without what is small or not on every stage.

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/search/step_floor.hpp"

namespace railyard::search {

// Kept by a layer of either kind for one micro-batch: of the cut and of Work.
struct KeptFloor {
    Bytes dense;
    Bytes expert;
};
KeptFloor kept_floor(const Layout& layout);

// Never more than memory::estimate_memory says of the fullest stage. `layout` has the variant.
Bytes memory_floor(const Layout& layout, const KeptFloor& kept, const PassageLayers& passage);

}  // namespace railyard::search
