// refused: no match for 'operator=='
#include "railyard/base/ids.hpp"

// Rank 1 sits on GPU 1 only by accident.
#ifdef WRONG
const bool is_same = railyard::GpuId(1) == railyard::RankId(1);
#else
const bool is_same = railyard::GpuId(1) == railyard::GpuId(1);
#endif
