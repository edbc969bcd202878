#include "railyard/output/useful_told.hpp"

#include <fmt/format.h>

#include "railyard/output/text_table.hpp"

namespace railyard::output {

std::string useful_cell(const search::UsefulTime& useful) {
    return fmt::format("{:.1f} %", 100 * useful.share);
}

std::string useful_told(const search::FailureRates& rates) {
    return wrapped(fmt::format(
               "useful: the share of time in which the job gets on, with a failure of each GPU every {} "
               "hours, {} h until a server is back, {} s for a restart, {} s for a checkpoint, and a job "
               "that "
               "stops when a domain has lost more servers than it has spares for.",
               rounded(rates.mtbf.raw() / 3600), rounded(rates.repair.raw() / 3600),
               rounded(rates.restart.raw()), rounded(rates.checkpoint.raw()))) +
           "\n";
}

}  // namespace railyard::output
