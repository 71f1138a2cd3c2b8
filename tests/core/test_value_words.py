"""Values as people read them, in the unit of their game."""

from __future__ import annotations

import pytest

from counterplay import Game, Unit, Value, make_game, value_text
from counterplay.core import Bound
from counterplay.core.text.value_words import score_text, worth_words
from counterplay.protocols.uci_info import Speech, score


def proven(score: float, plies: int | None = None, bound: Bound = Bound.EXACT) -> Value:
    return Value(score, 0, bound, proven=True, plies_to_end=plies)


@pytest.mark.parametrize(
    ("spec", "value", "shown"),
    [
        ("chess", Value(0.0022, 0), "+0.22"),
        ("chess", Value(-0.0314, 0), "-3.14"),
        ("chess", Value(-0.00001, 0), "0.00"),
        ("chess", Value(0.0022, 0, Bound.LOWER), ">=+0.22"),
        ("chess", Value(1.0, 0), "win"),
        ("chess", proven(1.0, 5), "#3"),
        ("chess", proven(-1.0, 4), "#-2"),
        ("chess", proven(1.0, 5, Bound.LOWER), "#3 or sooner"),
        ("chess", proven(0.0), "drawn (proven)"),
        ("checkers", Value(1 / 6, 0), "+1.00"),
        ("checkers", proven(-1.0, 8), "loses in 8"),
        ("othello", Value(4.0, 0), "+4"),
        ("othello", proven(-8.0, 12), "-8 (proven)"),
        ("kalah", Value(6.2, 0), "+6"),
        ("connect_four", Value(0.12, 0), "56.0 %"),
        ("connect_four", proven(1.0, 41), "wins in 41"),
        ("connect_four", proven(0.0), "drawn (proven)"),
        ("connect_four", proven(-1.0), "lost (proven)"),
        ("mnk:players=3", Value(0.5, 0), "50.0 %"),
        ("pig", Value(0.0612, 0), "53.1 %"),
        ("backgammon", Value(0.5, 0), "75.0 %"),
        ("backgammon:gammons=yes", Value(0.512, 0), "+0.512"),
        ("2048", Value(1234.4, 0), "1234"),
        ("2048:goal=16", Value(0.25, 0), "25.0 %"),
    ],
)
def test_values_are_in_the_unit_of_the_game(spec: str, value: Value, shown: str) -> None:
    """A utility shown as it is, a wrong scale, a lost sign, bound or distance."""
    assert value_text(make_game(spec), value) == shown


def test_averages_of_results_are_chances() -> None:
    """Monte Carlo search that claims to be thirty pawns ahead; a margin that is turned into a chance."""
    assert value_text(make_game("chess"), Value(0.3, 0, sampled=True)) == "65.0 %"
    assert value_text(make_game("othello"), Value(3.0, 0, sampled=True)) == "+3"


class Payoff(Game):
    utility_range = (0.0, 14.0)


def test_other_utilities_are_shown_as_they_are() -> None:
    """A tree with leaves from 2 to 14 whose values are taken for chances."""
    assert value_text(Payoff(), Value(3.0, 0)) == "+3" == score_text(Payoff(), 3.0)
    assert value_text(Payoff(), proven(3.0, 2)) == "wins in 2 (+3)"


@pytest.mark.parametrize("reach", [2.0, 14.0, 1e6, 2.0**40])
@pytest.mark.parametrize(("score", "shown"), [(5.0, "+5"), (0.3, "+0.3"), (-4.0, "-4"), (0.001, "+0.001"), (0.0, "+0")])
def test_large_ranges_lose_no_digits(reach: float, score: float, shown: str) -> None:
    """Would catch a value that is rounded to a share of the range of utilities: +5 of a million told as +4.444, 0.3 as +0."""
    if abs(score) <= reach:
        game = Payoff()
        game.utility_range = (-reach, reach)
        assert score_text(game, score) == shown
        assert value_text(game, proven(score)) == f"{shown} (proven)"


class Dollars(Payoff):
    unit = Unit("dollars", 0.5, digits=1)


def test_own_units() -> None:
    """A unit of a user's game that is not heard."""
    assert value_text(Dollars(), Value(3.2, 0)) == "+6.4"


@pytest.mark.parametrize(
    ("spec", "value", "words"),
    [
        ("chess", Value(0.0022, 0), "is worth +0.22 pawns"),
        ("chess", proven(1.0, 5), "mates in 3"),
        ("chess", proven(-1.0, 4), "is mated in 2"),
        ("hex", Value(-0.5, 0), "gives a win chance of 25.0 %"),
        ("connect_four", proven(-1.0, 4), "loses in 4"),
        ("connect_four", proven(0.0), "is drawn (proven)"),
        ("kalah", proven(6.0, 9), "is worth +6 (proven)"),
    ],
)
def test_worth_in_a_sentence(spec: str, value: Value, words: str) -> None:
    """A sentence about a move that does not say what people want to know."""
    assert worth_words(make_game(spec), value) == words


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Value(0.0022, 0), "cp 22"),
        (Value(-0.01, 0, Bound.UPPER), "cp -100 upperbound"),
        (proven(1.0, 5), "mate 3"),
        (proven(-1.0, 4), "mate -2"),
        (proven(0.0), "cp 0"),
    ],
)
def test_uci_scores(value: Value, said: str) -> None:
    """Centipawns and mates as other programs read them."""
    assert score(value, Speech(str, make_game("chess").unit)) == said
