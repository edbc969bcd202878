#pragma once
// What --help prints: CLI11's page, in lines that fit a terminal.

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <string>

namespace railyard::tool {

// The left column has an option's name and the kind of value it takes; what limits the value, and which
// other options it needs or refuses, follows what it is for.
class HelpPage : public CLI::Formatter {
  public:
    [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
    [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
    [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;
    [[nodiscard]] std::string make_description(const CLI::App* command) const override;
};

}  // namespace railyard::tool
