#include "railyard/sweep/axis_columns.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "railyard/input/mapping.hpp"
#include "railyard/input/quantity.hpp"

namespace railyard::sweep {
namespace {

using input::Node;
using input::Zero;

template <class T>
std::optional<double> raw(const input::Parsed<T>& parsed) {
    const auto* value = std::get_if<T>(&parsed);
    return value == nullptr ? std::nullopt : std::optional(value->raw());
}

// What a value is a quantity of, by its unit, and that unit in names of columns. A rate of bytes is no amount
// of them: no text is two of these, but a bare 0.
struct Quantity {
    std::string_view unit;
    std::optional<double> (*in_base_unit)(std::string_view text);
};
constexpr std::array<Quantity, 5> quantities = {{
    {"bytes_per_second", [](std::string_view text) { return raw(parse_bandwidth(text, Zero::refused)); }},
    {"seconds", [](std::string_view text) { return raw(parse_duration(text, Zero::refused)); }},
    {"bytes", [](std::string_view text) { return raw(parse_bytes(text, Zero::refused)); }},
    {"flop_per_second", [](std::string_view text) { return raw(parse_compute_rate(text, Zero::refused)); }},
    {"watts", [](std::string_view text) { return raw(parse_power(text, Zero::refused)); }},
}};

template <class Is>
bool all_are(const std::vector<Node>& values, Is is) {
    return std::all_of(values.begin(), values.end(), [&](const Node& value) {
        return value.kind == input::NodeKind::scalar && is(value.text);
    });
}

CellKind kind_of(const std::vector<Node>& values) {
    const bool wholes = all_are(values, [](const std::string& text) {
        return std::holds_alternative<std::uint32_t>(input::parse_whole(text, 0, input::most_whole));
    });
    if (wholes) return CellKind::whole;
    const bool numbers = all_are(values, [](const std::string& text) {
        return std::holds_alternative<double>(input::parse_number(text));
    });
    return numbers ? CellKind::number : CellKind::text;
}

}  // namespace

AxisColumns::AxisColumns(const SweptKey& key) {
    // A GPU's `cost` is a figure's column as well.
    const std::string name =
        figure_named(key.path) && key.target == Target::gpu ? "gpu." + key.path : key.path;
    columns_.push_back({name, kind_of(key.values)});
    for (const Node& value : key.values) texts_.push_back(text_of(value));
    for (const Quantity& quantity : quantities) {
        if (!all_are(key.values,
                     [&](const std::string& text) { return quantity.in_base_unit(text).has_value(); }))
            continue;
        columns_.push_back({name + "_" + std::string(quantity.unit), CellKind::number});
        for (const std::string& text : texts_) numbers_.push_back(*quantity.in_base_unit(text));
        return;
    }
}

void AxisColumns::add_cells(std::uint32_t choice, ResultRow& row) const {
    row.emplace_back(texts_[choice]);
    if (!numbers_.empty()) row.emplace_back(numbers_[choice]);
}

std::optional<std::pair<std::string, std::vector<double>>> AxisColumns::numbers() const {
    if (columns_.size() > 1) return std::pair(columns_[1].name, numbers_);
    if (columns_[0].kind == CellKind::text) return std::nullopt;
    std::vector<double> numbers;
    for (const std::string& text : texts_) numbers.push_back(std::get<double>(input::parse_number(text)));
    return std::pair(columns_[0].name, std::move(numbers));
}

std::vector<KeyNumbers> numbers_of_keys(const std::vector<SweptKey>& fixed, const std::vector<Axis>& axes) {
    std::vector<KeyNumbers> all;
    const auto add = [&](const SweptKey& key, std::optional<std::size_t> axis) {
        if (auto numbers = AxisColumns(key).numbers())
            all.push_back({std::move(numbers->first), axis, std::move(numbers->second)});
    };
    for (const SweptKey& key : fixed) add(key, std::nullopt);
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        for (const SweptKey& key : axes[axis].keys) add(key, axis);
    return all;
}

}  // namespace railyard::sweep
