#include "railyard/input/nesting.hpp"

#include <algorithm>
#include <vector>

namespace railyard::input {
namespace {

// Follows just enough of YAML's structure: the columns at which block collections opened, and the open
// brackets. `[a: 1]` has a mapping inside its sequence without a bracket of its own.
class NestingScan {
  public:
    NestingScan(std::string_view text, std::uint32_t limit) : text_(text), limit_(limit) {}

    std::optional<Mark> run() {
        while (at_ < text_.size()) {
            if (const auto place = line()) return place;
            ++at_;
        }
        return std::nullopt;
    }

  private:
    struct Block {
        std::size_t column = 0;
        bool is_dash = false;
    };
    struct Bracket {
        char kind = 0;         // [ or {
        bool is_pair = false;  // the current item of a [ has been seen to be `key: value`
    };

    // One line, up to its end: leading "- ", "? " and ": " each open a level, then come brackets and quotes.
    std::optional<Mark> line() {
        line_start_ = at_;
        ++line_;
        value_may_start_ = true;
        leading_ = brackets_.empty() && quote_ == 0;
        for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
            const char c = text_[at_];
            if (quote_ != 0) {
                in_quotes(c);
            } else if (c == '#' && (at_ == line_start_ || is_blank(at_ - 1))) {
                at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
            } else if (!is_blank(at_)) {
                token(c);
                if (blocks_.size() + brackets_.size() + pairs_ > limit_) return mark();
                skip_property(c);
            }
        }
        return std::nullopt;
    }

    void in_quotes(char c) {
        // A line break stays, escaped or not: lines are counted.
        if (c == '\\' && quote_ == '"' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
        if (c != quote_) return;
        quote_ = 0;
        after_json_key_ = true;
    }

    void token(char c) {
        const bool is_indicator = (c == '-' || c == '?' || c == ':') && is_blank(at_ + 1);
        if (leading_) open_block(c == '-' && is_indicator);
        leading_ = leading_ && is_indicator;
        if (!brackets_.empty()) in_brackets(c);
        if (value_may_start_ && (c == '"' || c == '\'')) quote_ = c;
        if (value_may_start_ && (c == '[' || c == '{')) brackets_.push_back({c});
        // `"a":b` needs no blank, `a:b` is a word. Tags and anchors stand before a value, which may still
        // start.
        const bool splits = !brackets_.empty() && (c == ',' || (c == ':' && after_json_key_));
        value_may_start_ = is_indicator || splits ||
                           (value_may_start_ && (is_property(c) || c == '[' || c == '{' || c == ','));
        after_json_key_ = c == ']' || c == '}';
    }

    void in_brackets(char c) {
        Bracket& inner = brackets_.back();
        const bool closes = c == ']' || c == '}';
        if (inner.is_pair && (closes || c == ',')) {
            inner.is_pair = false;
            --pairs_;
        }
        if (closes) {
            brackets_.pop_back();
        } else if (inner.kind == '[' && !inner.is_pair && (c == ':' || c == '?')) {
            inner.is_pair = true;
            ++pairs_;
        }
    }

    // A sequence may stand in the very column of the key that holds it; anything else there ends what was.
    void open_block(bool is_dash) {
        const std::size_t column = at_ - line_start_;
        while (!blocks_.empty() &&
               (blocks_.back().column > column ||
                (blocks_.back().column == column && (blocks_.back().is_dash || !is_dash)))) {
            blocks_.pop_back();
        }
        blocks_.push_back({column, is_dash});
    }

    void skip_property(char c) {
        if (!value_may_start_ || !is_property(c)) return;
        while (!is_blank(at_ + 1) && !is_flow(text_[at_ + 1])) ++at_;
    }

    // The end of the text counts as blank.
    [[nodiscard]] bool is_blank(std::size_t i) const {
        return i >= text_.size() || text_[i] == ' ' || text_[i] == '\t' || text_[i] == '\n' ||
               text_[i] == '\r';
    }
    [[nodiscard]] Mark mark() const { return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)}; }
    static bool is_property(char c) { return c == '&' || c == '!' || c == '*'; }
    static bool is_flow(char c) { return c == '[' || c == ']' || c == '{' || c == '}' || c == ','; }

    std::string_view text_;
    std::uint32_t limit_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 0;
    bool leading_ = true;          // nothing but indicators so far in this line
    bool value_may_start_ = true;  // a quote or a bracket here would be one
    std::vector<Block> blocks_;
    std::vector<Bracket> brackets_;
    std::size_t pairs_ = 0;  // brackets whose item is a pair
    char quote_ = 0;         // the open one; 0: none
    bool after_json_key_ = false;
};

}  // namespace

std::optional<Mark> first_place_deeper_than(std::string_view text, std::uint32_t limit) {
    return NestingScan(text, limit).run();
}

}  // namespace railyard::input
