#pragma once
// A folder of journals, one a shard: what there is of them, and their rows joined in the order of the points.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "railyard/sweep/journal.hpp"

namespace railyard::sweep {

// folder/part-3-of-64.journal
std::string part_path(const std::string& folder, const Shard& shard);

struct Parts {
    std::optional<JournalHeader> header;  // of the first part there is; shard aside, of all
    std::uint32_t of = 0;                 // shards
    std::uint64_t rows = 0;               // whole ones in all parts
    std::vector<std::uint32_t> missing;   // shards that are not there or not complete
    std::vector<std::string> paths;       // of all shards, in their order
};

// Looks at the parts of a folder. `shards`: how many there should be; 0: what the parts say. Throws
// JournalError for parts that belong to different sweeps.
Parts look_at_parts(const std::string& folder, std::uint32_t shards);

// Why a shard's part cannot be put into a folder: what is there is of another sweep or another number of
// shards. Empty: it can.
std::string why_not_beside(const std::string& folder, const JournalHeader& header);

// Rows of some journals in turn: the shards of a sweep in their order give its points in order. Stops where
// the journal whose turn it is has no more.
void for_each_row(const std::vector<std::string>& paths, const std::function<void(const ResultRow&)>& visit);

}  // namespace railyard::sweep
