#include "railyard/estimate/gpu_board.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

TEST_CASE("cards are told from boards by whole words of a GPU's name") {
    CHECK(card_of_gpu("H100-PCIe") == "PCIe");
    CHECK(card_of_gpu("NVIDIA A100-PCIE-40GB") == "PCIe");
    CHECK(card_of_gpu("h100 (pcie)") == "PCIe");
    CHECK(card_of_gpu("NVIDIA H100 NVL") == "NVL");
    CHECK(card_of_gpu("H200-NVL") == "NVL");
    CHECK(card_of_gpu("H100-80GB-SXM").empty());
    CHECK(card_of_gpu("GB200-NVL72 (DGX GB200)").empty());
    CHECK(card_of_gpu("H800-80GB-SXM (NVLink 400 GB/s)").empty());
    CHECK(card_of_gpu("").empty());
}

}  // namespace
}  // namespace railyard
