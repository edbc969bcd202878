#include "railyard/output/compare_reasons.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

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
std::string rate_text(BytesPerSecond rate) {
    return four_digits(rate.raw() / 1e9) + " GB/s";
}
bool differ(double x, double y) {
    return std::abs(x - y) > 1e-9 * std::max(std::abs(x), std::abs(y));
}
template <class T>
void changed(Reasons& reasons, const std::string& what, const T& a, const T& b) {
    if (a != b) reasons.push_back(what + " " + std::to_string(a) + " -> " + std::to_string(b));
}

// Where the hops of a dimension go in one design and in the other, and at which rates.
Reasons reasons_of(const DimensionChange& change) {
    if (!change.a || !change.b) {
        const DimensionSide& side = change.a ? *change.a : *change.b;
        return {std::string("only ") + (change.a ? "A" : "B") + " has it, of degree " +
                    std::to_string(side.degree),
                hops_text(side) + " hops on NVLink", terabytes(side.network) + " on the network"};
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
                        (to_network ? "NVLink to the network" : "the network to NVLink"));
    } else if (a.hops != b.hops || a.on_nvlink != b.on_nvlink) {
        parts.push_back(hops_text(a) + " hops on NVLink -> " + hops_text(b));
    }
    if (differ(a.network.raw(), b.network.raw()))
        parts.push_back(terabytes(a.network) + " -> " + terabytes(b.network) + " on the network");
    if (differ(a.nvlink.raw(), b.nvlink.raw()))
        parts.push_back(terabytes(a.nvlink) + " -> " + terabytes(b.nvlink) + " on NVLink");
    if (a.inside.raw() > 0 && b.inside.raw() > 0 && differ(a.inside.raw(), b.inside.raw()))
        parts.push_back("NVLink of a GPU " + rate_text(a.inside) + " -> " + rate_text(b.inside));
    if (a.outside.raw() > 0 && b.outside.raw() > 0 && differ(a.outside.raw(), b.outside.raw()))
        parts.push_back("network of a GPU " + rate_text(a.outside) + " -> " + rate_text(b.outside));
    return parts;
}

std::string peak_text(const WorkSide& side) {
    return (side.gpu.empty() ? std::string("several GPUs") : side.gpu) + " (" + human(side.peak) + " in " +
           std::string(precision_names[static_cast<std::size_t>(side.precision)]) + ")";
}

Reasons compute_reasons(const WorkSide& a, const WorkSide& b) {
    Reasons parts;
    if (a.gpu != b.gpu || differ(a.peak.raw(), b.peak.raw()) || a.precision != b.precision)
        parts.push_back("GPU " + peak_text(a) + " -> " + peak_text(b));
    if (differ(a.memory_bandwidth.raw(), b.memory_bandwidth.raw()))
        parts.push_back("memory " + human(a.memory_bandwidth) + " -> " + human(b.memory_bandwidth));
    if (differ(a.of_gpu.raw(), b.of_gpu.raw())) {
        parts.push_back("work of a GPU " + four_digits(a.of_gpu.raw() / 1e15) + " -> " +
                        four_digits(b.of_gpu.raw() / 1e15) + " PFLOP");
    }
    if (a.gpus != b.gpus) parts.push_back("ranks " + grouped(a.gpus) + " -> " + grouped(b.gpus));
    if (a.tp != b.tp || a.micro != b.micro) {
        std::string shapes = "products of other shapes:";
        if (a.tp != b.tp) shapes += " tp " + std::to_string(a.tp) + " -> " + std::to_string(b.tp);
        if (a.micro != b.micro) {
            shapes += std::string(a.tp != b.tp ? "," : "") + " sequences of a micro-batch " +
                      std::to_string(a.micro) + " -> " + std::to_string(b.micro);
        }
        parts.push_back(shapes);
    }
    return parts;
}

Reasons bubble_reasons(const WorkSide& a, const WorkSide& b, const PartChange& bubble) {
    Reasons parts;
    changed(parts, "stages", a.pp, b.pp);
    changed(parts, "micro-batches", a.micro_batches, b.micro_batches);
    changed(parts, "chunks", a.chunks, b.chunks);
    if (a.schedule != b.schedule) {
        parts.push_back("schedule " +
                        std::string(pipeline_schedule_names[static_cast<std::size_t>(a.schedule)]) + " -> " +
                        std::string(pipeline_schedule_names[static_cast<std::size_t>(b.schedule)]));
    }
    if (!parts.empty() || differ(bubble.a.raw(), bubble.b.raw())) {
        parts.push_back(percent(bubble.a.raw(), a.step.raw()) + " of the step -> " +
                        percent(bubble.b.raw(), b.step.raw()));
        if (parts.size() == 1)
            parts.emplace_back("stages that fill and drain with micro-batches of another length");
    }
    return parts;
}

Reasons reasons_of(const Comparison& comparison, const PartChange& part) {
    if (part.part == StepPart::compute) return compute_reasons(comparison.work_a, comparison.work_b);
    if (part.part == StepPart::bubble) return bubble_reasons(comparison.work_a, comparison.work_b, part);
    Reasons all;
    for (const DimensionChange& change : comparison.dimensions) {
        if (part_of(change.dimension) != part.part) continue;
        const std::string_view own = step_part_names[static_cast<std::size_t>(part.part)];
        const std::string_view name = name_of(change.dimension);
        Reasons some = reasons_of(change);
        // Of two dimensions in one part the second is told by its name.
        if (!some.empty() && name != own) some.front() = std::string(name) + ": " + some.front();
        all.insert(all.end(), some.begin(), some.end());
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

std::string compare_reasons(const Comparison& comparison) {
    std::vector<PartChange> parts = comparison.step;
    std::stable_sort(parts.begin(), parts.end(), [](const PartChange& x, const PartChange& y) {
        return std::abs((x.b - x.a).raw()) > std::abs((y.b - y.a).raw());
    });
    const SecondsText seconds(parts);
    std::string without_time;
    double sum = 0;
    std::vector<std::array<std::string, 3>> lines;
    for (const PartChange& part : parts) {
        const double change = (part.b - part.a).raw();
        const std::string name(step_part_names[static_cast<std::size_t>(part.part)]);
        const std::string why = joined(reasons_of(comparison, part));
        sum += change;
        if (!seconds.is_nothing(change)) {
            lines.push_back({name, seconds.of(change), why});
        } else if (!why.empty()) {
            without_time += wrapped("  " + name + ": " + why, "    ") + "\n";
        }
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
