#include "railyard/diagram/placement_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/hop_lines.hpp"
#include "railyard/diagram/hop_routes.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/diagram/placement_fold.hpp"
#include "railyard/diagram/placement_shape.hpp"
#include "railyard/diagram/placement_view.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::diagram {
namespace {

constexpr double left = 30;
constexpr double widest = 1320;  // of a row of domains
constexpr std::size_t most_colours = 16;
constexpr double tile_width = 64;
constexpr double tile_height = 28;
constexpr double tile_gap = 4;
constexpr double server_label = 58;

// Where hops run there is more room between things.
struct Room {
    double tile_width = 64;
    double column_gap = tile_gap;
    double row_gap = tile_gap;
    double before = 0;  // the first column
    double domain_gap = 26;
    double thumbnail_gap = 8;
};
constexpr Room room_for_hops = {60, 20, 11, 14, 36, 20};

struct StateLook {
    std::string_view word;
    BoxStyle style;
};

const StateLook& look_of(TileState state) {
    static const std::array<StateLook, 5> looks = {
        {{"", {Ink::none, Ink::frame}},
         {"idle", {Ink::paper, Ink::frame, 1, Dash::dashed}},
         {"spare", {Ink::faint, Ink::frame, 1, Dash::solid, Pattern::striped}},
         {"unavailable", {Ink::missing, Ink::missing}},
         {"unused", {Ink::paper, Ink::faint}}}};
    return looks[static_cast<std::size_t>(state)];
}

class Drawer {
  public:
    explicit Drawer(const PlacementPicture& picture)
        : picture_(picture),
          topology_(picture.topology),
          grid_(picture.layout.order, picture.layout.degrees),
          view_(view_of(topology_, grid_, picture.placement, picture.layout.placement.per_domain,
                        picture.colour)),
          fold_(fold_of(picture, view_)),
          room_(picture.hops ? room_for_hops : Room{}),
          degree_(picture.layout.degrees.of(picture.colour)),
          colours_(ramp(std::min<std::size_t>(degree_, most_colours))) {}

    Scene scene() {
        scene_.order = LineOrder::over_boxes;
        double y = add_heading(scene_, left, heading(), words());
        if (std::string whole = picture_.layout.name + " on " + topology_.name();
            scene_.title.find(whole) == std::string::npos)
            scene_.texts.front().tip = std::move(whole);
        Legend legend(scene_, left, y, widest);
        explain_colours(legend);
        if (picture_.hops) add_hop_legend(legend, picture_);
        y = draw_full(legend.bottom() + 14);
        if (!fold_.thumbnails.empty()) draw_thumbnails(y + 8);
        map_.margin = left - room_.domain_gap / 2;
        if (picture_.hops) add_hop_lines(scene_, picture_, map_);
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
        first += " on " + counted(picture_.placement.domains_used, domain_word()) + ", " +
                 counted(picture_.placement.servers_used, server_word());
        std::vector<std::string> lines = {first};
        if (view_.left_out > 0)
            lines.push_back(counted(view_.left_out, "more " + domain_word()) +
                            " behind them, unused, are left out");
        return lines;
    }

    [[nodiscard]] const DomainKind& kind_of(std::size_t domain) const {
        return topology_.kind_of(view_.domains[domain].domain);
    }
    [[nodiscard]] std::string domain_word() const { return cut_to(kind_of(0).domain_word, 120, 12); }
    [[nodiscard]] std::string server_word() const { return cut_to(kind_of(0).server_word, 120, 12); }

