#include "railyard/estimate/calibrated_facts.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "railyard/estimate/calibrated_layer.hpp"
#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/calibrated_volumes.hpp"
#include "railyard/estimate/expert_exchange.hpp"
#include "railyard/estimate/link_facts.hpp"
#include "railyard/estimate/product_precision.hpp"
#include "railyard/estimate/update_groups.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/job/volumes.hpp"

namespace railyard {
namespace {

using namespace step_facts;

// The parts of a step that are no work of its stages' passes.
constexpr std::array beside_passes = {CostItem::bubble, CostItem::sends, CostItem::gradients,
                                      CostItem::optimizer, CostItem::fixed};
bool is_of_a_stage(CostItem item) {
    return std::find(beside_passes.begin(), beside_passes.end(), item) == beside_passes.end();
}

class Facts {
  public:
    Facts(const Topology& topology, const Layout& layout, const CalibratedMachine& machine,
          const StepConstants& constants)
        : topology_(topology),
          layout_(layout),
          degrees_(layout.degrees),
          machine_(machine),
          constants_(constants),
          software_(switches_of(layout.software)),
          update_(calibrated_update(layout, machine.precision)),
          layers_(layout, machine, constants) {}

    [[nodiscard]] std::vector<StepFact> of(CostItem item) const {
        FactList facts;
        facts.words("model", layout_.model.name).add(own(item));
        if (is_of_a_stage(item)) facts.add(longest_);
        return facts.words("software", software_names[static_cast<std::size_t>(layout_.software)]).take();
    }
    // Of all forward and backward passes of a stage, and of one send behind them.
    void set_pipeline(Seconds passes, Seconds send, std::size_t longest) {
        passes_ = passes;
        send_ = send;
        if (layout_.pipeline.schedule != PipelineSchedule::dualpipe)
            longest_ = longest_stage(stage_layers(layout_).at(longest));
    }

  private:
    [[nodiscard]] FactList own(CostItem item) const {
        switch (item) {
            case CostItem::products:
            case CostItem::expert_products:
            case CostItem::head:
                return products(item);
            case CostItem::attention:
                return attention();
            case CostItem::elementwise:
                return elementwise();
            case CostItem::expert_moves:
                return expert_moves();
            case CostItem::launches:
                return launches();
            case CostItem::optimizer:
                return optimizer();
            case CostItem::fixed:
                return {};
            case CostItem::tensor:
                return tensor();
            case CostItem::context:
                return context();
            case CostItem::exchange:
                return exchange();
            case CostItem::sends:
                return sends();
            case CostItem::gradients:
                return gradients();
            case CostItem::bubble:
                return bubble();
        }
        return {};
    }

    [[nodiscard]] FactList gpu() const { return FactList().words("GPU", machine_.gpu.gpu); }
    [[nodiscard]] FactList memory() const {
        return FactList().number("memory", FactKind::bandwidth, machine_.memory.raw());
    }
    [[nodiscard]] FactList shapes() const {
        FactList facts;
        return facts.count("tp", degrees_.tp).add(tokens(layout_));
    }
    // DualPipe's exchanges take multiprocessors from what runs beside them.
    [[nodiscard]] FactList beside() const {
        const bool takes = layout_.pipeline.schedule == PipelineSchedule::dualpipe && degrees_.ep > 1;
        return FactList().words("exchanges beside it", takes ? "yes" : "no");
    }
    [[nodiscard]] FactList gradient_sums() const {
        return FactList().number("gradients added up apart, for a parameter", FactKind::bytes,
                                 gradient_sum_bytes(layout_, constants_.given));
    }
    [[nodiscard]] FactList imbalance() const {
        FactList facts;
        if (!layout_.model.experts) return facts;
        return facts.number("fullest expert rank over the mean", FactKind::share,
                            expert_imbalance(layout_, constants_));
    }

