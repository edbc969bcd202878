#!/usr/bin/env python3
"""`railyard explorer` writes the page that was built, from the build and where it is installed.

usage: command_test.py BUILD WORK CMAKE
"""
import pathlib
import shutil
import subprocess
import sys
import unittest

BUILD = WORK = None
CMAKE = ""
PAGE = pathlib.Path("share", "railyard-explorer", "explorer.html")


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=120)


class Explorer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        cls.page = (BUILD / PAGE).read_bytes()

    def test_the_build_writes_it(self):
        result = run(BUILD / "bin" / "railyard", "explorer", "-o", WORK / "page.html")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        self.assertEqual((WORK / "page.html").read_bytes(), self.page)

    def test_the_installed_program_writes_it(self):
        installed = run(CMAKE, "--install", BUILD, "--prefix", WORK / "prefix")
        self.assertEqual(installed.returncode, 0, installed.stderr)
        self.assertEqual((WORK / "prefix" / PAGE).read_bytes(), self.page)
        result = run(WORK / "prefix" / "bin" / "railyard", "explorer")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, self.page, b""))

    def test_a_program_without_it_says_how_to_get_it(self):
        bare = WORK / "bare" / "bin" / "railyard"
        bare.parent.mkdir(parents=True)
        shutil.copy(BUILD / "bin" / "railyard", bare)
        result = run(bare, "explorer", "-o", WORK / "none.html")
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(b"was built without the explorer's page", result.stderr)
        self.assertIn(b"-DRAILYARD_BUILD_EXPLORER=ON", result.stderr)
        self.assertFalse((WORK / "none.html").exists())

    def test_it_is_one_small_file_that_asks_for_nothing(self):
        self.assertLess(len(self.page), 3_000_000)
        for word in (b"http://", b"https://"):
            rest = self.page.replace(b"http://www.w3.org/2000/svg", b"")
            self.assertNotIn(b'src="' + word, rest)
            self.assertNotIn(b'href="' + word, rest)


if __name__ == "__main__":
    BUILD, WORK, CMAKE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    unittest.main(argv=[sys.argv[0]], verbosity=2)
