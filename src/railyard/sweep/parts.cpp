#include "railyard/sweep/parts.hpp"

#include <charconv>
#include <filesystem>
#include <memory>

namespace railyard::sweep {
namespace {

constexpr std::string_view begins = "part-";
constexpr std::string_view middle = "-of-";
constexpr std::string_view ends = ".journal";

// In words, what makes two parts no parts of one sweep, whichever shards they are; empty if they are.
std::string mismatch(const JournalHeader& there, JournalHeader now) {
    now.shard.number = there.shard.number;
    return difference(there, now);
}

// The number of shards that a file's name says; 0 if it is no part.
std::uint32_t shards_of(const std::string& name) {
    const std::size_t at = name.rfind(middle);
    if (!name.starts_with(begins) || !name.ends_with(ends) || at == std::string::npos) return 0;
    std::uint32_t number = 0;
    const char* first = name.data() + at + middle.size();
    const char* last = name.data() + name.size() - ends.size();
    const auto [end, error] = std::from_chars(first, last, number);
    return error == std::errc{} && end == last ? number : 0;
}

}  // namespace

std::string part_path(const std::string& folder, const Shard& shard) {
    return folder + "/" + std::string(begins) + std::to_string(shard.number) + std::string(middle) +
           std::to_string(shard.of) + std::string(ends);
}

Parts look_at_parts(const std::string& folder, std::uint32_t shards) {
    Parts parts;
    parts.of = shards;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::uint32_t said = shards_of(entry.path().filename().string());
        if (parts.of == 0) parts.of = said;
        if (said != 0 && said != parts.of) {
            throw JournalError(folder + ": has parts of " + std::to_string(parts.of) + " shards and of " +
                                   std::to_string(said) + ": a folder holds one division of one sweep",
                               "remove those of one of the two: rm " + folder + "/part-*-of-" +
                                   std::to_string(said) + ".journal");
        }
    }
    if (error) {
        throw JournalError(folder + ": " + error.message(),
                           "the folder that --slurm FOLDER worked in, or the shards with --into FOLDER");
    }
    for (std::uint32_t number = 1; number <= parts.of; ++number) {
        const std::string path = part_path(folder, {number, parts.of});
        parts.paths.push_back(path);
        if (!std::filesystem::exists(path, error)) {
            parts.missing.push_back(number);
            continue;
        }
        JournalContents contents;
        try {
            contents = read_journal(path);
        } catch (const JournalError&) {
            // Killed before its first line was whole.
            parts.missing.push_back(number);
            continue;
        }
        if (!parts.header) parts.header = contents.header;
        if (contents.header.shard != Shard{number, parts.of})
            throw JournalError(path + ": holds another shard than its name says",
                               "give it its own name back, or remove it: gather then says which shards are "
                               "missing");
        if (const std::string why = mismatch(contents.header, *parts.header); !why.empty())
            throw JournalError(
                path + ": does not belong to the parts before it: " + why,
                "remove the parts of one of the two: gather then says which shards are missing");
        parts.rows += contents.rows;
        if (!contents.complete()) parts.missing.push_back(number);
    }
    return parts;
}

std::string why_not_beside(const std::string& folder, const JournalHeader& header) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        const std::uint32_t said = shards_of(name);
        if (said == 0) continue;
        if (said != header.shard.of)
            return name + " is of " + std::to_string(said) + " shards, and this of " +
                   std::to_string(header.shard.of);
        try {
            const JournalReader reader(entry.path().string());
            const std::string why = mismatch(reader.contents().header, header);
            if (!why.empty()) return name + ": " + why;
        } catch (const JournalError&) {
            // Killed before its first line was whole, or being begun by another task.
        }
    }
    return "";
}

void for_each_row(const std::vector<std::string>& paths, const std::function<void(const ResultRow&)>& visit) {
    std::vector<std::unique_ptr<JournalReader>> readers;
    for (const std::string& path : paths) readers.push_back(std::make_unique<JournalReader>(path));
    for (std::size_t turn = 0; !readers.empty(); turn = (turn + 1) % readers.size()) {
        const auto row = readers[turn]->next();
        if (!row) return;
        visit(*row);
    }
}

}  // namespace railyard::sweep
