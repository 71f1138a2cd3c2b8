"""Retrograde analysis through `solve`: published values, an independent one, games of odd shape, and what it refuses."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from counterplay.core import BadParameter, Game, Limit, MissingTrait, Position, Repetition
from counterplay.games.catalogue import make_game
from counterplay.games.lines.three_mens_morris import ThreeMensMorris
from counterplay.gears.gear_choice import in_gear
from counterplay.search.search_control import as_record, new_control
from counterplay.solve import RetrogradeProgress, Solution, retrograde_solver, solve_position
from counterplay.solve.retrograde import Analysis
from counterplay.solve.state_graph import COUNTS, FOLLOWED, POSITIONS, SECOND, GraphArrays, StateGraph, has_room_for
from tests.oracles.attained_lines import assert_line_attains
from tests.oracles.retrograde_values import retrograde_values

DRAW = (0.0, None)


def told(solution: Solution) -> tuple[float, int | None]:
    """The value for the player to move, and how far the end is."""
    return solution.value.score, solution.value.plies_to_end


# Quixo: S. Tanaka, F. Bonnet, S. Tixeuil and Y. Tamura, "Quixo Is Solved" (2020). Three marks and three men: the values that
# full analyses which are not part of this program give; the centre of three men's morris wins, as is long known.
PUBLISHED = {
    "quixo:size=2": (1.0, 3),
    "quixo:size=3": (1.0, 7),
    "three_mark": (1.0, 13),
    "three_mark:refill=yes": DRAW,
    "three_mens_morris": (1.0, 9),
    "three_mens_morris:centre_opening=no": DRAW,
    "three_mens_morris:movement=anywhere": DRAW,
}


@pytest.mark.parametrize("spec", PUBLISHED)
def test_published_values(spec: str) -> None:
    """Would catch a wrong value or distance, and a draw in circles whose best play does not end in a repetition."""
    position = Position(make_game(spec))
    solution = solve_position(position.game)
    assert told(solution) == PUBLISHED[spec]
    assert_line_attains(position, solution)


def morris_identity(s: Any) -> tuple[int, ...]:
    """Everything but the clock."""
    return tuple(map(int, s[:-1]))


def test_every_kind_of_position_beside_the_plain_analysis() -> None:
    """Would catch a loss found too early, a win found too late, or a position taken for another."""
    game = ThreeMensMorris("orthogonal")
    values = retrograde_values(game, morris_identity)
    draw, seen = random.Random(5), set()
    for _ in range(60):
        position = Position(game)
        for _ in range(draw.randint(1, 14)):
            if position.outcome() is None:
                position = position.play(draw.choice(position.choices))
        if position.outcome() is not None:
            continue
        position = Position(game, position.state)  # history would make draws of what it has seen twice
        worth = values[morris_identity(position.state)]
        solution = solve_position(game, position)
        assert told(solution) == ((float(worth.value), worth.plies) if worth.value else DRAW)
        assert_line_attains(position, solution)
        seen.add(worth.value)
    assert seen == {-1, 0, 1}


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "longest"), [("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", 16), ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 10)])
def test_longest_mates_of_chess(fen: str, longest: int) -> None:
    """Would catch a move's number that makes positions different, and a mate too soon or too late.

    With best play a rook mates in at most 16 moves and a queen in at most 10, as every table of endings has it.
    """
    game = make_game("chess")
    position = Position.load(game, fen)
    graph = StateGraph(position, None, clockless=True)
    assert graph.follow_up(as_record(new_control(Limit())))
    analysis = Analysis(graph)
    for _ in analysis.run():
        pass
    first = graph.flags[: graph.positions] & SECOND == 0
    assert (analysis.plies[first & (analysis.grade > analysis.zero)].max() + 1) // 2 == longest
    solution = solve_position(game, position)
    assert solution.value.score == 1.0
    assert_line_attains(position, solution)


def test_every_array_that_grows_must_have_room() -> None:
    """Would catch native code that writes beyond an array because another one was enlarged a moment before."""
    counts, short, long = np.zeros(COUNTS, np.int64), np.zeros(60, np.int64), np.zeros(1000, np.int64)
    counts[POSITIONS], counts[FOLLOWED] = 50, 49
    roomy = GraphArrays(counts, *[long] * (len(GraphArrays._fields) - 1))
    assert has_room_for(roomy, 10)
    for name in ("flags", "first", "places"):
        assert not has_room_for(roomy._replace(**{name: short}), 10 if name == "first" else 11), name


class Track(NamedTuple):
    """A token on a line of cells."""

    place: int
    turn: int
    clock: int


class Race(Game):
    """Player 0 pushes a token forward, player 1 can only wait; `rest` is a cell whose entering counts as progress."""

    players = 2
    max_actions, max_plies = 2, 4000
    repetition = Repetition.DRAW

    def __init__(self, length: int = 8, limit: int = 30, rest: int = -1) -> None:
        self.length, self.limit, self.rest = length, limit, rest
        self.draw_clock = ("clock", limit)

    def initial(self) -> Track:
        return Track(0, 0, 0)

    def player(self, s: Track) -> int:
        return s.turn

    def actions(self, s: Track) -> Any:
        yield 0
        if s.turn == 0:
            yield 1

    def result(self, s: Track, a: int) -> Track:
        place = s.place + a
        return Track(place, 1 - s.turn, 0 if a == 1 and place == self.rest else s.clock + 1)

    def terminal(self, s: Track) -> bool:
        return s.place >= self.length or s.clock >= self.limit

    def utility(self, s: Track, p: int) -> float:
        won = 1.0 if s.place >= self.length else 0.0
        return won if p == 0 else -won

    def key(self, s: Track) -> int:
        return 2 * s.place + s.turn


@pytest.mark.parametrize(
    ("length", "limit", "rest", "expected"),
    [
        (8, 30, -1, (1.0, 15)),  # there is time
        (8, 12, -1, DRAW),  # there is not
        (8, 12, 4, (1.0, 15)),  # progress half-way puts the clock back
        (8, 12, 1, DRAW),  # too early
    ],
)
def test_draw_clock(length: int, limit: int, rest: int, expected: tuple[float, int | None]) -> None:
    """Would catch a win that the clock prevents, and one given up although progress puts the clock back in time."""
    game = Race(length, limit, rest)
    with in_gear("interpreted"):
        solution = solve_position(game)
    assert told(solution) == expected
    assert_line_attains(Position(game), solution)


def test_clock_that_is_nearly_out() -> None:
    """Would catch the clock of the position that is asked about left out of account."""
    game = Race(8, 30)
    with in_gear("interpreted"):
        assert told(solve_position(game, Track(0, 0, 10))) == (1.0, 15)
        assert told(solve_position(game, Track(0, 0, 16))) == DRAW


class Walk(NamedTuple):
    """Where one stands on a small graph."""

    spot: int


class SmallGraph(Game):
    """A game that is a list of where each spot leads; whose turn it is, and what ends are worth, are given with it."""

    leads: ClassVar[dict[int, tuple[int, ...]]] = {}
    movers: ClassVar[dict[int, int]] = {}
    worths: ClassVar[dict[int, float]] = {}
    utility_range = (-2.0, 2.0)
    max_actions = 4
    max_plies = 10**6

    def initial(self) -> Walk:
        return Walk(0)

    def player(self, s: Walk) -> int:
        return self.movers.get(s.spot, 0)

    def actions(self, s: Walk) -> Any:
        return np.arange(len(self.leads[s.spot]))

    def result(self, s: Walk, a: int) -> Walk:
        return Walk(self.leads[s.spot][a])

    def terminal(self, s: Walk) -> bool:
        return s.spot in self.worths

    def utility(self, s: Walk, p: int) -> float:
        return self.worths[s.spot] if p == 0 else -self.worths[s.spot]


class TwiceInARow(SmallGraph):
    """Player 0 moves twice, then player 1 chooses; circles are possible, and the grades are many."""

    leads: ClassVar = {0: (1, 0), 1: (2, 0), 2: (10, 11, 3), 3: (12, 0)}
    movers: ClassVar = {2: 1}
    worths: ClassVar = {10: 2.0, 11: 1.0, 12: 0.5}


class BetterInCircles(SmallGraph):
    """Player 1, who is to lose 1 at every end, goes in circles instead; there is no rule of repetition."""

    leads: ClassVar = {0: (1, 2), 1: (0,), 2: (0, 10)}
    movers: ClassVar = {0: 1, 2: 1}
    worths: ClassVar = {10: 1.0}


def test_several_steps_of_one_player() -> None:
    """Would catch signs turned after every action, a grade taken for a win, and distances told of grades that are no wins."""
    with in_gear("interpreted"):
        solution = solve_position(TwiceInARow())
    assert told(solution) == (0.5, None)
    assert solution.line == (0, 0, 2, 0)


def test_never_ending_game_is_a_draw() -> None:
    """Would catch a loss where the loser need not come to an end, or a line that does not end either."""
    with in_gear("interpreted"):
        solution = solve_position(BetterInCircles())
    assert told(solution) == DRAW
    assert len(solution.line) == 2


class LosesByReturning(BetterInCircles):
    """The same with a rule that depends on history."""

    repetition = Repetition.LOSS


class ForbiddenToReturn(TwiceInARow):
    """A game whose value rests on what may not come back."""

    repetition = Repetition.FORBIDDEN


class WonAnyway(SmallGraph):
    """Player 0 wins whatever comes back."""

    leads: ClassVar = {0: (1, 0), 1: (0, 10)}
    worths: ClassVar = {10: 2.0}
    repetition = Repetition.LOSS


class OneWayBack(SmallGraph):
    """Whoever comes back loses, and from spot 1 there is no other way."""

    leads: ClassVar = {0: (1, 10), 1: (0,)}
    worths: ClassVar = {10: 2.0}
    repetition = Repetition.LOSS
    repetition_count = 2


def test_a_circle_that_began_before_the_first_position() -> None:
    """Would catch a circle that is overlooked since the position that closes it lies in the past: it was called a draw."""
    position = Position(OneWayBack()).play(0)
    with in_gear("interpreted"), pytest.raises(MissingTrait, match="depends on how they were reached"):
        solve_position(position.game, position)


def test_rules_that_look_back() -> None:
    """Would catch a value made up where it depends on the way, and a refusal where a plain win makes that indifferent."""
    with in_gear("interpreted"):
        for game in (LosesByReturning(), ForbiddenToReturn()):
            with pytest.raises(MissingTrait, match="depends on how they were reached"):
                solve_position(game)
        solution = solve_position(WonAnyway())
    assert solution.value.score == 2.0 and solution.line == (0, 1)


def test_history_counts() -> None:
    """Would catch a win through a position that has occurred twice before, which is a draw by now."""
    game = Race(3, 1000)
    position = Position(game)
    for action in (1, 0, 0, 0):  # player 0 waits at cell 1, where it was to move before
        position = position.play(action)
    with in_gear("interpreted"):
        solution = solve_position(game, position)
    assert solution.value.score == 1.0
    assert_line_attains(position, solution)
    drawn = BackAndForth()
    position = Position(drawn)
    for action in (0, 0, 0, 0):  # to spot 1 for the second time, and away again
        position = position.play(action)
    with in_gear("interpreted"):
        assert told(solve_position(drawn, position.state)) == (2.0, 3)
        assert told(solve_position(drawn, position)) == DRAW


class BackAndForth(SmallGraph):
    """The win leads through a spot that can be visited in vain."""

    leads: ClassVar = {0: (1,), 1: (2, 3), 2: (1,), 3: (10,)}
    worths: ClassVar = {10: 2.0}
    repetition = Repetition.DRAW


def test_memory_is_bounded() -> None:
    """Would catch a machine that swaps, and a refusal that does not say how far it came."""
    with pytest.raises(
        BadParameter, match=r"does not fit in 3 MB of memory: [\d,]{5,} positions were found, and [\d,]+ of them"
    ):
        solve_position(make_game("three_mark"), memory_mb=3.0)
    with pytest.raises(BadParameter, match="more than fit in this machine"):
        solve_position(make_game("three_mark"), memory_mb=1e8)


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch counts that run backwards."""
    monkeypatch.setattr(retrograde_solver, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(retrograde_solver, "SLICE_SECONDS", 0.001)
    heard: list[RetrogradeProgress] = []
    solve_position(make_game("three_mark"), progress=heard.append)
    assert len(heard) > 3
    for before, after in pairwise(heard):
        assert before.positions <= after.positions and before.followed <= after.followed and before.settled <= after.settled
    assert heard[-1].positions == heard[-1].followed >= heard[-1].settled > 0
    game = make_game("three_mark")
    assert "of them followed up" in heard[0].words(game) and "settled" in heard[-1].words(game)
