#include "railyard/output/fact_words.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

struct Prefix {
    double factor;
    std::string_view name;
};
constexpr std::array<Prefix, 7> decimal = {
    {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
constexpr std::array<Prefix, 4> small = {{{1, ""}, {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}}};

std::string digits_of(double value, int digits) {
    char text[48];
    if (value == std::floor(value) && std::abs(value) < 1e15) {
        std::snprintf(text, sizeof text, "%.0f", value);
    } else {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
    }
    return text;
}

template <std::size_t n>
std::string with_prefix(double value, const std::array<Prefix, n>& prefixes, std::string_view unit,
                        int digits) {
    const Prefix* fits = &prefixes.back();
    for (const Prefix& prefix : prefixes) {
        if (std::abs(value) < prefix.factor) continue;
        fits = &prefix;
        break;
    }
    if (value == 0) return "0 " + std::string(unit);
    return digits_of(value / fits->factor, digits) + " " + std::string(fits->name) + std::string(unit);
}

std::string text_of(const StepFact& fact, int digits) {
    switch (fact.kind) {
        case FactKind::words:
            return fact.words;
        case FactKind::count:
            // Of many a fraction says nothing.
            return (fact.value == std::floor(fact.value) || fact.value >= 1e4) && fact.value < 1e15
                       ? grouped(static_cast<std::uint64_t>(std::llround(fact.value)))
                       : digits_of(fact.value, digits);
        case FactKind::share:
            return digits_of(fact.value, digits);
        case FactKind::bytes:
            return with_prefix(fact.value, decimal, "B", digits);
        case FactKind::seconds:
            return with_prefix(fact.value, small, "s", digits);
        case FactKind::flops:
            return with_prefix(fact.value, decimal, "FLOP", digits);
        case FactKind::bandwidth:
            return with_prefix(fact.value, decimal, "B/s", digits);
        case FactKind::compute_rate:
            return with_prefix(fact.value, decimal, "FLOP/s", digits);
    }
    return "";
}

}  // namespace

std::string fact_text(const StepFact& fact) {
    return text_of(fact, 4);
}

std::string fact_words(const FactChange& change) {
    if (!change.a || !change.b) {
        const StepFact& only = change.a ? *change.a : *change.b;
        return change.name + " " + text_of(only, 4) + " (in " + (change.a ? "A" : "B") + ")";
    }
    constexpr int most_digits = 10;
    int digits = 4;
    while (digits < most_digits && text_of(*change.a, digits) == text_of(*change.b, digits)) ++digits;
    return change.name + " " + text_of(*change.a, digits) + " -> " + text_of(*change.b, digits);
}

}  // namespace railyard::output
