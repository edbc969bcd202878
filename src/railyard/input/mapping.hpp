#pragma once
// Reads one YAML mapping against its table of keys. Whatever is wrong goes to Problems with its place, and
// the getters answer "nothing", so that a reader runs to the end of a file and reports all of it at once.

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/input/keys.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::input {

inline constexpr std::uint32_t most_whole = std::numeric_limits<std::int32_t>::max();

class Mapping {
  public:
    // Reports a node that is no mapping, keys that the section does not have, and required ones that are
    // missing (at `place`: the key that the mapping stands under).
    Mapping(Problems& problems, const Node& node, Mark place, const Section& section);

    [[nodiscard]] bool is_mapping() const { return node_->kind == NodeKind::mapping; }
    [[nodiscard]] bool has(std::string_view key) const { return node_->find(key) != nullptr; }
    [[nodiscard]] Mark place() const { return place_; }
    // The mark of a key's value; the mapping's own place if the key is not there.
    [[nodiscard]] Mark mark(std::string_view key) const;
    [[nodiscard]] const Node* node(std::string_view key) const;
    [[nodiscard]] Problems& problems() const { return *problems_; }
    void problem(std::string_view key, std::string message, std::string hint = "") const;

    [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
    [[nodiscard]] std::optional<std::uint32_t> whole(std::string_view key, std::uint32_t least = 1,
                                                     std::uint32_t most = most_whole) const;
    [[nodiscard]] std::optional<double> number(std::string_view key) const;
    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
    [[nodiscard]] std::optional<Bytes> size(std::string_view key, Zero zero = Zero::refused) const;
    [[nodiscard]] std::optional<BytesPerSecond> bandwidth(std::string_view key) const;
    [[nodiscard]] std::optional<Seconds> duration(std::string_view key) const;  // zero is allowed
    [[nodiscard]] std::optional<FlopsPerSecond> compute_rate(std::string_view key) const;
    [[nodiscard]] std::optional<Watts> power(std::string_view key) const;  // zero is allowed
    // A list of words, or one word alone.
    [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view key) const;
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> wholes(std::string_view key,
                                                                   std::uint32_t least = 1) const;
    // One of the key's choices; the enumerators of E stand in the order of the choices.
    template <class E>
    [[nodiscard]] std::optional<E> choice(std::string_view key) const {
        const auto index = choice_index(key);
        return index ? std::optional<E>(static_cast<E>(*index)) : std::nullopt;
    }
    // The mapping under a key, or those in the list under it.
    [[nodiscard]] std::optional<Mapping> section(std::string_view key) const;
    [[nodiscard]] std::vector<Mapping> sections(std::string_view key) const;

  private:
    [[nodiscard]] const Node* scalar(std::string_view key, std::string_view what) const;
    [[nodiscard]] std::optional<std::size_t> choice_index(std::string_view key) const;
    [[nodiscard]] const Key& key_of(std::string_view key) const;
    template <class T>
    std::optional<T> parsed(std::string_view key, std::string_view what,
                            const std::function<Parsed<T>(std::string_view)>& parse) const;

    Problems* problems_;
    const Node* node_;
    Mark place_;
    const Section* section_;
};

// Position of a word among names; reports an unknown one with a suggestion.
std::optional<std::size_t> index_of_word(Problems& problems, const Node& node, std::string_view what,
                                         std::span<const std::string_view> names);

}  // namespace railyard::input
