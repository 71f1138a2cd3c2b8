"""The options that a graphical program can set, and how they are announced."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.agents.levels import STRONGEST
from counterplay.core import BadParameter
from counterplay.protocols.uci_go import read_number

MOST_SKILL = 20  # the scale that other engines have made usual


@dataclass(frozen=True)
class Spin:
    """A whole number within bounds."""

    name: str
    default: int
    least: int
    most: int

    def announcement(self) -> str:
        """The line that `uci` answers with."""
        return f"option name {self.name} type spin default {self.default} min {self.least} max {self.most}"

    def read(self, text: str) -> int:
        """The value, or a sentence."""
        number = read_number(text)
        if not self.least <= number <= self.most:
            raise BadParameter(f"{self.name} goes from {self.least} to {self.most}, not {number}")
        return number


HASH, THREADS = Spin("Hash", 64, 1, 65_536), Spin("Threads", 1, 1, 64)
MULTIPV, SKILL = Spin("MultiPV", 1, 1, 218), Spin("Skill Level", MOST_SKILL, 0, MOST_SKILL)
OVERHEAD = Spin("Move Overhead", 50, 0, 5_000)  # milliseconds between the end of a search and the other side's clock
SPINS = {spin.name.lower(): spin for spin in (HASH, THREADS, MULTIPV, SKILL, OVERHEAD)}
CLEAR = "Clear Hash"


def announcements() -> list[str]:
    """What `uci` answers about options."""
    return [*(spin.announcement() for spin in SPINS.values()), f"option name {CLEAR} type button"]


def level_of(skill: int) -> int:
    """The level a skill stands for: 20 is full strength, what is below is spread over the others."""
    return STRONGEST if skill == MOST_SKILL else 1 + skill * (STRONGEST - 1) // MOST_SKILL


def read_option(words: list[str]) -> tuple[str, str]:
    """Name and value of `setoption name NAME [value VALUE]`."""
    if not words or words[0] != "name":
        raise BadParameter("setoption is written: setoption name NAME value VALUE")
    after = words[1:]
    split = after.index("value") if "value" in after else len(after)
    name = " ".join(after[:split])
    if not name:
        raise BadParameter("setoption names no option")
    return name, " ".join(after[split + 1 :])
