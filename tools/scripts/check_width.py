#!/usr/bin/env python3
"""What people read on a terminal is at most 100 columns wide: the expected outputs of all command cases.

usage: check_width.py [TESTS]

Left out: JSON, CSV and what else a machine reads, files that a command writes, lines to be pasted, and the place
in front of an error (FILE:LINE:COLUMN: is as long as the path is; what follows it is measured).
"""
import pathlib
import re
import shlex
import sys

WIDEST = 100
# Outputs that programs read; `--as` of export writes files of other programs.
FORMATS = {"json", "jsonl", "csv", "dot"}
COMMANDS = {"export", "import", "init"}  # write files, here to standard output
PLACE = re.compile(r"^\S+:\d+:\d+: ")


def is_for_programs(case):
    """Whether the case's standard output is for programs."""
    words = shlex.split((case / "args").read_text(encoding="utf-8").replace("\\\n", " "))
    return words[:1] and words[0] in COMMANDS or any(word.removeprefix("--format=") in FORMATS for word in words)


def outputs(tests):
    for args in sorted((tests / "cli").glob("*/*/args")):
        if not is_for_programs(args.parent):
            yield args.parent / "stdout"
        yield args.parent / "stderr"
    yield from sorted((tests / "bad_input").glob("*.expected"))
    yield from sorted((tests / "bad_input").glob("*/expected"))


def too_wide(line):
    message = PLACE.sub("", line)
    return len(message) > WIDEST


def check(tests):
    problems = []
    for file in outputs(tests):
        if not file.is_file():
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
            if too_wide(line):
                problems.append(f"{file}:{number}: {len(line)} columns: {line[:60]}...")
    return problems


def main():
    here = pathlib.Path(__file__).resolve().parents[2] / "tests"
    problems = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
