"""How the engine behaves: lines, threads, stopping, distances, repetition, turns of several actions."""

from __future__ import annotations

import ast
import itertools
import random
import threading
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from positions import random_position, random_positions, reference_values
from search_toys import SMALL_TREES, NativeToken, NativeTokenOfThreats, Token, TokenOfThreats, tree_state

import counterplay.search.engine
from bench.tactics import MATES_IN_THREE, MATES_IN_TWO, WIN_AT_CHESS, Problem, solved
from counterplay.core import BadParameter, Bound, Game, Limit, Position, Repetition, Report
from counterplay.games.catalogue import make_game
from counterplay.games.lines.connect_four import ConnectFour
from counterplay.lessons import random_tree
from counterplay.search import Search, search_position, stream_position
from counterplay.search.engine.driver import SOUND
from counterplay.search.engine.table import new_table
from tests.patience import PATIENCE

SMALL = [  # plies before
    ("mnk", 3, 7),
    ("connect_four:width=4,height=4", 7, 13),
    ("kalah:pits=3,seeds=2", 3, 15),
    ("othello:size=4", 4, 9),
]
game_of = cache(make_game)


def chess_position(fen: str) -> Position:
    return Position.load(game_of("chess"), f"{fen} 0 1")


def timeless(report: Report) -> Report:
    return replace(report, seconds=0.0)


def assert_playable(position: Position, variation: tuple[int, ...]) -> None:
    """Every action of a line is legal where it is played."""
    for action in variation:
        assert action in position.choices, (position, variation)
        position = position.play(action)


def test_functions_are_short() -> None:
    """Would catch a step of the search that grows until nobody can follow it."""
    for file in Path(counterplay.search.engine.__file__).parent.glob("*.py"):
        for found in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(found, ast.FunctionDef):
                assert (found.end_lineno or 0) - found.lineno < 60, f"{found.name} in {file.name}"


# --- the same again ---
@pytest.mark.parametrize("spec", ["connect_four", "chess", "kalah:pits=3,seeds=2"])
def test_deterministic(spec: str) -> None:
    """Anything left over from one search that changes the next, or anything random."""
    game = game_of(spec)
    reports = [list(map(timeless, stream_position(game, None, Limit(nodes=20_000), "engine", lines=2))) for _ in range(2)]
    assert reports[0] == reports[1]
    assert reports[0][-1].nodes <= 20_000


def test_a_table_can_be_kept() -> None:
    """A table of one's own that is not used, or not kept."""
    game = game_of("connect_four:width=4,height=4")
    table = new_table(1.0)
    first = search_position(game, None, Limit(depth=8), "engine", table=table)
    again = search_position(game, None, Limit(depth=8), "engine", table=table, age=1)
    assert table.any()
    assert again.value == first.value
    assert again.nodes < first.nodes


def test_every_position_is_counted_once() -> None:
    """A position on the horizon that counts as two nodes, one of the search and one of quiescence."""
    report = Search(Position(game_of("chess")), Limit(depth=1), "engine", only="quiescence").result()
    assert report.nodes == 1 + len(Position(game_of("chess")).choices)


# --- several lines ---
@pytest.mark.parametrize(("spec", "least", "most"), SMALL)
def test_several_lines(spec: str, least: int, most: int) -> None:
    """Lines that are not the best actions, not in order, or whose values are not those of their actions."""
    game = game_of(spec)
    for position in random_positions(game, 21, 25, least, most):
        values = reference_values(game, position.state)
        assert values is not None
        report = search_position(game, position, Limit(), "engine", only=SOUND, lines=3)
        single = search_position(game, position, Limit(), "engine", only=SOUND)
        assert len(report.lines) == min(3, len(values))
        assert len({line.action for line in report.lines}) == len(report.lines)
        best = sorted(values.values(), reverse=True)
        for line, expected in zip(report.lines, best, strict=False):
            assert line.value.score == expected == values[line.action]
            assert line.value.proven
            assert_playable(position, line.variation)
        assert report.lines[0].value == single.value == report.value
        assert report.action == report.lines[0].action


def test_more_lines_than_actions() -> None:
    """Room for lines that do not exist."""
    game = game_of("mnk")
    position = Position(game).play("b2").play("a1")
    report = search_position(game, position, Limit(depth=3), "engine", lines=50)
    assert sorted(line.action for line in report.lines) == sorted(position.choices)


def test_lines_at_the_same_depth() -> None:
    """A first line that depends on how many others are asked for."""
    game = game_of("chess")
    position = chess_position("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ -")
    sound = [name for name in SOUND if name != "table"]
    single = search_position(game, position, Limit(depth=4), "engine", only=sound)
    several = search_position(game, position, Limit(depth=4), "engine", only=sound, lines=3)
    assert several.value == single.value
    scores = [line.value.score for line in several.lines]
    assert scores == sorted(scores, reverse=True)


