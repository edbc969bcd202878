#pragma once
// Texts from machines as text that may be printed and written into other files.

#include <string>
#include <string_view>

namespace railyard::machine {

// The same with every byte that is part of no UTF-8 character as '?'. References in XML to characters that do
// not exist, escape codes that are cut off and texts that are cut short make such bytes.
std::string valid_utf8(std::string_view text);

}  // namespace railyard::machine
