#include "railyard/estimate/calibrated_step.hpp"

#include <algorithm>
#include <vector>

#include "railyard/estimate/calibrated_layer.hpp"
#include "railyard/estimate/calibrated_volumes.hpp"
#include "railyard/estimate/mirrored_pipeline.hpp"
#include "railyard/estimate/pipeline_conditions.hpp"
#include "railyard/estimate/pipeline_time.hpp"
#include "railyard/estimate/update_groups.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/job/volumes.hpp"

namespace railyard {
namespace {

using C = StepConstant;

class CalibratedStep {
  public:
    CalibratedStep(const Layout& layout, const CalibratedMachine& machine, const StepConstants& constants)
        : layout_(layout),
          machine_(machine),
          constants_(constants),
          software_(switches_of(layout.software)),
          update_(calibrated_update(layout, machine.precision)),
          layers_(layout, machine, constants),
          dense_(layers_.dense_layer()),
          head_(layers_.head()),
          embedding_(layers_.embedding()) {
        if (layout.model.experts) expert_ = layers_.expert_layer();
    }

    StepCosts run() {
        StepCosts step = pipeline();
        const double pass = passes_;
        const Traffic update = updates(pass);
        step.show(CostItem::gradients, update.all, update.shown);
        step[CostItem::optimizer] = optimizer();
        step[CostItem::fixed] = constants_[C::step_seconds];
        return step.scale(pace());
    }

    PipelinePieces pieces() const {
        PipelinePieces result;
        for (const PassCosts& one : piece_costs()) {
            const schedule::PieceSeconds time = piece_seconds(one);
            result.pieces.push_back(
                {time.forward * pace(), time.backward * pace(), time.backward_weight * pace()});
        }
        std::vector<PassCosts> stages;
        for (const StageLayers& held : stage_layers(layout_)) stages.push_back(piece(held));
        for (std::size_t s = 0; s < stages.size(); ++s) {
            const PassCosts& other =
                stages[stages.size() - 1 - s];  // of the other direction, on the same device
            result.overlapped.push_back(
                pace() * overlapped_pair(stages[s].forward, other.backward, multiprocessors()).sum());
        }
        if (layout_.degrees.pp > 1) result.send = send() * pace();
        if (!mirrored()) result.longest = longest_of(work_of_stages(piece_costs()));
        return result;
    }

  private:
    [[nodiscard]] bool mirrored() const { return layout_.pipeline.schedule == PipelineSchedule::dualpipe; }
    [[nodiscard]] Multiprocessors multiprocessors() const {
        return {machine_.gpu.multiprocessors, constants_[Given::exchange_multiprocessors]};
    }
    // All of a step takes so many times as long.
    [[nodiscard]] double pace() const {
        // Its pipeline engine; every run that decides the constant has stages.
        const bool deepspeed_3d = layout_.software == Software::deepspeed && layout_.degrees.pp > 1;
        return deepspeed_3d ? 1 / constants_[C::deepspeed_speed] : 1;
    }

    // One micro-batch on what a chunk, or a stage, holds; the last one also has the extra prediction layers.
    [[nodiscard]] PassCosts piece(const StageLayers& held) const {
        PassCosts costs;
        const auto add = [&](const PassCosts& one, double times) {
            costs.forward.add(one.forward, times);
            costs.backward.add(one.backward, times);
        };
        const double extra = held.heads > 0 ? layout_.model.extra_prediction_layers : 0;
        const bool experts = layout_.model.experts.has_value();
        add(dense_, held.layers - held.expert_layers + (experts ? 0 : extra));
        add(expert_, held.expert_layers + (experts ? extra : 0));
        add(embedding_, held.embeddings);
        add(head_, held.heads + extra);
        return costs;
    }

    [[nodiscard]] std::vector<PassCosts> piece_costs() const {
        std::vector<PassCosts> pieces;
        for (const StageLayers& held : mirrored() ? stage_layers(layout_) : chunk_layers(layout_))
            pieces.push_back(piece(held));
        return pieces;
    }

    // For one micro-batch.
    [[nodiscard]] std::vector<StepCosts> work_of_stages(const std::vector<PassCosts>& pieces) const {
        std::vector<StepCosts> stages(layout_.degrees.pp);
        for (std::size_t i = 0; i < pieces.size(); ++i) stages[i % stages.size()].add(pieces[i].both());
        return stages;
    }
    [[nodiscard]] static std::size_t longest_of(const std::vector<StepCosts>& stages) {
        const auto longest =
            std::max_element(stages.begin(), stages.end(),
                             [](const StepCosts& a, const StepCosts& b) { return a.sum() < b.sum(); });
        return static_cast<std::size_t>(longest - stages.begin());
    }

