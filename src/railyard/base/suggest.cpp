#include "railyard/base/suggest.hpp"

#include <algorithm>
#include <numeric>

namespace railyard {
namespace {

constexpr std::size_t longest_word = 64;
constexpr std::size_t most_names = 12;

std::string folded(std::string_view word) {
    std::string text(word);
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '-') c = '_';
    }
    return text;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    if (a.size() > longest_word || b.size() > longest_word) return std::max(a.size(), b.size());
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
    const std::string wanted = folded(word);
    std::size_t best = std::max<std::size_t>(2, wanted.size() / 3) + 1;
    std::optional<std::string> found;
    for (const auto& name : known) {
        const std::size_t distance = edit_distance(wanted, folded(name));
        // A word no longer than the distance has nothing in common with the other.
        if (distance < best && distance < std::max(wanted.size(), name.size())) {
            best = distance;
            found = name;
        }
    }
    return found;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    if (const auto name = nearest(word, known)) return "did you mean '" + *name + "'?";
    if (known.empty()) return "";
    // A part of a name is the other common slip: "gb200" for gb200-nvl72.
    const std::string wanted = folded(word);
    std::vector<std::string> longer;
    for (const auto& name : known) {
        if (wanted.size() >= 2 && folded(name).find(wanted) != std::string::npos)
            longer.push_back("'" + name + "'");
    }
    if (!longer.empty() && longer.size() <= most_names) {
        std::string text = "did you mean ";
        for (std::size_t i = 0; i < longer.size(); ++i) text += (i > 0 ? " or " : "") + longer[i];
        return text + "?";
    }
    std::string text = "known: ";
    for (std::size_t i = 0; i < known.size() && i < most_names; ++i) text += (i > 0 ? ", " : "") + known[i];
    if (known.size() > most_names) text += ", ... (" + std::to_string(known.size()) + " in all)";
    return text;
}

}  // namespace railyard
