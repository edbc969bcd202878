// refused: no match for 'operator[*]'
#include "railyard/base/units.hpp"

// A rate times a time is a size; a rate times a size is nothing.
#ifdef WRONG
const auto size = railyard::gigabytes_per_second(450) * railyard::bytes(2);
#else
const auto size = railyard::gigabytes_per_second(450) * railyard::seconds(2);
#endif
