"""Shows that the layer check catches what it is there to catch."""
import pathlib
import sys
import tempfile
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "tools" / "scripts"))

import check_layers  # noqa: E402
import check_mirror  # noqa: E402
import check_width  # noqa: E402

# room/file, its text, and a part of the complaint (None: there must be none).
CASES = [
    ("topology/graph.cpp", '#include "railyard/base/units.hpp"', None),
    ("topology/graph.cpp", '#include "railyard/topology/graph.hpp"', None),
    ("topology/graph.cpp", "#include <vector>", None),
    ("topology/graph.cpp", '#include "railyard/placement/hops.hpp"', "only lower floors"),
    ("topology/graph.cpp", '#include "railyard/job/layout.hpp"', "only lower floors"),
    ("topology/graph.cpp", '#  include "railyard/job/layout.hpp"', "graph.cpp:1: includes railyard/job/layout.hpp"),
    ("topology/graph.cpp", '\n\n#include "railyard/job/layout.hpp"', "graph.cpp:3:"),
    ("topology/graph.cpp", '#include "railyard/utils/x.hpp"', "no room 'utils'"),
    ("topology/graph.cpp", '#include "graph.hpp"', "railyard/ROOM/FILE.hpp"),
    ("topology/graph.cpp", '#include "railyard/input/yaml.hpp"', "only load*.cpp"),
    ("topology/graph.hpp", '#include "railyard/input/yaml.hpp"', "only load*.cpp"),
    ("topology/load.cpp", '#include "railyard/input/yaml.hpp"', None),
    ("topology/load.hpp", '#include "railyard/input/yaml.hpp"', None),
    ("topology/load_domain.cpp", '#include "railyard/input/mapping.hpp"', None),
    ("topology/domain_keys.hpp", '#include "railyard/input/keys.hpp"', None),
    ("job/hugging_face.cpp", '#include "railyard/input/yaml.hpp"', None),
    ("job/loop.cpp", '#include "railyard/input/yaml.hpp"', "only load*.cpp"),
    ("topology/load.cpp", "#include <yaml-cpp/yaml.h>", "only input"),
    ("topology/load.cpp", "#include <fmt/format.h>", "standard library alone"),
    ("placement/hops.cpp", '#include "railyard/topology/load.hpp"', "do without the files that read YAML"),
    ("topology/graph.cpp", '#include "railyard/topology/domain_keys.hpp"', "do without the files that read YAML"),
    ("output/json.cpp", '#include "railyard/topology/load.hpp"', None),
    ("input/yaml.cpp", "#include <yaml-cpp/yaml.h>", None),
    ("output/json.cpp", "#include <yaml-cpp/yaml.h>", "only input"),
    ("output/json.cpp", "#include <nlohmann/json.hpp>", None),
    ("output/json.hpp", "#include <nlohmann/json_fwd.hpp>", "installed headers"),
    ("input/json_schema.cpp", "#include <nlohmann/json.hpp>", "only output"),
    ("diagram/draw.cpp", "#include <graphviz/gvc.h>", None),
    ("output/table.cpp", "#include <graphviz/gvc.h>", "only diagram"),
    ("output/table.cpp", "#include <fmt/format.h>", None),
    ("output/table.cpp", "#include <boost/any.hpp>", "not in the list"),
    ("output/table.cpp", '#include "railyard/diagram/draw.hpp"', "only lower floors"),
    ("machine/probe.cpp", "#include <hwloc.h>", None),
    ("machine/probe.cpp", "#include <sys/wait.h>", None),
    ("sweep/journal.cpp", "#include <hwloc.h>", "only machine"),
    ("base/error.cpp", "#include <unistd.h>", "standard library alone"),
    ("base/error.cpp", "#include <format>", "libc++ 14 does not have it"),
    ("base/error.cpp", '#include "railyard/input/source.hpp"', "only load*.cpp"),
    ("estimate/load.cpp", '#include "railyard/search/axes.hpp"', "only lower floors"),
    ("output/table.cpp", "void f() { std::cout << 1; }", "never prints"),
    ("output/table.cpp", "int a;\nvoid f() { std::exit(1); }", "table.cpp:2: exit"),
    ("output/table.cpp", 'void f() { std::fprintf(stderr, "x"); }', "never prints"),
    ("output/table.cpp", 'void f() { fmt::print("x"); }', "never prints"),
    ("base/error.cpp", "void f() { std::abort(); }", "never exits"),
    ("base/error.cpp", 'void f() { std::snprintf(a, 1, "x"); }', None),
    ("base/error.cpp", "// std::cout would be wrong here, exit() too", None),
    ("base/error.cpp", '/* std::cout\n abort() */ const char* a = "std::cerr exit()";', None),
    ("base/error.cpp", "void exit_early();", None),
    ("utils/x.cpp", "", "unknown room"),
    ("x.cpp", "", "files live in rooms"),
]


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class Layers(unittest.TestCase):
    def test_cases(self):
        for name, text, complaint in CASES:
            with self.subTest(file=name, text=text), tempfile.TemporaryDirectory() as folder:
                src = pathlib.Path(folder)
                write(src, f"railyard/{name}", text + "\n")
                problems = check_layers.check(src)
                if complaint is None:
                    self.assertEqual(problems, [])
                else:
                    self.assertEqual(len(problems), 1, problems)
                    self.assertIn(complaint, problems[0])


