#include "railyard/diagram/line_gaps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "railyard/diagram/hop_routes.hpp"

namespace railyard::diagram {
namespace {

constexpr double shared_length = 1.5;  // less is where two lines turn
constexpr double far = 12;             // as far as anyone asks

struct Piece {
    std::size_t line = 0;
    double at = 0;  // across
    double low = 0;
    double high = 0;
};

std::vector<Piece> pieces_of(const std::vector<std::vector<Point>>& lines, bool upright) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (std::size_t p = 1; p < lines[i].size(); ++p) {
            const Point a = lines[i][p - 1];
            const Point b = lines[i][p];
            const bool is_upright = std::abs(a.x - b.x) < 0.05;
            if (is_upright != upright || (!is_upright && std::abs(a.y - b.y) >= 0.05)) continue;
            pieces.push_back(upright ? Piece{i, a.x, std::min(a.y, b.y), std::max(a.y, b.y)}
                                     : Piece{i, a.y, std::min(a.x, b.x), std::max(a.x, b.x)});
        }
    }
    std::sort(pieces.begin(), pieces.end(), [](const Piece& x, const Piece& y) { return x.at < y.at; });
    return pieces;
}

}  // namespace

double closest_pieces(const std::vector<std::vector<Point>>& lines,
                      const std::vector<std::uint32_t>& bundles) {
    double closest = std::numeric_limits<double>::infinity();
    for (const bool upright : {true, false}) {
        const std::vector<Piece> pieces = pieces_of(lines, upright);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const Piece& a = pieces[i];
            for (std::size_t j = i + 1; j < pieces.size(); ++j) {
                const Piece& b = pieces[j];
                const double apart = b.at - a.at;
                if (apart >= std::min(closest, far)) break;
                const bool is_bundle = bundles[a.line] != own_lane && bundles[a.line] == bundles[b.line];
                if (a.line == b.line || is_bundle) continue;
                if (std::min(a.high, b.high) - std::max(a.low, b.low) > shared_length) closest = apart;
            }
        }
    }
    return closest;
}

}  // namespace railyard::diagram
