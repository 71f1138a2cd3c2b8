"""Where games begin: `start`, `random:4` (so many random plies), or a file with a position of the game's notation a line."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from counterplay.agents.seeded_chance import roll
from counterplay.core import CHANCE, BadParameter, CounterplayError, Game, Position
from counterplay.core.files.user_file import quoted, read_user_text
from counterplay.core.text.long_digits import whole_number

TRIES = 100  # random lines that may end the game before a shorter one is taken
LONGEST_NUMBER = 9  # digits
DEFAULT_PLIES = 4  # leaves the beaten track without deciding the game


@dataclass(frozen=True)
class Openings:
    """Random plies from the start, or a list of positions that is gone through again and again."""

    plies: int = 0
    positions: tuple[str, ...] = ()

    def position(self, game: Game, number: int, seed: int) -> Position:
        """The opening of a round, the same for the same seed; it remembers how it came about."""
        if self.positions:
            return Position.load(game, self.positions[number % len(self.positions)])
        draw = random.Random(seed)
        for plies in range(self.plies, 0, -1):
            for _ in range(TRIES):
                position = _random_line(Position(game), plies, draw)
                if position is not None:
                    return position
        return Position(game)

    def first(self, rounds: int) -> Openings:
        """Without the positions that so many rounds never come to."""
        return Openings(self.plies, self.positions[:rounds])

    def __str__(self) -> str:
        if self.positions:
            return f"{len(self.positions)} given positions"
        return f"random:{self.plies}" if self.plies else "start"


START = Openings()


def _random_line(position: Position, plies: int, draw: random.Random) -> Position | None:
    """So many random decisions of the players, with what chance adds; None where that ends the game."""
    while plies:
        if not position.choices:
            return None
        if position.player == CHANCE:
            position = roll(position, draw)
        else:
            position = position.play(draw.choice(position.choices))
            plies -= 1
    return position if position.choices else None


def parse_openings(text: str | None, game: Game) -> Openings:
    """What --openings says; if nothing, random plies, and the start where dice make every game another."""
    if text is None:
        return START if game.chance else Openings(DEFAULT_PLIES)
    name, colon, number = text.strip().partition(":")
    if name == "start" and not colon:
        return START
    if name == "random":
        plies = whole_number(number, game.max_plies)
        if plies is not None:
            return Openings(plies)
        raise BadParameter(f"openings '{quoted(text)}' are none; write random:4 for four random plies")
    return Openings(positions=_read(Path(text), game))


def given_openings(positions: Sequence[str], game: Game) -> Openings:
    """From a list of positions."""
    if not positions:
        raise BadParameter("there are no openings in the list; give at least one position")
    for number, text in enumerate(positions, 1):
        _checked(game, text, f"opening {number}")
    return Openings(positions=tuple(positions))


def _read(path: Path, game: Game) -> tuple[str, ...]:
    lines = read_user_text(path, BadParameter, "; openings are start, random:4, or a file of positions").splitlines()
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            _checked(game, text, f"'{path}', line {number}")
            found.append(text)
    if not found:
        raise BadParameter(f"the openings '{path}' hold no position; write one a line, as in '{game.dump(game.initial())}'")
    return tuple(found)


def _checked(game: Game, text: str, where: str) -> None:
    try:
        position = Position.load(game, text)
    except CounterplayError as error:
        raise BadParameter(f"{where}: {error}") from None
    if not position.choices:
        raise BadParameter(f"{where}: the game is over in '{text}', it cannot begin there")
