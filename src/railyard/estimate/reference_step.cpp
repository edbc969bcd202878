#include "railyard/estimate/reference_step.hpp"

#include "railyard/estimate/reference_compute.hpp"
#include "railyard/job/flops.hpp"
#include "railyard/job/update_traffic.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/network/reference_collectives.hpp"

namespace railyard {
namespace {

// The terms of section "reference" of docs/model.md, in its order. Layers are dealt out to stages evenly,
// fractions allowed.
class ReferenceStep {
  public:
    ReferenceStep(const Layout& layout, const MachineRates& rates, const ReferenceBatch& batch)
        : layout_(layout), model_(layout.model), degrees_(layout.degrees), rates_(rates), batch_(batch) {}

    // Per layer and micro-batch 2 all-reduces forward, 2 backward, 2 more when the forward is recomputed, of
    // S = 2 x micro x (s / cp) x h bytes.
    [[nodiscard]] Seconds tp() const {
        const auto one = reference_all_reduce(activation(), degrees_.tp, rates_.of(Dimension::tp).ring());
        return one * (tensor_all_reduces(layout_) * layers() * batch_.micro_batches);
    }

    // Keys and values gathered, their gradients scattered: 2 x (cp - 1)/cp x 2 x s x kv_heads x head_dim x 2
    // / tp bytes per layer and sequence, no latency.
    [[nodiscard]] Seconds cp() const {
        const double size = 2.0 * layout_.batch.length * batch_.micro * key_value_width(model_) *
                            bytes_per_value / degrees_.tp;
        const auto one = reference_gather(bytes(size), degrees_.cp, rates_.of(Dimension::cp).ring());
        return one * (layers() * batch_.micro_batches);
    }

    // Four exchanges per expert layer and micro-batch (dispatch and combine, forward and backward); a rank
    // sends tokens x top_k x h x 2 bytes x (ep - 1)/ep in each, tokens = micro x s / (cp x tp). Tokens
    // gathered over etp before the experts and scattered after them, likewise.
    [[nodiscard]] Seconds ep() const {
        if (!model_.experts) return {};
        const double tokens =
            batch_.micro * layout_.batch.length / (static_cast<double>(degrees_.cp) * degrees_.tp);
        const double routed = tokens * model_.experts->top_k * model_.hidden * bytes_per_value;
        Seconds one;
        if (degrees_.ep > 1) {
            const double peers = (degrees_.ep - 1.0) / degrees_.ep;
            const DimensionRates& links = rates_.of(Dimension::ep);
            one +=
                reference_exchange(bytes(routed * peers), links.nvlink_share, links.nvlink, links.nic) * 4.0;
        }
        if (degrees_.etp > 1) {
            one += reference_gather(bytes(routed * degrees_.etp), degrees_.etp,
                                    rates_.of(Dimension::etp).ring()) *
                   4.0;
        }
        return one * (expert_layers() * batch_.micro_batches);
    }

    // 2 m v sends of a 1/tp slice of S.
    [[nodiscard]] Seconds pp() const {
        if (degrees_.pp < 2) return {};
        const auto one = reference_send(activation() / degrees_.tp, rates_.of(Dimension::pp).ring());
        return one * (2 * batch_.micro_batches * batch_.chunks);
    }

    // 2(n-1)/n x (2 bytes x parameters of a rank) / bandwidth: dense ones over n = dp x cp, experts over edp.
    // zero-3 gathers parameters forward and backward in every micro-batch and scatters gradients once; where
    // it shards inside groups and replicates across, gradients of the shards are reduced across.
    [[nodiscard]] Seconds dp() const {
        const double routed = model_.experts
                                  ? model_.expert_layers() * static_cast<double>(model_.experts->count) *
                                        routed_expert_parameters(model_)
                                  : 0;
        const double dense =
            (total_parameters(model_) - routed) / (static_cast<double>(degrees_.tp) * degrees_.pp);
        const bool in_one_domain =
            rates_.of(Dimension::dp).in_one_domain && rates_.of(Dimension::cp).in_one_domain;
        const DimensionRates& links = rates_.of(degrees_.dp > 1 ? Dimension::dp : Dimension::cp);
        Seconds time = update(dense, degrees_.dp * degrees_.cp, in_one_domain ? links.nvlink : links.nic);
        if (routed > 0) {
            const double held = static_cast<double>(degrees_.etp) * degrees_.ep * degrees_.pp;
            time += update(routed / held, degrees_.edp(), rates_.of(Dimension::edp).ring());
        }
        return time;
    }

    // (p - 1)/(v m)
    [[nodiscard]] double bubble_share() const {
        return (degrees_.pp - 1.0) / (batch_.chunks * batch_.micro_batches);
    }

    [[nodiscard]] StepTimes with(Seconds compute) const {
        StepTimes times{compute, tp(), cp(), ep(), pp(), dp(), {}};
        times.bubble = (times.compute + times.tp + times.cp + times.ep) * bubble_share();
        return times;
    }

  private:
    [[nodiscard]] double layers() const { return static_cast<double>(model_.layers) / degrees_.pp; }
    [[nodiscard]] double expert_layers() const {
        return static_cast<double>(model_.expert_layers()) / degrees_.pp;
    }
    [[nodiscard]] Bytes activation() const {
        return bytes(bytes_per_value * batch_.micro * layout_.batch.length / degrees_.cp * model_.hidden);
    }
    [[nodiscard]] Seconds update(double parameters, std::uint32_t n, BytesPerSecond rate) const {
        if (n < 2) return {};
        return update_bytes(layout_.sharding, reference_update(layout_, batch_.micro_batches), parameters,
                            n) /
               rate;
    }

    const Layout& layout_;
    const Model& model_;
    const Degrees& degrees_;
    const MachineRates& rates_;
    const ReferenceBatch& batch_;
};

}  // namespace

ReferenceBatch reference_batch(const Layout& layout, BatchAssumption assumption) {
    if (assumption == BatchAssumption::as_laid_out) {
        return {static_cast<double>(layout.batch.micro), static_cast<double>(layout.micro_batches()),
                static_cast<double>(layout.pipeline.passes())};
    }
    return {1, static_cast<double>(layout.batch.sequences) / layout.degrees.dp,
            static_cast<double>(layout.model.layers) / layout.degrees.pp};
}

StepTimes reference_step(const Layout& layout, const MachineRates& rates, const ReferenceBatch& batch,
                         double eta) {
    return ReferenceStep(layout, rates, batch).with(reference_compute(layout, rates, eta));
}

double fit_eta(const Layout& layout, const MachineRates& rates, const ReferenceBatch& batch,
               Seconds measured) {
    // measured = (1 + bubble) (compute + tp + cp + ep) + pp + dp, and compute = work / eta.
    const ReferenceStep step(layout, rates, batch);
    const Seconds passes = (measured - step.pp() - step.dp()) / (1 + step.bubble_share());
    const Seconds compute = passes - step.tp() - step.cp() - step.ep();
    return reference_compute(layout, rates, 1) / compute;
}

std::optional<Seconds> published_step(const Layout& layout, AttentionCount attention) {
    if (!layout.published) return std::nullopt;
    if (layout.published->step) return layout.published->step;
    if (!layout.published->per_gpu) return std::nullopt;
    const Flops work = step_flops(layout, attention, RecomputeCount::hardware);
    return work / (*layout.published->per_gpu * static_cast<double>(layout.degrees.ranks()));
}

}  // namespace railyard
