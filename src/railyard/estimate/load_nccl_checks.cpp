#include "railyard/estimate/load_nccl_checks.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string_view>

#include "railyard/base/figures.hpp"
#include "railyard/estimate/gpu_board.hpp"

namespace railyard {
namespace {

// Words that name a GPU: letters, then two digits or more (H100, MI300X; not SXM4, HBM3, 80GB).
std::vector<std::string> names_of_gpus(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return std::isalnum(c) == 0 ? ' ' : static_cast<char>(std::toupper(c));
    });
    std::vector<std::string> names;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::size_t digits = word.find_first_of("0123456789");
        if (digits == 0 || digits == std::string::npos) continue;
        const std::size_t end = std::min(word.find_first_not_of("0123456789", digits), word.size());
        if (end - digits >= 2) names.push_back(word);
    }
    return names;
}

// Bytes of an element; 0: not known.
double width_of(const std::string& type) {
    struct Width {
        std::string_view type;
        double bytes;
    };
    constexpr std::array widths = {Width{"int8", 1},  Width{"uint8", 1},    Width{"char", 1},
                                   Width{"half", 2},  Width{"bfloat16", 2}, Width{"int32", 4},
                                   Width{"int", 4},   Width{"uint32", 4},   Width{"float", 4},
                                   Width{"int64", 8}, Width{"uint64", 8},   Width{"double", 8}};
    const auto* const found =
        std::find_if(widths.begin(), widths.end(), [&](const Width& width) { return width.type == type; });
    if (found != widths.end()) return found->bytes;
    return type.starts_with("f8") || type.starts_with("fp8") ? 1 : 0;
}

bool reduces(Collective kind) {
    return kind == Collective::all_reduce || kind == Collective::reduce_scatter;
}

