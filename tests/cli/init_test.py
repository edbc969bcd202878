"""What `railyard init` prints: the templates and schemas of share/, and templates that work as they stand.

usage: init_test.py PROGRAM
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
SHARE = pathlib.Path(__file__).resolve().parents[2] / "share"
KINDS = ["topology", "domain", "gpu", "layout", "model", "sweep"]


def run(*arguments, cwd=None):
    return subprocess.run([PROGRAM, *arguments], cwd=cwd, capture_output=True, text=True, check=True, timeout=60).stdout


class Init(unittest.TestCase):
    maxDiff = None

    def test_templates(self):
        for kind in KINDS:
            with self.subTest(kind):
                self.assertEqual(run("init", kind), (SHARE / "templates" / f"{kind}.yaml").read_text(encoding="utf-8"))

    def test_schemas(self):
        for kind in KINDS:
            with self.subTest(kind):
                printed = run("init", kind, "--schema")
                json.loads(printed)
                kept = (SHARE / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8")
                self.assertEqual(printed, kept, "tools/scripts/update_schemas.sh rewrites the kept ones")

    def test_templates_work_as_they_stand(self):
        with tempfile.TemporaryDirectory() as folder:
            for kind in KINDS:
                run("init", kind, "--output", f"my-{kind}.yaml", cwd=folder)
            self.assertIn("my-topology\n", run("show", "my-topology.yaml", cwd=folder))
            self.assertIn("my-domain\n", run("show", "my-domain.yaml", cwd=folder))
            placed = json.loads(run("place", "my-layout.yaml", "--on", "my-topology.yaml", "--format", "json", cwd=folder))
            self.assertTrue(placed["fits"])
            # They find each other by name, too.
            domain = pathlib.Path(folder, "my-domain.yaml")
            domain.write_text(domain.read_text(encoding="utf-8").replace("gpu: h100 ", "gpu: my-gpu "), encoding="utf-8")
            placed = json.loads(run("place", "my-layout", "--model-file", "my-model", "--on", "my-domain",
                                    "--format", "json", cwd=folder))
            self.assertTrue(placed["fits"])


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
