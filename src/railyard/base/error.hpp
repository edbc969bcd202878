#pragma once
// Bad input: where it stands, what is wrong, and what to do about it. A reader collects every problem of a
// file before it throws, so that ten mistakes are ten lines of one answer. Rendering lives in one place.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace railyard {

// A place in a text. Lines and columns count from 1; 0 means "the file as a whole".
struct SourceSpan {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
};

// One problem. `source_line` is the text of the line without its newline, kept so that rendering needs no
// file; of very long lines only the part around the column, `columns_cut` columns in.
struct Diagnostic {
    SourceSpan span;
    std::string message;
    std::string hint;  // empty: none
    std::string source_line;
    std::size_t columns_cut = 0;
};

// All problems of one input. what() is render() of them.
class InputError : public std::runtime_error {
  public:
    explicit InputError(std::vector<Diagnostic> problems);
    explicit InputError(Diagnostic problem);
    [[nodiscard]] const std::vector<Diagnostic>& problems() const { return problems_; }

  private:
    std::vector<Diagnostic> problems_;
};

// file:line:column: error: message, the line with a caret under the column, and the hint. Lines of source are
// cut around the column to what 100 columns hold, hints and messages without a line are folded there; control
// characters are shown as '?' everywhere, tabs as one space, so that the caret stays true and a file cannot
// speak to the terminal.
std::string render(const Diagnostic& problem);
std::string render(const std::vector<Diagnostic>& problems);

}  // namespace railyard
