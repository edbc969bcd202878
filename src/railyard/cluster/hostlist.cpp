#include "railyard/cluster/hostlist.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace railyard::cluster {
namespace {

constexpr std::size_t most_digits = 18;  // of one number: fits 64 bits

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Names of DNS and addresses, those of IPv6 too.
bool is_of_a_name(char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || is_digit(c) || c == '-' || c == '_' || c == '.' || c == ':';
}

std::string padded(std::uint64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::size_t width = 1;
};

// Literal text and the bracket behind it; the last part of a name may have none.
struct Part {
    std::string text;
    std::vector<Range> ranges;
    std::uint64_t count = 1;  // of numbers in the bracket
};

class Expander {
  public:
    Expander(std::string_view text, std::size_t most) : text_(text), most_(most) {}

    std::variant<std::vector<std::string>, HostlistProblem> run() {
        while (skip_separators() && failed_.message.empty()) item();
        if (!failed_.message.empty()) return std::move(failed_);
        return std::move(names_);
    }

  private:
    bool fail(std::size_t offset, std::string message, std::string hint) {
        if (failed_.message.empty()) failed_ = {offset, std::move(message), std::move(hint)};
        return false;
    }

    bool skip_separators() {
        while (at_ < text_.size() && (text_[at_] == ',' || is_blank(text_[at_]))) ++at_;
        return at_ < text_.size();
    }
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    void item() {
        const std::size_t begin = at_;
        std::vector<Part> parts;
        bool is_open = true;
        while (is_open) {
            Part& part = parts.emplace_back();
            if (!literal(part, parts.size() > 1)) return;
            is_open = at_ < text_.size() && text_[at_] == '[';
            if (is_open && !bracket(part)) return;
        }
        add(begin, parts);
    }

    bool literal(Part& part, bool is_behind_bracket) {
        const std::size_t begin = at_;
        for (; at_ < text_.size() && text_[at_] != ',' && text_[at_] != '[' && !is_blank(text_[at_]); ++at_) {
            if (text_[at_] == ']') {
                return fail(at_, "']' without '['", "a range looks like node[01-18]");
            }
            if (!is_of_a_name(text_[at_])) {
                return fail(at_, "a character that no host name has",
                            "names have letters, digits, '-', '_' and '.'");
            }
        }
        part.text = std::string(text_.substr(begin, at_ - begin));
        const bool is_last = at_ == text_.size() || text_[at_] != '[';
        if (is_behind_bracket && is_last && !part.text.empty()) {
            return fail(begin, "text after the last bracket",
                        "Slurm has no suffixes: write the names one by one, such as n1-ib,n2-ib");
        }
        return true;
    }

    // From '[' to behind ']'.
    bool bracket(Part& part) {
        const std::size_t begin = at_++;
        part.count = 0;
        while (true) {
            if (!range(part, begin)) return false;
            if (at_ == text_.size()) return fail(begin, "'[' is never closed", "a range looks like [01-18]");
            const char c = text_[at_++];
            if (c == ']') return true;
            if (c != ',') return fail(at_ - 1, "expected ',' or ']' here", "ranges look like [01-18,20]");
        }
    }

    bool range(Part& part, std::size_t bracket) {
        skip_blanks();
        if (at_ == text_.size()) return fail(bracket, "'[' is never closed", "a range looks like [01-18]");
        const std::size_t begin = at_;
        Range range;
        if (!number(range.first)) return false;
        range.width = at_ - begin;
        range.last = range.first;
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '-') {
            ++at_;
            skip_blanks();
            if (!number(range.last)) return false;
            skip_blanks();
        }
        if (range.last < range.first) {
            return fail(begin, "the range runs backwards", "the smaller number stands first");
        }
        part.count += range.last - range.first + 1;
        if (part.count > most_) return too_many(begin);
        part.ranges.push_back(range);
        return true;
    }

    bool number(std::uint64_t& value) {
        const std::size_t begin = at_;
        value = 0;
        while (at_ < text_.size() && is_digit(text_[at_])) {
            if (at_ - begin == most_digits) return fail(begin, "the number has too many digits", "");
            value = value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
        }
        if (at_ > begin) return true;
        return fail(at_, "expected a number here", "ranges look like [01-18,20]");
    }

