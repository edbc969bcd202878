#include "railyard/machine/nic_order.hpp"

#include <doctest/doctest.h>

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("names are ordered by the numbers in them") {
    CHECK(is_before("mlx5_2", "mlx5_10"));
    CHECK_FALSE(is_before("mlx5_10", "mlx5_2"));
    CHECK_FALSE(is_before("mlx5_2", "mlx5_2"));
    CHECK(is_before("mlx5_2", "mlx5_2a"));
    CHECK(is_before("ibp9s0", "ibp27s0"));
    CHECK(is_before("eth0", "mlx5_0"));
    CHECK(is_before("mlx5_01", "mlx5_2"));
}

TEST_CASE("titles of columns are no names") {
    CHECK(is_column_title("NIC0"));
    CHECK(is_column_title("NIC12"));
    CHECK_FALSE(is_column_title("NIC"));
    CHECK_FALSE(is_column_title("mlx5_0"));
    ObservedHost host;
    CHECK_FALSE(has_column_titles_only(host));
    host.nics.resize(2);
    host.nics[0].name = {"NIC0", SourceId(0)};
    CHECK_FALSE(has_column_titles_only(host));
    host.nics[1].name = {"NIC1", SourceId(0)};
    CHECK(has_column_titles_only(host));
}

TEST_CASE("NICs come in the order of their names, those without one behind, by bus id") {
    ObservedHost host;
    host.nics.resize(4);
    host.nics[0].name = {"mlx5_10", SourceId(0)};
    host.nics[1].pci = {PciAddress{0, 9, 0, 0}, SourceId(0)};
    host.nics[2].pci = {PciAddress{0, 3, 0, 0}, SourceId(0)};
    host.nics[3].name = {"mlx5_2", SourceId(0)};
    CHECK(in_order_of_names(host, {0, 1, 2, 3}) == std::vector<std::size_t>{3, 0, 2, 1});
}
