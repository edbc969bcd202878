#pragma once
// What spares are worth: the share of the time in which a job makes progress, when GPUs fail.
//
// Checkpoints cost C each, every tau; a failure costs a restart R and on average the half of tau that was not
// saved. With failures at rate f = GPUs / (mean time between failures of one GPU) a useful hour takes
// 1 + C/tau + f (R + tau/2) hours, least at tau = sqrt(2 C / f) (Young 1974, A first order approximation to
// the optimum checkpoint interval). That holds while the job has all its GPUs. A failed server is out for a
// repair time T, and independently of when it failed the number of a domain's servers that are out is Poisson
// with mean (GPUs of the domain) T / MTBF (a machine-repair system with a repair crew for each, M/G/infinity:
// Palm 1943). A domain with spares for s servers lets the job run while no more than s of it are out; the job
// runs while all its domains do:
//   useful share = (product over domains of P(Poisson <= s of the domain)) / (1 + C/tau + f (R + tau/2)).
// Assumed: a failure takes its whole server; spares stand in the same domain and fail as others do; nothing
// is moved to other domains; failures are independent.

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"

namespace railyard::search {

struct FailureRates {
    Seconds mtbf;  // of one GPU, its share of server and network included; above zero
    Seconds repair = seconds(24 * 3600.0);  // until a failed server is back
    Seconds restart = seconds(600);         // from a failure to the first new step, the job's GPUs at hand
    Seconds checkpoint = seconds(60);       // that one holds the job up
};

// Domains of a job that failures see alike.
struct DomainSpares {
    std::uint32_t domains = 1;
    std::uint32_t gpus = 1;           // of each, spares in, those that are down already left out
    std::uint32_t spare_servers = 0;  // of each: whole servers that can be lost
};

// A job as failures see it.
struct SparePlan {
    std::uint32_t gpus = 1;  // of the job
    std::vector<DomainSpares> domains;
};

struct UsefulTime {
    double share = 0;           // of all time
    double while_complete = 0;  // of the time in which the job has its GPUs
    double complete = 0;        // share of the time in which it has
    Seconds interval;           // between checkpoints
};

UsefulTime useful_time(const FailureRates& rates, const SparePlan& plan);

}  // namespace railyard::search
