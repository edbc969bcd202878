// refused: invalid initialization of reference|could not convert|cannot convert
#include "railyard/base/units.hpp"

// A bare number says nothing of its unit.
railyard::Seconds transfer_time(railyard::Bytes size);
#ifdef WRONG
const auto time = transfer_time(1e9);
#else
const auto time = transfer_time(railyard::gigabytes(1));
#endif
