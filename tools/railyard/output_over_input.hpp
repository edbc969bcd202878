#pragma once
// An answer must not replace what it was made from: a user's measurements are gone when it does.

namespace CLI {
class App;
}

namespace railyard::tool {

// Throws InputError if a file that the command that was asked for would write (--output, --ranks, --trace,
// --export) is one that another of its options or arguments names, by whatever path, or is written twice.
// Devices and pipes are no files.
void refuse_output_over_input(const CLI::App& app);

}  // namespace railyard::tool
