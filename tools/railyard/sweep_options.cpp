#include "railyard/sweep_options.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "railyard/base/error.hpp"

namespace railyard::tool {
namespace {

[[noreturn]] void wrong(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

// The options of results that were given, such as "--output and --top".
std::string given_of(const SweepOptions& options, std::initializer_list<std::string_view> names) {
    std::vector<std::string> found;
    for (const std::string_view name : names) {
        if (std::find(options.given.begin(), options.given.end(), name) != options.given.end())
            found.emplace_back(name);
    }
    std::string text;
    for (std::size_t i = 0; i < found.size(); ++i)
        text += (i == 0 ? "" : i + 1 < found.size() ? ", " : " and ") + found[i];
    return text;
}

// As one word of a shell.
std::string word(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/,=+:@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

}  // namespace

Shard shard_of(const SweepOptions& options) {
    const std::string& text = options.shard;
    if (text.empty()) return {};
    Shard shard;
    const std::size_t slash = std::min(text.find('/'), text.size());
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), text.data() + slash, shard.number);
    const auto second = slash < text.size() ? std::from_chars(text.data() + slash + 1, end, shard.of)
                                            : std::from_chars_result{nullptr, std::errc::invalid_argument};
    if (first.ec != std::errc{} || first.ptr != text.data() + slash || second.ec != std::errc{} ||
        second.ptr != end || shard.number < 1 || shard.number > shard.of) {
        wrong("--shard: '" + text + "' is no shard", "such as 3/64: the third of 64, counted from 1");
    }
    return shard;
}

void check_together(const SweepOptions& options) {
    if (!options.slurm.empty() && !(options.shard.empty() && options.into.empty()))
        wrong("--slurm divides the points by itself: --shard and --into do not go with it",
              "--tasks 64 says into how many shards");
    if (options.shard.empty() != options.into.empty())
        wrong("--shard and --into go together", "--shard 3/64 --into FOLDER, then railyard gather FOLDER");
    if (const std::string given = given_of(options, {"--tasks", "--sbatch"});
        options.slurm.empty() && !given.empty())
        wrong(given + " is for a job array", "--slurm FOLDER");
    const std::string& folder = options.slurm.empty() ? options.into : options.slurm;
    if (folder.empty()) return;
    const std::string given =
        given_of(options, {"--output", "--format", "--best", "--top", "--pareto", "--chart"});
    if (!given.empty()) {
        wrong(given + (options.slurm.empty() ? ": a shard writes its part of the rows and no results"
                                             : ": a job array writes rows and no results"),
              "railyard gather " + word(folder) + " joins them and takes these options");
    }
    if (options.slurm.empty()) return;
    if (!given_of(options, {"--threads"}).empty())
        wrong("--threads: a task of a job array takes the CPUs that Slurm gives it",
              "--sbatch=--cpus-per-task=4");
    if (options.resume == Resume::yes)
        wrong("--resume: an array job goes on by the shards that are missing",
              "railyard gather " + word(folder) + " --resubmit");
}

std::string to_go_on(const SweepOptions& options) {
    std::string text = "railyard sweep " + word(options.file);
    const auto add = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) text += " " + std::string(name) + " " + word(value);
    };
    add("--calibration", options.calibration);
    add("--shard", options.shard);
    add("--into", options.into);
    add("--output", options.results.path);
    add("--format", options.results.format);
    add("--best", options.results.best);
    std::string pareto;
    for (const std::string& figure : options.results.pareto) pareto += (pareto.empty() ? "" : ",") + figure;
    add("--pareto", pareto);
    add("--chart", options.results.chart);
    if (!given_of(options, {"--top"}).empty()) add("--top", std::to_string(options.results.top));
    if (options.threads > 0) add("--threads", std::to_string(options.threads));
    return text + " --resume";
}

}  // namespace railyard::tool
