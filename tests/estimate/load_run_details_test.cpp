#include "railyard/estimate/load_run_details.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

Model read(const char* extra) {
    Model model;
    model.head_dim = 56;
    model.experts = Experts{};
    model.experts->count = 256;
    read_model_details(extra, model);
    return model;
}

TEST_CASE("latent attention, first layers and the limit of routing stand in words") {
    const Model model =
        read("MLA: q_lora 1536, kv_lora 512, qk_nope 128, first 3 dense, n_group 16, topk_group 2");
    CHECK(model.experts->dense_layers == 3);
    CHECK(model.experts->groups == 16);
    CHECK(model.experts->groups_per_token == 2);
    REQUIRE(model.latent_attention);
    CHECK(model.latent_attention->query_rank == 1536);
    CHECK(model.latent_attention->key_value_rank == 512);
    CHECK(model.latent_attention->nope_dim == 128);
    CHECK(model.latent_attention->rope_dim == 0);
    CHECK(model.latent_attention->value_dim == 56);
}

TEST_CASE("a limit without its groups is of eight, and one that cannot be is passed over") {
    CHECK(read("node-limited routing group_topk=4").experts->groups == 8);
    CHECK(read("node-limited routing group_topk=4").experts->groups_per_token == 4);
    CHECK(read("n_group 8, topk_group 9").experts->groups == 0);
    CHECK(read("n_group 0, topk_group 4").experts->groups == 0);
    CHECK(read("n_group 7, topk_group 4").experts->groups == 0);
    CHECK(read("first dense").experts->dense_layers == 0);
    Model dense;
    read_model_details("n_group 8, topk_group 4", dense);
    CHECK(!dense.experts);
    CHECK(!dense.latent_attention);
}

}  // namespace
}  // namespace railyard
