#include "railyard/diagram/text_fit.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "railyard/diagram/character_width.hpp"
#include "railyard/diagram/escape.hpp"

namespace railyard::diagram {
namespace {

// What a reader can be shown of a name.
std::string legible(std::string_view text) {
    return with_few_marks(printable(text));
}

}  // namespace

double text_width(std::string_view text, double size) {
    double widest = 0;
    double line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Cluster cluster = cluster_at(text, at);
        line = text[at] == '\n' ? 0 : line + cluster.width;
        widest = std::max(widest, line);
        at = cluster.end;
    }
    return widest * size;
}

namespace {

// What a name ends in from one of its numbers on, "12/tray3", as much as has room; empty where it ends in
// none.
std::string_view numbered_tail(std::string_view name, double width, double size) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    // Commas and dots within a number belong to it.
    const auto begins = [&](std::size_t at) {
        return is_digit(name[at]) &&
               (at == 0 || !(is_digit(name[at - 1]) || ((name[at - 1] == ',' || name[at - 1] == '.') &&
                                                        at > 1 && is_digit(name[at - 2]))));
    };
    if (name.empty() || !is_digit(name.back())) return {};
    std::size_t best = name.size();
    double used = 0;
    for (std::size_t at = name.size(); at-- > 0;) {
        const auto code = static_cast<unsigned char>(name[at]);
        if (code < 32 || code > 126) break;
        used += cluster_at(name.substr(0, at + 1), at).width * size;
        if (used > width) break;
        if (begins(at)) best = at;
    }
    return name.substr(best);
}

}  // namespace

std::string cut_to(std::string_view text, double width, double size) {
    // Whatever is far longer than the line is cut first: names may have any length.
    constexpr double narrowest = 0.2;
    const auto most_bytes = static_cast<std::size_t>(std::max(0.0, 4 * width / (narrowest * size))) + 16;
    std::string line = legible(whole_clusters(text, most_bytes));
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (text.size() <= most_bytes && text_width(line, size) <= width) return line;
    constexpr std::string_view dots = "...";
    double used = text_width(dots, size);
    if (used > width) return "";
    const std::string_view tail = numbered_tail(text, (width - used) * 0.6, size);
    used += text_width(tail, size);
    std::size_t end = 0;
    while (end < line.size()) {
        const Cluster cluster = cluster_at(line, end);
        used += cluster.width * size;
        if (used > width) break;
        end = cluster.end;
    }
    while (end > 0 && line[end - 1] == ' ') --end;
    return line.substr(0, end) + std::string(dots) + std::string(tail);
}

double size_that_fits(std::string_view text, double width, double least, double most) {
    const double em = text_width(text, 1);
    const double size = em > 0 ? std::min(most, width / em) : most;
    return size < least ? 0 : size;
}

namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

// Behind which of its characters a line may go on below.
bool ends_word(char c) {
    return c == ' ' || c == '-' || c == '_' || c == '.' || c == '/' || c == ',';
}

// Whether the character at `at` stands within a number, "1,024", "33.31" or "1e-05", that goes on behind it.
bool is_inside_number(std::string_view line, std::size_t at) {
    const auto is_digit = [&](std::size_t i) { return i < line.size() && line[i] >= '0' && line[i] <= '9'; };
    if (at == 0 || !is_digit(at + 1)) return false;
    if (line[at] == '.' || line[at] == ',') return is_digit(at - 1);
    return line[at] == '-' && at > 1 && line[at - 1] == 'e' && is_digit(at - 2);
}

// Pieces of one line, each of at most `width`; nothing where there would be more than `most` of them.
std::optional<std::vector<std::string>> wrapped(const std::string& line, double width, double size,
                                                std::size_t most) {
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    do {
        if (pieces.size() == most) return std::nullopt;
        double used = 0;
        std::size_t end = begin;
        std::size_t word = begin;  // the last place to break at
        while (end < line.size()) {
            const Cluster cluster = cluster_at(line, end);
            used += cluster.width * size;
            // A space may stand out, as it is not drawn at the end of a line.
            const bool is_space = line[end] == ' ' && cluster.end == end + 1;
            if (used > width && !is_space) break;
            if (cluster.breaks_after || (ends_word(line[end]) && !is_inside_number(line, end)))
                word = cluster.end;
            end = cluster.end;
        }
        if (end == begin && end < line.size()) return std::nullopt;  // not even one character
        // Breaks inside a word leave more than a crumb of it.
        if (end < line.size() && word > begin) end = word;
        std::string piece = line.substr(begin, end - begin);
        while (!piece.empty() && piece.back() == ' ') piece.pop_back();
        pieces.push_back(std::move(piece));
        begin = end;
    } while (begin < line.size());
    return pieces;
}

}  // namespace

FittedLabel fit_label(std::string_view label, double width, double height, double least, double most) {
    constexpr double line_height = 1.2;
    constexpr std::size_t longest = 400;  // longer ones are cut without trying
    std::vector<std::string> lines = lines_of(whole_clusters(label, 100 * longest));
    for (std::string& line : lines) line = legible(whole_clusters(line, longest));
    if (std::any_of(lines.begin(), lines.end(), has_rare_characters))
        least = std::min(most, std::max(least, least_rare_font));
    for (double font = most; font >= least && label.size() <= longest; font -= 0.5) {
        const auto room = static_cast<std::size_t>(std::max(0.0, (height / font - 1) / line_height + 1));
        std::string fitted;
        std::size_t used = 0;
        bool fits = true;
        for (std::size_t i = 0; i < lines.size() && fits; ++i) {
            const auto pieces = wrapped(lines[i], width, font, room - std::min(room, used));
            fits = pieces.has_value();
            if (!fits) break;
            for (const std::string& piece : *pieces) {
                fitted += (used > 0 ? "\n" : "") + piece;
                ++used;
            }
        }
        if (fits) return {fitted, font, false};
    }
    FittedLabel cut{"", least, true};
    for (const std::string& line : lines) {
        const double used =
            least *
            (1 + line_height * static_cast<double>(std::count(cut.label.begin(), cut.label.end(), '\n') + 1));
        if (!cut.label.empty() && used > height) break;
        cut.label += (cut.label.empty() ? "" : "\n") + cut_to(line, width, least);
    }
    return cut;
}

}  // namespace railyard::diagram
