// refused: no match for 'operator\[\]'
#include "railyard/base/ids.hpp"

// A loop counter is neither a rank nor a GPU.
const railyard::IdVector<railyard::RankId, railyard::GpuId> placement(8);
#ifdef WRONG
const auto gpu = placement[3];
#else
const auto gpu = placement[railyard::RankId(3)];
#endif
