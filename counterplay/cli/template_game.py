"""Race: two players push one counter along a track; whoever reaches its end wins.

A small game to start from: change the rules, then run `counterplay check` on this file. The methods from
`initial` to `utility` are compiled, so they hold numbers and loops only; those after them may do anything.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from counterplay import BadNotation, BadParameter, Cell, Game, Piece, Scene


class State(NamedTuple):
    """Everything that decides how play can continue: numbers and small NumPy arrays, never changed in place."""

    counter: int  # where the counter stands, 0 at the start
    mover: int  # whose turn it is, 0 or 1


class Race(Game):
    """The rules. Parameters of __init__ can be set on the command line: `this_file.py:track=30,step=4`."""

    title = "Race"
    rules = "In turn, push the counter one to three cells (or up to `step`) forward. Whoever reaches the last cell wins."

    def __init__(self, track: int = 21, step: int = 3) -> None:
        if not 1 <= step <= track <= 60:
            raise BadParameter(f"race: needs 1 <= step <= track <= 60, not a step of {step} on a track of {track}")
        self.track, self.step = track, step  # stored under their own names, and constant from now on
        self.max_actions, self.max_plies = step, track  # bounds that searches rely on

    def initial(self) -> State:
        return State(counter=0, mover=0)

    def player(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        for cells in range(1, self.step + 1):  # an action is an int: here, how far to push
            if s.counter + cells <= self.track:
                yield cells

    def result(self, s: State, a: int) -> State:
        return State(s.counter + a, 1 - s.mover)

    def terminal(self, s: State) -> bool:
        return s.counter == self.track

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.mover else 1.0  # who would be next has lost: the other one pushed last

    # --- optional from here on: names, notation, a picture ---
    def action_name(self, s: State, a: int) -> str:
        return f"+{a}"

    def dump(self, s: State) -> str:
        return f"{s.counter} {'ab'[s.mover]}"  # "7 a": the counter on cell 7, first player to move

    def load(self, text: str) -> State:
        cell, _, mover = text.strip().partition(" ")
        if cell.isascii() and cell.isdecimal() and mover in ("a", "b") and len(cell) <= 2 and int(cell) <= self.track:
            return State(int(cell), "ab".index(mover))
        raise BadNotation(f"race: '{text}' is no position; write a cell from 0 to {self.track} and who moves, as in '7 a'")

    def scene(self, s: State) -> Scene:
        cells = tuple(
            Cell(str(i), x=i % 10, y=i // 10, tone="home" if i == self.track else "plain") for i in range(self.track + 1)
        )
        return Scene(cells, pieces=(Piece(str(s.counter), "disc", text=str(s.counter)),))

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return (str(s.counter + a),)  # click the cell to push the counter to

    def ending(self, s: State) -> str:
        return "the counter has reached the end of the track"
