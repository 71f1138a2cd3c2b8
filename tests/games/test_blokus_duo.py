"""Blokus Duo: published counts, a second implementation that tries every piece on every square, scores and wrong texts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from counterplay.boards.sets.long_sets import listed
from counterplay.core import BadNotation
from counterplay.games.placement.blokus_duo import BLUE, DRAWINGS, RED, BlokusDuo, State
from counterplay.search.perft import perft
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Square = tuple[int, int]  # column, row, from the lower left
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
FIRST_SQUARES = ((4, 4), (9, 9))


def grown(most: int) -> list[set[frozenset[Square]]]:
    """All fixed polyominoes of 1, 2, ... squares: a neighbour is added to those that are one smaller."""
    levels = [{frozenset({(0, 0)})}]
    while len(levels) < most:
        following = set()
        for shape in levels[-1]:
            for x, y in shape:
                for dx, dy in SIDES:
                    if (x + dx, y + dy) not in shape:
                        following.add(moved(shape | {(x + dx, y + dy)}))
        levels.append(following)
    return levels


def moved(shape: frozenset[Square]) -> frozenset[Square]:
    """The same squares against the left and the lower border."""
    left, bottom = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - bottom) for x, y in shape)


def same_piece(shape: frozenset[Square]) -> frozenset[frozenset[Square]]:
    """A shape in all its ways."""
    found = set()
    for side in (shape, frozenset((-x, y) for x, y in shape)):
        turned = side
        for _ in range(4):
            turned = frozenset((y, -x) for x, y in turned)
            found.add(moved(turned))
    return frozenset(found)


ALL_PIECES = frozenset(same_piece(shape) for level in grown(5) for shape in level)


class Layout(NamedTuple):
    squares: tuple[frozenset[Square], frozenset[Square]]
    left: tuple[frozenset[frozenset[frozenset[Square]]], frozenset[frozenset[frozenset[Square]]]]
    turn: int
    single_last: tuple[bool, bool]


def beside(squares: frozenset[Square], ways: tuple[Square, ...]) -> set[Square]:
    return {(x + dx, y + dy) for x, y in squares for dx, dy in ways}


class PlainBlokus(NamedMoves):
    """The rulebook with sets of squares; an action is named by the squares that it covers."""

    def initial(self) -> Layout:
        return Layout((frozenset(), frozenset()), (ALL_PIECES, ALL_PIECES), 0, (False, False))

    def player(self, s: Layout) -> int:
        return s.turn

    def laid(self, s: Layout, p: int) -> dict[str, Layout]:
        own, found = s.squares[p], {}
        closed = own | s.squares[1 - p] | beside(own, SIDES)
        wanted = beside(own, CORNERS) if own else {FIRST_SQUARES[p]}
        for goal in (square for square in wanted if square not in closed):
            for piece in s.left[p]:
                for way in piece:
                    for x, y in way:
                        squares = frozenset((goal[0] + u - x, goal[1] + v - y) for u, v in way)
                        if all(0 <= u < 14 and 0 <= v < 14 for u, v in squares) and not squares & closed:
                            found[str(sorted(squares))] = self.after(s, p, piece, squares)
        return found

    def after(self, s: Layout, p: int, piece: frozenset[frozenset[Square]], squares: frozenset[Square]) -> Layout:
        both, left, last = list(s.squares), list(s.left), list(s.single_last)
        both[p], left[p] = both[p] | squares, left[p] - {piece}
        last[p] = len(squares) == 1
        return Layout((both[0], both[1]), (left[0], left[1]), 1 - p, (last[0], last[1]))

    def listed(self, s: Layout) -> dict[str, Layout]:
        return self.laid(s, s.turn) or {"pass": s._replace(turn=1 - s.turn)}

    def terminal(self, s: Layout) -> bool:
        return "pass" in self.moves(s) and not self.laid(s, 1 - s.turn)

    def points(self, s: Layout, p: int) -> int:
        if s.left[p]:
            return -sum(len(next(iter(piece))) for piece in s.left[p])
        return 20 if s.single_last[p] else 15

    def utility(self, s: Layout, p: int) -> float:
        lead = self.points(s, p) - self.points(s, 1 - p)
        return float((lead > 0) - (lead < 0))

    def dump(self, s: Layout) -> str:
        return f"{[sorted(squares) for squares in s.squares]} {s.turn} {self.points(s, 0)} {self.points(s, 1)}"


def covered(game: BlokusDuo, a: int) -> str:
    """An action by the squares that it covers, as the plain game names it."""
    if a == game.passing:
        return "pass"
    return str(sorted((cell % 14, cell // 14) for cell in game.every_placement[a].cells))


def shown(game: BlokusDuo, s: State) -> str:
    """A state as the plain game shows it."""
    squares = [
        sorted((cell % 14, cell // 14) for a in s.lies[p] if a >= 0 for cell in game.every_placement[a].cells) for p in (0, 1)
    ]
    return f"{squares} {game.player(s)} {game.score(s, 0)} {game.score(s, 1)}"


@pytest.fixture(scope="module")
def game() -> BlokusDuo:
    return BlokusDuo()


def test_the_21_pieces_are_all_there_are(game: BlokusDuo) -> None:
    """Would catch a shape drawn twice, one that is missing, a way to lay a piece that is left out."""
    ways = [{frozenset(way) for way in piece} for piece in game.ways]
    assert len(ways) == 21 and frozenset(map(frozenset, ways)) == ALL_PIECES
    by_size = [sum(len(piece) for piece in ways if len(next(iter(piece))) == size) for size in range(1, 6)]
    assert by_size == [1, 2, 6, 19, 63]
    assert game.squares == 89 and len(set(DRAWINGS)) == 21


def test_perft(game: BlokusDuo) -> None:
    """Would catch a first piece that misses its square, one that hangs over the border, a second that is kept away."""
    s = game.initial()
    assert [perft.interpreted(game, s, depth) for depth in (1, 2)] == [414, 171396]
    free = BlokusDuo(free_start=True)
    assert len(free.choices(free.initial())) == 2 * 414


def test_a_free_start_leaves_the_other_square(game: BlokusDuo) -> None:
    """Would catch a second player on the first one's square, and a first player who goes on from the other's."""
    free = BlokusDuo(free_start=True)
    s = free.result(free.initial(), free.parse_action(free.initial(), "X1-j10"))
    assert len(free.choices(s)) == 414
    assert {free.parse_action(s, "M1-e5"), free.parse_action(s, "I1-e5")} <= set(free.choices(s))
    s = free.result(s, free.parse_action(s, "M1-e5"))
    offered = {free.board.index(name) for name in ("i12", "k12", "h11", "l11", "h9", "l9", "i8", "k8")}
    assert all(offered & set(free.every_placement[a].cells) for a in free.choices(s))


def test_random_games_beside_the_plain_one(game: BlokusDuo) -> None:
    """Would catch own pieces side by side, a corner forgotten or seen where there is none, a wrong pass, end or score."""
    plain = PlainBlokus()
    walk_beside_plain(game, plain, label=lambda s, a: covered(game, int(a)), show=lambda s: shown(game, s), games=2, seed=5)


def test_a_blocked_player_passes(game: BlokusDuo) -> None:
    """Would catch a pass beside a placement, a game that ends while one can still play, and a missing button."""
    s = game.initial()
    legal = s.legal.copy()
    legal[BLUE] = 0
    blocked = s._replace(legal=legal)
    assert not game.terminal(blocked)
    assert [game.action_name(blocked, a) for a in game.choices(blocked)] == ["pass"] == list(game.buttons(blocked))
    after = game.result(blocked, game.passing)
    assert (after.turn, len(game.choices(after))) == (RED, 414)
    assert np.array_equal(after.lies, blocked.lies)
    assert game.terminal(blocked._replace(legal=np.zeros_like(legal)))


def with_all_laid_but(game: BlokusDuo, letters: str) -> State:
    """Blue has only these pieces left, and may lay them anywhere: for scores alone."""
    s, everything = game.initial(), game.initial().fits
    lies = s.lies.copy()
    for piece, letter in enumerate(DRAWINGS):
        if letter not in letters:
            lies[BLUE, piece] = listed(game.of_piece[piece])[0]
    return s._replace(lies=lies, legal=everything)


def test_scores_and_bonus(game: BlokusDuo) -> None:
    """Would catch a bonus for the single square laid earlier, one that is missing, and squares counted by pieces."""
    s = with_all_laid_but(game, "MX")
    assert (game.score(s, BLUE), game.score(s, RED)) == (-6, -89)

    def lay(state: State, letter: str) -> State:
        piece = list(DRAWINGS).index(letter)
        return game.result(state._replace(turn=BLUE), int(listed(game.of_piece[piece])[0]))

    single_last, single_first = lay(lay(s, "X"), "M"), lay(lay(s, "M"), "X")
    assert (game.score(single_last, BLUE), game.score(single_first, BLUE)) == (20, 15)
    assert game.key(single_last) != game.key(single_first)
    assert (game.utility(single_last, BLUE), game.utility(single_last, RED)) == (1.0, -1.0)
    assert game.utility(game.initial(), BLUE) == 0.0


def test_texts(game: BlokusDuo) -> None:
    """Would catch sets that depend on the order of laying, and a field that is lost."""
    s = game.after_moves(["X1-e5", "X1-j10", "W1-g7", "D1-g11"])
    again = game.load(game.dump(s))
    assert all(np.array_equal(one, other) for one, other in zip(s, again, strict=True))


EMPTY_ROWS = "/".join(["." * 14] * 9)


@pytest.mark.parametrize(
    ("rows", "rest", "complaint"),
    [
        ("....D........./....D........./....D......... r", "", "the squares of the blue D do not have its shape"),
        (".........M..../............../.............. r", "", "no piece of Blue covers e5"),
        ("....M........./....DD......../.............. r", "", "Blue's M and D touch along a side"),
        ("....M........./............../..DD.......... r", "", "Blue's D is not joined by corners to the first piece"),
        ("....M........./.....DD......./.............. r", "", "Red is too many pieces behind"),
        ("....M........./............../.............. r", "b", "Blue has pieces left"),
        ("....M........./............../.............. g", "", "no side to move"),
        ("....M........./............../.............. r", "x", "some of br"),
    ],
)
def test_wrong_texts(game: BlokusDuo, rows: str, rest: str, complaint: str) -> None:
    """Would catch positions that no game comes to, each refused in a sentence."""
    board, side = rows.split()
    text = "/".join([EMPTY_ROWS, board, "." * 14, "." * 14])
    with pytest.raises(BadNotation, match=complaint):
        game.load(f"{text} {side} {rest}".strip())