    [[nodiscard]] FactList products(CostItem item) const {
        FactList facts = gpu();
        const bool narrow = machine_.precision == ProductPrecision::fp8 && item != CostItem::head;
        facts
            .words("products in",
                   narrow ? "fp8"
                          : precision_names[static_cast<std::size_t>(
                                machine_.timed == Precision::fp8 ? Precision::bf16 : machine_.timed)])
            .add(recomputation(layout_))
            .add(shapes());
        if (item == CostItem::head) {
            facts.count("micro-batches", layout_.micro_batches()).add(memory());
        } else if (item == CostItem::products) {
            facts.add(passes(layout_));
        } else {
            facts.count("ep", degrees_.ep)
                .count("etp", degrees_.etp)
                .add(experts_passes(layout_))
                .add(imbalance());
        }
        facts.add(beside());
        if (item == CostItem::expert_products && !layout_.model.experts) return facts;
        const ProductRates::Breakdown parts = layers_.products_of(item);
        return facts
            .number(item == CostItem::products ? "work of a layer and micro-batch"
                    : item == CostItem::head   ? "head's work of a micro-batch"
                                               : "experts' work of a layer and micro-batch",
                    FactKind::flops, parts.flops)
            .number(item == CostItem::products ? "products reach"
                    : item == CostItem::head   ? "head reaches"
                                               : "experts reach",
                    FactKind::compute_rate, parts.flops / parts.seconds())
            .add(gradient_sums());
    }
    [[nodiscard]] FactList attention() const {
        FactList facts = gpu();
        facts.words("attention", attention_names[static_cast<std::size_t>(layout_.attention)])
            .add(recomputation(layout_))
            .add(shapes())
            .add(passes(layout_))
            .add(beside());
        if (layout_.attention == Attention::unfused) return facts.add(memory());
        return facts.number("attention reaches", FactKind::compute_rate,
                            machine_.gpu.best_bf16.raw() * layers_.flash_share());
    }
    [[nodiscard]] FactList elementwise() const {
        FactList facts = memory();
        facts.add(recomputation(layout_))
            .words("sequence parallelism", layout_.sequence_parallel == SequenceParallel::on ? "on" : "off");
        return facts.add(gradient_sums()).add(shapes()).add(passes(layout_));
    }
    [[nodiscard]] FactList expert_moves() const {
        FactList facts = memory();
        return facts.words("routing", routing_names[static_cast<std::size_t>(layout_.routing)])
            .add(recomputation(layout_))
            .add(gradient_sums())
            .add(shapes())
            .count("ep", degrees_.ep)
            .count("etp", degrees_.etp)
            .add(experts_passes(layout_))
            .add(imbalance());
    }
    [[nodiscard]] FactList launches() const {
        FactList facts = recomputation(layout_);
        facts.add(passes(layout_));
        if (!layout_.model.experts) return facts;
        return facts.words("routing", routing_names[static_cast<std::size_t>(layout_.routing)])
            .count("experts of a rank", static_cast<double>(layout_.model.experts->count) / degrees_.ep)
            .add(experts_passes(layout_))
            .add(shapes())
            .add(memory())
            .add(gpu());
    }
    [[nodiscard]] FactList optimizer() const {
        FactList facts = memory();
        facts.add(sharding(layout_))
            .count("tp", degrees_.tp)
            .count("stages", degrees_.pp)
            .add(step_facts::layers(layout_));
        const std::uint32_t cut = shard_members(layout_.sharding, degrees_.dp * degrees_.cp);
        facts.number("share of its parameters that a rank updates", FactKind::share, 1.0 / cut);
        if (layout_.model.experts) facts.count("ep", degrees_.ep).count("etp", degrees_.etp);
        return facts;
    }

