"""Arimaa (Omar Syed, 2002): animals push and pull each other over the board until a rabbit has crossed it.

Every piece that is placed and every step is one action; up to four steps, by any pieces, are a turn. A push or a pull is two
steps: the enemy first and then a stronger piece in its place, or a piece that steps away and then the weaker enemy beside the
square it left. `end` ends a turn before its fourth step. Choices:

- The last pieces to be placed, if all of one kind, fill the squares that are left by themselves.
- A rabbit wins on its goal row when the turn ends, not on the way. Then the conditions are looked at in this order: the
  mover's rabbit on its goal, the other side's on its own, no rabbit left to the other side, none left to the mover, and a
  player who cannot move loses.
- A turn must change the position. The state keeps the board with which the turn began, and a step or the beginning of a push
  after which a turn could only end there is no action.
- A turn that leads to a position, with the same player to move, for the third time is illegal, and a player without a legal
  turn loses. Here that turn is possible and loses (`Repetition.LOSS`): every position has the same value so, also where a
  player has made steps that only an illegal turn could follow. Positions within a turn hold its beginning, which occurs at most
  twice, so these do not end the game.
- A piece that steps into a trap and is lost can still pull. Whoever completes a push must be free to move at its second step,
  and some piece that could complete it at its first; so do other programs.

Checked against the number of set-ups, the counts of Ludii's first placements, and a second implementation written from the
rules. Ludii's Arimaa places the last rabbits one by one. `setup=ready` begins with a common set-up for both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from counterplay.boards import SquareBoard
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import NORTH, ORTHOGONAL, SOUTH
from counterplay.core import Diagram, Published, Repetition, Unit
from counterplay.core.errors import require
from counterplay.games.chess_like.arimaa.arimaa_board import (
    ANIMALS,
    ARMY,
    CELLS,
    ELEPHANT,
    GOALS,
    GOLD,
    HOMES,
    RABBIT,
    SETUP,
    STEPS,
    State,
    below,
    changed,
    frozen,
    lost,
    near,
    of_rank,
    placed,
    rank_at,
    restores,
    side,
    stepped,
    with_turn,
)
from counterplay.games.chess_like.arimaa.arimaa_evaluation import HALF, POST_WORTH, WEIGHTS, WORTH, ArimaaEvaluation
from counterplay.games.chess_like.arimaa.arimaa_text import ArimaaText
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

SETUPS = ("free", "ready")
READY = "rrrddrrr/rhcemchr/8/8/8/8/RHCMECHR/RRRDDRRR g"
BACKWARD = (SOUTH, NORTH)  # for each side's rabbits
NOBODY = -1
LONGEST_GAME = 3000  # plies; the rules set no bound
WIN = 100.0  # for ordering
TAKEN = 3.0  # likewise, before the worth of the piece


class Arimaa(ArimaaEvaluation, ArimaaText):
    """Arimaa; Gold, below, places and moves first."""

    name = "arimaa"
    title = "Arimaa"
    presets: ClassVar = {"arimaa_ready_to_play": {"setup": "ready"}}
    published = Published("Omar Syed", 2002, "Z-Man Games")
    unit = Unit("rabbits", 1 / HALF, digits=1, squashed=True)
    rules = (
        "Bring one of your eight rabbits to the far row. From the strongest to the weakest the animals are elephant, camel, "
        "horse, dog, cat and rabbit. First Gold places all sixteen pieces on the two rows below, as Gold likes, then Silver on "
        "the two rows above. In your turn make one to four steps, with one piece or several; the position must not be the same "
        "afterwards. A step leads to an empty square beside the piece, straight, not diagonally. Rabbits never step back. A "
        "piece may push a weaker enemy beside it to any empty square beside that enemy and step into its place, or step away "
        "and pull a weaker enemy that was beside it onto the square it left; both take two steps. A piece beside a "
        "stronger enemy is frozen and cannot step, unless a friend is beside it. Four squares are traps: a piece that is in "
        "one with no friend beside it is lost at once. You win when one of your rabbits is on the far row at the end of a "
        "turn, when all enemy rabbits are lost, or when the enemy cannot move. Whoever brings about a position for the third "
        "time loses."
    )
    cover = "rrr1drrr/2c1ec2/1h1md3/r4Er1/R5h1/1H1M2H1/2C1DD1R/RRR1CRRR s"
    diagrams = (
        Diagram(
            "r7/8/8/8/3r4/3E4/8/R7 g",
            "A push: the elephant drives the rabbit away to the side, and must then step onto d4.",
            ("rd4e", "rd4w"),
        ),
        Diagram(
            "r7/8/1r1E4/2H5/8/8/8/R7 g 1 Ec6 r7/8/1rE5/2H5/8/8/8/R7",
            "A pull: the elephant has stepped from c6 to d6 and drags the rabbit after it into the trap, where it is lost.",
            ("rb6e",),
        ),
        Diagram(
            "r7/8/8/8/2eD4/8/3C4/R7 g",
            "Silver's elephant freezes the dog. With the cat on d3 it has a friend beside it and can step again.",
            ("Cd2n",),
        ),
    )
    repetition, repetition_count = Repetition.LOSS, 3
    max_actions = len(ANIMALS) * 16 + 2 * CELLS

    def __init__(self, setup: str = "free", weights: tuple[float, ...] = WEIGHTS) -> None:
        require(setup in SETUPS, f"setup is {' or '.join(SETUPS)}, not '{setup}'")
        self.setup = setup
        self.set_board(SquareBoard(8, touching="sides"))
        self.set_weights(weights)
        self.first_placement = self.passing + 1
        self.max_plies = LONGEST_GAME
        self.ready = self.load(READY)

    # --- the rules ---
    def initial(self) -> State:
        if self.setup == "free":
            none = EMPTY
            return State(none, none, none, none, none, none, none, none, none, none, GOLD, SETUP, NOWHERE)
        return with_turn(self.ready, GOLD, 0)

    def pushing(self, s: State) -> bool:
        """Whether a push is to be completed."""
        return bool(s.link != NOWHERE and s.link // CELLS // len(ANIMALS) != s.turn)

    def pull_link(self, s: State, rank: int, cell: int) -> int:
        """The link after a piece of the mover's has left a square: NOWHERE if there is nothing to pull."""
        if (near(bit(cell)) & side(s, 1 - s.turn) & below(s, rank)) == EMPTY:
            return NOWHERE
        return CELLS * (rank + len(ANIMALS) * s.turn) + cell

    def pulled(self, s: State) -> np.uint64:
        """The enemies that can be pulled onto the square that the last piece left."""
        if s.link == NOWHERE:
            return EMPTY
        return near(bit(s.link % CELLS)) & side(s, 1 - s.turn) & below(s, s.link // CELLS % len(ANIMALS))

    def pushers(self, s: State, cell: int, rank: int) -> np.uint64:
        """The mover's pieces beside a square that can push an enemy of a rank from there."""
        return near(bit(cell)) & side(s, s.turn) & ~below(s, rank + 1) & ~frozen(s, s.turn)

    def pushable(self, s: State, start: int, end: int) -> bool:
        """Whether a push that begins with this step can be completed so that the turn changes the position."""
        if s.stage != STEPS - 2:
            return True
        t = self.result(s, self.move(start, end))
        for pusher in cells(self.pushers(t, start, t.link // CELLS % len(ANIMALS))):
            if not restores(t, pusher, start):
                return True
        return False

    def free_steps(self, s: State, free: np.uint64, direction: int) -> np.uint64:
        """Those of the mover's pieces that are not frozen that can step in a direction."""
        movers: np.uint64 = free & self.shifted(~(s.gold | s.silver), (direction + 4) % 8)
        return movers & ~of_rank(s, RABBIT) if direction == BACKWARD[s.turn] else movers

    def pushed(self, s: State, free: np.uint64) -> np.uint64:
        """The enemies that these pieces of the mover's could push if there is room."""
        theirs = side(s, 1 - s.turn)
        stronger, found = EMPTY, EMPTY
        for rank in range(ELEPHANT - 1, -1, -1):
            stronger |= free & of_rank(s, rank + 1)
            found |= theirs & of_rank(s, rank) & near(stronger)
        return found

    def actions(self, s: State) -> Iterator[int]:
        last, hole = s.stage == STEPS - 1, s.link % CELLS
        if s.stage == SETUP:
            own = side(s, s.turn)
            for rank in range(len(ANIMALS)):
                if popcount(own & of_rank(s, rank)) < ARMY[rank]:
                    for cell in cells(HOMES[s.turn] & ~own):
                        yield self.first_placement + CELLS * rank + cell
        elif self.pushing(s):
            for cell in cells(self.pushers(s, hole, s.link // CELLS % len(ANIMALS))):
                if not (last and restores(s, cell, hole)):
                    yield self.move(cell, hole)
        else:
            free = side(s, s.turn) & ~frozen(s, s.turn)
            for direction in ORTHOGONAL:
                for cell in cells(self.free_steps(s, free, direction)):
                    end = self.steps[cell, direction]
                    if not (last and restores(s, cell, end)):
                        yield self.move(cell, end)
            pulled = self.pulled(s)
            for cell in cells(pulled):
                if not (last and restores(s, cell, hole)):
                    yield self.move(cell, hole)
            pushed = EMPTY if last else self.pushed(s, free)
            for direction in ORTHOGONAL:
                for cell in cells(pushed & self.shifted(~(s.gold | s.silver), (direction + 4) % 8)):
                    end = self.steps[cell, direction]
                    # A step that completes a pull is no push: nothing has to follow it.
                    if not (end == hole and has(pulled, cell)) and self.pushable(s, cell, end):
                        yield self.move(cell, end)
            if changed(s):
                yield self.passing

    def result(self, s: State, a: int) -> State:
        if a == self.passing:
            return with_turn(s, 1 - s.turn, 0)
        if a > self.passing:
            return self.after_placing(s, (a - self.first_placement) // CELLS, (a - self.first_placement) % CELLS)
        start, end = self.origin(a), self.target(a)
        rank, link = rank_at(s, start), NOWHERE
        if has(side(s, s.turn), start):
            if not self.pushing(s):
                link = self.pull_link(s, rank, start)
        elif not (end == s.link % CELLS and has(self.pulled(s), start)):
            link = CELLS * (rank + len(ANIMALS) * (1 - s.turn)) + start
        return stepped(s, start, end, link)

    def after_placing(self, s: State, rank: int, cell: int) -> State:
        """The state with one piece more; where only one kind is left, all of it, and the turn passes."""
        t = placed(s, bit(cell), rank)
        own = side(t, s.turn)
        kinds, kind = 0, 0
        for missing in range(len(ANIMALS)):
            if popcount(own & of_rank(t, missing)) < ARMY[missing]:
                kinds, kind = kinds + 1, missing
        if kinds > 1:
            return t
        if kinds == 1:
            t = placed(t, HOMES[s.turn] & ~own, kind)
        return with_turn(t, 1 - s.turn, SETUP if s.turn == GOLD else 0)

    def stuck(self, s: State) -> bool:
        """Whether the player to move can do nothing at the beginning of a turn."""
        free = side(s, s.turn) & ~frozen(s, s.turn)
        empty, pushed = ~(s.gold | s.silver), self.pushed(s, free)
        for direction in ORTHOGONAL:
            room = self.shifted(empty, (direction + 4) % 8)
            if self.free_steps(s, free, direction) != EMPTY or (pushed & room) != EMPTY:
                return False
        return True

    def winner(self, s: State) -> int:
        """Who has won, or NOBODY; looked at when a turn has ended."""
        if s.stage != 0:
            return NOBODY
        mover, other = 1 - s.turn, s.turn
        rabbits = of_rank(s, RABBIT)
        if (side(s, mover) & rabbits & GOALS[mover]) != EMPTY:
            return mover
        if (side(s, other) & rabbits & GOALS[other]) != EMPTY:
            return other
        if (side(s, other) & rabbits) == EMPTY:
            return mover
        if (side(s, mover) & rabbits) == EMPTY:
            return other
        return mover if self.stuck(s) else NOBODY

    def terminal(self, s: State) -> bool:
        return self.winner(s) != NOBODY

    def utility(self, s: State, p: int) -> float:
        return 1.0 if p == self.winner(s) else -1.0

    # --- hints ---
    def arrived(self, s: State) -> bool:
        """Whether a rabbit of the mover's is on its goal."""
        return bool((side(s, s.turn) & of_rank(s, RABBIT) & GOALS[s.turn]) != EMPTY)

    def noisy(self, s: State, a: int) -> bool:
        """Enemies that are lost, and rabbits on their goal."""
        if a == self.passing:
            return self.arrived(s)
        if a > self.passing:
            return False
        start, end = self.origin(a), self.target(a)
        if has(side(s, s.turn), start):
            return has(GOALS[s.turn], end) and rank_at(s, start) == RABBIT
        return bool(lost(s, start, end) != EMPTY)

    def order(self, s: State, a: int) -> float:
        if a == self.passing:
            return WIN if self.arrived(s) else 0.0
        if a > self.passing:
            rank, cell = (a - self.first_placement) // CELLS, (a - self.first_placement) % CELLS
            return float(POST_WORTH[s.turn, rank, cell]) + rank
        start, end = self.origin(a), self.target(a)
        rank, own = rank_at(s, start), has(side(s, s.turn), start)
        if own and rank == RABBIT and has(GOALS[s.turn], end):
            return WIN
        owner = s.turn if own else 1 - s.turn
        gain = 0.1 * float(POST_WORTH[owner, rank, end] - POST_WORTH[owner, rank, start])
        for cell in cells(lost(s, start, end)):
            gain -= TAKEN + WORTH[rank if cell == end else rank_at(s, cell)]
        return gain if own else 0.2 - gain

    def skip(self, s: State) -> State:
        return with_turn(s, 1 - s.turn, 0)

    def may_skip(self, s: State) -> bool:
        """Within a turn `end` is an action."""
        return s.stage == 0

    def ending(self, s: State) -> str:
        winner, rabbits = self.winner(s), of_rank(s, RABBIT)
        if (side(s, winner) & rabbits & GOALS[winner]) != EMPTY:
            return f"a rabbit of {self.player_names[winner]} has reached its goal"
        loser = self.player_names[1 - winner]
        if (side(s, 1 - winner) & rabbits) == EMPTY:
            return f"{loser} has no rabbit left"
        return f"{loser} cannot move"
