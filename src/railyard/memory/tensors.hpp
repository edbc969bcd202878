#pragma once
// Every tensor that is kept for the backward pass, one entry each, so that sums can be read and checked. The
// lists for GPT add up to the closed forms of Korthikanti et al. 2022, section 4; the others follow the same
// rule (what a backward formula needs is kept) tensor by tensor. docs/memory.md prints them.
//
// Letters of the formulas: s tokens of a sequence on one rank (length / cp), S of the whole sequence, b
// sequences of a micro-batch, h hidden, a heads, g key and value heads, d width of a head, f width of the MLP
// or of an expert, E experts, k experts of a token, t tp, i tokens of the fullest rank of experts over the
// mean.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"

namespace railyard::memory {

// The mildest setting that recomputes a tensor instead of keeping it.
enum class Fate {
    kept,       // always: the input of a layer
    lean,       // saves: lean - norm outputs, the MLP's product, the experts' outputs: cheap to compute again
    selective,  // recompute: selective - the matrix of scores; with latent attention the up-projections
    full        // recompute: full
};

struct Tensor {
    std::string_view name;
    std::string_view values;  // how many, of one micro-batch, before any division: "s b h"
    std::string_view over;    // what divides them on one rank: "t"; empty: nothing
    double count = 0;         // values on one rank
    double width = 2;         // bytes of one value
    Fate fate = Fate::full;

    [[nodiscard]] Bytes size() const { return bytes(count * width); }
};

// Up to 32 tensors, without an allocation.
class TensorList {
  public:
    void add(const Tensor& tensor) { tensors_.at(size_++) = tensor; }
    [[nodiscard]] const Tensor* begin() const { return tensors_.data(); }
    [[nodiscard]] const Tensor* end() const { return tensors_.data() + size_; }
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    std::array<Tensor, 32> tensors_;
    std::size_t size_ = 0;
};

enum class LayerKind {
    dense,
    expert,            // a layer whose MLP is a mixture of experts
    extra_prediction,  // multi-token prediction: one layer, and the projection that joins its inputs
};

// All tensors of one layer and micro-batch, kept or not, in the order of the forward pass.
TensorList layer_tensors(const Layout& layout, LayerKind kind);

// What the embedding keeps beside the layers: a dropout mask, where there is dropout.
TensorList embedding_tensors(const Layout& layout);

// What head and loss keep of one micro-batch: the last norm, and per prediction the logits and the loss, s b
// V / t values of 2 and of 4 bytes.
TensorList head_tensors(const Layout& layout);

// Whether the layout keeps a tensor of a layer.
bool keeps(const Layout& layout, Fate fate);

// Sums of layer_tensors: what is kept, and what full recomputation brings back for the layer that it is at
// (zero without it).
Bytes kept_per_layer(const Layout& layout, LayerKind kind);
Bytes working_set(const Layout& layout, LayerKind kind);

// Sum of a list, fates aside.
Bytes sum(const TensorList& tensors);

// Of head_tensors, the logits and the loss.
Bytes logits(const Layout& layout);

}  // namespace railyard::memory