    void explain_colours(Legend& legend) {
        for (std::size_t i = 0; i < colours_.size(); ++i) {
            std::string words = fmt::format("{} {}", name_of(picture_.colour), i);
            if (degree_ > colours_.size() && i == 0) words += fmt::format(", {}, ...", most_colours);
            legend.swatch({colours_[i], Ink::frame}, words);
        }
        if (degree_ > colours_.size())
            legend.words(fmt::format("colours repeat every {} of {}", most_colours, degree_));
        legend.new_row();
        for (const TileState state :
             {TileState::idle, TileState::spare, TileState::unavailable, TileState::unused}) {
            const std::uint32_t count = view_.count(state);
            if (count == 0) continue;
            legend.swatch(look_of(state).style, fmt::format("{}: {}{}", look_of(state).word,
                                                            counted(count, "GPU"), scope_of(state, count)));
        }
        if (picture_.layout.degrees.pp > 1 || picture_.layout.degrees.dp > 1)
            legend.words("s: pipeline stage, r: replica (coordinate in dp)");
    }

    // `place` counts what is unavailable in the domains that hold a rank; all that is drawn is more.
    [[nodiscard]] std::string scope_of(TileState state, std::uint32_t drawn) const {
        const std::uint32_t used = picture_.placement.gpus_unavailable;
        if (state != TileState::unavailable || used >= drawn) return "";
        return fmt::format(", {} of them in domains that hold ranks", grouped(used));
    }

    BoxStyle style_of(const Tile& tile) {
        if (tile.state != TileState::rank) return look_of(tile.state).style;
        return {colours_[tile.colour % colours_.size()], Ink::none};
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
            if (x > left && x + width > left + widest) {
                end_row(row_start, lowest + room_.domain_gap / 2);
                x = left;
                y = lowest + room_.domain_gap;
            }
            add_block(x, width, room_.domain_gap, true);
            lowest = std::max(lowest, draw_domain(view_.domains[d], shape, x, y, width));
            x += width + room_.domain_gap;
        }
        end_row(row_start, lowest + room_.domain_gap / 2);
        return fold_.full.empty() ? top : lowest + room_.domain_gap;
    }

