#include "railyard/estimate/calibrated_layer.hpp"

#include <algorithm>
#include <stdexcept>

#include "railyard/estimate/expert_exchange.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/network/exchange.hpp"

namespace railyard {
namespace {

using C = StepConstant;

double gates(const Model& model) {
    return model.mlp == MlpKind::gated ? 2 : 1;
}

}  // namespace

LayerModel::LayerModel(const Layout& layout, const CalibratedMachine& machine, const StepConstants& constants)
    : layout_(layout),
      model_(layout.model),
      machine_(machine),
      constants_(constants),
      software_(switches_of(layout.software)),
      rates_(machine, constants),
      weight_gradients_(gradient_sum_bytes(layout, constants.given) > 0
                            ? ProductRates::Output::activations
                            : ProductRates::Output::summed_gradients),
      tp_(layout.degrees.tp),
      hidden_(model_.hidden),
      tokens_(static_cast<double>(layout.batch.micro) * layout.batch.length / layout.degrees.cp),
      split_(layout.sequence_parallel == SequenceParallel::on ? tp_ : 1) {}

void LayerModel::add_product(PassCosts& costs, const ProductRates::Shape& shape) const {
    costs.forward[CostItem::products] += rates_.seconds(shape);
    costs.backward[CostItem::products] += rates_.backward(shape, weight_gradients_);
    costs.backward[CostItem::elementwise] += sum_gradients(shape.columns * shape.depth);
}

double LayerModel::query_width() const {
    const double head = model_.latent_attention
                            ? model_.latent_attention->nope_dim + model_.latent_attention->rope_dim
                            : model_.head_dim;
    return model_.heads * head / tp_;
}
double LayerModel::key_value_width_here() const {
    return model_.latent_attention ? 2 * query_width() : 2.0 * model_.kv_heads * model_.head_dim / tp_;
}

LayerModel::Shapes LayerModel::attention_products() const {
    Shapes shapes;
    const auto add = [&](double columns, double depth) {
        shapes.all.at(shapes.count++) = {tokens_, columns, depth};
    };
    if (!model_.latent_attention) {
        add(query_width() + key_value_width_here(), hidden_);
        add(hidden_, query_width());
        return shapes;
    }
    const LatentAttention& latent = *model_.latent_attention;
    if (latent.query_rank > 0) add(latent.query_rank, hidden_);
    add(query_width(), latent.query_rank > 0 ? latent.query_rank : hidden_);
    add(latent.key_value_rank + latent.rope_dim, hidden_);
    add(static_cast<double>(model_.heads) * (latent.nope_dim + latent.value_dim) / tp_,
        latent.key_value_rank);
    add(hidden_, static_cast<double>(model_.heads) * latent.value_dim / tp_);
    return shapes;
}

std::array<ProductRates::Shape, 2> LayerModel::mlp_products(double width) const {
    return {{{tokens_, gates(model_) * width / tp_, hidden_}, {tokens_, hidden_, width / tp_}}};
}

void LayerModel::add_mlp(PassCosts& costs, double width) const {
    if (width <= 0) return;
    for (const auto& shape : mlp_products(width)) add_product(costs, shape);
    // The activation reads its inputs and writes the product; backward reads them again and writes gradients.
    costs.forward[CostItem::elementwise] += passes((gates(model_) + 1) * width / hidden_ / tp_);
    costs.backward[CostItem::elementwise] += passes((2 * gates(model_) + 1) * width / hidden_ / tp_);
}

// Scores against all keys, softmax and dropout through memory, values weighted: batched products as deep as a
// head is wide one way and as the sequence is long the other.
double LayerModel::unfused_attention(Direction direction) const {
    const double length = layout_.batch.length;
    const double flops = 4 * tokens_ * length * query_width();
    const double scores = 2 * tokens_ * length * (model_.heads / tp_);  // bytes
    const double head = model_.head_dim;
    const double depth = 0.5 * (1 + head / (head + machine_.gpu.half_depth));
    const bool forward = direction == Direction::forward;
    const double of_forward = constants_[Given::scores_forward];
    return flops * (forward ? 1 : 2) / (rates_.rate_bf16() * depth) +
           scores * constants_[C::score_passes] * (forward ? of_forward : 1 - of_forward) / rates_.memory();
}

// Flash attention skips what the mask hides (half) and computes the scores again in its backward pass: five
// products there for two forward (Dao 2023).
double LayerModel::attention(Direction direction) const {
    if (layout_.attention == Attention::unfused) return unfused_attention(direction);
    double width = query_width();
    if (const auto& latent = model_.latent_attention)
        width = model_.heads * (latent->nope_dim + latent->rope_dim + latent->value_dim) / 2.0 / tp_;
    const double flops = 0.5 * 4 * tokens_ * layout_.batch.length * width;
    return flops * (direction == Direction::forward ? 1 : constants_[Given::flash_backward]) /
           (machine_.gpu.best_bf16.raw() * flash_share());
}

double LayerModel::flash_share() const {
    const double length = layout_.batch.length;
    const bool native = software_.fused_kernels || machine_.gpu.generation == Generation::ampere ||
                        machine_.gpu.generation == Generation::volta;
    double reached = constants_[native ? C::flash_native : C::flash_ported];
    if (model_.latent_attention) reached *= constants_[C::latent_attention];
    return reached * (length / (length + constants_[C::flash_half_length]));
}

// Ampere's runs take all of it: with a share Narayanan's Table 1 loses (docs/model.md, constants).
double LayerModel::tensor_share() const {
    const Generation generation = machine_.gpu.generation;
    return generation == Generation::hopper || generation == Generation::blackwell
               ? constants_[C::tensor_share]
               : 1;
}

// Two all-reduces of an activation in each pass; with sequence parallelism a gather and a scatter for each.
void LayerModel::add_tensor(StepCosts& pass, Direction direction) const {
    if (tp_ < 2) return;
    const auto one = [&](Collective kind) {
        return tensor_share() * machine_.collective(kind, activation_bytes(), Dimension::tp).raw();
    };
    const double all = layout_.sequence_parallel == SequenceParallel::on
                           ? 2 * (one(Collective::all_gather) + one(Collective::reduce_scatter))
                           : 2 * one(Collective::all_reduce);
    double shown = all;
    switch (software_.tensor) {
        case TensorTraffic::shown:
            break;
        case TensorTraffic::backward_hidden:
            if (direction == Direction::backward) shown = 0;
            break;
        case TensorTraffic::partly_hidden:
            shown = all * (1 - constants_[C::tp_overlap]);
            break;
    }
    pass.show(CostItem::tensor, all, shown);
}

double LayerModel::context_bytes() const {
    return tokens_ * layout_.degrees.cp * key_value_width(model_) * 2 / tp_;
}

// Keys and values gathered forward; gathered again and their gradients scattered backward. Transformer
// Engine's ring passes them on behind attention, a share of which is there to hide it.
void LayerModel::add_context(StepCosts& pass, Direction direction) const {
    if (layout_.degrees.cp < 2) return;
    const double size = context_bytes();
    double all = machine_.collective(Collective::all_gather, size, Dimension::cp).raw();
    if (direction == Direction::backward)
        all += machine_.collective(Collective::reduce_scatter, size, Dimension::cp).raw();
    pass.show(CostItem::context, all,
              software_.fused_kernels
                  ? std::max(0.0, all - constants_[Given::context_behind] * attention(direction))
                  : all);
}

// Norms, dropout, biases and residuals: readings and writings of an activation, and 2 of queries, keys and
// values.
PassCosts LayerModel::layer(double mlp_width) const {
    PassCosts costs;
    for (const auto& shape : attention_products()) add_product(costs, shape);
    const double heads = 2 * (query_width() + key_value_width_here()) / hidden_;
    costs.forward[CostItem::elementwise] += passes(constants_[Given::layer_forward] / split_ + heads);
    costs.backward[CostItem::elementwise] += passes(constants_[Given::layer_backward] / split_ + heads);
    add_mlp(costs, mlp_width);
    costs.forward[CostItem::attention] = attention(Direction::forward);
    costs.backward[CostItem::attention] = attention(Direction::backward);
    costs.forward[CostItem::launches] = constants_[C::layer_seconds];
    costs.backward[CostItem::launches] = 2 * constants_[C::layer_seconds];
    add_tensor(costs.forward, Direction::forward);
    add_tensor(costs.backward, Direction::backward);
    add_context(costs.forward, Direction::forward);
    add_context(costs.backward, Direction::backward);
    return costs;
}

// Full: the forward pass again. Selective: the core of attention where it is unfused, else the norms.
void LayerModel::recompute(PassCosts& costs) const {
    if (layout_.recompute == Recompute::full) {
        costs.backward.add(costs.forward);
    } else if (layout_.recompute == Recompute::selective) {
        if (layout_.attention == Attention::unfused) {
            costs.backward[CostItem::attention] += attention(Direction::forward);
        } else {
            costs.backward[CostItem::elementwise] += passes(constants_[Given::norms_again] / split_);
        }
    }
}

PassCosts LayerModel::dense_layer() const {
    PassCosts costs = layer(model_.ffn);
    recompute(costs);
    return costs;
}

PassCosts LayerModel::expert_layer() const {
    PassCosts costs = layer(static_cast<double>(model_.experts->shared) * model_.experts->shared_ffn);
    if (layout_.degrees.etp < 2) {
        // Tokens go to their experts as tp has split them: tp serves attention alone.
        costs.forward.thin(CostItem::tensor, 0.5);
        costs.backward.thin(CostItem::tensor, 0.5);
    }
    add_experts(costs);
    recompute(costs);
    return costs;
}

// Every local expert's kernels are launched one after the other, as the router's counts come in: short ones
// wait for the host. Tokens dropped to a capacity have shapes known beforehand and launches that are
// batched or recorded.
void LayerModel::add_expert_launches(PassCosts& own, double local) const {
    if (layout_.routing == Routing::token_drop) return;
    const auto waits = [&](const StepCosts& pass, double launches) {
        const double busy = pass[CostItem::expert_products] + pass[CostItem::expert_moves];
        return std::max(0.0, local * launches * constants_[C::expert_seconds] - busy);
    };
    own.forward[CostItem::launches] = waits(own.forward, 1);
    own.backward[CostItem::launches] = waits(own.backward, 2);
}

double LayerModel::routed() const {
    return tokens_ / tp_ * model_.experts->top_k * expert_imbalance(layout_, constants_);
}
double LayerModel::exchange_bytes() const {
    return routed() * hidden_ * 2;
}
CollectiveCost LayerModel::exchange() const {
    const GroupClass& group = machine_.group(Dimension::ep);
    return exchange_cost(bytes(exchange_bytes()), crossing_share(layout_, group), group, machine_.curves);
}

std::array<ProductRates::Shape, 2> LayerModel::expert_products() const {
    const double rows = routed() * layout_.degrees.etp / local_experts();
    const double width = static_cast<double>(model_.experts->ffn) / layout_.degrees.etp;
    return {{{rows, gates(model_) * width, hidden_}, {rows, hidden_, width}}};
}

void LayerModel::add_experts(PassCosts& costs) const {
    const double etp = layout_.degrees.etp;
    const double routed = this->routed();
    const double here = routed * etp;
    const double local = local_experts();
    const double width = model_.experts->ffn / etp;
    PassCosts own;
    for (const auto& shape : expert_products()) {
        own.forward[CostItem::expert_products] +=
            local * rates_.seconds(shape) / constants_[C::expert_product];
        own.backward[CostItem::expert_products] +=
            local * rates_.backward(shape, weight_gradients_) / constants_[C::expert_product];
        own.backward[CostItem::expert_moves] += local * sum_gradients(shape.columns * shape.depth);
    }
    const double moves =
        constants_[layout_.routing == Routing::token_drop ? C::drop_passes : C::expert_passes];
    const double value = 2 / rates_.memory();
    own.forward[CostItem::expert_moves] =
        value * (routed * hidden_ * moves + here * (gates(model_) + 1) * width);
    own.backward[CostItem::expert_moves] +=
        value * (routed * hidden_ * moves + here * (2 * gates(model_) + 1) * width);
    add_expert_launches(own, local);
    const double size = exchange_bytes();
    double exchange = 0;
    if (layout_.degrees.ep > 1) exchange += 2 * constants_[C::expert_exchange] * this->exchange().time.raw();
    if (etp > 1) {
        exchange += machine_.collective(Collective::all_gather, size * etp, Dimension::etp).raw() +
                    machine_.collective(Collective::reduce_scatter, size * etp, Dimension::etp).raw();
    }
    own.forward[CostItem::exchange] = own.backward[CostItem::exchange] = exchange;
    if (layout_.experts_recomputed == ExpertsRecomputed::yes) own.backward.add(own.forward);
    costs.forward.add(own.forward);
    costs.backward.add(own.backward);
}

ProductRates::Breakdown LayerModel::products_of(CostItem item) const {
    ProductRates::Breakdown sum;
    ProductRates::Breakdown whole;  // of all local experts
    const auto add = [&](const ProductRates::Shape& shape, double forwards) {
        const auto width = item == CostItem::head ? ProductRates::Width::bf16 : ProductRates::Width::own;
        sum.add(rates_.breakdown(shape, ProductRates::Output::activations, width), forwards);
        sum.add(rates_.breakdown({shape.rows, shape.depth, shape.columns}, ProductRates::Output::activations,
                                 width));
        sum.add(rates_.breakdown({shape.depth, shape.columns, shape.rows}, weight_gradients_, width));
    };
    const double forwards = layout_.recompute == Recompute::full ? 2 : 1;
    switch (item) {
        case CostItem::products:
            for (const auto& shape : attention_products()) add(shape, forwards);
            if (const double width =
                    model_.experts ? static_cast<double>(model_.experts->shared) * model_.experts->shared_ffn
                                   : model_.ffn;
                width > 0)
                for (const auto& shape : mlp_products(width)) add(shape, forwards);
            return sum;
        case CostItem::expert_products:
            for (const auto& shape : expert_products())
                add(shape, forwards + (layout_.experts_recomputed == ExpertsRecomputed::yes ? 1 : 0));
            whole.add(sum, local_experts());
            return whole;
        case CostItem::head:
            add({tokens_, model_.vocab / tp_, hidden_}, 1);
            return sum;
        default:
            throw std::logic_error("this item has no matrix products");
    }
}

// A look-up and its gradient; with tp every rank holds a part of the words.
PassCosts LayerModel::embedding() const {
    PassCosts costs;
    costs.forward[CostItem::head] = passes(constants_[Given::embedding_forward]);
    costs.backward[CostItem::head] = passes(constants_[Given::embedding_backward]);
    if (tp_ > 1) {
        const double one =
            machine_.collective(Collective::all_reduce, activation_bytes(), Dimension::tp).raw();
        costs.forward[CostItem::tensor] = one;
        costs.backward[CostItem::tensor] = layout_.sequence_parallel == SequenceParallel::on ? one / 2 : 0;
    }
    return costs;
}

// The product with the vocabulary in bf16, and the loss on logits in fp32.
PassCosts LayerModel::head() const {
    PassCosts costs;
    const double words = model_.vocab / tp_;
    costs.forward[CostItem::head] = rates_.seconds_bf16({tokens_, words, hidden_}) +
                                    tokens_ * words * constants_[Given::logit_forward] / rates_.memory();
    costs.backward[CostItem::head] = rates_.backward_bf16({tokens_, words, hidden_}, weight_gradients_) +
                                     tokens_ * words * constants_[Given::logit_backward] / rates_.memory() +
                                     sum_gradients(words * hidden_);
    if (tp_ > 1) {
        const double one =
            machine_.collective(Collective::all_reduce, activation_bytes(), Dimension::tp).raw();
        costs.forward[CostItem::tensor] = layout_.sequence_parallel == SequenceParallel::on ? one / 2 : 0;
        costs.backward[CostItem::tensor] = one;
    }
    return costs;
}

}  // namespace railyard
