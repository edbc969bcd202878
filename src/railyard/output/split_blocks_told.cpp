#include "railyard/output/split_blocks_told.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "railyard/job/order.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/output/row_ranges.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

constexpr std::size_t most_blocks_told = 6;

// "groups of 16 ranks (tp,dp:2)", "single ranks"
std::string pieces_text(const Layout& layout, std::uint32_t piece) {
    if (piece == 1) return "single ranks";
    std::string text = fmt::format("groups of {}", counted(piece, "rank"));
    const RankGrid grid(layout.order, layout.degrees);
    for (std::size_t i = 0; i < layout.order.size(); ++i) {
        const auto& entry = grid.entries()[i];
        if (entry.size == 1 || entry.rank_stride * entry.size != piece) continue;
        const std::vector<OrderItem> leading(layout.order.begin(),
                                             layout.order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return text + fmt::format(" ({})", to_text(leading));
    }
    return text;
}

}  // namespace

std::string split_blocks_told(const Layout& layout, const std::vector<search::SplitBlock>& split) {
    std::set<std::uint32_t> sizes;
    for (const search::SplitBlock& block : split) sizes.insert(block.piece);
    std::string text;
    for (const std::uint32_t piece : sizes) {
        std::vector<std::string> blocks;
        std::size_t count = 0;
        std::uint32_t ranks = 0;
        for (const search::SplitBlock& block : split) {
            if (block.piece != piece) continue;
            ranks = block.ranks;
            if (++count <= most_blocks_told)
                blocks.push_back(fmt::format("{} to {}", grouped(block.first.value()),
                                             grouped(block.first.value() + block.ranks - 1)));
        }
        if (count > most_blocks_told)
            blocks.push_back(counted(count - most_blocks_told, "other") + " (--format json)");
        text += wrapped(fmt::format("  {} of {} found no room whole, ranks {}: {} of {} moved by themselves.",
                                    counted(count, "block"), counted(ranks, "rank"), listed(blocks),
                                    pieces_text(layout, piece), count == 1 ? "it" : "them"),
                        "  ") +
                "\n";
    }
    return text;
}

}  // namespace railyard::output
