"""`railyard list` has every shipped file, none of them broken; a broken one breaks nothing else.

usage: list_test.py PROGRAM
"""
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
TREE = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = {"topologies": "topologies", "domains": "topologies/domains", "gpus": "topologies/gpus", "layouts": "layouts",
           "models": "layouts/models", "sweeps": "layouts/sweeps"}


def run(*arguments, path=""):
    with tempfile.TemporaryDirectory() as elsewhere:
        environment = os.environ | {"RAILYARD_PATH": path}
        return subprocess.run([PROGRAM, "list", *arguments], cwd=elsewhere, env=environment, capture_output=True, text=True,
                              check=True, timeout=60).stdout


def unfolded(table):
    """A line for each entry again."""
    return re.sub(r"\n {4,}", " ", table)


class List(unittest.TestCase):
    def test_every_shipped_file(self):
        listed = json.loads(run("--format", "json"))
        self.assertEqual(list(listed), list(FOLDERS))
        for group, folder in FOLDERS.items():
            with self.subTest(group):
                files = {file.stem for file in (TREE / folder).glob("*.yaml")}
                self.assertEqual({entry["name"] for entry in listed[group]}, files)
                for entry in listed[group]:
                    self.assertNotIn("problem", entry)
                    self.assertTrue(entry["about"], f"{entry['name']} says nothing about itself")

    def test_a_line_each_that_may_go_on_below(self):
        listed = json.loads(run("--format", "json"))
        lines = [" ".join(line.split()) for line in unfolded(run()).splitlines()]
        for group, entries in listed.items():
            self.assertIn(group, lines)
            for entry in entries:
                self.assertIn(f"{entry['name']} {entry['about']}", lines)

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(run("--format", "csv"))))
        self.assertIn({"group": "domains", "name": "dgx-2", "problem": "",
                       "about": "DGX-2 with 16 V100 on two boards of 6 NVSwitches"}, rows)

    def test_broken_files_of_a_root(self):
        with tempfile.TemporaryDirectory() as root:
            folder = pathlib.Path(root, "topologies", "domains")
            folder.mkdir(parents=True)
            pathlib.Path(folder, "aaa-broken.yaml").write_text("domain: aaa-broken\ngpu: h1000\n", encoding="utf-8")
            pathlib.Path(folder, "dgx-2.yaml").write_text("domain: dgx-2\nuse: hgx-h100\nabout: ours\n", encoding="utf-8")
            domains = {entry["name"]: entry for entry in json.loads(run("--format", "json", path=root))["domains"]}
            self.assertIn("topologies/domains/aaa-broken.yaml:1:1: the key 'servers' is missing",
                          domains["aaa-broken"]["problem"])
            self.assertEqual(domains["dgx-2"]["about"], "ours")  # the first root counts
            self.assertNotIn("problem", domains["hgx-h100"])
            self.assertRegex(unfolded(run(path=root)), r"\n  aaa-broken +broken: .*'servers' is missing in the domain file\n")


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
