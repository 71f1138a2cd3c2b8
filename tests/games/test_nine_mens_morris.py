"""Nine men's morris: known counts, OpenSpiel move by move, and the rules that programs get wrong."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from counterplay.check import Oracle, openspiel_games, walk_beside
from counterplay.core import BadNotation, Position
from counterplay.games.lines.nine_mens_morris import BLACK, CLOCK_LIMIT, NAMES, WHITE, NineMensMorris, State
from tests.oracles.count_tables import assert_distinct, assert_perft, assert_perft_turns

GAME = NineMensMorris()
POINTS = 24
READING = [cell for row in GAME.board.rows for cell in row]


def names(s: State) -> set[str]:
    return {GAME.action_name(s, a) for a in GAME.choices(s)}


def play(s: State, *moves: str) -> State:
    for move in moves:
        s = GAME.result(s, GAME.parse_action(s, move))
    return s


def place(white: str, black: str, turn: str = "w", hands: str = "0 0", taking: str = "-", clock: int = 0) -> State:
    """A position from the names of the points that the men stand on."""
    symbols = "".join("w" if NAMES[p] in white.split() else "b" if NAMES[p] in black.split() else "." for p in READING)
    return GAME.load(f"{symbols} {turn} {hands} {taking} {clock}")


# Counted alike by OpenSpiel and Ludii.
def test_turns_match_the_known_counts() -> None:
    """A missed or invented mill changes the fifth number; taking a man is part of the turn."""
    assert_perft_turns(GAME, (24, 552, 12144, 255024, 5140800))


def test_actions_match_openspiel_counts() -> None:
    """With taking as its own action a fifth placement that closes a mill is not followed by another player's."""
    assert_perft(GAME, (24, 552, 12144, 255024, 5100480))


def test_distinct_positions() -> None:
    """Transpositions must meet, and the key must tell all of them apart."""
    assert_distinct(GAME, (24, 552, 6072, 63756))


def to_openspiel(s: State, a: int) -> int:
    """OpenSpiel numbers the points in reading order and has one number for placing on and taking from a point."""
    if GAME.takes(a):
        return READING.index(GAME.taken(a))
    if GAME.places(a):
        return READING.index(a)
    return POINTS + READING.index(GAME.origin(a)) * POINTS + READING.index(GAME.target(a))


OPENSPIEL_TURNS = 200  # then OpenSpiel calls a draw


def rules_part(position: Position, other: Oracle) -> bool:
    """Whether our clock has run out, or OpenSpiel's, which counts all turns."""
    s = position.state
    if s.clock >= CLOCK_LIMIT and not GAME.lost(s):
        return True
    if position.ply < OPENSPIEL_TURNS:
        return False
    turns = sum(before.state.turn != after.state.turn for before, after in pairwise(position.line()))
    assert other.terminal() or turns < OPENSPIEL_TURNS
    return turns >= OPENSPIEL_TURNS


def close_mills(rng: random.Random, s: State, actions: list[int]) -> int:
    mills = [a for a in actions if GAME.noisy(s, a)]
    return rng.choice(mills if mills and rng.random() < 0.7 else actions)


def test_random_games_against_openspiel() -> None:
    """Legal actions, whose turn it is and the result at every ply of 100 games that love mills."""
    oracle = openspiel_games("nine_mens_morris")
    walked = walk_beside(GAME, oracle, games=100, label=to_openspiel, choose=close_mills, until=rules_part)
    assert sum(game.decided for game in walked) > 50


def test_every_line_is_a_mill() -> None:
    """The sixteen mills of the board, written out by hand."""
    mills = (
        "a1 a4 a7|a7 d7 g7|g7 g4 g1|g1 d1 a1|b2 b4 b6|b6 d6 f6|f6 f4 f2|f2 d2 b2|c3 c4 c5|c5 d5 e5|e5 e4 e3|e3 d3 c3|"
        "a4 b4 c4|d7 d6 d5|g4 f4 e4|d1 d2 d3"
    )
    wanted = {frozenset(line.split()) for line in mills.split("|")}
    found = set()
    for p in range(POINTS):
        for q in range(POINTS):
            for r in range(POINTS):
                if len({p, q, r}) == 3 and GAME.completing(1 << p | 1 << q) >> r & 1:
                    found.add(frozenset((NAMES[p], NAMES[q], NAMES[r])))
    assert found == wanted


def test_a_mill_takes_a_man() -> None:
    """The player who closes a mill acts again, and only then the other one."""
    s = play(GAME.initial(), "a1", "b2", "a4", "b4", "a7")
    assert s.taking
    assert GAME.player(s) == WHITE
    assert names(s) == {"xb2", "xb4"}
    s = play(s, "xb4")
    assert GAME.player(s) == BLACK
    assert GAME.dump(s) == "w../.../.../w...../.../b../w.. b 6 7 - 0"


