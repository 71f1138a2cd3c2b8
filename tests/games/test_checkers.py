"""Checkers: counts published by others, OpenSpiel move by move, and the rules that programs get wrong."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from counterplay.check import Oracle, openspiel_games, walk_beside
from counterplay.core import BadNotation, Position
from counterplay.games.capture.checkers import BLACK, CLOCK_LIMIT, WHITE, Checkers, State, square
from counterplay.search.perft import perft_turns
from tests.oracles.count_tables import assert_perft, assert_perft_turns

GAME = Checkers()
STUDY = "B:WK22,23:B20,21,K31"  # a lecture's position for alpha-beta: red is White here


def names(s: State) -> set[str]:
    return {GAME.action_name(s, a) for a in GAME.choices(s)}


def after(text: str, *moves: str) -> State:
    s = GAME.load(text)
    for move in moves:
        s = GAME.result(s, GAME.parse_action(s, move))
    return s


# Aart Bik's table of sequences of turns in checkers, a chain of jumps being one turn.
PUBLISHED_TURNS = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564)
PUBLISHED_ELEVEN = 85242128
OPENSPIEL_ACTIONS = (7, 49, 302, 1469, 7361, 36768, 179255, 838248)


def test_turns_match_the_published_counts() -> None:
    """A wrong step, jump, chain or crowning changes the number of sequences."""
    assert_perft_turns(GAME, PUBLISHED_TURNS)


@pytest.mark.slow
def test_eleven_turns_match_the_published_count() -> None:
    """Kings appear late: the deeper the count, the more of their rules it covers."""
    assert perft_turns(GAME, GAME.initial(), 11, BLACK) == PUBLISHED_ELEVEN


def test_actions_match_openspiel_counts() -> None:
    """A chain that does not count one action per jump differs from depth 7 on (numbers counted with OpenSpiel)."""
    assert_perft(GAME, OPENSPIEL_ACTIONS)


def test_distinct_positions_by_turns() -> None:
    """Transpositions must meet: a field that remembers the way would make too many positions."""
    frontier, counts = {GAME.initial()}, []
    for _ in range(7):
        following: set[State] = set()
        open_chains = list(frontier)
        while open_chains:
            s = open_chains.pop()
            for a in GAME.choices(s):
                t = GAME.result(s, a)
                if t.turn == s.turn:
                    open_chains.append(t)
                else:
                    following.add(t)
        frontier = following
        counts.append(len(frontier))
    assert counts == [7, 49, 216, 805, 2733, 9105, 28123]
    assert len({int(GAME.key(s)) for s in frontier}) == len(frontier)


def openspiel_square(cell: str) -> int:
    """OpenSpiel's first player sits at the bottom, ours at the top: the board is turned by half a turn."""
    row, column = int(cell[1]) - 1, 7 - "abcdefgh".index(cell[0])
    return (8 * row + column) // 2 + 1


def openspiel_name(state: Any, a: int) -> str:
    text = state.action_to_string(a)
    jump = abs(int(text[1]) - int(text[3])) == 2
    return f"{openspiel_square(text[:2])}{'x' if jump else '-'}{openspiel_square(text[2:])}"


OPENSPIEL_LIMIT = 40  # actions without a capture; then OpenSpiel calls a draw


def called_a_draw(position: Position, other: Oracle) -> bool:
    """Whether OpenSpiel has ended a game after so many actions without a capture."""
    last = position.line()[-OPENSPIEL_LIMIT - 1 :]
    quiet = len(last) > OPENSPIEL_LIMIT and not any(
        GAME.noisy(before.state, after.action) for before, after in pairwise(last) if after.action is not None
    )
    assert other.terminal() or not quiet
    return quiet


def test_random_games_against_openspiel() -> None:
    """Legal actions, whose turn it is and the result at every ply of 100 random games."""
    oracle = openspiel_games("checkers", label=openspiel_name)
    walked = walk_beside(GAME, oracle, games=100, label=GAME.action_name, until=called_a_draw)
    assert sum(game.decided for game in walked) > 50


