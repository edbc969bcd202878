#include <CLI/App.hpp>

#include "railyard/command.hpp"
#include "railyard/draw_commands.hpp"

namespace railyard::tool {

void add_draw(CLI::App& app, Selected& selected) {
    CLI::App* draw = app.add_subcommand("draw", "Draw topologies, placements, traffic and costs");
    draw->require_subcommand(1);
    add_draw_placement(*draw, selected);
}

}  // namespace railyard::tool
