"""Quixo: published counts, solved small boards, and a second implementation with rows of letters."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import Game
from counterplay.games.lines.quixo import Quixo
from tests.oracles.count_tables import assert_distinct, assert_perft
from tests.oracles.named_moves import walk_beside_plain


class Rows(NamedTuple):
    rows: tuple[str, ...]  # from the bottom
    turn: int


class PlainQuixo(Game):
    """The rulebook with rows and columns as texts: a cube is cut out and put back at an end."""

    def __init__(self, size: int = 5) -> None:
        self.size = size

    def initial(self) -> Rows:
        return Rows(("." * self.size,) * self.size, 0)

    def player(self, s: Rows) -> int:
        return s.turn

    def moves(self, s: Rows) -> dict[str, Rows]:
        """Every move by its name."""
        n, sign, found = self.size, "xo"[s.turn], {}
        for r in range(n):
            for c in range(n):
                if (0 < r < n - 1 and 0 < c < n - 1) or s.rows[r][c] == "ox"[s.turn]:
                    continue
                row, column = s.rows[r], "".join(line[c] for line in s.rows)
                name = f"{'abcdefgh'[c]}{r + 1}"
                without = row[:c] + row[c + 1 :]
                for end, pushed in ((0, sign + without), (n - 1, without + sign)):
                    if c != end:
                        rows = (*s.rows[:r], pushed, *s.rows[r + 1 :])
                        found[f"{name}-{'abcdefgh'[end]}{r + 1}"] = Rows(rows, 1 - s.turn)
                without = column[:r] + column[r + 1 :]
                for end, pushed in ((0, sign + without), (n - 1, without + sign)):
                    if r != end:
                        rows = tuple(line[:c] + mark + line[c + 1 :] for line, mark in zip(s.rows, pushed, strict=True))
                        found[f"{name}-{'abcdefgh'[c]}{end + 1}"] = Rows(rows, 1 - s.turn)
        return found

    def actions(self, s: Rows) -> list[int]:
        return list(range(len(self.moves(s))))

    def result(self, s: Rows, a: int) -> Rows:
        return list(self.moves(s).values())[a]

    def action_name(self, s: Rows, a: int) -> str:
        return list(self.moves(s))[a]

    def winner(self, s: Rows) -> int:
        n = self.size
        lines = [*s.rows, *("".join(row[c] for row in s.rows) for c in range(n))]
        lines += ["".join(s.rows[i][i] for i in range(n)), "".join(s.rows[i][n - 1 - i] for i in range(n))]
        for player in (s.turn, 1 - s.turn):  # whoever has not moved last comes first
            if "xo"[player] * n in lines:
                return player
        return -1

    def terminal(self, s: Rows) -> bool:
        return self.winner(s) >= 0

    def utility(self, s: Rows, p: int) -> float:
        return 1.0 if p == self.winner(s) else -1.0

    def dump(self, s: Rows) -> str:
        return "/".join(reversed(s.rows)) + " " + "xo"[s.turn]


def test_perft() -> None:
    """A push that is missing or comes twice, or a cube of the opponent's that is taken."""
    assert_perft(Quixo(), (44, 1836, 76596))


def test_distinct_positions() -> None:
    """Cubes that slide wrongly: moves would lead to more or fewer boards."""
    assert_distinct(Quixo(), (16, 240, 2240))


@pytest.mark.parametrize("size", [3, 5])
def test_random_games_beside_the_plain_one(size: int) -> None:
    """A row that slides the wrong way, an opponent's line that does not win, a line that is not seen."""
    game, plain = Quixo(size), PlainQuixo(size)
    walked = walk_beside_plain(
        game,
        plain,
        show=lambda s: game.dump(s).rpartition(" ")[0],
        until=lambda position, oracle: position.game.terminal(position.state) and position.state.winner < 0,
        games=8,
        seed=5,
    )
    assert sum(g.decided for g in walked) > 4


def test_the_opponents_line_comes_first() -> None:
    """A move that makes two lines won by whoever made it."""
    game = Quixo(3)
    s = game.load("oxx/xoo/... x 0")
    made = game.result(s, game.parse_action(s, "a1-a3"))
    assert game.dump(made).startswith("xxx/ooo/x..") and game.terminal(made)
    assert (game.utility(made, 0), game.utility(made, 1)) == (-1.0, 1.0)
