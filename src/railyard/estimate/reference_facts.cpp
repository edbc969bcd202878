#include "railyard/estimate/reference_facts.hpp"

#include "railyard/job/flops.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard {
namespace {

class Facts {
  public:
    Facts(const Topology& topology, const Layout& layout, const Estimate& estimate)
        : link_(link_word(topology)),
          layout_(layout),
          degrees_(layout.degrees),
          estimate_(estimate),
          rates_(estimate.rates) {}

    [[nodiscard]] FactList compute() const {
        const Flops work = step_flops(layout_, AttentionCount::full, RecomputeCount::hardware);
        FactList facts;
        facts.words("GPU", rates_.gpu.empty() ? "several kinds" : rates_.gpu)
            .words("precision", precision_names[static_cast<std::size_t>(rates_.counted_precision)])
            .number("peak", FactKind::compute_rate, rates_.peak.raw())
            .add(step_facts::recomputation(layout_))
            .count("ranks", degrees_.ranks())
            .number("work of a GPU", FactKind::flops, (work / degrees_.ranks()).raw())
            .number("eta", FactKind::share, estimate_.efficiency);
        return facts;
    }
    [[nodiscard]] FactList tp() const {
        FactList facts;
        facts.count("tp", degrees_.tp)
            .add(step_facts::recomputation(layout_))
            .add(passes())
            .number("size of an all-reduce", FactKind::bytes, layer_activation(layout_).raw());
        return facts.add(ring(Dimension::tp));
    }
    [[nodiscard]] FactList cp() const {
        FactList facts = step_facts::tokens(layout_);
        return facts.count("tp", degrees_.tp).add(passes()).add(ring(Dimension::cp));
    }
    [[nodiscard]] FactList ep() const {
        FactList facts;
        facts.count("ep", degrees_.ep).count("etp", degrees_.etp).count("tp", degrees_.tp);
        facts.add(step_facts::tokens(layout_)).add(passes());
        if (degrees_.ep > 1) {
            const DimensionRates& rates = rates_.of(Dimension::ep);
            facts.number("of the hops on " + link_, FactKind::share, rates.nvlink_share)
                .number(link_ + " of a GPU", FactKind::bandwidth, rates.nvlink.raw());
            if (rates.nvlink_share < 1) facts.number(nic_rate, FactKind::bandwidth, rates.nic.raw());
        }
        return degrees_.etp > 1 ? facts.add(ring(Dimension::etp), "etp:") : facts;
    }
    [[nodiscard]] FactList pp() const {
        FactList facts;
        facts.count("stages", degrees_.pp);
        if (degrees_.pp < 2) return facts;
        facts.count("sends", 2.0 * layout_.micro_batches() * layout_.pipeline.passes())
            .number("size of a send", FactKind::bytes, layer_activation(layout_).raw() / degrees_.tp);
        return facts.add(ring(Dimension::pp));
    }
    [[nodiscard]] FactList dp() const {
        FactList facts;
        facts
            .words("traffic:",
                   layout_.sharding.kind == ShardingKind::zero_3
                       ? "parameters gathered twice a micro-batch, gradients scattered once a step"
                       : "gradients reduced once a step")
            .add(step_facts::sharding(layout_))
            .count("tp", degrees_.tp)
            .count("stages", degrees_.pp)
            .count("replicas and cp", static_cast<double>(degrees_.dp) * degrees_.cp);
        if (layout_.sharding.kind == ShardingKind::zero_3)
            facts.count("micro-batches", layout_.micro_batches());
        facts.add(ring(degrees_.dp > 1 ? Dimension::dp : Dimension::cp));
        if (degrees_.has_experts()) facts.count("edp", degrees_.edp()).add(ring(Dimension::edp), "edp:");
        return facts;
    }
    [[nodiscard]] FactList bubble() const {
        const StepTimes& step = estimate_.step;
        FactList facts = step_facts::pipeline(layout_);
        return facts.number("passes of a stage", FactKind::seconds,
                            (step.compute + step.tp + step.cp + step.ep).raw());
    }

  private:
    // Layers are dealt out evenly, fractions allowed.
    [[nodiscard]] FactList passes() const {
        return FactList()
            .count("layers of a GPU", static_cast<double>(layout_.model.layers) / degrees_.pp)
            .count("micro-batches", layout_.micro_batches());
    }
    [[nodiscard]] FactList ring(Dimension dimension) const {
        FactList facts;
        if (degrees_.of(dimension) < 2) return facts;
        const DimensionRates& rates = rates_.of(dimension);
        facts.words("over", rates.in_one_domain ? link_ : "NICs");
        return facts.number(rates.in_one_domain ? link_ + " of a GPU" : std::string(nic_rate),
                            FactKind::bandwidth, rates.ring().raw());
    }

    std::string link_;  // what links inside a domain are called
    const Layout& layout_;
    const Degrees& degrees_;
    const Estimate& estimate_;
    const MachineRates& rates_;
};

}  // namespace

std::vector<StepPiece> reference_facts(const Topology& topology, const Layout& layout,
                                       const Estimate& estimate) {
    const Facts facts(topology, layout, estimate);
    const StepTimes& step = estimate.step;
    const auto of = [&](const FactList& own) {
        return FactList().words("model", layout.model.name).add(own).take();
    };
    return {{CostItem::products, step.compute, {}, of(facts.compute())},
            {CostItem::tensor, step.tp, {}, of(facts.tp())},
            {CostItem::context, step.cp, {}, of(facts.cp())},
            {CostItem::exchange, step.ep, {}, of(facts.ep())},
            {CostItem::sends, step.pp, {}, of(facts.pp())},
            {CostItem::gradients, step.dp, {}, of(facts.dp())},
            {CostItem::bubble, step.bubble, {}, of(facts.bubble())}};
}

}  // namespace railyard
