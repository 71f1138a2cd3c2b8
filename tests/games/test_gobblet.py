"""Gobblet: counts of action sequences and positions, and a second implementation with a list of cups on each cell."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter, Game
from counterplay.games.lines.gobblet import Gobblet
from tests.oracles.count_tables import assert_distinct, assert_perft
from tests.oracles.named_moves import walk_beside_plain


class Table(NamedTuple):
    cells: tuple[str, ...]  # the cups on a cell from the bottom up, from a1 row by row; White's in capitals
    stacks: tuple[tuple[str, ...], ...]  # for each player what lies beside the board; only the last cup of each can be taken
    turn: int


class PlainGobblet(Game):
    """The rulebook with texts: a cell is a word of cups, and so is a stack beside the board."""

    def __init__(self, size: int, words: tuple[str, ...], free: bool) -> None:
        self.size, self.words, self.free = size, words, free
        span = range(size)
        self.lines = [[r * size + c for c in span] for r in span] + [[r * size + c for r in span] for c in span]
        self.lines += [[i * size + i for i in span], [i * size + size - 1 - i for i in span]]
        self.listed: tuple[Table | None, dict[str, Table]] = (
            None,
            {},
        )  # the moves of one position are asked for by each of them

    def initial(self) -> Table:
        return Table(("",) * self.size**2, (self.words, tuple(word.lower() for word in self.words)), 0)

    def player(self, s: Table) -> int:
        return s.turn

    def owner(self, cell: str) -> int:
        """Whose cup is on top, -1 for nobody's."""
        return -1 if not cell else 0 if cell[-1].isupper() else 1

    def fits(self, cup: str, cell: str) -> bool:
        return not cell or "tsml".index(cup.lower()) > "tsml".index(cell[-1].lower())

    def may_enter(self, s: Table, cup: str, target: int) -> bool:
        if not s.cells[target] or self.free:
            return self.fits(cup, s.cells[target])
        enemy = 1 - s.turn
        threats = [line for line in self.lines if sum(self.owner(s.cells[c]) == enemy for c in line) == self.size - 1]
        threatening = any(target in line for line in threats) and self.owner(s.cells[target]) == enemy
        return threatening and self.fits(cup, s.cells[target])

    def moves(self, s: Table) -> dict[str, Table]:
        """Every move by its name; taking from either of two equal stacks is one move."""
        if self.listed[0] != s:
            self.listed = (s, {**self.entries(s), **self.shifts(s)})
        return self.listed[1]

    def square(self, cell: int) -> str:
        return f"{'abcd'[cell % self.size]}{cell // self.size + 1}"

    def entries(self, s: Table) -> dict[str, Table]:
        found = {}
        for i, stack in enumerate(s.stacks[s.turn]):
            for target in range(self.size**2):
                if stack and self.may_enter(s, stack[-1], target):
                    cells = list(s.cells)
                    cells[target] += stack[-1]
                    left = sorted((*s.stacks[s.turn][:i], stack[:-1], *s.stacks[s.turn][i + 1 :]))
                    stacks = (tuple(left), s.stacks[1]) if s.turn == 0 else (s.stacks[0], tuple(left))
                    found[f"{stack[-1].upper()}@{self.square(target)}"] = Table(tuple(cells), stacks, 1 - s.turn)
        return found

    def shifts(self, s: Table) -> dict[str, Table]:
        found = {}
        for origin in (c for c in range(self.size**2) if self.owner(s.cells[c]) == s.turn):
            for target in range(self.size**2):
                if target != origin and self.fits(s.cells[origin][-1], s.cells[target]):
                    cells = list(s.cells)
                    cells[target] += cells[origin][-1]
                    cells[origin] = cells[origin][:-1]
                    sign = "x" if s.cells[target] else "-"
                    found[f"{self.square(origin)}{sign}{self.square(target)}"] = Table(tuple(cells), s.stacks, 1 - s.turn)
        return found

    def actions(self, s: Table) -> list[int]:
        return list(range(len(self.moves(s))))

    def result(self, s: Table, a: int) -> Table:
        return list(self.moves(s).values())[a]

    def action_name(self, s: Table, a: int) -> str:
        return list(self.moves(s))[a]

    def winner(self, s: Table) -> int:
        """Whoever has not moved last comes first."""
        full = [p for p in (s.turn, 1 - s.turn) if any(all(self.owner(s.cells[c]) == p for c in line) for line in self.lines)]
        return full[0] if full else -1

    def terminal(self, s: Table) -> bool:
        return self.winner(s) >= 0

    def utility(self, s: Table, p: int) -> float:
        return 1.0 if p == self.winner(s) else -1.0

    def dump(self, s: Table) -> str:
        rows = [s.cells[r * self.size : (r + 1) * self.size] for r in reversed(range(self.size))]
        return "/".join(",".join(cell or "." for cell in row) for row in rows) + " " + "wb"[s.turn]


