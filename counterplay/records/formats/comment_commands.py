"""What programs write into comments: clocks, time spent and values, as in `{[%clk 0:05:03] [%eval 0.35,20] better is Nf3}`.

The commands are those of ChessBase and Lichess: %clk is what is left, %emt what was spent, %eval a value in pawns as White sees
it. Commands of other names stay in the comment.
"""

from __future__ import annotations

import re

from counterplay.records.record import Estimate, RecordNode

COMMAND = re.compile(r"\[%(?P<name>clk|emt|eval)\s+(?P<value>[^\]\s]+)\s*\]")
TIME = re.compile(r"(?:(?P<hours>\d{1,4}):)?(?P<minutes>\d{1,4}):(?P<seconds>\d{1,2}(?:\.\d{1,6})?)")
DECIMALS = 6  # of seconds


def annotate(node: RecordNode, comment: str) -> None:
    """Take a comment to pieces: known commands become fields of the node, the rest its comment."""
    for command in COMMAND.finditer(comment):
        if _apply(node, command["name"], command["value"]):
            comment = comment.replace(command[0], " ", 1)
    words = " ".join(comment.split())
    node.comment = f"{node.comment} {words}".strip() if words else node.comment


def _apply(node: RecordNode, name: str, value: str) -> bool:
    if name == "eval":
        estimate = Estimate.parse(value)
        node.value = estimate or node.value
        return estimate is not None
    seconds = read_time(value)
    if seconds is None:
        return False
    if name == "clk":
        node.clock = seconds
    else:
        node.seconds = seconds
    return True


def full_comment(node: RecordNode) -> str:
    """The comment with its commands."""
    parts = [f"[%clk {time_text(node.clock)}]"] if node.clock is not None else []
    parts += [f"[%emt {time_text(node.seconds)}]"] if node.seconds is not None else []
    parts += [f"[%eval {node.value}]"] if node.value is not None else []
    return " ".join([*parts, node.comment] if node.comment else parts)


def read_time(text: str) -> float | None:
    """`0:05:03.5` or `5:03` in seconds."""
    found = TIME.fullmatch(text.strip())
    if found is None:
        return None
    whole = int(found["hours"] or 0) * 3600 + int(found["minutes"]) * 60
    return round(whole + float(found["seconds"]), DECIMALS)  # a sum of floats may be none of what is written


def time_text(seconds: float) -> str:
    """`0:05:03.5`."""
    thousandths = round(max(0.0, seconds) * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    whole, part = divmod(rest, 1000)
    fraction = f".{part:03d}".rstrip("0") if part else ""
    return f"{minutes // 60}:{minutes % 60:02d}:{whole:02d}{fraction}"


def plain_number(seconds: float) -> str:
    """`303.5`, to a thousandth, without needless digits."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")
