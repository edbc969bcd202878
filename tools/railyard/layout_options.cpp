#include "railyard/layout_options.hpp"

#include <CLI/Option.hpp>
#include <algorithm>

#include "railyard/job/layout_keys.hpp"

namespace railyard::tool {
namespace {

using input::Key;
using input::Shape;

bool has_shape(const Key& key, Shape shape) {
    return std::find(key.shapes.begin(), key.shapes.end(), shape) != key.shapes.end();
}

std::string value_name(const Key& key) {
    if (has_shape(key, Shape::choice)) {
        std::string names;
        for (const auto& choice : key.choices) names += (names.empty() ? "" : "|") + std::string(choice);
        return names;
    }
    if (has_shape(key, Shape::boolean)) return "true|false";
    if (has_shape(key, Shape::texts) || has_shape(key, Shape::wholes)) return "A,B,...";
    return has_shape(key, Shape::whole) ? "N" : "VALUE";
}

void add_flag(CLI::App& command, LayoutOptions& options, const Key& key, const std::string& path) {
    const std::string flag = flag_of(key.name);
    const auto set = [&options, path, flag](const std::string& value) {
        options.overrides.push_back({path, value, flag + " "});
    };
    command.add_option_function<std::string>(flag, set, std::string(key.about))
        ->type_name(value_name(key))
        ->group("Keys of the layout");
}

// What a layout is called and where its figures come from is not for flags.
bool has_flag(const Key& key) {
    return key.name != "layout" && key.name != "use" && key.name != "about" && key.name != "published";
}

}  // namespace

std::string flag_of(std::string_view key) {
    // --model chooses the model of times, which is asked for far more often.
    if (key == "model") return "--model-file";
    std::string flag = "--" + std::string(key);
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

void add_layout_options(CLI::App& command, LayoutOptions& options) {
    command.add_option("LAYOUT", options.layout, "A shipped layout (railyard list) or a file")->required();
    for (const Key& key : layout_file_keys.keys) {
        if (!has_flag(key)) continue;
        const std::string name(key.name);
        // A key that is a word or a mapping (model, sharding) has a flag for the word.
        if (key.section == nullptr || key.shapes.size() > 1) add_flag(command, options, key, name);
        if (key.section == nullptr || name == "model") continue;
        for (const Key& inner : key.section->keys) {
            if (name == "sharding" && inner.name == "kind") continue;  // --sharding
            add_flag(command, options, inner, name + "." + std::string(inner.name));
        }
    }
    const auto set = [&options](const std::vector<std::string>& settings) {
        for (const std::string& setting : settings) {
            const std::size_t equals = std::min(setting.find('='), setting.size());
            options.overrides.push_back({setting.substr(0, equals),
                                         setting.substr(std::min(equals + 1, setting.size())),
                                         "--set " + setting.substr(0, equals) + "="});
        }
    };
    command
        .add_option_function<std::vector<std::string>>("--set", set, "Set any key, such as batch.length=4096")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->check([](const std::string& setting) -> std::string {
            const std::size_t equals = setting.find('=');
            if (equals != std::string::npos && equals > 0) return "";
            return "'" + setting + "' is not KEY=VALUE";
        })
        ->group("Keys of the layout");
}

}  // namespace railyard::tool
