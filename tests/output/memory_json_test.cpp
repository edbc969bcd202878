#include <doctest/doctest.h>

#include <string>

#include "railyard/job/load.hpp"
#include "railyard/output/memory_report.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

// Values are found by their keys: the first of a name is that of the worst stage.
class Json {
  public:
    Json(const std::string& name, const std::vector<LayoutOverride>& overrides) {
        const Layout layout = load_layout(test::shipped_library(), name, overrides).layout;
        const auto memory = memory::estimate_memory(layout);
        const auto fit = memory::check_fit(layout, memory, {gibibytes(80)});
        text_ = memory_json({layout, memory, fit});
    }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::string value(const std::string& key) const {
        const std::string start = "\"" + key + "\":";
        const std::size_t at = text_.find(start);
        if (at == std::string::npos) return "";
        const std::size_t from = at + start.size();
        return text_.substr(from, text_.find_first_of(",}", from) - from);
    }

  private:
    std::string text_;
};

TEST_CASE("the documented keys") {
    const Json json("llama3-405b-8k", {});
    CHECK(json.value("fits") == "true");
    CHECK(json.value("capacity") == "83751862272");  // 78 GiB
    CHECK(json.value("reserved") == "2147483648");
    CHECK(json.value("gpu_memory") == "85899345920");
    CHECK(json.value("worst_stage") == "0");
    CHECK(json.value("over") == "0");
    CHECK(json.text().find("\"remedies\":[]") != std::string::npos);
    const auto number = [&](const char* key) { return std::stoll(json.value(key)); };
    CHECK(number("total") ==
          number("weights") + number("gradients") + number("optimizer") + number("activations"));
    CHECK(number("logits") == 0);  // on the last stage
    CHECK(static_cast<double>(number("total")) == doctest::Approx(57.85e9).epsilon(1e-3));
}

TEST_CASE("what would make it fit") {
    const Json json("gpt3-175b-64", {{"recompute", "none", ""}});
    CHECK(json.value("fits") == "false");
    CHECK(json.value("largest") == "\"activations\"");
    CHECK(json.text().find("{\"set\":{\"sequence_parallel\":\"true\",\"attention\":\"flash\"},\"total\":") !=
          std::string::npos);
    CHECK(json.text().find("{\"set\":{\"recompute\":\"full\"},\"total\":") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
