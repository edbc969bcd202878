#!/usr/bin/env python3
"""Compiles the core with clang and libc++ 14, the library that the browser page is built with.

usage: check_libcxx.py [SRC]
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys

from rooms import core_sources

COMPILE = ["clang++-14", "-stdlib=libc++", "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only"]


def main():
    default = pathlib.Path(__file__).resolve().parents[2] / "src"
    src = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    sources = core_sources(src)

    def compile_one(source):
        return subprocess.run([*COMPILE, f"-I{src}", str(source)], capture_output=True, text=True, check=False)

    with concurrent.futures.ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        results = list(pool.map(compile_one, sources))
    failed = 0
    for source, result in zip(sources, results):
        if result.returncode != 0:
            failed += 1
            print(f"{source.relative_to(src)} does not compile with libc++ 14:\n{result.stderr}")
    print(f"{len(sources) - failed} of {len(sources)} core files compile with libc++ 14")
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
