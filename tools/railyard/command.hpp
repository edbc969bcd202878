#pragma once
// What a command is to the program. cmd_NAME.cpp has one function, add_NAME: it makes its subcommand and
// options, and its callback sets Selected::run and does nothing else, so that parsing opens no file. The list
// of commands is RAILYARD_COMMANDS in tools/CMakeLists.txt.

#include <functional>
#include <vector>

namespace CLI {
class App;
}

namespace railyard::tool {

// What a run answers with; the numbers are part of the interface (README).
enum ExitCode : int {
    exit_done = 0,       // done, and the answer is yes where there is one
    exit_no = 1,         // done, and the answer is no: does not fit, does not match
    exit_wrong = 2,      // the question was wrong: usage, input, or nowhere to write the answer
    exit_internal = 70,  // a mistake in this program (EX_SOFTWARE)
    exit_interrupted =
        130,  // stopped by Ctrl-C or SIGTERM; what is done is kept (128 + SIGINT, as shells say)
};

// What the command line asked for; `run` gives an ExitCode.
struct Selected {
    std::function<int()> run;
};

using AddCommand = void (*)(CLI::App& app, Selected& selected);

// In the order of the list, which is the order of `railyard --help`.
std::vector<AddCommand> all_commands();

}  // namespace railyard::tool
