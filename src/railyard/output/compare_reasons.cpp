#include "railyard/output/compare_reasons.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "railyard/output/fact_words.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

using Reasons = std::vector<std::string>;

std::string hops_text(const DimensionSide& side) {
    return grouped(side.on_nvlink) + " of " + grouped(side.hops);
}
std::string terabytes(Bytes bytes) {
    return bytes.raw() == 0 ? "none" : four_digits(bytes.raw() / 1e12) + " TB";
}
bool differ(double x, double y) {
    return std::abs(x - y) > 1e-9 * std::max(std::abs(x), std::abs(y));
}
template <class T>
void changed(Reasons& reasons, const std::string& what, const T& a, const T& b) {
    if (a != b) reasons.push_back(what + " " + std::to_string(a) + " -> " + std::to_string(b));
}

// Where the hops of a dimension go in one design and in the other, and at which rates.
Reasons reasons_of(const DimensionChange& change, const std::string& link) {
    if (!change.a || !change.b) {
        const DimensionSide& side = change.a ? *change.a : *change.b;
        return {std::string("only ") + (change.a ? "A" : "B") + " has it, of degree " +
                    std::to_string(side.degree),
                hops_text(side) + " hops on " + link, terabytes(side.network) + " on the network"};
    }
    const DimensionSide& a = *change.a;
    const DimensionSide& b = *change.b;
    Reasons parts;
    changed(parts, "degree", a.degree, b.degree);
    const bool same_hops = a.hops == b.hops && a.degree == b.degree;
    if (same_hops && a.on_nvlink != b.on_nvlink) {
        const bool to_network = a.on_nvlink > b.on_nvlink;
        const std::uint64_t moved = to_network ? a.on_nvlink - b.on_nvlink : b.on_nvlink - a.on_nvlink;
        parts.push_back(grouped(moved) + " of " + grouped(a.hops) + " hops moved from " +
                        (to_network ? link + " to the network" : "the network to " + link));
    } else if (a.hops != b.hops || a.on_nvlink != b.on_nvlink) {
        parts.push_back(hops_text(a) + " hops on " + link + " -> " + hops_text(b));
    }
    if (differ(a.network.raw(), b.network.raw()))
        parts.push_back(terabytes(a.network) + " -> " + terabytes(b.network) + " on the network");
    if (differ(a.nvlink.raw(), b.nvlink.raw()))
        parts.push_back(terabytes(a.nvlink) + " -> " + terabytes(b.nvlink) + " on " + link);
    return parts;
}

// Pieces that change less than this share of what their part changes by are not told one by one.
constexpr double least_share = 0.01;

double time_change(const PieceChange& piece) {
    return (piece.b - piece.a).raw();
}

// Whether a piece is another in the two, beyond rounding.
bool is_other(const PieceChange& piece) {
    return differ(piece.a.raw(), piece.b.raw()) || differ(piece.hidden_a.raw(), piece.hidden_b.raw());
}

double share_changed(double a, double b) {
    return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-300});
}

// Whether a fact has a part in the change of a piece that is worth a word. One that only one of the two
// depends on is told where it is a rate or a number: how they come to differ stands beside it.
bool is_worth_telling(const FactChange& fact, const PieceChange& piece) {
    if (!fact.a || !fact.b) {
        const FactKind kind = fact.a ? fact.a->kind : fact.b->kind;
        return kind == FactKind::bandwidth || kind == FactKind::count;
    }
    if (fact.a->kind == FactKind::words) return true;
    constexpr double too_little = 0.005;  // of what the piece changes by
    const double of_piece = std::max(share_changed(piece.a.raw(), piece.b.raw()),
                                     share_changed(piece.hidden_a.raw(), piece.hidden_b.raw()));
    return share_changed(fact.a->value, fact.b->value) > too_little * of_piece;
}

// Hops moved, and yet as much leaves a domain as before: its fewest members say why.
std::string as_before(const PieceChange& piece) {
    std::string rate;
    std::string members;
    for (const StepFact& fact : piece.same) {
        if (fact.name == ring_rate) rate = fact_text(fact);
        if (fact.name == ring_members) members = fact_text(fact);
    }
    if (rate.empty() || members.empty()) return "";
    return "still " + rate + " out of a domain, as " + std::string(ring_members) + ", are " + members;
}

// Of gradients, what they are shared by: as calibrated_facts and reference_facts call it.
constexpr std::string_view replicas = "replicas and cp";

