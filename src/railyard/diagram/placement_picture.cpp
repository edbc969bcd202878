#include "railyard/diagram/placement_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/domain_words.hpp"
#include "railyard/diagram/hop_lines.hpp"
#include "railyard/diagram/hop_routes.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/placement_fold.hpp"
#include "railyard/diagram/placement_shape.hpp"
#include "railyard/diagram/placement_thumbnails.hpp"
#include "railyard/diagram/placement_tiles.hpp"
#include "railyard/diagram/placement_view.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 30;
constexpr double tile_width = 64;
constexpr double tile_height = 28;
constexpr double tile_gap = 4;
constexpr double server_label = 58;
constexpr double label_font = 10.7;  // at most

// Where hops run there is more room between things.
struct Room {
    double tile_width = 64;
    double column_gap = tile_gap;
    double row_gap = tile_gap;
    double before = 0;  // the first column
    double domain_gap = 26;
};
constexpr Room room_for_hops = {60, 22, 19, 14, 36};
constexpr double ring_gap = 2.5;  // between a tile of the group and the ring around it

class Drawer {
  public:
    explicit Drawer(const PlacementPicture& picture)
        : picture_(picture),
          topology_(picture.topology),
          grid_(picture.layout.order, picture.layout.degrees),
          view_(view_of(topology_, grid_, picture.placement, picture.layout.placement.per_domain,
                        picture.colour)),
          fold_(fold_of(picture, view_)),
          look_(picture),
          room_(picture.hops ? room_for_hops : Room{}) {}

    Scene scene() {
        scene_.order = LineOrder::over_boxes;
        double y = add_heading(scene_, left, heading(), words());
        if (std::string whole = picture_.layout.name + " on " + topology_.name();
            scene_.title.find(whole) == std::string::npos)
            scene_.texts.front().tip = std::move(whole);
        Legend legend(scene_, left, y, picture_.widest);
        explain_colours(legend);
        if (picture_.hops) add_hop_legend(legend, picture_);
        y = draw_full(legend.bottom() + 14);
        map_.margin = left - room_.domain_gap / 2;
        if (picture_.hops) {
            const std::string words = add_hop_lines(scene_, picture_, map_).words(hop_block_word());
            if (!words.empty() && legend.has_room(words)) {
                legend.words(words);
            } else if (!words.empty()) {
                say(words, left, y + 4);
                y += 14;
            }
        }
        for (const ThumbnailRows& rows : fold_.rows) {
            HopMap map;
            map.margin = map_.margin;
            const std::size_t title = scene_.texts.size();
            scene_.breaks.push_back(y);
            y = add_thumbnails(scene_, {topology_, view_, look_, fold_.full, left, picture_.widest}, rows,
                               y + 8, map);
            if (rows.what != ThumbnailsOf::group) continue;
            const Text said = scene_.texts[title];
            say(add_hop_lines(scene_, picture_, map).words(hop_block_word()), extent_of(said).right + 16,
                said.y);
        }
        scene_.fit(24);
        return std::move(scene_);
    }

  private:
    [[nodiscard]] std::string heading() const {
        return fmt::format("{} on {}, coloured by {}", cut_to(picture_.layout.name, 300, 17),
                           cut_to(topology_.name(), 300, 17), name_of(picture_.colour));
    }

