"""Pentominoes: published numbers of placements and positions, winners of small boards, and the twelve shapes grown anew."""

from __future__ import annotations

import random

import pytest

from counterplay import Limit, Position, search_position
from counterplay.boards.bases.polyomino_game import LaidState
from counterplay.boards.pieces.polyomino_shapes import PENTOMINOES, drawn_shape, ways_to_lay
from counterplay.core import BadNotation, BadParameter
from counterplay.games.placement.pentominoes import Pentominoes
from tests.oracles.count_tables import assert_perft
from tests.oracles.plain_polyominoes import PlainPolyominoes, walk_beside_polyominoes
from tests.oracles.polyomino_counts import positions_after_two

PLACEMENTS = {(3, 3): 49, (4, 4): 244, (5, 5): 571, (6, 6): 1024, (12, 5): 1936, (10, 6): 2056}  # columns, rows
WINNERS = {(3, 3): 0, (4, 3): 0, (5, 3): 0, (4, 4): 1, (5, 4): 0, (5, 5): 0, (6, 4): 0, (6, 5): 0}


def grown_pentominoes() -> set[frozenset[tuple[int, int]]]:
    """All fixed pentominoes: from one square, a neighbour is added four times."""
    found = {frozenset({(0, 0)})}
    for _ in range(4):
        larger = {
            shape | {(x + dx, y + dy)} for shape in found for x, y in shape for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        found = set()
        for shape in larger:
            left, bottom = min(x for x, _ in shape), min(y for _, y in shape)
            found.add(frozenset((x - left, y - bottom) for x, y in shape))
        found = {shape for shape in found if len(shape) == max(map(len, found))}
    return found


def mover_wins(game: Pentominoes, s: LaidState, known: dict[bytes, bool]) -> bool:
    """Plain recursion; the fewer placements are left to the opponent, the earlier an action is tried."""
    seen = s.possible.tobytes()
    if seen not in known:
        following = sorted((game.result(s, int(a)) for a in game.actions(s)), key=game.possible_count)
        known[seen] = any(game.terminal(after) or not mover_wins(game, after, known) for after in following)
    return known[seen]


def test_the_twelve_shapes_are_all_there_are() -> None:
    """Would catch a shape drawn twice, one that is missing, a way to lay a piece that is left out."""
    ways = [ways_to_lay(drawn_shape(rows)) for rows in PENTOMINOES.values()]
    assert sum(map(len, ways)) == 63
    assert {frozenset(way) for piece in ways for way in piece} == grown_pentominoes()


@pytest.mark.parametrize(("size", "count"), PLACEMENTS.items())
def test_placements_on_an_empty_board(size: tuple[int, int], count: int) -> None:
    """Would catch a piece that hangs over the border, or one that is kept away from it."""
    game = Pentominoes(*size)
    assert len(game.actions(game.initial())) == count


def test_perft() -> None:
    """Would catch pieces that overlap, and a piece that is laid twice."""
    assert_perft(Pentominoes(), (2308, 3418576))


def test_different_positions() -> None:
    """Would catch a pair of pieces that should not fit together, whatever the order of laying them."""
    assert positions_after_two(Pentominoes()) == 1705196


@pytest.mark.parametrize(("columns", "rows", "games"), [(8, 8, 3), (10, 6, 2), (5, 5, 8), (3, 4, 8)])
def test_random_games_beside_the_plain_one(columns: int, rows: int, games: int) -> None:
    """Would catch a placement too many or too few, a piece that stays in the box, columns taken for rows, a wrong loser."""
    walked = walk_beside_polyominoes(
        Pentominoes(columns, rows), lambda: PlainPolyominoes(columns, rows), games=games, seed=columns
    )
    assert sum(g.decided for g in walked) == games


@pytest.mark.parametrize(("size", "winner"), WINNERS.items())
def test_winners_of_small_boards(size: tuple[int, int], winner: int) -> None:
    """Would catch a wrong loser, and a game that ends although a piece still fits."""
    game = Pentominoes(*size)
    assert mover_wins(game, game.initial(), {}) is (winner == 0)


def test_the_engine_is_exact_when_four_pieces_lie() -> None:
    """Would catch keys that take different positions for one, and an estimate that is taken for a result."""
    game, draw, values = Pentominoes(), random.Random(4), []
    for plies in (4, 5, 6, 6, 6, 6, 6, 6):
        position = Position(game)
        for _ in range(plies):
            position = position.play(draw.choice(position.choices))
        report = search_position(game, position, Limit(nodes=1_000_000))
        values.append(report.value.score)
        assert abs(report.value.score) == 1.0, "the engine has found no result"
        if plies == 6:
            assert mover_wins(game, position.state, {}) is (report.value.score > 0)
    assert set(values) == {1.0, -1.0}


def test_first_moves_of_every_kind_are_candidates() -> None:
    """Would catch a first move without its like among the candidates, and two candidates that mean the same."""
    game = Pentominoes()
    s = game.initial()
    kinds = set()
    for a in game.candidates(s):
        squares = [divmod(int(cell), 8) for cell in game.cells_of[a]]
        images = []
        for turns in range(8):
            moved = [(x, y) if turns < 4 else (y, x) for x, y in squares]
            for _ in range(turns % 4):
                moved = [(y, 7 - x) for x, y in moved]
            images.append(frozenset(moved))
        assert not kinds & set(images)
        kinds.update(images)
    assert kinds == {frozenset(divmod(int(cell), 8) for cell in cells) for cells in game.cells_of}
    later = game.result(s, 0)
    assert list(game.candidates(later)) == list(game.actions(later))


def test_what_leaves_the_opponent_least_is_searched_first() -> None:
    """Would catch an order that counts placements that the piece itself makes impossible, and an estimate, which does harm."""
    game = Pentominoes(5, 3)
    s = game.load("...../PPP../PP... 2")
    assert [game.order(s, a) for a in game.choices(s)] == [-len(game.choices(game.result(s, a))) for a in game.choices(s)]
    assert game.evaluate(s, 0) == 0.0
    assert game.terminal(game.load("PPTTT/PP.T./P..T. 1"))


def test_a_tap_turns_a_piece_to_the_next_way_that_fits() -> None:
    """Would catch clicks that lay a piece otherwise than it is shown."""
    game = Pentominoes(5, 3)
    s = game.load("...../PPP../PP... 2")
    bars = [a for a in game.choices(s) if game.action_name(s, a).startswith("I")]
    assert [(game.action_name(s, a), game.gesture(s, a)) for a in bars] == [("I2-c3", ("piece I", "c3"))]
    drawn = {piece.cell: piece for piece in game.scene(s).pieces}
    for a in game.choices(s):
        *taps, grip = game.gesture(s, a)
        piece = drawn[taps[0]]
        form = (piece.shape, *piece.turns)[len(taps) - 1]
        x, y = form.grip
        column, row = "abcde".index(grip[0]), int(grip[1])
        covered = {f"{'abcde'[column + c - x]}{row - r + y}" for c, r in form.squares}
        assert covered == {game.board.names[int(cell)] for cell in game.cells_of[a]}


def test_a_hole_in_the_board() -> None:
    """Would catch a piece that covers a square which is not there."""
    game = Pentominoes(3, 3, "b2")
    assert {game.action_name(s, a)[0] for s in (game.initial(),) for a in game.choices(s)} == {"U", "V"}


def test_wrong_texts_and_parameters() -> None:
    """Would catch pieces of another shape, a side to move that cannot be, boards that nothing fits on."""
    game = Pentominoes(5, 3)
    for text, complaint in (
        ("...../PPP../P.P.. 2", "the P pentomino do not have its shape"),
        ("...../PPP../PP..P 2", "the P pentomino do not have its shape"),
        ("...../LLL../LL... 2", "the L pentomino do not have its shape"),
        ("...../PPP../PP... 1", "the side to move do not fit"),
        ("...../PPP../PP... 12", "no side to move"),
    ):
        with pytest.raises(BadNotation, match=complaint):
            game.load(text)
    for parameters, complaint in (((2, 2), "no piece fits"), ((13, 8), "from 1 to 12"), ((8, 8, "j9"), "as in a1-b1")):
        with pytest.raises(BadParameter, match=complaint):
            Pentominoes(*parameters)
