#include "railyard/input/catalogue.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace railyard::input {
namespace {

constexpr std::array all_shelves = {Shelf::topologies, Shelf::domains, Shelf::gpus,
                                    Shelf::layouts,    Shelf::models,  Shelf::sweeps};

std::string first_problem(const InputError& error) {
    const Diagnostic& problem = error.problems().front();
    std::string text = problem.span.file;
    if (problem.span.line > 0) {
        text += ':' + std::to_string(problem.span.line) + ':' + std::to_string(problem.span.column);
    }
    return text + (text.empty() ? "" : ": ") + problem.message;
}

// A text's leading digits, without leading zeros, or its first letter; and what is left.
std::pair<std::string_view, std::string_view> first_piece(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0) return {text.substr(0, 1), text.substr(std::min<std::size_t>(1, text.size()))};
    const std::size_t zeros = std::min(text.find_first_not_of('0'), digits - 1);
    return {text.substr(zeros, digits - zeros), text.substr(digits)};
}

bool is_digit(std::string_view piece) {
    return !piece.empty() && piece[0] >= '0' && piece[0] <= '9';
}

// 1.7b before 18.4b before 145.6b.
bool comes_before(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        const auto [piece_a, rest_a] = first_piece(a);
        const auto [piece_b, rest_b] = first_piece(b);
        if (is_digit(piece_a) && is_digit(piece_b) && piece_a.size() != piece_b.size()) {
            return piece_a.size() < piece_b.size();
        }
        if (piece_a != piece_b) return piece_a < piece_b;
        a = rest_a;
        b = rest_b;
    }
    return a.empty() && !b.empty();
}

CatalogueEntry entry_of(const Library& library, Shelf shelf, const std::string& name,
                        const LoadShipped& load) {
    CatalogueEntry entry{shelf, name, "", ""};
    const auto path = library.find_shipped(shelf, name);
    if (!path) {
        entry.problem = "is not a file";
        return entry;
    }
    try {
        const Document document = load_with_bases(library, shelf, *path);
        const Entry* about = document.root.find("about");
        if (about != nullptr) entry.about = about->value.text;
        load(shelf, *path);
    } catch (const InputError& error) {
        entry.problem = first_problem(error);
    }
    return entry;
}

}  // namespace

std::vector<CatalogueEntry> catalogue(const Library& library, const LoadShipped& load) {
    std::vector<CatalogueEntry> entries;
    for (const Shelf shelf : all_shelves) {
        auto names = library.names(shelf);
        std::stable_sort(names.begin(), names.end(), comes_before);
        for (const auto& name : names) {
            entries.push_back(entry_of(library, shelf, name, load));
        }
    }
    return entries;
}

}  // namespace railyard::input
