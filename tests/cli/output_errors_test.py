"""What happens to an answer that cannot be written: exit 2, and a sentence that names where to and why.

usage: output_errors_test.py PROGRAM
"""
import os
import subprocess
import sys
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


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
