#pragma once
// An answer must not replace what it was made from: a user's measurements are gone when it does.

namespace CLI {
class App;
}

namespace railyard::tool {

// Throws InputError if --output of the command that was asked for is a file that another of its options or
// arguments names, by whatever path. Devices and pipes are no files.
void refuse_output_over_input(const CLI::App& app);

}  // namespace railyard::tool