// Traffic went elsewhere, and yet the piece takes as long, or has as much hidden: what it waits for still.
std::string still(const PieceChange& piece) {
    if (piece.a.raw() == 0 && piece.hidden_a.raw() == 0) return "";
    std::string text = piece.a.raw() > 0 ? human(piece.a) + " in both" : "";
    if (piece.hidden_a.raw() > 0) {
        text += (text.empty() ? "" : ", ") + std::string("hidden behind other work ") +
                human(piece.hidden_a) + " in both";
    }
    std::string tier;
    for (const StepFact& fact : piece.same)
        if (fact.name == tier_reached) tier = ", farthest at " + fact_text(fact);
    std::string why;
    const auto add = [&](const std::string& reason) { why += (why.empty() ? ": " : "; ") + reason; };
    for (const StepFact& fact : piece.same) {
        if (fact.name == send_rate)
            add("the slowest hop of a chain counts, a send still goes at " + fact_text(fact) + tier);
        if (fact.name == replicas) add(std::string(replicas) + " are still " + fact_text(fact));
        if (fact.name == nic_rate)
            add("still over NICs, " + fact_text(fact) + " a GPU, as some hops leave their domain");
    }
    return text + why;
}

// Facts that differ, each once, of pieces that differ.
Reasons facts_of(const std::vector<const PieceChange*>& pieces) {
    Reasons words;
    for (const PieceChange* piece : pieces) {
        for (const FactChange& fact : piece->facts) {
            if (!is_worth_telling(fact, *piece)) continue;
            std::string text = fact_words(fact);
            if (std::find(words.begin(), words.end(), text) == words.end()) words.push_back(std::move(text));
        }
    }
    return words;
}

// "of it matrix products - 1.2 s, attention - 0.1 s"; longest first.
std::string shares_of(std::vector<const PieceChange*> pieces, const PartChange& part) {
    std::stable_sort(pieces.begin(), pieces.end(), [](const PieceChange* x, const PieceChange* y) {
        return std::abs(time_change(*x)) > std::abs(time_change(*y));
    });
    const double all = std::abs((part.b - part.a).raw());
    std::string text;
    for (const PieceChange* piece : pieces) {
        const double by = time_change(*piece);
        if (std::abs(by) < least_share * all) continue;
        text += (text.empty() ? pieces.size() == 1 ? "all of it " : "of it " : ", ") +
                std::string(cost_item_names[static_cast<std::size_t>(piece->item)]) +
                (by < 0 ? " - " : " + ") + human(seconds(std::abs(by)));
    }
    return text;
}

// Empty where the two read alike.
std::string hidden_words(const PieceChange& piece) {
    const auto text = [](Seconds time) { return time.raw() == 0 ? std::string("none") : human(time); };
    const std::string a = text(piece.hidden_a);
    const std::string b = text(piece.hidden_b);
    return a == b ? "" : "hidden behind other work " + a + " -> " + b;
}

std::string share_of_step(const Comparison& comparison, const PartChange& bubble) {
    Seconds a;
    Seconds b;
    for (const PartChange& part : comparison.step) {
        a += part.a;
        b += part.b;
    }
    return percent(bubble.a.raw(), a.raw()) + " of the step -> " + percent(bubble.b.raw(), b.raw());
}