def test_two_mills_at_once_take_one_man() -> None:
    """Closing two lines with one man does not take two."""
    s = play(place("a1 a4 d7 g7", "b2 b4 d6 f6", hands="5 5"), "a7", "xb2")
    assert s.turn == BLACK
    assert not s.taking
    assert s.mine.bit_count() + s.hand == 8


def test_men_in_mills_are_safe_while_others_stand_outside() -> None:
    """A man in a mill is taken only if every enemy man is in one."""
    assert names(place("a1 a4 a7", "b2 b4 b6 g7", taking="x")) == {"xg7"}
    assert names(place("a1 a4 a7", "b2 b4 b6", taking="x")) == {"xb2", "xb4", "xb6"}
    assert names(place("a1 a4 a7", "b2 b4 b6 d6 f6", taking="x")) == {"xb2", "xb4", "xb6", "xd6", "xf6"}


def test_moving_within_a_line_closes_nothing() -> None:
    """The point a man leaves no longer counts for the mill it would step into."""
    s = place("a1 a4 d7 c3", "g1 g4 f2 f4")
    assert not GAME.noisy(s, GAME.parse_action(s, "a4-a7"))
    assert not play(s, "a4-a7").taking
    s = place("a1 a4 d7 c3", "g1 g4 f2 f4")
    assert play(s, "d7-a7").taking


def test_opening_and_closing_a_mill_takes_again() -> None:
    """A mill may be opened and closed over and over."""
    s = play(place("a1 a4 a7 c3", "g1 g4 f2 f4 e3"), "a7-d7", "g1-d1", "d7-a7")
    assert s.taking
    assert s.clock == 0


def test_flying_with_exactly_three_men() -> None:
    """Three men go anywhere, four only along lines; the other player is not affected."""
    three, four = place("a1 a4 d7", "g1 g4 f2 f4"), place("a1 a4 d7 c3", "g1 g4 f2 f4")
    assert len(GAME.choices(three)) == 3 * 17
    assert "a1-e5" in names(three)
    assert names(four) == {"a1-d1", "a4-a7", "a4-b4", "d7-a7", "d7-g7", "d7-d6", "c3-c4", "c3-d3"}
    assert len(GAME.choices(place("a1 a4 d7", "g7 c3 f2"))) == GAME.max_actions


def test_no_flying_before_all_men_are_placed() -> None:
    """A player with three men on the board who still has men in hand must place."""
    assert names(place("a1 a4 d7", "b2 b4 g1", hands="6 6")) == set(NAMES) - {"a1", "a4", "d7", "b2", "b4", "g1"}


def test_fewer_than_three_men_lose() -> None:
    """The last capture ends the game at once."""
    s = play(place("a1 a4 d7 c3", "g1 g4 f2"), "d7-a7", "xg1")
    assert GAME.terminal(s)
    assert [GAME.utility(s, p) for p in (WHITE, BLACK)] == [1.0, -1.0]
    assert GAME.ending(s) == "Black has fewer than three men"


def test_a_blocked_player_loses() -> None:
    """Four men without a free neighbour are lost, even when the clock runs out; three would fly."""
    shut = "a4 d7 g4 d1"
    s = place("a1 a7 g7 g1", shut, clock=CLOCK_LIMIT)
    assert GAME.terminal(s)
    assert GAME.utility(s, WHITE) == -1.0
    assert GAME.ending(s) == "White cannot move"
    assert not GAME.terminal(place("a1 a7 g7", shut))
    assert not GAME.terminal(place("a1 a7 g7 g1", shut, hands="1 1"))


def test_the_clock_counts_moves_without_a_mill() -> None:
    """100 moves are a draw; a mill starts the count anew, and placing does not count."""
    s = play(place("a1 a4 d7 c3", "g1 g4 f2 f4", clock=CLOCK_LIMIT - 1), "a4-b4")
    assert GAME.terminal(s)
    assert GAME.utility(s, WHITE) == GAME.utility(s, BLACK) == 0.0
    assert GAME.ending(s) == "100 moves without a mill"
    s = play(place("a1 a4 d7 c3", "g1 g4 f2 f4", clock=CLOCK_LIMIT - 1), "d7-a7", "xg1")
    assert not GAME.terminal(s)
    assert s.clock == 0
    assert play(GAME.initial(), "a1", "d1").clock == 0


def test_third_occurrence_is_a_draw() -> None:
    """The clock must not make a repeated position look new."""
    p = Position(GAME, place("a1 a4 d7 c3", "g1 g4 f2 f4"))
    for _ in range(2):
        assert p.outcome() is None
        for move in ("c3-d3", "f2-d2", "d3-c3", "d2-f2"):
            p = p.play(move)
    outcome = p.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)


