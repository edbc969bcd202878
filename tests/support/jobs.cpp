#include "tests/support/jobs.hpp"

#include <stdexcept>
#include <variant>

#include "railyard/input/yaml.hpp"
#include "railyard/job/order.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::test {

std::vector<OrderItem> order_of(std::string_view text) {
    std::vector<OrderItem> order;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const auto item = parse_order_item(text.substr(0, comma));
        if (const auto* problem = std::get_if<OrderProblem>(&item)) throw std::logic_error(problem->message);
        order.push_back(std::get<OrderItem>(item));
        text = comma == std::string_view::npos ? "" : text.substr(comma + 1);
    }
    return order;
}

std::vector<LayoutOverride> overrides_of(const Changes& changes) {
    std::vector<LayoutOverride> overrides;
    for (const auto& [path, value] : changes) {
        std::string flag = path.substr(path.rfind('.') + 1);
        for (char& c : flag) c = c == '_' ? '-' : c;
        overrides.push_back({path, value, "--" + flag + " "});
    }
    return overrides;
}

Layout shipped_layout(std::string_view name, const Changes& changes) {
    return load_layout(shipped_library(), name, overrides_of(changes)).layout;
}

LoadedLayout load_layout_text(const std::string& text, const Changes& changes) {
    return load_layout(shipped_library(), input::parse_yaml(input::make_source("test.yaml", text)),
                       overrides_of(changes));
}

std::string layout_refusal(const std::string& text, const Changes& changes) {
    try {
        (void)load_layout_text(text, changes);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace railyard::test
