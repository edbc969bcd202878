#include "railyard/machine/observed.hpp"

#include <doctest/doctest.h>

using namespace railyard::machine;

TEST_CASE("a name with and without its site is one host, of two sites it is two") {
    CHECK(is_same_host("node7", "node7.site.org"));
    CHECK(is_same_host("node7.site.org", "node7"));
    CHECK_FALSE(is_same_host("node7.site.org", "node7.other.org"));
    CHECK_FALSE(is_same_host("node7", "node70"));
}

TEST_CASE("tables grow and keep what was told") {
    ObservedHost host;
    host.gpus.resize(2);
    host.nics.resize(1);
    host.resize_tables(0, 0);
    host.pair(0, 1).lanes = {4, SourceId(0)};
    host.path_to_nic(1, 0) = {Path::pix, SourceId(0)};
    host.gpus.resize(3);
    host.nics.resize(2);
    host.resize_tables(2, 1);
    CHECK(host.pairs.size() == 9);
    CHECK(host.pair(0, 1).lanes.value == 4);
    CHECK_FALSE(host.pair(0, 2).lanes.known());
    CHECK(host.path_to_nic(1, 0).value == Path::pix);
    CHECK_FALSE(host.path_to_nic(2, 1).known());
}

TEST_CASE("devices are called by what is known of them") {
    Observed observed;
    observed.hosts.resize(2);
    ObservedHost& host = observed.hosts[0];
    host.gpus.resize(3);
    host.gpus[0].index = {7, SourceId(0)};
    host.gpus[1].pci = {PciAddress{0, 0x81, 0, 0}, SourceId(0)};
    host.nics.resize(1);
    CHECK(gpu_label(host, 0) == "GPU 7");
    CHECK(gpu_label(host, 1) == "GPU 0000:81:00.0");
    CHECK(gpu_label(host, 2) == "GPU number 2");
    CHECK(nic_label(host, 0) == "NIC number 0");
    host.hash = {"0x12", SourceId(0)};
    CHECK(host_label(observed, 0) == "host 0x12");
    CHECK(host_label(observed, 1) == "host 1");
    CHECK(host.gpu_at({0, 0x81, 0, 0}) == 1);
    CHECK_FALSE(host.gpu_at({0, 0x82, 0, 0}).has_value());
}
