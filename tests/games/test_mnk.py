"""Line games against known counts, OpenSpiel, the textbook's estimate, and one form of the board against the other."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.check import GameOracle, openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter, Position, states_equal
from counterplay.games import make_game
from counterplay.games.lines.mnk import LineGame, State
from counterplay.gears import kernel
from counterplay.gears.entry.method_calls import compiled_choices
from counterplay.solve import solve_position
from tests.oracles.count_tables import assert_perft

TIC_TAC_TOE_PERFT = (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)  # OpenSpiel and Ludii
TIC_TAC_TOE_DISTINCT = (9, 72, 252, 756, 1260, 1520, 1140, 390, 78)  # likewise; 5478 with the empty board
GOMOKU_PERFT = (225, 50400, 11239200)  # likewise


@kernel
def best_value(game: Any, s: Any, alpha: float, beta: float) -> float:
    """Alpha-beta to the end of the game, for the side to move."""
    if game.terminal(s):
        return game.utility(s, game.player(s))  # type: ignore[no-any-return]
    for a in game.actions(s):
        alpha = max(alpha, -best_value(game, game.result(s, a), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


@kernel
def forced(game: Any, s: Any) -> tuple[bool, int, int]:
    """Whether the mover is threatened; how many candidates there are, and the first."""
    candidates = game.candidates(s)
    return game.threatened(s), len(candidates), candidates[0]


def after(game: LineGame, names: str) -> State:
    """The state after these actions from the start."""
    position = Position(game)
    for name in names.split():
        position = position.play(name)
    state: State = position.state
    return state


@functools.cache
def reachable() -> list[dict[str, State]]:
    """The positions of tic-tac-toe after 0, 1, ... plies, by their notation."""
    game = LineGame()
    levels = [{game.dump(game.initial()): game.initial()}]
    while levels[-1]:
        following = [game.result(s, a) for s in levels[-1].values() for a in game.choices(s)]
        levels.append({game.dump(s): s for s in following})
    return levels[:-1]


def large_form(width: int, height: int, line: int, players: int) -> LineGame:
    """A small game played on an array, as large boards are."""
    game = LineGame(width, height, line, players)
    game.on_bits = False
    return game


def test_perft_of_tic_tac_toe() -> None:
    """Catches a line that is not seen, or seen where there is none."""
    assert_perft(LineGame(), TIC_TAC_TOE_PERFT)


def test_positions_and_games_of_tic_tac_toe() -> None:
    """Catches states that differ although the board does not; 5478 positions and 255168 games are well known."""
    game = LineGame()
    levels = reachable()
    assert tuple(len(level) for level in levels[1:]) == TIC_TAC_TOE_DISTINCT
    assert sum(map(len, levels)) == 5478
    assert len({game.key(s) for level in levels for s in level.values()}) == 5478

    @functools.cache
    def games(text: str) -> int:
        s = game.load(text)
        return 1 if game.terminal(s) else sum(games(game.dump(game.result(s, a))) for a in game.actions(s))

    assert games(game.dump(game.initial())) == 255168


def test_four_in_a_row_on_four_by_four_is_a_draw() -> None:
    """Would catch a line of four too many or one that is missed: the value is well known."""
    assert solve_position(LineGame(4, 4, 4)).value.score == 0.0


def test_perft_of_gomoku() -> None:
    """Catches a large board that offers too few or too many cells."""
    assert_perft(make_game("mnk:width=15,height=15,line=5"), GOMOKU_PERFT)


@pytest.mark.parametrize(
    ("width", "height", "line", "other"),
    [
        (3, 3, 3, "tic_tac_toe"),
        (4, 3, 3, "mnk(m=4,n=3,k=3)"),
        (3, 5, 4, "mnk(m=3,n=5,k=4)"),
        (7, 6, 4, "mnk(m=7,n=6,k=4)"),
        (6, 9, 3, "mnk(m=6,n=9,k=3)"),
        (15, 15, 5, "mnk(m=15,n=15,k=5)"),
        (19, 19, 6, "gomoku(size=19,connect=6)"),
    ],
)
def test_random_games_against_openspiel(width: int, height: int, line: int, other: str) -> None:
    """Catches a difference in legal actions, ends or results; cell numbers agree up to mirrored rows."""
    walk_beside(LineGame(width, height, line), openspiel_games(other), games=3 if width > 9 else 12)


@pytest.mark.parametrize(
    ("width", "height", "line", "players"), [(3, 3, 3, 2), (5, 5, 4, 2), (4, 5, 3, 2), (3, 4, 3, 3), (3, 3, 2, 4)]
)
def test_both_forms_of_the_board_agree(width: int, height: int, line: int, players: int) -> None:
    """Catches a fault in the bit set or in the array that the other does not have."""
    small, large = LineGame(width, height, line, players), large_form(width, height, line, players)
    assert isinstance(small.initial().board, int)

    def shown(game: LineGame, s: State) -> Any:
        assert states_equal(game.load(game.dump(s)), s)
        if game.terminal(s):
            return game.dump(s), s.ply, s.won, s.hash
        hints = [game.order(s, a) for a in game.actions(s)], [int(a) for a in game.candidates(s)], game.threatened(s)
        return game.dump(s), s.ply, s.won, s.hash, [game.evaluate(s, p) for p in range(players)], hints

    walk_beside(small, lambda: GameOracle(large, show=lambda t: shown(large, t)), games=8, show=lambda s: shown(small, s))


@pytest.mark.parametrize(
    ("width", "height", "line", "value"),
    [(3, 3, 3, 0.0), (4, 3, 3, 1.0), (4, 4, 3, 1.0)],  # m,n,3-games are won by the first player from 4 x 3 on
)
def test_known_values(width: int, height: int, line: int, value: float) -> None:
    """Catches a wrong winner: the values of small boards are well known."""
    game = LineGame(width, height, line)
    assert best_value(game, game.initial(), -1.0, 1.0) == value


def test_longer_rows_win_too() -> None:
    """Catches the rule that exactly five are needed: here a sixth stone that joins two rows wins."""
    game = LineGame(15, 15, 5)
    s = after(game, "a1 a3 b1 c3 c1 e3 e1 g3 f1 i3 d1")
    assert game.terminal(s)
    assert (game.utility(s, 0), game.utility(s, 1), game.ending(s)) == (1.0, -1.0, "5 in a row")
    assert game.scene(s).marked == ("a1", "b1", "c1", "d1", "e1", "f1")


def test_lines_do_not_wrap_around() -> None:
    """Catches rows that continue at the other side of the board, in both forms: d1, a2, b2 have consecutive numbers."""
    for game in (LineGame(4, 4, 3), large_form(4, 4, 3, 2)):
        assert not game.terminal(after(game, "d1 a1 a2 d3 b2 c4"))


def test_three_players_share_the_loss() -> None:
    """Catches turns or utilities that know only two players."""
    game = LineGame(4, 4, 3, players=3)
    position = Position(game)
    for name in ("a1", "a4", "d4", "b1", "b4", "d3"):
        assert position.player == position.ply % 3
        position = position.play(name)
    outcome = position.play("c1").outcome()
    assert outcome is not None
    assert outcome.utilities == (2.0, -1.0, -1.0)
    assert game.utility_range == (-1.0, 2.0)
    estimates = [game.evaluate(position.state, p) for p in range(3)]
    assert sum(estimates) == pytest.approx(0.0)
    assert max(estimates) == estimates[0]


def test_textbook_estimate() -> None:
    """Catches an estimate that is not the textbook's: lines open to X less lines open to O, at one ply and at two."""
    game = LineGame()
    lines, one, two = 9.0, {}, {}
    for name in ("b2", "a1", "b1"):
        s = game.result(game.initial(), game.parse_action(game.initial(), name))
        one[name] = round(lines * game.evaluate(s, 0), 9)
        two[name] = round(lines * min(game.evaluate(game.result(s, a), 0) for a in game.actions(s)), 9)
    assert one == {"b2": 4.0, "a1": 3.0, "b1": 2.0}
    assert two == {"b2": 1.0, "a1": -1.0, "b1": -2.0}


