#include "railyard/machine/smi_nvlink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "railyard/machine/far_ends.hpp"
#include "railyard/machine/smi_text.hpp"

namespace railyard::machine {
namespace {

constexpr SourceId self{0};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// "GPU 0: NVIDIA H200 (UUID: GPU-...)"
struct GpuLine {
    std::uint32_t index = 0;
    std::string_view model, uuid;
};
std::optional<GpuLine> gpu_line(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with("GPU ")) return std::nullopt;
    GpuLine gpu;
    const auto [end, error] = std::from_chars(line.data() + 4, line.data() + line.size(), gpu.index);
    if (error != std::errc{} || end == line.data() + line.size() || *end != ':' || gpu.index > 65535)
        return std::nullopt;
    const std::string_view rest = trimmed(line.substr(static_cast<std::size_t>(end - line.data()) + 1));
    const std::size_t uuid = rest.rfind("(UUID:");
    gpu.model = trimmed(rest.substr(0, std::min(uuid, rest.size())));
    if (uuid != std::string_view::npos) {
        const std::string_view inside = rest.substr(uuid + 6);
        gpu.uuid = trimmed(inside.substr(0, inside.find(')')));
    }
    return gpu;
}

// "Link 3: STATE"
struct LinkLine {
    std::uint32_t number = 0;
    std::string_view state;
};
std::optional<LinkLine> link_line(std::string_view line) {
    line = trimmed(line);
    if (!line.starts_with("Link ")) return std::nullopt;
    LinkLine link;
    const auto [end, error] = std::from_chars(line.data() + 5, line.data() + line.size(), link.number);
    if (error != std::errc{} || end == line.data() + line.size() || *end != ':') return std::nullopt;
    link.state = trimmed(line.substr(static_cast<std::size_t>(end - line.data()) + 1));
    return link;
}

class Reader {
  public:
    explicit Reader(const input::Source& source) : source_(source) {}

    Observed read() {
        observed_.hosts.resize(1);
        for (const SmiLine& line : smi_lines(source_.text())) {
            if (line.has_end || !is_cut_off(line)) {
                take(line);
            } else {
                observed_.remarks.push_back({self, fmt::format("line {}", line.number),
                                             "the text is cut off: what is not whole is unknown"});
            }
        }
        finish_gpu();
        host().resize_tables(0, 0);
        for (const std::size_t gpu : into_switches_) take_for_switches(host(), gpu);
        tell_far_ends_apart(host());
        return std::move(observed_);
    }

  private:
    ObservedHost& host() { return observed_.hosts.front(); }

    [[noreturn]] void fail(const SmiLine& line, std::string message, std::string hint) const {
        const auto column = line.text.find_first_not_of(" \t");
        throw InputError(source_.problem({line.number, static_cast<std::uint32_t>(column) + 1, &source_},
                                         std::move(message), std::move(hint)));
    }

    // Whether a line that ends without a line end may be a part of one: neither a whole state of a link nor a
    // whole title of a GPU nor a sentence.
    [[nodiscard]] static bool is_cut_off(const SmiLine& line) {
        const std::string_view text = trimmed(line.text);
        if (text.empty()) return false;
        if (text.starts_with("GPU ")) return text.back() != ')';
        if (!text.starts_with("Link")) return false;
        const auto link = link_line(text);
        if (!link) return true;
        const std::string_view state = link->state;
        return state != "<inactive>" && !state.ends_with(" GB/s") && !ends_with_a_link(state);
    }

    // "...: Link 46", of which the last digit may be gone: what it says is taken all the same.
    [[nodiscard]] static bool ends_with_a_link(std::string_view state) {
        const std::size_t at = state.rfind(": Link ");
        return at != std::string_view::npos && at + std::string_view(": Link ").size() < state.size();
    }

    void take(const SmiLine& line) {
        const std::string_view text = trimmed(line.text);
        if (text.empty()) return;
        if (const auto gpu = gpu_line(text)) return begin_gpu(line, *gpu);
        if (host().gpus.empty()) return;  // a prompt, a title
        if (const auto link = link_line(text)) return take_link(line, *link);
        // Wordings of several drivers: "all links are inActive", "does not have or support Nvlink", "not
        // supported for Devices in MIG mode".
        const bool inactive = text.find("inActive") != std::string_view::npos ||
                              text.find("inactive") != std::string_view::npos;
        if (inactive || text.find("does not have or support") != std::string_view::npos)
            host().gpus.back().lanes = {0, self};
    }

