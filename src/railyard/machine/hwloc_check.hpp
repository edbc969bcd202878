#pragma once
// Whether an hwloc XML of version 2 has what libhwloc takes for granted: some files that lack it would end
// the program inside libhwloc (2.9), without a word.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/machine/xml_tree.hpp"

namespace railyard::machine {

struct HwlocFlaw {
    std::size_t element = 0;  // index into XmlTree::elements
    std::string message;
};

// Whether it is the matrix NVLinkBandwidth: between ends of several types (<distances2hetero>), or of one
// type alone, which a machine without NVSwitches has.
bool is_nvlink_matrix(const XmlElement& element);

// The words of all chunks of a matrix with a name: "indexes" or "u64values".
std::vector<std::string_view> words_of_chunks(const XmlTree& tree, const XmlElement& matrix,
                                              std::string_view name);

// What is wrong with the numbers of an NVLink matrix, which has a bandwidth in MB/s for every two objects;
// empty: nothing.
std::string flaw_of_matrix(const XmlTree& tree, const XmlElement& matrix);

// The same without what nothing here asks for: memory attributes, latencies, kinds of cores, remarks. What
// stays is objects, what they tell, and the NVLink matrix.
XmlTree what_hwloc_needs(const XmlTree& tree);

// The first flaw. `tree` has the root <topology>.
std::optional<HwlocFlaw> find_hwloc_flaw(const XmlTree& tree);

}  // namespace railyard::machine
