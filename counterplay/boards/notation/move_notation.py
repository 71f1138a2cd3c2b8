"""Actions on cells: place on one, move from one to another, take from one, pass. The number, name and clicks of each.

An action's number says what it is, so that names, parsing and clicks need nothing more from a game:
cell; cells + from * cells + to; cells + cells * cells + cell; and one number more for a pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.boards.notation.row_notation import RowNotation
from counterplay.boards.notation.word_notation import plain_name
from counterplay.core import BadNotation


class MoveNotation(RowNotation):
    """Part of `BoardGame`: numbers of actions for the rules, and `action_name` and `gesture`.

    A game with other numbers overrides `action_cells` and `action_sign`; one whose actions are not all given by cells overrides
    `action_name` and `gesture`.
    """

    cell_count: int
    first_move: int  # numbers below it are cells to place on
    first_take: int  # numbers from here on are cells to take from
    passing: int  # the number of a pass; larger ones are the game's own

    # --- for rules; compiled ---
    def move(self, origin: int, target: int) -> int:
        """The action of moving from a cell to another."""
        return self.first_move + origin * self.cell_count + target

    def origin(self, a: int) -> int:
        """Where a move comes from."""
        return (a - self.first_move) // self.cell_count

    def target(self, a: int) -> int:
        """Where a move goes to; the cell itself for an action that places."""
        return a if a < self.first_move else (a - self.first_move) % self.cell_count

    def take(self, cell: int) -> int:
        """The action of taking the piece on a cell."""
        return self.first_take + cell

    def taken(self, a: int) -> int:
        """The cell that an action takes from."""
        return a - self.first_take

    def places(self, a: int) -> bool:
        """Whether the action places a piece."""
        return a < self.first_move

    def takes(self, a: int) -> bool:
        """Whether the action takes a piece and does nothing else."""
        return self.first_take <= a < self.passing

    # --- for people ---
    def action_cells(self, s: Any, a: int) -> Sequence[int]:
        """The cells that say what the action is: where to place, from and to, what to take; none for a pass."""
        if a >= self.passing:
            return ()
        if a >= self.first_take:
            return (self.taken(a),)
        return (a,) if a < self.first_move else (self.origin(a), self.target(a))

    def action_sign(self, s: Any, a: int) -> str:
        """What stands between the cells of a name: x where the move ends on a piece, else -."""
        return "x" if self.content_at(s, self.action_cells(s, a)[-1]) else "-"

    def action_name(self, s: Any, a: int) -> str:
        """'d6' to place, 'd6-d7' or 'd6xd7' to move, 'xd6' to take, 'pass'."""
        a = int(a)
        names = [self.board.names[cell] for cell in self.action_cells(s, a)]
        if not names:
            return "pass"
        if len(names) == 1:
            return f"x{names[0]}" if a >= self.first_take else names[0]
        return self.action_sign(s, a).join(names)

    def after_moves(self, names: Sequence[str]) -> Any:
        """The state after these actions from the start; BadNotation names the first that cannot be played."""
        s = self.initial()
        for place, name in enumerate(names, 1):
            found = [a for a in self.choices(s) if plain_name(self.action_name(s, a)) == plain_name(name)]
            if len(found) != 1:
                written = " ".join(names)
                raise BadNotation(f"{self.title_text}: move {place} of '{written}', {name}, cannot be played")
            s = self.result(s, found[0])
        return s

    def gesture(self, s: Any, a: int) -> Sequence[str]:
        """The cells of the action, in order; a pass is a button."""
        return tuple(self.board.names[cell] for cell in self.action_cells(s, int(a))) or (self.action_name(s, a),)
