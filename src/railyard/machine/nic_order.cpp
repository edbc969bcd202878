#include "railyard/machine/nic_order.hpp"

#include <algorithm>

namespace railyard::machine {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The run of digits at the front, without zeros before it.
std::string_view take_number(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end])) ++end;
    std::string_view number = text.substr(0, end);
    text.remove_prefix(end);
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

}  // namespace

bool is_before(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const std::string_view one = take_number(a);
            const std::string_view other = take_number(b);
            if (one.size() != other.size()) return one.size() < other.size();
            if (one != other) return one < other;
            continue;
        }
        if (a.front() != b.front()) return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.empty() && !b.empty();
}

std::vector<std::size_t> in_order_of_names(const ObservedHost& host, std::vector<std::size_t> nics) {
    std::stable_sort(nics.begin(), nics.end(), [&](std::size_t a, std::size_t b) {
        const ObservedNic& one = host.nics[a];
        const ObservedNic& other = host.nics[b];
        if (one.name.known() != other.name.known()) return one.name.known();
        if (one.name.known()) return is_before(*one.name.value, *other.name.value);
        return one.pci.known() && other.pci.known() && *one.pci.value < *other.pci.value;
    });
    return nics;
}

bool is_column_title(std::string_view name) {
    return name.size() > 3 && name.starts_with("NIC") &&
           name.find_first_not_of("0123456789", 3) == std::string_view::npos;
}

bool has_column_titles_only(const ObservedHost& host) {
    return !host.nics.empty() && std::all_of(host.nics.begin(), host.nics.end(), [](const ObservedNic& nic) {
        return nic.name.known() && is_column_title(*nic.name.value);
    });
}

}  // namespace railyard::machine
