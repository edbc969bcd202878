// refused: no match for 'operator[+]'
#include "railyard/base/units.hpp"

// A size and a time have no sum.
#ifdef WRONG
const auto sum = railyard::bytes(1) + railyard::seconds(2);
#else
const auto sum = railyard::bytes(1) + railyard::bytes(2);
#endif
