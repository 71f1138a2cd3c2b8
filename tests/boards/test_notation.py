"""Rows of text, names of moves, clicks and pictures that the kit makes for a game."""

from __future__ import annotations

import unicodedata

import pytest
from board_games import Crossover, Threes

from counterplay.boards.pieces.chess_pieces import KING, KNIGHT, QUEEN, chess_pieces
from counterplay.boards.pieces.packed_numbers import packed, unpacked
from counterplay.boards.pieces.piece_hands import held, put_in_hand, read_hand, taken_from_hand, write_hand
from counterplay.boards.pieces.piece_stacks import (
    lifted,
    pieces_in,
    put_on,
    stack_height,
    stack_of,
    stacked,
    top_piece,
    unstacked,
)
from counterplay.boards.pieces.sided_tiles import orientations, side_of, sides_match, tile_of, turned
from counterplay.check import check_game
from counterplay.core import BadNotation, Position, states_equal


@pytest.mark.parametrize("game", [Crossover(), Threes()], ids=["sets", "array"])
def test_games_on_the_kit_keep_the_contract(game: Crossover | Threes) -> None:
    """Would catch notation that does not come back, clicks that choose nothing, gears that differ, a clock in the key."""
    report = check_game(game)
    assert report.ok, str(report)


@pytest.mark.parametrize("text", ["a1a2", "a1-a2", "A1 A2", " a1 - a2 ", "a1xa2", "A1/A2"])
def test_moves_are_read_however_their_cells_are_joined(text: str) -> None:
    """Would catch a way of writing moves that people use and the kit refuses."""
    game = Crossover()
    a = game.parse_action(game.initial(), text)
    assert game.action_name(game.initial(), a) == "a1-a2"
    assert game.gesture(game.initial(), a) == ("a1", "a2")


def test_captures_and_passes_have_their_own_names() -> None:
    """Would catch a capture that is written like a step, a pass without a button."""
    game = Crossover()
    position = Position(game, game.load("b../.../w../... w 2"))
    assert [game.action_name(position.state, a) for a in position.choices] == ["a2-a3"]
    stuck = game.load("b../..w/.../.b. b 0")
    assert [game.action_name(stuck, a) for a in game.choices(stuck)] == ["a4-a3"]
    taking = game.load(".../.b./w../... b 5")
    assert [game.action_name(taking, a) for a in game.choices(taking)] == ["b3xa2", "b3-b2"]
    blocked = game.load("w../.b./.../... w 0")
    passing = game.load("w../.../b../... w 0")
    assert game.gesture(blocked, game.choices(blocked)[0]) == ("a4", "b3")
    assert game.choices(passing) == [game.passing]
    assert game.gesture(passing, game.passing) == ("pass",)
    assert game.scene(passing).buttons == {"pass": "Pass"}
    assert "pass" not in game.scene(taking).buttons


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it has 1 part instead of 3"),
        ("bbb/... w 0", "it has 2 rows instead of 4"),
        ("bbb/.../..../www w 0", r"row 3 from the top, '\.\.\.\.', has 4 cells instead of 3"),
        ("bbb/.../.q./www w 0", r"'q' at b2 is none of \. w b"),
        ("bbb/.../.../www q 0", "'q' is no side to move"),
        ("bbb/.../.../www w 7", "the moves without a capture should be a number from 0 to 6, not '7'"),
    ],
)
def test_a_wrong_text_is_answered_with_one_sentence(text: str, reason: str) -> None:
    """Would catch an error that does not say what is wrong, where, and what would be right."""
    with pytest.raises(
        BadNotation, match=f"Crossover: '.*' is no position: {reason}; write 4 rows of 3 cells .* as in "
    ) as error:
        Crossover().load(text)
    assert "\n" not in str(error.value)


def test_a_position_that_cannot_come_about_is_refused() -> None:
    """Would catch a game's own complaint that is not asked."""
    with pytest.raises(BadNotation, match=r"Threes: in '\.\.\./\.\.\./xx\. x' 2 and 0 stones do not fit the side to move"):
        Threes().load(".../.../xx. x")
    assert Threes().load("xxx/oo./... o").won


def test_capitals_are_read_where_they_make_no_difference() -> None:
    """Would catch a text that is refused for its capitals alone."""
    game = Crossover()
    assert states_equal(game.load("BBB/.../.../WWW W 0"), game.initial())


def test_stacks() -> None:
    """Would catch a stack that is turned over, or loses a piece."""
    stack = stack_of([3, 1, 2])
    assert (top_piece(stack), stack_height(stack), stack_height(0)) == (2, 3, 0)
    assert pieces_in(stacked(unstacked(stack), 7)) == [3, 1, 7]
    assert pieces_in(put_on(stack_of([5]), lifted(stack, 2))) == [5, 1, 2]


def test_hands() -> None:
    """Would catch a hand that is read otherwise than written."""
    hand = put_in_hand(put_in_hand(put_in_hand(0, 2), 2), 0)
    assert (write_hand(hand, "RBP"), write_hand(0, "RBP"), held(hand, 2)) == ("R2P", "-", 2)
    assert read_hand("2PR", "RBP") == hand
    assert read_hand("-", "RBP") == 0
    assert write_hand(taken_from_hand(hand, 2), "RBP") == "RP"
    for wrong in ("Q", "RR", "0P", "64P", "2"):
        with pytest.raises(BadNotation, match="is no hand; write the pieces"):
            read_hand(wrong, "RBP")


def test_tiles() -> None:
    """Would catch a tile that is turned the wrong way, or an orientation that is counted twice."""
    tile = tile_of([1, 2, 3, 4])
    assert [side_of(turned(tile, 1, 4), side) for side in range(4)] == [4, 1, 2, 3]
    assert len(orientations(tile, 4)) == 4
    assert len(orientations(tile_of([1, 2, 1, 2]), 4)) == 2
    assert sides_match(tile, 0, tile_of([0, 0, 1, 0]), 4)
    assert not sides_match(tile, 1, tile_of([0, 0, 1, 0]), 4)


def test_packed_numbers() -> None:
    """Would catch numbers that come back in another order, or run into each other."""
    for bits, numbers in ((4, [15, 0, 1, 7]), (8, [255, 3]), (12, [4095, 0, 0, 1]), (31, [0, 5])):
        assert unpacked(packed(numbers, bits), bits, len(numbers)) == numbers
    assert packed([1, 3, 5], 8) == 0x050301


def test_pieces_of_chess() -> None:
    """Would catch a glyph or a letter of the other colour, or of another kind."""
    pieces = chess_pieces()
    assert "".join(kind.symbol for kind in pieces) == "PNBRQKpnbrqk"
    assert [pieces[k].name for k in (KNIGHT, QUEEN, 6 + KING)] == ["white knight", "white queen", "black king"]
    assert all(unicodedata.name(kind.text).lower() == f"{kind.name.split()[0]} chess {kind.name.split()[1]}" for kind in pieces)
