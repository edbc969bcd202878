// Uses the library as the README says: from files to an answer, and from a mistake to its message.
//
// usage: consumer SHIPPED-FOLDER
#include <iostream>

#include "railyard/base/error.hpp"
#include "railyard/base/units.hpp"
#include "railyard/input/library.hpp"
#include "railyard/topology/load.hpp"

int main(int, char** argv) {
    const railyard::input::Library library({argv[1]});
    const auto loaded = railyard::load_topology(library, "gb200-nvl72");
    const auto& rack = loaded.topology.kinds().front();
    // 900 GB over all NVLinks of one GPU: 18 links of 50 GB/s.
    std::cout << rack.name << ": " << (railyard::gigabytes(900) / rack.nvlink_per_gpu()).raw() << " s\n";
    try {
        railyard::load_topology(library, "gb200-nvl27");
    } catch (const railyard::InputError& error) {
        std::cout << error.what();
    }
}
