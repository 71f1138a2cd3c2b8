"""Lines of Action against OpenSpiel's moves and winners, and the rules that decide at the end of a game."""

import pyspiel
import pytest

from counterplay import Position, make_game
from counterplay.check import openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter
from tests.oracles.count_tables import assert_perft, assert_positions

GAME = make_game("lines_of_action")

# A game of OpenSpiel's, played by a program that steered it there: the last move connects both sides.
BOTH_CONNECTED = """
    g1-a1 h2-h8 g8-e6 h3xe6 b8-c7 e6-g8 c7-b8 a3-b3 b8-c7 a2-a8 c7-b8 a8-b7 b8-c7 a7-a2 f8-e7 h8-h3 d8-d6 b7-b4 e8-b8 a2-b2
    b8-e5 a6-c4 e7-b7 c4-f7 e5xb2 b3-e6 c8-c5 h3-h8 b7-c8 h8-e8 c8xe6 h4-g5 c7-e5 g5-g7 e5-c7 h7-d7 f1-e2 g8-g6 e1-e5 a5xc7
    b1-a2 b4-b6 e6-b3 g6-g8 e5-b5 h5-h7 a1xa4"""


def named_moves(other):
    return {other.action_to_string(a): a for a in other.legal_actions()}


def test_perft():
    """Catches a wrong distance, jump or capture in the opening: the counts of OpenSpiel, sequences of three plies."""
    assert_perft(GAME, (36, 1244, 44952))


def test_distinct_positions():
    """Would catch keys of men that do not depend on where they stand or whose they are: OpenSpiel's numbers of boards."""
    assert_positions(GAME, (36, 1244, 32976))


def test_random_games_like_open_spiel():
    """Catches any move that is missing or too many, and a wrong winner; OpenSpiel's draws by repetition are its own."""
    walked = walk_beside(
        GAME,
        openspiel_games("lines_of_action", label=lambda state, a: state.action_to_string(a)),
        games=4,
        label=GAME.action_name,
        until=lambda position, other: other.terminal() and other.utilities() == [0.0, 0.0],
    )
    assert all(game.decided or not GAME.terminal(game.position.state) for game in walked)


def test_move_that_connects_both_sides():
    """Catches a win for the wrong side; with the option nobody wins."""
    other = pyspiel.load_game("lines_of_action").new_initial_state()
    position, drawn = Position(GAME), Position(make_game("lines_of_action:simultaneous=draw"))
    for name in BOTH_CONNECTED.split():
        other.apply_action(named_moves(other)[name])
        position, drawn = position.play(name), drawn.play(name)
    s = position.state
    assert GAME.connected(s.black)
    assert GAME.connected(s.white)
    assert [GAME.utility(s, p) for p in (0, 1)] == other.returns() == [1.0, -1.0]
    assert [drawn.game.utility(drawn.state, p) for p in (0, 1)] == [0.0, 0.0]
    with pytest.raises(BadParameter):
        make_game("lines_of_action:simultaneous=both")


def test_capture_that_connects_the_opponent():
    """Catches a winner who is taken for the mover without a look: Black takes the man that kept White apart."""
    position = Position(GAME, GAME.load("......../......../..w...../......../..b...../......../ww....../.......b b"))
    assert position.outcome() is None
    assert position.play("c4xc6").outcome().utilities == (-1.0, 1.0)


def test_player_without_a_move_passes():
    """Catches a position without actions: both white men are walled in, in two corners."""
    s = GAME.load("......bw/......bb/......../......../......../......../bb....../wb...... w")
    assert [GAME.action_name(s, a) for a in GAME.actions(s)] == ["pass"]
    assert GAME.player(GAME.result(s, GAME.passing)) == 0


def test_line_with_eight_men():
    """Catches a read beyond the board's tables: nobody can move eight squares."""
    s = GAME.load("......../......../......../bwbwbwbw/......../......../......../........ b")
    assert all(name[1] != name[4] for name in (GAME.action_name(s, a) for a in GAME.actions(s)))


def test_impossible_positions_are_refused():
    """Catches an estimate that divides by no men, and more actions than there can be."""
    for text, problem in (
        ("......../......../......../b......b/......../......../......../........ b", "' White has no man"),
        ("bbbbbbbb/......../bbbbbbbb/b.w....w/......../......../......../........ b", "' Black has 17 men; 12 is the most"),
    ):
        with pytest.raises(BadNotation, match=problem):
            GAME.load(text)


def test_third_occurrence_is_a_draw():
    """Catches a game that goes on for ever, and one that ends at the second occurrence."""
    position = Position(GAME)
    for name in ("b1-b3", "a2-c2", "b3-b1", "c2-a2") * 2:
        assert position.outcome() is None
        position = position.play(name)
    assert position.outcome().utilities == (0.0, 0.0)


def test_estimate_prefers_men_together():
    """Catches a feature with the wrong sign: Black's men lie together in the middle but for one, White's along two edges."""
    s = GAME.load("......../w......w/w.b....w/w..bb..w/w.bb...w/w......w/w......w/.....b.. w")
    assert [term.name for term in GAME.terms(s, 0)] == ["concentration", "connectedness", "mobility"]
    assert GAME.terms(s, 0)[0].product > 0
    assert GAME.evaluate(s, 0) == -GAME.evaluate(s, 1)
