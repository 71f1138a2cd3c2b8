"""Quoridor: counts of sequences and positions, OpenSpiel's rules beside ours on random games, jumps and fences by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from counterplay.boards.sets.cell_sets import members
from counterplay.check import openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter
from counterplay.games.races.quoridor import LEVEL, UPRIGHT, Quoridor
from tests.oracles.count_tables import assert_distinct, assert_perft
from tests.oracles.walked_perft import count_plies

SMALL = Quoridor(5, 3)


def names(game: Quoridor, position: str) -> set[str]:
    """What can be done in a position."""
    s = game.load(position)
    return {game.action_name(s, int(a)) for a in game.actions(s)}


def sequences(game: Quoridor, s: Any, depth: int) -> int:
    """How many sequences of so many actions there are, without playing the last one."""
    choices = game.choices(s)
    return len(choices) if depth == 1 else sum(sequences(game, game.result(s, a), depth - 1) for a in choices)


def our_name(size: int, theirs: str) -> str:
    """OpenSpiel's name of an action in ours: it counts rows from the top, and a fence is named after the row above it."""
    row = int(theirs[1:].rstrip("hv"))
    return f"{theirs[0]}{size - row}{theirs[-1]}" if theirs[-1] in "hv" else f"{theirs[0]}{size + 1 - row}"


def mostly_fences(rng: random.Random, s: Any, actions: list[int]) -> int:
    """Random games in which the pawns do not hurry home: many fences meet."""
    pawns = [a for a in actions if a < 81]
    return rng.choice(actions if rng.random() < 0.7 else pawns)


def test_perft() -> None:
    """Would catch fences that overlap or cross, or one too few: no way can be closed so early."""
    game = Quoridor()
    assert_perft(game, (131, 16677, 2062264), interpreted=200)
    assert_distinct(game, (131, 8725), interpreted=200)


@pytest.mark.parametrize(
    ("size", "fences", "counts"),
    [(7, 8, (75, 5357)), (5, 3, (35, 1109, 31540)), (3, 1, (11, 77, 316, 1172, 3452))],
)
def test_perft_of_other_boards(size: int, fences: int, counts: tuple[int, ...]) -> None:
    """Would catch a table of the squares or grooves that only fits nine rows; ways that are closed on the smallest board."""
    game = Quoridor(size, fences)
    assert tuple(sequences(game, game.initial(), depth) for depth in range(1, len(counts) + 1)) == counts


def test_distinct_positions() -> None:
    """Would catch keys that forget whose fences are left, or that tell positions apart by the number of plies."""
    game = Quoridor(7, 8)
    assert_distinct(game, (75, 2897, 68922), interpreted=200)
    assert count_plies(game, game.initial(), 3) == 363872
    game = Quoridor(3, 1)
    level, found = {game.key(game.initial()): game.initial()}, []
    for _ in range(5):
        open_ones = [s for s in level.values() if not game.terminal(s)]
        level = {game.key(t): t for s in open_ones for t in (game.result(s, int(a)) for a in game.actions(s))}
        found.append(len(level))
    assert found == [11, 65, 153, 293, 415]


@pytest.mark.parametrize(("size", "fences", "games"), [(3, 2, 15), (4, 3, 6), (5, 5, 6), (6, 6, 3), (9, 10, 1)])
def test_random_games_beside_openspiel(size: int, fences: int, games: int) -> None:
    """Would catch a fence that closes a way and is allowed, or closes none and is not; a wrong jump, turn, end or winner."""
    game = Quoridor(size, fences)
    oracle = openspiel_games(
        f"quoridor(board_size={size},wall_count={fences})",
        label=lambda state, action: our_name(size, state.action_to_string(action)),
    )
    too_long = 4 * size * size - 1  # where OpenSpiel calls it a draw
    walked = walk_beside(
        game,
        oracle,
        label=game.action_name,
        choose=mostly_fences,
        until=lambda position, _: position.state.clock >= min(too_long, 199),
        games=games,
        seed=size,
    )
    assert sum(g.decided for g in walked) > 0


def test_every_fence_is_tried_where_ways_are_scarce() -> None:
    """Would catch a fence that the shortcut (it touches too little, it is not in the way) lets pass or stops wrongly."""
    game, rng = Quoridor(5, 10), random.Random(4)
    tried = 0
    for _ in range(3):
        s = game.initial()
        while not game.terminal(s) and s.clock < 14:
            level, upright = (s.level_0, s.level_1), (s.upright_0, s.upright_1)
            actions = [int(a) for a in game.actions(s)]
            for lies in (LEVEL, UPRIGHT):
                for square in members(game.free_grooves(level, upright, lies)):
                    assert (game.fence(square, lies) in actions) == game.leaves_ways(s, square, lies), game.dump(s)
                    tried += not game.leaves_ways(s, square, lies)
            s = game.result(s, rng.choice([a for a in actions if game.is_fence(a)] or actions))
    assert tried > 20  # fences that would have closed a way