    [[nodiscard]] FactList links(const GroupClass& group, Carried carried) const {
        return link_facts(topology_, machine_, group, carried);
    }
    [[nodiscard]] FactList one(Collective kind, double size, const GroupClass& group) const {
        FactList facts;
        facts.number("size of a collective", FactKind::bytes, size);
        const CollectiveCost cost = collective_cost(kind, bytes(size), group, machine_.curves);
        return facts.words("algorithm", algorithm_names[static_cast<std::size_t>(cost.algorithm)]);
    }
    [[nodiscard]] FactList tensor() const {
        FactList facts;
        facts.count("degree", degrees_.tp);
        if (degrees_.tp < 2) return facts;
        const bool split = layout_.sequence_parallel == SequenceParallel::on;
        const GroupClass& group = machine_.group(Dimension::tp);
        facts.words("sequence parallelism", split ? "on" : "off")
            .add(recomputation(layout_))
            .add(passes(layout_))
            .add(one(split ? Collective::all_gather : Collective::all_reduce, layers_.activation_bytes(),
                     group))
            .number("share of a collective's time that counts", FactKind::share, layers_.tensor_share());
        if (layout_.model.experts) facts.words("tp cuts experts", degrees_.etp > 1 ? "yes" : "no");
        return facts.add(links(group, Carried::together));
    }
    [[nodiscard]] FactList context() const {
        FactList facts;
        facts.count("degree", degrees_.cp);
        if (degrees_.cp < 2) return facts;
        const GroupClass& group = machine_.group(Dimension::cp);
        facts.add(recomputation(layout_))
            .add(passes(layout_))
            .add(one(Collective::all_gather, layers_.context_bytes(), group))
            .add(links(group, Carried::together));
        if (!software_.fused_kernels) return facts;
        return facts.number("attention reaches", FactKind::compute_rate,
                            machine_.gpu.best_bf16.raw() * layers_.flash_share());
    }
    [[nodiscard]] FactList exchange() const {
        FactList facts;
        facts.count("degree", degrees_.ep).count("etp", degrees_.etp);
        if (!layout_.model.experts) return facts;
        const bool dualpipe = layout_.pipeline.schedule == PipelineSchedule::dualpipe;
        facts.words("hidden behind the other direction", dualpipe ? "yes" : "no")
            .add(recomputation(layout_))
            .add(experts_passes(layout_))
            .add(imbalance())
            .number("size of an exchange", FactKind::bytes, layers_.exchange_bytes());
        if (degrees_.ep > 1) {
            const GroupClass& group = machine_.group(Dimension::ep);
            facts.words("algorithm", algorithm_names[static_cast<std::size_t>(layers_.exchange().algorithm)])
                .add(links(group, Carried::alone));
            if (group.domains > 1) {
                facts.number("share of a token's copies that crosses the network", FactKind::share,
                             crossing_share(layout_, group));
            }
        }
        if (degrees_.etp > 1) facts.add(links(machine_.group(Dimension::etp), Carried::together), "etp:");
        return facts;
    }
    [[nodiscard]] FactList sends() const {
        FactList facts;
        facts.count("stages", degrees_.pp);
        if (degrees_.pp < 2) return facts;
        facts.count("sends", 2.0 * layout_.micro_batches() * layout_.pipeline.passes())
            .number("size of a send", FactKind::bytes, layers_.activation_bytes() / degrees_.tp)
            .add(send_facts(topology_, machine_));
        if (degrees_.tp > 1) {
            const bool gathered = layout_.sequence_parallel == SequenceParallel::off;
            const GroupClass& group = machine_.group(Dimension::tp);
            facts.words("gathered by tp behind a send", gathered ? "yes" : "no");
            if (gathered) {
                facts.add(one(Collective::all_gather, layers_.activation_bytes(), group), gather_behind_send)
                    .add(links(group, Carried::together), gather_behind_send);
            }
        }
        const bool hidden =
            layout_.pipeline.schedule == PipelineSchedule::dualpipe ||
            (software_.sends == SendTraffic::hidden_when_interleaved && layout_.pipeline.passes() > 1);
        return facts.words("hidden behind other chunks", hidden ? "yes" : "no");
    }
    // What gradients and parameters do on their way, and when.
    [[nodiscard]] std::string way() const {
        std::string text = layout_.sharding.kind == ShardingKind::none
                               ? "gradients all-reduced"
                               : std::string("gradients scattered, parameters gathered ") +
                                     (goes_in_every_micro_batch(layout_) ? "forward and backward " : "") +
                                     "in " + (update_.parameter < bytes(2) ? "fp8" : "16 bits");
        if (goes_in_every_micro_batch(layout_)) return text + ", in every micro-batch";
        if (goes_by_layer(layout_)) return text + ", layer by layer";
        return text + ", once a step";
    }
    [[nodiscard]] FactList gradients() const {
        FactList facts;
        facts.words(gradient_way, way()).add(sharding(layout_));
        if (goes_in_every_micro_batch(layout_)) facts.count("micro-batches", layout_.micro_batches());
        if (goes_by_layer(layout_) || software_.gradient != GradientTraffic::shown) {
            const double times = goes_in_every_micro_batch(layout_) ? 1 : layout_.micro_batches();
            facts.number("passes that it hides behind", FactKind::seconds, passes_.raw() / times);
        }
        const GroupClass group = together(machine_.group(Dimension::dp), machine_.group(Dimension::cp));
        double most = 0;
        for (const StageLayers& stage : stage_layers(layout_))
            most = std::max(most, dense_parameters_per_rank(layout_, stage));
        facts.count("replicas and cp", group.members)
            .number("parameters of a rank", FactKind::count, most)
            .number(gradient_size, FactKind::bytes, update_.gradient.raw());
        if (group.members > 1) facts.add(links(group, Carried::together));
        if (layout_.model.embedding == EmbeddingKind::tied && degrees_.pp > 1 && !goes_by_layer(layout_)) {
            const double parameters =
                static_cast<double>(layout_.model.vocab) * layout_.model.hidden / degrees_.tp;
            facts
                .number("tied embedding: gradients summed over the first and the last stage", FactKind::bytes,
                        update_.gradient.raw() * parameters)
                .add(send_facts(topology_, machine_), "tied embedding:");
        }
        if (degrees_.has_experts()) {
            const GroupClass& experts = machine_.group(Dimension::edp);
            facts.count("edp", degrees_.edp());
            if (experts.members > 1) facts.add(links(experts, Carried::together), "edp:");
        }
        return facts;
    }
    [[nodiscard]] FactList bubble() const {
        FactList facts = pipeline(layout_);
        if (degrees_.pp < 2) return facts;
        std::uint32_t most = 0;
        std::uint32_t fewest = layout_.model.layers;
        for (const StageLayers& stage : stage_layers(layout_)) {
            most = std::max(most, stage.layers);
            fewest = std::min(fewest, stage.layers);
        }
        facts.count("most layers of a stage", most).count("fewest layers of a stage", fewest);
        return facts.number("passes of a stage", FactKind::seconds, passes_.raw())
            .number("one send", FactKind::seconds, send_.raw());
    }

