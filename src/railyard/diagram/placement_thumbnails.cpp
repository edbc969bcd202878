#include "railyard/diagram/placement_thumbnails.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/placement_shape.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::diagram {
namespace {

constexpr double gap = 8;
constexpr double gap_for_hops = 20;
constexpr double title_height = 30;
constexpr double number_font = 10.7;

class Rows {
  public:
    Rows(Scene& scene, const Thumbnails& of, const ThumbnailRows& rows, HopMap& map)
        : scene_(scene), of_(of), rows_(rows), map_(map) {
        // Larger where there are few.
        const double scale = rows.thumbnails.size() <= 40 ? 1.8 : 1;
        tile_width_ = 6 * scale;
        tile_height_ = 4 * scale;
    }

    double add(double top) {
        add_text(scene_, {of_.left, top + 14, rows_.title, 13, Align::start, Ink::text, Weight::bold},
                 of_.width);
        const bool has_hops = rows_.what == ThumbnailsOf::group;
        const double between = has_hops ? gap_for_hops : gap;
        double x = of_.left;
        double y = top + title_height;
        double lowest = y;
        std::size_t row_start = 0;
        for (const Thumbnail& thumbnail : rows_.thumbnails) {
            const DomainTiles& domain = of_.view.domains[thumbnail.domain];
            const TileShape shape = shape_of(of_.topology, domain);
            const std::string number = number_of(domain);
            const double frame = shape.columns * tile_width_ + 4;
            const bool by_kind = rows_.what == ThumbnailsOf::kinds;
            const double width = std::max(frame, by_kind ? 60.0 : text_width(number, number_font) + 4);
            if (x > of_.left && x + width > of_.left + of_.width) {
                end_row(row_start, lowest + between / 2);
                scene_.breaks.push_back(lowest + between / 2);
                x = of_.left;
                y = lowest + between;
            }
            const double bottom = y + static_cast<double>(shape.rows.size()) * tile_height_ + 4;
            add_one(thumbnail, x, y, width, frame, bottom, between, number);
            lowest = std::max(lowest, bottom + words_height());
            x += width + between;
        }
        end_row(row_start, lowest + between / 2);
        return lowest + between;
    }

  private:
    // "3", of a partition "3.1": its name without the word.
    [[nodiscard]] std::string number_of(const DomainTiles& domain) const {
        return domain_name(of_.topology, domain.domain)
            .substr(of_.topology.kind_of(domain.domain).domain_word.size());
    }

    [[nodiscard]] double words_height() const { return rows_.what == ThumbnailsOf::kinds ? 29 : 15; }

    void end_row(std::size_t& first, double below) {
        for (; first < map_.blocks.size(); ++first) map_.blocks[first].below = below;
        ++row_;
    }

    void add_one(const Thumbnail& thumbnail, double x, double y, double width, double frame, double bottom,
                 double between, const std::string& number) {
        const double middle = x + width / 2;
        if (rows_.what == ThumbnailsOf::group) {
            map_.blocks.push_back({x - between / 2, x + width + between / 2, 0, row_, false,
                                   middle - frame / 2, middle + frame / 2});
        }
        const std::size_t first_box = scene_.boxes.size();
        add_tiles(of_.view.domains[thumbnail.domain], middle - frame / 2, y, frame);
        if (rows_.what == ThumbnailsOf::kinds && thumbnail.alike > 1) {
            scene_.boxes[first_box].tip = names_of_alike(thumbnail.domain);
            scene_.texts.push_back({middle, bottom + 11, fmt::format("x {}", grouped(thumbnail.alike)), 11,
                                    Align::middle, Ink::text, Weight::bold});
            scene_.texts.push_back(
                {middle, bottom + 24, "from " + number, number_font, Align::middle, Ink::quiet});
        } else {
            scene_.texts.push_back({middle, bottom + 11, number, number_font, Align::middle, Ink::quiet});
        }
    }

