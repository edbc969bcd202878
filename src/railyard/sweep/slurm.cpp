#include "railyard/sweep/slurm.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace railyard::sweep {
namespace {

constexpr std::string_view shards_line = "# shards: ";

// As one word of a shell.
std::string word(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

// Numbers that follow each other as 3-7.
std::string ranges(const std::vector<std::uint32_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
        if (last > i) text += "-" + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

struct Finished {
    int status = 0;
    std::string said;
};

// Runs a program to its end; what it says on both outputs comes back.
Finished run(const std::vector<std::string>& command) {
    std::array<int, 2> pipe_ends{};
    if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw SlurmError(std::strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe_ends[1]);
    Finished finished;
    if (error != 0) {
        ::close(pipe_ends[0]);
        throw SlurmError(command[0] + ": " + std::strerror(error));
    }
    std::array<char, 4096> buffer{};
    for (ssize_t got = 1; got > 0 || (got < 0 && errno == EINTR);) {
        got = ::read(pipe_ends[0], buffer.data(), buffer.size());
        if (got > 0) finished.said.append(buffer.data(), static_cast<std::size_t>(got));
    }
    ::close(pipe_ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return finished;
}

std::string without_newline(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

}  // namespace

std::string script_of(const ArrayJob& job) {
    std::string script = "#!/bin/sh\n";
    script += "#SBATCH --job-name=railyard-" + job.name + "\n";
    script += std::string(shards_line) + std::to_string(job.shards) + "\n";
    script += "exec " + word(job.program);
    for (const std::string& argument : job.arguments) script += " " + word(argument);
    script += " \\\n    --shard \"$SLURM_ARRAY_TASK_ID/" + std::to_string(job.shards) + "\" --into " +
              word(job.folder) + " --resume --threads \"${SLURM_CPUS_PER_TASK:-1}\"\n";
    return script;
}

std::string script_path(const std::string& folder) {
    return folder + "/job.sh";
}

std::string log_path(const std::string& folder, const std::string& task) {
    return folder + "/task-" + task + ".log";
}

std::uint32_t shards_of_script(const std::string& folder) {
    std::ifstream file(script_path(folder));
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(shards_line))
            return static_cast<std::uint32_t>(std::strtoul(line.c_str() + shards_line.size(), nullptr, 10));
    }
    return 0;
}

std::string submit(const std::string& folder, const std::vector<std::uint32_t>& shards,
                   const std::vector<std::string>& more) {
    std::vector<std::string> command = {"sbatch", "--parsable", "--array=" + ranges(shards),
                                        "--output=" + log_path(folder, "%a")};
    command.insert(command.end(), more.begin(), more.end());
    command.push_back(script_path(folder));
    const Finished finished = run(command);
    if (finished.status != 0) throw SlurmError(without_newline(finished.said));
    return without_newline(finished.said);
}

}  // namespace railyard::sweep
