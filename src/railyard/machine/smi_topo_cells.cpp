#include "railyard/machine/smi_topo_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "railyard/machine/smi_text.hpp"

namespace railyard::machine {
namespace {

bool is_unknown(const std::string& code) {
    return code.empty() || code == "N/A" || code == "ERR!" || code == "Unknown";
}

}  // namespace

void SmiTopoCells::add(const std::string& row, const std::string& column, const std::string& code) {
    if (!is_unknown(code)) cells_.insert_or_assign({row, column}, code);
    if (!number_of_gpu(row) || !number_of_gpu(column)) return;
    gpus_.insert(column);
    if (row != column && code == "ERR!") errors_.insert(std::minmax(row, column));
}

std::map<std::string, std::string> SmiTopoCells::complaints() const {
    std::map<std::string, std::size_t> count;
    for (const auto& [a, b] : errors_) {
        ++count[a];
        ++count[b];
    }
    std::map<std::string, std::string> complaints;
    const auto complain = [&](const std::string& gpu) {
        complaints[gpu] = fmt::format("ERR! for {} of {} other GPUs", count[gpu], gpus_.size() - 1);
    };
    for (const auto& [gpu, errors] : count) {
        if (2 * errors >= gpus_.size()) complain(gpu);
    }
    const auto explained = complaints;
    for (const auto& [a, b] : errors_) {
        if (explained.count(a) + explained.count(b) > 0) continue;
        complain(a);
        complain(b);
    }
    return complaints;
}

std::optional<ObservedRemark> SmiTopoCells::contradictions(SourceId from) const {
    constexpr std::size_t most_named = 4;
    std::string text;
    std::size_t count = 0;
    std::set<std::uint32_t> gpus;
    bool is_of_nics = false;  // and so of the whole server
    const auto add = [&](const std::string& row, const std::string& column, const std::string& what) {
        if (++count <= most_named) text += (text.empty() ? "" : "; ") + what;
        const auto one = number_of_gpu(row);
        const auto other = number_of_gpu(column);
        if (one) gpus.insert(*one);
        if (other) gpus.insert(*other);
        is_of_nics = is_of_nics || (!one && !other);
    };
    for (const auto& [place, code] : cells_) {
        const auto& [row, column] = place;
        if (row == column) {
            if (code != "X") add(row, column, fmt::format("{} has {} for itself", row, code));
            continue;
        }
        const auto twin = cells_.find({column, row});
        if (twin == cells_.end() || twin->second == code) {
            if (code == "X") add(row, column, fmt::format("row {} has an X for {}", row, column));
            continue;
        }
        if (row < column)
            add(row, column,
                fmt::format("row {} has {} for {}, row {} has {} for {}", row, code, column, column,
                            twin->second, row));
    }
    if (count == 0) return std::nullopt;
    if (count > most_named) text += fmt::format("; and {} more", count - most_named);
    if (is_of_nics) gpus.clear();
    return ObservedRemark{from,
                          "nvidia-smi topo -m",
                          "the matrix contradicts itself: " + text,
                          Severity::mismatch,
                          {gpus.begin(), gpus.end()}};
}

}  // namespace railyard::machine
