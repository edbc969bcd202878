#include <CLI/App.hpp>

#include "railyard/command.hpp"
#include "railyard/draw_commands.hpp"

namespace railyard::tool {

void add_draw(CLI::App& app, Selected& selected) {
    CLI::App* draw = app.add_subcommand("draw", "Draw topologies, placements, traffic and costs");
    draw->require_subcommand(1);
    for (const auto add : {add_draw_topology, add_draw_placement, add_draw_matrix, add_draw_links,
                           add_draw_step, add_draw_memory})
        add(*draw, selected);
}

}  // namespace railyard::tool
