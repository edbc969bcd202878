#!/usr/bin/env python3
"""What people read on a terminal is at most 100 columns wide: the expected outputs of all command cases, or, of a program,
what no case holds: the help of every command and what is shipped.

usage: check_width.py [TESTS]
       check_width.py --program PROGRAM

Left out: JSON, CSV and what else a machine reads, files that a command writes, lines to be pasted, and the place
in front of an error (FILE:LINE:COLUMN: is as long as the path is; what follows it is measured).
"""
import pathlib
import re
import shlex
import subprocess
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


def commands_of(page):
    """Names of the subcommands that a page of help lists."""
    listed = page.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\S+)", listed, re.MULTILINE)


def ask(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True, timeout=60).stdout


def helps(program, *path):
    """(words, output) of the help of a command and of those below it."""
    page = ask(program, *path, "--help")
    yield [*path, "--help"], page
    for name in commands_of(page):
        yield from helps(program, *path, name)


def check_program(program):
    outputs_of = [*helps(program), *((words, ask(program, *words)) for words in (["list"], ["list", "--figures"]))]
    return [f"{' '.join(words)}: {len(line)} columns: {line}" for words, text in outputs_of
            for line in text.split("\n") if too_wide(line)]


def main():
    here = pathlib.Path(__file__).resolve().parents[2] / "tests"
    if sys.argv[1:2] == ["--program"]:
        problems = check_program(sys.argv[2])
    else:
        problems = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
