#!/usr/bin/env python3
"""What `railyard export` writes for Slurm does on a real Slurm what it says.

usage: export_test.py PROGRAM
"""
import re
import stat
import subprocess
import sys
import unittest

import slurm_cluster
from slurm_cluster import SlurmCluster

PROGRAM = ""
HOSTS = ["node2", "node0", "node3", "node1"]

# Four servers of 2 GPUs, two to a leaf switch.
DOMAIN = """\
domain: small
gpu: a100-40gb
names: {domain: box, server: server}
servers: {count: 1, gpus: 2, cpus: 1, pcie: {bandwidth_per_direction: 31.5 GB/s, latency: 0.15 us}}
scale_up: {kind: none}
nics: {per_server: 1, bandwidth_per_direction: 200 Gb/s}
"""
TOPOLOGY = """\
topology: four-small
domains: [{use: small.yaml, count: 4}]
network: {tiers: [{name: leaf, spans: 2 servers, latency: 1 us}, {name: spine, latency: 2 us}]}
"""
# Ranks 0 to 7, two a server, no two neighbours on the same one.
PLACEMENT = "rank,gpu\n" + "".join(f"{rank},box{server}/server0/gpu{gpu}\n" for rank, (server, gpu) in enumerate(
    [(1, 0), (0, 1), (3, 0), (2, 1), (1, 1), (0, 0), (3, 1), (2, 0)]))
JOB = ["megatron-1.7b", "--tp", "2", "--pp", "1", "--dp", "4", "--micro", "1", "--sequences", "4", "--on", "four.yaml"]


def write_inputs(folder):
    (folder / "small.yaml").write_text(DOMAIN)
    (folder / "four.yaml").write_text(TOPOLOGY)
    (folder / "placed.csv").write_text(PLACEMENT)


def export(folder, *arguments):
    write_inputs(folder)
    done = subprocess.run([PROGRAM, "export", *JOB, *arguments], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def expand(slurm, hostlist):
    """By Slurm itself."""
    return slurm.run(["scontrol", "show", "hostnames", hostlist]).stdout.split()


def switches(slurm, text):
    """name -> (kind, what is below it), of a topology.conf."""
    result = {}
    for line in text.splitlines():
        record = re.match(r"SwitchName=(\S+) (Nodes|Switches)=(\S+)$", line)
        if record:
            result[record[1]] = (record[2], expand(slurm, record[3]))
    return result


class Export(unittest.TestCase):
    def test_the_tree_that_is_written_is_the_tree_that_slurm_has(self):
        with SlurmCluster(nodes=1) as slurm:
            text = export(slurm.folder, "--hosts", ",".join(HOSTS), "--as", "slurm-topology-conf")
        with SlurmCluster(topology_conf=text) as slurm:
            written = switches(slurm, text)
            self.assertEqual(written, {"spine": ("Switches", ["leaf-0", "leaf-1"]),
                                       "leaf-0": ("Nodes", ["node2", "node0"]),
                                       "leaf-1": ("Nodes", ["node3", "node1"])})
            shown = slurm.run(["scontrol", "show", "topology"]).stdout
            for line in shown.splitlines():
                fields = dict(field.split("=", 1) for field in line.split())
                kind, below = written.pop(fields["SwitchName"])
                self.assertEqual(fields["Level"], "1" if kind == "Switches" else "0")
                self.assertEqual(sorted(expand(slurm, fields[kind])), sorted(below))
            self.assertEqual(written, {})
            # And what Slurm shows is read back: all ranks of a tp pair share a leaf switch in this order.
            write_inputs(slurm.folder)
            (slurm.folder / "shown.txt").write_text(shown)
            check = subprocess.run([PROGRAM, "check", *JOB, "--machine", "shown.txt", "--hosts", ",".join(HOSTS)],
                                   cwd=slurm.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                   timeout=60, check=False)
            self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
            self.assertIn("hosts in 2 leaf switches: leaf-0 2, leaf-1 2", check.stdout)

    def test_ranks_run_where_the_hostfile_says(self):
        with SlurmCluster() as slurm:
            text = export(slurm.folder, "--hosts", ",".join(HOSTS), "--placement", "placed.csv", "--as",
                          "slurm-hostfile")
            # Seats go by first ranks: box1 has node2, box0 node0, box3 node3, box2 node1.
            expected = ["node2", "node0", "node3", "node1"] * 2
            self.assertEqual(text.split(), expected)
            (slurm.folder / "hosts.txt").write_text(text)
            ran = slurm.run(["srun", "--ntasks=8", "--distribution=arbitrary", "sh", "-c",
                             "echo $SLURM_PROCID $SLURMD_NODENAME $SLURM_LOCALID"],
                            environment={"SLURM_HOSTFILE": str(slurm.folder / "hosts.txt")}).stdout
            rows = sorted(line.split() for line in ran.splitlines())
            self.assertEqual(rows, [[str(rank), host, str(rank // 4)] for rank, host in enumerate(expected)])

    def test_torchrun_is_started_with_the_number_of_its_host(self):
        with SlurmCluster() as slurm:
            script = slurm.folder / "launch.sh"
            script.write_text(export(slurm.folder, "--hosts", ",".join(HOSTS), "--as", "torchrun"))
            stub = slurm.folder / "bin" / "torchrun"
            stub.parent.mkdir()
            stub.write_text('#!/bin/sh\necho "$SLURMD_NODENAME" "$@"\n')
            stub.chmod(stub.stat().st_mode | stat.S_IXUSR)
            ran = slurm.run(["srun", "-N4", "--ntasks-per-node=1", "sh", str(script), "train.py", "a b"],
                            environment={"PATH": f"{stub.parent}:{slurm.environment['PATH']}"}).stdout
            self.assertEqual(sorted(ran.splitlines()), sorted(
                f"{host} --nnodes=4 --node-rank={number} --nproc-per-node=2 --master-addr=node2 --master-port=29500 "
                "train.py a b" for number, host in enumerate(HOSTS)))

    def test_hostlists_stand_for_what_slurm_takes_them_for(self):
        with SlurmCluster(nodes=1) as slurm:
            for hostlist in ["n[1-4]", "n[001-4]", "a,b[08-10]", "r[1-2]n[01-02]", "x[9-11],y", "p-[3,1]q[7,6]",
                             "n[1,3],n[2,4]", "g3-129-[057,059,063],z"]:
                ours = export(slurm.folder, "--hosts", hostlist, "--as", "slurm-hostfile").split()
                self.assertEqual(ours[::2], expand(slurm, hostlist), hostlist)


if __name__ == "__main__":
    reason = slurm_cluster.missing()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
