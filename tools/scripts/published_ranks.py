#!/usr/bin/env python3
"""Where published layouts rank among the cuts that `railyard plan` finds: the table of docs/placement.md.

usage: published_ranks.py PROGRAM

Two searches for each layout, with its software, attention, precision and batch: in the space that its authors had
(their schedules, recomputation and sharding) and in all of it.
"""
import csv
import io
import json
import pathlib
import subprocess
import sys

import yaml

TREE = pathlib.Path(__file__).resolve().parents[2]
BEST = 300
MEGATRON = ["--cp", "1", "--schedule", "1f1b,interleaved", "--recompute", "full", "--sharding", "none",
            "--sequence-parallel", "off"]
LLAMA = ["--schedule", "1f1b,interleaved", "--recompute", "none", "--sharding", "zero-1,zero-2,zero-3"]
ROWS = [(f"megatron-{size}b", "hgx-a100", MEGATRON) for size in
        ("1.7", "3.6", "7.5", "18.4", "39.1", "76.1", "145.6", "310.1", "529.6", "1008")]
ROWS += [("llama3-405b-8k", "hgx-h100", LLAMA), ("llama3-405b-8k-16k-gpus", "hgx-h100", LLAMA)]


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def searched(program, layout, topology, space):
    degrees, batch = layout["parallel"], layout["batch"]
    gpus = degrees["tp"] * degrees.get("cp", 1) * degrees["pp"] * degrees["dp"]
    answer = run(program, "plan", layout["model"], "--on", topology, "--gpus", str(gpus), "--sequences",
                 str(batch["sequences"]), "--length", str(batch["length"]), "--precision", layout["precision"], "--attention",
                 layout.get("attention", "flash"), "--software", layout["software"], "--best", str(BEST), "--format", "csv",
                 *space)
    return list(csv.DictReader(io.StringIO(answer)))


def place_of(layout, plans):
    wanted = [layout["parallel"][d] for d in ("tp", "cp", "pp", "dp")] + [layout["batch"]["micro"]]
    for plan in plans:
        if [int(plan[d]) for d in ("tp", "cp", "pp", "dp", "micro")] == wanted:
            return plan["rank"]
    return f"beyond {len(plans)}"


def main():
    program = sys.argv[1]
    print("layout | GPUs | published cut | estimate | rank in their space | best there | rank in all | best of all | band")
    print("--- | --- | --- | --- | --- | --- | --- | --- | ---")
    for name, topology, space in ROWS:
        layout = yaml.safe_load((TREE / "layouts" / f"{name}.yaml").read_text(encoding="utf-8"))
        placed = json.loads(run(program, "place", name, "--on", topology, "--format", "json"))
        own = placed["step"]["seconds"]
        cells = [name, f"{placed['ranks']:,}", "tp {tp} pp {pp} dp {dp}".format(**layout["parallel"]) +
                 f" micro {layout['batch']['micro']}", f"{own:.3f} s"]
        for options in (space, []):
            plans = searched(program, layout, topology, options)
            best = plans[0]
            cells += [place_of(layout, plans), f"{float(best['step_seconds']) / own - 1:+.1%}: tp {best['tp']} cp {best['cp']} "
                      f"pp {best['pp']} dp {best['dp']} micro {best['micro']}, {best['schedule']} x{best['chunks']}"]
        band = placed["step"]["error_band"]
        print(" | ".join(cells + [f"{band['percent']:.0f} %" if band else "-"]), flush=True)


if __name__ == "__main__":
    main()
