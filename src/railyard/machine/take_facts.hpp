#pragma once
// What becomes of a fact that a further source tells.

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// What the first source told stays.
template <class T>
void take(Fact<T>& into, const Fact<T>& more) {
    if (!into.known()) into = more;
}

// The lower counts, whichever source came first: what the better one shows may be over.
template <class T>
void take_lower(Fact<T>& into, const Fact<T>& more) {
    if (!into.known() || (more.known() && *more.value < *into.value)) into = more;
}

// A GPU that idles lowers the speed of its link: the faster reading is what it can.
inline void take_faster(Fact<BytesPerSecond>& into, const Fact<BytesPerSecond>& more) {
    if (!into.known() || (more.known() && *more.value > *into.value)) into = more;
}

// A way over NVLink hides the PCIe way below it, which other sources tell.
inline void take_path(Fact<Path>& into, const Fact<Path>& more) {
    if (!into.known() || (more.value == Path::nvlink && into.value != Path::nvlink)) into = more;
}

}  // namespace railyard::machine
