#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "railyard/output/memory_report.hpp"

namespace railyard::output {
namespace {

using memory::Fit;
using memory::Remedy;
using memory::StageMemory;

// Fragmentation of the allocator takes a few per cent.
constexpr double tight = 0.05;

std::string both(Bytes size) {
    return human_binary(size) + " (" + human(size) + ")";
}

std::string verdict(const Fit& fit) {
    if (!fit.fits()) return "does not fit, " + both(fit.over()) + " over";
    const double share = fit.spare() / fit.gpu.capacity();
    return "fits, " + human_binary(fit.spare()) + " free" +
           (share < tight ? fmt::format(" ({}: fragmentation may take that)", percent(share, 1)) : "");
}

std::string parts_line(const MemoryReport& report) {
    const StageMemory& worst = report.memory.worst();
    std::string text = "  ";
    for (std::size_t i = 0; i < memory::part_names.size(); ++i) {
        const auto part = static_cast<memory::Part>(i);
        text += fmt::format("{}{} {}", i > 0 ? ", " : "", memory::part_names[i],
                            human_binary(size_of(worst, part)));
        if (part == report.fit.largest && !report.fit.fits()) text += " (the largest part)";
    }
    const bool chunked = report.layout.pipeline.passes() > 1;
    text += fmt::format("; {} in flight", counted(worst.in_flight, chunked ? "chunk" : "micro-batch")) +
            (worst.logits.raw() > 0 ? ", logits " + human_binary(worst.logits) : "");
    return wrapped(text, "  ") + "\n";
}

std::string remedy_lines(const MemoryReport& report) {
    if (report.fit.remedies.empty()) {
        return "  no change tried makes it fit: recomputation, sharding, smaller micro-batches, more "
               "stages\n";
    }
    std::string text;
    for (const Remedy& remedy : report.fit.remedies) {
        text += fmt::format("  {} {}: {}", text.empty() ? "would fit with" : "            or",
                            options_text(remedy), human_binary(remedy.total));
        if (remedy.ranks != report.layout.degrees.ranks()) {
            text += fmt::format(" on {} instead of {}", counted(remedy.ranks, "GPU"),
                                grouped(report.layout.degrees.ranks()));
        }
        text += "\n";
    }
    return text;
}

}  // namespace

std::string human_binary(Bytes size) {
    constexpr std::array<std::string_view, 6> prefixes = {"", "Ki", "Mi", "Gi", "Ti", "Pi"};
    double value = size.raw();
    std::size_t step = 0;
    while (step + 1 < prefixes.size() && std::abs(value) >= 1023.5) {
        value /= 1024;
        ++step;
    }
    const double magnitude = std::abs(value);
    std::string text = fmt::format("{:.{}f}", value, magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2);
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return text + " " + std::string(prefixes[step]) + "B";
}

std::string options_text(const Remedy& remedy) {
    std::string text;
    for (const auto& [key, value] : remedy.settings) {
        text += text.empty() ? "" : " ";
        // The one key without a flag of its own.
        if (key == "sharding.kind") {
            text += fmt::format("--set {}={}", key, value);
            continue;
        }
        const std::size_t dot = key.find('.');
        std::string flag = key.substr(dot == std::string::npos ? 0 : dot + 1);
        std::replace(flag.begin(), flag.end(), '_', '-');
        text += fmt::format("--{} {}", flag, value);
    }
    return text;
}

std::string memory_table(const MemoryReport& report, Colour colour) {
    const Fit& fit = report.fit;
    const std::string stage =
        report.layout.degrees.pp > 1
            ? fmt::format("stage {} of {}", report.memory.worst_stage, report.layout.degrees.pp)
            : "a GPU";
    const std::string text =
        bold("memory", colour) + ": " + bold(verdict(fit), colour) + "\n" +
        fmt::format("  {} needs {} of {} ({}; {} less {} reserved)\n", stage, both(fit.needed),
                    human_binary(fit.gpu.capacity()), human(fit.gpu.capacity()), human_binary(fit.gpu.shown),
                    human_binary(fit.gpu.reserved)) +
        parts_line(report);
    return fit.fits() ? text : text + remedy_lines(report);
}

}  // namespace railyard::output
