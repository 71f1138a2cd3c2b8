"""Tic-tac-toe in space: published counts, OpenSpiel on both cubes, the known win, and columns of beads for gravity."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest

from counterplay.check import GameOracle, openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter, Game, Limit
from counterplay.games import make_game
from counterplay.games.lines.tic_tac_toe_3d import TicTacToe3D
from counterplay.search import search_position
from tests.oracles.count_tables import assert_perft


class Rods(NamedTuple):
    beads: tuple[str, ...]  # of each rod, the lowest first
    turn: int


class PlainRods(Game):
    """Score Four with a text for each of sixteen rods; lines are looked for along all ways through the cube."""

    def initial(self) -> Rods:
        return Rods(("",) * 16, 0)

    def player(self, s: Rods) -> int:
        return s.turn

    def actions(self, s: Rods) -> list[int]:
        return [rod for rod in range(16) if len(s.beads[rod]) < 4]

    def action_name(self, s: Rods, a: int) -> str:
        return f"{len(s.beads[a]) + 1}{'abcd'[a % 4]}{a // 4 + 1}"

    def result(self, s: Rods, a: int) -> Rods:
        return Rods((*s.beads[:a], s.beads[a] + "xo"[s.turn], *s.beads[a + 1 :]), 1 - s.turn)

    def won(self, s: Rods) -> bool:
        last = "xo"[1 - s.turn]
        beads = {(x, y, z) for x, y in product(range(4), repeat=2) for z, b in enumerate(s.beads[4 * y + x]) if b == last}
        ways = [way for way in product((-1, 0, 1), repeat=3) if any(way)]
        return any(
            all((x + i * dx, y + i * dy, z + i * dz) in beads for i in range(4)) for x, y, z in beads for dx, dy, dz in ways
        )

    def terminal(self, s: Rods) -> bool:
        return self.won(s) or not self.actions(s)

    def utility(self, s: Rods, p: int) -> float:
        return 0.0 if not self.won(s) else -1.0 if p == s.turn else 1.0


@pytest.mark.parametrize(("size", "counts"), [(3, (27, 702, 17550, 421200, 9687600)), (4, (64, 4032, 249984, 15249024))])
def test_perft(size: int, counts: tuple[int, ...]) -> None:
    """A line where there is none, or one that is not seen: on the small cube games end with the fifth mark."""
    assert_perft(TicTacToe3D(size), counts)


@pytest.mark.parametrize("size", [3, 4])
def test_random_games_against_openspiel(size: int) -> None:
    """A line that OpenSpiel does not have, or the other way round; cells are numbered alike."""
    walk_beside(
        TicTacToe3D(size), openspiel_games(f"gomoku(size={size},connect={size},dims=3)"), games=60 if size == 3 else 12, seed=2
    )


def test_lines_of_the_cubes() -> None:
    """A direction through space that is missing: 49 lines and 76 are well known."""
    assert [len(TicTacToe3D(size).lines) for size in (3, 4)] == [49, 76]


def test_gravity_beside_rods_of_beads() -> None:
    """A bead that hangs in the air or a rod that takes a fifth."""
    game, plain = make_game("score_four"), PlainRods()
    walked = walk_beside(game, lambda: GameOracle(plain, label=plain.action_name), label=game.action_name, games=25, seed=6)
    assert sum(g.decided for g in walked) > 20


def test_the_centre_of_the_small_cube_wins() -> None:
    """Candidates without the only defence, or a wrong winner."""
    game = TicTacToe3D()
    report = search_position(game, limit=Limit(depth=7))
    assert game.action_name(game.initial(), report.action) == "2b2"
    assert (report.value.score, report.value.proven, report.value.plies_to_end) == (1.0, True, 7)


def test_candidates_win_first_and_then_defend() -> None:
    """A defence that is preferred to a win, and with gravity a cell that nobody can reach yet."""
    game = make_game("qubic")
    s = game.after_moves(["1a1", "4a1", "1b1", "4b1", "1c1", "4c1"])
    assert [game.action_name(s, a) for a in game.candidates(s)] == ["1d1"]
    s = game.result(s, game.parse_action(s, "3c3"))
    assert game.threatened(s)
    assert [game.action_name(s, a) for a in game.candidates(s)] == ["4d1"]
    rods = make_game("score_four")
    s = rods.after_moves(["1a1", "2a1", "1b1", "2b1", "1d4", "1c1", "1a4", "2c1"])
    assert not rods.threatened(s)
    assert len(list(rods.candidates(s))) == 16
    s = rods.result(s, rods.parse_action(s, "1d1"))
    assert [rods.action_name(s, a) for a in rods.candidates(s)] == ["2d1"]


@pytest.mark.parametrize(
    ("spec", "text", "part"),
    [
        ("tic_tac_toe_3d", "x../.../.../.../.../.../.../.../... x", "the numbers of marks do not fit together"),
        ("tic_tac_toe_3d", "xxx/.../.../ooo/.../.../.../.../... x", "X has a line and is to move"),
        ("tic_tac_toe_3d", "xxx/.../xxx/oo./oo./.../o../.../... o", "lines that no single mark completed"),
        ("tic_tac_toe_3d:gravity=yes", "x../.../.../o../.../.../.../.../... x", "there is nothing on 1a3"),
    ],
)
def test_bad_notation_is_explained(spec: str, text: str, part: str) -> None:
    """A position that no game comes to, or a sentence that does not say why."""
    with pytest.raises(BadNotation, match=part):
        make_game(spec).load(text)


def test_other_sizes_are_refused() -> None:
    """A cube that does not fit into a word of 64 bits."""
    with pytest.raises(BadParameter, match="size must be 3 or 4"):
        TicTacToe3D(5)
