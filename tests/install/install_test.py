"""Installs a build, moves the tree, and uses it as a stranger would.

usage: install_test.py SOURCE BUILD WORK CMAKE
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

SOURCE = BUILD = WORK = None
CMAKE = ""


def run(*command, **options):
    """The standard output of a command that must succeed."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                            stdin=subprocess.DEVNULL, timeout=300, **options)
    if result.returncode != 0:
        raise AssertionError(f"{command} ended with exit {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def relative_files(folder, pattern):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob(pattern))


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(WORK, ignore_errors=True)
        run(CMAKE, "--install", BUILD, "--prefix", WORK / "first")
        # An installed tree may be moved: nothing in it may know where it was put.
        (WORK / "first").rename(WORK / "prefix")
        cls.prefix = WORK / "prefix"
        cls.elsewhere = WORK / "elsewhere"
        cls.elsewhere.mkdir()
        cls.environment = {key: value for key, value in os.environ.items() if key != "RAILYARD_PATH"}

    def railyard(self, *arguments, **environment):
        return run(self.prefix / "bin" / "railyard", *arguments, cwd=self.elsewhere,
                   env=self.environment | environment)

    def test_every_header_is_there(self):
        headers = relative_files(SOURCE / "src" / "railyard", "*.hpp")
        self.assertEqual(relative_files(self.prefix / "include" / "railyard", "*.hpp"), headers)

    def test_every_shipped_file_is_there(self):
        shared = self.prefix / "share" / "railyard"
        for folder in ("topologies", "layouts"):
            for pattern in ("*.yaml", "*.json"):
                self.assertEqual(relative_files(shared / folder, pattern), relative_files(SOURCE / folder, pattern))
        self.assertEqual(relative_files(shared / "schemas", "*.json"),
                         relative_files(SOURCE / "share" / "schemas", "*.json"))

    def test_the_package_knows_no_place_of_this_machine(self):
        for file in (self.prefix / "lib").rglob("*.cmake"):
            self.assertNotIn(str(SOURCE), file.read_text(encoding="utf-8"), file)

    def test_a_consumer_finds_links_and_runs_it(self):
        run(CMAKE, "-G", "Ninja", "-S", SOURCE / "tests" / "install" / "consumer", "-B", WORK / "consumer",
            f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run(CMAKE, "--build", WORK / "consumer")
        # 900 GB at 18 x 50 GB/s.
        answer = run(WORK / "consumer" / "consumer", self.prefix / "share" / "railyard")
        self.assertTrue(answer.startswith("gb200-nvl72: 1 s\nerror: "), answer)
        self.assertIn("did you mean 'gb200-nvl72'?", answer)

    def test_a_subproject_gets_the_library_alone(self):
        run(CMAKE, "-G", "Ninja", "-S", SOURCE / "tests" / "install" / "subproject", "-B", WORK / "subproject",
            f"-DRAILYARD_SOURCE={SOURCE}")

    def test_the_program_finds_what_was_installed_with_it(self):
        self.assertRegex(self.railyard("--version"), r"^railyard \d+\.\d+\.\d+\n$")
        self.assertIn("dgx-h100-superpod", self.railyard("show", "dgx-h100-superpod"))
        placed = json.loads(self.railyard("place", "llama3-405b-8k", "--on", "gb200-nvl72", "--format", "json"))
        # 8,192 ranks in blocks of 8, nine of which fill a rack of 72: 113.8 racks.
        self.assertEqual((placed["ranks"], placed["placement"]["domains_used"]), (8192, 114))

    def test_railyard_path_comes_first(self):
        mine = WORK / "mine" / "topologies"
        mine.mkdir(parents=True)
        (mine / "dgx-h100-superpod.yaml").write_text(
            "topology: dgx-h100-superpod\nabout: my own one\ndomains: [{use: hgx-h100, count: 1}]\n", encoding="utf-8")
        path = f"{WORK / 'no-such-folder'}::{WORK / 'mine'}"
        # A file of mine that stands on one that is installed.
        self.assertIn("my own one", self.railyard("show", "dgx-h100-superpod", RAILYARD_PATH=path))
        self.assertNotIn("my own one", self.railyard("show", "dgx-h100-superpod"))


if __name__ == "__main__":
    CMAKE = sys.argv.pop()
    WORK, BUILD, SOURCE = (pathlib.Path(sys.argv.pop()).resolve() for _ in range(3))
    unittest.main()
