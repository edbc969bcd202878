#include "railyard/output/schedule_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace railyard::output {
namespace {

using schedule::Kind;
using schedule::Schedule;
using schedule::Study;

constexpr std::size_t narrowest = 40;
constexpr char idle = '.';
constexpr char mixed = '*';
// What fills an operation after its label.
constexpr std::array<char, schedule::kinds> fill = {'-', '=', '=', '~'};

struct Cell {
    char shown = idle;
    char group = idle;  // what it is, for the colour: idle, mixed, or the letter of a kind
};
using Row = std::vector<Cell>;

// Columns per tick when each operation is drawn by itself: the finest takes a whole number of columns, so
// that equal operations look equal. 0 if it would take less than one.
double fine_scale(const Study& study, double columns) {
    double shortest = study.timeline.makespan;
    for (std::size_t i = 0; i < study.timeline.start.size(); ++i) {
        const double takes = study.timeline.end[i] - study.timeline.start[i];
        if (takes > 0) shortest = std::min(shortest, takes);
    }
    return std::floor(columns * shortest / study.timeline.makespan * (1 + 1e-9)) / shortest;
}

std::size_t column_of(double position) {
    return static_cast<std::size_t>(std::lround(position));
}

Row draw_operations(const Study& study, std::uint32_t device, double scale) {
    const Schedule& s = study.schedule;
    const auto columns = column_of(study.timeline.makespan * scale);
    Row row(columns);
    for (std::size_t i = s.first[device]; i < s.first[device + 1]; ++i) {
        const auto& it = s.operations[i];
        const auto begin = column_of(study.timeline.start[i] * scale);
        const auto end = std::min(columns, column_of(study.timeline.end[i] * scale));
        const std::string label = fmt::format("{}{}", letter_of(it.kind), it.micro_batch);
        for (std::size_t c = begin; c < end; ++c) {
            const bool has_label = c - begin < label.size();
            row[c] = {has_label ? label[c - begin] : fill[static_cast<std::size_t>(it.kind)],
                      letter_of(it.kind)};
        }
    }
    return row;
}

// Time that each kind takes in one column.
using Shares = std::array<double, schedule::kinds>;

Cell coarse_cell(const Shares& shares) {
    double busy = 0;
    for (const double share : shares) busy += share;
    if (busy < 0.5) return {idle, idle};
    constexpr std::array<Kind, schedule::kinds> all = {Kind::forward, Kind::backward, Kind::backward_input,
                                                       Kind::backward_weight};
    for (std::size_t k = 0; k < schedule::kinds; ++k) {
        if (shares[k] >= 0.75 * busy) return {letter_of(all[k]), letter_of(all[k])};
    }
    return {mixed, mixed};
}

Row draw_shares(const Study& study, std::uint32_t device, std::size_t columns) {
    const Schedule& s = study.schedule;
    const double scale = static_cast<double>(columns) / study.timeline.makespan;
    std::vector<Shares> shares(columns, Shares{});
    for (std::size_t i = s.first[device]; i < s.first[device + 1]; ++i) {
        const double begin = study.timeline.start[i] * scale;
        const double end = study.timeline.end[i] * scale;
        for (auto c = static_cast<std::size_t>(begin); c < columns && static_cast<double>(c) < end; ++c) {
            const auto left = static_cast<double>(c);
            shares[c][static_cast<std::size_t>(s.operations[i].kind)] +=
                std::max(0.0, std::min(end, left + 1) - std::max(begin, left));
        }
    }
    Row row;
    row.reserve(columns);
    for (const auto& column : shares) row.push_back(coarse_cell(column));
    return row;
}

const char* colour_of(char group) {
    switch (group) {
        case 'F':
            return "\x1b[44;97m";
        case 'B':
            return "\x1b[42;30m";
        case 'I':
            return "\x1b[46;30m";
        case 'W':
            return "\x1b[45;97m";
        case mixed:
            return "\x1b[104;30m";
        default:
            return "\x1b[33m";
    }
}

void append_row(std::string& text, const Row& row, Colour colour) {
    char group = '\0';
    for (const Cell& cell : row) {
        if (colour == Colour::ansi && cell.group != group) {
            if (group != '\0') text += "\x1b[0m";
            text += colour_of(cell.group);
            group = cell.group;
        }
        text += cell.shown;
    }
    if (group != '\0') text += "\x1b[0m";
    text += '\n';
}

std::string legend(const Study& study, bool one_by_one) {
    std::array<bool, schedule::kinds> is_there{};
    for (const auto& it : study.schedule.operations) is_there[static_cast<std::size_t>(it.kind)] = true;
    std::string text = one_by_one ? "F3: forward of micro-batch 3" : "F forward";
    if (is_there[1]) text += ", B backward";
    if (is_there[2]) text += ", I backward for inputs";
    if (is_there[3]) text += ", W backward for weights";
    if (!one_by_one) text += ", * several of them";
    return text + ", . idle\n";
}

}  // namespace

std::string schedule_timeline(const Study& study, std::size_t width, Colour colour) {
    if (study.timeline.makespan <= 0) return "";
    const std::size_t label = fmt::format("device {} ", study.schedule.devices - 1).size();
    const std::size_t columns = std::max(width, narrowest) - label;
    const double scale = fine_scale(study, static_cast<double>(columns));
    const bool one_by_one = scale > 0;
    std::string text;
    for (std::uint32_t device = 0; device < study.schedule.devices; ++device) {
        text += fmt::format("{:<{}}", fmt::format("device {}", device), label);
        append_row(text,
                   one_by_one ? draw_operations(study, device, scale) : draw_shares(study, device, columns),
                   colour);
    }
    return text + legend(study, one_by_one);
}

}  // namespace railyard::output
