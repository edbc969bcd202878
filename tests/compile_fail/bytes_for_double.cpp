// refused: cannot convert
#include "railyard/base/units.hpp"

// A quantity becomes a number only by name.
#ifdef WRONG
const double size = railyard::bytes(1);
#else
const double size = railyard::bytes(1).raw();
#endif
