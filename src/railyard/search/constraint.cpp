#include "railyard/search/constraint.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace railyard {
namespace {

constexpr std::size_t longest_constraint = 1000;
constexpr std::uint32_t deepest_parentheses = 50;

bool starts_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool in_name(char c) {
    return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
}

}  // namespace

class ConstraintParser {
  public:
    using Kind = Constraint::Kind;

    ConstraintParser(std::string_view text, const Constraint::Resolve& resolve,
                     const Constraint::IsName& is_hyphened_name)
        : text_(text), resolve_(resolve), is_hyphened_name_(is_hyphened_name) {
        made_.text_ = text;
    }

    std::variant<Constraint, ConstraintProblem> parse() {
        if (text_.size() > longest_constraint) return ConstraintProblem{0, "the condition is too long", ""};
        condition();
        skip_blanks();
        complain_of_rest();
        if (problem_) return *std::move(problem_);
        return std::move(made_);
    }

  private:
    struct Comparison {
        std::string_view sign;
        Kind kind;
    };
    static constexpr std::array<Comparison, 6> comparisons = {{{"<=", Kind::at_most},
                                                               {">=", Kind::at_least},
                                                               {"==", Kind::equal},
                                                               {"!=", Kind::different},
                                                               {"<", Kind::less},
                                                               {">", Kind::more}}};

    void complain(std::string message, std::string hint) {
        if (!problem_) problem_ = ConstraintProblem{at_, std::move(message), std::move(hint)};
    }
    [[nodiscard]] std::string rest() const { return std::string(text_.substr(at_, 30)); }

