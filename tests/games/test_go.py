"""Go: published counts, OpenSpiel's rules and a plain second implementation beside ours, ko and superko, eyes, notation."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from counterplay.check import GameOracle, openspiel_games, walk_beside
from counterplay.check.oracle_walk import Oracle
from counterplay.core import BadNotation, BadParameter, IllegalAction, Limit, Position
from counterplay.games.territory.go.go import Go, State
from counterplay.games.territory.go.go_chains import breathes, owners
from counterplay.gears.gear_choice import interpreting
from counterplay.gears.rng import seeded
from counterplay.search.api import search_position
from counterplay.search.perft import perft
from tests.oracles.plain_go import PlainGo
from tests.oracles.walked_perft import count_plies

NINE = Go()


@pytest.mark.parametrize(("size", "boards"), [(1, 1), (2, 57), (3, 12675)])
def test_legal_positions(size: int, boards: int) -> None:
    """A liberty that is overlooked, or one beyond the border (Tromp and Farnebäck, table 1)."""
    game = Go(size)
    board = game.initial().board.copy()
    count = 0
    for contents in itertools.product((0, 1, 2), repeat=size * size):
        board[:-1] = contents
        count += all(content == 0 or breathes(game, board, cell, -1) for cell, content in enumerate(contents))
    assert count == boards


def games_from(position: Position, seen: frozenset[str]) -> int:
    """Sequences of different boards that begin here; a pass lets either colour go on."""
    count = 1
    game: Any = position.game
    for start in (position, position.play("pass")):
        for a in start.choices:
            after = start.play(a)
            rows = game.dump(after.state).split()[0]
            if a < game.cell_count:
                assert rows not in seen
                count += games_from(after, seen | {rows})
    return count


@pytest.mark.parametrize(("width", "games"), [(1, 1), (2, 9), (3, 907)])
def test_number_of_games(width: int, games: int) -> None:
    """Superko that looks at too much or too little, suicide of several stones (Tromp and Farnebäck, section 6)."""
    game = Go(width, 1, suicide=True)
    assert games_from(Position(game), frozenset(["." * width])) == games


@pytest.mark.parametrize(("size", "counts"), [(2, (5, 21, 68)), (3, (10, 91, 738)), (5, (26, 651, 15650))])
def test_perft_of_small_boards(size: int, counts: tuple[int, ...]) -> None:
    """A wrong suicide or capture in the first plies (OpenSpiel's counts)."""
    game = Go(size)
    assert tuple(perft.interpreted(game, game.initial(), depth) for depth in range(1, len(counts) + 1)) == counts


def test_perft_of_nine_by_nine() -> None:
    """The same in native code (OpenSpiel and Ludii)."""
    assert [count_plies(NINE, NINE.initial(), depth) for depth in (1, 2, 3)] == [82, 6643, 531522]


def rows_of_openspiel(state: Any) -> list[str]:
    """The rows of stones in our letters."""
    rows = [line.split()[1] for line in str(state).splitlines() if line[:2].strip().isdigit()]
    return [row.translate(str.maketrans("+XO", ".bw")) for row in rows]


@pytest.mark.parametrize(("size", "games", "plies"), [(5, 12, 50), (9, 2, 162), (19, 1, 250)])
def test_random_games_against_openspiel(size: int, games: int, plies: int) -> None:
    """A difference in captures, ko, suicide or score, at any ply."""
    game = Go(size)
    parted = []

    def until(position: Position, oracle: Oracle) -> bool:
        theirs = oracle.state  # type: ignore[attr-defined]
        if position.ply < plies and theirs.is_terminal() and position.state.passes < 2:
            boards = [game.dump(p.state).split()[0] for p in position.line()]
            assert boards[-1] in boards[:-1]  # by superko, which they take for a draw
            return True
        if position.ply == plies and position.state.passes < 2:
            black, white = game.points(position.state)
            if plies == 2 * size * size:
                assert theirs.returns() == [1.0, -1.0] if black > white else [-1.0, 1.0]  # they count the points here
            parted.append((black, white))
            return True
        return False

    walk_beside(
        game,
        openspiel_games(f"go(board_size={size},komi=7.5)", show=rows_of_openspiel),
        label=lambda _, a: min(a, size * size),
        show=lambda s: game.dump(s).split()[0].split("/"),
        games=games,
        seed=size,
        until=until,
    )
    assert len(parted) < 12


def test_handicap_stones_stand_where_openspiel_puts_them() -> None:
    """A stone on another star point, or Black to move after handicap."""
    for count in range(2, 10):
        game = Go(19, handicap=count)
        theirs = openspiel_games(f"go(board_size=19,handicap={count})")().state  # type: ignore[attr-defined]
        assert game.dump(game.initial()).split()[0].split("/") == rows_of_openspiel(theirs)
        assert game.player(game.initial()) == theirs.current_player() == 1
    with pytest.raises(BadParameter, match="5 handicap stones are not offered on this board; 2 to 4 are"):
        Go(10, handicap=5)
    with pytest.raises(BadParameter, match="square boards from 9 x 9 on have some"):
        Go(7, handicap=2)


@pytest.mark.parametrize("ko", ["positional", "situational", "simple"])
@pytest.mark.parametrize(
    ("width", "height", "scoring", "suicide", "games"),
    [(2, 2, "area", True, 12), (3, 2, "territory", False, 8), (2, 3, "area", False, 5), (3, 3, "territory", True, 4)],
)
def test_random_games_against_a_plain_implementation(
    ko: Any, width: int, height: int, scoring: Any, suicide: bool, games: int
) -> None:
    """Superko that forgets a position, counts a pass or mixes up the players; suicide; prisoners; the border of a rectangle."""
    game = Go(width, height, 0.5, scoring=scoring, ko=ko, suicide=suicide)
    plain = PlainGo(width, height, 0.5, scoring, ko, suicide)

    def rows(s: Any) -> list[str]:
        colours = dict(s.stones)
        return ["".join(".bw"[1 + colours.get((x, y), -1)] for x in range(width)) for y in reversed(range(height))]

    def choose(rng: random.Random, _: Any, actions: list[int]) -> int:
        return rng.choice(actions[:-1] if len(actions) > 1 and rng.random() < 0.9 else actions)  # seldom a pass

    walk_beside(
        game,
        lambda: GameOracle(plain, show=rows),
        label=lambda _, a: min(a, width * height),
        show=lambda s: game.dump(s).split()[0].split("/"),
        games=games,
        seed=width + height,
        choose=choose,
        repetition=True,
        until=lambda position, _: position.ply > 60 or (ko == "simple" and position.outcome() is not None),
    )


def test_ko_is_open_again_after_a_move_elsewhere() -> None:
    """A ko that lasts too long, or is forgotten."""
    position = Position.load(NINE, NINE.diagrams[1].position).play("D5")
    assert position.state.ko == NINE.board.index("E5") and NINE.board.index("E5") not in position.choices
    with pytest.raises(IllegalAction):
        position.play(NINE.board.index("E5"))
    assert position.play_all(["A1", "J9", "e5"]).state.ko == NINE.board.index("D5")


def by_the_rules(position: Position) -> float:
    """The value for the player to move, every rule of repetition obeyed."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.utilities[position.player]
    best = -1.0
    for a in position.choices:
        best = max(best, -by_the_rules(position.play(a)))
        if best == 1.0:
            break
    return best


@pytest.mark.parametrize("ko", ["positional", "situational"])
def test_engine_obeys_superko(ko: Any) -> None:
    """A search that compares keys with their turn in positional superko, or without it in situational."""
    with interpreting():
        for komi in (2.0, 3.0):
            game = Go(3, 1, komi, ko=ko)
            for start in (Position(game), Position(game).play_all(["A1", "B1"])):
                report = search_position(game, start, Limit(depth=12), "engine", only=["quiescence"])
                assert report.value.score == by_the_rules(start), (komi, start)


def test_playouts_fill_no_eyes() -> None:
    """A playout in which a living group kills itself, or that never ends."""
    s = NINE.load(".b.bw..../bbbbw..../wwwww..../wwwwwwwww/wwwwwwwww/wwwwwwwww/ww.wwwwww/wwwwwwwww/wwwwwwww. b - 0")
    rng = seeded(1)
    open_points = {f"{column}{row}" for column in "FGHJ" for row in (7, 8, 9)}
    assert {NINE.action_name(s, NINE.random_action(s, rng)) for _ in range(400)} == open_points
    full = NINE.load(".b.bw.w.w/bbbbwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/ww.wwwwww/wwwwwwwww/wwwwwwwww b - 0")
    assert NINE.random_action(full, rng) == NINE.passing


def test_areas_at_the_end() -> None:
    """Points that both sides reach counted for one; stones left out; komi for the wrong side."""
    s = NINE.load("....b..../....b..../....b..../....b..../bbbbb.w../wwwwwwwww/........./........./......... b - 2")
    black, white = NINE.points(s)
    assert (black, white) == (4 * 4 + 9, 3 * 9 + 10 + 7.5)
    regions = NINE.scene(s).regions
    assert [(len(region.cells), region.owner) for region in regions] == [(16, 0), (27, 1)]
    assert NINE.utility(s, 0) == -1.0 and int(owners(NINE, s.board)[NINE.board.index("F9")]) == 4


def test_keys_by_superko_rule() -> None:
    """Keys that tell turns apart where positional superko must not, or do not where a table must."""
    black, white = (NINE.load("." * 9 + ("/" + "." * 9) * 7 + f"/b........ {side} - 0") for side in "bw")
    bits = NINE.repetition_bits
    assert NINE.key(black) != NINE.key(white) and int(NINE.key(black)) & bits == int(NINE.key(white)) & bits
    situational = Go(ko="situational")
    assert int(situational.key(black)) & bits != int(situational.key(white)) & bits


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("bw......./wb......./........./........./........./........./........./........./......... b - 0", "the chain of A9"),
        ("........./" * 8 + "......... b E5 0", "there can be no ko on E5"),
        ("........./" * 8 + "......... b - 3", "a number from 0 to 2"),
    ],
)
def test_impossible_positions_are_refused(text: str, complaint: str) -> None:
    """A position in which native code would look for liberties that are not there."""
    with pytest.raises(BadNotation, match=complaint):
        NINE.load(text)


def test_wrong_parameters_are_refused() -> None:
    """A board without names, a komi that is no number of half points, rules that nobody knows."""
    wrong: list[dict[str, Any]] = [{"size": 20}, {"size": 0}, {"komi": 0.3}, {"ko": "super"}, {"scoring": "stones"}]
    for parameters in wrong:
        with pytest.raises(BadParameter, match="go: "):
            Go(**parameters)


def test_states_are_not_changed() -> None:
    """A capture that writes into the board of the state before it."""
    s: State = NINE.load(NINE.diagrams[0].position)
    before = s.board.copy()
    after = NINE.result(s, NINE.board.index("E4"))
    assert np.array_equal(s.board, before) and after.board[NINE.board.index("D4")] == 0
