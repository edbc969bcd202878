#pragma once
// One run of a file of runs, and its values as the readers of its parts ask for them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/suggest.hpp"
#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard {

// Thrown inside a row: this value is missing, so the row is skipped.
struct RunMissing {
    std::string what;
};

// Thrown inside a row: a value is wrong, and has been reported.
struct RunWrong {};

class RunRow {
  public:
    RunRow(const input::Node& row, input::Problems& problems) : row_(row), problems_(problems) {}

    [[nodiscard]] const input::Node& node() const { return row_; }

    // Reports the value with its place and throws RunWrong.
    [[noreturn]] void wrong(const input::Node& value, const std::string& message,
                            const std::string& hint) const;

    // The value of a key; none where it is missing or null.
    static const input::Node* find(const input::Node& mapping, std::string_view key);
    // Without control characters: ids and sources are printed as they are. Empty where it is missing.
    static std::string text(const input::Node& mapping, std::string_view key);
    [[nodiscard]] std::string text(std::string_view key) const { return text(row_, key); }
    [[nodiscard]] std::string lower_text(std::string_view key) const;

    // A key that holds a mapping; throws RunMissing without it.
    [[nodiscard]] const input::Node& section(std::string_view key) const;

    // Whole numbers from `least` on. Others are reported.
    [[nodiscard]] std::optional<std::uint32_t> maybe(const input::Node& mapping, std::string_view key,
                                                     std::uint32_t least = 0) const;
    // From 1 on; throws RunMissing without it.
    [[nodiscard]] std::uint32_t needed(const input::Node& mapping, std::string_view key) const;
    [[nodiscard]] std::uint32_t one_unless_said(const input::Node& mapping, std::string_view key) const {
        return maybe(mapping, key, 1).value_or(1);
    }
    // A number from `least` on, 1.2.
    [[nodiscard]] std::optional<double> maybe_number(std::string_view key, double least) const;
    // True or false; anything else is reported.
    [[nodiscard]] std::optional<bool> maybe_flag(const input::Node& mapping, std::string_view key) const;

    // One of the names; the enumerators of E stand in their order.
    template <class E, std::size_t n>
    [[nodiscard]] std::optional<E> choice(std::string_view key,
                                          const std::array<std::string_view, n>& names) const {
        const input::Node* value = find(row_, key);
        if (value == nullptr) return std::nullopt;
        const auto* const found = std::find(names.begin(), names.end(), value->text);
        if (found != names.end()) return static_cast<E>(found - names.begin());
        wrong(*value, "'" + value->text.substr(0, 60) + "' is no " + std::string(key) + " of a run",
              suggestion(value->text, {names.begin(), names.end()}));
    }

  private:
    const input::Node& row_;
    input::Problems& problems_;
};

}  // namespace railyard
