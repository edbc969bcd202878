#pragma once
// The text of one input file, and the problems found in it. Marks are positions in that text; a problem keeps
// the line it stands on, so that it can be shown after the text is gone.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/error.hpp"

namespace railyard::input {

class Source;

// A place in a source. Line and column count from 1; 0: the file as a whole. Columns count bytes here, since
// that is what parsers count; Source::problem makes code points of them. The source outlives the mark: a
// Document keeps it.
struct Mark {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    const Source* source = nullptr;
};

inline constexpr std::size_t largest_file = 8U << 20U;  // bytes; larger ones are refused unread

// A file's name as the user gave it, and its text.
class Source {
  public:
    Source(std::string name, std::string text);
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string_view text() const { return text_; }
    // The line without its end; empty when there is no such line.
    [[nodiscard]] std::string_view line(std::size_t number) const;
    // The first letter that is no blank, where a complaint about the whole text points at; {0, 0} where there
    // is none. And behind the last such letter, where what is missing would stand.
    [[nodiscard]] Mark beginning() const;
    [[nodiscard]] Mark ending() const;
    [[nodiscard]] Diagnostic problem(Mark mark, std::string message, std::string hint = "") const;

  private:
    [[nodiscard]] Mark mark_at(std::size_t offset) const;

    std::string name_;
    std::string text_;
    std::vector<std::size_t> line_starts_;
};

using SourcePtr = std::shared_ptr<const Source>;

// Reads a whole file. Throws InputError: it is missing, a directory, unreadable, over 8 MB, binary (has NUL
// bytes) or not UTF-8 (the place of the first bad byte is named). A leading byte order mark is dropped.
// `largest` is for files that rightly grow with a job, such as one line a rank.
SourcePtr read_source(const std::string& path, std::size_t largest = largest_file);

// The same checks on a text that is at hand already.
SourcePtr make_source(std::string name, std::string text, std::size_t largest = largest_file);

// Throws InputError for a text of blanks or nothing at all, for files that some command should have written.
void refuse_empty(const Source& source);

inline constexpr std::size_t most_problems = 50;  // shown; the rest are counted

// Collects problems; readers go on after the first.
class Problems {
  public:
    void add(Mark mark, std::string message, std::string hint = "");
    void add(const InputError& error);
    // Not an error: something the user should know. Kept apart from the problems.
    void note(Mark mark, std::string message);
    [[nodiscard]] bool empty() const { return problems_.empty(); }
    [[nodiscard]] std::size_t size() const { return problems_.size(); }
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
    // Throws InputError with all of them, if there are any; those of one file in the order of its lines.
    void throw_if_any() const;

  private:
    std::vector<Diagnostic> problems_;
    std::size_t not_kept_ = 0;
    std::vector<std::string> notes_;
};

}  // namespace railyard::input
