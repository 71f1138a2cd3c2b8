"""`python -m bench [NAME...]`: measure, print, and write RESULTS.md (only when everything is measured)."""

from __future__ import annotations

import os
import platform
import sys

from bench import arena, c_programs, perfts, searches, solving
from bench.cold import RESULTS
from bench.measure import Row, figure
from bench.table_section import HEADING

GROUPS = {"c": c_programs.rows, "perft": perfts.rows, "search": searches.rows, "solve": solving.rows, "arena": arena.rows}
ABOUT = """# Measured side by side

Written by `make bench` ({machine}). Both figures of a row come from the same run, by CPU time, the best of a few rounds
by turns. The ratio is ours over the reference's: above 1, counterplay is faster. The last column is the least ratio that
it is held to.

"""
HEAD = "| what | ours | reference | unit | against | ratio | held to |\n|---|---|---|---|---|---|---|\n"


def line(row: Row) -> str:
    """A row of the table."""
    held = f"{row.wanted:,g}: {'yes' if row.met else 'NO'}" if row.wanted else "-"
    note = f" ({row.note})" if row.note else ""
    figures = f"{figure(row.ours)} | {figure(row.reference)} | {row.unit}"
    return f"| {row.what}{note} | {figures} | {row.against} | {figure(row.ratio)} | {held} |\n"


def main(names: list[str]) -> int:
    """Measure the groups named, or all."""
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        print(f"there is no group '{unknown[0]}'; there are {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    text = HEAD
    print(HEAD, end="")
    for name in names or GROUPS:
        for row in GROUPS[name]():
            print(line(row), end="", flush=True)
            text += line(row)
    if not names:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        before = RESULTS.read_text(encoding="utf-8")
        others = HEADING.search(before)  # sections that other commands have written
        kept = f"\n{before[others.start() :]}" if others else ""
        RESULTS.write_text(ABOUT.format(machine=machine) + text + kept, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
