// refused: no match for 'operator\[\]'
#include "railyard/base/ids.hpp"

// A placement says which GPU a rank sits on; asking it with a GPU is the classic mistake.
const railyard::IdVector<railyard::RankId, railyard::GpuId> placement(8);
#ifdef WRONG
const auto gpu = placement[railyard::GpuId(0)];
#else
const auto gpu = placement[railyard::RankId(0)];
#endif
