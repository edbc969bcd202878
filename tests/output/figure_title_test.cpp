#include "railyard/output/figure_title.hpp"

#include <doctest/doctest.h>

#include "railyard/search/figures.hpp"

namespace railyard::output {
namespace {

TEST_CASE("figures have words and units") {
    CHECK(figure_title("step_seconds") == "step, seconds");
    CHECK(figure_title("memory_spare_gib") == "memory spare, GiB");
    CHECK(figure_title("tp_network_tb_per_step") == "tp on the network, TB per step");
    CHECK(figure_title("network_tb_per_step") == "on the network, TB per step");
    CHECK(figure_title("nic_gbit_per_second") == "nic, Gb/s per direction");
    CHECK(figure_title("power_kw") == "power, kW");
    CHECK(figure_title("gpu_hours_per_trillion_tokens") == "GPU-hours per 10^12 tokens");
    CHECK(figure_title("gpus_idle") == "GPUs idle");
    CHECK(figure_title("domain_gpus") == "domain GPUs");
    CHECK(figure_title("placement.per_domain") == "placement.per_domain");
}

TEST_CASE("no figure is named by its key alone where that has an underscore") {
    for (const Figure& figure : figures())
        CHECK_MESSAGE(figure_title(figure.column).find('_') == std::string::npos, figure.column);
}

}  // namespace
}  // namespace railyard::output
