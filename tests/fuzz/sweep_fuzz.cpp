// Any text as a sweep file and as a line of a journal: the reader gives a plan, or throws InputError; a line
// is whole or it is not, and a whole one comes back as it was.

#include <cstddef>
#include <cstdint>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/sweep/journal_line.hpp"
#include "railyard/sweep/load_plan.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (const auto cells = sweep::cells_of_line(text)) {
        for (const std::string& cell : *cells) (void)sweep::cell_of_text(cell);
        if (sweep::cells_of_line(sweep::journal_line(*cells)) == std::nullopt) __builtin_trap();
    }
    std::string line = sweep::journal_line({text});
    line.pop_back();
    const auto back = sweep::cells_of_line(line);
    if (!back || back->front() != text) __builtin_trap();
    try {
        (void)sweep::load_plan(input::parse_yaml(input::make_source("input.yaml", text)));
    } catch (const InputError& error) {
        if (error.problems().empty() || error.what()[0] == '\0') __builtin_trap();
    }
    return 0;
}
