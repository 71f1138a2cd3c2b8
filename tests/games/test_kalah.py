"""Kalah against published counts and values, OpenSpiel, and a second implementation of the sowing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.check import openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter, Position, state_key
from counterplay.games import make_game
from counterplay.games.sowing.kalah import Kalah, State
from counterplay.gears import kernel
from counterplay.search.perft import perft_turns
from tests.oracles.count_tables import assert_distinct, assert_perft, assert_perft_turns

# Kalah(6, 4). Sowings: cross-checked to depth 8 between OpenSpiel and Ludii; turns (a chain of sowings by one player): Ludii;
# different positions after n sowings: OpenSpiel.
SOWINGS = (6, 35, 185, 942, 4690, 23233, 114430, 563055, 2763490, 13519607, 65870758)
TURNS = (10, 116, 1022, 9682, 125843, 1090937, 10171476)
DISTINCT = (6, 35, 185, 942, 4678, 23115)

# The first player's margin under best play: rows are 1, 2, 3 pits, columns 1 to 6 seeds. Exhaustive; the signs for empty
# capture agree with Irving, Donkers and Uiterwijk (2000).
STANDARD = ((0, -2, 6, -2, 2, 0), (2, -2, -2, -10, 6, 8), (0, 4, 2, 2))
EMPTY = ((0, -2, 6, -2, 2, 0), (2, -2, -2, -12, 6, 8), (0, 4, 2, 2))
LARGER = {  # (pits, seeds, empty_capture) -> margin; likewise
    (3, 6, False): -8,
    (4, 3, True): 8,
    (6, 2, True): 10,
}
TABLE = 1 << 20  # entries


@kernel
def best_gain(game: Any, s: Any, alpha: int, beta: int, keys: Any, bounds: Any) -> int:
    """How many seeds more than the other the player to move banks from s on; fail-soft alpha-beta with a table of bounds.

    keys: uint64, bounds: int64 of shape (TABLE, 2), lower and upper.
    """
    if game.terminal(s):
        return 0
    key = np.uint64(state_key((s.mine, s.theirs)))
    place = np.int64(key & np.uint64(TABLE - 1))
    low, high = -game.total, game.total
    if keys[place] == key:
        low, high = bounds[place, 0], bounds[place, 1]
        if low >= beta or low == high:
            return low  # type: ignore[no-any-return]
        if high <= alpha:
            return high  # type: ignore[no-any-return]
    best, floor = -game.total, alpha
    for a in game.actions(s):
        t = game.result(s, a)
        if t.turn == s.turn:
            gain = (t.my_store - s.my_store) - (t.their_store - s.their_store)
            value = gain + best_gain(game, t, floor - gain, beta - gain, keys, bounds)
        else:
            gain = (t.their_store - s.my_store) - (t.my_store - s.their_store)
            value = gain - best_gain(game, t, gain - beta, gain - floor, keys, bounds)
        best, floor = max(best, value), max(floor, value)
        if best >= beta:
            break
    keys[place] = key
    bounds[place, 0] = best if best > alpha else low
    bounds[place, 1] = best if best < beta else high
    return best  # type: ignore[no-any-return]


@kernel
def ended_within(game: Any, s: Any, turns: int, mover: int) -> int:
    """How many games are over after at most so many turns, the one under way in s included."""
    if game.terminal(s):
        return 1
    if game.player(s) != mover:
        if turns == 1:
            return 0
        turns -= 1
        mover = 1 - mover
    total = 0
    for a in game.actions(s):
        total += ended_within(game, game.result(s, a), turns, mover)
    return total


def margin(game: Kalah) -> int:
    """The first player's margin under best play, in plain Python: every position once, without pruning."""
    known: dict[tuple[int, int], int] = {}

    def gain(s: State) -> int:
        if game.terminal(s):
            return 0
        where = (s.mine, s.theirs)
        if where not in known:
            values = []
            for a in game.actions(s):
                t = game.result(s, a)
                mine, theirs = (t.my_store, t.their_store) if t.turn == s.turn else (t.their_store, t.my_store)
                following = gain(t) if t.turn == s.turn else -gain(t)
                values.append(mine - s.my_store - theirs + s.their_store + following)
            known[where] = max(values)
        return known[where]

    return gain(game.initial())


