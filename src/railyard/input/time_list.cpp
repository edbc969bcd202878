#include "railyard/input/time_list.hpp"

#include <cctype>
#include <string>

namespace railyard::input {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// Calls `read` with every part between commas until one complains.
template <class Read>
std::optional<Complaint> for_each_part(std::string_view text, Read read) {
    for (std::size_t begin = 0;;) {
        const std::size_t comma = text.find(',', begin);
        const bool is_last = comma == std::string_view::npos;
        if (auto complaint = read(trimmed(text.substr(begin, is_last ? comma : comma - begin))))
            return complaint;
        if (is_last) return std::nullopt;
        begin = comma + 1;
    }
}

bool has_unit(std::string_view part) {
    return !part.empty() && std::isalpha(static_cast<unsigned char>(part.back())) != 0;
}

}  // namespace

Parsed<TimeList> parse_times(std::string_view text) {
    TimeList list;
    const auto read = [&](std::string_view part) -> std::optional<Complaint> {
        const TimeStyle style = has_unit(part) ? TimeStyle::with_unit : TimeStyle::plain;
        Seconds time;
        if (style == TimeStyle::with_unit) {
            const auto duration = parse_duration(part, Zero::allowed);
            if (const auto* complaint = std::get_if<Complaint>(&duration)) return *complaint;
            time = std::get<Seconds>(duration);
        } else {
            const auto number = parse_number(part);
            if (const auto* complaint = std::get_if<Complaint>(&number)) return *complaint;
            time = Seconds::raw(std::get<double>(number));
        }
        list.times.push_back(time);
        if (time == Seconds{}) return std::nullopt;
        if (list.style != TimeStyle::open && list.style != style) {
            return Complaint{"some of these times have a unit and some have none",
                             "give all of them one, or none"};
        }
        list.style = style;
        return std::nullopt;
    };
    if (auto complaint = for_each_part(text, read)) return *complaint;
    return list;
}

Parsed<std::vector<Bytes>> parse_sizes(std::string_view text) {
    std::vector<Bytes> sizes;
    const auto read = [&](std::string_view part) -> std::optional<Complaint> {
        const auto size = parse_bytes(part, Zero::allowed);
        if (const auto* complaint = std::get_if<Complaint>(&size)) return *complaint;
        sizes.push_back(std::get<Bytes>(size));
        return std::nullopt;
    };
    if (auto complaint = for_each_part(text, read)) return *complaint;
    return sizes;
}

}  // namespace railyard::input
