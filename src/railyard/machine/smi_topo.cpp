#include "railyard/machine/smi_topo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "railyard/machine/smi_text.hpp"
#include "railyard/machine/smi_topo_cells.hpp"
#include "railyard/machine/smi_topo_header.hpp"

namespace railyard::machine {
namespace {

constexpr SourceId self{0};
constexpr std::size_t most_named = 3;  // rows that are too short

// A code between two devices. Unknown ones ("N/A", "ERR!") have neither.
struct Code {
    std::optional<Path> path;
    std::optional<std::uint32_t> lanes;
};

std::optional<Code> code_of(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, Path>, 6> paths = {
        {{"PIX", Path::pix},
         {"PXB", Path::pxb},
         {"PHB", Path::phb},
         {"NODE", Path::node},
         {"SYS", Path::sys},
         {"SOC", Path::sys}}};  // its old name
    for (const auto& [name, path] : paths) {
        if (text == name) return Code{path, 0U};
    }
    if (text.empty() || text == "N/A" || text == "ERR!" || text == "Unknown" || text == "X") return Code{};
    std::uint32_t lanes = 0;
    if (!text.starts_with("NV")) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), lanes);
    if (error != std::errc{} || end != text.data() + text.size() || lanes > 1024) return std::nullopt;
    return Code{Path::nvlink, lanes};
}

class Reader {
  public:
    Reader(const input::Source& source, const std::vector<SmiLine>& lines, SmiTopoHeader header)
        : source_(source), lines_(lines), header_(std::move(header)) {}

    Observed read() {
        observed_.hosts.resize(1);
        columns();
        for (std::size_t i = header_.line + 1; i < lines_.size() && row(lines_[i]); ++i) {
        }
        if (auto remark = cells_.contradictions(self)) observed_.remarks.push_back(std::move(*remark));
        tell_what_is_cut();
        for (auto& [gpu, complaint] : cells_.complaints())
            host().gpus[number_at_.at(gpu)].complaint = {complaint, self};
        mirror();
        for (std::size_t i = header_.line; i < lines_.size(); ++i) legend(lines_[i]);
        return std::move(observed_);
    }

  private:
    ObservedHost& host() { return observed_.hosts.front(); }

    void columns() {
        const auto count = [&](SmiDevice device) {
            return static_cast<std::size_t>(
                std::count_if(header_.devices.begin(), header_.devices.end(),
                              [&](const SmiTopoTitle& title) { return title.device() == device; }));
        };
        if (count(SmiDevice::gpu) > most_gpus_of_a_host || count(SmiDevice::nic) > most_nics_of_a_host) {
            throw InputError(source_.problem({lines_[header_.line].number, 1, &source_},
                                             fmt::format("{} GPUs and {} NICs in one server",
                                                         count(SmiDevice::gpu), count(SmiDevice::nic)),
                                             "is it one matrix?"));
        }
        for (const SmiTopoTitle& title : header_.devices) {
            if (!number_at_.emplace(title.text, title.gpu ? host().gpus.size() : host().nics.size()).second) {
                throw InputError(source_.problem({lines_[header_.line].number, 1, &source_},
                                                 "'" + title.text + "' is there twice", "is it one matrix?"));
            }
            if (title.gpu) {
                ObservedGpu gpu;
                gpu.index = {*title.gpu, self};
                gpu.maker = {GpuMaker::nvidia, self};
                host().gpus.push_back(std::move(gpu));
            } else {
                ObservedNic nic;
                nic.name = {title.text, self};
                host().nics.push_back(std::move(nic));
            }
        }
        host().resize_tables(0, 0);
    }

    // Whether the line is a row of the matrix.
    bool row(const SmiLine& line) {
        const auto cells = smi_cells(line.text);
        std::size_t at = 0;
        while (at < cells.size() && cells[at].text.empty()) ++at;
        if (at == cells.size()) return false;
        const auto known = number_at_.find(cells[at].text);
        if (known == number_at_.end()) return false;
        const SmiDevice device = number_of_gpu(cells[at].text) ? SmiDevice::gpu : SmiDevice::nic;
        const std::size_t first = at + 1;
        // "GPU1" may be what is left of "GPU12".
        if (first == cells.size() && !line.has_end) return false;
        if (!rows_.insert(known->first).second) {
            throw InputError(source_.problem({line.number, cells[at].column, &source_},
                                             "the row of " + known->first + " is there twice",
                                             "is it one matrix?"));
        }
        const std::size_t shown = cells.size() - first;
        const std::size_t whole = cells_that_are_whole(line, shown, device);
        for (std::size_t column = 0; column < std::min(header_.devices.size(), whole); ++column) {
            cell(line, cells[first + column], device, known->second, header_.devices[column]);
            cells_.add(known->first, header_.devices[column].text, cells[first + column].text);
        }
        if (device == SmiDevice::gpu && whole > header_.devices.size()) {
            const auto end = cells.begin() + static_cast<std::ptrdiff_t>(first + whole);
            affinities(line,
                       {cells.begin() + static_cast<std::ptrdiff_t>(first + header_.devices.size()), end},
                       host().gpus[known->second]);
        }
        if (shown < header_.devices.size()) short_rows_.push_back({known->first, shown});
        return true;
    }

    // How many of the cells behind the title are all there. The last of a row that is too short may be a part
    // of a word, "NV1" of "NV18", and so may the last of a text that ends without a line end, unless that is
    // where a matrix ends.
    [[nodiscard]] std::size_t cells_that_are_whole(const SmiLine& line, std::size_t shown,
                                                   SmiDevice device) const {
        const std::size_t devices = header_.devices.size();
        if (shown == 0) return 0;
        if (shown < devices) return shown - 1;
        const bool tabs = line.text.find('\t') != std::string::npos;
        const bool tails_lack = device == SmiDevice::gpu && tabs && shown < devices + header_.tails.size();
        const bool ends_the_matrix = rows_.size() == devices && !tails_lack;
        return line.has_end || ends_the_matrix ? shown : shown - 1;
    }

