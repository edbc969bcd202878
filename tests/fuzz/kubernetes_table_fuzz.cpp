// See cluster_file.hpp.

#include "cluster_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    return test::read_any(data, size, cluster::recognise_kubernetes_table, cluster::read_kubernetes_table);
}
