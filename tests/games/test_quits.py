"""Quits: counts of sequences, and a second implementation with a dictionary of tiles that are taken out and pushed in."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games import make_game
from counterplay.games.races.quits import Quits
from counterplay.search.perft import perft
from tests.oracles.named_moves import NamedMoves, walk_beside_plain
from tests.oracles.walked_perft import count_plies

FORWARD = ((1, 1), (1, 0), (0, 1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1))


class Table(NamedTuple):
    tiles: tuple[str, ...]  # 25 tiles, row by row from White's home: "w", "b" or "."
    out: tuple[int, int]
    slid: str  # the opponent's slide, or ""
    turn: int


def name(x: int, y: int) -> str:
    return f"{'abcde'[x]}{y + 1}"


class PlainQuits(NamedMoves):
    """The rulebook on a list of rows."""

    def __init__(self, marbles: int, wrap: bool, steps: tuple[tuple[int, int], ...]) -> None:
        self.start = [(1, 0), (0, 1), (1, 1)] + ([(2, 0), (0, 2)] if marbles == 5 else [])
        self.goal, self.wrap, self.steps = (3 if marbles == 5 else 1), wrap, steps

    def initial(self) -> Table:
        tiles = ["."] * 25
        for x, y in self.start:
            tiles[5 * y + x], tiles[5 * (4 - y) + 4 - x] = "w", "b"
        return Table(tuple(tiles), (0, 0), "", 0)

    def player(self, s: Table) -> int:
        return s.turn

    def left_board(self, tiles: list[str], s: Table, slid: str) -> Table:
        out = (s.out[0] + (tiles[24] == "w"), s.out[1] + (tiles[0] == "b"))
        if tiles[24] == "w":
            tiles[24] = "."
        if tiles[0] == "b":
            tiles[0] = "."
        return Table(tuple(tiles), out, slid, 1 - s.turn)

    def listed(self, s: Table) -> dict[str, Table]:
        found, own = {}, "wb"[s.turn]
        for x in range(5):
            for y in range(5):
                for dx, dy in self.steps:
                    tx, ty = (x + dx, y + dy) if s.turn == 0 else (x - dx, y - dy)
                    if s.tiles[5 * y + x] == own and 0 <= tx < 5 and 0 <= ty < 5 and s.tiles[5 * ty + tx] == ".":
                        tiles = list(s.tiles)
                        tiles[5 * y + x], tiles[5 * ty + tx] = ".", own
                        found[f"{name(x, y)}-{name(tx, ty)}"] = self.left_board(tiles, s, "")
        lines = [[(x, y) for x in range(5)] for y in range(5)] + [[(x, y) for y in range(5)] for x in range(5)]
        for line in lines + [line[::-1] for line in lines]:
            there = [s.tiles[5 * y + x] for x, y in line]
            sign, undone = f"{name(*line[-1])}-{name(*line[0])}", f"{name(*line[0])}-{name(*line[-1])}"
            if own in there and s.slid != undone and (self.wrap or there[-1] == "."):
                tiles = list(s.tiles)
                for (x, y), content in zip(line, [there[-1], *there[:-1]], strict=True):
                    tiles[5 * y + x] = content
                found[sign] = self.left_board(tiles, s, sign)
        return found

    def terminal(self, s: Table) -> bool:
        return max(s.out) >= self.goal or not self.moves(s)

    def utility(self, s: Table, p: int) -> float:
        won = s.out[p] >= self.goal or (s.out[1 - p] < self.goal and p != s.turn)
        return 1.0 if won else -1.0

    def dump(self, s: Table) -> str:
        rows = "/".join("".join(s.tiles[5 * y : 5 * y + 5]) for y in (4, 3, 2, 1, 0))
        return f"{rows} {'wb'[s.turn]} {s.out[0]}-{s.out[1]} {s.slid.replace('-', '') or '-'}"


def names(game: Quits, position: str) -> set[str]:
    s = game.load(position)
    return {game.action_name(s, int(a)) for a in game.choices(s)}


def test_perft() -> None:
    """Would catch a slide of a full end or of the opponent's line, one that is undone, a marble that goes back."""
    game = Quits()
    assert [perft.interpreted(game, game.initial(), depth) for depth in (1, 2, 3)] == [17, 290, 4912]
    assert count_plies(game, game.initial(), 4) == 81426


