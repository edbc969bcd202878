#pragma once
// Orders as text: "tp", "dp:3". And what makes an order whole.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "railyard/job/layout.hpp"

namespace railyard {

// What is wrong with an order or one of its entries, and what to do about it.
struct OrderProblem {
    std::size_t entry = 0;  // its number; the number of entries for the order as a whole
    std::string message;
    std::string hint;
};

// "tp", or "dp:3" for a tile of at least 2. Known dimensions only; edp never stands in an order.
std::variant<OrderItem, OrderProblem> parse_order_item(std::string_view text);

std::string to_text(const OrderItem& item);
std::string to_text(const std::vector<OrderItem>& order);  // "tp,cp,dp:2,pp,dp"

// One digit of a rank number: a dimension, or a tile of one, with its size and what one step of it is worth.
struct OrderEntry {
    Dimension dimension = Dimension::tp;
    std::uint32_t size = 1;
    std::uint32_t rank_stride = 1;        // in ranks
    std::uint32_t coordinate_stride = 1;  // in coordinates of the dimension
    std::optional<std::uint32_t> tile;    // as the order has it; none: the bare entry
};

// Sizes and strides of all entries, innermost first, or the first thing that is wrong: an expert dimension, a
// dimension of degree above 1 that is missing, one that is bare twice, tiles that do not divide the degree or
// whose product is not the whole of it.
std::variant<std::vector<OrderEntry>, OrderProblem> resolve_order(const std::vector<OrderItem>& order,
                                                                  const Degrees& degrees);

}  // namespace railyard
