#include "railyard/sweep/slurm.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "tests/support/temporary_folder.hpp"

namespace railyard::sweep {
namespace {

TEST_CASE("the script runs its shard, with every path as one word") {
    const ArrayJob job{"s", "/opt/my tools/railyard", {"sweep", "/home/o'neil/s.yaml"}, "/scratch/out", 64};
    CHECK(script_of(job) ==
          "#!/bin/sh\n"
          "#SBATCH --job-name=railyard-s\n"
          "# shards: 64\n"
          "exec '/opt/my tools/railyard' 'sweep' '/home/o'\\''neil/s.yaml' \\\n"
          "    --shard \"$SLURM_ARRAY_TASK_ID/64\" --into '/scratch/out' --resume --threads "
          "\"${SLURM_CPUS_PER_TASK:-1}\"\n");
    const test::TemporaryFolder folder;
    CHECK(shards_of_script(folder.path()) == 0);
    test::write_file(script_path(folder.path()), script_of(job));
    CHECK(shards_of_script(folder.path()) == 64);
}

// An sbatch of its own in the path, which writes down what it was asked.
class StandIn {
  public:
    explicit StandIn(const std::string& script) : path_before_(std::getenv("PATH")) {
        test::write_file(folder_.file("sbatch"), "#!/bin/sh\n" + script);
        ::chmod(folder_.file("sbatch").c_str(), 0755);
        ::setenv("PATH", (folder_.path() + ":" + path_before_).c_str(), 1);
    }
    ~StandIn() { ::setenv("PATH", path_before_.c_str(), 1); }
    StandIn(const StandIn&) = delete;
    StandIn& operator=(const StandIn&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

  private:
    test::TemporaryFolder folder_;
    std::string path_before_;
};

TEST_CASE("only the shards asked for are submitted") {
    const StandIn sbatch("echo \"$@\" > \"$(dirname \"$0\")/asked\"; echo 17\n");
    CHECK(submit("/out", {1, 2, 3, 7, 9, 10}, {"--time=10"}) == "17");
    CHECK(test::text_of_file(sbatch.file("asked")) ==
          "--parsable --array=1-3,7,9-10 --output=/out/task-%a.log --time=10 /out/job.sh\n");
}

TEST_CASE("what sbatch complains of is told") {
    const StandIn sbatch("echo 'invalid partition' >&2; exit 1\n");
    CHECK_THROWS_WITH_AS(submit("/out", {1}, {}), "invalid partition", SlurmError);
}

}  // namespace
}  // namespace railyard::sweep
