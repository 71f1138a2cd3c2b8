"""`python -m bench [NAME...]`: measure, print, and write RESULTS.md (only when everything is measured)."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from bench import c_programs, perfts, searches, solving
from bench.measure import Row

GROUPS = {"c": c_programs.rows, "perft": perfts.rows, "search": searches.rows, "solve": solving.rows}
HEAD = "| what | ours | reference | unit | against | ratio | held to |\n|---|---|---|---|---|---|---|\n"


def line(row: Row) -> str:
    """A row of the table."""
    held = f">= {row.wanted:g}: {'yes' if row.met else 'NO'}" if row.wanted else "-"
    note = f" ({row.note})" if row.note else ""
    return f"| {row.what}{note} | {row.ours:,.4g} | {row.reference:,.4g} | {row.unit} | {row.against} | {row.ratio:,.3g} | {held} |\n"


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
        about = (
            "# Measured side by side\n\nWritten by `make bench`. Both figures of a row come from the same run, by CPU time, the best of "
            f"three ({machine}). A ratio above 1 means that counterplay is faster.\n\n"
        )
        (Path(__file__).parent / "RESULTS.md").write_text(about + text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
