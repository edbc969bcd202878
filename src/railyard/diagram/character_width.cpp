#include "railyard/diagram/character_width.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace railyard::diagram {
namespace {

constexpr std::size_t most_marks = 4;  // on one character
constexpr char32_t joiner = 0x200D;

// Thousandths of an em, space to tilde.
constexpr std::array<short, 95> ascii = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

// Blocks up to `last`, from behind the one before, and the widest character that DejaVu Sans has of each.
enum class Drawn : std::uint8_t { drawn, lacking };  // lacking: it has none or few
struct Block {
    char32_t last = 0;
    short width = 0;  // thousandths of an em
    Drawn drawn = Drawn::drawn;
};
constexpr short wide = 1200;
constexpr std::array<Block, 53> blocks = {{
    {0x00FF, 1000, Drawn::drawn},      // Latin-1
    {0x01C3, 1080, Drawn::drawn},      // Latin with accents
    {0x01F3, 1430, Drawn::drawn},      // its digraphs
    {0x036F, 1120, Drawn::drawn},      // more Latin, phonetics
    {0x03FF, 940, Drawn::drawn},       // Greek
    {0x0408, 790, Drawn::drawn},       // Cyrillic, with its wide letters apart
    {0x040A, 1100, Drawn::drawn},      // lje, nje
    {0x0415, 790, Drawn::drawn},       // a to ie
    {0x0416, 1080, Drawn::drawn},      // zhe
    {0x0427, 870, Drawn::drawn},       // ze to che
    {0x0429, 1100, Drawn::drawn},      // sha, shcha
    {0x042D, 890, Drawn::drawn},       // hard sign to e
    {0x042E, 1080, Drawn::drawn},      // yu
    {0x045F, 950, Drawn::drawn},       // ya, small letters
    {0x052F, 1180, Drawn::drawn},      // letters of other languages than Russian
    {0x05FF, 990, Drawn::drawn},       // Armenian, Hebrew
    {0x08FF, 1230, Drawn::drawn},      // Arabic
    {0x109F, 1200, Drawn::lacking},    // scripts of India and its neighbours
    {0x10FF, 1070, Drawn::drawn},      // Georgian
    {0x115F, wide, Drawn::lacking},    // Hangul jamo that begin a syllable
    {0x13FF, 1200, Drawn::lacking},    // Ethiopic, Cherokee
    {0x16FF, 1640, Drawn::drawn},      // Canadian syllabics, ogham, runes
    {0x1CFF, 1200, Drawn::lacking},    // scripts of south-east Asia, Mongolian
    {0x1FFF, 1100, Drawn::drawn},      // phonetics, Latin and Greek with accents
    {0x202F, 1010, Drawn::drawn},      // dashes and dots
    {0x2031, 1740, Drawn::drawn},      // per mille
    {0x209F, 1010, Drawn::drawn},      // dots, small numbers
    {0x218F, 1380, Drawn::drawn},      // currencies, letters in a ring, numerals
    {0x21FF, 1010, Drawn::drawn},      // arrows
    {0x22FF, 1430, Drawn::drawn},      // mathematics
    {0x23FF, 1450, Drawn::drawn},      // technical
    {0x25FF, 1210, Drawn::drawn},      // frames and blocks
    {0x27EF, 1260, Drawn::drawn},      // symbols
    {0x27FF, 1440, Drawn::drawn},      // long arrows
    {0x29FF, 1010, Drawn::drawn},      // Braille, more arrows
    {0x2AFF, 1330, Drawn::drawn},      // more mathematics
    {0x2DFF, 1210, Drawn::drawn},      // more symbols and letters
    {0xA4CF, wide, Drawn::lacking},    // ideographs, kana
    {0xA63F, 1210, Drawn::lacking},    // Lisu, Vai
    {0xA7FF, 1360, Drawn::drawn},      // Latin and Cyrillic of old books
    {0xABFF, 1210, Drawn::lacking},    // more scripts of Asia
    {0xD7FF, wide, Drawn::lacking},    // Hangul
    {0xF8FF, 1210, Drawn::lacking},    // for private use
    {0xFAFF, wide, Drawn::lacking},    // ideographs
    {0xFB1C, 1530, Drawn::drawn},      // ligatures
    {0xFEFF, 1280, Drawn::drawn},      // Arabic in shapes
    {0xFFEF, wide, Drawn::lacking},    // letters as wide as ideographs
    {0xFFFF, 1210, Drawn::drawn},      // replacements
    {0x1CFFF, 1430, Drawn::lacking},   // scripts of the past
    {0x1EFFF, 1230, Drawn::drawn},     // mathematical letters
    {0x1FFFF, 1610, Drawn::lacking},   // emoji
    {0x3FFFF, wide, Drawn::lacking},   // ideographs
    {0x10FFFF, 1210, Drawn::lacking},  // tags, for private use
}};

// What belongs to the character before it: marks (Unicode's general category M), the middles and ends of
// Hangul syllables, what selects one of a character's shapes, and skin tones.
struct Range {
    char32_t first = 0;
    char32_t last = 0;
};
constexpr std::array<Range, 64> marks = {{
    {0x0300, 0x036F}, {0x0483, 0x0489},   {0x0591, 0x05BD},   {0x05BF, 0x05BF},   {0x05C1, 0x05C2},
    {0x05C4, 0x05C5}, {0x05C7, 0x05C7},   {0x0610, 0x061A},   {0x064B, 0x065F},   {0x0670, 0x0670},
    {0x06D6, 0x06DC}, {0x06DF, 0x06E4},   {0x06E7, 0x06E8},   {0x06EA, 0x06ED},   {0x0711, 0x0711},
    {0x0730, 0x074A}, {0x07EB, 0x07F3},   {0x08D3, 0x08E1},   {0x08E3, 0x0903},   {0x093A, 0x093C},
    {0x093E, 0x094F}, {0x0951, 0x0957},   {0x0962, 0x0963},   {0x0981, 0x0983},   {0x09BC, 0x09BC},
    {0x09BE, 0x09CD}, {0x0A01, 0x0A03},   {0x0A3C, 0x0A51},   {0x0A81, 0x0A83},   {0x0ABC, 0x0ABC},
    {0x0ABE, 0x0ACD}, {0x0B01, 0x0B03},   {0x0B3E, 0x0B57},   {0x0BBE, 0x0BCD},   {0x0C00, 0x0C04},
    {0x0C3E, 0x0C56}, {0x0C81, 0x0C83},   {0x0CBE, 0x0CD6},   {0x0D00, 0x0D03},   {0x0D3E, 0x0D4D},
    {0x0DCA, 0x0DDF}, {0x0E31, 0x0E31},   {0x0E34, 0x0E3A},   {0x0E47, 0x0E4E},   {0x0EB1, 0x0EB1},
    {0x0EB4, 0x0EBC}, {0x0EC8, 0x0ECE},   {0x0F18, 0x0F19},   {0x0F71, 0x0F84},   {0x0F8D, 0x0FBC},
    {0x102B, 0x103E}, {0x1160, 0x11FF},   {0x135D, 0x135F},   {0x17B4, 0x17D3},   {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0},   {0x302A, 0x302F},   {0x3099, 0x309A},   {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F}, {0x1F3FB, 0x1F3FF}, {0xE0020, 0xE007F}, {0xE0100, 0xE01EF},
}};

// Marks that fonts have at a width of 0. Marks of other scripts count with their own: a font that lacks them
// draws a box for each.
constexpr char32_t last_flat_mark = 0x08E1;

bool is_mark(char32_t code) {
    const auto range = std::lower_bound(marks.begin(), marks.end(), code,
                                        [](const Range& r, char32_t c) { return r.last < c; });
    return range != marks.end() && code >= range->first;
}

bool is_flat(char32_t code) {
    return code <= last_flat_mark || (code >= 0x1AB0 && code <= 0x1DFF) ||
           (code >= 0x20D0 && code <= 0x20F0) || (code >= 0xFE00 && code <= 0xFE2F) || code >= 0xE0000;
}

// Spaces without width, joiners, marks of direction.
bool is_invisible(char32_t code) {
    return (code >= 0x200B && code <= 0x200F) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

const Block& block_of(char32_t code) {
    const auto block = std::lower_bound(blocks.begin(), blocks.end(), code,
                                        [](const Block& b, char32_t c) { return b.last < c; });
    return block == blocks.end() ? blocks.back() : *block;
}

double width_of(char32_t code) {
    if (code < 0x80) return code >= 32 && code < 127 ? ascii[code - 32U] / 1000.0 : 1;
    if (is_invisible(code) || (is_flat(code) && is_mark(code))) return 0;
    return block_of(code).width / 1000.0;
}

bool breaks_after(char32_t code) {
    return (code >= 0x2E80 && code <= 0xA4CF) || (code >= 0xAC00 && code <= 0xD7A3) ||
           (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x20000 && code <= 0x3FFFF);
}

struct Decoded {
    char32_t code = 0;
    std::size_t size = 1;
    bool is_character = true;
};

Decoded decoded(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {first, 1, true};
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    const Decoded none{first, 1, false};
    if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return none;
    char32_t code = first & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return none;
        code = code << 6U | (byte(i) & 0x3FU);
    }
    return {code, size, true};
}

}  // namespace

