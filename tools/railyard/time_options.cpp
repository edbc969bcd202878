#include "railyard/time_options.hpp"

#include "railyard/base/error.hpp"

namespace railyard::tool {
namespace {

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

template <class T>
T value_of(const std::string& option, const input::Parsed<T>& parsed) {
    if (const auto* complaint = std::get_if<input::Complaint>(&parsed)) {
        refuse(option + ": " + complaint->message, complaint->hint);
    }
    return std::get<T>(parsed);
}

}  // namespace

std::vector<Seconds> TimeReader::read(const std::string& option, const std::string& text) {
    if (text.empty()) return {};
    const auto list = value_of(option, input::parse_times(text));
    if (list.style == input::TimeStyle::open) return list.times;
    if (style_ != input::TimeStyle::open && style_ != list.style) {
        refuse("of " + first_ + " and " + option + " one has a unit and the other has none",
               "give all times a unit, or none");
    }
    style_ = list.style;
    first_ = option;
    return list.times;
}

Seconds TimeReader::read_one(const std::string& option, const std::string& text) {
    const auto times = read(option, text);
    if (times.size() > 1) refuse(option + " takes one time", "give it without commas");
    return times.empty() ? Seconds{} : times.front();
}

schedule::TimeUnit TimeReader::unit() const {
    return style_ == input::TimeStyle::with_unit ? schedule::TimeUnit::seconds
                                                 : schedule::TimeUnit::arbitrary;
}

std::vector<Bytes> read_sizes(const std::string& option, const std::string& text) {
    if (text.empty()) return {};
    return value_of(option, input::parse_sizes(text));
}

}  // namespace railyard::tool