// What differs of the traffic of a part.
Reasons traffic_of(const Comparison& comparison, StepPart part) {
    Reasons all;
    for (const DimensionChange& change : comparison.dimensions) {
        if (part_of(change.dimension) != part) continue;
        const std::string_view own = step_part_names[static_cast<std::size_t>(part)];
        const std::string_view name = name_of(change.dimension);
        Reasons some = reasons_of(change, comparison.link);
        // Of two dimensions in one part the second is told by its name.
        if (name != own)
            for (std::string& reason : some) reason = std::string(name) + ": " + reason;
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

// Whether hops of a part left or reached NVLink.
bool hops_moved(const Comparison& comparison, StepPart part) {
    return std::any_of(comparison.dimensions.begin(), comparison.dimensions.end(), [&](const auto& change) {
        return part_of(change.dimension) == part && change.a && change.b &&
               change.a->hops == change.b->hops && change.a->on_nvlink != change.b->on_nvlink;
    });
}

// Whether more or less of a part runs behind other work.
bool hides_otherwise(const Comparison& comparison, StepPart part) {
    return std::any_of(comparison.pieces.begin(), comparison.pieces.end(), [&](const PieceChange& piece) {
        return part_of(piece.item) == part && differ(piece.hidden_a.raw(), piece.hidden_b.raw());
    });
}

// Whether the calibrated model timed the two: it has more pieces than a step has parts.
bool is_calibrated(const Comparison& comparison) {
    return comparison.pieces.size() > step_part_names.size();
}

Reasons reasons_of(const Comparison& comparison, const PartChange& part) {
    std::vector<const PieceChange*> pieces;
    for (const PieceChange& piece : comparison.pieces)
        if (part_of(piece.item) == part.part && is_other(piece)) pieces.push_back(&piece);
    Reasons all = traffic_of(comparison, part.part);
    const bool has_other_traffic = !all.empty();
    for (std::string& fact : facts_of(pieces))
        if (std::find(all.begin(), all.end(), fact) == all.end()) all.push_back(std::move(fact));
    for (const PieceChange& piece : comparison.pieces) {
        if (part_of(piece.item) != part.part) continue;
        std::string text = hops_moved(comparison, part.part) ? as_before(piece) : "";
        if (!text.empty()) all.push_back(std::move(text));
        text = has_other_traffic && !is_other(piece) ? still(piece) : "";
        if (!text.empty()) all.push_back(std::move(text));
    }
    for (const PieceChange* piece : pieces)
        if (std::string text = hidden_words(*piece); !text.empty()) all.push_back(std::move(text));
    if (part.part == StepPart::bubble && differ(part.a.raw(), part.b.raw()))
        all.push_back(share_of_step(comparison, part));
    if (part.part == StepPart::compute && is_calibrated(comparison)) {
        if (std::string shares = shares_of(pieces, part); !shares.empty()) all.push_back(std::move(shares));
    }
    return all;
}

std::string joined(const Reasons& reasons) {
    std::string text;
    for (const std::string& reason : reasons) text += (text.empty() ? "" : "; ") + reason;
    return text;
}

// With as many decimals for all, so that they add up on the page as well.
class SecondsText {
  public:
    explicit SecondsText(const std::vector<PartChange>& parts) {
        double largest = 0;
        for (const PartChange& part : parts)
            largest = std::max({largest, std::abs(part.a.raw()), std::abs(part.b.raw())});
        decimals_ = largest >= 1 ? 4 : largest >= 0.01 ? 6 : 8;
    }
    [[nodiscard]] std::string of(double seconds) const {
        char digits[60];
        std::snprintf(digits, sizeof digits, "%c %.*f s", seconds < 0 ? '-' : '+', decimals_,
                      std::abs(seconds));
        return digits;
    }
    // Too small to be seen with these decimals.
    [[nodiscard]] bool is_nothing(double seconds) const {
        return std::abs(seconds) < 0.5 * std::pow(10.0, -decimals_);
    }

  private:
    int decimals_ = 4;
};

}  // namespace

std::vector<PartReasons> part_reasons(const Comparison& comparison) {
    std::vector<PartReasons> parts;
    for (const PartChange& part : comparison.step) parts.push_back({part, reasons_of(comparison, part)});
    std::stable_sort(parts.begin(), parts.end(), [](const PartReasons& x, const PartReasons& y) {
        return std::abs((x.change.b - x.change.a).raw()) > std::abs((y.change.b - y.change.a).raw());
    });
    return parts;
}

std::string compare_reasons(const Comparison& comparison) {
    const SecondsText seconds(comparison.step);
    std::string without_time;
    double sum = 0;
    std::vector<std::array<std::string, 3>> lines;
    for (const auto& [part, reasons] : part_reasons(comparison)) {
        const double change = (part.b - part.a).raw();
        const std::string name(step_part_names[static_cast<std::size_t>(part.part)]);
        sum += change;
        if (!seconds.is_nothing(change)) {
            lines.push_back({name, seconds.of(change), joined(reasons)});
            continue;
        }
        // What is hidden, or as long by other means, is told where traffic is another.
        const bool told =
            !traffic_of(comparison, part.part).empty() || hides_otherwise(comparison, part.part);
        if (told && !reasons.empty())
            without_time += wrapped("  " + name + ": " + joined(reasons), "    ") + "\n";
    }
    std::string text;
    if (!lines.empty()) {
        lines.push_back({"step", seconds.of(sum), ""});
        std::size_t widest = 0;
        for (const auto& line : lines) widest = std::max(widest, line[1].size());
        text += "\nwhy, part by part of the step:\n";
        for (const auto& [name, change, why] : lines) {
            const std::string begin = "  " + name + std::string(9 - name.size(), ' ') +
                                      std::string(widest - change.size(), ' ') + change;
            text +=
                wrapped(begin + (why.empty() ? "" : "  " + why), std::string(begin.size() + 2, ' ')) + "\n";
        }
    }
    if (!without_time.empty()) {
        text += "\nwithout time of the step, hidden behind computing or the same:\n" + without_time;
    }
    return text;
}

std::string four_digits(double value) {
    char digits[40];
    if (std::abs(value) >= 1e4 && std::abs(value) < 1e15) {
        const std::string text = grouped(static_cast<std::uint64_t>(std::llround(std::abs(value))));
        return value < 0 ? "-" + text : text;
    }
    std::snprintf(digits, sizeof digits, "%.4g", value);
    return digits;
}

}  // namespace railyard::output
