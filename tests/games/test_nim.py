"""Nim against OpenSpiel and against Bouton's theory, which minimax must find."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.check import openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter, Position
from counterplay.games import make_game
from counterplay.games.combinatorial.nim import Nim, State
from tests.oracles.count_tables import assert_distinct, assert_perft

PERFT = (16, 206, 2116, 17338, 113912, 602492)  # of 1-3-5-7; OpenSpiel
DISTINCT = (16, 98, 265, 354, 330, 298)  # likewise


def test_perft() -> None:
    """Catches a heap that gives too many or too few objects."""
    assert_perft(Nim(), PERFT)


def test_distinct_positions() -> None:
    """Catches a state or key that tells equal positions apart, or confuses different ones."""
    assert_distinct(Nim(), DISTINCT)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 3, 5, 7), (4, 4), (9,), (2, 1, 6, 3, 5)])
def test_random_games_against_openspiel(heaps: tuple[int, ...], misere: bool) -> None:
    """Catches a difference in legal actions, turns or results; the actions have the same numbers."""
    sizes = ";".join(map(str, heaps))
    walk_beside(Nim(heaps, misere), openspiel_games("nim", {"pile_sizes": sizes, "is_misere": misere}), games=30)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 3, 5, 7), (4, 4, 4), (6, 5), (1, 1, 1, 1, 2)])
def test_minimax_finds_the_theory(heaps: tuple[int, ...], misere: bool) -> None:
    """Catches rules or an estimate that contradict Bouton: every position below these heaps, by full minimax."""
    game = Nim(heaps, misere)

    @functools.cache
    def value(s: State) -> float:
        if game.terminal(s):
            return game.utility(s, s.turn)
        return max(-value(game.result(s, a)) for a in game.actions(s))

    assert value(game.initial()) in (-1.0, 1.0)
    seen = 0
    waiting, met = [game.initial()], {game.initial()}
    while waiting:
        s = waiting.pop()
        seen += 1
        sizes = [game.heap(s, i) for i in range(len(heaps))]
        balance = functools.reduce(lambda a, b: a ^ b, sizes)
        loses = balance == 0 if not misere or max(sizes) > 1 else sum(sizes) % 2 == 1
        assert value(s) == (-1.0 if loses else 1.0)
        if not game.terminal(s):
            assert (game.evaluate(s, s.turn) < 0) == loses
            assert game.evaluate(s, s.turn) == -game.evaluate(s, 1 - s.turn)
            first = max(game.actions(s), key=lambda a: game.order(s, a))
            assert value(game.result(s, first)) == -value(s)
        following = {game.result(s, a) for a in game.choices(s)} - met
        met |= following
        waiting.extend(following)
    assert seen == len(met) > 20


def test_1_3_5_7_is_lost_for_the_first_player() -> None:
    """Catches a wrong reading of the rules: by theory the first player loses in both forms."""
    for misere in (False, True):
        game = Nim(misere=misere)
        assert game.evaluate(game.initial(), 0) < 0


def test_largest_heaps_fit() -> None:
    """Catches a borrow from one heap into the next, or a sign in the highest byte."""
    game = Nim((255,) * 8)
    s = game.initial()
    for i in reversed(range(8)):
        assert game.heap(s, i) == 255
        s = game.result(s, 254 * 8 + i)
        assert [game.heap(s, k) for k in range(8)] == [255] * i + [0] * (8 - i)
    assert game.terminal(s)


def test_command_line_writes_heaps_with_hyphens() -> None:
    """Catches a specification that does not lead back to the same game."""
    game = make_game("nim:heaps=3-4-5,misere=yes")
    assert game.parameters == {"heaps": (3, 4, 5), "misere": True}
    assert make_game(game.spec).parameters == game.parameters
    assert make_game("nim").parameters == {"heaps": (1, 3, 5, 7), "misere": False}


def test_names_pictures_and_clicks() -> None:
    """Catches a click that takes other objects than it names."""
    game = Nim((3, 22))
    position = Position(game).play("b-2")
    assert game.dump(position.state) == "3-20 second"
    scene = position.scene()
    assert len(scene.cells) == 25
    assert len(scene.pieces) == 23
    s = position.state
    assert list(game.gesture(s, game.parse_action(s, "b-2"))) == ["b19"]
    assert list(game.gesture(s, game.parse_action(s, "a-3"))) == ["a1"]
    assert len({(c.x, c.y) for c in scene.cells}) == 25
    assert scene.notes == ("Whoever takes the last object wins.",)
    outcome = position.play("b-20").play("a-3").outcome()
    assert outcome is not None
    assert (outcome.utilities, outcome.reason) == ((1.0, -1.0), "the last object is taken")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it has 0 parts instead of 2; write the sizes of the heaps, then the player to move"),
        ("1-3-5 first", "should be 4 numbers with - between"),
        ("1-3-5-7", "it has 1 part instead of 2"),
        ("1-3-5-8 first", "at most 1-3-5-7, not '1-3-5-8'"),
        ("1-x-5-7 first", "the sizes of the heaps should be 4 numbers"),
        ("1--5-7 first", "not '1--5-7'"),
        ("1-3-5-" + "9" * 9999 + " first", "at most 1-3-5-7"),
        ("1-3-5-7 third", "the player to move should be first or second, not 'third'"),
    ],
)
def test_bad_notation_is_explained(text: str, sentence: str) -> None:
    """Catches a message that does not name the fault, the place and the right form."""
    with pytest.raises(BadNotation) as error:
        Nim().load(text)
    assert sentence in str(error.value)
    assert "1-3-5-7 first" in str(error.value)


@given(st.text() | st.text("0123457- firstecond", max_size=16))
def test_any_text_loads_or_is_refused(text: str) -> None:
    """Catches a text that makes the reader fail instead of answering."""
    game = Nim()
    try:
        s = game.load(text)
    except BadNotation:
        return
    assert game.load(game.dump(s)) == s


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nim:heaps=1-1-1-1-1-1-1-1-1", "from 1 to 8 heaps"),
        ("nim:heaps=0-3", "from 1 to 255 objects"),
        ("nim:heaps=256", "from 1 to 255 objects"),
        ("nim:heaps=a", "whole numbers joined by -"),
    ],
)
def test_bad_parameters_are_refused(spec: str, sentence: str) -> None:
    """Catches heaps that do not fit a byte each."""
    with pytest.raises(BadParameter, match=sentence):
        make_game(spec)


def test_no_heaps_are_refused() -> None:
    """Catches a game that is over before it begins."""
    with pytest.raises(BadParameter, match="from 1 to 8 heaps, not 0"):
        Nim(())