    // The word or sign of another language that would join two conditions here; empty: none.
    [[nodiscard]] std::string_view joining() const {
        for (const std::string_view word : {"and", "or", "AND", "OR", "&&", "||", ","}) {
            if (text_.substr(at_, word.size()) != word) continue;
            const std::size_t end = at_ + word.size();
            if (!starts_name(word[0]) || end == text_.size() || !in_name(text_[end])) return word;
        }
        return {};
    }
    bool complain_of_joining() {
        if (problem_) return false;
        skip_blanks();
        const std::string_view word = joining();
        if (word.empty()) return false;
        const std::string message = "conditions are not joined with '" + std::string(word) + "'";
        if (word == "or" || word == "OR" || word == "||") {
            complain(message + ": all of them must hold", "a sweep of its own for each of the two");
        } else {
            complain(message, "each is an item of its own, and all must hold: where: [tp <= 8, memory.fits]");
        }
        return true;
    }
    void complain_of_rest() {
        constexpr std::string_view comparing = "<>=!";
        if (problem_ || at_ == text_.size() || complain_of_joining()) return;
        const bool is_compared = comparing.find(text_[at_]) != std::string_view::npos;
        if (is_compared && !made_.steps_.empty() && made_.steps_.back().kind == Kind::negate)
            return complain("'not' stands before a figure that is yes or no, such as memory.fits",
                            "the opposite comparison: > for <=, != for ==");
        if (is_compared)
            return complain("a condition has one comparison",
                            "two conditions, which must both hold: where: [1 < tp, tp <= 8]");
        complain("there is something left over: '" + rest() + "'", "");
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(std::string_view sign) {
        skip_blanks();
        if (text_.substr(at_, sign.size()) != sign) return false;
        at_ += sign.size();
        return true;
    }
    void step(Kind kind) { made_.steps_.push_back({kind, 0, 0}); }

    void condition() {
        skip_blanks();
        const std::size_t before = at_;
        if (text_.substr(at_, 4) == "not ") {
            at_ += 4;
            operand();
            step(Kind::negate);
            return;
        }
        sum();
        for (const Comparison& comparison : comparisons) {
            if (problem_ || !take(comparison.sign)) continue;
            sum();
            step(comparison.kind);
            return;
        }
        if (take("=")) {
            --at_;
            complain("'=' is no comparison", "== asks whether two are equal");
        } else if (!problem_ && (made_.steps_.size() != 1 || made_.steps_[0].kind != Kind::figure)) {
            at_ = before;
            complain("this is a number, not a condition", "compare it: ... <= 8");
        }
    }

    void sum() {
        product();
        while (!problem_) {
            const Kind kind = take("+") ? Kind::add : take("-") ? Kind::subtract : Kind::number;
            if (kind == Kind::number) return;
            product();
            step(kind);
        }
    }

    void product() {
        operand();
        while (!problem_) {
            const Kind kind = take("*")   ? Kind::multiply
                              : take("/") ? Kind::divide
                              : take("%") ? Kind::remainder
                                          : Kind::number;
            if (kind == Kind::number) return;
            operand();
            step(kind);
        }
    }

    void operand() {
        if (problem_) return;
        if (take("(")) {
            if (++depth_ > deepest_parentheses) return complain("parentheses are nested too deep", "");
            sum();
            --depth_;
            if (!problem_ && !take(")") && !complain_of_joining()) complain("a ')' is missing", "");
            return;
        }
        skip_blanks();
        if (at_ == text_.size()) return complain("the condition ends too early", "such as ranks == 16384");
        if (starts_name(text_[at_])) return name();
        if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
        complain("'" + rest() + "' is neither a number nor a name", "");
    }

    void number() {
        std::size_t end = at_;
        while (end < text_.size() && (in_name(text_[end]))) ++end;
        const std::string text(text_.substr(at_, end - at_));
        char* stop = nullptr;
        const double value = std::strtod(text.c_str(), &stop);
        if (stop != text.c_str() + text.size() || !std::isfinite(value))
            return complain("'" + text + "' is not a number", "");
        made_.steps_.push_back({Kind::number, value, 0});
        at_ = end;
    }

    // Words of letters with blanks between them are one name.
    void name() {
        const std::size_t begin = at_;
        if (hyphened_name()) return;
        std::string name;
        std::size_t end = at_;
        for (std::size_t i = at_; i < text_.size() && starts_name(text_[i]);) {
            at_ = i;
            if (i > begin && !joining().empty()) break;
            if (!name.empty()) name += '_';
            while (i < text_.size() && in_name(text_[i])) name += text_[i++];
            end = i;
            while (i < text_.size() && text_[i] == ' ') ++i;
        }
        at_ = begin;
        if (!joining().empty()) return void(complain_of_joining());
        auto found = resolve_(name);
        if (auto* problem = std::get_if<ConstraintProblem>(&found))
            return complain(std::move(problem->message), std::move(problem->hint));
        at_ = end;
        add_figure(std::get<std::size_t>(found));
    }

    // "domains.gb200-nvl72.count": a name where all of it is one, else a difference. Longer ones are not
    // tried: all of a text would be, once for each of its names.
    bool hyphened_name() {
        constexpr std::size_t longest = 120;
        std::size_t end = at_;
        while (end < text_.size() && end - at_ <= longest && (in_name(text_[end]) || text_[end] == '-'))
            ++end;
        const std::string_view name = text_.substr(at_, end - at_);
        if (name.size() > longest || name.find('-') == std::string_view::npos) return false;
        if (!is_hyphened_name_(std::string(name))) return false;
        const auto found = resolve_(std::string(name));
        at_ = end;
        add_figure(std::get<std::size_t>(found));
        return true;
    }

    void add_figure(std::size_t figure) {
        made_.steps_.push_back({Kind::figure, 0, figure});
        if (std::find(made_.figures_.begin(), made_.figures_.end(), figure) == made_.figures_.end())
            made_.figures_.push_back(figure);
    }

    std::string_view text_;
    const Constraint::Resolve& resolve_;
    const Constraint::IsName& is_hyphened_name_;
    std::size_t at_ = 0;
    std::uint32_t depth_ = 0;
    Constraint made_;
    std::optional<ConstraintProblem> problem_;
};

std::variant<Constraint, ConstraintProblem> Constraint::parse(std::string_view text, const Resolve& resolve,
                                                              const IsName& is_hyphened_name) {
    return ConstraintParser(text, resolve, is_hyphened_name).parse();
}

double Constraint::combine(Kind kind, double a, double b) {
    const bool equal = std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
    switch (kind) {
        case Kind::add:
            return a + b;
        case Kind::subtract:
            return a - b;
        case Kind::multiply:
            return a * b;
        case Kind::divide:
            return a / b;
        case Kind::remainder:
            return std::fmod(a, b);
        case Kind::less:
            return a < b && !equal ? 1 : 0;
        case Kind::at_most:
            return a < b || equal ? 1 : 0;
        case Kind::equal:
            return equal ? 1 : 0;
        case Kind::different:
            return equal ? 0 : 1;
        case Kind::at_least:
            return a > b || equal ? 1 : 0;
        case Kind::more:
            return a > b && !equal ? 1 : 0;
        default:
            return 0;
    }
}

bool Constraint::holds(const Value& value) const {
    std::vector<double> stack;
    for (const Step& step : steps_) {
        if (step.kind == Kind::number) {
            stack.push_back(step.number);
        } else if (step.kind == Kind::figure) {
            const auto found = value(step.figure);
            if (!found) return false;
            stack.push_back(*found);
        } else if (step.kind == Kind::negate) {
            stack.back() = stack.back() == 0 ? 1 : 0;
        } else {
            const double b = stack.back();
            stack.pop_back();
            stack.back() = combine(step.kind, stack.back(), b);
        }
    }
    return !stack.empty() && stack.back() != 0 && !std::isnan(stack.back());
}

}  // namespace railyard
