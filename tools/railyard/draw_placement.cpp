#include <CLI/Option.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/diagram/placement_picture.hpp"
#include "railyard/diagram/placement_view.hpp"
#include "railyard/draw_commands.hpp"
#include "railyard/job/groups.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/placed_job.hpp"
#include "railyard/placement/traffic.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::tool {
namespace {

struct DrawPlacementOptions {
    PlacedJobOptions job;
    std::optional<Dimension> colour;
    std::optional<Dimension> hops;
    std::optional<std::uint64_t> group;
    std::vector<std::string> unfold;
    PictureOptions output;
};

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

bool is_of_experts(Dimension dimension) {
    return dimension == Dimension::ep || dimension == Dimension::etp || dimension == Dimension::edp;
}

bool has_experts(const Layout& layout) {
    return layout.model.experts || layout.degrees.has_experts();
}

// "tp, pp and dp"
std::string names_of(const std::vector<Dimension>& dimensions) {
    std::string names;
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        names += (i == 0                       ? ""
                  : i + 1 == dimensions.size() ? " and "
                                               : ", ") +
                 std::string(name_of(dimensions[i]));
    return names;
}

std::optional<diagram::GroupChoice> group_of(const DrawPlacementOptions& options, const Layout& layout) {
    if (!options.hops) {
        if (options.group) refuse("--group chooses among the groups of --hops", "add --hops pp");
        return std::nullopt;
    }
    const std::string name(name_of(*options.hops));
    const auto with_hops = dimensions_of(layout);
    if (std::find(with_hops.begin(), with_hops.end(), *options.hops) == with_hops.end()) {
        const bool lacks_experts = is_of_experts(*options.hops) && !has_experts(layout);
        refuse("there are no hops of " + name + ": " +
                   (lacks_experts ? layout.name + " has no experts" : std::string("its degree is 1")),
               with_hops.empty() ? "one rank sends nothing to others; add --dp 2, say"
                                 : layout.name + " has hops of " + names_of(with_hops));
    }
    const Groups groups(RankGrid(layout.order, layout.degrees), *options.hops);
    const std::uint64_t number = options.group.value_or(0);
    if (number >= groups.count()) {
        refuse("--group " + std::to_string(number) + ": there is no such group of " + name,
               "its groups are 0 to " + std::to_string(groups.count() - 1) + ", by their lowest rank");
    }
    return diagram::GroupChoice{*options.hops, static_cast<std::uint32_t>(number)};
}

Dimension colour_of(const DrawPlacementOptions& options, const Layout& layout) {
    if (!options.colour) return diagram::default_colour(layout);
    if (is_of_experts(*options.colour) && !has_experts(layout)) {
        refuse("--color " + std::string(name_of(*options.colour)) + ": " + layout.name + " has no experts",
               "colour by tp, cp, pp or dp");
    }
    return *options.colour;
}

std::vector<DomainId> domains_of(const std::vector<std::string>& names, const Topology& topology,
                                 const Placement& placement) {
    const std::uint32_t drawn = diagram::drawn_domains(topology, placement);
    std::vector<DomainId> domains;
    for (const std::string& name : names) {
        const auto found = parse_name(topology, name);
        if (const auto* why = std::get_if<std::string>(&found))
            refuse("--unfold " + name + ": " + *why,
                   "a domain that is drawn, such as " + topology.kinds().front().domain_word + "0");
        const DomainId domain = topology.place(std::get<GpuRange>(found).first).domain;
        if (domain.value() >= drawn) {
            refuse(
                "--unfold " + name + ": the job does not reach it, nor does the picture",
                "the last that is drawn is " + domain_name(topology, topology.domain(DomainId(drawn - 1))));
        }
        domains.push_back(domain);
    }
    return domains;
}

int run(const DrawPlacementOptions& options) {
    const input::Library library(shipped_roots());
    const PlacedJob job = place_job(options.job, library);
    if (job.evaluation() == nullptr) return say_no(job);
    diagram::PlacementPicture picture{job.topology, job.layout, job.evaluation()->placement};
    picture.colour = colour_of(options, job.layout);
    picture.hops = group_of(options, job.layout);
    picture.unfold = domains_of(options.unfold, job.topology, job.evaluation()->placement);
    options.output.write(diagram::placement_scene(picture));
    return exit_done;
}

void add_dimension(CLI::App& command, const std::string& flag, std::optional<Dimension>& dimension,
                   const std::string& about) {
    const std::vector<std::string> names(dimension_names.begin(), dimension_names.end());
    command
        .add_option_function<std::string>(
            flag,
            [&dimension, names](const std::string& name) {
                const auto at = std::find(names.begin(), names.end(), name) - names.begin();
                dimension = static_cast<Dimension>(at);
            },
            about)
        ->check(one_of(names))
        ->type_name("");
}

}  // namespace

void add_draw_placement(CLI::App& draw, Selected& selected) {
    CLI::App* command =
        draw.add_subcommand("placement", "Racks, servers and GPUs with the ranks that they hold");
    const auto options = std::make_shared<DrawPlacementOptions>();
    add_placed_job_options(*command, options->job);
    add_dimension(*command, "--color", options->colour,
                  "Colour GPUs by this dimension (default: pp, where there is one)");
    add_dimension(*command, "--hops", options->hops, "Draw the hops of one group of this dimension");
    command
        ->add_option("--group", options->group,
                     "Which group of --hops: numbered from 0 by their lowest ranks (default: 0)")
        ->type_name("N")
        ->check([](const std::string& text) -> std::string {
            const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
            if (!is_number) return "'" + text + "' is no group: they are numbered from 0";
            return text.size() <= 18 ? "" : "'" + text + "' is no group: no job has so many";
        });
    command
        ->add_option("--unfold", options->unfold,
                     "Draw this domain in full (rack3); may be given several times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    add_picture_options(*command, options->output);
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
