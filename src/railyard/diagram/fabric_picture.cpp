#include "railyard/diagram/fabric_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/domain_parts.hpp"
#include "railyard/diagram/domain_words.hpp"
#include "railyard/diagram/edge_labels.hpp"
#include "railyard/diagram/fabric_parts.hpp"
#include "railyard/diagram/folded_graph.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/topology/graph.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 30;
constexpr double label_width = 200;  // of the words about a tier
constexpr std::array<std::string_view, 3> unit_words = {"domain", "server", "GPU"};  // of SpanUnit
constexpr double row_gap = 100;

class FabricDrawer {
  public:
    FabricDrawer(const Topology& topology, const std::set<std::uint32_t>& unfold, const std::string& extent)
        : topology_(topology),
          extent_(extent),
          tiers_(topology.network().tiers),
          graph_(build_graph(topology)),
          made_(fabric_parts(topology, graph_, unfold)) {
        for (const Bundle& bundle : bundles_of(graph_, made_.part_of)) {
            if (bundle.a != bundle.b && bundle.kind == EdgeKind::network) bundles_.push_back(bundle);
        }
        find_rates();
    }

    Scene scene() {
        double y = add_heading(scene_, left, "The network of " + topology_.name(), words());
        Legend legend(scene_, left, y, 1000);
        explain_links(legend);
        if (made_.has_folded)
            legend.swatch({folded_fill(), Ink::frame, 1.2, Dash::solid, Pattern::plain, 3},
                          "many that are alike");
        if (made_.has_missing) legend.swatch(missing_style(), "unavailable");
        if (made_.has_damaged)
            legend.swatch(damaged_style({Ink::paper, Ink::frame}), "some GPUs unavailable");
        place(legend.bottom() + 20);
        links();
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    [[nodiscard]] std::vector<std::string> words() const {
        const Network& network = topology_.network();
        std::string line = counted(topology_.gpu_count(), "GPU") + " in " +
                           counted_domains(topology_, physical_kinds_of(topology_), Unit::physical);
        if (network.rails > 1) {
            line += fmt::format(", {} (NIC i of a server on rail i mod {})", counted(network.rails, "rail"),
                                network.rails);
            line += network.cross_rail == CrossRail::pxn
                        ? ", rails crossed over " + std::string(link_word(topology_.kinds().front()))
                        : std::string(", rails crossed above the lowest tier");
        }
        if (const std::size_t lost = topology_.unavailable().size(); lost > 0)
            line += "; unavailable: " + counted(lost, "GPU");
        if (extent_.empty()) return {line};
        return {line, extent_};
    }

    // Lines are as wide as their links together are fast: from the slowest drawn to the fastest, by
    // logarithm.
    [[nodiscard]] Line stroke_for(BytesPerSecond rate) const {
        Line line = stroke_of(EdgeKind::network, 1);
        const double part =
            fastest_ > slowest_ ? std::log(rate / slowest_) / std::log(fastest_ / slowest_) : 0;
        line.width = 1 + 4 * part;
        return line;
    }

    void explain_links(Legend& legend) const {
        if (bundles_.empty()) return;
        legend.line(stroke_for(slowest_),
                    (fastest_ > slowest_ ? "network links, together " : "network links, ") + human(slowest_) +
                        " per direction");
        if (fastest_ > slowest_) legend.line(stroke_for(fastest_), human(fastest_));
        const auto counts = std::find_if(bundles_.begin(), bundles_.end(),
                                         [&](const Bundle& bundle) { return !is_sum(bundle); });
        if (counts != bundles_.end())
            legend.words(words_of(*counts) + ": " + counted(counts->count, "link") + " of " +
                         human(counts->bandwidth) + (counts->count > 1 ? " each" : ""));
        const auto sums = std::find_if(bundles_.begin(), bundles_.end(),
                                       [&](const Bundle& bundle) { return is_sum(bundle); });
        if (sums != bundles_.end())
            legend.words(human(sums->bandwidth) +
                         ": all links of a switch together, their number is not given");
    }

    // Where a tier's switches are not given, a span's links into it are one that is as fast as all.
    [[nodiscard]] bool is_sum(const Bundle& bundle) const {
        const std::size_t upper = std::min(made_.row_of[bundle.a], made_.row_of[bundle.b]);
        if (upper + 1 >= tiers_.size()) return false;
        return !tier_switches(topology_.network(), tiers_.size() - 1 - upper).given;
    }

    [[nodiscard]] std::string words_for(const Bundle& bundle) const {
        return is_sum(bundle) && bundle.count == 1 ? human(bundle.bandwidth) : words_of(bundle);
    }

    void find_rates() {
        for (const Bundle& bundle : bundles_) {
            const BytesPerSecond rate = bundle.bandwidth * static_cast<double>(bundle.count);
            if (&bundle == &bundles_.front() || rate < slowest_) slowest_ = rate;
            fastest_ = std::max(fastest_, rate);
        }
    }

    void place(double top) {
        double y = top;
        for (std::size_t row = 0; row < made_.rows.size(); ++row) {
            double x = left + label_width;
            double height = fabric_box_height;
            for (const std::uint32_t part : made_.rows[row]) {
                made_.boxes[part].x = x;
                made_.boxes[part].y = y;
                x += made_.boxes[part].width + fabric_gap;
                height = std::max(height, made_.boxes[part].height);
            }
            describe_row(row, y);
            y += height + row_gap;
        }
        centre_rows();
    }

    // Narrow rows stand in the middle over the widest.
    void centre_rows() {
        double widest = 0;
        for (const auto& row : made_.rows) widest = std::max(widest, right_of(row));
        for (const auto& row : made_.rows) {
            const double shift = (widest - right_of(row)) / 2;
            for (const std::uint32_t part : row) made_.boxes[part].x += shift;
        }
    }

    [[nodiscard]] double right_of(const std::vector<std::uint32_t>& row) const {
        return row.empty() ? 0 : made_.boxes[row.back()].x + made_.boxes[row.back()].width;
    }

    void describe_row(std::size_t row, double y) {
        std::vector<std::string> lines;
        if (row < tiers_.size()) {
            const std::size_t t = tiers_.size() - 1 - row;
            const Tier& tier = tiers_[t];
            const TierSwitches shape = tier_switches(topology_.network(), t);
            lines.push_back(tier.name);
            lines.push_back(tier.span == 0
                                ? "spans everything"
                                : "spans " +
                                      counted(tier.span, unit_words[static_cast<std::size_t>(tier.unit)]));
            lines.push_back(tier.oversubscription > 1
                                ? fmt::format("{:g}:1 oversubscribed", tier.oversubscription)
                                : std::string("not oversubscribed"));
            std::string last = human(tier.latency);
            if (shape.planes > 1) last += fmt::format(", {} planes", shape.planes);
            lines.push_back(last);
        } else {
            lines.emplace_back("domains");
        }
        for (std::size_t i = 0; i < lines.size(); ++i) {
            add_text(scene_,
                     {left, y + 11 + static_cast<double>(i) * 14, lines[i], 11, Align::start,
                      i == 0 ? Ink::text : Ink::quiet, i == 0 ? Weight::bold : Weight::normal},
                     label_width - 30);
        }
    }

    void links() {
        for (const Box& box : made_.boxes) scene_.boxes.push_back(box);
        for (const auto& [domain, part] : made_.opened) fill_open(domain, made_.boxes[part]);
        std::vector<Joint> joints;
        const std::vector<Bundle>& drawn = bundles_;
        for (const Bundle& bundle : drawn) {
            const bool a_is_upper = made_.row_of[bundle.a] < made_.row_of[bundle.b];
            joints.push_back({a_is_upper ? bundle.a : bundle.b, a_is_upper ? bundle.b : bundle.a});
        }
        const auto ways = spread_ways(joints, made_.boxes);
        std::vector<EdgeLabel> labels;
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            const Box& upper = made_.boxes[joints[i].upper];
            const Box& lower = made_.boxes[joints[i].lower];
            Line line = stroke_for(drawn[i].bandwidth * static_cast<double>(drawn[i].count));
            line.points = ways[i];
            line.from = lower.name;
            line.to = upper.name;
            line.tip = lower.name + " to " + upper.name + ": " + words_for(drawn[i]);
            labels.push_back({ways[i], words_for(drawn[i]), joints[i].upper, joints[i].lower});
            scene_.lines.push_back(std::move(line));
        }
        // Of all rails the links are alike: those that find a place say it for the others.
        add_edge_labels(scene_, labels);
    }

