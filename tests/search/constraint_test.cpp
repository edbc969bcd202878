#include "railyard/search/constraint.hpp"

#include <doctest/doctest.h>

#include <map>

namespace railyard {
namespace {

// Figures 0, 1, 2, ... of these names.
const std::vector<std::pair<std::string, std::optional<double>>> figures = {
    {"ranks", 16384},    {"parallel.tp", 8}, {"domains.gb200-nvl72.count", 3},
    {"domain_gpus", 72}, {"memory.fits", 1}, {"cost", std::nullopt}};

std::variant<Constraint, ConstraintProblem> parse(const std::string& text) {
    const auto number_of = [](const std::string& name) {
        for (std::size_t i = 0; i < figures.size(); ++i)
            if (figures[i].first == name) return i;
        return figures.size();
    };
    return Constraint::parse(
        text,
        [&](const std::string& name) -> std::variant<std::size_t, ConstraintProblem> {
            if (number_of(name) < figures.size()) return number_of(name);
            return ConstraintProblem{0, "unknown '" + name + "'", ""};
        },
        [&](const std::string& name) { return number_of(name) < figures.size(); });
}

bool holds(const std::string& text) {
    const auto parsed = parse(text);
    if (const auto* problem = std::get_if<ConstraintProblem>(&parsed)) {
        FAIL(text << ": " << problem->message);
    }
    return std::get<Constraint>(parsed).holds([](std::size_t i) { return figures[i].second; });
}

std::string complaint(const std::string& text) {
    const auto parsed = parse(text);
    const auto* problem = std::get_if<ConstraintProblem>(&parsed);
    return problem == nullptr ? "" : std::to_string(problem->column) + ": " + problem->message;
}

TEST_CASE("comparisons of figures, numbers and what is made of them") {
    CHECK(holds("parallel.tp <= domain gpus"));
    CHECK(holds("ranks == 16384"));
    CHECK_FALSE(holds("ranks != 16384"));
    CHECK(holds("memory.fits"));
    CHECK_FALSE(holds("not memory.fits"));
    CHECK(holds("parallel.tp * 9 == domain gpus"));
    CHECK(holds("domain gpus % parallel.tp == 0"));
    CHECK(holds("2 + 3 * 4 == 14"));
    CHECK(holds("(2 + 3) * 4 == 20"));
    CHECK(holds("10 - 2 - 3 == 5"));
    CHECK(holds("0.1 + 0.2 == 0.3"));
    CHECK_FALSE(holds("0.1 + 0.2 > 0.3"));
    CHECK(holds("1e3 < ranks"));
    // A hyphen is part of a name that has one, and else a minus.
    CHECK(holds("domains.gb200-nvl72.count == 3"));
    CHECK(holds("ranks-parallel.tp == 16376"));
    CHECK(holds("parallel.tp-8 == 0"));
}

TEST_CASE("what a point does not have meets no condition") {
    CHECK_FALSE(holds("cost < 100"));
    CHECK_FALSE(holds("cost >= 100"));
}

TEST_CASE("conditions in one text are two, whatever joins them") {
    const auto hint = [](const std::string& text) {
        const auto parsed = parse(text);
        const auto* problem = std::get_if<ConstraintProblem>(&parsed);
        return problem == nullptr ? "" : problem->hint;
    };
    for (const char* text :
         {"ranks == 8 and memory.fits", "memory.fits and ranks == 8", "memory.fits && ranks",
          "memory.fits and not memory.fits", "ranks == 8, memory.fits", "(ranks and memory.fits)"})
        CHECK(hint(text) == "each is an item of its own, and all must hold: where: [tp <= 8, memory.fits]");
    CHECK(complaint("ranks == 8 and memory.fits") == "11: conditions are not joined with 'and'");
    CHECK(complaint("memory.fits and ranks == 8") == "12: conditions are not joined with 'and'");
    CHECK(complaint("memory.fits || ranks == 8") ==
          "12: conditions are not joined with '||': all of them must hold");
    CHECK(complaint("memory.fits or ranks == 8") ==
          "12: conditions are not joined with 'or': all of them must hold");
    CHECK(complaint("and ranks == 8") == "0: conditions are not joined with 'and'");
    CHECK(complaint("not ranks <= 8") ==
          "10: 'not' stands before a figure that is yes or no, such as memory.fits");
    CHECK(complaint("1 <= parallel.tp <= 8") == "17: a condition has one comparison");
    // Words that only begin so are names.
    CHECK(complaint("orders == 8") == "0: unknown 'orders'");
    CHECK(complaint("memory.fits android") == "0: unknown 'memory.fits_android'");
}

TEST_CASE("slips are told with their place") {
    CHECK(complaint("ranks = 8") == "6: '=' is no comparison");
    CHECK(complaint("ranks <= ") == "9: the condition ends too early");
    CHECK(complaint("ranks + 1") == "0: this is a number, not a condition");
    CHECK(complaint("rank == 8") == "0: unknown 'rank'");
    CHECK(complaint("(ranks == 8)") == "7: a ')' is missing");
    CHECK(complaint("ranks == 8 8") == "11: there is something left over: '8'");
    CHECK(complaint("ranks == 8x") == "9: '8x' is not a number");
    CHECK(complaint("") == "0: the condition ends too early");
    CHECK(complaint("ranks == #") == "9: '#' is neither a number nor a name");
    CHECK(complaint(std::string(500, '(')) == "51: parentheses are nested too deep");
    CHECK(complaint(std::string(2000, '1')) == "0: the condition is too long");
}

}  // namespace
}  // namespace railyard
