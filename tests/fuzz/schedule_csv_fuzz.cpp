// Any text at all: the CSV reader gives a schedule that is well formed, survives being written and read
// again, and finishes or deadlocks; or it says what is wrong.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "railyard/base/error.hpp"
#include "railyard/schedule/csv.hpp"
#include "railyard/schedule/deadlock.hpp"
#include "railyard/schedule/study.hpp"

namespace {

using namespace railyard;
using namespace railyard::schedule;

void expect(bool holds) {
    if (!holds) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const Schedule schedule = read_csv(text, "fuzz.csv");
        expect(schedule.first.size() == schedule.devices + std::size_t{1});
        expect(schedule.first.back() == schedule.operations.size());
        for (const auto& operation : schedule.operations) {
            expect(operation.chunk < schedule.chunks && operation.micro_batch < schedule.micro_batches);
        }
        const Schedule again = read_csv(write_csv(schedule), "again.csv");
        expect(again.operations == schedule.operations && again.first == schedule.first);
        const Outcome outcome = study(schedule, {});
        if (const auto* result = std::get_if<Study>(&outcome)) {
            expect(result->summary.makespan >= result->summary.useful);
        } else {
            expect(!std::get<Impossible>(outcome).reason.empty());
        }
    } catch (const InputError& error) {
        expect(!error.problems().empty());
    }
    return 0;
}
