#pragma once
// Where the topologies and layouts are that come with Railyard.

#include <optional>
#include <string>
#include <vector>

namespace railyard::tool {

// Folders to look in, first to last, each with topologies/ and layouts/ inside: those of RAILYARD_PATH (a
// list with colons), then share/railyard beside the program's bin/. The latter is there in an installed tree
// and in a build tree. Folders that do not exist are left out.
std::vector<std::string> shipped_roots();

// A note with the path of a shipped file as it is below its root (layouts/deepseek-v3.yaml:6:30: ...): for
// what is handed on, and should not depend on where Railyard is installed. Other notes are as they were.
std::string below_root(std::string note, const std::vector<std::string>& roots);

// The explorer's page, share/railyard-explorer/explorer.html beside the program's bin/; nothing where the
// build left it out.
std::optional<std::string> explorer_page();

}  // namespace railyard::tool
