"""Backgammon with known dice: the rolls of the whole game lie open from the start, so that nothing is left to chance.

The rules are those of `backgammon`, which plays every step here, too; only the rolls are no chance nodes.

Rule choices
- The rolls follow from `seed`. `dice=31-52-66` gives the first ones; those of the seed follow. The opening roll, the first of
  all, is no double, and its first digit is the first player's die. After 1000 rolls the first one comes again.
- A roll is no action: when a turn is over the next player has the next roll. A roll that cannot be played is spent, and the
  roll after it is the other player's.
- A position carries the number of rolls so far and the next twelve; the twelve must be those of the game it is read for.

Checked against `backgammon` itself, walked through random games with the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards.notation.notation_fields import number_of
from counterplay.core import Diagram, Piece, Scene, require
from counterplay.core.scene import Die, Tray
from counterplay.games.races.backgammon.backgammon import FIRST, NOBODY, SECOND, Backgammon
from counterplay.games.races.backgammon.backgammon import State as Board
from counterplay.gears.rng import draw_below, seeded

ROLLS = 1000  # before the first comes again; even, so that each player has an own half of them
MOST_GIVEN = 500  # rolls that a parameter names: those of the seed behind them have every number, so that nobody waits for ever
MOST_ROLLS = 99_999  # that a notation may tell of
AHEAD = 12  # rolls to come in a notation
SHOWN = 4  # rolls to come of each player in a picture


class State(NamedTuple):
    """The fields of backgammon's own state, and how many rolls there were."""

    mine: int
    mine_more: int
    theirs: int
    theirs_more: int
    turn: int
    high: int
    low: int
    left: int
    by_high: int
    by_low: int
    rolls: int


class KnownDiceBackgammon(Backgammon):
    """Backgammon without chance; gammons says whether gammons and backgammons count double and triple."""

    title = "Backgammon with known dice"
    aliases = ("backgammon_with_known_dice",)
    rules = (
        f"{Backgammon.rules} The dice are not rolled: both players see all rolls to come, each player's own beside the board, "
        "and have them in that order. A roll that cannot be played is lost."
    )
    cover = "-Bb-C-D-CC-----------abcg-:-1:62 27 31-41-66-41-54-52-11-41-15-65-43-46"
    usual_plies = 115
    classic = False  # unlike backgammon, whose rules it takes over
    diagrams = (
        Diagram("", "The first position. Beside the board lie each player's next rolls, the next one first."),
        Diagram(
            "-b-a--E-C---eE---c-d----B-:1:31 1",
            "A three and a one to play: 6/3 hits the lone checker there, and the rolls to come say how it may enter again.",
            ("6/3*",),
        ),
    )
    chance = False
    tunables = ("weights", "sequence")
    rule_tables = ("sequence",)  # one compilation serves all dice

    def __init__(self, seed: int = 1, dice: tuple[int, ...] = (), gammons: bool = False) -> None:
        super().__init__(gammons)
        self.seed, self.dice = seed, tuple(dice)
        require(seed >= 0, f"known_dice_backgammon: seed must be a whole number from 0, not {seed}")
        require(
            len(self.dice) <= MOST_GIVEN and all(roll in range(11, 67) and 1 <= roll % 10 <= 6 for roll in self.dice),
            f"known_dice_backgammon: dice must be at most {MOST_GIVEN} rolls of two digits from 1 to 6, as in 31-52-66",
        )
        require(
            not self.dice or self.dice[0] // 10 != self.dice[0] % 10,
            "known_dice_backgammon: the first roll of dice is the opening roll, which is no double",
        )
        self.sequence = rolls_of(seed, self.dice)

    before_rolls, step = Backgammon.initial, Backgammon.result

    def initial(self) -> State:  # type: ignore[override]
        return self.rolled_on(self.before_rolls(), 0)

    def player(self, s: State) -> int:  # type: ignore[override]
        return s.turn

    def result(self, s: State, a: int) -> State:  # type: ignore[override]
        return self.rolled_on(self.step(Board(*s[:-1]), a), s.rolls)

    def rolled_on(self, board: Board, rolls: int) -> State:
        """The state in which somebody can play: with the next roll, or with a later one where it cannot be played."""
        while board.left == 0 and not self.terminal(board):
            roll = int(self.sequence[rolls % ROLLS])
            board, rolls = self.rolled(board, roll // 10, roll % 10), rolls + 1
        return State(*board[:], rolls)

    # --- names and pictures ---
    def coming(self, rolls: int, number: int) -> list[str]:
        """The rolls after so many others: 52, 66."""
        return [str(self.sequence[i % ROLLS]) for i in range(rolls, rolls + number)]

    def dump(self, s: State) -> str:  # type: ignore[override]
        """The notation of backgammon, then how many rolls there were, the one to be played among them, and the next twelve."""
        return f"{Backgammon.dump(self, s)} {s.rolls} {'-'.join(self.coming(s.rolls, AHEAD))}"  # type: ignore[arg-type]

    def load(self, text: str) -> State:  # type: ignore[override]
        """Reads `dump`'s notation; what comes behind the board may be left out. With 00 for dice the next roll is taken."""
        board, *others = text.split() or [""]
        if len(others) > 2:
            self.refuse(text, f"it has {len(others) + 1} parts instead of 1 to 3")
        s = Backgammon.load(self, board)
        rolls = number_of(others[0]) if others else int(s.left > 0)
        if not 0 <= rolls <= MOST_ROLLS:
            self.refuse(text, f"the number of rolls so far should be a number from 0 to {MOST_ROLLS}, not '{others[0][:20]}'")
        coming = "-".join(self.coming(rolls, AHEAD))
        if len(others) == 2 and others[1] != coming:
            self.reject(text, f"other dice lie ahead than after {rolls} rolls of this game, where they are {coming}")
        if s.turn == NOBODY and rolls > 0:
            self.reject(text, f"there were {rolls} rolls, but it is nobody's turn")
        return self.rolled_on(s, rolls)

    def way_to_write(self) -> str:
        return f"{super().way_to_write()}, then the number of rolls so far, then the next {AHEAD} rolls"

    def scene(self, s: State) -> Scene:  # type: ignore[override]
        scene = super().scene(s)  # type: ignore[arg-type]
        if self.terminal(s):  # type: ignore[arg-type]
            return scene
        trays, pieces = [], list(scene.pieces)
        coming = self.coming(s.rolls, 2 * SHOWN)
        for p in (FIRST, SECOND):
            slots: list[str] = []
            for number, roll in enumerate(coming[0 if p != s.turn else 1 :: 2], 1):  # the next roll is the other player's
                for place, die in enumerate(roll, 1):
                    slots.append(f"{self.player_names[p]}'s roll {number}, die {place}")
                    pieces.append(Piece(slots[-1], Die(int(die)), p))
                slots.append(f"after {self.player_names[p]}'s roll {number}")
            trays.append(Tray(tuple(slots[:-1]), p, f"{self.player_names[p]}'s next rolls", most=len(slots)))
        return replace(scene, pieces=tuple(pieces), trays=tuple(trays))


def rolls_of(seed: int, given: Sequence[int]) -> np.ndarray[Any, np.dtype[np.int8]]:
    """All rolls of a game as numbers of two digits, shape (ROLLS,): the given ones, then those of the seed."""
    chance, rolls = seeded(seed), list(given)
    while len(rolls) < ROLLS:
        roll = 10 * int(draw_below(chance, 6)) + int(draw_below(chance, 6)) + 11
        if rolls or roll // 10 != roll % 10:
            rolls.append(roll)
    return np.array(rolls, np.int8)