def test_estimate_prefers_longer_rows() -> None:
    """Catches an estimate that counts lines and not the stones in them."""
    game = LineGame(9, 9, 5)
    together, apart = after(game, "e5 c2 f5 g2 g5 i9"), after(game, "e5 c2 f7 g2 c6 i9")
    assert game.evaluate(together, 0) > game.evaluate(apart, 0)


def test_candidates_hold_a_best_action() -> None:
    """Catches a candidate list without the win or the defence, in every position of tic-tac-toe."""
    game = LineGame()

    @functools.cache
    def value(text: str) -> float:
        s = game.load(text)
        if game.terminal(s):
            return game.utility(s, game.player(s))
        return max(-value(game.dump(game.result(s, a))) for a in game.actions(s))

    for level in reachable():
        for text, s in level.items():
            if not game.terminal(s):
                best = max(-value(game.dump(game.result(s, int(a)))) for a in game.candidates(s))
                assert best == value(text)


def test_forced_replies_on_a_large_board() -> None:
    """Catches a threat that is missed or a stop that is preferred to a win, in both gears."""
    game = LineGame(15, 15, 5)
    four = "h8 a1 h9 c1 h10 e1 h11"
    for names, threatened, wanted in (
        (four, True, "h7"),  # of the two ends of the row the first
        (four + " h7", False, "h12"),  # and the first player may win
        (four + " h7 o15 h12", False, ""),
        ("h8 a1 h9 a2 h10 a3 o15 a4 h11", True, "a5"),  # winning comes before stopping
        ("h8 a1 h9 a2 h11 a4 h12", True, "h10"),  # a gap
    ):
        s = after(game, names)
        cells = [game.action_name(s, int(a)) for a in game.candidates(s)]
        assert game.threatened(s) is threatened
        assert cells == [wanted] if wanted else len(cells) == 225 - s.ply
        assert forced.compiled(game, s) == (threatened, len(cells), game.candidates(s)[0])
        assert len(compiled_choices(game, s)) == 225 - s.ply
        if wanted:
            ends = {"h7": ("h7", "h12")}.get(wanted, (wanted,))
            assert game.action_name(s, int(max(game.actions(s), key=lambda a: game.order(s, int(a))))) in ends


