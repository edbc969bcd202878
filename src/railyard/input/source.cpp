#include "railyard/input/source.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace railyard::input {
namespace {

constexpr std::string_view blanks = " \t\r\n";

Diagnostic whole_file(const std::string& name, std::string message, std::string hint = "") {
    return {{name, 0, 0}, std::move(message), std::move(hint), "", 0};
}

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::size_t code_points(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

// How many bytes the UTF-8 sequence at `at` has; 0 if it is broken (overlong, surrogate, beyond U+10FFFF).
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned first = byte(at);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
    }
    const unsigned second = byte(at + 1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0)) return 0;
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90)) return 0;
    return length;
}

std::optional<std::size_t> first_bad_byte(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequence_length(text, i);
        if (length == 0) return i;
        i += length;
    }
    return std::nullopt;
}

Mark mark_of(std::string_view text, std::size_t offset) {
    Mark mark{1, 1};
    for (std::size_t i = 0; i < offset; ++i) {
        if (text[i] == '\n') {
            ++mark.line;
            mark.column = 1;
        } else {
            ++mark.column;
        }
    }
    return mark;
}

// What packs files, by how a packed file begins.
struct Packer {
    std::string_view magic, name, unpack;
};
constexpr std::array<Packer, 5> packers = {{{"\x1F\x8B", "gzip", "gunzip"},
                                            {"\x28\xB5\x2F\xFD", "zstd", "unzstd"},
                                            {"\xFD"
                                             "7zXZ",
                                             "xz", "unxz"},
                                            {"BZh", "bzip2", "bunzip2"},
                                            {"PK\x03\x04", "zip", "unzip"}}};

void refuse_binary(const std::string& name, const std::string& text) {
    const std::size_t zero = text.find('\0');
    const bool is_text = zero == std::string::npos && !first_bad_byte(text);
    if (is_text) return;
    for (const Packer& packer : packers) {
        if (text.starts_with(packer.magic))
            throw InputError(whole_file(name, "this is a " + std::string(packer.name) + " file, not text",
                                        "unpack it: " + std::string(packer.unpack) + " " + name));
    }
    if (zero == std::string::npos) return;
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        throw InputError(
            whole_file(name, "this is a binary file, not text", "it looks like UTF-16: save it as UTF-8"));
    const Mark mark = mark_of(text, zero);
    throw InputError(Source(name, text)
                         .problem(mark, "this is a binary file, not text: a zero byte stands here",
                                  "is this the right file?"));
}

}  // namespace

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        if (text_[i] == '\n') line_starts_.push_back(i + 1);
    }
}

std::string_view Source::line(std::size_t number) const {
    if (number == 0 || number > line_starts_.size()) return {};
    const std::size_t begin = line_starts_[number - 1];
    std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
    if (end > begin && text_[end - 1] == '\r') --end;
    return std::string_view(text_).substr(begin, end - begin);
}

Mark Source::mark_at(std::size_t offset) const {
    const auto behind = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return {static_cast<std::uint32_t>(behind - line_starts_.begin()),
            static_cast<std::uint32_t>(offset - *std::prev(behind) + 1), this};
}

Mark Source::beginning() const {
    const std::size_t first = text_.find_first_not_of(blanks);
    return first == std::string::npos ? Mark{0, 0, this} : mark_at(first);
}

Mark Source::ending() const {
    const std::size_t last = text_.find_last_not_of(blanks);
    return last == std::string::npos ? Mark{0, 0, this} : mark_at(last + 1);
}

Diagnostic Source::problem(Mark mark, std::string message, std::string hint) const {
    std::string_view text = line(mark.line);
    const std::size_t at = std::min<std::size_t>(mark.column == 0 ? 0 : mark.column - 1, text.size());
    Diagnostic problem{{name_, mark.line, mark.column}, std::move(message), std::move(hint), "", 0};
    if (mark.column > 0) problem.span.column = code_points(text.substr(0, at)) + 1;
    constexpr std::size_t longest_kept = 1000;  // bytes
    if (text.size() > longest_kept) {
        std::size_t begin = at > longest_kept / 2 ? at - longest_kept / 2 : 0;
        while (begin < at && is_continuation(text[begin])) ++begin;
        problem.columns_cut = code_points(text.substr(0, begin));
        text = text.substr(begin, longest_kept);
    }
    problem.source_line = std::string(text);
    return problem;
}

SourcePtr make_source(std::string name, std::string text, std::size_t largest) {
    if (text.size() > largest) {
        throw InputError(whole_file(name, "the file is larger than " + std::to_string(largest >> 20U) + " MB",
                                    "a topology or a layout is a page of text: is this the right file?"));
    }
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    refuse_binary(name, text);
    if (const auto bad = first_bad_byte(text)) {
        const Mark mark = mark_of(text, *bad);
        throw InputError(
            Source(std::move(name), std::move(text))
                .problem(mark, "the text is not valid UTF-8 from here on", "save the file as UTF-8"));
    }
    return std::make_shared<const Source>(std::move(name), std::move(text));
}

SourcePtr read_source(const std::string& path, std::size_t largest) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        const std::string why = error ? error.message() : "no such file";
        throw InputError(whole_file(path, "cannot be read: " + why));
    }
    if (std::filesystem::is_directory(status)) {
        const auto config = std::filesystem::path(path) / "config.json";  // of a Hugging Face model
        const bool is_model = std::filesystem::exists(config, error);
        throw InputError(
            whole_file(path, "is a directory, not a file",
                       is_model ? "did you mean '" + config.string() + "'?" : "name a file in it"));
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(whole_file(path, std::string("cannot be read: ") + std::strerror(errno)));
    // One byte more than allowed is enough to know, whatever a pipe or a device goes on to say.
    std::string text;
    constexpr std::size_t step = 1U << 16U;
    while (file && text.size() <= largest) {
        const std::size_t before = text.size();
        text.resize(std::min(largest + 1, std::max(before + step, before * 2)));
        file.read(text.data() + before, static_cast<std::streamsize>(text.size() - before));
        text.resize(before + static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    }
    return make_source(path, std::move(text), largest);
}

void refuse_empty(const Source& source) {
    if (source.beginning().line > 0) return;
    throw InputError(source.problem({}, "the file is empty", "did the command that wrote it fail?"));
}

void Problems::add(Mark mark, std::string message, std::string hint) {
    if (problems_.size() == most_problems) {
        ++not_kept_;
        return;
    }
    problems_.push_back(mark.source->problem(mark, std::move(message), std::move(hint)));
}

void Problems::add(const InputError& error) {
    problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
}

void Problems::note(Mark mark, std::string message) {
    const SourceSpan span = mark.source->problem(mark, "").span;
    notes_.push_back(span.file + ':' + std::to_string(span.line) + ':' + std::to_string(span.column) + ": " +
                     std::move(message));
}

void Problems::throw_if_any() const {
    if (problems_.empty()) return;
    // Files in the order in which they were read, the problems of one by line.
    std::map<std::string, std::size_t> file_order;
    for (const auto& problem : problems_) file_order.emplace(problem.span.file, file_order.size());
    auto sorted = problems_;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        return std::tuple(file_order[a.span.file], a.span.line, a.span.column) <
               std::tuple(file_order[b.span.file], b.span.line, b.span.column);
    });
    if (not_kept_ > 0) {
        sorted.push_back({{}, "and " + std::to_string(not_kept_) + " more problems, not shown", "", "", 0});
    }
    throw InputError(std::move(sorted));
}

}  // namespace railyard::input
