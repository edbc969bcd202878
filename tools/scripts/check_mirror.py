#!/usr/bin/env python3
"""tests/ mirrors src/railyard/: every ROOM/x.cpp has its ROOM/x_test.cpp, and every file stands in its list.

usage: check_mirror.py [TREE]
"""
import pathlib
import re
import sys


def listed(file, function):
    """The files that `function(ROOM FILES...)` lists in a CMake file, as ROOM/FILE."""
    found = set()
    for room, files in re.findall(rf"^{function}\((\w+)([^)]*)\)", file.read_text(encoding="utf-8"), re.MULTILINE):
        found |= {f"{room}/{name}" for name in files.split()}
    return found


def check(tree):
    src, tests = tree / "src" / "railyard", tree / "tests"
    sources = {path.relative_to(src).as_posix() for path in src.rglob("*.[ch]pp")}
    rooms = {name.split("/")[0] for name in sources}
    cases = {path.relative_to(tests).as_posix() for room in rooms for path in (tests / room).rglob("*_test.cpp")}
    problems = []
    for name in sorted(sources):
        case = name.rsplit(".", 1)[0] + "_test.cpp"
        if name.endswith(".cpp") and case not in cases:
            problems.append(f"src/railyard/{name} has no tests/{case}")
    for case in sorted(cases):
        stem = case.removesuffix("_test.cpp")
        if not {f"{stem}.cpp", f"{stem}.hpp"} & sources:
            problems.append(f"tests/{case} tests no source of that name")
    for name in sorted(sources ^ listed(tree / "src" / "CMakeLists.txt", "railyard_room")):
        problems.append(f"src/railyard/{name}: the folder and the list in src/CMakeLists.txt differ")
    in_list = {name for name in listed(tests / "CMakeLists.txt", "railyard_room_tests") if name.endswith("_test.cpp")}
    for case in sorted(cases ^ in_list):
        problems.append(f"tests/{case}: the folder and the list in tests/CMakeLists.txt differ")
    return problems


def main():
    tree = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    problems = check(tree)
    print("\n".join(problems) if problems else "tests/ mirrors src/railyard/")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
