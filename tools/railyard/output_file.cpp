#include "railyard/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "railyard/unfinished_file.hpp"

namespace railyard::tool {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& where, const std::string& why) {
    throw OutputError("cannot write " + where + ": " + why);
}

std::string quoted(const std::string& path) {
    return "'" + path + "'";
}

// Everything is handed to the system before this returns: an error shows here or never.
void write_all(std::FILE* file, std::string_view text, const std::string& where) {
    errno = 0;
    const bool is_written =
        std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    if (!is_written) fail(where, std::strerror(errno));
}

void write_file(const fs::path& path, std::string_view text, const std::string& where) {
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    errno = 0;
    std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "wb"));
    if (!file) fail(where, std::strerror(errno));
    write_all(file.get(), text, where);
    // Some file systems speak of a full disk only when the file is closed.
    if (std::fclose(file.release()) != 0) fail(where, std::strerror(errno));
}

void replace_file(const fs::path& path, std::string_view text, const std::string& where) {
    const fs::path beside = path.string() + ".partial-" + std::to_string(::getpid());
    const UnfinishedFile unfinished(beside.string());
    std::error_code error;
    try {
        write_file(beside, text, where);
        if (fs::exists(path)) fs::permissions(beside, fs::status(path).permissions(), error);
        fs::rename(beside, path, error);
        if (error) fail(where, error.message());
    } catch (const OutputError&) {
        fs::remove(beside, error);
        throw;
    }
}

}  // namespace

void write_output(const std::string& path, std::string_view text) {
    if (path.empty() || path == "-") return write_all(stdout, text, "standard output");
    std::error_code error;
    fs::path target = fs::canonical(path, error);
    if (error) target = path;  // a new file
    const fs::file_status status = fs::status(target, error);
    if (fs::is_directory(status)) fail(quoted(path), "it is a directory");
    if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0) fail(quoted(path), std::strerror(errno));
    if (fs::exists(status) && !fs::is_regular_file(status)) return write_file(target, text, quoted(path));
    replace_file(target, text, quoted(path));
}

}  // namespace railyard::tool