    // A domain that hops may reach, of the row of domains that is being drawn.
    void add_block(double x, double width, double gap, bool has_words) {
        map_.blocks.push_back({x - gap / 2, x + width + gap / 2, 0, row_, has_words});
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
                words += fmt::format(", {} {}", count, look_of(state).word);
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
                take_seat(domain.tiles[i].gpu, scene_.boxes.back(), static_cast<std::uint32_t>(row), column,
                          i + 1 == shape.rows[row].second);
            }
        }
        return y + height;
    }

    // Of the tile that was drawn last, in the block that is being drawn.
    void take_seat(GpuId gpu, const Box& tile, std::uint32_t row, std::uint32_t column, bool is_last) {
        if (!picture_.hops) return;
        HopSeat seat;
        seat.name = tile.name;
        seat.block = static_cast<std::uint32_t>(map_.blocks.size() - 1);
        seat.row = row;
        seat.column = column;
        seat.is_last = is_last;
        seat.left = tile.x;
        seat.right = tile.x + tile.width;
        seat.top = tile.y;
        seat.bottom = tile.y + tile.height;
        seat.gutter_left = tile.x - room_.column_gap / 2;
        seat.gutter_right = seat.right + room_.column_gap / 2;
        seat.gap_below = seat.bottom + room_.row_gap / 2;
        map_.seats[gpu.value()] = seat;
    }

    void label_server(const Tile& first, double x, double y) {
        const GpuPlace place = topology_.place(first.gpu);
        const std::string name = topology_.kind_of(place).server_word + std::to_string(place.server);
        const FittedLabel fitted = fit_label(name, server_label - 14, tile_height, 7, 10);
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
        Box box{x, y, room_.tile_width, tile_height, style_of(tile)};
        if (box.style.stroke == Ink::none) box.style.stroke = Ink::frame;
        box.style.corner = 2;
        box.name = gpu_name(topology_, tile.gpu);
        const std::string_view word = look_of(tile.state).word;
        const bool has_rank = tile.state == TileState::rank;
        const std::string label = has_rank                          ? label_of(tile)
                                  : tile.state == TileState::unused ? ""
                                                                    : std::string(word);
        const FittedLabel fitted = fit_label(label, room_.tile_width - 4, tile_height - 2, 7, 9.5);
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

    // Small tiles without words; larger ones where there are few.
    void draw_thumbnails(double top) {
        add_text(scene_, {left, top + 14, fold_.title, 13, Align::start, Ink::text, Weight::bold}, widest);
        const double scale = fold_.thumbnails.size() <= 40 ? 1.8 : 1;
        const double w = 6 * scale;
        const double h = 4 * scale;
        double x = left;
        double y = top + 30;
        double lowest = y;
        std::size_t row_start = map_.blocks.size();
        for (const Thumbnail& thumbnail : fold_.thumbnails) {
            const DomainTiles& domain = view_.domains[thumbnail.domain];
            const TileShape shape = shape_of(topology_, domain);
            const std::string label = std::to_string(domain.domain.physical);
            const double width =
                std::max(shape.columns * w + 4, fold_.by_kind ? 52.0 : text_width(label, 9) + 4);
            const double height = static_cast<double>(shape.rows.size()) * h + 4;
            const double words = fold_.by_kind ? 28 : 14;
            if (x > left && x + width > left + widest) {
                end_row(row_start, lowest + room_.thumbnail_gap / 2);
                x = left;
                y = lowest + room_.thumbnail_gap;
            }
            add_block(x, width, room_.thumbnail_gap, false);
            draw_thumbnail(domain, shape, x + (width - shape.columns * w - 4) / 2, y, w, h);
            if (fold_.by_kind) {
                scene_.texts.push_back({x + width / 2, y + height + 11,
                                        fmt::format("x {}", grouped(thumbnail.alike)), 11, Align::middle,
                                        Ink::text, Weight::bold});
                scene_.texts.push_back(
                    {x + width / 2, y + height + 23, "from " + label, 9, Align::middle, Ink::quiet});
            } else {
                scene_.texts.push_back({x + width / 2, y + height + 10, label, 9, Align::middle, Ink::quiet});
            }
            lowest = std::max(lowest, y + height + words);
            x += width + room_.thumbnail_gap;
        }
        end_row(row_start, lowest + room_.thumbnail_gap / 2);
    }

    void draw_thumbnail(const DomainTiles& domain, const TileShape& shape, double x, double y, double w,
                        double h) {
        Box frame{x,
                  y,
                  shape.columns * w + 4,
                  static_cast<double>(shape.rows.size()) * h + 4,
                  {Ink::none, Ink::frame}};
        frame.tip = domain_name(topology_, domain.domain);
        const bool is_in_full = fold_.full.count(domain.domain.id.value()) > 0;
        if (is_in_full) frame.style.stroke_width = 2;
        scene_.boxes.push_back(frame);
        // Sorted by look, so that like tiles become one path.
        std::vector<Box> tiles;
        for (std::size_t row = 0; row < shape.rows.size(); ++row) {
            for (std::uint32_t i = shape.rows[row].first; i < shape.rows[row].second; ++i) {
                Box box{x + 2 + (i - shape.rows[row].first) * w, y + 2 + static_cast<double>(row) * h,
                        w - 0.8, h - 0.8, style_of(domain.tiles[i])};
                if (domain.tiles[i].state != TileState::rank) box.style.stroke_width = 0.5;
                box.style.dash = Dash::solid;
                if (fold_.hops_on_thumbnails)
                    take_seat(domain.tiles[i].gpu, box, static_cast<std::uint32_t>(row),
                              i - shape.rows[row].first, i + 1 == shape.rows[row].second);
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

    const PlacementPicture& picture_;
    const Topology& topology_;
    RankGrid grid_;
    PlacementView view_;
    PlacementFold fold_;
    Room room_;
    std::size_t degree_;
    std::vector<Rgb> colours_;
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
