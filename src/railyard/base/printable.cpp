#include "railyard/base/printable.hpp"

#include <cstddef>
#include <cstdint>

namespace railyard {
namespace {

// A character, or what is left of one.
struct Piece {
    std::size_t size = 1;  // bytes
    bool is_whole = false;
    std::uint32_t code = 0;
};

// How many bytes the lead of a character announces; 0: it is no lead.
std::size_t announced_by(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

// Whether the second byte goes on with what the first began: neither overlong, nor a surrogate, nor beyond
// U+10FFFF.
bool goes_on(unsigned char lead, unsigned char second) {
    if ((second & 0xC0U) != 0x80U) return false;
    if (lead == 0xE0) return second >= 0xA0;
    if (lead == 0xED) return second < 0xA0;
    if (lead == 0xF0) return second >= 0x90;
    return lead != 0xF4 || second < 0x90;
}

Piece piece_at(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t announced = announced_by(lead);
    if (announced == 0) return {1, false, 0};
    if (announced == 1) return {1, true, lead};
    std::uint32_t code = lead & (0xFFU >> (announced + 1));
    for (std::size_t i = 1; i < announced; ++i) {
        if (at + i == text.size()) return {i, false, 0};
        const auto byte = static_cast<unsigned char>(text[at + i]);
        if (i == 1 ? !goes_on(lead, byte) : (byte & 0xC0U) != 0x80U) return {i, false, 0};
        code = (code << 6U) | (byte & 0x3FU);
    }
    return {announced, true, code};
}

bool is_acted_upon(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xFFFE || code == 0xFFFF;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Piece piece = piece_at(text, at);
        if (piece.is_whole && (piece.code == '\n' || !is_acted_upon(piece.code))) {
            result += text.substr(at, piece.size);
        } else {
            result += '?';
        }
        at += piece.size;
    }
    return result;
}

std::vector<std::string> printable_cells(std::string_view line) {
    std::vector<std::string> cells;
    for (std::size_t at = 0; at < line.size();) {
        const Piece piece = piece_at(line, at);
        if (piece.is_whole && piece.code == '\t') {
            cells.emplace_back(" ");
        } else if (piece.is_whole && !is_acted_upon(piece.code)) {
            cells.emplace_back(line.substr(at, piece.size));
        } else {
            cells.emplace_back("?");
        }
        at += piece.size;
    }
    return cells;
}

std::string printable_line(std::string_view text) {
    std::string result;
    for (const std::string& cell : printable_cells(text)) result += cell;
    return result;
}

}  // namespace railyard
