#include "railyard/diagram/job_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/cost_charts.hpp"
#include "railyard/diagram/domain_picture.hpp"
#include "railyard/diagram/domain_words.hpp"
#include "railyard/diagram/fabric_picture.hpp"
#include "railyard/diagram/matrix_picture.hpp"
#include "railyard/diagram/placement_picture.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/job/flops.hpp"
#include "railyard/job/order.hpp"
#include "railyard/placement/link_load.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::diagram {
namespace {

// Pixels of a row of domains: two racks, which a page shows with letters of 6 points and more.
constexpr double page_width = 862;

std::string gib(Bytes size) {
    return fmt::format("{:.1f} GiB", size / gibibytes(1));
}

class Report {
  public:
    explicit Report(const JobReport& report)
        : report_(report),
          topology_(report.topology),
          layout_(report.layout),
          placement_(report.evaluation.placement) {}

    HtmlPage page() {
        HtmlPage page;
        page.title = layout_.name + " on " + topology_.name();
        page.subtitle = fmt::format("{}: {}, order {}", counted(layout_.degrees.ranks(), "rank"),
                                    degrees_text(layout_), to_text(layout_.order));
        page.figures = figures();
        // What has no room beside the summary on paper would leave the rest of its page blank: small things
        // go there.
        HtmlSection where = placement();
        if (fits_first_page(where.pictures.front())) {
            page.sections = {std::move(where), hops(), step(), memory(), traffic(), machine()};
        } else {
            page.sections = {hops(), step(), memory(), std::move(where), traffic(), machine()};
        }
        if (!report_.notes.empty()) page.sections.push_back({"Notes", report_.notes, {}, {}});
        return page;
    }

  private:
    [[nodiscard]] std::vector<KeyFigure> figures() const {
        const Seconds total = report_.estimate.step.total();
        const Flops model_flops = step_flops(layout_, AttentionCount::full, RecomputeCount::model);
        const FlopsPerSecond per_gpu = model_flops_per_gpu(layout_, model_flops, total);
        const MachineRates& rates = report_.estimate.rates;
        const Bytes needed = report_.memory.worst().total();
        return {{human_to_milliseconds(total), "time of a step"},
                {human(per_gpu), "model FLOP/s per GPU"},
                {fmt::format("{:.1f} %", 100 * (per_gpu / rates.peak)),
                 fmt::format("MFU, of {} in {}", human(rates.peak),
                             precision_names[static_cast<std::size_t>(rates.counted_precision)])},
                {rounded(tokens_per_second_per_gpu(layout_, total)), "tokens per second and GPU"},
                {gib(needed), report_.fit.fits() ? gib(report_.fit.spare()) + " free on the fullest GPU"
                                                 : gib(report_.fit.over()) + " too much for a GPU"},
                {grouped(placement_.domains_used), domains_and_servers()},
                {grouped(placement_.gpus_idle), "GPUs idle in them"}};
    }

    [[nodiscard]] const DomainKind& first_kind() const {
        return topology_.kind_of(topology_.place(placement_.gpu_of[RankId(0)]));
    }

    // What the number before it counts.
    [[nodiscard]] std::string domains_and_servers() const {
        std::set<DomainId> used;
        for (const GpuId gpu : placement_.gpu_of) used.insert(topology_.place(gpu).domain);
        const OfKinds kinds = kinds_of(topology_, {used.begin(), used.end()});
        const std::string number = grouped(placement_.domains_used) + " ";
        std::string domains = counted_domains(topology_, kinds, Unit::domains);
        domains = domains.starts_with(number) ? domains.substr(number.size()) : "domains: " + domains;
        return domains + ", " + counted_servers(topology_, kinds, placement_.servers_used);
    }

    [[nodiscard]] HtmlSection hops() const {
        const std::string link(link_word(first_kind()));
        HtmlSection section{"What stays on " + link, {}, {}, {}};
        const auto& dimensions = report_.evaluation.dimensions;
        const bool has_pcie = std::any_of(dimensions.begin(), dimensions.end(), [](const DimensionReport& d) {
            return d.hops.hops.pcie + d.hops.wrap.pcie > 0;
        });
        HtmlTable table{{"", "degree", "groups", "whole on " + link, "hops", "on " + link}, {}};
        if (has_pcie) table.titles.emplace_back("on PCIe");
        for (const Tier& tier : topology_.network().tiers)
            table.titles.push_back("over " + cut_to(tier.name, 110, 15));
        table.titles.push_back("share on " + link);
        table.titles.push_back("bytes per step on " + link);
        if (has_pcie) table.titles.emplace_back("on PCIe");
        table.titles.emplace_back("on the network");
        for (std::size_t i = 0; i < dimensions.size(); ++i) {
            const DimensionReport& d = dimensions[i];
            const TrafficBytes& bytes = report_.estimate.bytes[i];
            std::vector<std::string> row = {
                std::string(name_of(d.hops.dimension)), grouped(d.hops.degree), grouped(d.hops.groups),
                percent(static_cast<double>(d.hops.groups_on_nvlink), static_cast<double>(d.hops.groups))};
            add_hops(row, d.hops.hops, has_pcie);
            row.push_back(human(bytes.nvlink));
            if (has_pcie) row.push_back(human(bytes.pcie));
            row.push_back(human(bytes.network()));
            table.rows.push_back(std::move(row));
            if (d.hops.dimension != Dimension::pp) continue;
            std::vector<std::string> wrap = {"pp wrap", "", "", ""};
            add_hops(wrap, d.hops.wrap, has_pcie);
            wrap.resize(table.titles.size());
            table.rows.push_back(std::move(wrap));
        }
        section.tables.push_back(std::move(table));
        section.words = {
            "A hop is a directed transfer between two ranks of a group: a ring for tp, cp and dp, a chain "
            "for pp, every pair for ep. The wrap is from the last stage to the first."};
        if (!report_.leaves_words.empty()) section.words.insert(section.words.begin(), report_.leaves_words);
        return section;
    }