    bool too_many(std::size_t offset) {
        return fail(offset, "the list stands for more than " + std::to_string(most_) + " names",
                    "is a digit too many in a range?");
    }

    void add(std::size_t begin, const std::vector<Part>& parts) {
        std::uint64_t count = 1;
        std::size_t length = 0;
        for (const Part& part : parts) {
            count *= part.count;  // below most_hosts squared
            if (count > most_) return void(too_many(begin));
            length += part.text.size();
            std::size_t widest = 0;
            for (const Range& range : part.ranges) {
                widest = std::max(widest, std::max(range.width, std::to_string(range.last).size()));
            }
            length += widest;
        }
        if (length > longest_name) {
            return void(fail(begin, "a name of " + std::to_string(length) + " characters",
                             "a host name has at most " + std::to_string(longest_name)));
        }
        if (names_.size() + count > most_) return void(too_many(begin));
        expand(parts);
    }

    // Prefixes of the name, part by part; what is behind varies faster.
    void expand(const std::vector<Part>& parts) {
        std::vector<std::string> made = {""};
        for (const Part& part : parts) {
            for (std::string& name : made) name += part.text;
            if (part.ranges.empty()) continue;
            std::vector<std::string> next;
            next.reserve(made.size() * part.count);
            for (const std::string& name : made) {
                for (const Range& range : part.ranges) {
                    for (std::uint64_t n = range.first; n <= range.last; ++n) {
                        next.push_back(name + padded(n, range.width));
                    }
                }
            }
            made = std::move(next);
        }
        names_.insert(names_.end(), std::make_move_iterator(made.begin()),
                      std::make_move_iterator(made.end()));
    }

    std::string_view text_;
    std::size_t most_;
    std::size_t at_ = 0;
    std::vector<std::string> names_;
    HostlistProblem failed_;
};

// A name cut before the number it ends with.
struct Numbered {
    std::string_view prefix;
    std::string_view digits;  // empty: the name ends with no number
};

Numbered cut(std::string_view name) {
    std::size_t begin = name.size();
    while (begin > 0 && is_digit(name[begin - 1]) && name.size() - begin < most_digits) --begin;
    return {name.substr(0, begin), name.substr(begin)};
}

std::uint64_t value_of(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char c : digits) value = value * 10 + static_cast<std::uint64_t>(c - '0');
    return value;
}

// Names in a row that have the same prefix, as ranges.
class Compressor {
  public:
    void add(std::string_view name) {
        const Numbered numbered = cut(name);
        const bool goes_on = !runs_.empty() && !runs_.back().first.empty() && !numbered.digits.empty() &&
                             numbered.prefix == prefix_;
        if (!goes_on) {
            flush();
            prefix_ = numbered.prefix;
        } else if (numbered.digits == padded(last_ + 1, first_width_)) {
            runs_.back().second = numbered.digits;
            ++last_;
            return;
        }
        runs_.emplace_back(numbered.digits, numbered.digits);
        first_width_ = numbered.digits.size();
        last_ = value_of(numbered.digits);
    }

    std::string text() {
        flush();
        return std::move(text_);
    }

  private:
    void flush() {
        if (runs_.empty()) return;
        if (!text_.empty()) text_ += ',';
        text_ += prefix_;
        const bool is_single = runs_.size() == 1 && runs_[0].first == runs_[0].second;
        if (is_single) {
            text_ += runs_[0].first;
        } else {
            char separator = '[';
            for (const auto& [first, last] : runs_) {
                text_ += separator;
                text_ += first;
                if (first != last) (text_ += '-') += last;
                separator = ',';
            }
            text_ += ']';
        }
        runs_.clear();
    }

    std::string text_;
    std::string_view prefix_;
    std::vector<std::pair<std::string_view, std::string_view>> runs_;
    std::uint64_t last_ = 0;
    std::size_t first_width_ = 0;
};

}  // namespace

std::variant<std::vector<std::string>, HostlistProblem> expand_hostlist(std::string_view text,
                                                                        std::size_t most) {
    return Expander(text, std::min(most, most_hosts)).run();
}

bool is_host_name(std::string_view name) {
    return !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), is_of_a_name);
}

std::string to_hostlist(const std::vector<std::string>& names) {
    Compressor compressor;
    for (const std::string& name : names) compressor.add(name);
    return compressor.text();
}

}  // namespace railyard::cluster
