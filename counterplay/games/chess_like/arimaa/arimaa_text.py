"""How arimaa is written and drawn: positions in rows, steps as players write them (`Ra2n`), placements (`Ra1`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from counterplay.boards import BoardGame, PieceKind, SignField
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.boards.shapes.square_board import EAST, NORTH, SOUTH, WEST
from counterplay.core import BadNotation, Scene
from counterplay.core.scene import NEUTRAL, Piece, Tray
from counterplay.games.chess_like.arimaa.arimaa_board import (
    ANIMALS,
    ARMY,
    CELLS,
    ELEPHANT,
    GOLD,
    HOMES,
    LETTERS,
    SETUP,
    SILVER,
    STEPS,
    TRAPS,
    State,
    changed,
    lost,
    near,
    of_rank,
    rank_at,
    side,
)
from counterplay.gears.bits import EMPTY, cells, has, lowest, popcount

SIDES = ("gold", "silver")
SYMBOLS = LETTERS + LETTERS.lower()  # of `pieces`, in their order
ENDINGS = ("end", "pass", "done")  # what people write to end a turn; the first is our own
DIRECTIONS = {EAST: "e", NORTH: "n", WEST: "w", SOUTH: "s"}
END_SLOT = "end of turn"
ROWS_WANTED = "eight rows of eight squares, as those before, or - at the beginning of a turn"
LINK_WANTED = "the piece that moved last and the square it left, as in Ed3, or - for none"
COUNTED = re.compile("[1-8]")


class LinkField(NamedTuple):
    """The piece that the last step moved and the square it left: `Ed3`."""

    field: str
    meaning: str

    def write(self, value: Any, board: Board) -> str:
        """Letter and square."""
        return "-" if int(value) == NOWHERE else SYMBOLS[int(value) // CELLS] + board.names[int(value) % CELLS]

    def read(self, word: str, board: Board) -> int:
        """The number of a link."""
        if word == "-":
            return NOWHERE
        if word[:1] not in SYMBOLS or word[1:] not in board.names:
            raise BadNotation(LINK_WANTED)
        return SYMBOLS.index(word[0]) * CELLS + board.index(word[1:])


class BoardField(NamedTuple):
    """Another board, in rows: what stands on each square, 0 for nothing."""

    field: str
    meaning: str

    def write(self, value: Any, board: Board) -> str:
        """Rows from the top; - where nothing is kept."""
        if not any(value):
            return "-"
        rows = ["".join(SYMBOLS[value[cell] - 1] if value[cell] else "." for cell in row) for row in board.rows]
        return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))

    def read(self, word: str, board: Board) -> list[int]:
        """The contents of all squares."""
        contents = [0] * CELLS
        if word == "-":
            return contents
        rows = [COUNTED.sub(lambda run: "." * int(run[0]), row) for row in word.split("/")]
        if [len(row) for row in rows] != [8] * 8 or set("".join(rows)) - set(SYMBOLS + "."):
            raise BadNotation(ROWS_WANTED)
        for row, squares in zip(rows, board.rows, strict=True):
            for letter, cell in zip(row, squares, strict=True):
                contents[cell] = 1 + SYMBOLS.find(letter)
        return contents


class ArimaaText(BoardGame):
    """The part of `arimaa` that people read."""

    player_names = ("Gold", "Silver")
    pieces = tuple(
        PieceKind(letter if p == GOLD else letter.lower(), p, f"{colour} {animal}", "glyph", animal)
        for p, colour in enumerate(SIDES)
        for letter, animal in zip(LETTERS, ANIMALS, strict=True)
    )
    side_symbols = "gs"
    counts_empty = True
    board_material = "card"
    extra_fields = (
        SignField("stage", "number of steps made, or setup", ("0", "1", "2", "3", "setup")),
        LinkField("link", "piece that moved last and the square it left"),
        BoardField("old", "board at the beginning of the turn"),
    )
    first_placement: int  # actions from here on place a piece

    # --- positions ---
    def contents(self, s: State) -> list[int]:
        return self.contents_of(side(s, p) & of_rank(s, rank) for p in (GOLD, SILVER) for rank in range(len(ANIMALS)))

    def extras(self, s: State) -> dict[str, Any]:
        old = State._make([*s[5:10], *s[5:]])  # the board as it was
        kept = [0] * CELLS if s.stage in (0, SETUP) else self.contents(old)
        return {"stage": s.stage, "link": s.link, "old": kept}

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        now, stage = self._words(contents), extras["stage"]
        begun = 0 < stage < STEPS
        old = self._words(extras["old"]) if begun else now if stage == 0 else [EMPTY] * 5
        return State._make([*now, *old, turn, stage, extras["link"] if begun else NOWHERE])

    def _words(self, contents: Sequence[int]) -> list[Any]:
        """Both sides' squares and the three digits of ranks, as a state holds them."""
        digits = [[c for c in range(1, 13) if (c - 1) % len(ANIMALS) >> digit & 1] for digit in range(3)]
        return [self.set_of(contents, *wanted) for wanted in (range(1, 7), range(7, 13), *digits)]

    def dump(self, s: State) -> str:
        """'rows g' at the beginning of a turn, 'rows g setup' before; within a turn the last piece and the old board follow."""
        words = super().dump(s).split()
        return " ".join(words[:2] if s.stage == 0 else words[:3] if s.stage == SETUP else words)

    def load(self, text: str) -> State:
        """Reads `dump`'s notation, and that of the Arimaa Engine Interface: 'g [64 letters or spaces]', a8 first."""
        bracket = re.fullmatch(r"\s*(\S+)\s*\[([^\[\]]{64})\]\s*", text)
        if bracket:
            rows = [re.sub(r"[ .x]", "1", bracket[2][i : i + 8]) for i in range(0, CELLS, 8)]
            text = f"{'/'.join(rows)} {bracket[1]}"
        words = text.split()
        missing = {2: ["0", "-", "-"], 3: ["-", "-"]}
        s: State = super().load(" ".join([*words, *missing.get(len(words), [])]))
        return s

    def problem(self, s: State) -> str:
        for p, colour in enumerate(self.player_names):
            own = side(s, p)
            for rank, animal in enumerate(ANIMALS):
                count = popcount(own & of_rank(s, rank))
                if count > ARMY[rank]:
                    return f"{colour} has {count} {animal}s; {ARMY[rank]} is the most"
            alone = own & TRAPS & ~near(own)
            if alone != EMPTY:
                return f"the piece on {self.board.names[lowest(alone)]} stands in a trap without a friend beside it"
            if s.stage == SETUP and (own & ~HOMES[p]) != EMPTY:
                return f"a piece of {colour} is not on its two home rows"
        if s.stage == SETUP:
            mover = self.player_names[s.turn]
            if popcount(side(s, s.turn)) >= ARMY.sum():
                return f"{mover} has placed all pieces, so it cannot be {mover}'s turn to place one"
            if popcount(side(s, 1 - s.turn)) != (ARMY.sum() if s.turn == SILVER else 0):
                return "Gold places all pieces first, then Silver does"
        return self._problem_within_turn(s) if 0 < s.stage < STEPS else ""

    def _problem_within_turn(self, s: State) -> str:
        if s.stage % 2 and not changed(s):
            return "an odd number of steps cannot lead back to the board at the beginning of the turn"
        if s.link != NOWHERE:
            owner, rank = divmod(s.link // CELLS, len(ANIMALS))
            if has(s.gold | s.silver, s.link % CELLS):
                return f"{self.board.names[s.link % CELLS]}, which the last piece left, is not empty"
            if owner == s.turn and s.link != self.pull_link(s, rank, s.link % CELLS):
                return "the last piece that moved has no weaker enemy to pull; write - for it"
        return "" if self.choices(s) else "nothing can be done"

    def pull_link(self, s: State, rank: int, cell: int) -> int:
        """The link after a piece of the mover's has left a square."""
        raise NotImplementedError

    # --- actions ---
    def action_name(self, s: State, a: int) -> str:
        """'Ra1' to place, 'Ra2n' for a step, 'rd3w-rc3x' for one that removes a piece, 'end' to end the turn."""
        a = int(a)
        if a == self.passing:
            return ENDINGS[0]
        if a > self.passing:
            rank, cell = divmod(a - self.first_placement, CELLS)
            return self.letter(rank, s.turn) + self.board.names[cell]
        start, end = self.origin(a), self.target(a)
        owner = GOLD if has(s.gold, start) else SILVER
        name = self.letter(rank_at(s, start), owner) + self.board.names[start] + self._direction(start, end)
        for cell in cells(lost(s, start, end)):
            rank = rank_at(s, start if cell == end else cell)
            name += f"-{self.letter(rank, owner)}{self.board.names[cell]}x"
        return name

    def letter(self, rank: int, p: int) -> str:
        """The letter of a piece."""
        return SYMBOLS[rank + len(ANIMALS) * p]

    def _direction(self, start: int, end: int) -> str:
        return next(sign for direction, sign in DIRECTIONS.items() if self.steps[start, direction] == end)

    def parse_action(self, s: State, text: str) -> int:
        """Takes a step with or without its piece and what it removes, and as two squares: 'Ed3n', 'd3n', 'd3d4', 'd3-d4'."""
        wanted = re.sub(r"[^a-z0-9]", "", text.lower())
        wanted = re.sub(r"(?<=[1-8][nesw])[a-z][a-h][1-8]x$", "", wanted)
        found = [a for a in self.choices(s) if wanted in self._spellings(s, a)]
        return found[0] if len(found) == 1 else super().parse_action(s, text)

    def _spellings(self, s: State, a: int) -> Sequence[str]:
        if a == self.passing:
            return ENDINGS
        name = self.action_name(s, a).partition("-")[0].lower()
        if a > self.passing:
            return (name,)
        return (name, name[1:], self.board.names[self.origin(a)] + self.board.names[self.target(a)])

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """From the tray to a square, from square to square, or the tray that ends the turn."""
        if a == self.passing:
            return (END_SLOT,)
        if a < self.passing:
            return super().gesture(s, a)
        rank, cell = divmod(int(a) - self.first_placement, CELLS)
        return (self._slot(s.turn, rank), self.board.names[cell])

    # --- the picture ---
    def _slot(self, p: int, rank: int) -> str:
        return f"{SIDES[p]} {ANIMALS[rank]}"

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        drawn = list(plain.cells)
        for cell in cells(TRAPS):
            drawn[cell] = replace(drawn[cell], tone="trap")
        trays, beside = self._trays(s)
        return replace(plain, cells=tuple(drawn), pieces=(*plain.pieces, *beside), trays=trays)

    def _trays(self, s: State) -> tuple[tuple[Tray, ...], list[Piece]]:
        """What is still to be placed, or the steps that are left, with what is tapped to end the turn where it may end."""
        if s.stage != SETUP:
            left = STEPS - s.stage
            ends = self.passing in self.choices(s)
            piece = Piece(END_SLOT, "tile", s.turn, "End", "end", "end of the turn")
            return (Tray((END_SLOT,), NEUTRAL, f"Steps left: {left}", "right"),), [piece] if ends else []
        trays, beside = [], []
        for p in range(s.turn, 2):
            trays.append(Tray(tuple(self._slot(p, rank) for rank in range(ELEPHANT, -1, -1)), p, "To place"))
            for rank in range(len(ANIMALS)):
                count = ARMY[rank] - popcount(side(s, p) & of_rank(s, rank))
                if count > 0:
                    piece = self.pieces[rank + len(ANIMALS) * p].on(self._slot(p, rank))
                    beside.append(replace(piece, count=int(count)))
        return tuple(trays), beside

    def buttons(self, s: State) -> dict[str, str]:
        return {}

    def marked(self, s: State) -> Sequence[int]:
        """The square that a push has still to fill."""
        return (s.link % CELLS,) if self.pushing(s) else ()

    def pushing(self, s: State) -> bool:
        """Whether a push is to be completed."""
        raise NotImplementedError

    def notes(self, s: State) -> Sequence[str]:
        if self.pushing(s):
            return (f"The push must be completed: a stronger piece goes to {self.board.names[s.link % CELLS]}.",)
        return ()
