"""Every picture of docs/pictures is shown by a page of docs and is what the command there draws; the commands of
docs/pictures.md and docs/placement.md run; and every kind of picture is well-formed XML, nasty names and all."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
TREE = pathlib.Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
NASTY = r"""a "b" 'c' <script>&amp;</script> d:e \\N \n"""


def run(arguments, folder):
    return subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, check=False, timeout=120,
                          stdin=subprocess.DEVNULL)


def main():
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages = {page.name: page.read_text(encoding="utf-8") for page in sorted((TREE / "docs").glob("*.md"))}
        shown = {file for text in pages.values() for file in re.findall(r"\(pictures/([^)]+)\)", text)}
        kept = {file.name for file in (TREE / "docs" / "pictures").iterdir()}
        problems += [f"docs/pictures/{file} is shown nowhere" for file in sorted(kept - shown)]
        problems += [f"docs/pictures/{file} is not there" for file in sorted(shown - kept)]
        commands = []
        for page, text in pages.items():
            for command in re.findall(r"^    railyard (.+)$", text, re.MULTILINE):
                if page in ("pictures.md", "placement.md") or shown & set(command.split()):
                    commands.append(command)
        for command in commands:
            result = run(command.split(), folder)
            is_sweep = command.startswith("sweep ")  # which says on standard error how far it is
            if result.returncode != 0 or (result.stderr and not is_sweep):
                problems.append(f"railyard {command}: exit {result.returncode}, {result.stderr.decode()}")
        for file in sorted(shown & kept):
            if not (folder / file).exists():
                problems.append(f"docs/pictures/{file}: no page has a command that draws it")
            elif (folder / file).read_bytes() != (TREE / "docs" / "pictures" / file).read_bytes():
                problems.append(f"docs/pictures/{file} is not what its command draws")

        layout = folder / "nasty.yaml"
        layout.write_text("use: gpt3-175b-64\nlayout: >-\n  " + NASTY + "\n", encoding="utf-8")
        for kind in ("placement", "matrix", "links", "step", "memory"):
            result = run(["draw", kind, str(layout), "--on", "gb200-nvl72", "-o", f"{kind}.svg"], folder)
            if result.returncode != 0:
                problems.append(f"draw {kind}: {result.stderr.decode()}")
        # However long a layout's name is, the heading says on which topology.
        layout.write_text("use: gpt3-175b-64\nlayout: " + "long-" * 2000 + "\n", encoding="utf-8")
        for kind in ("placement", "matrix", "links"):
            run(["draw", kind, str(layout), "--on", "gb200-nvl72", "-o", f"long-{kind}.svg"], folder)
            if "... on gb200-nvl72" not in (folder / f"long-{kind}.svg").read_text(encoding="utf-8"):
                problems.append(f"draw {kind}: a long name hides the topology's")
        for file in sorted(folder.glob("*.svg")):
            tree = xml.etree.ElementTree.parse(file)
            if tree.getroot().tag != SVG + "svg" or tree.find(f".//{SVG}script") is not None:
                problems.append(f"{file.name}: not what an SVG of ours looks like")
            if not tree.findall(f".//{SVG}text"):
                problems.append(f"{file.name}: no text")

        # Graphviz's own reader draws the DOT, and finds the nodes: 16 GPUs, 12 NVSwitches, 8 NICs, 2 CPUs, the server.
        run(["draw", "topology", "dgx-2", "-o", "dgx-2.dot"], folder)
        dot = (folder / "dgx-2.dot").read_text(encoding="utf-8")
        gpus = set(re.findall(r'^\t"box0/server0/gpu(\d+)"\t', dot, re.MULTILINE))
        links = re.findall(r'"box0/(?:server0/gpu|nvswitch)\d+" -- "box0/(?:server0/gpu|nvswitch)\d+"', dot)
        if len(gpus) != 16 or len(links) != 96 + 6:
            problems.append(f"dgx-2.dot: {len(gpus)} GPUs, {len(links)} NVLink bundles")
        # Nor do Graphviz's programs find anything to warn about.
        run(["draw", "placement", str(layout), "--on", "gb200-nvl72", "--hops", "pp", "-o", "hops.dot"], folder)
        run(["draw", "links", str(layout), "--on", "gb200-nvl72", "-o", "links.dot"], folder)
        for program in (["neato", "-n2"], ["dot"]):
            if shutil.which(program[0]) is None:
                print(f"{program[0]} is not installed: its warnings were not looked for")
                continue
            for file in ("dgx-2.dot", "hops.dot", "links.dot"):
                result = subprocess.run([*program, file, "-Tsvg", "-o", "drawn.svg"], cwd=folder, capture_output=True,
                                        check=False, timeout=60, stdin=subprocess.DEVNULL)
                if result.returncode != 0 or result.stderr:
                    problems.append(f"{program[0]} {file}: {result.stderr.decode()[:300]}")
    print("\n".join(problems) if problems else "pictures are as they should be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