    static void add_hops(std::vector<std::string>& row, const HopCount& hops, bool has_pcie) {
        row.push_back(grouped(hops.total()));
        row.push_back(grouped(hops.nvlink));
        if (has_pcie) row.push_back(grouped(hops.pcie));
        for (const std::uint64_t tier : hops.tiers) row.push_back(grouped(tier));
        row.push_back(percent(static_cast<double>(hops.nvlink), static_cast<double>(hops.total())));
    }

    [[nodiscard]] HtmlSection placement() const {
        HtmlSection section{"Where the ranks sit", {}, {}, {}};
        PlacementPicture picture{topology_, layout_, placement_};
        picture.widest = page_width;
        picture.colour = default_colour(layout_);
        // The hops of the dimension that is coloured show what its neighbours are.
        if (layout_.degrees.of(picture.colour) > 1) picture.hops = GroupChoice{picture.colour, 0};
        section.pictures.push_back(placement_scene(picture));
        return section;
    }

    [[nodiscard]] HtmlSection step() const {
        HtmlSection section{"The time of a step", report_.step_words, {}, {}};
        const StepTimes& t = report_.estimate.step;
        HtmlTable table{{"part", "seconds", "share"}, {}};
        const std::array<std::pair<const char*, Seconds>, 7> parts = {{{"compute", t.compute},
                                                                       {"tp", t.tp},
                                                                       {"cp", t.cp},
                                                                       {"ep", t.ep},
                                                                       {"pp", t.pp},
                                                                       {"dp", t.dp},
                                                                       {"bubble", t.bubble}}};
        for (const auto& [name, time] : parts) {
            if (time.raw() > 0)
                table.rows.push_back({name, human(time), percent(time.raw(), t.total().raw())});
        }
        table.rows.push_back({"step", human(t.total()), "100 %"});
        section.tables.push_back(std::move(table));
        section.pictures.push_back(
            step_scene(topology_.name(), {{layout_.name, degrees_text(layout_), t, report_.estimate.model}}));
        return section;
    }

    [[nodiscard]] HtmlSection memory() const {
        HtmlSection section{"Memory", {}, {}, {}};
        HtmlTable table{{"stages", "weights", "gradients", "optimizer", "activations", "total"}, {}};
        const auto& stages = report_.memory.stages;
        for (std::size_t first = 0; first < stages.size();) {
            std::size_t last = first;
            while (last + 1 < stages.size() && is_alike(stages[last + 1], stages[first])) ++last;
            const auto& s = stages[first];
            table.rows.push_back(
                {first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last),
                 gib(s.weights), gib(s.gradients), gib(s.optimizer), gib(s.activations), gib(s.total())});
            first = last + 1;
        }
        section.tables.push_back(std::move(table));
        section.pictures.push_back(memory_scene(
            topology_.name(), {{layout_.name, fmt::format("stage {}", report_.memory.worst_stage),
                                report_.memory.worst(), report_.fit.gpu}}));
        return section;
    }

    static bool is_alike(const memory::StageMemory& a, const memory::StageMemory& b) {
        return a.weights == b.weights && a.gradients == b.gradients && a.optimizer == b.optimizer &&
               a.activations == b.activations;
    }

    [[nodiscard]] HtmlSection traffic() const {
        HtmlSection section{"Traffic", {}, {}, {}};
        const MatrixUnit unit = placement_.domains_used > 1 ? MatrixUnit::domains : MatrixUnit::servers;
        section.pictures.push_back(matrix_scene(
            "Between " + std::string(matrix_unit_names[static_cast<std::size_t>(unit)]), topology_,
            traffic_matrix(topology_, layout_, report_.estimate.volumes, placement_, unit,
                           most_matrix_cells)));
        section.pictures.push_back(link_load_scene(
            "Load of links", topology_, link_loads(topology_, layout_, report_.estimate.volumes, placement_),
            report_.estimate.step.total()));
        return section;
    }

    // An endless topology as far as the job goes.
    [[nodiscard]] Topology reached() const {
        if (!topology_.as_needed()) return topology_;
        std::uint32_t domains = 0;
        for (const GpuId gpu : placement_.gpu_of)
            domains = std::max(domains, topology_.place(gpu).physical + 1);
        for (std::size_t run = 0; run + 1 < topology_.runs().size(); ++run)
            domains -= std::min(domains, topology_.runs()[run].count);
        return topology_.with_last_run(std::max(1U, domains));
    }

    // One domain, and the network where there is one that can be drawn.
    [[nodiscard]] HtmlSection machine() const {
        HtmlSection section{"The machine", {}, {}, {}};
        section.pictures.push_back(
            domain_scene(topology_, topology_.place(placement_.gpu_of[RankId(0)]).physical, {}));
        if (topology_.network().tiers.empty()) return section;
        const Topology shown = reached();
        if (shown.gpu_count() <= most_drawn_gpus) section.pictures.push_back(fabric_scene(shown, {}));
        return section;
    }

    const JobReport& report_;
    const Topology& topology_;
    const Layout& layout_;
    const Placement& placement_;
};

}  // namespace

HtmlPage report_page(const JobReport& report) {
    return Report(report).page();
}

}  // namespace railyard::diagram
