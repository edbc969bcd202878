#include "railyard/output/compare_amounts.hpp"

#include <cmath>

#include "railyard/output/compare_reasons.hpp"
#include "railyard/output/fact_words.hpp"
#include "railyard/output/memory_report.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

std::string each_text(double each, Billed figure) {
    if (figure == Billed::cost) return four_digits(each);
    return each >= 1000 ? four_digits(each / 1000) + " kW" : four_digits(each) + " W";
}

// "96 at 20,000"; nothing of a part that has no price.
std::string side(std::uint64_t count, const std::optional<double>& each, Billed figure) {
    if (count == 0) return "none";
    return grouped(count) + (each ? " at " + each_text(*each, figure) : " without a price");
}

std::string line(const std::string& name, const std::vector<std::string>& reasons) {
    if (reasons.empty()) return "";
    std::string text;
    for (const std::string& reason : reasons) text += (text.empty() ? "" : "; ") + reason;
    return wrapped("  " + name + std::string(9 - name.size(), ' ') + text, std::string(11, ' ')) + "\n";
}

}  // namespace

std::vector<std::string> memory_reasons(const MemoryChange& change) {
    std::vector<std::string> reasons;
    for (const MemoryPartChange& part : change.parts) {
        constexpr double a_mebibyte = 1 << 20;
        if (std::abs(part.a.raw() - part.b.raw()) < a_mebibyte) continue;
        reasons.push_back(std::string(part.part) + " " + human_binary(part.a) + " -> " +
                          human_binary(part.b));
    }
    if (reasons.empty()) return reasons;
    for (const FactChange& fact : change.facts) reasons.push_back(fact_words(fact));
    return reasons;
}

std::vector<std::string> bill_reasons(const std::vector<BillPartChange>& changes, Billed figure) {
    std::vector<std::string> reasons;
    for (const BillPartChange& part : changes) {
        reasons.push_back(part.part + " " + side(part.count_a, part.each_a, figure) + " -> " +
                          side(part.count_b, part.each_b, figure));
    }
    return reasons;
}

std::string compare_amounts(const Comparison& comparison) {
    const std::string text = line("memory", memory_reasons(comparison.memory)) +
                             line("cost", bill_reasons(comparison.cost, Billed::cost)) +
                             line("power", bill_reasons(comparison.power, Billed::power));
    return text.empty() ? "" : "\nwhy, of the fullest GPU and of the machine:\n" + text;
}

}  // namespace railyard::output
