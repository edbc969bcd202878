"""On a system that is not Debian 12, tools/run and tools/test name what is missing, touch nothing and end with 2.

usage: other_system_test.py SOURCE
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path()


class OtherSystem(unittest.TestCase):
    def run_on(self, release, script):
        """Runs a script where nothing but a shell and a few of its companions is installed."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "os-release").write_text(release, encoding="utf-8")
            for command in ("bash", "dirname", "cat", "id"):
                (folder / command).symlink_to(shutil.which(command))
            return subprocess.run([shutil.which("bash"), SOURCE / "tools" / script, "--version"], text=True,
                                  env={"PATH": name, "RAILYARD_OS_RELEASE": str(folder / "os-release")},
                                  stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60)

    def test_run_names_what_the_program_needs(self):
        result = self.run_on("ID=fedora\nVERSION_ID=40\n", "run")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr, """\
railyard: packages are missing, and this is not Debian 12: please install them yourself
  missing, by their names in Debian 12: g++ cmake ninja-build ccache libyaml-cpp-dev libfmt-dev libcli11-dev \
nlohmann-json3-dev pkg-config libgraphviz-dev libhwloc-dev libpugixml-dev libsqlite3-dev libtbb-dev
""")

    def test_test_names_what_the_tests_need_too(self):
        result = self.run_on("ID=debian\nVERSION_ID=11\n", "test")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("libyaml-cpp-dev", result.stderr)
        self.assertIn("doctest-dev", result.stderr)
        self.assertIn("clang-14", result.stderr)


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop()).resolve()
    unittest.main()
