"""Runs of `railyard sweep` that are stopped, killed, go on, or are done in parts: always the same results.

usage: sweep_test.py PROGRAM
"""
import csv
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""
# 34,560 points: some hundred milliseconds, and with sanitizers some ten seconds.
LARGE = """sweep: large
topology: [gb200-nvl72, hgx-h100]
layout: llama3-405b-8k
set: {gpus: 16384, batch.sequences: 16384, pipeline.schedule: 1f1b, pipeline.chunks: 1}
axes:
  nics.bandwidth_per_direction: [200 Gb/s, 400 Gb/s]
  scale_up.link.latency: [0.2 us, 0.3 us]
  placement.per_domain: [8, 64, 72]
  parallel.tp: [1, 2, 4, 8]
  parallel.cp: [1, 2]
  parallel.pp: [1, 2, 4, 8, 16]
  order: [[tp, cp, pp, dp], [tp, cp, dp, pp]]
  batch.micro: [1, 2, 4]
  recompute: [none, selective, full]
  sharding: [zero-1, zero-3]
where: [memory.fits]
"""
SMALL = LARGE.replace("[200 Gb/s, 400 Gb/s]", "[400 Gb/s]").replace(
    "[0.2 us, 0.3 us]", "[0.3 us]").replace("name: large", "name: small")