def test_crowning_ends_the_turn() -> None:
    """A man crowned by a jump must not go on as a king, although the king could take 25."""
    s = after("B:W25,26:B23", "23x30")
    assert s.turn == WHITE
    assert s.jumper == -1
    assert GAME.dump(s) == "W:W25:BK30"
    assert names(after("B:W25,26:B23,K1", "23x30", "25-22")) == {"30-25", "30-26", "1-5", "1-6"}


def test_a_king_that_arrives_on_the_far_row_goes_on() -> None:
    """Only a man's arrival ends the turn."""
    s = after("B:W25,26:BK23", "23x30")
    assert s.turn == BLACK
    assert names(s) == {"30x21"}


def test_men_move_and_jump_forward_only() -> None:
    """A man with an enemy behind it takes nothing; a king does."""
    assert names(GAME.load("B:W10:B14")) == {"14-17", "14-18"}
    assert names(GAME.load("B:W10:BK14")) == {"14x7"}
    assert names(GAME.load("W:W19:B24")) == {"19-15", "19-16"}


def test_capture_is_compulsory_and_free_to_choose() -> None:
    """Steps are illegal beside a jump, and a longer chain need not be preferred."""
    s = GAME.load("B:W15,16,22:B1,11")
    assert names(s) == {"11x18", "11x20"}
    assert after("B:W15,16,22:B1,11", "11x20").turn == WHITE
    assert names(after("B:W15,16,22:B1,11", "11x18")) == {"18x25"}


def test_chain_must_be_finished_with_the_same_piece() -> None:
    """After the first jump neither another piece's jump nor a step is legal."""
    s = after("B:W18,27,17:B14,13", "14x23")
    assert s.turn == BLACK
    assert names(s) == {"23x32"}
    assert names(GAME.load("B:W27,17:B23,13")) == {"23x32", "13x22"}


def test_no_piece_is_jumped_twice() -> None:
    """A king that jumps around in a circle finds the first piece gone."""
    s = after("B:W14,15,22,23:BK10", "10x17", "17x26", "26x19", "19x10")
    assert GAME.dump(s) == "W:W:BK10"
    assert GAME.terminal(s)
    assert GAME.ending(s) == "White has no pieces left"
    assert [GAME.utility(s, p) for p in (BLACK, WHITE)] == [1.0, -1.0]


def test_who_cannot_move_loses() -> None:
    """A blocked player loses although pieces are left."""
    s = GAME.load("W:W5:B1,K9,K14")
    assert not GAME.choices(s)
    assert GAME.utility(s, WHITE) == -1.0
    assert GAME.utility(s, BLACK) == 1.0
    assert GAME.ending(s) == "White cannot move"


def test_the_clock_counts_king_moves_alone() -> None:
    """A man's move or a capture starts the count anew; 80 turns are a draw, and a blocked player still loses."""
    assert after("B:WK32,21:BK1:H7", "1-5").clock == 8
    assert after("W:WK32,21:BK1:H7", "21-17").clock == 0
    assert after("B:WK6:BK1,20:H7", "1x10").clock == 0
    s = after(f"B:WK32:BK1:H{CLOCK_LIMIT - 1}", "1-5")
    assert GAME.terminal(s)
    assert GAME.utility(s, BLACK) == GAME.utility(s, WHITE) == 0.0
    assert GAME.ending(s) == "80 turns without a capture or a man's move"
    assert GAME.utility(GAME.load("W:W5:B1,K9,K14:H80"), WHITE) == -1.0


def test_third_occurrence_is_a_draw() -> None:
    """The clock must not make a repeated position look new."""
    p = Position.load(GAME, "B:WK32:BK1")
    for _ in range(2):
        assert p.outcome() is None
        for move in ("1-5", "32-28", "5-1", "28-32"):
            p = p.play(move)
    outcome = p.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


def test_the_lecture_study_loads() -> None:
    """The position of the lecture, Black to move, with its material count of five a king."""
    s = GAME.load(STUDY)
    assert GAME.dump(s) == STUDY
    assert GAME.load("B:W23,K22:BK31,20,21.") == s
    assert names(s) == {"20-24", "21-25", "31-26", "31-27"}
    black, white = s.mine, s.theirs
    assert 5 * (black & s.kings).bit_count() + (black & ~s.kings).bit_count() == 7
    assert 5 * (white & s.kings).bit_count() + (white & ~s.kings).bit_count() == 6


