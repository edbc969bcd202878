#pragma once
// Files that hold outputs of several kinds of commands, of which a reader takes one.

#include <optional>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// What of a file that was read is of another kind and was passed over, as a warning that names its line: in a
// text of nvidia-smi or rocm-smi an XML, a topology of Slurm's or a fabric; in an XML what stands behind its
// end. Nothing where all of it is of one kind.
std::optional<ObservedRemark> passed_over(const input::Source& source);

}  // namespace railyard::machine
