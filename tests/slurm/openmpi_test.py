#!/usr/bin/env python3
"""The rankfile of `railyard export` binds ranks on a real Open MPI as it says.

usage: openmpi_test.py PROGRAM
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from export_test import DOMAIN

PROGRAM = ""
TOPOLOGY = """\
topology: one-small
domains: [{use: small.yaml, count: 1}]
network: {tiers: [{name: leaf, latency: 1 us}]}
"""
JOB = ["megatron-1.7b", "--tp", "2", "--pp", "1", "--dp", "1", "--micro", "1", "--sequences", "1", "--on", "one.yaml"]


def reason_to_skip():
    if not shutil.which("mpirun"):
        return "mpirun is not installed"
    if len(os.sched_getaffinity(0)) < 2:
        return "one core is not enough to tell two bindings apart"
    return ""


class Rankfile(unittest.TestCase):
    def run_in(self, folder, command):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("SLURM", "OMPI", "PMIX"))}
        # mpirun puts its sockets below TMPDIR.
        done = subprocess.run(command, cwd=folder, env={**environment, "TMPDIR": str(folder)},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def test_each_rank_has_the_core_of_its_gpu(self):
        with tempfile.TemporaryDirectory(prefix="mpi-", dir="/tmp") as name:
            folder = pathlib.Path(name)
            (folder / "small.yaml").write_text(DOMAIN)
            (folder / "one.yaml").write_text(TOPOLOGY)
            cores = {}
            for placement in [(0, 1), (1, 0)]:
                (folder / "placed.csv").write_text("rank,gpu\n" + "".join(
                    f"{rank},box0/server0/gpu{gpu}\n" for rank, gpu in enumerate(placement)))
                text = self.run_in(folder, [PROGRAM, "export", *JOB, "--placement", "placed.csv", "--hosts",
                                            "localhost", "--as", "openmpi-rankfile"])
                (folder / "ranks.txt").write_text(text)
                ran = self.run_in(folder, [
                    "mpirun", "--allow-run-as-root", "-H", "localhost:2", "-np", "2", "--rankfile", "ranks.txt",
                    "--mca", "btl", "self,vader", "--mca", "oob_tcp_if_include", "lo", "sh", "-c",
                    "echo $OMPI_COMM_WORLD_RANK $(grep Cpus_allowed_list /proc/self/status)"])
                cores[placement] = dict(line.split()[::2] for line in ran.splitlines())
            straight, crossed = cores[(0, 1)], cores[(1, 0)]
            self.assertEqual(set(straight), {"0", "1"})
            self.assertNotEqual(straight["0"], straight["1"])
            self.assertEqual(crossed, {"0": straight["1"], "1": straight["0"]})


if __name__ == "__main__":
    reason = reason_to_skip()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