def test_evaluation_prefers_what_wins() -> None:
    """More men are better, a man about to be taken counts, and both sides are treated alike."""
    assert GAME.evaluate(GAME.initial(), WHITE) == 0.0
    assert GAME.evaluate(place("a1 a4 d7 c3 e5", "g1 g4 f2 f4"), WHITE) > 0.1
    taking = place("a1 a4 a7", "g1 g4", hands="6 7", taking="x")
    assert GAME.evaluate(taking, WHITE) > GAME.evaluate(place("a1 a4 a7", "g1 g4", "b", "6 7"), WHITE)
    one, other = place("a1 a4 d7 c3", "g1 f4 f2 e3"), place("g1 f4 f2 e3", "a1 a4 d7 c3", "b")
    assert GAME.evaluate(one, WHITE) == GAME.evaluate(other, BLACK)


def test_order_puts_mills_first_and_then_blocks() -> None:
    """A search that tries mills first cuts most."""
    s = place("a1 a4 d7 c3", "g1 g4 f2 f4", hands="5 5")
    ranked = sorted(GAME.choices(s), key=lambda a: -GAME.order(s, a))
    best = [GAME.action_name(s, a) for a in ranked]
    assert best[0] == "a7"
    assert set(best[1:4]) == {"g7", "f6", "e4"}


START = ".../.../.../....../.../.../..."


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "is no position: "),
        (f"{START} w 9 9 -", "is no position: "),
        (f"{START[:-1]} w 9 9 - 0", "is no position: "),
        (f"{START[:-1]}q w 9 9 - 0", "is no position: "),
        (f"{START} x 9 9 - 0", "'x' is no side to move"),
        (f"{START} w 10 9 - 0", "White's men in hand should be a number from 0 to 9"),
        (f"{START} w 9 ٣ - 0", "Black's men in hand"),
        (f"{START} w 9 9 ? 0", "sign for taking"),
        (f"{START} w 9 9 - 101", "from 0 to 100"),
        (f"{START} w 9 9 - 1", "must be 0 while men are placed"),
        (f"{START} w 8 9 - 0", "it must be 9"),
        (f"{START} b 9 9 - 0", "it must be 8"),
        ("w../.../.../....../.../.../... w 9 9 - 0", "together 9 is the most"),
        ("w.w/.../.../w.w.../.../.../b.b w 0 0 - 0", "Black has fewer than three men"),
        ("w.w/.../.../w.w.../.../.../bbb w 0 0 x 0", "write - instead of x"),
    ],
)
def test_bad_notation_is_explained(text: str, part: str) -> None:
    """Each mistake in a position is named with what would be right."""
    with pytest.raises(BadNotation, match=part) as caught:
        GAME.load(text)
    assert text in str(caught.value)


@given(
    st.one_of(
        st.text(),
        st.builds(
            "{} {} {} {} {} {}".format,
            st.text("wb.", min_size=POINTS, max_size=POINTS),
            st.sampled_from("wb"),
            st.integers(0, 9),
            st.integers(0, 9),
            st.sampled_from("-x"),
            st.integers(0, 101),
        ),
    )
)
@example(f"{START} w 9 9 - 0")
@example("www/.../.../....../.../b../b.. w 6 7 x 0")
def test_load_takes_any_text(text: str) -> None:
    """Any text is a position or a sentence, never another error; and what was read can be written and goes on."""
    try:
        s = GAME.load(text)
    except BadNotation:
        return
    assert GAME.load(GAME.dump(s)) == s
    assert GAME.terminal(s) or 0 < len(GAME.choices(s)) <= GAME.max_actions


def test_start_is_written_and_read() -> None:
    """The notation of the first position, with and without strokes, in any case."""
    assert GAME.dump(GAME.initial()) == f"{START} w 9 9 - 0"
    assert GAME.load("........................ W 9 9 - 0") == GAME.initial()


def test_scene_has_the_board_of_the_game() -> None:
    """24 points, 16 lines of the board, men where they stand, men in hand below."""
    s = place("a1 g7", "d5", "b", "7 8")
    scene = GAME.scene(s)
    cells = {cell.id: (cell.x, cell.y) for cell in scene.cells}
    assert len(cells) == POINTS
    assert cells["a1"] == (0.5, 6.5)
    assert cells["g7"] == (6.5, 0.5)
    assert len(scene.lines) == 16
    assert {(p.cell, p.owner) for p in scene.pieces} == {("a1", WHITE), ("g7", WHITE), ("d5", BLACK)}
    assert scene.notes == ("Men in hand: White 7, Black 8.",)
    moving = place("a1 a4 d7 c3", "g1 g4 f2 f4")
    assert GAME.gesture(moving, GAME.parse_action(moving, "a1-d1")) == ("a1", "d1")
    taking = place("a1 a4 a7", "g1 g4", hands="6 7", taking="x")
    assert GAME.gesture(taking, GAME.parse_action(taking, "xg1")) == ("g1",)
    assert len(GAME.scene(taking).notes) == 2
