#include "railyard/diagram/cost_charts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/stacked_bars.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::diagram {
namespace {

// Seconds, or a thousandth or millionth where nothing is longer.
struct TimeScale {
    double factor = 1;
    std::string_view unit = "seconds";
    std::string_view symbol = "s";

    // In the unit of the axis, whatever it is: bars stand beside each other.
    [[nodiscard]] std::string text(Seconds time) const {
        return number_text(time.raw() * factor) + " " + std::string(symbol);
    }
};

TimeScale scale_for(Seconds longest) {
    if (longest.raw() >= 1 || longest.raw() <= 0) return {};
    if (longest.raw() >= 1e-3) return {1e3, "milliseconds", "ms"};
    return {1e6, "microseconds", "us"};
}

std::string in_gibibytes(Bytes size) {
    return fmt::format("{:.1f} GiB", size / gibibytes(1));
}

std::string name_of(const Topology& topology, const LinkClassLoad& load) {
    const auto& tiers = topology.network().tiers;
    switch (load.kind) {
        case LinkClass::nvlink:
            return std::string(link_word(topology.kinds().front())) + "s of a GPU";
        case LinkClass::pcie:
            return "PCIe of a GPU";
        case LinkClass::nics:
            return "NICs of a server";
        case LinkClass::into:
            break;
    }
    return fmt::format("{} span into {}", cut_to(tiers[load.tier - 1].name, 90, 13),
                       cut_to(tiers[load.tier].name, 90, 13));
}

// Of all places: those of unlike domains differ.
std::string capacity_of(const LinkClassLoad& load) {
    if (load.least < load.most) return human(load.least) + " to " + human(load.most) + " per direction";
    return human(load.capacity) + " per direction" + (load.places == 1 ? "" : " each");
}

// What takes NVLink on its way out of the domain.
std::string relayed_text(const Topology& topology, const LinkClassLoad& load) {
    const bool has_busiest = load.busiest_relayed.raw() > 0;
    return fmt::format("{}s: {} of all that they carry pxn relays to other rails; of the busiest, {}",
                       link_word(topology.kinds().front()), percent(load.relayed.raw(), load.total.raw()),
                       has_busiest ? human(load.busiest_relayed) : std::string("nothing"));
}

std::string_view place_word(const LinkClassLoad& load) {
    switch (load.kind) {
        case LinkClass::nvlink:
        case LinkClass::pcie:
            return "GPU";
        case LinkClass::nics:
            return "server";
        case LinkClass::into:
            break;
    }
    return "span";
}

}  // namespace

Scene step_scene(const std::string& topology, const std::vector<StepBar>& bars) {
    Seconds longest;
    for (const StepBar& bar : bars) longest = std::max(longest, bar.times.total());
    const TimeScale scale = scale_for(longest);
    StackedBars chart;
    chart.title = "Time of a step on " + topology;
    chart.axis = "time of a step, " + std::string(scale.unit);
    chart.part_names = {"compute", "tp", "cp", "ep", "pp", "dp", "bubble"};
    chart.wasted = 6;
    chart.lines = {"what a part hides behind another is left out of it; bubble: the pipeline's idle time"};
    for (const StepBar& bar : bars) {
        const StepTimes& t = bar.times;
        StackedBar made;
        made.name = bar.name;
        made.note = fmt::format("{}{}{} model", bar.note, bar.note.empty() ? "" : "; ",
                                cost_model_names[static_cast<std::size_t>(bar.model)]);
        for (const Seconds part : {t.compute, t.tp, t.cp, t.ep, t.pp, t.dp, t.bubble})
            made.parts.push_back(part.raw() * scale.factor);
        made.total = human_to_milliseconds(t.total());
        chart.bars.push_back(std::move(made));
    }
    return stacked_bars_scene(chart);
}

Scene memory_scene(const std::string& topology, const std::vector<MemoryBar>& bars) {
    StackedBars chart;
    chart.title = "Memory of the fullest GPU on " + topology;
    chart.axis = "memory of one GPU, GiB (2^30 bytes)";
    chart.limit_name = "what a GPU offers: its memory less what is reserved";
    for (const std::string_view part : memory::part_names) chart.part_names.emplace_back(part);
    for (const MemoryBar& bar : bars) {
        StackedBar made;
        made.name = bar.name;
        const Bytes free = bar.gpu.capacity() - bar.stage.total();
        made.note = bar.note + (bar.note.empty() ? "" : "; ") +
                    (free.raw() >= 0 ? in_gibibytes(free) + " free" : in_gibibytes(free * -1) + " too much");
        for (std::size_t p = 0; p < memory::part_names.size(); ++p)
            made.parts.push_back(size_of(bar.stage, static_cast<memory::Part>(p)) / gibibytes(1));
        made.total = in_gibibytes(bar.stage.total());
        made.limit = bar.gpu.capacity() / gibibytes(1);
        chart.bars.push_back(std::move(made));
    }
    return stacked_bars_scene(chart);
}

Scene link_load_scene(const std::string& title, const Topology& topology,
                      const std::vector<LinkClassLoad>& loads, Seconds step) {
    Seconds longest = step;
    for (const LinkClassLoad& load : loads) longest = std::max(longest, load.busy);
    const TimeScale scale = scale_for(longest);
    StackedBars chart;
    chart.title = title;
    chart.lines = {
        "bars: how long a link would be busy with what a step sends over it, at its full rate (" +
            std::string(scale.unit) + ")",
        "behind them, of the busiest one: bytes that it sends in a step, that time, and its share of "
        "the step"};
    for (const LinkClassLoad& load : loads) {
        if (load.relayed.raw() > 0) chart.lines.push_back(relayed_text(topology, load));
    }
    chart.axis = "busy in a step, " + std::string(scale.unit);
    chart.part_names = {"average of all", "more, where it is busiest"};
    chart.limit_name = "the step";
    for (const LinkClassLoad& load : loads) {
        StackedBar bar;
        bar.name = name_of(topology, load);
        bar.note = counted(load.places, place_word(load)) + ", " + capacity_of(load);
        bar.parts = {load.mean.raw() * scale.factor, (load.busy - load.mean).raw() * scale.factor};
        bar.parts[1] = std::max(0.0, bar.parts[1]);
        bar.total = fmt::format("{} in {}, {} of the step", human(load.busiest), scale.text(load.busy),
                                percent(load.busy.raw(), step.raw()));
        bar.limit = step.raw() * scale.factor;
        chart.bars.push_back(std::move(bar));
    }
    return stacked_bars_scene(chart);
}

std::string degrees_text(const Layout& layout) {
    std::string text;
    for (const Dimension d :
         {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp, Dimension::ep, Dimension::etp}) {
        if (layout.degrees.of(d) > 1)
            text +=
                fmt::format("{}{} {}", text.empty() ? "" : ", ", railyard::name_of(d), layout.degrees.of(d));
    }
    return text.empty() ? "one rank" : text;
}

}  // namespace railyard::diagram
