#include "railyard/diagram/fabric_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <map>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/domain_parts.hpp"
#include "railyard/diagram/fabric_groups.hpp"
#include "railyard/diagram/folded_graph.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr std::uint32_t most_rails = 8;  // drawn one by one
// Pixels of the widest row that A4 on its side shows with letters of 6 points; wider where somebody asked for
// domains to be opened.
constexpr double widest_row = 1165;
constexpr double widest_row_opened = 2150;

class FabricFolder {
  public:
    FabricFolder(const Topology& topology, const Graph& graph, const std::set<std::uint32_t>& unfold)
        : topology_(topology), tiers_(topology.network().tiers), unfold_(unfold), graph_(graph) {
        made_.part_of.assign(graph.nodes.size(), not_drawn);
    }

    FabricParts fold() {
        look_at_domains();
        const FabricParts before = made_;
        while (true) {
            choose_open();
            for (std::size_t t = tiers_.size(); t-- > 0;) add_tier(t);
            add_domains();
            const auto next = static_cast<Economy>(static_cast<std::uint8_t>(economy_) + 1);
            if (widest() <= (unfold_.empty() ? widest_row : widest_row_opened) || next == Economy::last)
                break;
            economy_ = next;
            made_ = before;
            switch_parts_.clear();
            folded_spans_.clear();
            names_.clear();
        }
        assign();
        return std::move(made_);
    }

  private:
    [[nodiscard]] std::uint32_t domains() const { return static_cast<std::uint32_t>(made_.kind_of.size()); }
    [[nodiscard]] const DomainKind& kind(std::uint32_t domain) const {
        return topology_.kinds()[made_.kind_of[domain]];
    }
    [[nodiscard]] std::string name_of(std::uint32_t domain) const {
        return kind(domain).domain_word + std::to_string(domain);
    }

