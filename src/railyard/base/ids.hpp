#pragma once
// Ids: a place in a list, typed by what the list holds. Mixing a rank (a process) with a GPU (a place to sit)
// is the classic mistake of this field, so the two do not convert into each other, and IdVector refuses to be
// indexed by the wrong one.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace railyard {

template <class Tag>
class Id {
  public:
    constexpr Id() = default;  // none
    explicit constexpr Id(std::uint32_t value) : value_(value) {}
    [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
    [[nodiscard]] constexpr bool is_none() const { return value_ == none_; }
    constexpr auto operator<=>(const Id&) const = default;

  private:
    static constexpr std::uint32_t none_ = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t value_ = none_;
};

using RankId = Id<struct RankTag>;      // one process of the job, 0 .. ranks-1
using GpuId = Id<struct GpuTag>;        // one GPU of the topology, counted through all domains
using DomainId = Id<struct DomainTag>;  // one scale-up domain (a partition counts as one)
using NodeId = Id<struct NodeTag>;      // one node of a Graph

// A vector that is indexed by one kind of id only.
template <class IdType, class T>
class IdVector {
  public:
    IdVector() = default;
    explicit IdVector(std::size_t size, const T& value = T{}) : items_(size, value) {}

    T& operator[](IdType id) { return items_[id.value()]; }
    const T& operator[](IdType id) const { return items_[id.value()]; }
    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] bool empty() const { return items_.empty(); }
    void reserve(std::size_t size) { items_.reserve(size); }
    void push_back(T value) { items_.push_back(std::move(value)); }
    // Adds an item and returns its id.
    IdType add(T value) {
        items_.push_back(std::move(value));
        return IdType(static_cast<std::uint32_t>(items_.size() - 1));
    }
    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }
    // The plain storage, for loops that have proved their bounds.
    [[nodiscard]] const std::vector<T>& items() const { return items_; }
    [[nodiscard]] std::vector<T>& items() { return items_; }

  private:
    std::vector<T> items_;
};

}  // namespace railyard
