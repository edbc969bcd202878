#include "railyard/machine/shift_sources.hpp"

namespace railyard::machine {
namespace {

template <class T>
void shift(Fact<T>& fact, std::uint32_t by) {
    if (fact.known()) fact.from = SourceId(fact.from.value() + by);
}

void shift(PcieLink& link, std::uint32_t by) {
    shift(link.bandwidth, by);
    shift(link.width, by);
}

void shift(ObservedGpu& gpu, std::uint32_t by) {
    shift(gpu.pci, by);
    shift(gpu.index, by);
    shift(gpu.uuid, by);
    shift(gpu.model, by);
    shift(gpu.pci_model, by);
    shift(gpu.sm, by);
    shift(gpu.gcn, by);
    shift(gpu.maker, by);
    shift(gpu.numa, by);
    shift(gpu.cpus, by);
    shift(gpu.pcie, by);
    shift(gpu.lanes, by);
    shift(gpu.lanes_listed, by);
    shift(gpu.lanes_down, by);
    shift(gpu.lane_speed, by);
    shift(gpu.lanes_at, by);
    shift(gpu.nvlink_peak, by);
    shift(gpu.to_switches, by);
    shift(gpu.far_ends, by);
    shift(gpu.c2c, by);
    shift(gpu.complaint, by);
}

void shift(ObservedNic& nic, std::uint32_t by) {
    shift(nic.pci, by);
    shift(nic.name, by);
    shift(nic.rate, by);
    shift(nic.guid, by);
    shift(nic.numa, by);
    shift(nic.pcie, by);
}

void shift(ObservedHost& host, std::uint32_t by) {
    for (SourceId& source : host.sources) source = SourceId(source.value() + by);
    for (Fact<std::string>* fact : {&host.name, &host.hash, &host.product, &host.cluster_uuid, &host.clique})
        shift(*fact, by);
    for (ObservedGpu& gpu : host.gpus) shift(gpu, by);
    for (ObservedNic& nic : host.nics) shift(nic, by);
    for (ObservedCpu& cpu : host.cpus) {
        shift(cpu.numa, by);
        for (Fact<std::string>* fact : {&cpu.arch, &cpu.model, &cpu.cpus}) shift(*fact, by);
    }
    for (ObservedSwitch& it : host.switches) it.from = SourceId(it.from.value() + by);
    for (UntoldDevice& it : host.untold) it.from = SourceId(it.from.value() + by);
    for (ObservedPair& pair : host.pairs) {
        shift(pair.path, by);
        shift(pair.lanes, by);
        shift(pair.nvlink_peak, by);
    }
    for (Fact<Path>& path : host.gpu_to_nic) shift(path, by);
}

}  // namespace

void shift_sources(Observed& observed, std::uint32_t by) {
    for (ObservedHost& host : observed.hosts) shift(host, by);
    for (ObservedRemark& remark : observed.remarks) remark.from = SourceId(remark.from.value() + by);
}

}  // namespace railyard::machine
