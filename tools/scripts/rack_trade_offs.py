#!/usr/bin/env python3
"""What 64 of a rack's 72 GPUs cost and bring, against all 72: the table of docs/placement.md.

usage: rack_trade_offs.py PROGRAM

Each layout is written with the order, the tiles and the GPUs per domain of a row, and `railyard plan --layout` says what
comes of it as given: domains, idle GPUs, step, bytes between domains, and the useful share of time with failures.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import yaml

TREE = pathlib.Path(__file__).resolve().parents[2]
FAILURES = ["--gpu-mtbf", "50000h", "--repair", "24h"]
LLAMA = [("tp,cp,pp,dp", "tp", 0), ("tp,cp,dp,pp", "tp", 0), ("tp,pp:4,dp,pp", "tp", 0), ("tp,pp:8,dp,pp", "pp:8", 64),
         ("tp,dp:2,pp:4,dp,pp", "pp:4", 64), ("tp,dp:4,pp:2,dp,pp", "pp:2", 64), ("tp,dp:8,dp,pp", "dp:8", 64)]
DEEPSEEK = [("tp,cp,dp,pp", "tp", 0), ("tp,cp,dp,pp", "ep", 0), ("tp,cp,dp,pp", "ep", 64)]
ROWS = [("llama3-405b-8k", "gb200-nvl72", LLAMA), ("llama3-405b-8k", "nvl36x2", [LLAMA[0], LLAMA[1], LLAMA[-1]]),
        ("llama3-405b-8k", "hgx-b200", LLAMA[:2]), ("deepseek-v3", "gb200-nvl72", DEEPSEEK),
        ("deepseek-v3", "nvl36x2", [DEEPSEEK[0], DEEPSEEK[2]]), ("deepseek-v3", "hgx-b200", DEEPSEEK[:1])]


def planned(program, name, topology, order, keep, per_domain):
    layout = yaml.safe_load((TREE / "layouts" / f"{name}.yaml").read_text(encoding="utf-8"))
    layout["order"] = order.split(",")
    layout["placement"] = {"policy": "aligned", "keep": keep.split(",")}
    if per_domain:
        layout["placement"]["per_domain"] = per_domain
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        yaml.safe_dump(layout, file)
        file.flush()
        answer = subprocess.run([program, "plan", "--layout", file.name, "--on", topology, *FAILURES, "--best", "1", "--format",
                                 "json"], capture_output=True, text=True, check=True).stdout
    return json.loads(answer)


def main():
    program = sys.argv[1]
    print("layout, on | order | whole | GPUs of a domain | domains | idle GPUs | step | between domains | useful")
    print("--- | --- | --- | --- | --- | --- | --- | --- | ---")
    for name, topology, rows in ROWS:
        for order, keep, per_domain in rows:
            given = planned(program, name, topology, order, keep, per_domain)["given"]
            place, step, useful = given["placement"], given["step_seconds"], given["useful"]["share"]
            print(" | ".join([f"{name}, {topology}", order, keep, str(per_domain or "all"), f"{place['domains_used']:,}",
                              f"{place['gpus_idle']:,}", f"{step:.3f} s", f"{given['network_bytes'] / 1e12:,.1f} TB",
                              f"{useful:.1%}"]), flush=True)


if __name__ == "__main__":
    main()
