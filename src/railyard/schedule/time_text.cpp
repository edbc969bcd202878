#include "railyard/schedule/time_text.hpp"

#include <array>
#include <iomanip>
#include <locale>
#include <sstream>

namespace railyard::schedule {
namespace {

// At most so many significant digits, no trailing zeros.
std::string number_text(int digits, double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::setprecision(digits) << value;
    return text.str();
}

}  // namespace

std::string time_text(Seconds time, TimeUnit unit) {
    if (unit == TimeUnit::arbitrary) return number_text(6, time.raw());
    struct Prefix {
        double factor;
        const char* name;
    };
    constexpr std::array<Prefix, 4> prefixes = {{{1, " s"}, {1e3, " ms"}, {1e6, " us"}, {1e9, " ns"}}};
    if (time == Seconds{}) return "0 s";
    for (const auto& prefix : prefixes) {
        // What rounds to 1000 belongs to the next prefix.
        const bool is_last = prefix.factor == prefixes.back().factor;
        const double value = time.raw() * prefix.factor;
        if (value >= 0.99995 || is_last) return number_text(4, value) + prefix.name;
    }
    return "";
}

std::string percent_text(double share) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::fixed << std::setprecision(2) << share * 100 << " %";
    return text.str();
}

}  // namespace railyard::schedule
