// refused: no match for 'operator<'
#include "railyard/base/units.hpp"

// Which is more, a byte or a second?
#ifdef WRONG
const bool is_less = railyard::bytes(1) < railyard::seconds(2);
#else
const bool is_less = railyard::bytes(1) < railyard::bytes(2);
#endif
