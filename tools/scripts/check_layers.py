#!/usr/bin/env python3
"""Holds the direction of the rooms in src/railyard: who may include whom, and which library lives where.

usage: check_layers.py [SRC]     SRC: the folder that has railyard/ in it (default: src of this tree)
"""
import pathlib
import re
import sys

from rooms import CORE, FLOORS, THIRD_PARTY, is_loader

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
FORBIDDEN = re.compile(
    r"std::(?:cout|cerr|clog|cin)\b|\b(?:fmt::print|(?:std::)?(?:v?f?printf|puts|putchar|fputs))\s*\("
    r"|\b(?:exit|_Exit|quick_exit|abort|std::terminate)\s*\(")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
# Standard headers have neither a dot nor a slash; <stdint.h> and POSIX headers have, and the core uses neither.
STANDARD = re.compile(r"^[a-z_]+$")
NOT_IN_LIBCXX_14 = {"format", "expected", "source_location", "generator", "print", "stacktrace", "spanstream"}


def code_only(text):
    """The text with comments and literals emptied; line breaks stay, so that line numbers stay true."""
    return COMMENT_OR_TEXT.sub(lambda match: "\n" * match.group().count("\n"), text)


def wrong_room(room, file, included):
    """Why `file` of `room` may not include railyard/`included`, or None."""
    target, _, name = included.partition("/")
    if target not in FLOORS:
        return f"there is no room '{target}'"
    if room in CORE and not is_loader(file.name):
        if target == "input":
            return "in the core only load*.cpp, hugging_face.cpp and *_keys files may include input/"
        if target in CORE and is_loader(name):
            return "the core must do without the files that read YAML"
    if target != room and FLOORS[target] >= FLOORS[room]:
        return f"'{room}' is on floor {FLOORS[room]}, '{target}' on floor {FLOORS[target]}: only lower floors"
    return None


def wrong_library(room, file, header):
    """Why `file` of `room` may not include <`header`>, or None."""
    for prefix, rooms in THIRD_PARTY.items():
        if header.startswith(prefix):
            if rooms is not None and room not in rooms:
                return f"only {', '.join(sorted(rooms))} may use it"
            if room in CORE:
                return "the core uses the standard library alone"
            return "who builds on the installed headers has no other library" if file.suffix == ".hpp" else None
    if STANDARD.match(header):
        return "libc++ 14 does not have it" if room in CORE and header in NOT_IN_LIBCXX_14 else None
    if room in CORE:
        return "the core uses the standard library alone"
    if "/" in header and not header.startswith("sys/"):
        return "this library is not in the list of tools/scripts/rooms.py"
    return None


def problems_of(src, file):
    room = file.relative_to(src / "railyard").parts[0]
    text = file.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        opening, header = match.groups()
        if header.startswith("railyard/"):
            why = wrong_room(room, file, header.removeprefix("railyard/"))
        elif opening == '"':
            why = 'write ours as "railyard/ROOM/FILE.hpp" and others as <...>'
        else:
            why = wrong_library(room, file, header)
        if why:
            yield f"{file}:{number}: includes {header}: {why}"
    for number, line in enumerate(code_only(text).splitlines(), 1):
        match = FORBIDDEN.search(line)
        if match:
            yield f"{file}:{number}: {match.group().rstrip('( ')}: the library never prints and never exits"


def check(src):
    """All violations below src/railyard, one sentence each."""
    problems = []
    for entry in sorted((src / "railyard").iterdir()):
        if not entry.is_dir():
            problems.append(f"{entry}: files live in rooms")
        elif entry.name not in FLOORS:
            problems.append(f"{entry}: unknown room: give it a floor in tools/scripts/rooms.py")
        else:
            for file in sorted(entry.rglob("*.[ch]pp")):
                problems += problems_of(src, file)
    return problems


def main():
    default = pathlib.Path(__file__).resolve().parents[2] / "src"
    problems = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default)
    print("\n".join(problems) if problems else "every include points down")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