// "1,048,576", "0.875", "6.13e+04".
std::string short_number(double value) {
    if (value == std::floor(value) && value < 1e15) return grouped(static_cast<std::uint64_t>(value));
    char text[40];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

// Sizes are powers of two as a rule: "8 KiB", "512 MiB".
std::string size_text(double size) {
    constexpr std::array units = {"B", "KiB", "MiB", "GiB"};
    std::size_t unit = 0;
    for (; unit + 1 < units.size() && std::fmod(size, 1024) == 0; ++unit) size /= 1024;
    return short_number(size) + " " + units[unit];
}

class NcclChecks {
  public:
    NcclChecks(const NcclTable& table, const NcclClaim& claim)
        : table_(table),
          claim_(claim),
          name_(collective_names[static_cast<std::size_t>(claim.kind)]),
          given_("--members says " + std::to_string(claim.members)) {}

    void all() {
        check_ranks();
        check_devices();
        // A mistake about the table shows in every line of it: the first is told.
        first_of(&NcclChecks::check_operation);
        first_of(&NcclChecks::check_rates);
        first_of(&NcclChecks::check_count);
        first_of(&NcclChecks::check_bus);
        first_of(&NcclChecks::check_results);
        problems_.throw_if_any();
    }

  private:
    using Check = bool (NcclChecks::*)(const NcclRow&);  // whether it complained
    void first_of(Check check) {
        for (const NcclRow& row : table_.rows)
            if ((this->*check)(row)) return;
    }
    bool complain(const NcclRow& row, std::string message, std::string hint) {
        problems_.add(row.mark, std::move(message), std::move(hint));
        return true;
    }

    void check_ranks() {
        if (!table_.ranks.empty() && table_.ranks.size() != claim_.members) {
            const std::string ran = std::to_string(table_.ranks.size());
            problems_.add(table_.ranks.front().first, "it ran on " + ran + " ranks, and " + given_,
                          "--members " + ran);
        } else if (table_.ranks.empty() && table_.gpus_of_a_process > 0 &&
                   claim_.members % table_.gpus_of_a_process != 0) {
            const std::string each = std::to_string(table_.gpus_of_a_process);
            problems_.add(table_.header, "each process had " + each + " GPUs, and " + given_,
                          "--members " + each + ", times the processes");
        }
    }

    void check_devices() {
        const std::vector<std::string> wanted = names_of_gpus(claim_.gpu);
        for (const auto& [mark, device] : table_.ranks) {
            const std::vector<std::string> names = names_of_gpus(device);
            if (wanted.empty() || names.empty()) continue;
            if (std::find(names.begin(), names.end(), wanted.front()) != names.end()) {
                const std::string_view card = card_of_gpu(device);
                if (card.empty() || claim_.boards == Boards::cards || card == card_of_gpu(claim_.gpu))
                    continue;
                problems_.add(mark,
                              "it ran on " + names.front() + " " + std::string(card) +
                                  " cards, and the GPUs of " + claim_.on + " are on boards with NVLink",
                              "--on a domain or topology of your own, of such cards");
                return;
            }
            problems_.add(
                mark, "it ran on " + names.front() + ", and the GPUs of " + claim_.on + " are " + claim_.gpu,
                "--on a domain or topology of " + names.front());
            return;
        }
    }

    bool check_operation(const NcclRow& row) {
        if (!row.root.empty() && row.root != "-1")
            return complain(row, "a collective with root " + row.root + " is no " + name_,
                            "broadcasts and reduces have no curve");
        if (row.operation.empty() || (row.operation == "none") != reduces(claim_.kind)) return false;
        return complain(row, "the operation '" + row.operation + "' is not that of the collective " + name_,
                        reduces(claim_.kind)
                            ? "'none' is for --collective all-gather or all-to-all"
                            : "a reduction is for --collective all-reduce or reduce-scatter");
    }

    // Size is of the largest buffer; count is of one rank's part of it where ranks have parts (or of all).
    bool check_count(const NcclRow& row) {
        const double width = width_of(row.type);
        if (width == 0) return false;
        const double part = row.count * width;
        if (claim_.kind == Collective::all_reduce) {
            if (part == row.size) return false;
            return complain(row,
                            short_number(row.count) + " " + row.type + " are " + short_number(part) +
                                " bytes, the line says " + short_number(row.size),
                            part > 0 && std::fmod(row.size, part) == 0
                                ? "a reduce-scatter counts one rank's part: --collective reduce-scatter"
                                : "all columns as nccl-tests printed them");
        }
        if (part * claim_.members == row.size || part == row.size) return false;
        const double ranks = part > 0 ? row.size / part : 0;
        const bool whole = ranks > 1 && ranks == std::floor(ranks);
        return complain(row,
                        "parts of " + short_number(part) + " bytes make " + short_number(row.size) + " on " +
                            short_number(ranks) + " ranks, and " + given_,
                        whole ? "--members " + short_number(ranks) : "is it a table of " + name_ + "?");
    }

    // Printed to two decimals, times to four digits at least.
    static double rounding(double rate) { return 0.006 / rate + 0.001; }

    bool check_rates(const NcclRow& row) {
        if (row.microseconds <= 0) return complain(row, "it took no time", "times are in us");
        constexpr double least = 0.05;  // GB/s: less says little in two decimals
        const double rate = row.size / row.microseconds / 1e3;
        if (rate < least) return false;
        if (std::abs(row.algorithm_rate - rate) <= rate * (rounding(rate) + 0.01)) return false;
        return complain(row,
                        short_number(row.size) + " bytes in " + short_number(row.microseconds) + " us are " +
                            short_number(rate) + " GB/s, the line says " + short_number(row.algorithm_rate),
                        "sizes in bytes, times in us, bandwidths in GB/s, as nccl-tests prints them");
    }

    bool check_bus(const NcclRow& row) {
        constexpr double least = 1;  // GB/s
        if (row.algorithm_rate < least || row.bus_rate < least) return false;
        const double n = claim_.members;
        const double factor = (claim_.kind == Collective::all_reduce ? 2 : 1) * (n - 1) / n;
        const double printed = row.bus_rate / row.algorithm_rate;
        const double allowed = rounding(row.algorithm_rate) + rounding(row.bus_rate);
        if (std::abs(printed / factor - 1) <= allowed) return false;
        return complain(row,
                        "its bus bandwidth is " + short_number(printed) + " of its algorithm bandwidth; a" +
                            (name_.front() == 'a' ? "n " : " ") + name_ + " of " +
                            std::to_string(claim_.members) + " has " + short_number(factor),
                        remedy(printed));
    }
    [[nodiscard]] std::string remedy(double printed) const {
        const double most = claim_.kind == Collective::all_reduce ? 2 : 1;
        const double ranks = most / (most - printed);
        if (printed < most && ranks > 1.9 && ranks < 1000 &&
            std::abs(ranks - std::round(ranks)) < 0.02 * ranks)
            return "--members " + std::to_string(std::lround(ranks)) + ", or another --collective";
        return "is it a table of " + name_ + ", of so many GPUs?";
    }

    bool check_results(const NcclRow& row) {
        if (row.wrong.empty() || row.wrong == "0" || row.wrong == "N/A") return false;
        return complain(row, "the test found " + row.wrong.substr(0, 20) + " wrong values",
                        "times of a run whose results are wrong say nothing");
    }

    const NcclTable& table_;
    const NcclClaim& claim_;
    std::string name_;
    std::string given_;
    input::Problems problems_;
};

// How much shorter times in place are, percent; nothing where they are not printed.
std::optional<double> in_place_gain(const NcclTable& table) {
    std::vector<double> gains;
    for (const NcclRow& row : table.rows)
        if (row.in_place) gains.push_back(100 * (1 - *row.in_place / row.microseconds));
    if (gains.empty()) return std::nullopt;
    const auto middle = gains.begin() + static_cast<std::ptrdiff_t>(gains.size() / 2);
    std::nth_element(gains.begin(), middle, gains.end());
    return *middle;
}

}  // namespace

void check_against(const NcclTable& table, const NcclClaim& claim) {
    NcclChecks(table, claim).all();
}

std::string summary_of(const NcclTable& table, const NcclClaim& claim) {
    const auto [least, most] =
        std::minmax_element(table.rows.begin(), table.rows.end(),
                            [](const NcclRow& a, const NcclRow& b) { return a.size < b.size; });
    std::string text(collective_names[static_cast<std::size_t>(claim.kind)]);
    text += " of " + std::to_string(claim.members) + " GPUs, " + counted(table.rows.size(), "size") +
            " from " + size_text(least->size) + " to " + size_text(most->size) + ", out of place";
    if (const auto gain = in_place_gain(table)) {
        char words[60];
        std::snprintf(words, sizeof words, " (in place: %.1f %% %s at the median)", std::abs(*gain),
                      *gain < 0 ? "slower" : "faster");
        text += words;
    }
    if (table.without_bytes > 0) text += "; " + counted(table.without_bytes, "line") + " of 0 bytes left out";
    return text;
}

}  // namespace railyard
