#include "railyard/job/volumes.hpp"

#include <cstddef>

namespace railyard {
namespace {

// Share of its data that a rank of a ring of n sends in a gather or a scatter.
double ring_share(double n) {
    return (n - 1) / n;
}

// What a hop of each dimension carries in one stage. Layers may be more than the stage holds.
class StageVolumes {
  public:
    StageVolumes(const Layout& layout, const Volumes& volumes, const StageLayers& stage,
                 const StageLayers& opposite)
        : layout_(layout),
          volumes_(volumes),
          degrees_(layout.degrees),
          micro_batches_(layout.micro_batches()),
          stage_(stage),
          opposite_(opposite) {
        const double extra = stage.heads > 0 ? volumes.extra_layers : 0;
        expert_layers_ = stage.expert_layers + (layout.model.experts ? extra : 0);
        layers_ = stage.layers + extra;
    }

    [[nodiscard]] Bytes of(Dimension dimension) const {
        switch (dimension) {
            case Dimension::tp:
                return tensor();
            case Dimension::cp:
                // Gradients are reduced over dp x cp ranks: on hops of cp where dp has none.
                return context() + (degrees_.dp == 1 ? dense_update() : Bytes{});
            case Dimension::pp:
                return boundary_bytes(layout_, layout_.pipeline.passes());
            case Dimension::dp:
                return dense_update();
            case Dimension::ep:
                return exchange();
            case Dimension::etp:
                return expert_tensor();
            case Dimension::edp:
                return expert_update();
        }
        return {};
    }

    // A boundary between stages is crossed forward and backward by a 1/tp slice of the activation.
    static Bytes boundary_bytes(const Layout& layout, std::uint32_t crossings) {
        return layer_activation(layout) * (2.0 * layout.micro_batches() * crossings / layout.degrees.tp);
    }

  private:
    [[nodiscard]] Bytes tensor() const {
        const double layers = layers_ - expert_layers_ + volumes_.tensor_of_experts * expert_layers_;
        const double times = tensor_all_reduces(layout_) * layers * micro_batches_;
        return layer_activation(layout_) * (2 * ring_share(degrees_.tp) * times);
    }

    // Keys and values of a whole sequence gathered forward, their gradients scattered backward.
    [[nodiscard]] Bytes context() const {
        const double per_layer = volumes_.context_passes * ring_share(degrees_.cp) * layout_.batch.micro *
                                 layout_.batch.length * key_value_width(layout_.model) * bytes_per_value /
                                 degrees_.tp;
        return bytes(per_layer * layers_ * micro_batches_);
    }

    // Tokens of one micro-batch on one rank, each counted once for every expert it goes to.
    [[nodiscard]] double routed_tokens() const {
        const double tokens = static_cast<double>(layout_.batch.micro) * layout_.batch.length /
                              (static_cast<double>(degrees_.cp) * degrees_.tp);
        return layout_.model.experts ? tokens * layout_.model.experts->top_k : 0;
    }

    // Dispatch and combine, forward and backward; each of ep peers gets its share.
    [[nodiscard]] Bytes exchange() const {
        const double per_layer =
            volumes_.exchanges * routed_tokens() * layout_.model.hidden * bytes_per_value / degrees_.ep;
        return bytes(per_layer * expert_layers_ * micro_batches_);
    }

    // Routed tokens gathered over etp before the experts and scattered after them, as often.
    [[nodiscard]] Bytes expert_tensor() const {
        const double etp = degrees_.etp;
        const double per_layer = volumes_.exchanges * ring_share(etp) * etp * routed_tokens() *
                                 layout_.model.hidden * bytes_per_value;
        return bytes(per_layer * expert_layers_ * micro_batches_);
    }

    [[nodiscard]] Bytes dense_update() const {
        double held = dense_parameters_per_rank(layout_, stage_);
        if (volumes_.held == StagesOfARank::own_and_opposite)
            held += dense_parameters_per_rank(layout_, opposite_);
        return update_bytes(layout_.sharding, volumes_.update, held, degrees_.dp * degrees_.cp);
    }
    [[nodiscard]] Bytes expert_update() const {
        double held = expert_parameters_per_rank(layout_, stage_);
        if (volumes_.held == StagesOfARank::own_and_opposite)
            held += expert_parameters_per_rank(layout_, opposite_);
        return update_bytes(layout_.sharding, volumes_.update, held, degrees_.edp());
    }

    const Layout& layout_;
    const Volumes& volumes_;
    const Degrees& degrees_;
    double micro_batches_;
    const StageLayers& stage_;
    const StageLayers& opposite_;
    double layers_ = 0, expert_layers_ = 0;
};

}  // namespace

Volumes reference_volumes(const Layout& layout) {
    Volumes volumes;
    volumes.update = reference_update(layout, layout.micro_batches());
    return volumes;
}

Bytes layer_activation(const Layout& layout) {
    return bytes(bytes_per_value * layout.batch.micro *
                 (static_cast<double>(layout.batch.length) / layout.degrees.cp) * layout.model.hidden);
}

double dense_parameters_per_rank(const Layout& layout, const StageLayers& stage) {
    const Model& model = layout.model;
    const double without_experts = stage.layers - stage.expert_layers;
    const double layers = stage.layers * attention_parameters(model) +
                          without_experts * mlp_parameters(model) +
                          stage.expert_layers * expert_layer_dense_parameters(model);
    // With one stage a shared embedding is held once; otherwise the last stage has a copy of it as its head.
    const bool shared_here =
        model.embedding == EmbeddingKind::tied && stage.embeddings > 0 && stage.heads > 0;
    const double ends = shared_here ? 1 : stage.embeddings + stage.heads;
    return (layers + ends * embedding_parameters(model)) / layout.degrees.tp;
}

double expert_parameters_per_rank(const Layout& layout, const StageLayers& stage) {
    if (!layout.model.experts) return 0;
    return stage.expert_layers * layout.model.experts->count * routed_expert_parameters(layout.model) /
           (static_cast<double>(layout.degrees.etp) * layout.degrees.ep);
}

std::uint32_t tensor_all_reduces(const Layout& layout) {
    return layout.recompute == Recompute::full ? 6 : 4;
}

std::vector<Bytes> bytes_per_hop(const Layout& layout, const Volumes& volumes, Dimension dimension) {
    const std::vector<StageLayers> stages = stage_layers(layout);
    std::vector<Bytes> carried(stages.size());
    if (layout.degrees.of(dimension) < 2) return carried;
    for (std::size_t s = 0; s < stages.size(); ++s)
        carried[s] = StageVolumes(layout, volumes, stages[s], stages[stages.size() - 1 - s]).of(dimension);
    return carried;
}

Bytes bytes_per_hop(const Layout& layout, const StageLayers& stage, Dimension dimension) {
    if (layout.degrees.of(dimension) < 2) return {};
    const Volumes volumes = reference_volumes(layout);
    return StageVolumes(layout, volumes, stage, stage).of(dimension);
}

Bytes bytes_per_wrap(const Layout& layout) {
    return layout.degrees.pp < 2 ? Bytes{}
                                 : StageVolumes::boundary_bytes(layout, layout.pipeline.passes() - 1);
}

}  // namespace railyard
