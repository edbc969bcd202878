#pragma once
// How quantities, ids and reaches look in a failed check.

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/ids.hpp"
#include "railyard/base/units.hpp"
#include "railyard/topology/reach.hpp"

namespace doctest {

template <class Tag>
struct StringMaker<railyard::Quantity<Tag>> {
    static String convert(const railyard::Quantity<Tag>& quantity) {
        return doctest::toString(quantity.raw());
    }
};

template <class Tag>
struct StringMaker<railyard::Id<Tag>> {
    static String convert(const railyard::Id<Tag>& id) {
        return id.is_none() ? "none" : std::to_string(id.value()).c_str();
    }
};

template <>
struct StringMaker<railyard::Reach> {
    static String convert(const railyard::Reach& reach) {
        return ("reach " + std::to_string(reach.level())).c_str();
    }
};

}  // namespace doctest