class Sweep(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """What undisturbed runs of both sweeps write, once for all cases: with sanitizers a run takes seconds."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.whole = {}
        for name, text in (("large", LARGE), ("small", SMALL)):
            file = pathlib.Path(folder.name) / f"{name}.yaml"
            file.write_text(text, encoding="utf-8")
            output = file.with_suffix(".csv")
            subprocess.run([PROGRAM, "sweep", file, "--output", output], check=True, capture_output=True, timeout=300,
                           stdin=subprocess.DEVNULL)
            cls.whole[name] = output.read_bytes()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "large.yaml").write_text(LARGE, encoding="utf-8")
        (self.folder / "small.yaml").write_text(SMALL, encoding="utf-8")

    def run_it(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def begin_and_end(self, *endings, output="cut.csv", more=()):
        """Begins the large sweep and ends it by signals, one at once after the other, when it has written some rows."""
        process = subprocess.Popen([PROGRAM, "sweep", "large.yaml", "--output", output, *more], cwd=self.folder,
                                   stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        journal = self.folder / f"{output}.journal"
        deadline = time.monotonic() + 60
        while not (journal.exists() and journal.stat().st_size > 200_000) and process.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.002)
        for ending in endings:
            process.send_signal(ending)
        stderr = process.communicate(timeout=60)[1]
        self.assertTrue(journal.exists(), "the sweep was over before the signal came")
        return process.returncode, stderr

    def points_done(self, stderr):
        """What a run that was stopped says it did."""
        done = re.search(r"^stopped: ([0-9,]+) of 34,560 points done$", stderr, re.MULTILINE)
        self.assertIsNotNone(done, stderr)
        return int(done[1].replace(",", ""))

    def test_interrupted_and_resumed(self):
        code, stderr = self.begin_and_end(signal.SIGINT)
        self.assertEqual(code, 130)
        self.assertIn("to go on: railyard sweep large.yaml --output cut.csv --resume\n", stderr)
        done = self.points_done(stderr)
        self.assertIn(f"cut.csv has the {done:,} points that are done\n", stderr)
        # The first rows of all, each of them whole.
        lines = self.whole["large"].splitlines(keepends=True)
        self.assertLess(done + 1, len(lines))
        self.assertEqual(self.bytes_of("cut.csv"), b"".join(lines[:done + 1]))
        refused = self.run_it("sweep", "large.yaml", "--output", "cut.csv", code=2)
        self.assertIn("--resume goes on with it", refused.stderr)
        other = self.run_it("sweep", "small.yaml", "--output", "cut.csv", "--resume", code=2)
        self.assertIn("is of another sweep", other.stderr)
        resumed = self.run_it("sweep", "large.yaml", "--output", "cut.csv", "--resume")
        self.assertIn("points already done", resumed.stderr)
        self.assertEqual(self.bytes_of("cut.csv"), self.whole["large"])
        self.assertFalse((self.folder / "cut.csv.journal").exists())

    def test_interrupted_with_the_best_of_what_is_done(self):
        for more, what in ((("--best", "step_seconds"), r"the best ([0-9]+)"),
                           (("--pareto", "step_seconds,memory_gib"), r"([0-9]+) designs? of the front")):
            with self.subTest(more=more):
                code, stderr = self.begin_and_end(signal.SIGINT, output=f"{more[0]}.csv", more=more)
                self.assertEqual(code, 130)
                told = re.search(f"^{more[0]}.csv has (?:{what} of|none of) the ([0-9,]+) points that are done",
                                 stderr, re.MULTILINE)
                self.assertIsNotNone(told, stderr)
                self.assertEqual(int(told[2].replace(",", "")), self.points_done(stderr))
                self.assertEqual(len(self.bytes_of(f"{more[0]}.csv").splitlines()) - 1, int(told[1] or 0))

    def test_interrupted_twice_and_resumed(self):
        code, _ = self.begin_and_end(signal.SIGINT, signal.SIGINT)
        # The second one ends the run at once, where it has not ended by itself.
        self.assertIn(code, (130, -signal.SIGINT))
        for line in self.bytes_of("cut.csv").splitlines() if (self.folder / "cut.csv").exists() else ():
            self.assertIn(line, self.whole["large"].splitlines())
        self.run_it("sweep", "large.yaml", "--output", "cut.csv", "--resume")
        self.assertEqual(self.bytes_of("cut.csv"), self.whole["large"])

    def stopped_in_the_middle(self):
        """A large sweep that was asked to stop and now holds still with its database half written, or None if that was
        whole before it was seen."""
        process = subprocess.Popen([PROGRAM, "sweep", "large.yaml", "--output", "cut.db"], cwd=self.folder,
                                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        journal = self.folder / "cut.db.journal"
        deadline = time.monotonic() + 60
        asked = False
        while process.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            if not asked and journal.exists() and journal.stat().st_size > 1_000_000:
                process.send_signal(signal.SIGINT)
                asked = True
            if any(self.folder.glob("cut.db.*.new")):
                process.send_signal(signal.SIGSTOP)
                return process if any(self.folder.glob("cut.db.*.new")) else None
            time.sleep(0.001)
        return None

    def test_interrupted_again_while_it_writes(self):
        for ending in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(ending):
                process = None
                for _ in range(20):
                    for left in self.folder.glob("cut.*"):
                        left.unlink()
                    process = self.stopped_in_the_middle()
                    if process:
                        break
                self.assertIsNotNone(process, "never seen while it wrote")
                process.send_signal(ending)
                process.send_signal(signal.SIGCONT)
                self.assertEqual(process.wait(timeout=60), -ending)
                self.assertEqual([path.name for path in self.folder.glob("cut.*")], ["cut.db.journal"])
        self.run_it("sweep", "large.yaml", "--output", "cut.db", "--resume")
        database = sqlite3.connect(self.folder / "cut.db")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT count(*) FROM points").fetchone()[0], 34560)

    def test_interrupted_with_other_outputs(self):
        _, stderr = self.begin_and_end(signal.SIGINT, output="cut.db")
        database = sqlite3.connect(self.folder / "cut.db")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT count(*), max(point) + 1 FROM points").fetchone(),
                         (self.points_done(stderr),) * 2)
        _, stderr = self.begin_and_end(signal.SIGTERM, output="cut.txt")
        self.assertIn("large: stopped before all of its 34,560 points were done; of the first "
                      f"{self.points_done(stderr):,} points: ", self.bytes_of("cut.txt").decode())

    def test_killed_and_resumed(self):
        code, _ = self.begin_and_end(signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.assertFalse((self.folder / "cut.csv").exists())
        # And as if the last row had been half written.
        journal = self.folder / "cut.csv.journal"
        journal.write_bytes(journal.read_bytes()[:-7])
        self.run_it("sweep", "large.yaml", "--output", "cut.csv", "--resume")
        self.assertEqual(self.bytes_of("cut.csv"), self.whole["large"])

    def test_same_bytes_whatever_the_threads(self):
        for threads in ("1", "2", "5"):
            self.run_it("sweep", "small.yaml", "--threads", threads, "--output", f"{threads}.csv")
            self.assertEqual(self.bytes_of(f"{threads}.csv"), self.whole["small"], threads)

    def test_shards_are_gathered(self):
        for number in (1, 2, 4, 5):
            self.run_it("sweep", "small.yaml", "--shard", f"{number}/5", "--into", "parts")
        missing = self.run_it("gather", "parts", "--output", "joined.csv", code=1)
        self.assertIn("missing: 1 shard of 5: 3\n", missing.stderr)
        self.assertNotIn("what their tasks said", missing.stderr)
        for number in (2, 3):
            (self.folder / "parts" / f"task-{number}.log").touch()
        missing = self.run_it("gather", "parts", code=1)
        self.assertIn("what their tasks said: parts/task-3.log\n", missing.stderr)
        self.assertFalse((self.folder / "joined.csv").exists())
        self.run_it("sweep", "small.yaml", "--shard", "3/5", "--into", "parts")
        self.run_it("gather", "parts", "--output", "joined.csv")
        self.assertEqual(self.bytes_of("joined.csv"), self.whole["small"])

    def test_what_is_to_be_said_of_a_sweep_is_said_of_gathered_shards(self):
        (self.folder / "priced.yaml").write_text(
            "sweep: priced\ntopology: gb200-nvl72\nlayout: llama3-405b-8k\nset: {cost: 30000}\n"
            "axes: {placement.per_domain: [8, 64]}\ncolumns: [step_seconds, cost]\n", encoding="utf-8")
        alone = self.run_it("sweep", "priced.yaml", "--format", "csv")
        for number in (1, 2):
            shard = self.run_it("sweep", "priced.yaml", "--shard", f"{number}/2", "--into", "parts")
            self.assertNotIn("note: ", shard.stderr)
        gathered = self.run_it("gather", "parts", "--format", "csv")
        self.assertEqual(gathered.stdout, alone.stdout)
        self.assertIn("note: cost leaves out ", gathered.stderr)
        self.assertEqual(gathered.stderr, alone.stderr.removeprefix("priced: 2 points\n"))

    def test_shards_without_step_seconds_are_gathered_by_their_first_figure(self):
        (self.folder / "memory.yaml").write_text(
            "sweep: memory\ntopology: gb200-nvl72\nlayout: llama3-405b-8k\naxes: {parallel.tp: [8, 16]}\n"
            "columns: [memory_gib, domains]\n", encoding="utf-8")
        self.run_it("sweep", "memory.yaml", "--shard", "1/1", "--into", "parts")
        self.assertIn("\nthe best by memory_gib:\n", self.run_it("gather", "parts").stdout)
        other = self.run_it("gather", "parts", "--best", "step_seconds", code=2).stderr
        self.assertIn("--best: the results have no figure 'step_seconds'\n  hint: a sweep has the figures under its "
                      "'columns'; these: parallel.tp, memory_gib, domains\n", other)

    def test_database(self):
        self.run_it("sweep", "small.yaml", "--output", "rows.db")
        database = sqlite3.connect(self.folder / "rows.db")
        self.addCleanup(database.close)
        rows = self.whole["small"].decode().splitlines()
        self.assertEqual(database.execute("SELECT count(*) FROM points").fetchone()[0], len(rows) - 1)
        names = [row[1] for row in database.execute("PRAGMA table_info(points)")]
        self.assertEqual(",".join(names), rows[0])
        best = database.execute("SELECT point, step_seconds FROM points WHERE status = 'ok' "
                                "ORDER BY step_seconds, point LIMIT 1").fetchone()
        told = self.run_it("sweep", "small.yaml", "--best", "step_seconds", "--top", "1", "--format", "csv").stdout
        point, *_ = told.splitlines()[1].split(",", 1)
        self.assertEqual(int(point), best[0])

    def test_shipped_sweeps(self):
        folder = pathlib.Path(__file__).resolve().parents[2] / "layouts" / "sweeps"
        names = sorted(path.stem for path in folder.glob("*.yaml"))
        self.assertIn("rack-size", names)
        for name in names:
            with self.subTest(name):
                rows = self.run_it("sweep", name, "--format", "csv").stdout.splitlines()
                at = rows[0].split(",").index("status")
                self.assertGreater(len(rows), 10)
                for row in csv.reader(rows[1:]):
                    self.assertIn(row[at], ("ok", "excluded"), row)

    def test_a_full_disk(self):
        done = self.run_it("sweep", "small.yaml", "--format", "csv", "--output", "/dev/full", code=2)
        self.assertIn("/dev/full", done.stderr)

    def run_with_files_of_at_most(self, size, *arguments):
        def no_more_than():
            # As with a full disk, write() says so.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        full = subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, preexec_fn=no_more_than)
        self.assertEqual(full.returncode, 2, full.stderr)
        return full

    def test_a_disk_that_is_full_when_all_is_done(self):
        # JSON lines name every column in every row: over twice as long as CSV and the journal.
        size = len(self.whole["small"]) * 3 // 2
        full = self.run_with_files_of_at_most(size, "sweep", "small.yaml", "--output", "cut.jsonl")
        self.assertIn("error: cannot write 'cut.jsonl': File too large\n  hint: the rows are safe in "
                      "cut.jsonl.journal; when there is room, railyard sweep small.yaml --output cut.jsonl --resume "
                      "writes them\n", full.stderr)
        self.assertFalse((self.folder / "cut.jsonl").exists())
        resumed = self.run_it("sweep", "small.yaml", "--output", "cut.jsonl", "--resume")
        self.assertIn("8,640 points already done\n", resumed.stderr)
        self.assertEqual(self.bytes_of("cut.jsonl").count(b"\n"), 8640)

    def test_a_disk_that_fills_on_the_way(self):
        full = self.run_with_files_of_at_most(300_001, "sweep", "large.yaml", "--output", "cut.csv")
        self.assertIn("cut.csv.journal: cannot be written: File too large", full.stderr)
        self.assertIn("make room, then go on with --resume", full.stderr)
        self.assertFalse((self.folder / "cut.csv").exists())
        self.run_it("sweep", "large.yaml", "--output", "cut.csv", "--resume")
        self.assertEqual(self.bytes_of("cut.csv"), self.whole["large"])


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