    StepCosts pipeline() {
        const std::vector<PassCosts> pieces = piece_costs();
        if (mirrored()) {
            StepCosts step = mirrored_pipeline(layout_, multiprocessors(), pieces);
            passes_ = step.sum() - step[CostItem::bubble];
            // Sends run behind both directions; the fill and the drain wait for theirs.
            if (layout_.degrees.pp > 1) {
                const double one = send();
                step[CostItem::bubble] += (static_cast<double>(layout_.degrees.pp) - 1) * one;
                step.show(CostItem::sends, 2.0 * layout_.micro_batches() * one, 0);
            }
            return step;
        }
        const std::vector<StepCosts> stages = work_of_stages(pieces);
        StepCosts step = stages[longest_of(stages)];
        step.scale(layout_.micro_batches());
        passes_ = step.sum();
        if (stages.size() > 1) {
            std::vector<schedule::PieceSeconds> times;
            for (const PassCosts& one : pieces) times.push_back(piece_seconds(one));
            step[CostItem::bubble] = pipeline_time(schedule_algorithm(layout_.pipeline.schedule),
                                                   schedule_shape(layout_), times, {}) -
                                     passes_;
            add_sends(step);
        }
        return step;
    }

    void add_sends(StepCosts& step) const {
        const double one = send();
        const std::uint32_t chunks = layout_.pipeline.passes();
        const bool hidden = software_.sends == SendTraffic::hidden_when_interleaved && chunks > 1;
        const double all = 2.0 * layout_.micro_batches() * chunks * one;
        step.show(CostItem::sends, all, hidden ? 0 : all);
        step[CostItem::bubble] += 2 * (static_cast<double>(layout_.degrees.pp) - 1) * one;
    }

    // A 1/tp slice of the activation to the next stage, gathered there on NVLink where it is not left split.
    [[nodiscard]] double send() const {
        const double activation = layers_.activation_bytes();
        double time =
            send_time(bytes(activation / layout_.degrees.tp), machine_.send_rate, machine_.send_latency)
                .raw();
        if (layout_.sequence_parallel == SequenceParallel::off && layout_.degrees.tp > 1)
            time += machine_.collective(Collective::all_gather, activation, Dimension::tp).raw();
        return time;
    }

    struct Held {
        double dense = 0;
        double experts = 0;
        double layers = 0, expert_layers = 0;  // that these are the parameters of
    };
    // Parameters of a rank of the stage that holds most.
    [[nodiscard]] Held held() const {
        Held most;
        const auto stages = stage_layers(layout_);
        const auto of = [&](const StageLayers& stage) {
            return Held{dense_parameters_per_rank(layout_, stage), expert_parameters_per_rank(layout_, stage),
                        static_cast<double>(stage.layers), static_cast<double>(stage.expert_layers)};
        };
        for (std::size_t s = 0; s < stages.size(); ++s) {
            Held here = of(stages[s]);
            if (mirrored()) {  // a device holds a stage for each direction
                const Held other = of(stages[stages.size() - 1 - s]);
                here.dense += other.dense;
                here.experts += other.experts;
                here.layers += other.layers;
                here.expert_layers += other.expert_layers;
            }
            if (here.dense + here.experts > most.dense + most.experts) most = here;
        }
        return most;
    }

    // Mixed-precision Adam: gradient, weight, two moments in fp32, the norm's reading of the gradient, and
    // the weight in two bytes.
    [[nodiscard]] double optimizer() const {
        const Held mine = held();
        const double own = mine.dense / shards(layout_.degrees.dp * layout_.degrees.cp) +
                           mine.experts / shards(layout_.degrees.edp());
        return own * constants_[Given::optimizer] / layers_.rates().memory();
    }
    // Pieces that n ranks cut what they shard into.
    [[nodiscard]] std::uint32_t shards(std::uint32_t n) const { return shard_members(layout_.sharding, n); }

