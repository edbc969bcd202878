#pragma once
// Conditions that a point must meet, as people write them: "parallel.tp <= domain gpus", "memory.fits",
// "ranks == 16384", "tp * cp <= 8". Numbers, names of figures (hyphens within where those are in a name), + -
// * / % and parentheses, and one of <, <=,
// ==, !=, >=, > between two sides; a figure that is yes or no may stand alone, also after "not".

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace railyard {

struct ConstraintProblem {
    std::size_t column = 0;  // bytes into the text
    std::string message;
    std::string hint;
};

class Constraint {
  public:
    // The number of a name among the figures, or what is wrong with it. Blanks within a name are given as
    // "_": "domain gpus" is asked for as domain_gpus.
    using Resolve = std::function<std::variant<std::size_t, ConstraintProblem>(const std::string& name)>;
    // The value of a figure; nothing where the point has none.
    using Value = std::function<std::optional<double>(std::size_t figure)>;

    // Whether all of a text with hyphens in it is one name; else they are minus signs.
    using IsName = std::function<bool(const std::string& text)>;

    // Linear in the text; nesting is bounded.
    static std::variant<Constraint, ConstraintProblem> parse(std::string_view text, const Resolve& resolve,
                                                             const IsName& is_hyphened_name);

    // A condition on a figure that the point does not have is not met. Equal means to 12 digits.
    [[nodiscard]] bool holds(const Value& value) const;

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<std::size_t>& figures() const { return figures_; }

  private:
    friend class ConstraintParser;
    enum class Kind : std::uint8_t {
        number,
        figure,
        add,
        subtract,
        multiply,
        divide,
        remainder,
        less,
        at_most,
        equal,
        different,
        at_least,
        more,
        negate
    };
    struct Step {
        Kind kind = Kind::number;
        double number = 0;
        std::size_t figure = 0;
    };

    static double combine(Kind kind, double a, double b);

    std::string text_;
    std::vector<Step> steps_;  // operands before their operator
    std::vector<std::size_t> figures_;
};

}  // namespace railyard
