#pragma once
// What one layer, the embedding and the head cost one rank for one micro-batch.

#include <array>
#include <cstddef>

#include "railyard/estimate/calibrated_products.hpp"
#include "railyard/estimate/software.hpp"
#include "railyard/estimate/step_costs.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

struct PassCosts {
    StepCosts forward;
    StepCosts backward;  // what is recomputed in it included

    [[nodiscard]] StepCosts both() const {
        StepCosts costs = forward;
        return costs.add(backward);
    }
};

class LayerModel {
  public:
    LayerModel(const Layout& layout, const CalibratedMachine& machine, const StepConstants& constants);

    [[nodiscard]] PassCosts dense_layer() const;
    [[nodiscard]] PassCosts expert_layer() const;
    [[nodiscard]] PassCosts embedding() const;
    [[nodiscard]] PassCosts head() const;

    [[nodiscard]] const ProductRates& rates() const { return rates_; }
    [[nodiscard]] double activation_bytes() const { return tokens_ * hidden_ * 2; }
    // Keys and values of a whole sequence, that cp gathers.
    [[nodiscard]] double context_bytes() const;
    // What the fullest rank sends to experts in one dispatch.
    [[nodiscard]] double exchange_bytes() const;
    [[nodiscard]] CollectiveCost exchange() const;
    // Flash attention: what it reaches of the GPU's best measured product in 16 bits, 0 to 1.
    [[nodiscard]] double flash_share() const;
    // What a collective of tensor parallelism takes in a step of its time alone. The kernels of Hopper's and
    // Blackwell's software (copies by the products' own blocks, registered buffers) leave less of it.
    [[nodiscard]] double tensor_share() const;
    // Where the time of one layer's products goes, forward, backward and what is recomputed: `products` (of
    // an expert layer where the model has experts), `expert_products` or `head`. Another item is an error.
    [[nodiscard]] ProductRates::Breakdown products_of(CostItem item) const;

  private:
    enum class Direction { forward, backward };
    void add_product(PassCosts& costs, const ProductRates::Shape& shape) const;
    // No more than five, and none on the heap: every estimate asks for them.
    struct Shapes {
        std::array<ProductRates::Shape, 5> all{};
        std::size_t count = 0;
        [[nodiscard]] const ProductRates::Shape* begin() const { return all.data(); }
        [[nodiscard]] const ProductRates::Shape* end() const { return all.data() + count; }
    };
    [[nodiscard]] Shapes attention_products() const;
    [[nodiscard]] std::array<ProductRates::Shape, 2> mlp_products(double width) const;
    [[nodiscard]] std::array<ProductRates::Shape, 2> expert_products() const;  // of one local expert
    void add_mlp(PassCosts& costs, double width) const;
    void add_experts(PassCosts& costs) const;
    void add_expert_launches(PassCosts& own, double local) const;
    void recompute(PassCosts& costs) const;
    [[nodiscard]] PassCosts layer(double mlp_width) const;
    [[nodiscard]] double attention(Direction direction) const;
    [[nodiscard]] double unfused_attention(Direction direction) const;
    void add_tensor(StepCosts& pass, Direction direction) const;
    void add_context(StepCosts& pass, Direction direction) const;
    // Copies of tokens that the fullest rank sends to experts.
    [[nodiscard]] double routed() const;
    [[nodiscard]] double local_experts() const {  // on a rank
        return static_cast<double>(model_.experts->count) / layout_.degrees.ep;
    }
    [[nodiscard]] double query_width() const;  // of one rank
    [[nodiscard]] double key_value_width_here() const;
    // Seconds of adding the gradients of so many weights to their sums, where no product does it.
    [[nodiscard]] double sum_gradients(double weights) const {
        return weights * gradient_sum_bytes(layout_, constants_.given) / rates_.memory();
    }
    // Seconds that so many values of two bytes per token and hidden unit take through memory.
    [[nodiscard]] double passes(double count) const { return count * activation_bytes() / rates_.memory(); }

    const Layout& layout_;
    const Model& model_;
    const CalibratedMachine& machine_;
    const StepConstants& constants_;
    SoftwareSwitches software_;
    ProductRates rates_;
    ProductRates::Output weight_gradients_;
    double tp_, hidden_, tokens_;  // tokens of a micro-batch on a rank, cp divided out
    double split_;                 // of norms and residuals: tp with sequence parallelism, else 1
};

}  // namespace railyard
