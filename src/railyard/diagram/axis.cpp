#include "railyard/diagram/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "railyard/base/figures.hpp"

namespace railyard::diagram {
namespace {

std::string tick_label(double value) {
    if (value == 0) return "0";
    const double size = std::abs(value);
    if (size >= 1e6 || size < 1e-4) return compact(value);
    if (size >= 1000) return grouped(static_cast<std::uint64_t>(std::llround(value)));
    return fmt::format("{:g}", value);
}

// 1, 2 or 5 times a power of ten, no less than `value`.
double step_for(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= value * (1 - 1e-9)) return step * power;
    }
    return 10 * power;
}

}  // namespace

Axis::Axis(Scale scale, double low, double high, double from, double to)
    : scale_(scale), low_(low), high_(high), from_(from), to_(to) {
    if (!std::isfinite(low_) || !std::isfinite(high_)) low_ = 0, high_ = 1;
    if (scale_ == Scale::logarithmic) {
        if (high_ <= 0) high_ = 1;
        if (low_ <= 0) low_ = high_ / 1000;
        if (low_ >= high_) low_ /= 1.25, high_ *= 1.25;
    } else if (low_ >= high_) {
        high_ = low_ + std::max(1.0, std::abs(low_) * 0.1);
    }
}

double Axis::at(double value) const {
    const double part = scale_ == Scale::linear
                            ? (value - low_) / (high_ - low_)
                            : std::log(std::max(value, low_ / 1e6) / low_) / std::log(high_ / low_);
    return from_ + (to_ - from_) * part;
}

std::vector<Tick> Axis::ticks(std::size_t most) const {
    std::vector<Tick> ticks;
    const auto add = [&](double value) {
        constexpr double slack = 1e-9;
        if (value < low_ - slack * std::abs(low_) || value > high_ + slack * std::abs(high_)) return;
        ticks.push_back({value, tick_label(value)});
    };
    if (scale_ == Scale::logarithmic) {
        for (const std::vector<double>& steps : {std::vector<double>{1, 2, 5}, std::vector<double>{1}}) {
            ticks.clear();
            const int first = static_cast<int>(std::floor(std::log10(low_)));
            const int last = static_cast<int>(std::ceil(std::log10(high_)));
            // Many decades: every so many of them.
            const int stride = std::max(1, (last - first + 1) / static_cast<int>(most));
            for (int power = first; power <= last; power += steps.size() == 1 ? stride : 1) {
                for (const double step : steps) add(step * std::pow(10, power));
            }
            if (ticks.size() >= 2 && ticks.size() <= most) return ticks;
        }
        if (ticks.size() >= 2) return ticks;
        ticks.clear();
    }
    const double step = step_for((high_ - low_) / static_cast<double>(most));
    const double first = std::ceil(low_ / step - 1e-9);
    for (double i = first; i * step <= high_ + step * 1e-9; ++i) add(i * step);
    return ticks;
}

double round_up(double value) {
    if (!(value > 0)) return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (step * power >= value * (1 - 1e-9)) return step * power;
    }
    return 10 * power;
}

void add_axis(Scene& scene, const Axis& axis, Direction direction, const Axis& across,
              const std::string& title) {
    const double edge = across.from();
    for (const Tick& tick : axis.ticks(direction == Direction::upwards ? 8 : 10)) {
        const double at = axis.at(tick.value);
        if (direction == Direction::upwards) {
            scene.lines.push_back({{{across.from(), at}, {across.to(), at}}, Ink::faint});
            scene.texts.push_back({edge - 8, at + 4, tick.label, 12, Align::end, Ink::quiet});
        } else {
            scene.lines.push_back({{{at, across.from()}, {at, across.to()}}, Ink::faint});
            scene.texts.push_back({at, edge + 18, tick.label, 12, Align::middle, Ink::quiet});
        }
    }
    // Titles lie flat: that of an upright axis stands above it.
    if (direction == Direction::upwards) {
        scene.texts.push_back({edge - 60, axis.to() - 12, title, 12, Align::start, Ink::text});
        scene.lines.push_back({{{edge, axis.from()}, {edge, axis.to()}}, Ink::frame});
    } else {
        scene.texts.push_back({axis.to(), edge + 38, title, 12, Align::end, Ink::text});
        scene.lines.push_back({{{axis.from(), edge}, {axis.to(), edge}}, Ink::frame});
    }
}

}  // namespace railyard::diagram