    void begin_gpu(const SmiLine& line, const GpuLine& shown) {
        finish_gpu();
        if (host().gpus.size() >= most_gpus_of_a_host)
            fail(line, "over 64 GPUs in one server", "is it the text of one server?");
        if (!seen_.insert(shown.index).second)
            fail(line, fmt::format("GPU {} is there twice", shown.index),
                 "give the outputs of two commands as two files");
        ObservedGpu gpu;
        gpu.index = {shown.index, self};
        gpu.maker = {GpuMaker::nvidia, self};
        if (!shown.model.empty()) gpu.model = {std::string(shown.model), self};
        if (!shown.uuid.empty()) gpu.uuid = {std::string(shown.uuid), self};
        host().gpus.push_back(std::move(gpu));
        listed_ = up_ = 0;
        lanes_at_.clear();
        down_.clear();
        far_ends_.clear();
        is_switch_ = false;
    }

    void take_link(const SmiLine& line, const LinkLine& link) {
        const std::string_view state = link.state;
        ++listed_;
        if (state == "<inactive>") return down_.push_back(link.number);
        if (state.starts_with("Remote Device ")) {
            remote(line, state.substr(14));
            ++up_;
            return;
        }
        double rate = 0;
        const auto [end, error] = std::from_chars(state.data(), state.data() + state.size(), rate);
        const std::string_view unit = trimmed(state.substr(static_cast<std::size_t>(end - state.data())));
        if (error != std::errc{} || unit != "GB/s" || !(rate > 0) || rate > 1e6)
            fail(line, "the state of this link cannot be read",
                 "such as 'Link 0: 25 GB/s' or 'Link 0: <inactive>'");
        ++lanes_at_[rate];
        ++up_;
    }

    // "00000000:C5:00.0: Link 46"; "FFFFFFFF:FF:FF.0" is a switch that cannot be seen.
    void remote(const SmiLine& line, std::string_view rest) {
        const std::size_t end = rest.find(": Link");
        const std::string_view id = rest.substr(0, std::min(end, rest.size()));
        if (is_invisible_pci(id)) return;
        const auto address = parse_pci(id);
        if (!address) fail(line, "the remote device of this link cannot be read", "such as 00000000:C5:00.0");
        ++far_ends_[*address];
        // Whether it is a switch or a GPU is not told, but by the number of its link.
        const std::string_view number = end == std::string_view::npos
                                            ? ""
                                            : trimmed(rest.substr(end + std::string_view(": Link").size()));
        std::uint32_t far_link = 0;
        std::from_chars(number.data(), number.data() + number.size(), far_link);
        is_switch_ = is_switch_ || far_link >= most_links_of_a_gpu;
    }

    void finish_gpu() {
        if (host().gpus.empty() || listed_ == 0) return;
        host().gpus.back().lanes = {up_, self};
        host().gpus.back().lanes_listed = {listed_, self};
        if (!down_.empty()) host().gpus.back().lanes_down = {down_, self};
        take_speeds();
        if (far_ends_.empty()) return;
        std::vector<LinksTo> ends;
        for (const auto& [device, lanes] : far_ends_) ends.push_back({device, lanes});
        host().gpus.back().far_ends = {std::move(ends), self};
        if (is_switch_) into_switches_.push_back(host().gpus.size() - 1);
    }

    void take_speeds() {
        if (lanes_at_.empty()) return;
        std::vector<LanesAt> speeds;
        for (const auto& [rate, lanes] : lanes_at_)
            speeds.push_back({{gigabytes_per_second(rate), RateKind::signalling}, lanes});
        host().gpus.back().lane_speed = {speeds.back().speed, self};
        host().gpus.back().lanes_at = {std::move(speeds), self};
    }

    const input::Source& source_;
    Observed observed_;
    std::set<std::uint32_t> seen_;
    std::uint32_t listed_ = 0, up_ = 0;         // of the GPU at hand, as the next four
    std::vector<std::uint32_t> down_;           // numbers of links
    std::map<double, std::uint32_t> lanes_at_;  // GB/s -> links
    std::map<PciAddress, std::uint32_t> far_ends_;
    bool is_switch_ = false;                  // some far end is
    std::vector<std::size_t> into_switches_;  // GPUs
};

}  // namespace

bool is_smi_nvlink(std::string_view text) {
    bool gpu = false;
    for (const SmiLine& line : smi_lines(text)) {
        if (gpu_line(line.text)) {
            gpu = true;
            continue;
        }
        if (!gpu) continue;
        std::string_view said = trimmed(line.text);
        if (said.empty()) continue;
        if (link_line(said)) return true;
        for (const std::string_view word : {"NVLink", "Nvlink", "nvlink"}) {
            if (said.find(word) != std::string_view::npos) return true;
        }
    }
    return false;
}

std::optional<std::uint32_t> gpu_of_nvlink_line(std::string_view line) {
    const auto gpu = gpu_line(line);
    return gpu ? std::optional(gpu->index) : std::nullopt;
}

Observed read_smi_nvlink(const input::Source& source) {
    return Reader(source).read();
}

}  // namespace railyard::machine