    const Topology& topology_;
    const Layout& layout_;
    const Degrees& degrees_;
    const CalibratedMachine& machine_;
    const StepConstants& constants_;
    SoftwareSwitches software_;
    UpdateTraffic update_;
    LayerModel layers_;
    Seconds passes_;
    Seconds send_;
    FactList longest_;
};

}  // namespace

std::vector<StepPiece> calibrated_facts(const Topology& topology, const Layout& layout,
                                        const Evaluation& evaluation,
                                        const std::vector<DimensionLinks>& links,
                                        const Calibration& calibration) {
    const auto found = calibrated_machine(calibration, topology, layout, evaluation, links);
    const auto* machine = std::get_if<CalibratedMachine>(&found);
    if (machine == nullptr) return {};
    StepCosts costs = calibrated_step(layout, *machine, calibration.constants);
    costs.scale(calibration.site);
    Facts facts(topology, layout, *machine, calibration.constants);
    double passes = costs.sum();
    for (const CostItem apart : beside_passes) passes -= costs[apart];
    const PipelinePieces pipeline = calibrated_pieces(layout, *machine, calibration.constants);
    facts.set_pipeline(seconds(passes), seconds(pipeline.send * calibration.site), pipeline.longest);
    std::vector<StepPiece> pieces;
    for (std::size_t i = 0; i < cost_item_count; ++i) {
        const auto item = static_cast<CostItem>(i);
        pieces.push_back({item, seconds(costs.seconds[i]), seconds(costs.hidden(item)), facts.of(item)});
    }
    return pieces;
}

}  // namespace railyard
