#include "railyard/search/block_graph.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/estimate.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

TEST_CASE("bytes between blocks of different domains are the bytes that place counts on the network") {
    for (const auto& [name, on, block] :
         {std::tuple("megatron-145.6b", "gb200-nvl72", 8U), std::tuple("megatron-145.6b", "hgx-a100", 1U),
          std::tuple("deepseek-v3", "hgx-h800", 1U), std::tuple("llama3-405b-8k", "gb200-nvl72", 8U)}) {
        const Layout layout = test::shipped_layout(name);
        const Topology topology = load_topology(test::shipped_library(), on).topology;
        const auto result = evaluate(topology, layout);
        const auto& evaluation = std::get<Evaluation>(result);
        Volumes volumes = reference_volumes(layout);
        volumes.crossing = 0.25;
        double network = 0;
        for (const TrafficBytes& own : bytes_of(layout, volumes, evaluation)) network += own.network().raw();
        std::vector<std::uint32_t> domains;
        for (std::uint32_t r = 0; r < layout.degrees.ranks(); r += block)
            domains.push_back(topology.place(evaluation.placement.gpu_of[RankId(r)]).domain.value());
        CHECK(bytes_apart(block_graph(layout, volumes, block), domains) == doctest::Approx(network));
    }
}

}  // namespace
}  // namespace railyard::search