Cluster cluster_at(std::string_view text, std::size_t at) {
    const Decoded base = decoded(text, at);
    Cluster cluster{at + base.size, base.is_character ? width_of(base.code) : 1,
                    base.is_character && breaks_after(base.code)};
    if (base.code == '\n') return cluster;
    bool is_joined = base.code == joiner;
    while (cluster.end < text.size()) {
        const Decoded next = decoded(text, cluster.end);
        const bool belongs = next.is_character && next.code != '\n' &&
                             (is_joined || next.code == joiner || is_mark(next.code));
        if (!belongs) break;
        cluster.width += width_of(next.code);
        cluster.end += next.size;
        is_joined = next.code == joiner;
    }
    return cluster;
}

bool has_rare_characters(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Decoded here = decoded(text, at);
        if (here.is_character && here.code >= 0x80 && !is_invisible(here.code) &&
            block_of(here.code).drawn == Drawn::lacking)
            return true;
        at += here.size;
    }
    return false;
}

std::string_view whole_clusters(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t end = 0;
    while (end < text.size()) {
        const std::size_t next = cluster_at(text, end).end;
        if (next > most) break;
        end = next;
    }
    return text.substr(0, end);
}

std::string with_few_marks(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    std::size_t in_a_row = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Decoded here = decoded(text, at);
        const bool stands_on = here.is_character && (is_mark(here.code) || is_invisible(here.code));
        in_a_row = stands_on ? in_a_row + 1 : 0;
        if (in_a_row <= most_marks) result += text.substr(at, here.size);
        at += here.size;
    }
    return result;
}

}  // namespace railyard::diagram
