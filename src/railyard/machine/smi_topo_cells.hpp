#pragma once
// The cells of nvidia-smi topo -m as they stand: of two devices each has a cell for the other, and they say
// the same.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

class SmiTopoCells {
  public:
    void add(const std::string& row, const std::string& column, const std::string& code);

    // Cells of two devices that are not the same, and an X that is not on the diagonal, in one remark that
    // names them; nothing where there are none. A cell that is missing (a matrix that is cut off) or unknown
    // (N/A) contradicts nothing.
    [[nodiscard]] std::optional<ObservedRemark> contradictions(SourceId from) const;

    // What the driver could not answer, by GPU: "ERR! for 7 of 7 other GPUs". A GPU with errors for at least
    // half of the others has it alone; of errors that this does not explain both GPUs have it.
    [[nodiscard]] std::map<std::string, std::string> complaints() const;

  private:
    std::set<std::string> gpus_;
    std::set<std::pair<std::string, std::string>> errors_;              // pairs of GPUs, in their order
    std::map<std::pair<std::string, std::string>, std::string> cells_;  // row, column
};

}  // namespace railyard::machine