    // "rack0, rack16, rack32", some of them.
    [[nodiscard]] std::string names_of_alike(std::uint32_t domain) const {
        constexpr std::size_t most = 40;
        std::string names;
        for (const AlikeDomains& alike : of_.view.alike) {
            if (alike.members.front() != domain) continue;
            for (std::size_t i = 0; i < std::min(most, alike.members.size()); ++i)
                names += (i > 0 ? ", " : "") +
                         domain_name(of_.topology, of_.view.domains[alike.members[i]].domain);
            if (alike.members.size() > most) names += ", ...";
        }
        return names;
    }

    void add_tiles(const DomainTiles& domain, double x, double y, double width) {
        const TileShape shape = shape_of(of_.topology, domain);
        Box frame{
            x, y, width, static_cast<double>(shape.rows.size()) * tile_height_ + 4, {Ink::none, Ink::frame}};
        frame.tip = domain_name(of_.topology, domain.domain);
        if (of_.in_full.count(domain.domain.id.value()) > 0) frame.style.stroke_width = 2;
        scene_.boxes.push_back(frame);
        // Sorted by look, so that like tiles become one path.
        std::vector<Box> tiles;
        for (std::size_t row = 0; row < shape.rows.size(); ++row) {
            for (std::uint32_t i = shape.rows[row].first; i < shape.rows[row].second; ++i) {
                const std::uint32_t column = i - shape.rows[row].first;
                const Box box{x + 2 + column * tile_width_, y + 2 + static_cast<double>(row) * tile_height_,
                              tile_width_ - 0.8, tile_height_ - 0.8, style_of(domain.tiles[i])};
                if (rows_.what == ThumbnailsOf::group && of_.look.in_group(domain.tiles[i]))
                    take_seat(domain.tiles[i].gpu, box, static_cast<std::uint32_t>(row), column,
                              i + 1 == shape.rows[row].second);
                tiles.push_back(box);
            }
        }
        for (std::size_t first = 0; first < tiles.size(); ++first) {
            std::stable_partition(tiles.begin() + static_cast<std::ptrdiff_t>(first) + 1, tiles.end(),
                                  [&](const Box& box) { return box.style == tiles[first].style; });
            while (first + 1 < tiles.size() && tiles[first + 1].style == tiles[first].style) ++first;
        }
        scene_.boxes.insert(scene_.boxes.end(), tiles.begin(), tiles.end());
    }

    [[nodiscard]] BoxStyle style_of(const Tile& tile) const {
        BoxStyle style = of_.look.style_of(tile);
        if (tile.state != TileState::rank) style.stroke_width = 0.5;
        style.dash = Dash::solid;
        if (rows_.what != ThumbnailsOf::group) return style;
        if (of_.look.in_group(tile)) {
            style.stroke = Ink::text;
        } else if (tile.state == TileState::rank) {
            style.fill = Ink::faint;
        }
        return style;
    }

    void take_seat(GpuId gpu, const Box& tile, std::uint32_t row, std::uint32_t column, bool is_last) {
        HopSeat seat;
        seat.block = static_cast<std::uint32_t>(map_.blocks.size() - 1);
        seat.row = row;
        seat.column = column;
        seat.is_last = is_last;
        seat.left = tile.x;
        seat.right = tile.x + tile.width;
        seat.top = tile.y;
        seat.bottom = tile.y + tile.height;
        map_.seats[gpu.value()] = seat;
    }

    Scene& scene_;
    const Thumbnails& of_;
    const ThumbnailRows& rows_;
    HopMap& map_;
    double tile_width_ = 0;
    double tile_height_ = 0;
    std::uint32_t row_ = 0;
};

}  // namespace

double add_thumbnails(Scene& scene, const Thumbnails& of, const ThumbnailRows& rows, double top,
                      HopMap& map) {
    return Rows(scene, of, rows, map).add(top);
}

}  // namespace railyard::diagram