@pytest.mark.parametrize(
    ("variant", "counts"),
    [("quits_simplified", (13, 168, 2390, 33004)), ("quits_with_wrapping", (23, 516, 11404, 246766))],
)
def test_perft_of_variants(variant: str, counts: tuple[int, ...]) -> None:
    """Would catch a wrong start of three marbles, a game that does not end after one, marbles that do not go round."""
    game = make_game(variant)
    assert tuple(count_plies(game, game.initial(), depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(
    ("marbles", "wrap", "movement", "games"),
    [(5, False, "forward", 6), (3, False, "forward", 10), (5, True, "forward", 4), (3, False, "diagonal", 6)],
)
def test_random_games_beside_the_plain_one(marbles: int, wrap: bool, movement: str, games: int) -> None:
    """Would catch marbles that a slide loses or leaves behind, an exit that is missed, a wrong turn, end or winner."""
    game = Quits(marbles, wrap, movement)
    plain = PlainQuits(marbles, wrap, FORWARD if movement == "forward" else DIAGONAL)
    walk_beside_plain(game, plain, games=games, seed=marbles)


def test_slides() -> None:
    """Would catch a slide that takes a marble out, one of a line without own marbles, and one that is undone at once."""
    game, position = Quits(), "...bb/...bb/...wb/.w.../.www. w 0-0 -"
    s = game.load(position)
    after = game.result(s, game.parse_action(s, "e2-a2"))
    assert game.dump(after) == "...bb/...bb/...wb/..w../.www. b 0-0 e2a2"
    assert "e3-a3" not in names(game, position)  # Black's marble is on e3
    assert "a3-e3" in names(game, position) and "a4-e4" not in names(game, position)  # no white marble in row 4
    undone = "b..bb/...b./b..../...w./.wwww w 0-0 "
    assert "a2-e2" in names(game, f"{undone}-") and "a2-e2" not in names(game, f"{undone}e2a2")
    assert "a2-e2" in names(game, f"{undone}a2e2")  # the same slide again may be made


def test_a_slide_may_bring_out_either_players_marble() -> None:
    """Would catch a marble that stays on its exit, or a win that counts for whoever slides."""
    game = Quits()
    s = game.load("...w./...bb/b..../...../...ww w 2-2 -")
    won = game.result(s, game.parse_action(s, "e5-a5"))
    assert game.terminal(won) and game.utility(won, 0) == 1.0 and game.ending(won) == "White has got 3 marbles out"
    t = game.load("...../...bb/...../..w../.bw.w w 2-2 -")
    lost = game.result(t, game.parse_action(t, "a1-e1"))
    assert game.terminal(lost) and game.utility(lost, 0) == -1.0 and game.ending(lost) == "Black has got 3 marbles out"


def test_marbles_wrap_round() -> None:
    """Would catch a marble that is lost at the end of its line, or one that misses its exit there."""
    game = Quits(wrap=True)
    s = game.load("w...b/...../.b.../b..../.wwww w 0-2 -")
    assert game.dump(game.result(s, game.parse_action(s, "a5-e5"))) == "...b./...../.b.../b..../.wwww b 1-2 a5e5"


def test_features() -> None:
    """Would catch steps that are counted to the wrong corner, and marbles that need not get out counted as needed."""
    game = Quits()
    s = game.initial()
    assert game.way_left(s, 0) == 3 + 4 + 4 == game.way_left(s, 1)
    far = game.load("w..../...w./...../...../.bbbw w 2-2 -")
    assert (game.way_left(far, 0), game.way_left(far, 1)) == (1.0, 1.0)
    assert game.evaluate(far, 0) == -game.evaluate(far, 1)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("...bb/...bb/...wb/.w.../..ww. w 0-0 -", "White has 4 marbles on the board and 0 out"),
        ("..bbw/...bb/....b/.w.../.www. w 0-0 -", "White's marble on e5 would have left the board"),
        ("...bb/...bb/...wb/.w.../.www. w 0-0 a1b1", "the slide that may not be undone should be"),
    ],
)
def test_wrong_positions(position: str, reason: str) -> None:
    """Would catch marbles that are missing or on their exit, and a slide that is none."""
    with pytest.raises(BadNotation, match=reason):
        Quits().load(position)


def test_wrong_parameters() -> None:
    """Would catch a number of marbles without a start, and an unknown movement."""
    with pytest.raises(BadParameter, match="no start for 4 marbles each; it must be 5 or 3"):
        Quits(4)
    with pytest.raises(BadParameter, match="movement is 'sideways'; it must be forward or diagonal"):
        Quits(movement="sideways")