    [[nodiscard]] std::vector<std::string> words() const {
        const Degrees& degrees = picture_.layout.degrees;
        std::string cut;
        for (const Dimension d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp}) {
            if (degrees.of(d) > 1)
                cut += fmt::format("{}{} {}", cut.empty() ? "" : " x ", name_of(d), degrees.of(d));
        }
        std::string first = counted(degrees.ranks(), "rank") + (cut.empty() ? "" : " = " + cut);
        if (degrees.has_experts()) first += fmt::format(" (ep {})", degrees.of(Dimension::ep));
        std::vector<DomainId> used;
        for (const DomainTiles& domain : view_.domains) {
            if (domain.count(TileState::rank) > 0) used.push_back(domain.domain.id);
        }
        const OfKinds kinds = kinds_of(topology_, used);
        first += " on " + counted_domains(topology_, kinds, Unit::domains) + ", " +
                 counted_servers(topology_, kinds, picture_.placement.servers_used);
        std::vector<std::string> lines = {first};
        if (view_.left_out > 0) lines.push_back(left_out_words());
        return lines;
    }

    [[nodiscard]] std::string left_out_words() const {
        std::vector<DomainId> behind;
        for (std::uint32_t i = 0; i < view_.left_out; ++i)
            behind.emplace_back(static_cast<std::uint32_t>(view_.domains.size()) + i);
        return counted_domains(topology_, kinds_of(topology_, behind), Unit::domains, "more ") +
               " behind them, unused, are left out";
    }

    // Below a row of domains, or beside the title of thumbnails.
    void say(const std::string& words, double x, double baseline) {
        if (!words.empty())
            add_text(scene_, {x, baseline, words, 11, Align::start, Ink::quiet}, left + picture_.widest - x);
    }

    [[nodiscard]] std::string hop_block_word() const {
        return cut_to(topology_.kind_of(view_.domains.front().domain).domain_word, 120, 11);
    }

    void explain_colours(Legend& legend) {
        const std::vector<Rgb>& colours = look_.colours();
        const std::uint32_t degree = picture_.layout.degrees.of(picture_.colour);
        for (std::size_t i = 0; i < colours.size(); ++i) {
            std::string words = fmt::format("{} {}", name_of(picture_.colour), i);
            if (degree > colours.size() && i == 0) words += fmt::format(", {}, ...", colours.size());
            legend.swatch({colours[i], Ink::frame}, words);
        }
        if (degree > colours.size())
            legend.words(fmt::format("colours repeat every {} of {}", colours.size(), grouped(degree)));
        legend.new_row();
        for (const TileState state :
             {TileState::idle, TileState::spare, TileState::unavailable, TileState::unused}) {
            const std::uint32_t count = view_.count(state);
            if (count == 0) continue;
            legend.swatch(style_of(state), fmt::format("{}: {}{}", word_of(state), counted(count, "GPU"),
                                                       scope_of(state, count)));
        }
        legend.words("s: pipeline stage, r: replica (coordinate in dp)");
    }

    // `place` counts what is unavailable in the domains that hold a rank; all that is drawn is more.
    [[nodiscard]] std::string scope_of(TileState state, std::uint32_t drawn) const {
        const std::uint32_t used = picture_.placement.gpus_unavailable;
        if (state != TileState::unavailable || used >= drawn) return "";
        return fmt::format(", {} of them in domains that hold ranks", grouped(used));
    }

    [[nodiscard]] double row_height() const { return tile_height + room_.row_gap; }

    double draw_full(double top) {
        double x = left;
        double y = top;
        double lowest = top;
        std::size_t row_start = map_.blocks.size();
        for (const std::uint32_t d : fold_.full) {
            const TileShape shape = shape_of(topology_, view_.domains[d]);
            const double width =
                server_label + room_.before + shape.columns * (room_.tile_width + room_.column_gap) + 12;
            if (x > left && x + width > left + picture_.widest) {
                end_row(row_start, lowest + room_.domain_gap / 2);
                scene_.breaks.push_back(lowest + room_.domain_gap / 2);
                x = left;
                y = lowest + room_.domain_gap;
            }
            map_.blocks.push_back(
                {x - room_.domain_gap / 2, x + width + room_.domain_gap / 2, 0, row_, true, x, x + width});
            lowest = std::max(lowest, draw_domain(view_.domains[d], shape, x, y, width));
            x += width + room_.domain_gap;
        }
        end_row(row_start, lowest + room_.domain_gap / 2);
        return fold_.full.empty() ? top : lowest + room_.domain_gap;
    }

    void end_row(std::size_t& first, double below) {
        for (; first < map_.blocks.size(); ++first) map_.blocks[first].below = below;
        ++row_;
    }

    double draw_domain(const DomainTiles& domain, const TileShape& shape, double x, double y, double width) {
        const std::string name = domain_name(topology_, domain.domain);
        const double height = 40 + static_cast<double>(shape.rows.size()) * row_height() + 4;
        const bool is_used = domain.count(TileState::rank) > 0;
        Box frame{x,
                  y,
                  width,
                  height,
                  {Ink::none, is_used ? Ink::frame : Ink::faint, 1.5, Dash::solid, Pattern::plain, 6}};
        frame.name = name;
        scene_.boxes.push_back(frame);
        std::string words = is_used ? counted(domain.count(TileState::rank), "rank") : std::string("unused");
        for (const TileState state : {TileState::idle, TileState::spare, TileState::unavailable}) {
            if (const std::uint32_t count = domain.count(state); count > 0)
                words += fmt::format(", {} {}", count, word_of(state));
        }
        const double name_width = width - 20;
        const std::string shown = cut_to(name, name_width * 0.45, 13);
        add_text(scene_, {x + 10, y + 20, name, 13, Align::start, Ink::text, Weight::bold},
                 name_width * 0.45 * 1.12);
        const double used = text_width(shown, 13) * 1.12 + 12;
        add_text(scene_, {x + 10 + used, y + 20, words, 11, Align::start, Ink::quiet}, name_width - used);
        for (std::size_t row = 0; row < shape.rows.size(); ++row) {
            const double row_y = y + 34 + static_cast<double>(row) * row_height();
            if (std::find(shape.server_starts.begin(), shape.server_starts.end(), row) !=
                shape.server_starts.end())
                label_server(domain.tiles[shape.rows[row].first], x + 10, row_y);
            for (std::uint32_t i = shape.rows[row].first; i < shape.rows[row].second; ++i) {
                const std::uint32_t column = i - shape.rows[row].first;
                draw_tile(domain.tiles[i],
                          x + server_label + room_.before + column * (room_.tile_width + room_.column_gap),
                          row_y);
                if (look_.in_group(domain.tiles[i]))
                    take_seat(domain.tiles[i].gpu, static_cast<std::uint32_t>(row), column,
                              i + 1 == shape.rows[row].second);
            }
        }
        return y + height;
    }

    // Of the tile that was drawn last, in the block that is being drawn: lines end at a ring around it.
    void take_seat(GpuId gpu, std::uint32_t row, std::uint32_t column, bool is_last) {
        const Box tile = scene_.boxes.back();
        HopSeat seat;
        seat.name = tile.name;
        seat.block = static_cast<std::uint32_t>(map_.blocks.size() - 1);
        seat.row = row;
        seat.column = column;
        seat.is_last = is_last;
        seat.left = tile.x - ring_gap;
        seat.right = tile.x + tile.width + ring_gap;
        seat.top = tile.y - ring_gap;
        seat.bottom = tile.y + tile.height + ring_gap;
        seat.gutter_left = tile.x - room_.column_gap / 2;
        seat.gutter_right = tile.x + tile.width + room_.column_gap / 2;
        seat.gap_below = tile.y + tile.height + room_.row_gap / 2;
        map_.seats[gpu.value()] = seat;
        Box ring{
            seat.left, seat.top, seat.right - seat.left, seat.bottom - seat.top, {Ink::none, Ink::text, 1.2}};
        ring.style.corner = 4;
        scene_.boxes.push_back(std::move(ring));
    }

    void label_server(const Tile& first, double x, double y) {
        const GpuPlace place = topology_.place(first.gpu);
        const std::string name = topology_.kind_of(place).server_word + std::to_string(place.server);
        const FittedLabel fitted = fit_label(name, server_label - 14, tile_height, 7, label_font);
        double line = y + tile_height / 2 + 4 -
                      0.6 * fitted.font *
                          static_cast<double>(std::count(fitted.label.begin(), fitted.label.end(), '\n'));
        for (std::size_t begin = 0; begin <= fitted.label.size();) {
            const std::size_t end = std::min(fitted.label.find('\n', begin), fitted.label.size());
            Text text{x,           line,         fitted.label.substr(begin, end - begin),
                      fitted.font, Align::start, Ink::quiet};
            if (fitted.is_cut) text.tip = name;
            scene_.texts.push_back(std::move(text));
            line += line_height * fitted.font;
            begin = end + 1;
        }
    }

    void draw_tile(const Tile& tile, double x, double y) {
        Box box{x, y, room_.tile_width, tile_height, look_.style_of(tile)};
        if (box.style.stroke == Ink::none) box.style.stroke = Ink::frame;
        box.style.corner = 2;
        box.name = gpu_name(topology_, tile.gpu);
        const std::string_view word = word_of(tile.state);
        const bool has_rank = tile.state == TileState::rank;
        // A cross says enough, and no word hides it.
        const bool has_word = tile.state == TileState::idle || tile.state == TileState::spare;
        const std::string label = has_rank ? label_of(tile) : has_word ? std::string(word) : "";
        const FittedLabel fitted = fit_label(label, room_.tile_width - 4, tile_height - 2, 7, label_font);
        box.label = fitted.label;
        box.font = fitted.font;
        box.tip = has_rank ? tip_of(box.name, tile) : box.name + ": " + std::string(word);
        scene_.boxes.push_back(std::move(box));
    }

    [[nodiscard]] std::string label_of(const Tile& tile) const {
        const std::uint32_t stage = grid_.coordinate(tile.rank, Dimension::pp);
        const std::uint32_t replica = grid_.coordinate(tile.rank, Dimension::dp);
        std::string label = fmt::format("s{} r{}", stage, replica);
        if (picture_.colour != Dimension::pp && picture_.colour != Dimension::dp)
            label += fmt::format("\n{} {}", name_of(picture_.colour), tile.colour);
        else
            label += fmt::format("\nrank {}", tile.rank.value());
        return label;
    }

    [[nodiscard]] std::string tip_of(const std::string& name, const Tile& tile) const {
        std::string tip = fmt::format("{}: rank {}", name, tile.rank.value());
        for (const Dimension d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp, Dimension::ep,
                                  Dimension::etp, Dimension::edp}) {
            const bool is_there = picture_.layout.degrees.of(d) > 1;
            const bool is_expert = d == Dimension::ep || d == Dimension::etp || d == Dimension::edp;
            if (is_there && (!is_expert || picture_.layout.degrees.has_experts()))
                tip += fmt::format(", {} {}", name_of(d), grid_.coordinate(tile.rank, d));
        }
        return tip;
    }

    const PlacementPicture& picture_;
    const Topology& topology_;
    RankGrid grid_;
    PlacementView view_;
    PlacementFold fold_;
    TileLook look_;
    Room room_;
    HopMap map_;
    std::uint32_t row_ = 0;  // of domains, from above
    Scene scene_;
};

}  // namespace

Scene placement_scene(const PlacementPicture& picture) {
    return Drawer(picture).scene();
}

Dimension default_colour(const Layout& layout) {
    if (layout.degrees.pp > 1) return Dimension::pp;
    for (const Dimension d : {Dimension::dp, Dimension::tp, Dimension::cp}) {
        if (layout.degrees.of(d) > 1) return d;
    }
    return Dimension::pp;
}

}  // namespace railyard::diagram
