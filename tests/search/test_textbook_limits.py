"""Limits of a textbook search, and the kinds of game that a form takes or refuses."""

from __future__ import annotations

from typing import Any

import pytest
from textbook_helpers import (
    CUTTING,
    DICE,
    EXACT,
    GEARS,
    TUPLES,
    TWO_PLY,
    Board,
    answer,
)

from counterplay.core import (
    Bound,
    Game,
    Limit,
    MissingTrait,
    Position,
    Repetition,
)
from counterplay.games.catalogue import make_game
from counterplay.gears import kernel
from counterplay.lessons import TreeGame, random_tree
from counterplay.search import search_position, stream_position
from counterplay.search.search_control import MAX_PLY
from counterplay.search.textbook.minimax import max_value, min_value, minimax_value

# --- limits ---


@pytest.mark.parametrize("algorithm", [*EXACT, "tapered", "expectimax"])
def test_stopped_at_once(algorithm: str) -> None:
    """An algorithm without a legal action when there was no time for anything; more nodes than allowed."""
    players = 1 if algorithm == "expectimax" else 2
    game = TreeGame(random_tree(9, 5, 6), (0, 1)[:players])
    legal = set(range(5))
    for limit in (Limit(nodes=1), Limit(seconds=1e-9), Limit(depth=6, nodes=1), Limit(depth=6, nodes=2), Limit(nodes=9)):
        for interpreted in GEARS:
            report = search_position(game, None, limit, algorithm, interpreted=interpreted)
            assert report.action in legal
            assert report.variation[0] == report.action
            if limit.nodes is not None:
                assert report.nodes <= limit.nodes
                assert not report.value.proven


def test_the_last_finished_depth_counts() -> None:
    """A choice taken from a depth that was cut short."""
    game = TreeGame(random_tree(4, 5, 6))
    for algorithm in ("minimax_value", "alpha_beta", "max_n"):
        reports = list(stream_position(game, None, Limit(nodes=2000), algorithm))
        assert not reports[-1].completed
        assert (reports[-1].nodes, reports[-1].depth) == (2000, reports[-2].depth)
        direct = answer(game, algorithm, depth=reports[-1].depth)
        assert (direct.action, direct.value, direct.lines) == (reports[-1].action, reports[-1].value, reports[-2].lines)


def test_a_direct_search_cut_short() -> None:
    """The best of the actions that were finished, as a lower bound."""
    game = TreeGame([[[1, 1], [1, 1]], [[5, 6], [7, 8]], [[9, 9], [9, 9]]])
    report = search_position(game, None, Limit(depth=3, nodes=17), "minimax_value")
    assert (report.action, report.value.score, report.value.bound) == (1, 6.0, Bound.LOWER)
    assert (report.depth, report.completed, len(report.lines)) == (0, False, 2)


def test_deepening_ends_with_a_certain_win() -> None:
    """A search that goes on although nothing can be better than what it has proven."""
    game = make_game("connect_four")
    reports = list(stream_position(game, game.load("112233"), Limit(nodes=10**9), "alpha_beta"))
    assert [r.depth for r in reports] == [1]
    assert (reports[0].action, reports[0].value.score, reports[0].value.proven) == (3, 1.0, True)


class Corridor(Game):
    """One way to go, 1000 steps; the last one is worth a point to the first player."""

    max_actions = 1

    def initial(self) -> Board:
        return Board(0, 0)

    def player(self, s: Board) -> int:
        return s.x & 1

    def actions(self, s: Board) -> Any:
        yield 0

    def result(self, s: Board, a: int) -> Board:
        return Board(s.x + 1, 0)

    def terminal(self, s: Board) -> bool:
        return s.x == 1000

    def utility(self, s: Board, p: int) -> float:
        return 1.0 if p == 0 else -1.0


class Optimist(Corridor):
    """Action 0 leads on for ever and always looks won; after action 1 the opponent chooses whether that wins or loses."""

    max_actions = 2

    def actions(self, s: Board) -> Any:
        yield 0
        yield 1

    def result(self, s: Board, a: int) -> Board:
        return Board(s.x + 1, a if s.x == 0 else s.o + 2 * (a + 1))

    def terminal(self, s: Board) -> bool:
        return s.o > 1 and s.o & 1 == 1

    def utility(self, s: Board, p: int) -> float:
        return 1.0 if (s.o == 3) == (p == 0) else -1.0

    def evaluate(self, s: Board, p: int) -> float:
        return 1.0 if p == 0 else -1.0


@pytest.mark.parametrize("algorithm", CUTTING)
def test_a_bound_is_no_proof_of_a_win(algorithm: str) -> None:
    """Catches a win claimed because an action was found to be worth no more than it, without any estimate."""
    report = answer(Optimist(), algorithm, interpreted=True, depth=2)
    assert (report.action, report.value.score, report.value.proven) == (0, 1.0, False)


