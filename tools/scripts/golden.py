#!/usr/bin/env python3
"""Runs railyard as a case says and compares what it writes with what the case expects, byte by byte.

usage: golden.py check|update PROGRAM CASE...

A case is one of
  tests/cli/COMMAND/NAME/    args    one shell-quoted line; it may run over several with a backslash
                             stdout, stderr, exit    what is expected; a missing one means: empty, 0
                             FILE.expected           the run must write FILE with this in it
                             anything else           input files
  tests/bad_input/KIND.yaml  expected: KIND.expected on stderr, nothing on stdout, exit 2.
                             The arguments are in its first line, `# railyard: place THIS --on hgx-h100`, where THIS
                             is the file, or in KIND.args. KIND.make is a shell script that makes the input.
  tests/bad_input/KIND/      the same as a folder: args, expected, and input files.
Each case runs in a copy of its folder (or of the KIND.* files), so that it sees relative paths and leaves no traces.
`update` rewrites the expectations: read the diff, it is what users will see.
"""
import difflib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

MARK = "# railyard:"


class Case:
    def __init__(self, path):
        self.path = path
        self.is_bad_input = "bad_input" in path.parts
        if path.is_dir():
            self.folder, self.files = path, sorted(path.iterdir())
            self.expected_stderr = path / ("expected" if self.is_bad_input else "stderr")
        else:
            self.folder, self.files = path.parent, sorted(path.parent.glob(path.stem + ".*"))
            self.expected_stderr = path.with_suffix(".expected")

    def arguments(self):
        file = self.path / "args" if self.path.is_dir() else self.path.with_suffix(".args")
        if file.is_file():
            return shlex.split(file.read_text(encoding="utf-8").replace("\\\n", " "))
        first = self.path.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]
        if not first.startswith(MARK):
            sys.exit(f"{self.path}: the first line must be '{MARK} ARGUMENTS', or {file.name} must hold them")
        return [self.path.name if word == "THIS" else word for word in shlex.split(first.removeprefix(MARK))]

    def run(self, program):
        """What each expectation file would have to hold for this run to pass."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file in self.files:
                (shutil.copytree if file.is_dir() else shutil.copy)(file, folder / file.name)
            for script in folder.glob("*.make"):
                subprocess.run(["sh", "-e", script.name], cwd=folder, check=True)
            hidden = {"RAILYARD_PATH", "NO_COLOR", "TERM"}
            environment = {key: value for key, value in os.environ.items() if key not in hidden} | {"LC_ALL": "C"}
            result = subprocess.run([program, *self.arguments()], cwd=folder, env=environment, timeout=120,
                                    stdin=subprocess.DEVNULL, capture_output=True, check=False)
            actual = {self.expected_stderr: result.stderr}
            if not self.is_bad_input:
                actual[self.folder / "stdout"] = result.stdout
                actual[self.folder / "exit"] = f"{result.returncode}\n".encode() if result.returncode != 0 else b""
                for file in self.files:
                    if file.suffix == ".expected":
                        written = folder / file.stem
                        actual[file] = written.read_bytes() if written.is_file() else b"(no such file)\n"
            elif result.returncode != 2 or result.stdout or not result.stderr:
                print(f"{self.path}: bad input must end with exit 2 and words on stderr alone; this one ended with exit "
                      f"{result.returncode}, stdout:\n{result.stdout.decode(errors='replace')}")
                return None
            return actual

    def check(self, program):
        actual = self.run(program)
        if actual is None:
            return False
        passed = True
        for file, content in actual.items():
            expected = file.read_bytes() if file.is_file() else b""
            if content != expected:
                passed = False
                before, after = (text.decode(errors="backslashreplace").splitlines(keepends=True)
                                 for text in (expected, content))
                sys.stdout.writelines(line if line.endswith("\n") else line + "\n(no newline at the end)\n"
                                      for line in difflib.unified_diff(before, after, f"{file} (expected)", "actual"))
        return passed

    def update(self, program):
        actual = self.run(program)
        for file, content in (actual or {}).items():
            if content:
                file.write_bytes(content)
            else:
                file.unlink(missing_ok=True)
        return actual is not None


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("check", "update"):
        sys.exit(__doc__)
    # As CI names things, whatever the caller's folder is.
    program = str(pathlib.Path(sys.argv[2]).resolve())
    cases = [Case(pathlib.Path(path).resolve()) for path in sys.argv[3:]]
    results = [getattr(case, sys.argv[1])(program) for case in cases]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
