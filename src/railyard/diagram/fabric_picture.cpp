#include "railyard/diagram/fabric_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/edge_labels.hpp"
#include "railyard/diagram/folded_graph.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/topology/graph.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 30;
constexpr double label_width = 200;  // of the words about a tier
constexpr double box_width = 116;
constexpr double box_height = 44;
constexpr double gap = 22;
constexpr double row_gap = 92;
constexpr std::uint32_t most_rails = 8;  // drawn one by one
constexpr double cell = 13;              // a GPU of an open domain

class FabricDrawer {
  public:
    FabricDrawer(const Topology& topology, const std::set<std::uint32_t>& unfold)
        : topology_(topology),
          tiers_(topology.network().tiers),
          unfold_(unfold),
          graph_(build_graph(topology)),
          part_of_(graph_.nodes.size(), not_drawn) {}

    Scene scene() {
        look_at_domains();
        choose_open();
        double y = add_heading(scene_, left, "The network of " + topology_.name(), words());
        Legend legend(scene_, left, y, 1000);
        legend.line(stroke_of(EdgeKind::network, 1),
                    "network links, wider: more; a x b: count and rate of one per direction");
        legend.words("shaded: many that are alike");
        y = legend.bottom() + 20;
        for (std::size_t t = tiers_.size(); t-- > 0;) add_tier(t);
        add_domains();
        place(y);
        assign();
        links();
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    struct Part {
        Box box;
        std::size_t row = 0;  // 0: the highest tier
    };
    struct Physical {
        std::uint32_t kind = 0;
        GpuId first;
    };
    // Spans of a tier, or domains, that are drawn as one part.
    struct Fold {
        std::uint32_t first = 0;
        std::uint64_t count = 0;
        std::uint32_t part = not_drawn;
    };

    [[nodiscard]] std::vector<std::string> words() const {
        const Network& network = topology_.network();
        std::string line = fmt::format(
            "{} in {}", counted(topology_.gpu_count(), "GPU"),
            counted(topology_.physical_count(), cut_to(topology_.kinds().front().domain_word, 120, 12)));
        if (topology_.kinds().size() > 1)
            line = counted(topology_.gpu_count(), "GPU") + " in " +
                   counted(topology_.physical_count(), "domain");
        if (network.rails > 1) {
            line += fmt::format(", {} (NIC i of a server on rail i mod {})", counted(network.rails, "rail"),
                                network.rails);
            line += network.cross_rail == CrossRail::pxn ? ", rails crossed over NVLink"
                                                         : ", rails crossed above the lowest tier";
        }
        return {line};
    }

    void look_at_domains() {
        std::uint32_t gpu = 0;
        for (const DomainRun& run : topology_.runs()) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                domains_.push_back({run.kind, GpuId(gpu)});
                gpu += topology_.kinds()[run.kind].gpus();
            }
        }
    }

    [[nodiscard]] std::uint32_t span_of(std::uint32_t domain, std::size_t tier) const {
        return topology_.span_of(topology_.place(domains_[domain].first), tiers_[tier]);
    }

    // The first domain of each kind and those asked for, and at every tier the spans above them.
    void choose_open() {
        std::set<std::uint32_t> kinds;
        for (std::uint32_t d = 0; d < domains_.size(); ++d) {
            if (kinds.insert(domains_[d].kind).second || unfold_.count(d) > 0) open_domains_.insert(d);
        }
        open_spans_.resize(tiers_.size());
        for (std::size_t t = 0; t < tiers_.size(); ++t) {
            for (const std::uint32_t d : open_domains_) open_spans_[t].insert(span_of(d, t));
        }
    }

    std::uint32_t add(std::size_t row, double width, double height, const std::string& name,
                      const std::string& label, bool folds) {
        static const auto colours = ramp(8);
        Part part;
        part.row = row;
        part.box.width = width;
        part.box.height = height;
        part.box.name = name;
        part.box.font = 10;
        part.box.style = {Ink::paper, Ink::frame, 1.2, Dash::solid, Pattern::plain, 3};
        if (folds) part.box.style.fill = colours[7];
        std::string fitted;
        for (std::size_t begin = 0; begin <= label.size();) {
            const std::size_t end = std::min(label.find('\n', begin), label.size());
            fitted += (begin > 0 ? "\n" : "") + cut_to(label.substr(begin, end - begin), width - 6, 10);
            begin = end + 1;
        }
        part.box.label = fitted;
        parts_.push_back(std::move(part));
        rows_.resize(std::max(rows_.size(), row + 1));
        rows_[row].push_back(static_cast<std::uint32_t>(parts_.size() - 1));
        return static_cast<std::uint32_t>(parts_.size() - 1);
    }

    [[nodiscard]] std::size_t row_of(std::size_t tier) const { return tiers_.size() - 1 - tier; }

    // Switches of the open spans, one part for each span (at the bottom for each rail), and one for all
    // others.
    void add_tier(std::size_t t) {
        const std::string& word = tiers_[t].name;
        const TierSwitches shape = tier_switches(topology_.network(), t);
        const bool by_rail =
            t == 0 && topology_.network().rails > 1 && topology_.network().rails <= most_rails;
        const std::uint32_t spans = spans_of_tier(topology_, t);
        const std::uint32_t rails = t == 0 ? topology_.network().rails : 1;
        for (const std::uint32_t span : open_spans_[t]) {
            const std::string name = spans == 1 ? word : word + std::to_string(span);
            if (by_rail) {
                for (std::uint32_t rail = 0; rail < rails; ++rail) {
                    switch_parts_[{t, span, rail}] =
                        add(row_of(t), 78, box_height, fmt::format("{}.rail{}", name, rail),
                            fmt::format("{}\nrail {}", name, rail), false);
                }
                continue;
            }
            const std::string how_many =
                shape.given ? counted(shape.per_span, "switch") : std::string("one logical switch");
            switch_parts_[{t, span, 0}] =
                add(row_of(t), box_width + 20, box_height, name, name + "\n" + how_many, false);
        }
        if (spans <= open_spans_[t].size()) return;
        const std::uint64_t others = spans - open_spans_[t].size();
        folded_spans_[t] = add(
            row_of(t), box_width + 30, box_height, word + "s.others",
            fmt::format("{} more {}\nspans like {}{}", grouped(others), word, word, *open_spans_[t].begin()),
            true);
    }

    void add_domains() {
        const std::size_t row = tiers_.size();
        // What is not open, by its kind, below an open span or elsewhere.
        std::map<std::pair<std::uint32_t, std::uint32_t>, Fold>
            folds;  // by span of the lowest tier (open ones) and kind
        for (std::uint32_t d = 0; d < domains_.size(); ++d) {
            const DomainKind& kind = topology_.kinds()[domains_[d].kind];
            const std::uint32_t span = span_of(d, 0);
            const std::string name = kind.domain_word + std::to_string(d);
            if (open_domains_.count(d) > 0) {
                domain_part_[d] =
                    unfold_.count(d) > 0 ? add_open(row, d, kind, name) : add_closed(row, kind, name);
                continue;
            }
            const std::uint32_t below = open_spans_[0].count(span) > 0 ? span : not_drawn;
            Fold& fold = folds[{below, domains_[d].kind}];
            if (fold.count++ == 0) fold.first = d;
        }
        for (auto& [key, fold] : folds) {
            const DomainKind& kind = topology_.kinds()[key.second];
            const std::string word = cut_to(kind.domain_word, 60, 10);
            const std::string where =
                key.first == not_drawn ? std::string(" elsewhere") : std::string(" beside it");
            const std::string name = kind.domain_word + std::to_string(fold.first);
            fold.part = add(row, box_width + 56, box_height, name + ".and-others",
                            fmt::format("{}{}\nlike {}", counted(fold.count, "more " + word), where,
                                        first_of(key.second)),
                            true);
        }
        for (std::uint32_t d = 0; d < domains_.size(); ++d) {
            if (domain_part_.count(d) > 0) continue;
            const std::uint32_t span = span_of(d, 0);
            domain_part_[d] =
                folds[{open_spans_[0].count(span) > 0 ? span : not_drawn, domains_[d].kind}].part;
        }
    }

    [[nodiscard]] std::string first_of(std::uint32_t kind) const {
        for (std::uint32_t d = 0; d < domains_.size(); ++d) {
            if (domains_[d].kind == kind) return topology_.kinds()[kind].domain_word + std::to_string(d);
        }
        return "";
    }

    std::uint32_t add_closed(std::size_t row, const DomainKind& kind, const std::string& name) {
        return add(row, box_width, box_height, name,
                   fmt::format("{}\n{}, {}", name, counted(kind.gpus(), "GPU"),
                               counted(std::uint64_t{kind.nics_per_server()} * kind.servers.count, "NIC")),
                   false);
    }

    // A frame whose servers and GPUs are filled in when it has its place.
    std::uint32_t add_open(std::size_t row, std::uint32_t domain, const DomainKind& kind,
                           const std::string& name) {
        const std::uint32_t columns = std::min(kind.servers.gpus, 8U);
        const std::uint32_t per_server = (kind.servers.gpus + columns - 1) / columns;
        const double width = std::max(box_width, 86 + columns * cell);
        const double height = 30 + kind.servers.count * (per_server * cell + 3) + 8;
        const std::uint32_t part = add(row, width, height, name, "", false);
        parts_[part].box.style.fill = Ink::none;
        opened_.push_back({domain, part});
        return part;
    }

    void place(double top) {
        double y = top;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            double x = left + label_width;
            double height = box_height;
            for (const std::uint32_t part : rows_[row]) {
                parts_[part].box.x = x;
                parts_[part].box.y = y;
                x += parts_[part].box.width + gap;
                height = std::max(height, parts_[part].box.height);
            }
            describe_row(row, y);
            y += height + row_gap;
        }
        centre_rows();
    }

    // Narrow rows stand in the middle over the widest.
    void centre_rows() {
        double widest = 0;
        for (const auto& row : rows_) widest = std::max(widest, right_of(row));
        for (const auto& row : rows_) {
            const double shift = (widest - right_of(row)) / 2;
            for (const std::uint32_t part : row) parts_[part].box.x += shift;
        }
    }

    [[nodiscard]] double right_of(const std::vector<std::uint32_t>& row) const {
        return row.empty() ? 0 : parts_[row.back()].box.x + parts_[row.back()].box.width;
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
                                : fmt::format("spans {} {}", grouped(tier.span),
                                              span_unit_names[static_cast<std::size_t>(tier.unit)]));
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
            scene_.texts.push_back({left, y + 11 + static_cast<double>(i) * 14,
                                    cut_to(lines[i], label_width - 30, 11), 11, Align::start,
                                    i == 0 ? Ink::text : Ink::quiet, i == 0 ? Weight::bold : Weight::normal});
        }
    }

    // Which part every node of the graph is drawn as.
    void assign() {
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const Node& node = graph_.nodes[NodeId(n)];
            if (node.kind != NodeKind::network_switch) {
                part_of_[n] = domain_part_.at(node.physical);
                continue;
            }
            auto found = switch_parts_.find({node.tier, node.physical, node.tier == 0 ? node.rail : 0});
            if (found == switch_parts_.end()) found = switch_parts_.find({node.tier, node.physical, 0});
            if (found != switch_parts_.end() && open_spans_[node.tier].count(node.physical) > 0) {
                part_of_[n] = found->second;
            } else if (const auto others = folded_spans_.find(node.tier); others != folded_spans_.end()) {
                part_of_[n] = others->second;
            }
        }
    }

    void links() {
        for (const Part& part : parts_) scene_.boxes.push_back(part.box);
        for (const auto& [domain, part] : opened_) fill_open(domain, parts_[part].box);
        std::vector<EdgeLabel> labels;
        for (const Bundle& bundle : bundles_of(graph_, part_of_)) {
            if (bundle.a == bundle.b || bundle.kind != EdgeKind::network) continue;
            const Part* a = &parts_[bundle.a];
            const Part* b = &parts_[bundle.b];
            if (a->row > b->row) std::swap(a, b);
            Line line = stroke_of(bundle.kind, bundle.count);
            line.width = std::min(line.width, 3.5);
            line.points = {{a->box.middle().x, a->box.y + a->box.height}, {b->box.middle().x, b->box.y}};
            line.from = b->box.name;
            line.to = a->box.name;
            line.tip = b->box.name + " to " + a->box.name + ": " + words_of(bundle);
            labels.push_back({line.points, words_of(bundle)});
            scene_.lines.push_back(std::move(line));
        }
        // Of all rails the links are alike: those that find a place say it for the others.
        add_edge_labels(scene_, labels);
    }

    void fill_open(std::uint32_t domain, const Box& frame) {
        const DomainKind& kind = topology_.kinds()[domains_[domain].kind];
        scene_.texts.push_back({frame.x + 8, frame.y + 17, cut_to(frame.name, frame.width - 16, 11), 11,
                                Align::start, Ink::text, Weight::bold});
        static const auto colours = ramp(6);
        const std::uint32_t columns = std::min(kind.servers.gpus, 8U);
        double y = frame.y + 26;
        for (std::uint32_t s = 0; s < kind.servers.count; ++s) {
            scene_.texts.push_back({frame.x + 8, y + 9.5, cut_to(kind.server_word + std::to_string(s), 66, 9),
                                    9, Align::start, Ink::quiet});
            for (std::uint32_t g = 0; g < kind.servers.gpus; ++g) {
                const GpuId gpu(domains_[domain].first.value() + s * kind.servers.gpus + g);
                Box box{frame.x + 78 + (g % columns) * cell,
                        y + (g / columns) * cell,
                        cell - 2,
                        cell - 2,
                        {colours[1], Ink::frame}};
                if (!topology_.is_available(gpu)) box.style = {Ink::missing, Ink::missing};
                box.name = fmt::format("{}/{}{}/gpu{}", frame.name, kind.server_word, s, g);
                if (!topology_.is_available(gpu)) box.tip = box.name + ": missing";
                scene_.boxes.push_back(box);
            }
            y += (kind.servers.gpus + columns - 1) / columns * cell + 3;
        }
    }

    const Topology& topology_;
    const std::vector<Tier>& tiers_;
    const std::set<std::uint32_t>& unfold_;
    Graph graph_;
    std::vector<std::uint32_t> part_of_;
    std::vector<Physical> domains_;
    std::set<std::uint32_t> open_domains_;
    std::vector<std::set<std::uint32_t>> open_spans_;
    std::vector<Part> parts_;
    std::vector<std::vector<std::uint32_t>> rows_;
    struct SwitchKey {
        std::size_t tier = 0;
        std::uint32_t span = 0;
        std::uint32_t rail = 0;
        auto operator<=>(const SwitchKey&) const = default;
    };
    std::map<SwitchKey, std::uint32_t> switch_parts_;
    std::map<std::size_t, std::uint32_t> folded_spans_;
    std::map<std::uint32_t, std::uint32_t> domain_part_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> opened_;  // domain and part
    Scene scene_;
};

}  // namespace

Scene fabric_scene(const Topology& topology, const std::set<std::uint32_t>& unfold) {
    return FabricDrawer(topology, unfold).scene();
}

}  // namespace railyard::diagram