def sow_by_hand(pits: int, board: list[int], mover: int, pit: int, empty_capture: bool) -> tuple[list[int], int]:
    """The board after a sowing, seed by seed, and who moves then. A ring: pits of player 0, store, pits of player 1, store."""
    board, ring = board.copy(), 2 * pits + 2
    own, store, other_store = mover * (pits + 1), mover * (pits + 1) + pits, (1 - mover) * (pits + 1) + pits
    place = own + pit
    hand, board[place] = board[place], 0
    while hand:
        place = (place + 1) % ring
        if place != other_store:
            board[place] += 1
            hand -= 1
    if own <= place < store and board[place] == 1:
        opposite = 2 * pits - place
        if board[opposite] or empty_capture:
            board[store] += 1 + board[opposite]
            board[place] = board[opposite] = 0
    sides = [range(pits), range(pits + 1, 2 * pits + 1)]
    if any(all(board[p] == 0 for p in side) for side in sides):
        for p, side in enumerate(sides):
            board[p * (pits + 1) + pits] += sum(board[k] for k in side)
            for k in side:
                board[k] = 0
    return board, mover if place == store else 1 - mover


def ring_of(game: Kalah, s: State) -> list[int]:
    """The state as the board of `sow_by_hand`."""
    sides = game.dump(s).split()[0].split("/")
    return [int(n) for side in sides for n in side.replace(":", ",").split(",")]


def test_perft() -> None:
    """Would catch almost any fault of sowing, capturing, moving again and ending."""
    assert_perft(Kalah(), SOWINGS)


def test_perft_by_turns() -> None:
    """Would catch extra turns given or withheld wrongly in a way that leaves the number of sowings alone."""
    game = Kalah()
    start = game.initial()
    assert_perft_turns(game, TURNS[:6])
    # The published count of seven turns includes the only game that is over after six.
    over = ended_within(game, start, 6, 0)
    assert (over, perft_turns(game, start, 7, 0) + over) == (1, TURNS[6])


def test_distinct_positions() -> None:
    """Would catch equal positions with different states, which would waste every table."""
    assert_distinct(Kalah(), DISTINCT)


@pytest.mark.parametrize("empty_capture", [False, True])
def test_margins_of_small_boards(empty_capture: bool) -> None:
    """Would catch rules that differ in rare positions: every position of these games counts for its value."""
    for pits, expected in enumerate(EMPTY if empty_capture else STANDARD, 1):
        found = tuple(margin(Kalah(pits, seeds, empty_capture)) for seeds in range(1, len(expected) + 1))
        assert found == expected, f"{pits} pits"


@pytest.mark.slow
@pytest.mark.parametrize("parameters", LARGER, ids=str)
def test_margins_of_larger_boards(parameters: tuple[int, int, bool]) -> None:
    """Would catch what only shows on longer sides, in native code."""
    game = Kalah(*parameters)
    keys, bounds = np.zeros(TABLE, np.uint64), np.zeros((TABLE, 2), np.int64)
    assert best_gain(game, game.initial(), -game.total, game.total, keys, bounds) == LARGER[parameters]


def test_random_games_against_openspiel() -> None:
    """Would catch a difference to an independent program in the legal sowings, the turn, the board or the winner."""
    game = Kalah()

    # Its places: 0 the second player's store, 1 to 6 the first player's pits, 7 the store, 8 to 13 the second one's pits.
    def place(s: State, a: int) -> int:
        return (1 if s.turn == 0 else 8) + game.pits - 1 - a

    def ring(state: Any) -> list[int]:
        board = [int(n) for n in state.observation_tensor(0)[:14]]
        return [] if state.is_terminal() else board[1:] + board[:1]  # it leaves the last seeds where they are

    oracle = openspiel_games("mancala", show=ring)
    walk_beside(
        game,
        oracle,
        games=40,
        label=place,
        show=lambda s: [] if game.terminal(s) else ring_of(game, s),
        payoff=np.sign,
    )


