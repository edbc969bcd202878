#include "explorer/core/session.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "explorer/shipped_data.hpp"

using namespace railyard::explorer;
using Json = nlohmann::json;

TEST_CASE("a job is placed, timed and remembered") {
    Session session(shipped_data());
    const Json answer = Json::parse(session.place("layout=llama3-405b-8k\non=gb200-nvl72\ntimes=calibrated"));
    const Json& place = answer.at("place");
    CHECK(place.at("ranks") == 8192);
    // Worked out by brute force: 114 racks, 16 GPUs idle; pp 6,832 hops on NVLink, 848 over the network.
    CHECK(place.at("placement").at("domains_used") == 114);
    CHECK(place.at("placement").at("gpus_idle") == 16);
    CHECK(place.at("dimensions").at(1).at("name") == "pp");
    CHECK(place.at("dimensions").at(1).at("nvlink") == 6832);
    CHECK(place.at("dimensions").at(1).at("network") == 848);
    CHECK(place.at("step").at("model") == "calibrated");
    CHECK(place.at("memory").at("stages").size() == 16);
    // 2,048 sequences over 64 replicas.
    CHECK(answer.at("micro_batches") == 32);
    REQUIRE(session.job());
    CHECK(session.job()->layout.degrees.pp == 16);
}

TEST_CASE(
    "the model of times is that of place: the reference where it is asked for, or nothing else knows the "
    "GPU") {
    Session session(shipped_data());
    const Json asked = Json::parse(session.place("layout=gpt3-175b-64\non=hgx-a100\ntimes=reference"));
    CHECK(asked.at("place").at("step").at("model") == "reference");
    CHECK_FALSE(asked.contains("calibration_lacks"));
    // Each part with its formula, as the command has them: computing is the longest here.
    CHECK(asked.at("place").at("step").at("reasons").at(0).at("part") == "compute");
    const Json unknown = Json::parse(session.place("layout=gpt3-175b-64\non=mi300x-8"));
    CHECK(unknown.at("place").at("step").at("model") == "reference");
    CHECK(unknown.contains("calibration_lacks"));
}

TEST_CASE("bytes follow the model of times, and what stands in for a precision is told by either") {
    Session session(shipped_data());
    const auto ask = [&](const std::string& more) {
        return Json::parse(session.place("layout=llama3-405b-8k\non=hgx-a100" + more)).at("place");
    };
    const auto network = [](const Json& place) {
        const Json& dp = place.at("dimensions").at(2);
        REQUIRE(dp.at("name") == "dp");
        return dp.at("bytes_per_step").at("network").get<double>();
    };
    // Scattered in four bytes by the software of 2021, in two by the reference model; gathered in two.
    const Json reference = ask("\ntimes=reference");
    CHECK(network(ask("\ntimes=calibrated")) == doctest::Approx(1.5 * network(reference)));
    CHECK(reference.at("notes").empty());
    for (const char* times : {"reference", "calibrated"}) {
        const Json narrow = ask(std::string("\nprecision=fp8\ntimes=") + times);
        REQUIRE(narrow.at("notes").size() == 1);
        CHECK(narrow.at("notes").at(0).get<std::string>().find("fp8") != std::string::npos);
    }
}

TEST_CASE("domains go by their own name where all agree, and are of NVLink where there is any") {
    Session session(shipped_data());
    const auto domains = [&](const std::string& on) {
        const Json told =
            Json::parse(session.place("layout=gpt3-175b-64\non=" + on + "\nparallel.tp=4")).at("domains");
        return std::pair(told.at("word").get<std::string>(), told.at("has_nvlink").get<bool>());
    };
    CHECK(domains("gb200-nvl72") == std::pair<std::string, bool>("rack", true));
    CHECK(domains("hgx-a100") == std::pair<std::string, bool>("box", true));
    CHECK(domains("pcie-only") == std::pair<std::string, bool>("box", false));
    CHECK(domains("gb200-nvl72-2x36") == std::pair<std::string, bool>("rack partition", true));
}