@pytest.mark.parametrize("algorithm", ["minimax_value", "alpha_beta", "max_n"])
def test_games_longer_than_the_stack(algorithm: str) -> None:
    """A stack or an array that overflows in a game of a thousand plies."""
    game = Corridor()
    for interpreted in GEARS:
        report = answer(game, algorithm, interpreted)
        assert (report.depth, report.value.score, report.value.proven) == (MAX_PLY, 0.0, False)
        assert len(report.variation) == MAX_PLY
        near = search_position(game, Board(990, 0), Limit(), algorithm, interpreted=interpreted)
        assert (near.depth, near.value.score, near.value.proven) == (10, 1.0, True)


# --- kinds of game ---


def test_refusals() -> None:
    """A form that searches a kind of game it cannot, or a refusal that does not say what works."""
    chance, three, one = TreeGame([DICE, 1]), TreeGame(TUPLES, movers=(0, 1, 2)), TreeGame([1, 2], movers=(0,))
    for algorithm in (*CUTTING, "minimax", "minimax_value", "negamax", "tapered"):
        with pytest.raises(MissingTrait, match="knows no chance nodes"):
            answer(chance, algorithm)
        with pytest.raises(MissingTrait, match="needs a game for 2, and this one has 3 players; max_n works"):
            answer(three, algorithm)
    with pytest.raises(MissingTrait, match="needs a game for 1, and this one has 2 players"):
        answer(chance, "expectimax")
    with pytest.raises(MissingTrait, match="needs a game for 2, and this one has 1 player;"):
        answer(one, "expectiminimax")
    with pytest.raises(MissingTrait, match="zero-sum"):
        answer(TreeGame([[(1.0, 1.0)], [(2.0, 0.0)]]), "alpha_beta")


class Circle(Game):
    """Walk around eight places, one or two steps at a time; no place may be visited twice."""

    repetition, repetition_count = Repetition.FORBIDDEN, 2
    max_actions = 3

    def initial(self) -> Board:
        return Board(0, 0)

    def player(self, s: Board) -> int:
        return s.o

    def actions(self, s: Board) -> Any:
        yield 0
        yield 1
        yield 7

    def result(self, s: Board, a: int) -> Board:
        return Board((s.x + a) % 8, 1 - s.o)

    def terminal(self, s: Board) -> bool:
        return s.x == 5

    def utility(self, s: Board, p: int) -> float:
        return 0.0

    def key(self, s: Board) -> int:
        return s.x


def test_forbidden_repetition_at_the_root() -> None:
    """An action that the rules forbid because of what was played before; a proof that does not know of repetition."""
    position = Position(Circle(), Board(1, 0)).play(1)
    assert position.choices == [1]
    for algorithm in ("negamax", "negamax_alpha_beta"):
        report = search_position(position.game, position, Limit(depth=2), algorithm)
        assert report.action == 1
        assert len(report.lines) == 1
        assert not search_position(position.game, position, Limit(depth=9), algorithm).value.proven


class Words(Game):
    """Two players write a word of four letters a and b; each b is worth a point to the second. A state is a string."""

    utility_range = (-4.0, 4.0)

    def initial(self) -> str:
        return ""

    def player(self, s: str) -> int:
        return len(s) % 2

    def actions(self, s: str) -> Any:
        return [0, 1]

    def result(self, s: str, a: int) -> str:
        return s + "ab"[a]

    def terminal(self, s: str) -> bool:
        return len(s) == 4

    def utility(self, s: str, p: int) -> float:
        return float(s.count("b")) * (2 * p - 1)


def test_a_game_that_cannot_be_compiled() -> None:
    """A form that fails, or is silent, where only the interpreted gear works."""
    with pytest.warns(UserWarning, match="interpreted gear"):
        report = search_position(Words(), None, Limit(), "minimax")
    assert (report.value.score, report.variation) == (-2.0, (0, 1, 0, 1))
    for algorithm in EXACT:
        assert answer(Words(), algorithm).variation == (0, 1, 0, 1)


@kernel(cache=False)
def even(game: Any, s: Any, n: int) -> bool:
    return True if n == 0 else odd(game, s, n - 1)


@kernel(cache=False)
def odd(game: Any, s: Any, n: int) -> bool:
    return False if n == 0 else even(game, s, n - 1)


def test_the_pair_stays_off_the_disk(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Mutually recursive kernels in the cache: Numba crashes when the next process loads them."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    game = TreeGame(TWO_PLY)
    assert even(game, game.initial(), 10)
    assert even.compilations == 1
    assert "compiling even for tree:players=2 (for this process)" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert not max_value.cached
    assert not min_value.cached
    assert minimax_value.cached
