#include "railyard/estimate/gpu_board.hpp"

#include <cctype>
#include <string>

namespace railyard {

std::string_view card_of_gpu(std::string_view name) {
    std::string word;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const char c = i < name.size() ? name[i] : ' ';
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            continue;
        }
        if (word == "PCIE") return "PCIe";
        if (word == "NVL") return "NVL";
        word.clear();
    }
    return "";
}

}  // namespace railyard
