#include "railyard/diagram/escape.hpp"

namespace railyard::diagram {

std::string label_escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        switch (c) {
            case '\\':
                result += "\\\\";
                break;
            case '&':
                result += "&amp;";
                break;
            case '\n':
                result += "\\n";
                break;
            default:
                result += c;
        }
    }
    return result;
}

}  // namespace railyard::diagram
