#include "railyard/input/nesting.hpp"

#include <vector>

namespace railyard::input {
namespace {

// Follows just enough of YAML's structure: the columns at which block collections opened, and the open
// brackets.
class NestingScan {
  public:
    NestingScan(std::string_view text, std::uint32_t limit) : text_(text), limit_(limit) {}

    std::optional<Mark> run() {
        while (at_ < text_.size()) {
            if (const auto place = line()) return place;
        }
        return std::nullopt;
    }

  private:
    [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\n'; }
    [[nodiscard]] bool ends_token(std::size_t i) const {
        return i >= text_.size() || text_[i] == ' ' || text_[i] == '\t' || text_[i] == '\n' ||
               text_[i] == '\r';
    }
    [[nodiscard]] bool too_deep() const { return columns_.size() + brackets_ > limit_; }
    [[nodiscard]] Mark mark() const { return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)}; }

    void open_block() {
        const std::size_t column = at_ - line_start_;
        while (!columns_.empty() && columns_.back() >= column) columns_.pop_back();
        columns_.push_back(column);
    }

    // One line: leading "- " and "? " each open a level, then values are scanned for brackets and quotes.
    std::optional<Mark> line() {
        line_start_ = at_;
        ++line_;
        bool value_may_start = true;
        bool leading = brackets_ == 0 && quote_ == 0;
        for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
            const char c = here();
            if (quote_ != 0) {
                if (c == '\\' && quote_ == '"') ++at_;
                if (c == quote_) quote_ = 0;
                continue;
            }
            if (c == ' ' || c == '\t' || c == '\r') continue;
            if (c == '#' && (at_ == line_start_ || ends_token(at_ - 1))) {
                while (at_ < text_.size() && text_[at_] != '\n') ++at_;
                break;
            }
            const bool indicator = (c == '-' || c == '?' || c == ':') && ends_token(at_ + 1);
            if (leading) open_block();
            leading = leading && indicator;
            if (value_may_start && (c == '"' || c == '\'')) quote_ = c;
            if (value_may_start && (c == '[' || c == '{')) ++brackets_;
            if (brackets_ > 0 && (c == ']' || c == '}')) --brackets_;
            if (too_deep()) return mark();
            const bool opens = c == '[' || c == '{' || c == ',' || c == ':' || indicator;
            // Tags and anchors stand before a value; the value may still start after them.
            const bool property = value_may_start && (c == '&' || c == '!' || c == '*');
            if (property) {
                while (!ends_token(at_ + 1) && !is_flow(text_[at_ + 1])) ++at_;
            }
            value_may_start =
                property || (opens && (value_may_start || brackets_ > 0 || indicator || c == ':'));
        }
        if (at_ < text_.size()) ++at_;
        return std::nullopt;
    }

    static bool is_flow(char c) { return c == '[' || c == ']' || c == '{' || c == '}' || c == ','; }

    std::string_view text_;
    std::uint32_t limit_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 0;
    std::vector<std::size_t> columns_;
    std::size_t brackets_ = 0;
    char quote_ = 0;
};

}  // namespace

std::optional<Mark> first_place_deeper_than(std::string_view text, std::uint32_t limit) {
    return NestingScan(text, limit).run();
}

}  // namespace railyard::input