    void tell_what_is_cut() {
        const std::size_t devices = header_.devices.size();
        std::string what;
        if (rows_.size() < devices) what = fmt::format("{} of {} rows", rows_.size(), devices);
        for (std::size_t i = 0; i < std::min(short_rows_.size(), most_named); ++i) {
            what += fmt::format("{}that of {} with {} of {} cells", what.empty() ? "" : ", ",
                                short_rows_[i].title, short_rows_[i].cells, devices);
        }
        if (short_rows_.size() > most_named)
            what += fmt::format(", and {} more such rows", short_rows_.size() - most_named);
        if (what.empty()) return;
        observed_.remarks.push_back(
            {self, "nvidia-smi topo -m",
             "the matrix is cut off: " + what + "; what is not whole there is unknown"});
    }

    void cell(const SmiLine& line, const SmiCell& cell, SmiDevice device, std::size_t row,
              const SmiTopoTitle& column) {
        const auto code = code_of(cell.text);
        if (!code) {
            throw InputError(source_.problem({line.number, cell.column, &source_},
                                             "'" + cell.text + "' is no code of this matrix",
                                             "X, NV and a number, PIX, PXB, PHB, NODE, SYS, or N/A"));
        }
        const std::size_t other = number_at_.at(column.text);
        if (device == SmiDevice::gpu && column.gpu && row != other) {
            if (code->path) host().pair(row, other).path = {*code->path, self};
            if (code->lanes) host().pair(row, other).lanes = {*code->lanes, self};
        } else if (device != column.device() && code->path) {
            host().path_to_nic(device == SmiDevice::gpu ? row : other,
                               device == SmiDevice::gpu ? other : row) = {*code->path, self};
        }
    }

    // Behind the codes: in tab-separated lines each has its place and may be empty; in pasted ones the empty
    // cells are gone, so only what can be told apart is taken.
    void affinities(const SmiLine& line, const std::vector<SmiCell>& cells, ObservedGpu& gpu) const {
        if (header_.tails.empty()) return;
        const bool tabs = line.text.find('\t') != std::string::npos;
        const bool has_cpus = header_.tails.front() == "CPU Affinity";
        for (std::size_t tail = 0; tail < cells.size(); ++tail) {
            const std::string& text = cells[tail].text;
            if (text.empty() || text == "N/A") continue;
            const bool range = text.find_first_of("-,") != std::string::npos;
            if (tail == 0 && has_cpus && (tabs || range || cells.size() > 1)) {
                gpu.cpus = {text, self};
            } else if (tail <= 1) {
                std::uint32_t numa = 0;
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), numa);
                if (error == std::errc{} && end == text.data() + text.size() && numa < 65536)
                    gpu.numa = {numa, self};
            }
        }
    }

    // Where a row is missing, the other GPU's row says the same.
    void mirror() {
        for (std::size_t a = 0; a < host().gpus.size(); ++a) {
            for (std::size_t b = 0; b < host().gpus.size(); ++b) {
                if (a == b || host().pair(a, b).path.known()) continue;
                host().pair(a, b) = host().pair(b, a);
            }
        }
    }

    // "  NIC0: mlx5_0"
    void legend(const SmiLine& line) {
        const auto cells = smi_cells(line.text);
        if (cells.size() != 2 || cells[0].text.empty() || cells[0].text.back() != ':') return;
        const auto known = number_at_.find(cells[0].text.substr(0, cells[0].text.size() - 1));
        if (known == number_at_.end() || number_of_gpu(known->first)) return;
        const bool is_last = known->first == header_.devices.back().text;
        if (!line.has_end && (!is_last || has_a_nic(cells[1].text))) {
            observed_.remarks.push_back(
                {self, "nvidia-smi topo -m",
                 "the legend is cut off: the name of " + known->first + " may not be whole and is left out"});
            return;
        }
        host().nics[known->second].name = {cells[1].text, self};
    }

    // "mlx5_1" of NIC 1 may be what is left of "mlx5_10".
    [[nodiscard]] bool has_a_nic(const std::string& name) {
        return std::any_of(host().nics.begin(), host().nics.end(),
                           [&](const ObservedNic& nic) { return nic.name.value == name; });
    }

    const input::Source& source_;
    const std::vector<SmiLine>& lines_;
    SmiTopoHeader header_;
    Observed observed_;
    std::map<std::string, std::size_t> number_at_;  // title -> its number among GPUs or NICs
    std::set<std::string> rows_;                    // that were read
    struct ShortRow {
        std::string title;
        std::size_t cells = 0;
    };
    std::vector<ShortRow> short_rows_;
    SmiTopoCells cells_;
};

}  // namespace

bool is_smi_topo(std::string_view text) {
    if (text.find("GPU") == std::string_view::npos) return false;
    const auto lines = smi_lines(text);
    const auto header = find_header(lines);
    return header && !is_p2p(lines, *header);
}

bool begins_smi_table(const std::vector<SmiLine>& lines, std::size_t at) {
    return header_at(lines, at).has_value();
}

Observed read_smi_topo(const input::Source& source) {
    const auto lines = smi_lines(source.text());
    auto header = find_header(lines);
    if (!header)
        throw InputError(source.problem(source.beginning(), "there is no matrix of nvidia-smi topo -m", ""));
    return Reader(source, lines, std::move(*header)).read();
}

}  // namespace railyard::machine
