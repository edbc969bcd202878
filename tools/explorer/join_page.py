#!/usr/bin/env python3
"""Joins the explorer's page: index.html with the style, the core and the script put where it names them.

usage: join_page.py PAGE-FOLDER CORE.js PAGE.js OUTPUT.html
"""
import pathlib
import sys


def script(text):
    """Text that may stand in a script element: nothing in it may close the element."""
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def main():
    folder, core, page, output = (pathlib.Path(argument) for argument in sys.argv[1:])
    html = (folder / "index.html").read_text(encoding="utf-8")
    parts = {
        "/* style.css */": (folder / "style.css").read_text(encoding="utf-8"),
        "/* core.js */": script(core.read_text(encoding="utf-8")),
        "/* page.js */": script(page.read_text(encoding="utf-8")),
    }
    for name, text in parts.items():
        before, found, after = html.partition(name)
        if not found:
            sys.exit(f"index.html has no place for {name}")
        html = before + text + after
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(html, encoding="utf-8")


if __name__ == "__main__":
    main()
