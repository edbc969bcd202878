"""A report of shipped files names them as they are among the shipped ones, not by where Railyard is installed.

usage: report_test.py PROGRAM
"""
import html
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
TREE = pathlib.Path(__file__).resolve().parents[2]


def report(folder, shipped=None):
    environment = {key: value for key, value in os.environ.items() if key != "RAILYARD_PATH"}
    if shipped is not None:
        environment["RAILYARD_PATH"] = str(shipped)
    command = [PROGRAM, "report", "deepseek-v3", "--on", "gb200-superpod", "--output", "page.html"]
    subprocess.run(command, cwd=folder, env=environment, check=True, timeout=60, stdout=subprocess.DEVNULL)
    return html.unescape((folder / "page.html").read_text(encoding="utf-8"))


class Report(unittest.TestCase):
    def test_same_wherever_installed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for shelf in ("layouts", "topologies"):
                shutil.copytree(TREE / shelf, folder / "elsewhere" / shelf)
            here = report(folder)
            # 61 layers on 16 stages: a note with its place in the file.
            self.assertIn("61 layers do not divide", here)
            self.assertIn(">layouts/deepseek-v3.yaml:", here)
            self.assertEqual(report(folder, folder / "elsewhere"), here)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])
