#include "railyard/estimate/reference_reasons.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/job/flops.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard {
namespace {

class Words {
  public:
    Words(const Topology& topology, const Layout& layout, const Estimate& estimate)
        : topology_(topology), layout_(layout), estimate_(estimate), degrees_(layout.degrees) {}

    [[nodiscard]] std::string compute() const {
        char eta[32];
        std::snprintf(eta, sizeof eta, "%.4f", estimate_.efficiency);
        const Flops work = step_flops(layout_, AttentionCount::full, RecomputeCount::hardware);
        const MachineRates& rates = estimate_.rates;
        return human(work / (rates.peak * static_cast<double>(degrees_.ranks()))) +
               " at the peak of the GPUs, " + human(rates.peak) + " (" +
               std::string(precision_names[static_cast<std::size_t>(rates.counted_precision)]) +
               "), over eta " + eta + "; FLOPs with attention in full and what is recomputed";
    }
    [[nodiscard]] std::string tp() const {
        return counted(static_cast<std::uint64_t>(tensor_all_reduces(layout_)), "all-reduce") + " of " +
               human(activation()) + " over " + std::to_string(degrees_.tp) + each_layer() +
               at(Dimension::tp) + latency();
    }
    [[nodiscard]] std::string cp() const {
        return "keys and values gathered over " + std::to_string(degrees_.cp) +
               ", their gradients scattered," + each_layer() + at(Dimension::cp);
    }
    [[nodiscard]] std::string ep() const {
        if (degrees_.ep < 2)
            return "4 gathers or scatters over etp " + std::to_string(degrees_.etp) + each_expert_layer() +
                   at(Dimension::etp);
        const DimensionRates& rates = estimate_.rates.of(Dimension::ep);
        std::string text = "4 exchanges over " + std::to_string(degrees_.ep) + each_expert_layer() + ", " +
                           rounded(100 * rates.nvlink_share) + " % of the hops at " + human(rates.nvlink) +
                           " inside a domain";
        if (rates.nvlink_share < 1) text += ", the others at " + human(rates.nic) + " of NICs";
        return text + latency();
    }
    [[nodiscard]] std::string pp() const {
        return grouped(2ULL * layout_.micro_batches() * layout_.pipeline.passes()) + " sends of " +
               human(activation() / degrees_.tp) + at(Dimension::pp) + latency();
    }
    [[nodiscard]] std::string dp() const {
        const Dimension over = degrees_.dp > 1 ? Dimension::dp : Dimension::cp;
        std::string text = layout_.sharding.kind == ShardingKind::zero_3
                               ? "parameters gathered twice a micro-batch, gradients scattered once, over "
                               : "gradients reduced once a step over ";
        text += grouped(static_cast<std::uint64_t>(degrees_.dp) * degrees_.cp) + " ranks" + at(over);
        if (degrees_.has_experts()) text += "; experts' over " + grouped(degrees_.edp());
        return text + "; no latency";
    }
    [[nodiscard]] std::string bubble() const {
        const std::string chunks =
            layout_.pipeline.passes() > 1 ? std::to_string(layout_.pipeline.passes()) + " x " : "";
        return "(" + std::to_string(degrees_.pp) + " - 1)/(" + chunks +
               std::to_string(layout_.micro_batches()) +
               ") of compute, tp, cp and ep: stages, chunks and micro-batches";
    }

  private:
    [[nodiscard]] Bytes activation() const {
        return bytes(2.0 * layout_.batch.micro * layout_.batch.length / degrees_.cp * layout_.model.hidden);
    }
    [[nodiscard]] static std::string each_layer() { return " for each layer of a stage and micro-batch"; }
    [[nodiscard]] static std::string each_expert_layer() {
        return " for each expert layer of a stage and micro-batch";
    }
    [[nodiscard]] static std::string latency() { return ", 5 us for each message"; }
    // What joins the GPUs of a domain.
    [[nodiscard]] std::string inside() const {
        const auto& kinds = topology_.kinds();
        const bool pcie = std::all_of(kinds.begin(), kinds.end(), [](const DomainKind& kind) {
            return kind.scale_up.kind == ScaleUpKind::none;
        });
        return pcie ? "PCIe" : std::string(link_word(topology_));
    }
    [[nodiscard]] std::string at(Dimension dimension) const {
        const DimensionRates& rates = estimate_.rates.of(dimension);
        return ", at " + human(rates.ring()) + " of " + (rates.in_one_domain ? inside() : "a GPU's NICs");
    }

    const Topology& topology_;
    const Layout& layout_;
    const Estimate& estimate_;
    const Degrees& degrees_;
};

}  // namespace

std::vector<PartReason> reference_reasons(const Topology& topology, const Layout& layout,
                                          const Estimate& estimate) {
    const Words words(topology, layout, estimate);
    const StepTimes& step = estimate.step;
    std::vector<PartReason> reasons;
    const auto add = [&](const char* part, Seconds time, std::string (Words::*bound)() const) {
        if (time.raw() > 0) reasons.push_back({part, time, (words.*bound)()});
    };
    add("compute", step.compute, &Words::compute);
    add("tp", step.tp, &Words::tp);
    add("cp", step.cp, &Words::cp);
    add("ep", step.ep, &Words::ep);
    add("pp", step.pp, &Words::pp);
    add("dp", step.dp, &Words::dp);
    add("bubble", step.bubble, &Words::bubble);
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const PartReason& a, const PartReason& b) { return a.time > b.time; });
    return reasons;
}

}  // namespace railyard
