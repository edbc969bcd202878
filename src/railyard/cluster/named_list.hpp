#pragma once
// Things that are known by their names, in the order in which they were first named.

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "railyard/base/ids.hpp"

namespace railyard::cluster {

// T has a member `name`, which stays as it is once T is in the list.
template <class IdType, class T>
class NamedList {
  public:
    // None if nothing has the name.
    [[nodiscard]] IdType find(std::string_view name) const {
        const auto found = by_name_.find(std::string(name));
        return found == by_name_.end() ? IdType() : found->second;
    }
    // The thing with that name; it is added if it is new.
    IdType obtain(std::string_view name) {
        const auto [place, is_new] =
            by_name_.try_emplace(std::string(name), IdType(static_cast<std::uint32_t>(items_.size())));
        if (is_new) {
            T item;
            item.name = std::string(name);
            items_.push_back(std::move(item));
        }
        return place->second;
    }

    T& operator[](IdType id) { return items_[id]; }
    const T& operator[](IdType id) const { return items_[id]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(items_.size()); }
    [[nodiscard]] bool empty() const { return items_.empty(); }
    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }

  private:
    IdVector<IdType, T> items_;
    std::unordered_map<std::string, IdType> by_name_;
};

}  // namespace railyard::cluster