def test_titles() -> None:
    """Catches a game shown under another's name."""
    assert make_game("tic_tac_toe").title_text == "Tic-tac-toe"
    assert LineGame(15, 15, 5).title_text == "Gomoku"
    assert LineGame(5, 5, 4).title_text == "Line game"
    assert LineGame(5, 5, 4).spec == "mnk:width=5,height=5,line=4"


def test_pictures() -> None:
    """Catches marks on a go board or stones on paper, and cells that do not lie where their names say."""
    game = LineGame()
    scene = game.scene(game.load("x../.o./..x o"))
    assert {(p.cell, p.shape, p.owner) for p in scene.pieces} == {("a3", "mark", 0), ("b2", "mark", 1), ("c1", "mark", 0)}
    assert {c.id: (c.x, c.y) for c in scene.cells}["a3"] == (0.5, 0.5)
    gomoku = LineGame(15, 15, 5)
    board = gomoku.scene(after(gomoku, "h8 h9"))
    assert [(p.cell, p.shape, p.name) for p in board.pieces] == [("h8", "disc", "black stone"), ("h9", "disc", "white stone")]
    assert {c.shape for c in board.cells} == {"point"}
    assert len(board.lines) == 30


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no position: "),
        ("x../.o./... ", "is no position: "),
        ("x../.o/... x", "is no position: "),
        ("x../.+./... x", "'+' at b2"),
        ("x../.o./... o", "do not fit together"),
        ("xx./.../... x", "do not fit together"),
        ("xxx/ooo/... x", "a line from a2 on that the last stone did not make"),
        ("xxx/oo./o.. x", "a line from a3 on that the last stone did not make"),
    ],
)
def test_bad_notation_is_explained(text: str, sentence: str) -> None:
    """Catches a message that does not name the fault, or a position that no game can come to."""
    with pytest.raises(BadNotation) as error:
        LineGame().load(text)
    assert sentence in str(error.value)


def test_two_lines_need_a_stone_in_common() -> None:
    """Catches a refusal of the position in which one stone completed two lines, and two lines without such a stone."""
    game = LineGame(5, 5, 3)
    assert game.load("oo.oo/...../..x../..x../xxx.. o").won is True
    with pytest.raises(BadNotation, match="the last stone did not make"):
        game.load("xxx../...../xxx../oo.oo/.o... o")


@given(st.text() | st.text("xo+./ \n", max_size=14))
def test_any_text_loads_or_is_refused(text: str) -> None:
    """Catches a text that makes the reader fail instead of answering."""
    game = LineGame()
    try:
        s = game.load(text)
    except BadNotation:
        return
    assert states_equal(game.load(game.dump(s)), s)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("mnk:width=20", "both must be from 1 to 19"),
        ("mnk:height=0", "both must be from 1 to 19"),
        ("mnk:line=4", "must be from 1 to 3"),
        ("mnk:line=0", "must be from 1 to 3"),
        ("mnk:players=5", "players must be from 2 to 4"),
        ("mnk:players=1", "players must be from 2 to 4"),
    ],
)
def test_bad_parameters_are_refused(spec: str, sentence: str) -> None:
    """Catches a board that cannot be played."""
    with pytest.raises(BadParameter, match=sentence):
        make_game(spec)
