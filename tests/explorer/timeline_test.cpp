#include "explorer/core/timeline.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

using railyard::explorer::DrawnOperation;
using railyard::explorer::run_schedule;
using railyard::explorer::Timeline;
using Json = nlohmann::json;

TEST_CASE("a schedule is run and laid out") {
    const Timeline timeline =
        run_schedule("schedule=1f1b\nstages=4\nmicro_batches=8\nforward=1\nbackward=2\nsend=0");
    const Json json = Json::parse(timeline.json);
    // (p-1)/m of the useful work: 3/8 of 24.
    CHECK(json.at("bubble_over_useful") == 0.375);
    CHECK(json.at("makespan") == 33);
    REQUIRE(timeline.operations.size() == 4 * 8 * 2);
    for (const DrawnOperation& operation : timeline.operations) {
        CHECK(operation.end - operation.start == (operation.kind == 0 ? 1 : 2));
    }
    CHECK(timeline.operations.front().start == 0);
}

TEST_CASE("chunks are for the interleaved schedule, and no two operations of a device overlap") {
    const Json json =
        Json::parse(run_schedule("schedule=interleaved\nstages=4\nmicro_batches=8\nchunks=4").json);
    // (p-1)/(v m).
    CHECK(json.at("bubble_over_useful") == 3.0 / 32);
    for (const char* name : {"gpipe", "zb-h1", "dualpipe"}) {
        const Timeline timeline =
            run_schedule(std::string("schedule=") + name + "\nstages=4\nmicro_batches=8");
        REQUIRE_FALSE(timeline.operations.empty());
        for (std::size_t i = 1; i < timeline.operations.size(); ++i) {
            const DrawnOperation& before = timeline.operations[i - 1];
            const DrawnOperation& after = timeline.operations[i];
            if (before.device == after.device) CHECK_MESSAGE(before.end <= after.start, name);
        }
    }
}

TEST_CASE("what cannot be run is a problem in words, and a value that none may have names its key") {
    const auto problem = [](const std::string& question) {
        return Json::parse(run_schedule(question).json).at("problems").at(0);
    };
    const std::string good = "schedule=1f1b\nstages=4\nmicro_batches=8";
    for (const auto& [question, key] : std::vector<std::pair<std::string, std::string>>{
             {"schedule=1f1b\nstages=0\nmicro_batches=8", "stages"},
             {"schedule=1f1b\nstages=1025\nmicro_batches=8", "stages"},
             {"schedule=1f1b\nstages=4\nmicro_batches=x", "micro_batches"},
             {"schedule=1f1b\nstages=400\nmicro_batches=100000", "micro_batches"},
             {"schedule=interleaved\nstages=4\nmicro_batches=8\nchunks=-1", "chunks"},
             {good + "\nforward=-1", "forward"},
             {good + "\nbackward=nan", "backward"},
             {good + "\nsend=1e7", "send"}}) {
        const Json told = problem(question);
        CHECK_MESSAGE(told.at("key") == key, question);
        CHECK_MESSAGE(told.at("is_value") == true, question);
        CHECK_FALSE(told.at("message").get<std::string>().empty());
    }
    for (const char* question : {"schedule=none\nstages=4\nmicro_batches=8",
                                 "schedule=interleaved\nstages=4\nmicro_batches=7\nchunks=2"}) {
        CHECK_FALSE(problem(question).at("message").get<std::string>().empty());
        CHECK(problem(question).at("is_value") == false);
    }
}