# --- threads ---
@pytest.mark.parametrize(("spec", "least", "most"), SMALL)
def test_two_threads(spec: str, least: int, most: int) -> None:
    """A torn table entry believed, or a thread's nodes not counted."""
    game = game_of(spec)
    for position in random_positions(game, 22, 12, least, most):
        values = reference_values(game, position.state)
        assert values is not None
        report = search_position(game, position, Limit(), "engine", threads=2, table_mb=0.05)
        assert report.value.proven
        assert report.value.score == max(values.values())
        assert values[report.action] == max(values.values())


def test_threads_share_the_nodes() -> None:
    """A limit of nodes that each thread has for itself, or a thread that goes on when its share is spent."""
    game = game_of("connect_four")
    before = threading.active_count()
    for threads in (1, 2, 4):
        report = search_position(game, None, Limit(nodes=30_000), "engine", threads=threads)
        assert report.nodes <= 30_000 + threads
        assert report.action in Position(game).choices
    assert threading.active_count() == before


# --- stopping ---


@pytest.mark.parametrize("threads", [1, 3])
def test_closing_the_stream_ends_the_threads(threads: int) -> None:
    """A search that goes on although nobody listens: it would compete with the next one."""
    game = game_of("chess")
    search_position(game, None, Limit(depth=1), "engine")
    before = set(threading.enumerate())
    reports = stream_position(game, None, Limit(seconds=600.0), "engine", threads=threads)
    next(reports)
    assert len(set(threading.enumerate()) - before) >= threads
    reports.close()  # would wait ten minutes for a search that is not told to end
    assert not set(threading.enumerate()) - before


def test_an_error_ends_the_threads() -> None:
    """A consumer that raises and leaves a search behind."""
    game = game_of("connect_four")
    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt):
        for _ in stream_position(game, None, Limit(seconds=600.0), "engine", threads=2):
            raise KeyboardInterrupt
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
    assert not set(threading.enumerate()) - before


def test_a_slow_reader_does_not_lengthen_the_search() -> None:
    """A clock that is only looked at when somebody asks for the next report."""
    before = set(threading.enumerate())
    reports = stream_position(game_of("connect_four"), None, Limit(seconds=0.1), "engine")
    next(reports)
    for thread in set(threading.enumerate()) - before:  # ends by itself, though nobody asks
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert list(reports)