GOBBLERS = Gobblet(3, nested=False, entry="free")
PLAIN = PlainGobblet(4, ("TSML",) * 3, free=False)
PLAIN_GOBBLERS = PlainGobblet(3, ("S", "S", "M", "M", "L", "L"), free=True)


def test_perft() -> None:
    """A stack that counts twice, a cup that comes in before the one that covers it, one that may not move."""
    assert_perft(Gobblet(), (16, 240, 10080))


def test_distinct_positions() -> None:
    """Reserves that a position does not tell apart, or tells apart for nothing."""
    assert_distinct(Gobblet(), (16, 240, 5280))
    assert_distinct(GOBBLERS, (27, 675, 9432))


def test_perft_with_free_entry() -> None:
    """A cup from the reserve that must not cover although it may cover anything smaller."""
    assert_perft(Gobblet(entry="free"), (16, 240, 10080, 409920))


@pytest.mark.parametrize(("game", "plain"), [(Gobblet(), PLAIN), (GOBBLERS, PLAIN_GOBBLERS)], ids=["4x4", "3x3"])
def test_random_games_beside_the_plain_one(game: Gobblet, plain: PlainGobblet) -> None:
    """A cup that covers from the reserve without a threat, a covered one that moves or counts, a line that is missed."""
    walk_beside_plain(game, plain, show=lambda s: game.dump(s).rpartition(" ")[0], games=5, seed=11)


def test_a_cup_from_the_reserve_stops_three_in_a_row() -> None:
    """The exception of the rules, which random games seldom meet, or more of it than there is."""
    game = Gobblet()
    s = game.load("L,.,.,./.,.,.,./.,.,.,l/M,L,M,. b 0")
    entries = [name for a in game.actions(s) if "@" in (name := game.action_name(s, a))]
    plain = PlainGobblet(4, ("TSML",) * 3, free=False)
    table = plain.initial()._replace(cells=("M", "L", "M", "", "", "", "", "l", *[""] * 4, "L", "", "", ""), turn=1)
    table = table._replace(stacks=(("TS", "TS", "TSML"), ("tsm", "tsml", "tsml")))
    assert {"L@a1", "L@c1"} < set(entries) and not {"L@b1", "M@a1", "L@a4", "L@d2"} & set(entries)
    assert sorted(entries) == sorted(name for name in plain.moves(table) if "@" in name)


def test_a_line_that_is_uncovered() -> None:
    """The opponent's line that wins although another cup of it is covered at once, or that loses to the mover's own."""
    game = Gobblet()
    s = game.load("L,L,M,./.,.,.,./.,.,.,./l,l,s,mL w 0")
    saved = game.result(s, game.parse_action(s, "d1xc1"))
    assert not game.terminal(saved)
    both = game.result(s, game.parse_action(s, "d1-d4"))
    assert (game.utility(both, 0), game.utility(both, 1)) == (-1.0, 1.0)


def test_wrong_texts_and_parameters() -> None:
    """A position that no game comes to, or a board that there is not."""
    game = Gobblet()
    with pytest.raises(BadNotation, match="more medium cups than large"):
        game.load("M,.,.,./.,.,.,./.,.,.,./.,.,.,. w 0")
    with pytest.raises(BadNotation, match="'LM' at a4"):
        game.load("LM,.,.,./.,.,.,./.,.,.,./.,.,.,. w 0")
    with pytest.raises(BadNotation, match="0 is the most"):
        GOBBLERS.load("T,.,./.,.,./.,.,. w 0")
    with pytest.raises(BadParameter, match="size must be 3 or 4"):
        Gobblet(5)
    with pytest.raises(BadParameter, match="threat or free"):
        Gobblet(entry="never")
