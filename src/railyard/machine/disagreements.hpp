#pragma once
// What two sources say differently of one server, told once where several of its devices differ alike.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// Whether both are told, and different or equal.
template <class T>
bool differ(const Fact<T>& a, const Fact<T>& b) {
    return a.known() && b.known() && *a.value != *b.value;
}
template <class T>
bool agree(const Fact<T>& a, const Fact<T>& b) {
    return a.known() && b.known() && *a.value == *b.value;
}

// Those of one host, each told once for all GPUs or pairs that differ alike.
class Disagreements {
  public:
    explicit Disagreements(std::size_t host) : host_(host) {}
    void of_gpu(std::size_t gpu, Disagreement what);
    void of_pair(std::size_t a, std::size_t b, Disagreement what);
    void of_nic(std::string nic, Disagreement what);
    void of_host(Disagreement what);
    // In the order in which they came, pairs behind GPUs.
    void move_to(std::vector<ObservedDisagreement>& all);

  private:
    std::size_t host_;
    std::vector<ObservedDisagreement> of_gpus_, of_pairs_, others_;
};

// The finding of one, without what it means for a job. Places are "node7, GPU 2" and "node7, GPU 1 to 7
// others".
Finding finding_of(const Observed& observed, const ObservedDisagreement& disagreement);
// Those of all.
Findings disagreement_findings(const Observed& observed);

// Whether what two sources tell of one GPU's model cannot be the same GPU. A
// source that tells less (a compute capability alone) agrees with all that it may mean.
bool are_other_models(const ObservedGpu& a, const ObservedGpu& b);

// Whether two rates of a link differ. Rates of different kinds never do: they count different things.
bool are_other_rates(const Fact<LinkSpeed>& a, const Fact<LinkSpeed>& b);

// The NICs next to a GPU by one source and by another, of those NICs that both place for that GPU.
struct Neighbours {
    std::vector<std::size_t> one, other;  // numbers of NICs in the host
};
Neighbours neighbours(const std::vector<Fact<Path>>& one, const std::vector<Fact<Path>>& other);

// NICs whose names each of two sources has alone, where their names are of one kind ("mlx5_1" and "mlx5_9",
// not "mlx5_1" and "eth0"). What a source shows beyond the other is no disagreement. `known` NICs are those
// that the host had before; the others and those at `nic_at` are what `more` told.
std::optional<Disagreement> compare_names(const Observed& all, const ObservedHost& host,
                                          const ObservedHost& more, const std::vector<std::size_t>& nic_at,
                                          std::size_t known);

// Different numbers of GPUs: what is told of one of the two may be of a GPU that the other has lost. A matrix
// or hwloc shows all that work, so fewer of them are a mismatch; a dump of NCCL's those of its job, a
// warning; of a list of links, which may be asked of some, a warning where it has more than half.
std::optional<Disagreement> compare_gpu_counts(const Observed& all, const ObservedHost& host,
                                               const ObservedHost& more);

// Dumps under one name with different hashes of the host, which are counted as two servers: tells of `more`,
// which will be the next host.
void compare_hashes(Observed& all, const ObservedHost& more);

}  // namespace railyard::machine
