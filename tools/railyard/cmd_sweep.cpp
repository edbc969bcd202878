#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/base/figures.hpp"
#include "railyard/command.hpp"
#include "railyard/estimate/load_calibration.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/output_file.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/sweep/axis_columns.hpp"
#include "railyard/sweep/design_points.hpp"
#include "railyard/sweep/journal.hpp"
#include "railyard/sweep/load_plan.hpp"
#include "railyard/sweep/parts.hpp"
#include "railyard/sweep/priced.hpp"
#include "railyard/sweep/run.hpp"
#include "railyard/sweep/sweep_notes.hpp"
#include "railyard/sweep_collector.hpp"
#include "railyard/sweep_file.hpp"
#include "railyard/sweep_on_slurm.hpp"
#include "railyard/sweep_options.hpp"
#include "railyard/sweep_progress.hpp"
#include "railyard/sweep_results.hpp"
#include "railyard/unfinished_file.hpp"

namespace railyard::tool {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void wrong(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

sweep::DesignPoints design_points(const SweepOptions& options, const input::Library& library,
                                  const sweep::Plan& plan) {
    if (plan.times == CostModel::reference) {
        if (!options.calibration.empty())
            wrong("--calibration is for the calibrated model", "times: calibrated in the sweep");
        return {library, plan, calibrate_reference(library).eta, {}};
    }
    const std::string file = calibration_file(library, options.calibration);
    return {library,
            plan,
            sweep::CalibratedTimes{load_calibration(file), calibrate_reference(library).eta},
            {file}};
}

// Where the rows go while they are found.
struct JournalPlace {
    std::string path;
    bool stays = false;                             // when the run is done
    std::optional<UnfinishedFile> unfinished = {};  // where no later run can go on from it
    ~JournalPlace() {
        std::error_code ignored;
        if (!stays && !path.empty()) fs::remove(path, ignored);
    }
};

// Rather than standard output, a device or a pipe.
bool is_a_file(const std::string& path) {
    std::error_code error;
    return !path.empty() && path != "-" && (!fs::exists(path, error) || fs::is_regular_file(path, error));
}

void choose_journal(const SweepOptions& options, const Shard& shard, JournalPlace& place) {
    if (!options.into.empty()) {
        std::error_code error;
        fs::create_directories(options.into, error);
        if (error) throw OutputError(options.into + ": " + error.message());
        place.path = sweep::part_path(options.into, shard);
        place.stays = true;
    } else if (is_a_file(options.results.path)) {
        place.path = options.results.path + ".journal";
        place.stays = true;  // until the results are written
    } else if (options.resume == Resume::yes) {
        wrong("--resume goes on with the journal of a file", "--output FILE");
    } else if (!options.results.chart.empty()) {
        // Drawn from the rows when all are there; no other answer on the screen needs them again.
        place.path = (fs::temp_directory_path() / ("railyard-sweep-" + std::to_string(::getpid()))).string();
        place.unfinished.emplace(place.path);
    }
}

struct Begun {
    std::unique_ptr<sweep::JournalWriter> journal;  // none: nobody reads it
    std::uint64_t rows = 0;                         // in it already
};

// Goes on behind the rows of a journal that is there, which `old_rows` gets.
std::optional<Begun> go_on(const std::string& path, const sweep::JournalHeader& header,
                           const std::function<void(const ForEachRow&)>& old_rows) {
    std::optional<sweep::JournalReader> reader;
    try {
        reader.emplace(path);
    } catch (const sweep::JournalError&) {
        return std::nullopt;  // killed before its first line was whole: there is nothing to go on with
    }
    const std::string why = sweep::difference(reader->contents().header, header);
    if (!why.empty()) wrong("cannot go on with " + path + ": " + why, "remove it to begin anew");
    old_rows([&](const auto& visit) {
        while (const auto row = reader->next()) visit(*row);
    });
    const std::uint64_t rows = reader->contents().rows;
    return Begun{std::make_unique<sweep::JournalWriter>(path, reader->contents()), rows};
}

Begun open_journal(const SweepOptions& options, const std::string& path, const sweep::JournalHeader& header,
                   const std::function<void(const ForEachRow&)>& old_rows) {
    if (path.empty()) return {};
    std::error_code error;
    const bool is_there = fs::exists(path, error) && fs::file_size(path, error) > 0;
    if (is_there && options.resume == Resume::no) {
        wrong(path + " is there, of a run that has not finished", "--resume goes on with it; or remove it");
    }
    if (is_there) {
        if (auto begun = go_on(path, header, old_rows)) return *std::move(begun);
    }
    return {std::make_unique<sweep::JournalWriter>(path, header), 0};
}

// Evaluates the points that are left. Returns how many of the shard are done.
std::uint64_t evaluate(const SweepOptions& options, const sweep::DesignPoints& points,
                       const sweep::JournalHeader& header, const JournalPlace& place,
                       ResultCollector* collector) {
    const auto& stop = catch_signals();
    const std::uint64_t all = header.shard.points(header.points);
    const Begun begun = open_journal(options, place.path, header, [&](const ForEachRow& rows) {
        if (collector == nullptr) return rows([](const ResultRow&) {});
        collector->add_all(rows);
    });
    if (begun.rows > 0) std::fprintf(stderr, "%s already done\n", counted(begun.rows, "point").c_str());
    Progress progress(begun.rows, all);
    // Rows become text on the thread that found them; in turn they are only put behind the others.
    const auto block = [&](const std::vector<ResultRow>& rows) -> sweep::InTurn {
        auto lines = begun.journal ? sweep::journal_lines(rows) : std::string();
        auto kept = collector == nullptr ? std::nullopt : std::optional(collector->block_of(rows));
        return [&, count = rows.size(), lines = std::move(lines), kept = std::move(kept)]() mutable {
            if (begun.journal) begun.journal->add(lines);
            if (kept) collector->add(*std::move(kept));
            progress.advance(count);
        };
    };
    const std::uint64_t done =
        begun.rows + sweep::run_points(
                         header.points, {options.threads, &stop, begun.rows, header.shard},
                         [&](std::uint64_t point) { return points.row(point); }, block);
    if (begun.journal && (done < all || collector == nullptr)) begun.journal->sync();
    if (begun.journal) begun.journal->flush();
    return done;
}

void tell_stopped(const SweepOptions& options, const JournalPlace& place, std::uint64_t done,
                  std::uint64_t all) {
    std::fprintf(stderr, "stopped: %s of %s done\n", grouped(done).c_str(), counted(all, "point").c_str());
    if (place.stays) std::fprintf(stderr, "to go on: %s\n", to_go_on(options).c_str());
}

int run_here(const SweepOptions& options, const sweep::Plan& plan, const sweep::DesignPoints& points) {
    const Shard shard = shard_of(options);
    const std::uint64_t all = shard.points(plan.grid.points());
    std::fprintf(stderr, "%s: %s%s\n", plan.name.c_str(), counted(plan.grid.points(), "point").c_str(),
                 shard.of > 1 ? (", " + grouped(all) + " of them in shard " + options.shard).c_str() : "");
    sweep::JournalHeader header{
        plan.name, points.fingerprint(), points.files(), plan.grid.points(), shard, points.columns(), {}};
    // Whoever joins the parts tells them.
    if (!options.into.empty()) header.notes = sweep::notes_on(points, plan);
    std::optional<ResultCollector> collector;
    if (options.into.empty()) collector.emplace(options.results, plan.name, header.columns);
    if (!options.into.empty()) {
        const std::string why = sweep::why_not_beside(options.into, header);
        if (!why.empty()) {
            wrong(options.into + " holds parts of something else: " + why,
                  "--into another folder, or remove the parts that are there");
        }
    }
    JournalPlace place;
    choose_journal(options, shard, place);
    const std::uint64_t done = evaluate(options, points, header, place, collector ? &*collector : nullptr);
    const RowsAt rows_at = [&](const std::vector<std::uint64_t>& numbers) {
        std::vector<ResultRow> rows;
        for (const std::uint64_t number : numbers) rows.push_back(points.row(number));
        return rows;
    };
    const auto write = [&] {
        try {
            collector->write(
                rows_at, [&](const auto& visit) { sweep::for_each_row({place.path}, visit); }, all);
        } catch (const OutputError& error) {
            if (!place.stays) throw;
            throw OutputError(std::string(error.what()) + "\n  hint: the rows are safe in " + place.path +
                              "; when there is room, " + to_go_on(options) + " writes them");
        }
    };
    if (done < all) {
        tell_stopped(options, place, done, all);
        // Nothing done leaves what stood there before.
        if (collector && done > 0) {
            write();
            if (is_a_file(options.results.path))
                std::fprintf(stderr, "%s has %s\n", options.results.path.c_str(),
                             collector->what_is_written(done).c_str());
        }
        return exit_interrupted;
    }
    if (!collector) return exit_done;
    write();
    tell_notes(sweep::notes_on(points, plan));
    place.stays = false;
    return collector->any_is_ok() ? exit_done : exit_no;
}

[[noreturn]] void no_figure(const std::string& name, const sweep::Plan& plan) {
    for (const sweep::Axis& axis : plan.axes) {
        for (const sweep::SweptKey& key : axis.keys) {
            if (key.path != name) continue;
            const auto columns = sweep::AxisColumns(key).columns();
            wrong("the choices of '" + name + "' are no numbers",
                  columns.size() > 1 ? "'" + columns.back().name + "' has them in one unit"
                                     : figure_suggestion(name));
        }
    }
    wrong("there is no figure '" + name + "'", figure_suggestion(name));
}

// What points are chosen by is a column as well; a key with numbers on an axis is one already.
void add_chosen_figures(const ResultOptions& results, sweep::Plan& plan) {
    const std::vector<sweep::KeyNumbers> keys = sweep::numbers_of_keys({}, plan.axes);
    for (const std::string& name : results.figures()) {
        if (const auto figure = figure_named(name)) {
            if (std::find(plan.columns.begin(), plan.columns.end(), *figure) == plan.columns.end())
                plan.columns.push_back(*figure);
        } else if (std::none_of(keys.begin(), keys.end(),
                                [&](const sweep::KeyNumbers& key) { return key.name == name; })) {
            no_figure(name, plan);
        }
    }
}

int run(const SweepOptions& options) {
    const input::Library library(shipped_roots());
    const std::string file = sweep_file(library, options.file);
    sweep::Plan plan = sweep::load_plan(file);
    (void)options.results.row_format();
    check_together(options);
    if (options.count_only) {
        write_output("", counted(plan.grid.points(), "point") + "\n");
        return exit_done;
    }
    if (options.shard.empty() && options.slurm.empty()) add_chosen_figures(options.results, plan);
    const sweep::DesignPoints points = design_points(options, library, plan);
    std::vector<sweep::ChosenBy> chosen;
    for (const std::string& figure : options.results.pareto) chosen.push_back({"--pareto", figure});
    if (!options.results.best.empty()) chosen.push_back({"--best", options.results.best});
    check_priced(points, plan, chosen);
    if (!options.slurm.empty()) return run_on_slurm(options, plan, file);
    try {
        return run_here(options, plan, points);
    } catch (const sweep::JournalError& error) {
        throw InputError(Diagnostic{{}, error.what(), error.hint(), "", 0});
    }
}

}  // namespace

void add_sweep(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("sweep", "Evaluate many designs: every choice on every axis of a sweep file");
    const auto options = std::make_shared<SweepOptions>();
    command->add_option("SWEEP", options->file, "A shipped sweep or a file (railyard init sweep)")
        ->required();
    add_result_options(*command, options->results);
    command
        ->add_option("--calibration", options->calibration,
                     "Constants of the calibrated model (railyard calibrate)")
        ->type_name("FILE");
    command->add_flag("--count", options->count_only, "Say how many points there are, and stop");
    command->add_option("--threads", options->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, 4096))
        ->type_name("N");
    command->add_flag_callback(
        "--resume", [options] { options->resume = Resume::yes; },
        "Go on with a run that was stopped, from the journal beside its output");
    command->add_option("--shard", options->shard, "Only this part of the points, such as 3/64")
        ->type_name("K/N");
    command->add_option("--into", options->into, "The folder that the parts of shards are kept in")
        ->type_name("FOLDER");
    command->add_option("--slurm", options->slurm, "Submit a job array of Slurm that works in this folder")
        ->type_name("FOLDER");
    command->add_option("--tasks", options->tasks, "Tasks of the job array")
        ->check(CLI::Range(1, 100000))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--sbatch", options->sbatch, "An option for sbatch, such as --sbatch=--time=10")
        ->allow_extra_args(false)
        ->type_name("OPTION");
    command->callback([options, command, &selected] {
        for (const CLI::Option* option : command->get_options())
            if (option->count() > 0 && !option->get_lnames().empty())
                options->given.push_back("--" + option->get_lnames().front());
        selected.run = [options] { return run(*options); };
    });
}

}  // namespace railyard::tool
