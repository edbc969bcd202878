#pragma once
// Questions as the page asks them: lines of KEY=VALUE.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/memory/remedies.hpp"

namespace railyard::explorer {

class Question {
  public:
    // Lines without '=' are passed over.
    explicit Question(std::string_view text);

    // The value of a key, and takes it out; `otherwise` where it is not there.
    [[nodiscard]] std::string take(std::string_view key, std::string_view otherwise = "");
    // What was not taken, in order.
    [[nodiscard]] const std::vector<memory::Setting>& rest() const { return settings_; }

  private:
    std::vector<memory::Setting> settings_;
};

}  // namespace railyard::explorer
