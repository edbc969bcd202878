#pragma once
// Tables with a line of titles, as kubectl writes them and as pastes leave them.

#include <cstddef>
#include <string_view>
#include <vector>

#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {

// Cells stand below their titles, between tabs, or one behind the other, where something else put single
// blanks between them; only in the first two may they be empty. Texts that are given outlive what is taken of
// them.
class TextColumns {
  public:
    explicit TextColumns(std::string_view header);
    [[nodiscard]] const std::vector<Field>& titles() const { return titles_; }
    // Empty where there is none.
    [[nodiscard]] Field cell(std::string_view line, std::size_t column) const;

  private:
    enum class Cells { at_places, words, tabs };

    std::vector<Field> titles_;
    Cells cells_ = Cells::at_places;
};

}  // namespace railyard::cluster