    void look_at_domains() {
        std::uint32_t gpu = 0;
        for (const DomainRun& run : topology_.runs()) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                made_.kind_of.push_back(run.kind);
                made_.first_gpu.emplace_back(gpu);
                gpu += topology_.kinds()[run.kind].gpus();
            }
        }
        missing_.assign(made_.kind_of.size(), 0);
        for (const GpuId lost : topology_.unavailable()) {
            if (lost.value() < gpu) ++missing_[topology_.place(lost).physical];
        }
    }

    [[nodiscard]] double widest() const {
        double most = 0;
        for (const auto& row : made_.rows) {
            double width = -fabric_gap;
            for (const std::uint32_t part : row) width += made_.boxes[part].width + fabric_gap;
            most = std::max(most, width);
        }
        return most;
    }

    [[nodiscard]] std::uint32_t span_of(std::uint32_t domain, std::size_t tier) const {
        return topology_.span_of(topology_.place(made_.first_gpu[domain]), tiers_[tier]);
    }

    // Of each kind the first domain that is whole (or the first), those asked for, and at every tier the
    // spans above them.
    void choose_open() {
        for (std::uint32_t d = 0; d < domains(); ++d) {
            const auto [like, is_new] = like_.try_emplace(made_.kind_of[d], d);
            if (!is_new && missing_[like->second] > 0 && missing_[d] == 0) like->second = d;
        }
        open_domains_ = unfold_;
        std::set<std::uint32_t> below_open = unfold_;
        for (const auto& [of_kind, domain] : like_) {
            if (economy_ < Economy::whole_kinds) open_domains_.insert(domain);
            if (economy_ < Economy::whole_kinds || of_kind == like_.begin()->first) below_open.insert(domain);
        }
        open_spans_.assign(tiers_.size(), {});
        gpus_in_.resize(tiers_.size());
        for (std::size_t t = 0; t < tiers_.size(); ++t) {
            for (const std::uint32_t d : below_open) open_spans_[t].insert(span_of(d, t));
            gpus_in_[t].assign(spans_of_tier(topology_, t), 0);
            for (std::uint32_t d = 0; d < domains(); ++d) gpus_in_[t][span_of(d, t)] += kind(d).gpus();
        }
    }

    std::uint32_t add(std::size_t row, double width, double height, const std::string& name,
                      const std::string& label, bool folds) {
        Box box;
        // A tier may be called as the domains are.
        box.name = name;
        while (!names_.insert(box.name).second) box.name += "'";
        box.width = width;
        box.height = height;
        box.style = {Ink::paper, Ink::frame, 1.2, Dash::solid, Pattern::plain, 3};
        if (folds) box.style.fill = folded_fill();
        made_.has_folded = made_.has_folded || folds;
        FittedLabel fitted = fit_label(label, width - 6, height - 4, 7, 11);
        box.label = std::move(fitted.label);
        box.font = fitted.font;
        if (fitted.is_cut) box.tip = name + ": " + label;
        const auto part = static_cast<std::uint32_t>(made_.boxes.size());
        made_.boxes.push_back(std::move(box));
        made_.row_of.push_back(row);
        made_.rows.resize(std::max(made_.rows.size(), row + 1));
        made_.rows[row].push_back(part);
        return part;
    }

    [[nodiscard]] std::size_t row_of(std::size_t tier) const { return tiers_.size() - 1 - tier; }

    // Switches of the open spans, one part for each span (at the bottom for each rail), and one for the
    // others that are alike.
    void add_tier(std::size_t t) {
        const std::string& word = tiers_[t].name;
        const TierSwitches shape = tier_switches(topology_.network(), t);
        const std::uint32_t rails = t == 0 ? topology_.network().rails : 1;
        const auto spans = static_cast<std::uint32_t>(gpus_in_[t].size());
        // Above rails a box is wide enough for the words on a line to each of them.
        const bool is_above_rails = t == 1 && has_rails() && economy_ < Economy::no_rails;
        const double width = is_above_rails ? 220 : fabric_box_width + 20;
        for (const std::uint32_t span : open_spans_[t]) {
            const std::string name = spans == 1 ? word : word + std::to_string(span);
            if (t == 0 && draws_rails(span)) {
                for (std::uint32_t rail = 0; rail < rails; ++rail) {
                    switch_parts_[{t, span, rail}] =
                        add(row_of(t), 78, fabric_box_height, fmt::format("{}.rail{}", name, rail),
                            fmt::format("{}\nrail {}", name, rail), false);
                }
                continue;
            }
            const std::string how_many = t == 0 && has_rails() ? counted(rails, "rail")
                                         : shape.given         ? counted(shape.per_span, "switch")
                                                               : std::string("one logical switch");
            switch_parts_[{t, span, 0}] =
                add(row_of(t), width, fabric_box_height, name, name + "\n" + how_many, false);
        }
        fold_spans(t);
    }

    [[nodiscard]] bool has_rails() const {
        return topology_.network().rails > 1 && topology_.network().rails <= most_rails;
    }

    // Of a span of the lowest tier: one by one.
    [[nodiscard]] bool draws_rails(std::uint32_t span) const {
        if (!has_rails() || economy_ >= Economy::no_rails) return false;
        return economy_ < Economy::rails_once || span == *open_spans_[0].begin();
    }

    // Spans that are not open, by the GPUs below them: the last one may be filled in part.
    void fold_spans(std::size_t t) {
        std::map<std::uint32_t, std::vector<std::uint32_t>> alike;
        for (std::uint32_t span = 0; span < gpus_in_[t].size(); ++span) {
            if (open_spans_[t].count(span) == 0) alike[gpus_in_[t][span]].push_back(span);
        }
        const std::string& word = tiers_[t].name;
        const auto put = [&](const std::vector<std::uint32_t>& spans, const std::string& label) {
            const std::uint32_t part =
                add(row_of(t), fabric_box_width + 30, fabric_box_height,
                    spans.size() == 1 ? word + std::to_string(spans.front())
                                      : fmt::format("{}{}.and-others", word, spans.front()),
                    label, spans.size() > 1);
            for (const std::uint32_t span : spans) folded_spans_[{t, span}] = part;
        };
        if (alike.size() > (economy_ < Economy::one_way ? most_groups : 1)) {
            std::vector<std::uint32_t> all;
            for (const auto& [gpus, spans] : alike) all.insert(all.end(), spans.begin(), spans.end());
            return put(all, fmt::format("{} more {} spans\nof {} to {} GPUs", grouped(all.size()), word,
                                        grouped(alike.begin()->first), grouped(alike.rbegin()->first)));
        }
        std::vector<std::vector<std::uint32_t>> by_number;
        for (const auto& entry : alike) by_number.push_back(entry.second);
        std::sort(by_number.begin(), by_number.end());
        for (const std::vector<std::uint32_t>& spans : by_number) {
            const std::uint32_t gpus = gpus_in_[t][spans.front()];
            const auto like = std::find_if(open_spans_[t].begin(), open_spans_[t].end(),
                                           [&](std::uint32_t open) { return gpus_in_[t][open] == gpus; });
            const std::string what =
                like == open_spans_[t].end()
                    ? counted(gpus, "GPU") + (spans.size() > 1 ? " below each" : " below")
                    : fmt::format("like {}{}", word, *like);
            put(spans, spans.size() == 1
                           ? fmt::format("{}{}\n{}", word, spans.front(), what)
                           : fmt::format("{} more {} spans\n{}", grouped(spans.size()), word, what));
        }
    }

    void add_domains() {
        std::vector<DomainFacts> facts;
        for (std::uint32_t d = 0; d < domains(); ++d)
            facts.push_back({made_.kind_of[d], missing_[d], span_of(d, 0)});
        const std::size_t row = tiers_.size();
        domain_part_.assign(domains(), not_drawn);
        for (const DomainGroup& group : domain_groups(facts, open_domains_, open_spans_[0], economy_)) {
            const std::uint32_t first = group.members.front();
            const std::uint32_t part = !group.is_open             ? add_fold(row, group)
                                       : unfold_.count(first) > 0 ? add_open(row, first)
                                                                  : add_closed(row, first);
            for (const std::uint32_t d : group.members) domain_part_[d] = part;
        }
    }

    // Of several domains: which span they are in. Of one the line above it tells.
    [[nodiscard]] std::string where(const DomainGroup& group) const {
        if (economy_ >= Economy::any_span || gpus_in_[0].size() == 1) return "";
        if (group.below == not_drawn) return " elsewhere";
        return " in " + cut_to(tiers_[0].name, 60, 10) + std::to_string(group.below);
    }

    std::uint32_t add_fold(std::size_t row, const DomainGroup& group) {
        const std::vector<std::uint32_t>& members = group.members;
        const std::uint32_t first = members.front();
        const std::string word = cut_to(kind(first).domain_word, 60, 10);
        const std::uint32_t gpus = kind(first).gpus();
        const bool is_one = members.size() == 1;
        const bool is_whole_kind = economy_ >= Economy::whole_kinds;
        std::string label = is_one ? name_of(first)
                            : is_whole_kind
                                ? grouped(members.size()) + " x " + cut_to(kind(first).name, 80, 10)
                                : counted(members.size(), "more " + word) + where(group);
        std::uint64_t lost = 0;
        for (const std::uint32_t d : members) lost += missing_[d];
        if (group.missing == 0 && is_whole_kind) {
            label += "\n" + contents_of(first) + (is_one ? "" : " each");
        } else if (group.missing == 0) {
            label += "\nlike " + name_of(like_.at(made_.kind_of[first]));
        } else if (group.missing == DomainGroup::various) {
            label +=
                fmt::format("\nunavailable: {} of {} GPUs", grouped(lost), grouped(members.size() * gpus));
        } else if (group.missing == gpus) {
            label += "\nunavailable";
        } else {
            label +=
                fmt::format("\nunavailable: {} of {} GPUs{}", group.missing, gpus, is_one ? "" : " each");
        }
        const std::uint32_t part =
            add(row, fabric_box_width + (economy_ < Economy::any_span ? 56 : 0), fabric_box_height,
                is_one ? name_of(first) : name_of(first) + ".and-others", label, !is_one);
        mark(part, lost, members.size() * gpus);
        if (group.missing > 0) made_.boxes[part].tip = names_of(members);
        return part;
    }

    // "rack3 (4 unavailable), rack5 (1 unavailable)", some of them.
    [[nodiscard]] std::string names_of(const std::vector<std::uint32_t>& members) const {
        constexpr std::size_t most = 20;
        std::string names;
        for (std::size_t i = 0; i < std::min(most, members.size()); ++i)
            names += fmt::format("{}{} ({} unavailable)", i > 0 ? ", " : "", name_of(members[i]),
                                 missing_[members[i]]);
        return members.size() > most ? names + ", ..." : names;
    }

    // Shows in a part's frame, or all over, that GPUs of it are unavailable.
    void mark(std::uint32_t part, std::uint64_t lost, std::uint64_t gpus) {
        if (lost == 0) return;
        BoxStyle& style = made_.boxes[part].style;
        style = lost == gpus ? missing_style() : damaged_style(style);
        (lost == gpus ? made_.has_missing : made_.has_damaged) = true;
    }

    std::uint32_t add_closed(std::size_t row, std::uint32_t domain) {
        const bool has_four_lines = like_.size() > 1 && missing_[domain] > 0;
        const std::uint32_t part =
            add(row, fabric_box_width, fabric_box_height + (has_four_lines ? 14 : 0), name_of(domain),
                fmt::format("{}\n{}{}", name_of(domain), kind_words(domain), contents_of(domain)), false);
        mark(part, missing_[domain], kind(domain).gpus());
        return part;
    }

    // A line that says which kind it is, where there are several.
    [[nodiscard]] std::string kind_words(std::uint32_t domain) const {
        return like_.size() > 1 ? cut_to(kind(domain).name, 200, 10) + "\n" : "";
    }

    // "8 GPUs, 1 unavailable, 8 NICs".
    [[nodiscard]] std::string contents_of(std::uint32_t domain) const {
        const DomainKind& of = kind(domain);
        const std::string lost =
            missing_[domain] > 0 ? fmt::format(", {} unavailable", missing_[domain]) : std::string();
        return counted(of.gpus(), "GPU") + lost + ", " +
               counted(std::uint64_t{of.nics_per_server()} * of.servers.count, "NIC");
    }

    // A frame whose servers and GPUs are filled in when it has its place.
    std::uint32_t add_open(std::size_t row, std::uint32_t domain) {
        const Servers& servers = kind(domain).servers;
        const std::uint32_t columns = std::min(servers.gpus, 8U);
        const std::uint32_t per_server = (servers.gpus + columns - 1) / columns;
        const double width = std::max(fabric_box_width, 86 + columns * fabric_cell);
        const double height = 30 + servers.count * (per_server * fabric_cell + 3) + 8;
        const std::uint32_t part = add(row, width, height, name_of(domain), "", false);
        made_.boxes[part].style.fill = Ink::none;
        made_.has_missing = made_.has_missing || missing_[domain] > 0;
        made_.opened.emplace_back(domain, part);
        return part;
    }

    // Which part every node of the graph is drawn as.
    void assign() {
        for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
            const Node& node = graph_.nodes[NodeId(n)];
            if (node.kind != NodeKind::network_switch) {
                made_.part_of[n] = domain_part_[node.physical];
                continue;
            }
            auto found = switch_parts_.find({node.tier, node.physical, node.tier == 0 ? node.rail : 0});
            if (found == switch_parts_.end()) found = switch_parts_.find({node.tier, node.physical, 0});
            if (found != switch_parts_.end()) {
                made_.part_of[n] = found->second;
            } else if (const auto fold = folded_spans_.find({node.tier, node.physical});
                       fold != folded_spans_.end()) {
                made_.part_of[n] = fold->second;
            }
        }
    }

    struct SwitchKey {
        std::size_t tier = 0;
        std::uint32_t span = 0;
        std::uint32_t rail = 0;
        auto operator<=>(const SwitchKey&) const = default;
    };

    const Topology& topology_;
    const std::vector<Tier>& tiers_;
    const std::set<std::uint32_t>& unfold_;
    const Graph& graph_;
    std::vector<std::uint32_t> missing_;           // GPUs, by physical domain
    std::map<std::uint32_t, std::uint32_t> like_;  // by kind, the domain that the folded ones are like
    std::set<std::uint32_t> open_domains_;
    std::vector<std::set<std::uint32_t>> open_spans_;  // by tier
    std::vector<std::vector<std::uint32_t>> gpus_in_;  // by tier and span
    std::map<SwitchKey, std::uint32_t> switch_parts_;
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> folded_spans_;  // by tier and span
    std::vector<std::uint32_t> domain_part_;
    std::set<std::string> names_;
    Economy economy_ = Economy::none;
    FabricParts made_;
};

}  // namespace

Fill folded_fill() {
    return ramp(8)[7];
}

FabricParts fabric_parts(const Topology& topology, const Graph& graph,
                         const std::set<std::uint32_t>& unfold) {
    return FabricFolder(topology, graph, unfold).fold();
}

}  // namespace railyard::diagram