@pytest.mark.parametrize(
    "spec", ["kalah:pits=2,seeds=20", "kalah:pits=3,seeds=9,empty_capture=yes", "kalah:pits=8,seeds=7", "kalah"]
)
def test_sowing_by_hand(spec: str) -> None:
    """Would catch a fault of the packed numbers and the table: several laps, long sides, carries between pits."""
    game, rng = make_game(spec), random.Random(spec)
    assert isinstance(game, Kalah)
    for _ in range(60):
        s = game.initial()
        while not game.terminal(s):
            a = rng.choice(list(game.actions(s)))
            expected = sow_by_hand(game.pits, ring_of(game, s), s.turn, game.pits - 1 - a, game.empty_capture)
            s = game.result(s, a)
            assert (ring_of(game, s), s.turn) == expected


# A position, the pit played and the position after it.
CASES = {
    "the last seed in the store gives another turn": (
        "4,4,4,4,4,4:0/4,4,4,4,4,4:0 S", "3", "4,4,0,5,5,5:1/4,4,4,4,4,4:0 S",
    ),
    "the other's store gets nothing": (
        "2,0,0,0,0,8:7/1,1,1,1,1,1:25 S", "6", "3,0,0,0,0,0:8/2,2,2,2,2,2:25 N",
    ),
    "a capture takes the last seed and the seeds opposite": (
        "1,0,0,0,0,1:20/1,1,1,1,5,1:16 S", "1", "0,0,0,0,0,1:26/1,1,1,1,0,1:16 N",
    ),
    "without seeds opposite nothing is captured": (
        "1,0,0,0,0,1:20/1,1,1,1,0,1:21 S", "1", "0,1,0,0,0,1:20/1,1,1,1,0,1:21 N",
    ),
    "the other's empty pits capture nothing": (
        "0,0,0,0,0,2:20/0,1,0,0,0,1:24 S", "6", "0,0,0,0,0,0:21/0,0,0,0,0,0:27 N",
    ),
    "a pit of thirteen ends where it began and captures": (
        "0,0,13,0,0,0:10/1,1,1,1,1,1:19 S", "3", "1,1,0,1,1,1:14/2,2,2,0,2,2:19 N",
    ),
    "more than a lap sows the emptied pit too": (
        "0,0,15,0,0,0:10/1,1,1,1,1,1:17 S", "3", "1,1,1,2,2,1:11/2,2,2,2,2,2:17 N",
    ),
    "an extra turn on an empty side ends the game": (
        "0,0,0,0,0,1:20/0,0,3,0,0,1:23 S", "6", "0,0,0,0,0,0:21/0,0,0,0,0,0:27 S",
    ),
    "emptying the other side by a capture ends the game": (
        "1,0,2,0,0,0:20/0,0,0,0,5,0:20 S", "1", "0,0,0,0,0,0:28/0,0,0,0,0,0:20 N",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_corner_cases(case: str) -> None:
    """Would catch exactly what its name says, played by South and, the board turned round, by North."""
    before, pit, after = CASES[case]
    game = Kalah()
    assert game.dump(Position.load(game, before).play(pit).state) == after
    turned_before, turned_after = (turned(text) for text in (before, after))
    assert game.dump(Position.load(game, turned_before).play(pit).state) == turned_after


def turned(text: str) -> str:
    """The position with the players exchanged."""
    board, side = text.split()
    south, north = board.split("/")
    return f"{north}/{south} {'N' if side == 'S' else 'S'}"


def test_empty_capture() -> None:
    """Would catch the option doing nothing, or banking the seed twice."""
    game = Kalah(empty_capture=True)
    position = Position.load(game, "1,0,0,0,0,1:20/1,1,1,1,0,1:21 S")
    assert game.dump(position.play("1").state) == "0,0,0,0,0,1:21/1,1,1,1,0,1:21 N"


def test_margin_is_the_utility() -> None:
    """Would catch utilities that only tell who won, or that forget whose turn it is in the end."""
    game = Kalah()
    for side, text in (("S", "0,0,0,0,0,0:28/0,0,0,0,0,0:20 S"), ("N", "0,0,0,0,0,0:28/0,0,0,0,0,0:20 N")):
        outcome = Position.load(game, text).outcome()
        assert outcome is not None and outcome.utilities == (8.0, -8.0), side
        assert outcome.reason == "a side is empty"


def test_estimate() -> None:
    """Would catch an estimate that promises more than all seeds, or prefers having nothing to move."""
    game = Kalah()
    rich = game.load("0,0,0,1,1,1:44/1,0,0,0,0,0:0 S")
    assert game.evaluate(rich, 0) == 48.0 and game.evaluate(rich, 1) == -48.0
    full, bare = game.load("1,1,1,1,1,1:18/6,0,0,0,0,0:18 N"), game.load("6,0,0,0,0,0:18/1,1,1,1,1,1:18 N")
    assert game.evaluate(full, 0) > game.evaluate(bare, 0)


def test_order_and_noise() -> None:
    """Would catch move ordering that overlooks captures and extra turns."""
    game = Kalah()
    s = game.load("1,0,0,0,2,1:20/1,1,1,1,5,1:14 S")
    by_name = {game.action_name(s, a): (game.order(s, a), game.noisy(s, a)) for a in game.actions(s)}
    assert by_name["1"][1] and not by_name["6"][1]
    assert by_name["1"][0] > by_name["5"][0] == by_name["6"][0] > 1.0


def test_scene() -> None:
    """Would catch seeds in the wrong pit of the picture, or clicks on the other player's side."""
    game = Kalah()
    s = game.load("1,2,3,4,5,6:7/0,0,0,0,0,19:1 N")
    scene = game.scene(s)
    cells, shown = {c.id: c for c in scene.cells}, {p.cell: p.text for p in scene.pieces}
    assert shown == {"S1": "1", "S2": "2", "S3": "3", "S4": "4", "S5": "5", "S6": "6", "South": "7", "N6": "19", "North": "1"}
    assert cells["S1"].x == cells["N6"].x < cells["S6"].x == cells["N1"].x < cells["South"].x
    assert cells["North"].x < cells["N6"].x and cells["N1"].y < cells["S1"].y
    assert [tuple(game.gesture(s, a)) for a in game.actions(s)] == [("N6",)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "write South's 6 pits"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0", "then S or N"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,4:0 W", "then S or N"),
        ("4,4,4,4,4:0/4,4,4,4,4,4:4 S", "has 6 cells instead of 7; write South's 6 pits, a colon and the store"),
        ("4,4,4,4,4,-4:0/4,4,4,4,4,4:8 S", "no position"),
        ("4,4,4,4,4,4:0/4,4,4,4,4,5:0 S", "there are 49 seeds; it must be 48"),
        ("0,0,0,0,0,0:20/0,0,0,0,0,1:27 S", "belongs in a store"),
    ],
)
def test_bad_notation(text: str, complaint: str) -> None:
    """Would catch nonsense taken for a position, or a complaint that does not say what would be right."""
    with pytest.raises(BadNotation, match=complaint):
        Kalah().load(text)


@given(st.text(alphabet="0123456789,:/ SN-", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    """Would catch a traceback for a typing error."""
    game = Kalah(pits=2, seeds=2)
    try:
        s = game.load(text)
    except BadNotation:
        return
    assert game.load(game.dump(s)) == s


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [("pits=0", "pits go from 1"), ("pits=13", "1 to 12"), ("seeds=0", "seeds from 1"), ("pits=8,seeds=8", "at most 7 fit")],
)
def test_bad_parameters(parameters: str, complaint: str) -> None:
    """Would catch a board whose numbers would run into each other."""
    with pytest.raises(BadParameter, match=complaint):
        make_game(f"kalah:{parameters}")


def test_most_seeds_that_fit() -> None:
    """Would catch a limit that is off by one: all seeds of the game in one pit must not overflow it."""
    for pits in range(1, 13):
        most = ((1 << 62 // pits) - 2) // (2 * pits)
        game = Kalah(pits, most)
        assert game.total < game.pit_mask
        with pytest.raises(BadParameter):
            Kalah(pits, most + 1)
