#include "railyard/estimate/load_run_details.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "railyard/input/quantity.hpp"

namespace railyard {
namespace {

std::optional<std::uint32_t> number_after(const std::string& text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + word.size();
    const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    const auto number = input::parse_whole(std::string_view(text).substr(begin, end - begin), 0, 1U << 30U);
    const auto* whole = std::get_if<std::uint32_t>(&number);
    return whole == nullptr ? std::nullopt : std::optional(*whole);
}

void read_experts(const std::string& extra, Experts& experts) {
    experts.dense_layers = number_after(extra, "first ").value_or(0);
    constexpr std::uint32_t groups_of_deepseek_v3 = 8;
    const auto named = number_after(extra, "topk_group ");
    const auto limit = named ? named : number_after(extra, "group_topk=");
    const std::uint32_t groups = number_after(extra, "n_group ").value_or(groups_of_deepseek_v3);
    if (!limit || *limit == 0 || *limit > groups || experts.count % std::max(1U, groups) != 0) return;
    experts.groups = groups;
    experts.groups_per_token = *limit;
}

void read_latent(const std::string& extra, Model& model) {
    const auto key_value = number_after(extra, "kv_lora ");
    if (!key_value) return;
    LatentAttention latent;
    latent.query_rank = number_after(extra, "q_lora ").value_or(0);
    latent.key_value_rank = *key_value;
    latent.nope_dim = number_after(extra, "qk_nope ").value_or(model.head_dim);
    latent.rope_dim = number_after(extra, "qk_rope ").value_or(0);
    latent.value_dim = number_after(extra, "v_head ").value_or(model.head_dim);
    model.latent_attention = latent;
}

}  // namespace

void read_model_details(const std::string& extra, Model& model) {
    if (model.experts) read_experts(extra, *model.experts);
    read_latent(extra, model);
}

}  // namespace railyard