@pytest.mark.parametrize("only", [(), ("pvs", "table"), SOUND])
def test_an_unfinished_depth_is_no_worse(only: tuple[str, ...]) -> None:
    """A half-finished iteration whose first action replaces a better one of the last iteration."""
    for seed in range(8):
        state = tree_state(random_tree(seed, 4, 5))
        reports = list(stream_position(SMALL_TREES, state, Limit(), "engine", only=only, table_mb=0.05))
        for finished, following in itertools.pairwise(reports):
            values = reference_values(SMALL_TREES, state, following.depth)
            assert values is not None
            for nodes in range(finished.nodes + 1, following.nodes, max(1, (following.nodes - finished.nodes) // 6)):
                report = search_position(SMALL_TREES, state, Limit(nodes=nodes), "engine", only=only, table_mb=0.05)
                assert (report.depth, report.completed) == (finished.depth, False)
                assert values[report.action] >= values[finished.action]
                assert report.value.bound == Bound.LOWER or report.action == finished.action


# --- distances ---
@pytest.mark.parametrize("problem", MATES_IN_TWO, ids=lambda p: p.name)
def test_mates_in_two(problem: Problem) -> None:
    """A mate missed, or called longer than it is; every one was checked by looking at all moves."""
    assert_mate(problem, 3, 20_000)


@pytest.mark.parametrize("problem", MATES_IN_THREE, ids=lambda p: p.name)
def test_mates_in_three(problem: Problem) -> None:
    """The same two plies deeper."""
    assert_mate(problem, 5, 300_000)


def assert_mate(problem: Problem, plies: int, nodes: int) -> None:
    position = chess_position(problem.position)
    report = search_position(position.game, position, Limit(nodes=nodes), "engine")
    assert report.value.proven
    assert (report.value.score, report.value.plies_to_end) == (1.0, plies), report
    assert position.game.action_name(position.state, report.action).rstrip("+#") in [m.rstrip("+#") for m in problem.best]
    # The side that is mated sees it, too, one ply later and as far away.
    following = position.play(report.action)
    answer = search_position(position.game, following, Limit(nodes=nodes), "engine")
    assert (answer.value.score, answer.value.plies_to_end) == (-1.0, plies - 1)


# Columns played, and the score by P. Pons's convention: 22 less the number of discs the winner has played at the end.
PONS = [
    ("2252576253462244111563365343671351441", -1),
    ("7422341735647741166133573473242566", 1),
    ("23163416124767223154467471272416755633", 0),
    ("65214673556155731566316327373221417", -1),
]


@pytest.mark.parametrize(("columns", "score"), PONS)
def test_connect_four_distances(columns: str, score: int) -> None:
    """A distance to the end that does not fit the published score."""
    game = game_of("connect_four")
    value = search_position(game, Position.load(game, columns), Limit(), "engine").value
    assert value.proven
    if score == 0:
        assert value.score == 0.0
        return
    assert value.plies_to_end is not None
    assert value.score == (1.0 if score > 0 else -1.0)
    assert 22 - (len(columns) + value.plies_to_end + 1) // 2 == abs(score)


def test_tic_tac_toe_is_proven_a_draw() -> None:
    """A search to the end that does not know that it is one."""
    report = search_position(game_of("mnk"), None, Limit(), "engine")
    assert report.value.proven
    assert report.value.score == 0.0
    assert len(report.variation) == 9
    assert_playable(Position(game_of("mnk")), report.variation)


def test_tactics_within_a_node_limit() -> None:
    """An engine that has become much weaker: a sample of *Win at Chess* at 50,000 nodes each."""
    found = sum(solved(problem, Limit(nodes=50_000))[0] for problem in WIN_AT_CHESS[::3])
    assert found >= 0.7 * len(WIN_AT_CHESS[::3])


# --- repetition ---
def test_perpetual_check_is_a_draw() -> None:
    """A lost position saved by checking for ever: Qg5+ Kh8, Qf6+ Kg8, Qg5+ and so on."""
    position = chess_position("5rk1/5p1p/8/8/5Q2/q7/rr6/6K1 w - -")
    report = search_position(position.game, position, Limit(depth=8), "engine")
    assert report.value.score == 0.0
    assert not report.value.proven or report.value.plies_to_end is None
    after = position.play(report.action)
    assert position.game.threatened(after.state)


def test_history_counts() -> None:
    """A repetition of positions before the root that is not seen: the losing side saves itself by it."""
    game = game_of("chess")
    position = chess_position("7k/8/8/8/8/8/1R6/K7 w - -")
    for move in ("Rg2", "Kh7", "Rb2", "Kh8", "Rg2", "Kh7", "Rb2"):
        position = position.play(move)
    drawn = search_position(game, position, Limit(depth=3), "engine")  # Kh8 repeats for the third time
    assert game.action_name(position.state, drawn.action) == "Kh8"
    assert drawn.value.score == 0.0
    alone = search_position(game, position.state, Limit(depth=3), "engine")
    assert alone.value.score < 0.0


@pytest.mark.filterwarnings("ignore:Token")
@pytest.mark.parametrize(
    ("rule", "count", "cls"),
    [
        (Repetition.DRAW, 2, Token),
        (Repetition.LOSS, 2, Token),
        (Repetition.FORBIDDEN, 2, Token),
        (Repetition.FORBIDDEN, 3, Token),
        (Repetition.FORBIDDEN, 2, NativeToken),
        (Repetition.PERPETUAL_LOSES, 2, TokenOfThreats),
        (Repetition.PERPETUAL_LOSES, 2, NativeTokenOfThreats),
    ],
)
def test_rules_of_repetition(rule: Repetition, count: int, cls: type[Token]) -> None:
    """A rule applied one repetition too early or too late, to the wrong player, or not to the positions before the root.

    Nor to the last position of a game, whose key is one that was there before.
    """
    game = cls(rule, count)
    only = [name for name in SOUND if name != "table"]  # whose entries do not know how a position came about
    for seed in range(25 if issubclass(cls, NativeToken) else 8):  # of each, two begin 0, 1, 2 and 3 plies before the search
        position = random_position(game, random.Random(seed), seed % 4)
        report = search_position(game, position, Limit(depth=6), "engine", only=only)
        values = {a: -by_the_rules(position.play(a)) for a in position.choices}
        best = max(values.values())
        assert report.value.score == values[report.action] == best, (position, values)


def by_the_rules(position: Position) -> float:
    """The value for the player to move (who alternates), every rule of repetition obeyed."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.utilities[position.player]
    return max(-by_the_rules(position.play(a)) for a in position.choices)


@pytest.mark.filterwarnings("ignore:Token")
def test_forbidden_actions_are_never_chosen() -> None:
    """An action that would repeat a position, returned because there was no time to look."""
    game = Token(Repetition.FORBIDDEN, 2, length=12)
    for seed in range(15):
        position = random_position(game, random.Random(seed), 6)
        for limit in (Limit(nodes=1), Limit(nodes=7), Limit(depth=2)):
            report = search_position(game, position, limit, "engine", lines=3)
            assert {line.action for line in report.lines} <= set(position.choices)


@pytest.mark.parametrize("spec", ["checkers", "nine_mens_morris"])
def test_whole_games(spec: str) -> None:
    """A crash, an illegal action or line in long games with repetitions, captures in chains, and taking as its own action."""
    game = game_of(spec)
    draw = random.Random(4)
    in_a_row = 0
    for _ in range(2):
        position = random_position(game, draw, 8)
        while position.outcome() is None and position.ply < 120:
            if position.player == 0 or draw.random() < 0.3:
                report = search_position(game, position, Limit(depth=4), "engine")
                assert_playable_unless_repeated(position, report.variation)
                action = report.action
            else:
                action = draw.choice(position.choices)
            following = position.play(action)
            in_a_row += following.player == position.player
            position = following
    assert in_a_row > 0


def assert_playable_unless_repeated(position: Position, variation: tuple[int, ...]) -> None:
    """A line may run on where the game would already be drawn by repetition, but never through an action that is none."""
    game: Game = position.game
    state: Any = position.state
    for action in variation:
        assert action in game.choices(state)
        state = game.result(state, action)


def test_extra_turns_in_the_variation() -> None:
    """Extra turns that do not show in the line, or scores turned around when the same player moves again."""
    game = game_of("kalah:pits=3,seeds=2")
    again = 0
    for position in random_positions(game, 31, 40, 0, 12):
        report = search_position(game, position, Limit(), "engine")
        end = position
        for action in report.variation:
            following = end.play(action)
            again += following.player == end.player
            end = following
        outcome = end.outcome()
        if outcome is not None:
            assert outcome.utilities[position.player] == report.value.score
    assert again > 10


class KeepsTheTurn(ConnectFour):
    """A game whose pass keeps the turn: what follows it is no answer of the opponent."""

    can_skip = True

    def skip(self, s: Any) -> Any:
        return s


def test_a_pass_that_keeps_the_turn_is_no_null_move() -> None:
    """A score turned around although the same player moves on: then losing positions look won."""
    game = KeepsTheTurn(4, 4)
    for position in random_positions(game, 41, 60, 2, 9):
        expected = Search(position, Limit(), "engine", only=SOUND).result().value
        report = Search(position, Limit(), "engine", only=(*SOUND, "null_move")).result()
        assert report.value == expected


# --- bad requests ---
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lines": 0}, "lines must be a whole number from 1 to 1,000,000 or 'all', not 0"),
        ({"lines": 1.5}, "lines must be a whole number from 1 to 1,000,000 or 'all', not 1.5"),
        ({"threads": 0}, "threads must be a whole number from 1 to 1,024, not 0"),
        ({"threads": "two"}, "threads must be a whole number from 1 to 1,024, not 'two'"),
        ({"seed": None}, "seed must be a whole number of at most 18 digits, not None"),
        ({"only": ["pvs", "magic"]}, "the engine has no enhancement 'magic'; it has aspiration"),
        ({"only": "magic"}, "the engine has no enhancement 'magic'"),
        ({"without": ["magic"]}, "the engine has no enhancement 'magic'"),
        ({"table_mb": 0}, "table_mb must be a number of megabytes above 0 and up to 1,000,000,000, not 0"),
        ({"table_mb": -3}, "table_mb must be a number of megabytes above 0 and up to 1,000,000,000, not -3"),
        ({"table_mb": float("nan")}, "table_mb must be a number of megabytes above 0 and up to 1,000,000,000, not nan"),
        ({"table_mb": float("inf")}, "table_mb must be a number of megabytes above 0 and up to 1,000,000,000, not inf"),
        ({"table_mb": "big"}, "table_mb must be a number of megabytes above 0 and up to 1,000,000,000, not 'big'"),
        ({"table_mb": 1e-6}, "holds nothing; give at least 0.001"),
        ({"table_mb": 1e9}, "a table of 1e+09 MB does not fit in this machine's"),
        ({"tabel_mb": 1.0}, "engine takes no option 'tabel_mb'; it takes lines, threads, seed, only"),
    ],
)
def test_bad_requests(options: dict[str, Any], said: str) -> None:
    """A traceback, or a request silently ignored."""
    with pytest.raises(BadParameter) as caught:
        search_position(game_of("mnk"), None, Limit(depth=1), "engine", **options)
    assert said in str(caught.value)
