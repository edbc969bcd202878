// Reads the command line, runs what it asks for, and turns whatever went wrong into words and an exit code.

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/help_page.hpp"
#include "railyard/output_file.hpp"
#include "railyard/output_over_input.hpp"
#include "railyard/unfinished_file.hpp"
#include "railyard/usage.hpp"

namespace railyard::tool {
namespace {

int complain(int code, const std::string& text) {
    std::fputs(text.c_str(), stderr);
    return code;
}

int parse_and_run(int argc, char** argv) {
    CLI::App app("Places a training job on racks of GPUs and says which of its traffic stays on NVLink.",
                 "railyard");
    app.formatter(std::make_shared<HelpPage>());  // subcommands take it over
    app.set_version_flag("--version", "railyard " RAILYARD_VERSION);
    app.require_subcommand(1);
    Selected selected;
    for (const AddCommand add : all_commands()) add(app, selected);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help_or_version) {
        std::ostringstream text;
        app.exit(help_or_version, text, text);
        write_output("", text.str());
        return exit_done;
    } catch (const CLI::ParseError& error) {
        throw InputError(usage_problem(app, error));
    }
    refuse_output_over_input(app);
    return selected.run();
}

}  // namespace
}  // namespace railyard::tool

int main(int argc, char** argv) {
    using namespace railyard::tool;
    // A reader that goes away is an error to report like a full disk, not a silent death.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may grow no larger (ulimit -f)
    clean_on_signals();
    try {
        return parse_and_run(argc, argv);
    } catch (const railyard::InputError& error) {
        return complain(exit_wrong, error.what());
    } catch (const OutputError& error) {
        return complain(exit_wrong, "error: " + std::string(error.what()) + "\n");
    } catch (const std::bad_alloc&) {
        return complain(exit_internal, "railyard: internal error: out of memory\n");
    } catch (const std::exception& error) {
        return complain(exit_internal, "railyard: internal error: " + std::string(error.what()) + "\n");
    }
}
