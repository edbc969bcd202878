#pragma once
// What write_shipped.cpp generates.

#include <cstddef>

namespace railyard::explorer {

extern const unsigned char shipped_bytes[];
extern const std::size_t shipped_size;

}  // namespace railyard::explorer
