#include "railyard/sweep_on_slurm.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/base/figures.hpp"
#include "railyard/command.hpp"
#include "railyard/output_file.hpp"
#include "railyard/sweep/slurm.hpp"

namespace railyard::tool {

namespace fs = std::filesystem;

int run_on_slurm(const SweepOptions& options, const sweep::Plan& plan, const std::string& file) {
    std::error_code error;
    const std::string folder = fs::absolute(options.slurm).string();
    fs::create_directories(folder, error);
    if (error) throw OutputError(folder + ": " + error.message());
    const auto shards = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(options.tasks, std::max<std::uint64_t>(1, plan.grid.points())));
    if (const std::uint32_t there = sweep::shards_of_script(folder); there != 0) {
        throw InputError(
            Diagnostic{{},
                       options.slurm + " holds a sweep already, of " + std::to_string(there) + " shards",
                       "railyard gather " + options.slurm + " says how far it is; or take another folder",
                       "",
                       0});
    }
    sweep::ArrayJob job{plan.name,
                        fs::read_symlink("/proc/self/exe").string(),
                        {"sweep", fs::absolute(file).string()},
                        folder,
                        shards};
    if (!options.calibration.empty()) {
        job.arguments.emplace_back("--calibration");
        job.arguments.push_back(fs::exists(options.calibration) ? fs::absolute(options.calibration).string()
                                                                : options.calibration);
    }
    write_output(sweep::script_path(folder), sweep::script_of(job));
    std::vector<std::uint32_t> numbers(shards);
    std::iota(numbers.begin(), numbers.end(), 1U);
    std::string said;
    try {
        said = sweep::submit(folder, numbers, options.sbatch);
    } catch (const sweep::SlurmError& why) {
        fs::remove(sweep::script_path(folder), error);
        throw OutputError(std::string("sbatch: ") + why.what());
    }
    write_output("", plan.name + ": " + counted(plan.grid.points(), "point") + " in " +
                         counted(shards, "task") + ", job " + said + "\n" +
                         "when it is done: railyard gather " + options.slurm + "\n");
    return exit_done;
}

}  // namespace railyard::tool
