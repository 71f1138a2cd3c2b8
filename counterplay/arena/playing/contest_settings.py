"""What a contest is: who plays what, how often, from where, with how much time. All of it is recorded and can be resumed."""

from __future__ import annotations

import dataclasses
import json
import secrets
from dataclasses import dataclass
from typing import Any

from counterplay.agents import TimeControl
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.playing.game_schedule import MOST_GAMES, SEED_BITS, Planned, gauntlet, ladder, plan, round_robin
from counterplay.arena.playing.openings import START, Openings
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.core import BadParameter
from counterplay.core.files.user_file import describe, quoted
from counterplay.core.limit import LONGEST_SECONDS

GRACE = 0.1  # seconds an agent may be late: what the operating system takes for switching between processes
PATIENCE = 60.0  # seconds for a move where no clock runs, before an agent in its own process counts as hanging
MEMORY_MB = 2048.0  # that an agent in its own process may use

BOUNDS = {
    "grace": (0.0, LONGEST_SECONDS),
    "patience": (0.1, LONGEST_SECONDS),
    "memory_mb": (64.0, 1e9),
    "max_plies": (1, 10**9),
}
KINDS = {"match": round_robin, "round robin": round_robin, "gauntlet": gauntlet, "ladder": ladder}


@dataclass(frozen=True)
class Settings:
    """A contest; two entrants make a match."""

    kind: str
    game: PortableGame
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
        if self.kind not in KINDS:
            raise BadParameter(f"there is no contest '{quoted(self.kind)}'; there are {', '.join(KINDS)}")
        if self.players < 2 or self.rounds < 1 or self.rounds * (2**self.players - 2) > MOST_GAMES:
            raise BadParameter(
                f"a contest has two players or more, one round or more, and at most {MOST_GAMES:,} games of each two"
            )
        if len(self.entrants) < 2:
            raise BadParameter(f"a {self.kind} needs at least two agents; {len(self.entrants)} given")
        for name, (least, most) in BOUNDS.items():
            value = getattr(self, name)
            if not (value is None and name == "max_plies") and not least <= value <= most:
                words = name.replace("_mb", " (in MB)").replace("_", " ")
                raise BadParameter(f"{words} must be at least {least:g} and at most {most:,.0f}, not {value:g}")

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
        content["rules"] = self.game.sources()
        content["agents"] = {entrant.name: digests for entrant in self.entrants if (digests := entrant.sources())}
        return json.dumps(content)

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Settings:
        """What `to_json` wrote, as `read_values` has read it."""
        content = dict(values)
        for noted in ("rules", "agents"):
            content.pop(noted, None)
        if content.pop("in_memory"):
            raise BadParameter(
                "its game or one of its agents was an object of a running Python program, which a database cannot hold; "
                "resume it from that program"
            )
        try:
            content["game"] = PortableGame(content["game"])
            content["entrants"] = tuple(Entrant(name) for name in content["entrants"])
            content["openings"] = Openings(int(content["openings"]["plies"]), tuple(content["openings"]["positions"]))
            content["time"] = TimeControl(**content["time"]) if content["time"] else None
            content["sprt"] = Sprt(**content["sprt"]) if content["sprt"] else None
            return cls(**content)
        except BadParameter:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadParameter(f"its settings are damaged in the database: {describe(error)}") from None


VALUE_KINDS: dict[str, type] = {"kind": str, "game": str, "players": int, "rounds": int, "seed": int, "in_memory": bool}


def read_values(text: str) -> dict[str, Any]:
    """Settings as plain values; a ValueError says what is missing or of another kind."""
    values = json.loads(text)
    if not isinstance(values, dict):
        raise ValueError(f"they are a {type(values).__name__}, not an object")
    for name, kind in VALUE_KINDS.items():
        if type(values.get(name)) is not kind:
            raise ValueError(f"'{name}' is {values.get(name, 'missing')!r}")
    entrants = values.get("entrants")
    if not isinstance(entrants, list) or not all(isinstance(name, str) for name in entrants):
        raise ValueError(f"'entrants' is {entrants!r}")
    return values


def fresh_seed() -> int:
    """One that nobody chose."""
    return secrets.randbits(SEED_BITS)