def test_jumps() -> None:
    """Would catch a jump over a fence, a jump aside where it goes straight on, one over the edge, a step onto a pawn."""
    pawns = lambda position: {n for n in names(SMALL, position) if n[-1] not in "hv"}  # noqa: E731
    assert pawns("5/2b2/2w2/5/5 w - 3-3 4") == {"c5", "b3", "d3", "c2"}
    assert pawns("5/2b2/2w2/5/5 w c4h 3-2 5") == {"b4", "d4", "b3", "d3", "c2"}
    assert pawns("5/2b2/2w2/5/5 w c4h,b3v 2-2 6") == {"d4", "d3", "c2"}  # a fence beside both pawns
    assert pawns("5/2b2/2w2/5/5 w b3h 3-2 5") == {"b3", "d3", "c2"}  # a fence between the pawns
    assert pawns("5/5/5/bw3/5 b - 3-3 3") == {"a3", "a1", "c2"}
    assert pawns("5/5/5/bw3/5 w - 3-3 3") == {"a3", "a1", "b3", "b1", "c2"}  # the edge is behind Black


def test_fences_that_close_a_way() -> None:
    """Would catch a fence that shuts in only the other player's pawn, or only one's own."""
    walled = "2b2/5/5/5/2w2 w a1h,c1h 2-2 2"  # Row 1 is open above e1 alone.
    assert "d1v" not in names(SMALL, walled) and "d2v" in names(SMALL, walled)
    assert "d1v" not in names(SMALL, walled.replace(" w ", " b "))
    below = "5/2b2/5/4w/5 w a1h,c1h 2-2 2"  # Neither pawn is below, but Black's goal is.
    assert "d1v" in names(SMALL, below) and "d2h" in names(SMALL, "5/5/1b3/2w2/5 w a1h 3-2 3")


def test_ends() -> None:
    """Would catch a pawn that wins on its own row, and a game that goes on after 200 plies."""
    s = SMALL.load("5/2w2/2b2/5/5 w - 3-3 8")
    t = SMALL.result(s, SMALL.parse_action(s, "c5"))
    assert SMALL.terminal(t) and (SMALL.utility(t, 0), SMALL.utility(t, 1)) == (1.0, -1.0)
    assert SMALL.ending(t) == "White's pawn has reached its goal"
    back = SMALL.load("5/5/5/2w2/2b2 w - 3-3 9")
    assert SMALL.terminal(back) and SMALL.utility(back, 1) == 1.0
    last = SMALL.load("2b2/5/5/5/2w2 w - 3-3 199")
    drawn = SMALL.result(last, SMALL.parse_action(last, "a1h"))
    assert SMALL.terminal(drawn) and SMALL.utility(drawn, 0) == 0.0 and SMALL.ending(drawn) == "200 plies were played"


def test_features() -> None:
    """Would catch a way through a fence, a lead with the wrong sign, a race that is called before the fences are gone."""
    s = SMALL.load("2b2/5/5/5/2w2 w a1h,c1h 3-1 2")
    assert (SMALL.distance_left(s, 0), SMALL.distance_left(s, 1)) == (6, 6)  # by way of e1 and e2
    assert [SMALL.feature(s, 0, i) for i in range(4)] == [0.0, 2.0, 1.0, 0.0]
    t = Quoridor(5, 0).load("2b2/5/2w2/5/5 b - 0-0 5")
    assert [Quoridor(5, 0).feature(t, 0, i) for i in (0, 3)] == [2.0, 1.0]
    assert SMALL.evaluate(s, 0) == -SMALL.evaluate(s, 1) > 0


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("2b2/5/5/5/5 w - 3-3 0", "White has not exactly one pawn"),
        ("2b2/5/5/5/2w2 w a1h 3-3 0", "1 fences are on the board and 6 are left, which do not add up to 6"),
        ("2b2/5/5/5/2w2 w a1h,b1h 2-2 2", "the fence a1h lies over another one"),
        ("2b2/5/5/5/2w2 w e1h 3-2 1", "the fence e1h does not fit"),
        ("2b2/5/5/5/2w2 w a1h,c1h,d1v 2-1 3", "fences close every way of White's pawn to its goal"),
        ("2w2/5/5/5/2b2 w - 3-3 9", "the side to move has won already"),
        ("2b2/5/5/5/2w2 w a9h 3-2 1", "the fences on the board should be names of fences such as a1h,c4v"),
    ],
)
def test_wrong_positions(position: str, reason: str) -> None:
    """Would catch a position that no game comes to, or a complaint about something else."""
    with pytest.raises(BadNotation, match=reason):
        SMALL.load(position)


def test_wrong_parameters() -> None:
    """Would catch a board whose squares do not fit two words, and fewer fences than none."""
    with pytest.raises(BadParameter, match="12 rows do not fit; size must be from 3 to 11"):
        Quoridor(12)
    with pytest.raises(BadParameter, match="-1 fences for each do not fit"):
        Quoridor(9, -1)
