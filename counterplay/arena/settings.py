"""What a contest is: who plays what, how often, from where, with how much time. All of it is recorded and can be resumed."""

from __future__ import annotations

import dataclasses
import json
import secrets
from dataclasses import dataclass
from typing import Any

from counterplay.agents import TimeControl
from counterplay.arena.openings import START, Openings
from counterplay.arena.parcel import Entrant, GameParcel
from counterplay.arena.schedule import SEED_BITS, Planned, gauntlet, ladder, plan, round_robin
from counterplay.arena.sprt import Sprt
from counterplay.core import BadParameter

GRACE = 0.1  # seconds an agent may be late: what the operating system takes for switching between processes
PATIENCE = 60.0  # seconds for a move where no clock runs, before an agent in its own process counts as hanging
MEMORY_MB = 2048.0  # that an agent in its own process may use

KINDS = {"match": round_robin, "round robin": round_robin, "gauntlet": gauntlet, "ladder": ladder}


@dataclass(frozen=True)
class Settings:
    """A contest; two entrants make a match."""

    kind: str
    game: GameParcel
    players: int
    entrants: tuple[Entrant, ...]
    rounds: int  # for each pairing
    seed: int
    openings: Openings = START
    time: TimeControl | None = None
    sprt: Sprt | None = None
    max_plies: int | None = None  # longer games are drawn
    grace: float = GRACE
    patience: float = PATIENCE
    memory_mb: float = MEMORY_MB

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise BadParameter(f"a {self.kind} needs at least two agents; {len(self.entrants)} given")
        for name, least in (("grace", 0.0), ("patience", 0.1), ("memory_mb", 64.0), ("max_plies", 1)):
            value = getattr(self, name)
            if value is not None and not least <= value < float("inf"):
                words = name.replace("_mb", " (in MB)").replace("_", " ")
                raise BadParameter(f"{words} must be at least {least:g}, not {value}")

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom."""
        return KINDS[self.kind](len(self.entrants))

    @property
    def planned(self) -> list[Planned]:
        """All games."""
        return list(plan(self.players, self.pairings, self.rounds))

    @property
    def names(self) -> list[str]:
        """Of the entrants; who takes part twice is told apart."""
        plain = [entrant.label for entrant in self.entrants]
        return [f"{n} ({plain[: i + 1].count(n)})" if plain.count(n) > 1 else n for i, n in enumerate(plain)]

    def to_json(self) -> str:
        """For the database; what was pickled stays out of it."""
        content = dataclasses.asdict(self)
        content["game"] = self.game.text
        content["entrants"] = [entrant.name for entrant in self.entrants]
        content["in_memory"] = bool(self.game.pickled) or any(entrant.pickled for entrant in self.entrants)
        return json.dumps(content)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """What `to_json` wrote."""
        content: dict[str, Any] = json.loads(text)
        if content.pop("in_memory"):
            raise BadParameter(
                "its game or one of its agents was an object of a running Python program, which a database cannot hold; "
                "resume it from that program"
            )
        content["game"] = GameParcel(content["game"])
        content["entrants"] = tuple(Entrant(name) for name in content["entrants"])
        content["openings"] = Openings(content["openings"]["plies"], tuple(content["openings"]["positions"]))
        content["time"] = TimeControl(**content["time"]) if content["time"] else None
        content["sprt"] = Sprt(**content["sprt"]) if content["sprt"] else None
        return cls(**content)


def fresh_seed() -> int:
    """One that nobody chose."""
    return secrets.randbits(SEED_BITS)