TEST_CASE(
    "the pipeline of a placed job runs with its own times, and with those of its stages in other schedules") {
    Session session(shipped_data());
    const auto run = [&](const char* schedule) {
        return Json::parse(session.schedule(std::string("of=job\nchunks=3\nschedule=") + schedule).json);
    };
    CHECK(run("1f1b").at("problems").at(0).at("key") == "of");
    for (const char* times : {"calibrated", "reference"}) {
        const Json step =
            Json::parse(session.place(std::string("layout=gpt3-175b-64\non=hgx-a100\ntimes=") + times))
                .at("place")
                .at("step");
        const Json own = run("interleaved");
        CHECK(own.at("time_unit") == "s");
        CHECK(own.at("stages") == 8);
        CHECK(own.at("micro_batches") == 64);
        CHECK(own.at("times").at("model") == times);
        const double forward = own.at("times").at("forward").at(1);
        const double backward = own.at("times").at("backward").at(1);
        // The longest stage works through all 64 micro-batches, which is most of the step; recomputation in
        // full makes a backward pass longer than twice the forward.
        CHECK(64 * (forward + backward) < step.at("seconds").get<double>());
        CHECK(64 * (forward + backward) > 0.9 * step.at("seconds").get<double>());
        CHECK(backward > 2 * forward);
        const Json plain = run("1f1b");
        CHECK(plain.at("useful").get<double>() == doctest::Approx(own.at("useful").get<double>()));
        CHECK(plain.at("makespan") > own.at("makespan"));
    }
}

TEST_CASE("wrong questions and jobs that do not fit are answers, and leave no job to draw") {
    Session session(shipped_data());
    const auto problem = [&](const char* question) {
        return Json::parse(session.place(question)).at("problems").at(0).at("key").get<std::string>();
    };
    CHECK(problem("layout=nothing\non=hgx-a100") == "layout");
    CHECK(problem("layout=gpt3-175b-64\non=nowhere") == "on");
    CHECK(problem("layout=gpt3-175b-64\non=hgx-a100\nparallel.dp=3") == "batch.sequences");
    CHECK(problem("") == "layout");
    const Json slip = Json::parse(session.place("layout=gpt3-175b-65\non=hgx-a100")).at("problems").at(0);
    CHECK(slip.at("is_value") == true);
    CHECK(slip.at("hint") == "did you mean 'gpt3-175b-64'?");
    CHECK(problem("layout=gpt3-175b-64\non=hgx-a100\nplacement.per_domain=9") == "placement.per_domain");
    session.place("layout=gpt3-175b-64\non=hgx-a100\nplacement.per_domain=8");
    REQUIRE(session.job());
    const Json no = Json::parse(session.place("layout=llama3-405b-8k\non=single-nvl72"));
    CHECK(no.at("place").at("fits") == false);
    CHECK(session.job() == nullptr);
}

TEST_CASE("the catalogue has all there is to choose from, the default of place first") {
    const Json json = Json::parse(catalogue_json(shipped_data()));
    CHECK(json.at("models").size() == shipped_data().models.size());
    CHECK(json.at("layouts").size() == shipped_data().layouts.size());
    CHECK(json.at("topologies").size() == shipped_data().topologies.size());
    CHECK(json.at("times") == Json{"calibrated", "reference"});
    CHECK(json.at("dimensions").size() == 7);
    for (const Json& layout : json.at("layouts")) CHECK(layout.at("settings").contains("parallel.tp"));
    for (const Json& topology : json.at("topologies")) {
        // Two partitions of 36 GPUs are the domains of such a rack.
        if (topology.at("name") == "gb200-nvl72-2x36") CHECK(topology.at("domain_gpus") == 36);
        if (topology.at("name") == "mixed-nvl72-h100") CHECK(topology.at("domain_gpus") == 72);
    }
}
