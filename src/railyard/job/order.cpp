#include "railyard/job/order.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "railyard/base/suggest.hpp"

namespace railyard {
namespace {

constexpr std::size_t dense_dimensions = 4;  // tp, cp, pp, dp stand first in Dimension

bool is_dense(Dimension d) {
    return static_cast<std::size_t>(d) < dense_dimensions;
}

std::string text_of(std::uint64_t number) {
    return std::to_string(number);
}

// What the tiles of a dimension multiply up to, and how many bare entries it has.
struct Tally {
    std::uint64_t tiles = 1;
    std::size_t bare = 0;
    std::size_t entries = 0;
};

Tally tally(const std::vector<OrderItem>& order, Dimension dimension) {
    Tally result;
    for (const OrderItem& item : order) {
        if (item.dimension != dimension) continue;
        ++result.entries;
        if (item.tile) {
            result.tiles = std::min<std::uint64_t>(result.tiles * *item.tile, std::uint64_t{1} << 40U);
        } else {
            ++result.bare;
        }
    }
    return result;
}

std::optional<OrderProblem> check_dimension(const std::vector<OrderItem>& order, Dimension dimension,
                                            std::uint32_t degree) {
    const Tally found = tally(order, dimension);
    const std::string name(name_of(dimension));
    const auto last_entry = [&] {
        std::size_t at = order.size();
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (order[i].dimension == dimension) at = i;
        }
        return at;
    };
    if (found.entries == 0 && degree > 1) {
        return OrderProblem{order.size(), "the order forgets " + name + ", which is " + text_of(degree),
                            "every dimension above 1 stands in the order, such as [tp, cp, dp, pp]"};
    }
    if (found.bare > 1) {
        return OrderProblem{
            last_entry(), "the order names " + name + " twice",
            "a dimension has one bare entry; its other entries are tiles such as " + name + ":2"};
    }
    if (found.entries == 0) return std::nullopt;
    if (degree % found.tiles != 0) {
        return OrderProblem{last_entry(),
                            "the tiles of " + name + " multiply up to " + text_of(found.tiles) +
                                ", which does not divide " + name + " = " + text_of(degree),
                            "tiles are factors of the degree"};
    }
    if (found.bare == 0 && found.tiles != degree) {
        return OrderProblem{last_entry(),
                            "the tiles of " + name + " multiply up to " + text_of(found.tiles) + ", not to " +
                                name + " = " + text_of(degree),
                            "add a bare '" + name + "' where the factor of " + text_of(degree / found.tiles) +
                                " that is left belongs"};
    }
    return std::nullopt;
}

}  // namespace

std::variant<OrderItem, OrderProblem> parse_order_item(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    const auto known = static_cast<std::size_t>(
        std::find(dimension_names.begin(), dimension_names.end(), word) - dimension_names.begin());
    if (known == dimension_count) {
        return OrderProblem{0, "unknown dimension '" + std::string(word.substr(0, 40)) + "'",
                            suggestion(word, {"tp", "cp", "pp", "dp", "ep", "etp"})};
    }
    OrderItem item;
    item.dimension = static_cast<Dimension>(known);
    if (colon == std::string_view::npos) return item;
    const std::string_view digits = text.substr(colon + 1);
    std::uint32_t size = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    if (error != std::errc{} || end != digits.data() + digits.size() || size < 2 || digits[0] == '0') {
        return OrderProblem{
            0, "'" + std::string(text.substr(0, 40)) + "' is not a tile",
            "a tile is a dimension and a factor of at least 2, such as " + std::string(word) + ":2"};
    }
    item.tile = size;
    return item;
}

std::string to_text(const OrderItem& item) {
    return std::string(name_of(item.dimension)) + (item.tile ? ":" + text_of(*item.tile) : "");
}

std::string to_text(const std::vector<OrderItem>& order) {
    std::string text;
    for (const auto& item : order) text += (text.empty() ? "" : ",") + to_text(item);
    return text;
}

std::variant<std::vector<OrderEntry>, OrderProblem> resolve_order(const std::vector<OrderItem>& order,
                                                                  const Degrees& degrees) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!is_dense(order[i].dimension)) {
            return OrderProblem{
                i, std::string(name_of(order[i].dimension)) + " does not stand in the order",
                "experts cut the ranks of a stage a second time: etp innermost, then ep, then edp"};
        }
    }
    for (const auto dimension : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp}) {
        if (auto problem = check_dimension(order, dimension, degrees.of(dimension))) return *problem;
    }
    std::vector<OrderEntry> entries;
    std::uint32_t rank_stride = 1;
    std::array<std::uint32_t, dense_dimensions> coordinate_stride = {1, 1, 1, 1};
    for (const auto& item : order) {
        const auto d = static_cast<std::size_t>(item.dimension);
        const auto left =
            static_cast<std::uint32_t>(degrees.of(item.dimension) / tally(order, item.dimension).tiles);
        OrderEntry entry{item.dimension, item.tile.value_or(left), rank_stride, coordinate_stride[d],
                         item.tile};
        rank_stride *= entry.size;
        coordinate_stride[d] *= entry.size;
        entries.push_back(entry);
    }
    return entries;
}

}  // namespace railyard
