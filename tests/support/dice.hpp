#pragma once
// Random numbers that are the same on every machine: the standard library's engines are, its distributions
// are not.

#include <cstdint>
#include <initializer_list>
#include <random>
#include <utility>
#include <vector>

namespace railyard::test {

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    std::uint32_t between(std::uint32_t least, std::uint32_t most) {
        return least + static_cast<std::uint32_t>(engine_() % (most - least + 1));
    }
    bool one_in(std::uint32_t n) { return between(1, n) == 1; }
    template <class T>
    T one_of(std::initializer_list<T> choices) {
        return choices.begin()[between(0, static_cast<std::uint32_t>(choices.size()) - 1)];
    }
    template <class T>
    void shuffle(std::vector<T>& items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[between(0, static_cast<std::uint32_t>(i) - 1)]);
        }
    }

  private:
    std::mt19937_64 engine_;
};

}  // namespace railyard::test
