#pragma once
// The cells of nvidia-smi topo -m as they stand: of two devices each has a cell for the other, and they say
// the same.

#include <map>
#include <optional>
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

  private:
    std::map<std::pair<std::string, std::string>, std::string> cells_;  // row, column
};

}  // namespace railyard::machine
