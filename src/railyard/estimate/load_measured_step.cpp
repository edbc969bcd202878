#include "railyard/estimate/load_measured_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

#include "railyard/base/figures.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/job/flops.hpp"

namespace railyard {
namespace {

using input::Node;
using input::NodeKind;

// Thrown inside a row: a value is wrong, and has been reported.
struct Wrong {};

// Thrown inside a row: why it gives no time.
struct Missing {
    std::string what;
};

const Node* find(const Node& mapping, std::string_view key) {
    const auto* entry = mapping.find(key);
    return entry == nullptr || entry->value.kind == NodeKind::null ? nullptr : &entry->value;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

std::string short_number(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

class FiguresReader {
  public:
    FiguresReader(const Node& row, const Layout& layout, const Topology& topology, input::Problems& problems)
        : row_(row), layout_(layout), gpu_(topology.kinds().front().gpu), problems_(problems) {
        const Node* convention = find(row, "flop_convention");
        convention_ = convention == nullptr ? "" : lower(convention->text);
        measured_ = find(row, "measured");
        derived_ = find(row, "derived");
    }

    std::variant<MeasuredStep, std::string> read() const {
        try {
            const auto printed = step(attention_count());
            const auto causal = step(attention_unless_silent());
            if (!printed || !causal)
                return "neither a step time, nor tokens per second, nor TFLOP/s, nor MFU were measured";
            check_rates();
            check_peak(*causal);
            check_agreement();
            return MeasuredStep{*printed, *causal};
        } catch (const Wrong&) {
            return "has a value that is wrong";
        } catch (const Missing& missing) {
            return missing.what;
        }
    }

  private:
    [[noreturn]] void wrong(const Node& value, const std::string& message, const std::string& hint) const {
        problems_.add(value.mark, message, hint);
        throw Wrong{};
    }
    std::optional<double> number(const Node* mapping, std::string_view key) const {
        const Node* value = mapping == nullptr ? nullptr : find(*mapping, key);
        if (value == nullptr) return std::nullopt;
        const auto parsed = input::parse_number(value->text);
        if (const auto* real = std::get_if<double>(&parsed); real != nullptr && *real > 0) return *real;
        wrong(*value, std::string(key) + " should be a number above 0, without a unit", "");
    }
    [[nodiscard]] double ranks() const { return layout_.degrees.ranks(); }

    // TFLOP/s count what is recomputed only where their convention says so, and halve attention where it says
    // "causal".
    [[nodiscard]] RecomputeCount recompute_count() const {
        for (const std::string_view words : {"counts full", "with recompute", "incl. recompute"}) {
            if (convention_.find(words) != std::string::npos) return RecomputeCount::hardware;
        }
        return RecomputeCount::model;
    }
    [[nodiscard]] AttentionCount attention_count() const {
        const bool says_causal = convention_.find("causal") != std::string::npos;
        const bool says_not = convention_.find("non-causal") != std::string::npos;
        return says_causal && !says_not ? AttentionCount::causal : AttentionCount::full;
    }
    // Llama 3 (its FLOPs are PaLM's) does not say whether it counts what the mask hides: its third row cannot
    // be met if it does.
    [[nodiscard]] AttentionCount attention_unless_silent() const {
        const Node* source = find(row_, "source");
        const Node* title =
            source != nullptr && source->kind == NodeKind::mapping ? find(*source, "title") : source;
        const bool is_llama_3 = title != nullptr && title->text.find("Llama 3") != std::string::npos;
        return convention_.find("palm") != std::string::npos && is_llama_3 ? AttentionCount::causal
                                                                           : attention_count();
    }

    [[nodiscard]] Seconds of_tokens(double rate) const {
        return seconds(step_tokens(layout_) / (rate * ranks()));
    }
    [[nodiscard]] Seconds of_flops(double teraflops, AttentionCount attention,
                                   RecomputeCount recompute) const {
        return step_flops(layout_, attention, recompute) / (teraflops_per_second(teraflops) * ranks());
    }
    // A fraction of the bf16 peak.
    [[nodiscard]] Seconds of_mfu(double mfu) const {
        const auto peak = gpu_.peak_of(Precision::bf16);
        if (!peak) throw Missing{"an MFU needs the bf16 peak of its GPU"};
        return step_flops(layout_, AttentionCount::full, RecomputeCount::model) / (*peak * (mfu * ranks()));
    }

    [[nodiscard]] std::optional<Seconds> step(AttentionCount attention) const {
        for (const Node* keys : {measured_, derived_})
            if (const auto time = number(keys, "step_time_s")) return seconds(*time);
        for (const Node* keys : {measured_, derived_})
            if (const auto rate = number(keys, "tokens_per_s_per_gpu")) return of_tokens(*rate);
        if (const auto rate = number(measured_, "tflops_per_gpu"))
            return of_flops(*rate, attention, recompute_count());
        if (const auto mfu = number(measured_, "mfu")) {
            if (*mfu >= 1) wrong(*find(*measured_, "mfu"), "mfu is a share of 1", "mfu: 0.41");
            return of_mfu(*mfu);
        }
        return std::nullopt;
    }

    // Of what the run multiplies in; of the next it has.
    [[nodiscard]] std::optional<FlopsPerSecond> peak() const {
        const auto own = gpu_.peak_of(layout_.precision);
        return own ? own : gpu_.peak_of(Precision::bf16);
    }
    [[nodiscard]] std::string of_peak(FlopsPerSecond peak) const {
        return "the " + human(peak) + " that the GPU " + gpu_.name + " can do in " +
               std::string(precision_names[static_cast<std::size_t>(layout_.precision)]);
    }

    void check_rates() const {
        const auto most = peak();
        const auto rate = number(measured_, "tflops_per_gpu");
        if (most && rate && teraflops_per_second(*rate) > *most)
            wrong(*find(*measured_, "tflops_per_gpu"),
                  "tflops_per_gpu: " + short_number(*rate) + " is more than " + of_peak(*most),
                  "are gpu and precision those of the run, and is it of one GPU?");
    }
    // The FLOPs that no convention leaves out, in the time the step took.
    void check_peak(Seconds step) const {
        const auto most = peak();
        if (!most) return;
        const double share =
            step_flops(layout_, AttentionCount::causal, RecomputeCount::model) / step / (*most * ranks());
        if (share <= 1) return;
        problems_.add(figures().mark,
                      "the step would do " + short_number(100 * share) + " % of " + of_peak(*most),
                      "are gpu, degrees, batch and model those of the run, and step_time_s in seconds?");
        throw Wrong{};
    }
    [[nodiscard]] const Node& figures() const {
        for (const Node* keys : {measured_, derived_})
            if (keys != nullptr && keys->kind == NodeKind::mapping && !keys->entries.empty())
                return keys->entries.front().value;
        return row_;
    }

    // Two figures of one row that cannot both be.
    void check_agreement() const {
        const auto time = number(measured_, "step_time_s");
        const auto tokens = number(measured_, "tokens_per_s_per_gpu");
        const auto rate = number(measured_, "tflops_per_gpu");
        const auto mfu = number(measured_, "mfu");
        if (time && tokens) compare("tokens_per_s_per_gpu", of_tokens(*tokens), of_tokens(*tokens), *time);
        const double seen = time ? *time : tokens ? of_tokens(*tokens).raw() : 0;
        if (seen <= 0) return;
        if (rate)
            compare("tflops_per_gpu", of_flops(*rate, AttentionCount::causal, RecomputeCount::model),
                    of_flops(*rate, AttentionCount::full, RecomputeCount::hardware), seen);
        if (mfu && gpu_.peak_of(Precision::bf16)) {
            // Of the peak of its precision, by some.
            const double least = step_flops(layout_, AttentionCount::causal, RecomputeCount::model) /
                                 (*peak() * (*mfu * ranks())) / seconds(1);
            compare("mfu", seconds(least), of_mfu(*mfu), seen);
        }
    }
    // `least` to `most`: the step times that a figure can mean. Papers round and count FLOPs in ways of their
    // own.
    void compare(std::string_view key, Seconds least, Seconds most, double step) const {
        constexpr double allowed = 1.15;
        if (step >= least.raw() / allowed && step <= most.raw() * allowed) return;
        const Seconds nearest = step < least.raw() ? least : most;
        wrong(*find(*measured_, key),
              std::string(key) + " means steps of " + short_number(nearest.raw()) +
                  " s, and the other figure " + short_number(step) + " s",
              "leave out the one that is not of this run; are its degrees, batch and model right?");
    }

    const Node& row_;
    const Layout& layout_;
    const Gpu& gpu_;
    input::Problems& problems_;
    std::string convention_;
    const Node* measured_ = nullptr;
    const Node* derived_ = nullptr;
};

}  // namespace

std::variant<MeasuredStep, std::string> measured_step(const Node& row, const Layout& layout,
                                                      const Topology& topology, input::Problems& problems) {
    return FiguresReader(row, layout, topology, problems).read();
}

}  // namespace railyard