class Mirror(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            for name, text in files.items():
                write(tree, name, text)
            return check_mirror.check(tree)

    def test_a_tree_that_mirrors(self):
        self.assertEqual(self.check({
            "src/railyard/base/a.cpp": "", "src/railyard/base/a.hpp": "", "src/railyard/base/ids.hpp": "",
            "src/CMakeLists.txt": "function(railyard_room room)\nrailyard_room(base\n  a.cpp\n  a.hpp\n  ids.hpp\n)\n",
            "tests/base/a_test.cpp": "", "tests/base/ids_test.cpp": "", "tests/support/x_test.cpp": "",
            "tests/CMakeLists.txt": "railyard_room_tests(base\n  a_test.cpp\n  ids_test.cpp\n)\n"}), [])

    def test_what_is_missing_is_named(self):
        self.assertEqual(self.check({
            "src/railyard/base/a.cpp": "", "src/railyard/base/b.cpp": "",
            "src/CMakeLists.txt": "railyard_room(base\n  a.cpp\n  gone.cpp\n)\n",
            "tests/base/b_test.cpp": "", "tests/base/c_test.cpp": "",
            "tests/CMakeLists.txt": "railyard_room_tests(base\n  c_test.cpp\n)\n"}), [
                "src/railyard/base/a.cpp has no tests/base/a_test.cpp",
                "tests/base/c_test.cpp tests no source of that name",
                "src/railyard/base/b.cpp: the folder and the list in src/CMakeLists.txt differ",
                "src/railyard/base/gone.cpp: the folder and the list in src/CMakeLists.txt differ",
                "tests/base/b_test.cpp: the folder and the list in tests/CMakeLists.txt differ"])


class Width(unittest.TestCase):
    def check(self, args, text, name="stdout"):
        with tempfile.TemporaryDirectory() as folder:
            tests = pathlib.Path(folder)
            write(tests, "cli/place/case/args", args)
            write(tests, f"cli/place/case/{name}", text)
            return len(check_width.check(tests))

    def test_cases(self):
        self.assertEqual(self.check("place a --on b", "x" * 100), 0)
        self.assertEqual(self.check("place a --on b", "x\n" + "x" * 101 + "\n"), 1)
        self.assertEqual(self.check("place a --on b --format csv", "x" * 101), 0)
        self.assertEqual(self.check("place a --on b --format=json", "x" * 101), 0)
        self.assertEqual(self.check("place a --on b --format csv", "x" * 101, "stderr"), 1)
        self.assertEqual(self.check("place a --on b", "a/path.yaml:12:3: error: " + "x" * 90, "stderr"), 0)
        self.assertEqual(self.check("place a --on b", "a/path.yaml:12:3: error: " + "x" * 94, "stderr"), 1)

    def test_commands_that_a_page_of_help_lists(self):
        page = "Draws.\nUsage: it [OPTIONS] SUBCOMMAND\n\nOptions:\n  -h  help\n\nSubcommands:\n  one   what\n        more of it\n  two\n\n"
        self.assertEqual(check_width.commands_of(page), ["one", "two"])
        self.assertEqual(check_width.commands_of("Usage: it [OPTIONS]\n\nOptions:\n  -h  help\n\n"), [])


if __name__ == "__main__":
    unittest.main()
