#pragma once
// The problems of a text that was read without keeping track of lines.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/base/error.hpp"

namespace railyard::schedule {

// A text, which must outlive the list, and the problems found in it: after 20 reading should stop. Lines and
// columns are worked out for problems only.
class ProblemList {
  public:
    ProblemList(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}
    void add(std::size_t offset, std::string message, std::string hint = "");
    void add_for_whole(std::string message, std::string hint = "");
    [[nodiscard]] bool is_full() const { return problems_.size() >= most; }
    [[nodiscard]] const std::string& file() const { return file_; }
    void throw_if_any() const;  // InputError

  private:
    static constexpr std::size_t most = 20;
    std::string_view text_;
    std::string file_;
    std::vector<Diagnostic> problems_;
};

}  // namespace railyard::schedule
