#pragma once
// Classes of groups that see the same, put together in one way however they were found.

#include "railyard/placement/group_links.hpp"

namespace railyard {

// Adds the groups of `found` to those that see the same, or as a class of their own.
void add_class(DimensionLinks& links, const GroupClass& found);

// Most groups first; among as many, those in fewer domains, and so on through all that they see.
void put_in_order(DimensionLinks& links);

}  // namespace railyard