    void fill_open(std::uint32_t domain, const Box& frame) {
        const DomainKind& kind = topology_.kinds()[made_.kind_of[domain]];
        add_text(scene_, {frame.x + 8, frame.y + 17, frame.name, 11, Align::start, Ink::text, Weight::bold},
                 frame.width - 16);
        static const auto colours = ramp(6);
        const std::uint32_t columns = std::min(kind.servers.gpus, 8U);
        double y = frame.y + 26;
        for (std::uint32_t s = 0; s < kind.servers.count; ++s) {
            add_text(
                scene_,
                {frame.x + 8, y + 9.5, kind.server_word + std::to_string(s), 9, Align::start, Ink::quiet},
                66);
            for (std::uint32_t g = 0; g < kind.servers.gpus; ++g) {
                const GpuId gpu(made_.first_gpu[domain].value() + s * kind.servers.gpus + g);
                Box box{frame.x + 78 + (g % columns) * fabric_cell,
                        y + (g / columns) * fabric_cell,
                        fabric_cell - 2,
                        fabric_cell - 2,
                        {colours[1], Ink::frame}};
                if (!topology_.is_available(gpu)) box.style = missing_style();
                box.name = fmt::format("{}/{}{}/gpu{}", frame.name, kind.server_word, s, g);
                if (!topology_.is_available(gpu)) box.tip = box.name + ": unavailable";
                scene_.boxes.push_back(box);
            }
            y += (kind.servers.gpus + columns - 1) / columns * fabric_cell + 3;
        }
    }

    const Topology& topology_;
    const std::string& extent_;
    const std::vector<Tier>& tiers_;
    Graph graph_;
    FabricParts made_;
    std::vector<Bundle> bundles_;  // network links that are drawn
    BytesPerSecond slowest_;       // of a bundle
    BytesPerSecond fastest_;
    Scene scene_;
};

}  // namespace

Scene fabric_scene(const Topology& topology, const std::set<std::uint32_t>& unfold,
                   const std::string& extent) {
    return FabricDrawer(topology, unfold, extent).scene();
}

}  // namespace railyard::diagram