def test_evaluation_prefers_what_wins() -> None:
    """More material is better, a king is worth more than a man, and the two sides are treated alike."""
    assert GAME.evaluate(GAME.initial(), BLACK) == pytest.approx(0.0, abs=0.02)
    assert GAME.evaluate(GAME.load("B:W21,22:B1,2,3"), BLACK) > 0.1
    assert GAME.evaluate(GAME.load("B:W22:BK14"), BLACK) > GAME.evaluate(GAME.load("B:W22:B14"), BLACK)
    one, other = GAME.load("B:W19,K22,30:B1,2,K14"), GAME.load("W:W31,32,K19:B14,K11,3")
    assert GAME.evaluate(one, BLACK) == GAME.evaluate(other, WHITE)
    assert -1.0 < GAME.evaluate(GAME.load("B:W32:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12"), WHITE) < -0.5


def test_a_chain_under_way_is_written_and_read() -> None:
    """A position between two jumps keeps the piece that must go on, in notation and in the key."""
    s = after("B:W18,27,17:B14,13", "14x23")
    assert GAME.dump(s) == "B:W17,27:B13,23:J23"
    assert GAME.load(GAME.dump(s)) == s
    assert GAME.key(s) != GAME.key(s._replace(jumper=-1))
    assert GAME.scene(s).marked == ("23",)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "the side to move"),
        ("X:W1:B2", "the side to move"),
        ("B:W21", "the side to move"),
        ("B:W21:B1:B2", "comes twice"),
        ("B:W21:B1:Q2", "is no field"),
        ("B:W33:B1", "'33'"),
        ("B:W0:B1", "'0'"),
        ("B:W9-5:B1", "'9-5'"),
        ("B:WKK5:B1", "'KK5'"),
        ("B:W9,9:B1", "named twice"),
        ("B:W9:B9", "square 9 is named twice"),
        ("B:W3:B9", "write K3"),
        ("B:W21:B30", "write K30"),
        ("B:W32:B1-13", "12 is the most"),
        ("B:W21:B1:H81", "from 0 to 80"),
        ("B:W21:B1:H٣", "from 0 to 80"),
        ("B:W21:B1:J", "from 1 to 32"),
        ("B:W21:B1:J1", "goes on jumping"),
        ("B:W6:B1:J1:H3", "clock H must be 0"),
    ],
)
def test_bad_notation_is_explained(text: str, part: str) -> None:
    """Each mistake in a position is named with what would be right."""
    with pytest.raises(BadNotation, match=part) as caught:
        GAME.load(text)
    assert text in str(caught.value)


@given(st.one_of(st.text(), st.text("BWKHJ:,-. 0123456789", max_size=40)))
@example("B:W21-32:B1-12")
@example(STUDY)
def test_load_takes_any_text(text: str) -> None:
    """Any text is a position or a sentence, never another error; and what was read can be written."""
    try:
        s = GAME.load(text)
    except BadNotation:
        return
    assert GAME.load(GAME.dump(s)) == s


def test_ranges_and_order_of_fields() -> None:
    """The start written as other programs write it."""
    assert GAME.load("b:b1-12:w21-32") == GAME.initial()
    assert GAME.dump(GAME.initial()).startswith("B:W21,22,")


def test_scene_shows_every_piece_where_it_stands() -> None:
    """Square 1 is at the top, second from the left; 29 is the lower left corner."""
    scene = GAME.scene(GAME.load(STUDY))
    cells = {cell.id: cell for cell in scene.cells}
    assert len(cells) == 64
    assert (cells["1"].x, cells["1"].y, cells["1"].tone) == (1.5, 0.5, "dark")
    assert (cells["29"].x, cells["29"].y) == (0.5, 7.5)
    assert {(p.cell, p.name) for p in scene.pieces} == {
        ("20", "black man"),
        ("21", "black man"),
        ("31", "black king"),
        ("23", "white man"),
        ("22", "white king"),
    }
    s = GAME.initial()
    for a in GAME.choices(s):
        assert set(GAME.gesture(s, a)) <= set(cells)
    assert [square(place) for place in (0, 7, 9, 34)] == [1, 8, 9, 32]
