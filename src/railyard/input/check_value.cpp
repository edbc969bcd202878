#include "railyard/input/check_value.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/base/suggest.hpp"
#include "railyard/input/mapping.hpp"

namespace railyard::input {
namespace {

bool is_of_kind(Shape shape, NodeKind kind) {
    switch (shape) {
        case Shape::section:
            return kind == NodeKind::mapping;
        case Shape::texts:
        case Shape::wholes:
        case Shape::sections:
            return kind == NodeKind::sequence;
        case Shape::open:
            return true;
        default:
            return kind == NodeKind::scalar;
    }
}

void check_keys(Problems& problems, const Section& section, const Node& value) {
    for (const Entry& entry : value.entries) {
        const auto known = std::find_if(section.keys.begin(), section.keys.end(),
                                        [&](const Key& key) { return key.name == entry.key; });
        if (known != section.keys.end()) {
            check_value(problems, *known, entry.value, entry.key_mark);
            continue;
        }
        std::vector<std::string> names;
        for (const Key& key : section.keys) names.emplace_back(key.name);
        problems.add(entry.key_mark,
                     "unknown key '" + entry.key.substr(0, 60) + "' in " + std::string(section.name),
                     suggestion(entry.key, names));
    }
}

void check_shape(Problems& problems, const Key& key, Shape shape, const Node& value, Mark mark) {
    const Node around{
        NodeKind::mapping, Quoting::plain, mark, "", {}, {{std::string(key.name), mark, value}}};
    const Section section{"the sweep", {&key, 1}};
    const Mapping mapping(problems, around, mark, section);
    switch (shape) {
        case Shape::text:
        case Shape::extent:
            (void)mapping.text(key.name);
            return;
        case Shape::whole:
            (void)mapping.whole(key.name, 0);
            return;
        case Shape::number:
            (void)mapping.number(key.name);
            return;
        case Shape::boolean:
            (void)mapping.boolean(key.name);
            return;
        case Shape::choice:
            (void)index_of_word(problems, value, key.name, key.choices);
            return;
        case Shape::size:
            (void)mapping.size(key.name, Zero::allowed);
            return;
        case Shape::bandwidth:
            (void)mapping.bandwidth(key.name);
            return;
        case Shape::duration:
            (void)mapping.duration(key.name);
            return;
        case Shape::compute_rate:
            (void)mapping.compute_rate(key.name);
            return;
        case Shape::power:
            (void)mapping.power(key.name);
            return;
        case Shape::section:
            check_keys(problems, *key.section, value);
            return;
        case Shape::texts:
            (void)mapping.texts(key.name);
            return;
        case Shape::wholes:
            (void)mapping.wholes(key.name, 0);
            return;
        case Shape::sections:
            for (const Node& item : value.items) check_keys(problems, *key.section, item);
            return;
        case Shape::open:
            return;
    }
}

}  // namespace

void check_value(Problems& problems, const Key& key, const Node& value, Mark mark) {
    // A word alone is a list of one; otherwise kinds must match.
    const auto suits = [&](Shape shape) {
        return is_of_kind(shape, value.kind) || (shape == Shape::texts && value.kind == NodeKind::scalar);
    };
    Problems first;
    bool looked = false;
    for (const Shape shape : key.shapes) {
        if (!suits(shape)) continue;
        Problems found;
        check_shape(found, key, shape, value, mark);
        if (found.empty()) return;
        if (!looked) first = found;
        looked = true;
    }
    if (!looked) check_shape(first, key, key.shapes.front(), value, mark);
    try {
        first.throw_if_any();
        problems.add(value.mark, "'" + std::string(key.name) + "' cannot be " + std::string(describe(value)),
                     std::string(key.name) + ": " + std::string(key.about));
    } catch (const InputError& error) {
        problems.add(error);
    }
}

}  // namespace railyard::input
