#!/usr/bin/env python3
"""The cluster of slurm_cluster.py is a Slurm, and leaves nothing behind, not even when it cannot start."""
import sys
import unittest

import slurm_cluster
from slurm_cluster import SlurmCluster, SlurmError

TREE = """\
SwitchName=s0 Nodes=node[0-1]
SwitchName=s1 Nodes=node[2-3]
SwitchName=top Switches=s[0-1]
"""


def left_of(folder):
    """Processes that were started with the configuration in `folder`."""
    mark = f"SLURM_CONF={folder}/slurm.conf".encode()
    return [pid for pid in slurm_cluster.pids() if mark in slurm_cluster.environment_of(pid)]


class Cluster(unittest.TestCase):
    def assert_gone(self, cluster):
        self.assertFalse(cluster.folder.exists())
        self.assertEqual(left_of(cluster.folder), [])

    def test_has_its_nodes_and_runs_steps_and_arrays(self):
        with SlurmCluster(topology_conf=TREE) as slurm:
            nodes = slurm.run(["sinfo", "--noheader", "--Node", "--format=%N"]).stdout.split()
            self.assertEqual(nodes, ["node0", "node1", "node2", "node3"])
            self.assertEqual([daemon.poll() for _, daemon in slurm.daemons], [None] * (1 + 1 + 4))
            seen = slurm.run(["srun", "-N4", "sh", "-c", "echo $SLURMD_NODENAME"]).stdout.split()
            self.assertEqual(sorted(seen), nodes)
            script = slurm.folder / "task.sh"
            script.write_text("#!/bin/sh\necho task $SLURM_ARRAY_TASK_ID\n")
            slurm.run(["sbatch", "--wait", "--array=0-2", f"--output={slurm.folder}/task-%a", str(script)])
            for task in range(3):
                self.assertEqual((slurm.folder / f"task-{task}").read_text(), f"task {task}\n")
        self.assert_gone(slurm)

    def test_stops_what_still_runs(self):
        with SlurmCluster(nodes=2) as slurm:
            slurm.run(["sbatch", "--nodes=2", f"--output={slurm.folder}/out", "--wrap=srun sleep 600"])
            slurm.run(["sh", "-c", f"until grep -q RUNNING {slurm.folder}/seen; "
                                   f"do squeue -h -o %T > {slurm.folder}/seen; done"])
        self.assert_gone(slurm)

    def test_stops_when_the_test_fails(self):
        with self.assertRaises(ZeroDivisionError):
            with SlurmCluster(nodes=1) as slurm:
                raise ZeroDivisionError
        self.assert_gone(slurm)

    def test_a_configuration_that_slurm_refuses_is_an_error_with_its_log(self):
        slurm = SlurmCluster(nodes=1, more="NoSuchKey=1")
        with self.assertRaisesRegex(SlurmError, "NoSuchKey"):
            slurm.__enter__()
        self.assert_gone(slurm)

    def test_a_failing_command_is_an_error_with_its_output(self):
        with SlurmCluster(nodes=1) as slurm:
            with self.assertRaisesRegex(SlurmError, "nobody"):
                slurm.run(["scontrol", "show", "node", "nobody"])


if __name__ == "__main__":
    reason = slurm_cluster.missing()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main(verbosity=2)
