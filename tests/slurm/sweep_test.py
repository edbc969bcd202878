#!/usr/bin/env python3
"""A sweep as a job array on a real Slurm: with one task killed on the way, what is gathered in the end is what one
process writes.

usage: sweep_test.py PROGRAM
"""
import pathlib
import re
import subprocess
import sys
import time
import unittest

import slurm_cluster
from slurm_cluster import SlurmCluster

PROGRAM = ""
SHARDS = 8
SWEEP = """sweep: array
topology: [gb200-nvl72, hgx-h100]
layout: llama3-405b-8k
set: {gpus: 16384, batch.sequences: 16384, pipeline.schedule: 1f1b, pipeline.chunks: 1}
axes:
  nics.bandwidth_per_direction: [200 Gb/s, 400 Gb/s]
  scale_up.link.latency: [0.1 us, 0.3 us, 0.5 us, 0.7 us]
  placement.per_domain: [8, 64, 72]
  parallel.tp: [1, 2, 4, 8]
  parallel.cp: [1, 2]
  parallel.pp: [1, 2, 4, 8, 16]
  order: [[tp, cp, pp, dp], [tp, cp, dp, pp]]
  batch.micro: [1, 2, 4]
  recompute: [none, selective, full]
  sharding: [zero-1, zero-3]
"""


class ArrayJob(unittest.TestCase):
    def wait_until_idle(self, slurm, seconds=240):
        deadline = time.monotonic() + seconds
        while slurm.run(["squeue", "--noheader", "--format=%i"]).stdout.strip():
            self.assertLess(time.monotonic(), deadline, "the job array does not end")
            time.sleep(0.3)

    def kill_a_task_that_works(self, slurm, folder, job):
        """Kills the first task that has begun to write and is not done; returns its number."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            for number in range(1, SHARDS + 1):
                part = folder / f"part-{number}-of-{SHARDS}.journal"
                if not part.exists() or part.stat().st_size < 1000:
                    continue
                slurm.run(["scancel", "--signal=KILL", "--full", f"{job}_{number}"], check=False)
                time.sleep(0.2)
                told = slurm.run([PROGRAM, "gather", str(folder), "--output", str(folder / "early.csv")], check=False)
                if re.search(rf"\b{number}\b", told.stderr.split("\n")[0]):
                    return number
            time.sleep(0.02)
        self.fail("no task was seen at work")

    def test_one_task_killed(self):
        with SlurmCluster(nodes=4, cpus=1) as slurm:
            folder = slurm.folder / "sweep"
            sweep = slurm.folder / "array.yaml"
            sweep.write_text(SWEEP, encoding="utf-8")
            said = slurm.run([PROGRAM, "sweep", str(sweep), "--slurm", str(folder), "--tasks", str(SHARDS),
                              "--sbatch=--time=5"]).stdout
            job = re.search(r"in 8 tasks, job (\d+)\n", said).group(1)
            killed = self.kill_a_task_that_works(slurm, folder, job)
            self.wait_until_idle(slurm)

            again = slurm.run([PROGRAM, "sweep", str(sweep), "--slurm", str(folder)], check=False)
            self.assertEqual(again.returncode, 2)
            self.assertIn("holds a sweep already, of 8 shards", again.stderr)

            missing = slurm.run([PROGRAM, "gather", str(folder), "--resubmit"], check=False)
            self.assertEqual(missing.returncode, 1, missing.stderr)
            self.assertIn(f"missing: 1 shard of 8: {killed}\n", missing.stderr)
            self.assertIn("submitted again: job ", missing.stderr)
            self.wait_until_idle(slurm)

            slurm.run([PROGRAM, "gather", str(folder), "--output", str(slurm.folder / "joined.csv")])
            slurm.run([PROGRAM, "sweep", str(sweep), "--output", str(slurm.folder / "alone.csv")])
            joined = (slurm.folder / "joined.csv").read_bytes()
            self.assertEqual(joined, (slurm.folder / "alone.csv").read_bytes())
            self.assertEqual(joined.count(b"\n"), 1 + 2 * 2 * 4 * 3 * 4 * 2 * 5 * 2 * 3 * 3 * 2)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    reason = slurm_cluster.missing()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main(verbosity=2)
