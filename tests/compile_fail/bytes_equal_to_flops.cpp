// refused: no match for 'operator=='
#include "railyard/base/units.hpp"

// A byte is no operation.
#ifdef WRONG
const bool is_equal = railyard::bytes(1) == railyard::flops(2);
#else
const bool is_equal = railyard::flops(1) == railyard::flops(2);
#endif
