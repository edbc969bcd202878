"""Where answers go: to standard output or to a file, whole or not at all. One that cannot be written ends with exit 2
and a sentence that names where to and why.

usage: output_errors_test.py PROGRAM
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""


def run(stdout):
    return subprocess.run([PROGRAM, "--version"], stdout=stdout, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          text=True, check=False, timeout=60)


class StandardOutput(unittest.TestCase):
    def expect(self, result, why):
        self.assertEqual(result.stderr, f"error: cannot write standard output: {why}\n")
        self.assertEqual(result.returncode, 2)

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.expect(run(full), "No space left on device")

    def test_reader_that_went_away(self):
        reading, writing = os.pipe()
        os.close(reading)
        self.expect(run(writing), "Broken pipe")
        os.close(writing)

    def test_opened_for_reading_only(self):
        with open(os.devnull, encoding="utf-8") as readable:
            self.expect(run(readable), "Bad file descriptor")


class OutputFile(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def show(self, output):
        return subprocess.run([PROGRAM, "show", "hgx-h100", "--output", str(output)], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=60, cwd=self.folder)

    def expect_written(self, file):
        result = self.show(file)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertIn("h100", file.read_text(encoding="utf-8"))

    def test_a_new_file(self):
        self.expect_written(self.folder / "new.txt")
        self.assertEqual(os.listdir(self.folder), ["new.txt"])  # nothing half-written beside it

    def test_ended_while_it_writes(self):
        def make_pipe():
            # What it writes to beside its place: a pipe that nobody empties holds it up there.
            os.mkfifo(f"ranks.csv.partial-{os.getpid()}")

        (self.folder / "ranks.csv").write_text("of before")
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen([PROGRAM, "place", "llama3-405b-8k", "--on", "hgx-h100", "--ranks", "ranks.csv"],
                                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       stdin=subprocess.DEVNULL, preexec_fn=make_pipe)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            with open(self.folder / f"ranks.csv.partial-{process.pid}", "rb", buffering=0) as pipe:
                self.assertEqual(pipe.read(5), b"rank,")
                process.send_signal(ending)
                self.assertEqual(process.wait(timeout=60), -ending)
            self.assertEqual(os.listdir(self.folder), ["ranks.csv"])
            self.assertEqual((self.folder / "ranks.csv").read_text(), "of before")

    def test_an_existing_file_keeps_its_permissions(self):
        file = self.folder / "old.txt"
        file.write_text("old " * 100_000, encoding="utf-8")
        file.chmod(0o640)
        self.expect_written(file)
        self.assertNotIn("old ", file.read_text(encoding="utf-8"))
        self.assertEqual(file.stat().st_mode & 0o777, 0o640)

    def test_a_link_stays_a_link(self):
        link, target = self.folder / "link.txt", self.folder / "target.txt"
        target.write_text("old", encoding="utf-8")
        link.symlink_to(target)
        self.expect_written(link)
        self.assertTrue(link.is_symlink())
        self.assertIn("h100", target.read_text(encoding="utf-8"))

    def test_standard_output_by_name(self):
        for name in ("-", "/dev/stdout"):
            self.assertIn("h100", self.show(name).stdout)

    def test_an_input_is_not_replaced(self):
        runs = self.folder / "runs.yaml"
        runs.write_text("- id: mine\n", encoding="utf-8")
        (self.folder / "link.yaml").symlink_to(runs)
        for output in ("runs.yaml", "./runs.yaml", "link.yaml", str(runs)):
            result = subprocess.run([PROGRAM, "calibrate", "--runs", "runs.yaml", "--output", output],
                                    stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
                                    cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertEqual(result.stderr, f"error: --output would replace '{output}', which --runs reads\n"
                                            "  hint: another file for --output\n")
        self.assertEqual(runs.read_text(encoding="utf-8"), "- id: mine\n")

    def test_ranks_do_not_replace_what_they_come_from_nor_the_answer(self):
        topology = "topology: t\ndomains: [{use: hgx-h100, count: 8}]\n" \
                   "network: {tiers: [{name: leaf, latency: 1 us}]}\n"
        (self.folder / "t.yaml").write_text(topology, encoding="utf-8")

        def refused(*arguments):
            result = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                    check=False, timeout=60, cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            return result.stderr

        job = ["gpt3-175b-64", "--on", "t.yaml"]
        for command in (["place", *job], ["plan", "--layout", *job]):
            self.assertIn("--ranks would replace './t.yaml', which --on reads",
                          refused(*command, "--ranks", "./t.yaml"))
            for other in ("new.csv", "./new.csv"):
                self.assertIn(f"--ranks would replace what --output writes to '{other}'",
                              refused(*command, "--ranks", other, "--output", "new.csv"))
        self.assertEqual((self.folder / "t.yaml").read_text(encoding="utf-8"), topology)
        self.assertFalse((self.folder / "new.csv").exists())

    def test_a_full_device_is_named_and_left_in_place(self):
        result = self.show("/dev/full")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "error: cannot write '/dev/full': No space left on device\n"))
        self.assertFalse(os.path.isfile("/dev/full"))


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