    // Seconds of what is sent, and those of them that are waited for.
    struct Traffic {
        double all = 0, shown = 0;
    };
    [[nodiscard]] Traffic updates(double pass) const {
        const Held mine = held();
        const GroupClass dense = together(machine_.group(Dimension::dp), machine_.group(Dimension::cp));
        const GroupClass& experts = machine_.group(Dimension::edp);
        const double last_pass = pass / layout_.micro_batches();
        if (goes_by_layer(layout_)) {
            const bool once_a_step = !goes_in_every_micro_batch(layout_);
            const double exposed = constants_[C::fsdp_exposed];
            const auto shown = [&](double all) {
                return exposed * all + std::max(0.0, (1 - exposed) * all - (once_a_step ? last_pass : pass));
            };
            const auto visible = [&](const Layered& traffic) {
                if (software_.gradient != GradientTraffic::shown)
                    return shown(traffic.gathered + traffic.scattered);
                return traffic.scattered + (software_.gathers == Gathers::prefetched ? shown(traffic.gathered)
                                                                                     : traffic.gathered);
            };
            const Layered of_dense = layered(mine.dense, mine.layers, dense);
            const Layered of_experts = layered(mine.experts, mine.expert_layers, experts);
            return {of_dense.all() + of_experts.all(), visible(of_dense) + visible(of_experts)};
        }
        const double all = once(mine.dense, dense) + once(mine.experts, experts) + tied_embedding();
        if (software_.gradient == GradientTraffic::shown) return {all, all};
        // Buckets go out behind the last micro-batch's backward pass.
        return {all, std::max(constants_[C::gradient_exposed] * all, all - last_pass)};
    }

    // Layer by layer, as often as calibrated_update() has it. zero-1: gradients summed where they are,
    // scattered behind the last backward pass, parameters gathered. None: an all-reduce there. Copies of a
    // shard are summed once a step.
    struct Layered {
        double gathered = 0, scattered = 0;
        [[nodiscard]] double all() const { return gathered + scattered; }
    };
    [[nodiscard]] Layered layered(double parameters, double layers, const GroupClass& group) const {
        if (group.members < 2 || parameters <= 0) return {};
        layers = std::max(layers, 1.0);
        const ShardGroups groups = shard_groups(group, shards(group.members));
        const Bytes gradients = update_.gradient * (parameters / layers);
        const Bytes gathered = update_.parameter * (parameters / layers);
        const auto time = [&](Collective kind, Bytes size, const GroupClass& over) {
            return collective_cost(kind, size, narrowed(over), machine_.curves).time.raw();
        };
        if (layout_.sharding.kind == ShardingKind::none)
            return {0, layers * time(Collective::all_reduce, gradients, group)};
        return {layers * update_.gathers * time(Collective::all_gather, gathered, groups.inside),
                layers * update_.scatters * time(Collective::reduce_scatter, gradients, groups.inside) +
                    layers * time(Collective::all_reduce, gradients / groups.inside.members, groups.across)};
    }
    // DeepSpeed's ZeRO-3 drives a share of one NIC of a box.
    [[nodiscard]] GroupClass narrowed(GroupClass group) const {
        if (layout_.software == Software::deepspeed && group.domains > 1)
            group.network *= constants_[C::zero3_share] / group.fewest_in_domain;
        return group;
    }

    // The first and the last stage, which both hold a tied embedding, add up its gradients: half of them each
    // way, twice.
    [[nodiscard]] double tied_embedding() const {
        const Model& model = layout_.model;
        if (model.embedding != EmbeddingKind::tied || layout_.degrees.pp < 2) return 0;
        const double parameters = static_cast<double>(model.vocab) * model.hidden / layout_.degrees.tp;
        return send_time(update_.gradient * parameters, machine_.send_rate, machine_.send_latency).raw();
    }

    // Gradients reduced once a step; a sharded optimizer scatters them and gathers the parameters.
    [[nodiscard]] double once(double parameters, const GroupClass& group) const {
        if (group.members < 2 || parameters <= 0) return 0;
        const Bytes gradients = update_.gradient * parameters;
        const auto time = [&](Collective kind, Bytes size, const GroupClass& over) {
            return collective_cost(kind, size, over, machine_.curves).time.raw();
        };
        if (layout_.sharding.kind == ShardingKind::none)
            return time(Collective::all_reduce, gradients, group);
        const ShardGroups groups = shard_groups(group, shards(group.members));
        return time(Collective::reduce_scatter, gradients, groups.inside) +
               time(Collective::all_reduce, gradients / groups.inside.members, groups.across) +
               time(Collective::all_gather, update_.parameter * parameters, groups.inside);
    }

    const Layout& layout_;
    const CalibratedMachine& machine_;
    const StepConstants& constants_;
    SoftwareSwitches software_;
    UpdateTraffic update_;
    LayerModel layers_;
    PassCosts dense_, head_, embedding_, expert_;
    double passes_ = 0;  // seconds of all forward and backward passes of the longest stage
};

}  // namespace

StepCosts calibrated_step(const Layout& layout, const CalibratedMachine& machine,
                          const StepConstants& constants) {
    return CalibratedStep(layout, machine, constants).run();
}

PipelinePieces calibrated_pieces(const Layout& layout, const CalibratedMachine& machine,
                                 const StepConstants& constants) {
    return CalibratedStep(layout, machine, constants).pieces();
}

}  // namespace railyard
