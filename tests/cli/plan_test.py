"""`railyard plan` writes layouts that `railyard place` reproduces: the same step, memory and domains.

usage: plan_test.py PROGRAM
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
JOBS = {
    "dense": ["llama3-8b", "--on", "hgx-h100", "--gpus", "32", "--sequences", "32", "--length", "4096"],
    "tiled in racks": ["llama3-8b", "--on", "gb200-nvl72", "--gpus", "128", "--sequences", "128", "--length", "4096"],
    "two boards": ["llama3-8b", "--on", "nvl36x2", "--gpus", "96", "--sequences", "96", "--length", "4096",
                   "--tp", "1,8", "--micro", "1,2", "--cp", "1", "--schedule", "interleaved,1f1b"],
    "without NVLink": ["llama3-8b", "--on", "pcie-only", "--gpus", "16", "--sequences", "16", "--length", "4096",
                       "--cp", "1"],
    "experts": ["mixtral-8x7b", "--on", "dgx-h100-superpod", "--gpus", "32", "--sequences", "32", "--length", "4096",
                "--cp", "1"],
    "reference": ["llama3-8b", "--on", "hgx-h100", "--gpus", "32", "--sequences", "32", "--length", "4096", "--model",
                  "reference"],
}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, timeout=100).stdout


class Plan(unittest.TestCase):
    def test_place_reproduces_what_plan_writes(self):
        for name, job in JOBS.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                planned = json.loads(run("plan", *job, "--best", "3", "--format", "json"))
                model = ["--model", "reference"] if "reference" in job else []
                for number in (1, 3):
                    entry = planned["plans"][number - 1]
                    file = os.path.join(folder, f"{number}.yaml")
                    run("plan", *job, "--write", str(number), "-o", file)
                    placed = json.loads(run("place", file, "--on", job[2], "--format", "json", *model))
                    self.assertAlmostEqual(placed["step"]["seconds"] / entry["step"]["seconds"], 1, places=9)
                    self.assertEqual(placed["memory"]["total"], entry["memory"]["total"])
                    self.assertTrue(placed["memory"]["fits"])
                    self.assertEqual(placed["placement"]["domains_used"], entry["placement"]["domains_used"])
                    self.assertEqual(placed["placement"]["gpus_idle"], entry["placement"]["gpus_idle"])

    def test_a_list_of_ranks_reproduces_what_no_rules_place(self):
        # A whole leaf of two boxes comes after the one that lost a box, and the job is pinned to a leaf.
        topology = ("topology: boxes\ndomains: [{use: hgx-h100, count: 6}]\nnetwork:\n  tiers:\n"
                    "    - {name: leaf, spans: 2 domains, latency: 1 us}\n"
                    "    - {name: spine, latency: 2 us, oversubscription: 4}\nunavailable: [box0]\n")
        with tempfile.TemporaryDirectory() as folder:
            on, layout, ranks = (os.path.join(folder, name) for name in ("boxes.yaml", "best.yaml", "ranks.csv"))
            with open(on, "w", encoding="utf-8") as file:
                file.write(topology)
            job = ["plan", "llama3-8b", "--on", on, "--gpus", "16", "--sequences", "16", "--length", "4096", "--pin",
                   "job=leaf"]
            planned = json.loads(run(*job, "--format", "json"))["plans"][0]
            self.assertTrue(planned["placement"]["by_list"])
            self.assertEqual(planned["placement"]["begins_on"], "box2")
            run(*job, "--write", "1", "-o", layout, "--ranks", ranks)
            placed = json.loads(run("place", layout, "--on", on, "--placement", ranks, "--format", "json"))
            self.assertAlmostEqual(placed["step"]["seconds"] / planned["step"]["seconds"], 1, places=9)
            spine = [dimension["hops"]["spine"] for dimension in placed["dimensions"]]
            self.assertEqual(sum(spine), 0)

    def test_an_interrupt_gives_the_best_so_far(self):
        # Long enough to be interrupted anywhere; what it answers must be whole either way.
        job = ["plan", "mixtral-8x7b", "--on", "hgx-h100", "--gpus", "256", "--sequences", "1024", "--length", "4096",
               "--try-all", "--format", "json"]
        with subprocess.Popen([PROGRAM, *job], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as search:
            try:
                search.communicate(timeout=3)
            except subprocess.TimeoutExpired:
                search.send_signal(signal.SIGINT)
            out, err = search.communicate(timeout=100)
        self.assertEqual(err, "")
        answer = json.loads(out)
        self.assertTrue(answer["stopped"])
        self.assertGreater(answer["counts"]["not_looked_at"], 0)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
