"""The terminal drawer, against pictures drawn by hand."""

from __future__ import annotations

import textwrap

import pytest
from sample_scenes import ALL, backgammon, chess, connect_four, hex_rhombus, kalah, morris, tic_tac_toe, tiles, towers

from counterplay.core.scene import Cell, Label, Line, LinkTile, Piece, Scene, Tray
from counterplay.draw import scene_rows, scene_text
from counterplay.draw.terminal_drawing.character_canvas import text_width


def _picture(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def test_small_grids_have_boxes() -> None:
    """Would catch lines that do not meet, marks beside the wrong cell, and coordinates out of line."""
    assert scene_text(tic_tac_toe()) == _picture("""
          ┌───┬───┬───┐
        3 │ O │   │[X]│
          ├───┼───┼───┤
        2 │   │[X]│   │
          ├───┼───┼───┤
        1 │[X]│   │ O │
          └───┴───┴───┘
            a   b   c
        """)


def test_checkered_boards_are_compact() -> None:
    """Would catch light and dark squares swapped, and a board wider than it needs to be."""
    assert scene_text(chess()) == _picture("""
        8 r n b q k b n r
        7 p p p p p p p p
        6   ·   ·   ·   ·
        5 ·   ·   ·   ·
        4   ·   ·[P]·   ·
        3 ·   ·   ·   ·
        2 P P P P[ ]P P P
        1 R N B Q K B N R
          a b c d e f g h
        """)


def test_marked_neighbours_share_brackets() -> None:
    """Would catch a winning row in which brackets overwrite each other."""
    assert "[X X X X]· · ·" in scene_text(connect_four()).splitlines()


def test_a_rhombus_leans() -> None:
    """Would catch hexes in straight columns, where neighbours cannot be seen."""
    assert scene_text(hex_rhombus()).splitlines() == [
        " a b c d e",
        "1 · · · · ·",
        " 2 · · ·[X]·",
        "  3 · · X · ·",
        "   4 · O · · ·",
        "    5 · · · · ·",
    ]


def test_points_are_joined_by_lines() -> None:
    """Would catch lines of nine men's morris that miss their points or cross them with the wrong character."""
    assert scene_text(morris()) == _picture("""
        7 X───────────X──────────[X]
          │           │           │
        6 │   ┌───────┼───────┐   │
          │   │       │       │   │
        5 │   │   ┌───┴───O   │   │
          │   │   │       │   │   │
        4 ├───O───┤       ├───┼───┤
          │   │   │       │   │   │
        3 │   │   └───┬───┘   │   │
          │   │       │       │   │
        2 │   └───────┼───────┘   │
          │           │           │
        1 └───────────┴───────────┘
          a   b   c   d   e   f   g

        A mill: take one of the other's men.
        """)


def test_a_plain_grid_of_points_is_compact() -> None:
    """Would catch a gomoku board that fills two screens with lines that say nothing."""
    cells = tuple(Cell(f"{x},{y}", x, y, "point") for y in range(15) for x in range(15))
    lines = tuple(Line(0, k, 14, k) for k in range(15)) + tuple(Line(k, 0, k, 14) for k in range(15))
    text = scene_text(Scene(cells, (Piece("7,7", owner=0),), lines))
    assert len(text.splitlines()) == 15 and text.splitlines()[7] == "· · · · · · · X · · · · · · ·"


def test_diagonal_lines() -> None:
    """Would catch the slanted lines of boards such as alquerque leaning the wrong way."""
    cells = (Cell("a", 0, 0, "point"), Cell("b", 1, 0, "point"), Cell("c", 0, 1, "point"), Cell("d", 1, 1, "point"))
    text = scene_text(Scene(cells, (Piece("a", owner=0),), (Line(0, 0, 1, 1), Line(0, 0, 1, 0))))
    assert text.splitlines() == ["X───╴", "  ╲", "·   ·"]


def test_pits_and_stores() -> None:
    """Would catch kalah's stores on top of a row of pits, and counts of two digits that touch."""
    assert scene_text(kalah()).splitlines()[:4] == [
        "   4  4  4  30 4  4",
        "9                    21",
        "   4  0  1  13 7  2",
        "   1  2  3  4  5  6",
    ]


def test_stacks_on_spikes_are_counted() -> None:
    """Would catch a stack shown as one checker, and the bar or tray lost between the halves."""
    assert scene_text(backgammon()).splitlines()[:5] == [
        "13 14 15 16 17 18    19 20 21 22 23 24",
        "X5 ·  ·  ·  O3 ·     O8 ·  ·  ·  ·  X2",
        "                  O                    X2",
        "O5 ·  ·  ·  X3 ·     X5 ·  ·  ·  ·  O2",
        "12 11 10 9  8  7     6  5  4  3  2  1",
    ]


def test_a_count_on_a_disc_is_the_stacks() -> None:
    """Would catch seven checkers of which five are drawn, the last one saying 7, counted as five."""
    pieces = tuple(Piece("24", "disc", 1, "7" if level == 4 else "", level=level) for level in range(5))
    assert "O7" in scene_text(Scene(backgammon().cells, pieces)).split()


def test_long_numbers_fit_their_tiles() -> None:
    """Would catch a large tile of 2048 that breaks out of its box."""
    lines = scene_text(tiles()).splitlines()[:9]
    assert len({len(line) for line in lines}) == 1
    assert all(line[k] in "┌├└│┬┼┴┐┤┘" for line in lines for k in range(0, len(line), 8))
    assert "│ 16384 │" in lines[1]


def test_mixed_stacks_show_who_is_in_them() -> None:
    """Would catch a tower of two players' pieces counted as one player's."""
    assert "X2O" in scene_text(towers())


def test_a_long_tray_goes_on_in_the_next_line() -> None:
    """Would catch trays that are wider than a terminal, what they hold lost where a line ends, a letter that is not used."""
    slots = tuple(f"slot {i}" for i in range(30))
    tile = LinkTile(((0, 1, "red"), (2, 3, "blue"), (4, 5, "green")))
    pieces = [Piece(slot, tile) for slot in slots]
    lines = scene_text(
        Scene((Cell("a", 0, 0, "hex"),), (*pieces, Piece("a", tile, letter="q")), trays=(Tray(slots),))
    ).splitlines()
    assert max(len(line) for line in lines) <= 100 and sum(line.count("rrbbgg") for line in lines) == 30
    assert lines[0].strip() == "q" and len(lines) > 4


def test_wide_characters_keep_columns_aligned() -> None:
    """Would catch East Asian glyphs, two columns wide, pushing the rest of a row to the right."""
    cells = tuple(Cell(f"{x}{y}", x, y) for y in range(7) for x in range(7))
    lines = scene_text(Scene(cells, (Piece("22", "glyph", 0, "龍"),))).splitlines()
    assert {text_width(line) for line in lines} == {text_width(lines[0])}


def test_flip_reverses_rows_and_columns() -> None:
    """Would catch a terminal board flipped on one axis only."""
    lines = scene_text(chess(), flip=True).splitlines()
    assert lines[0] == "1 R N B K Q B N R" and lines[-1] == "  h g f e d c b a"


def test_highlights_have_their_own_brackets() -> None:
    """Would catch the caller's highlight being lost or mistaken for the scene's marks."""
    assert "(·)" in scene_text(connect_four(), highlight=["g6"])


@pytest.mark.parametrize("name", ALL)
def test_plain_ascii_is_possible(name: str) -> None:
    """Would catch board characters that a terminal without Unicode cannot show."""
    assert scene_text(ALL[name](), ascii_only=True).isascii()


@pytest.mark.parametrize("name", ALL)
def test_colour_does_not_change_what_is_written(name: str) -> None:
    """Would catch pieces that exist in colour only, and styles that rich cannot read."""
    from rich.style import Style

    scene = ALL[name]()
    rows = scene_rows(scene, colour=True)
    for _, style in (span for row in rows for span in row):
        Style.parse(style)
    coloured = "".join(text for row in rows for text, _ in row).replace(" ", "").replace("·", "")
    assert coloured == scene_text(scene).replace(" ", "").replace("\n", "").replace("·", "")


def test_what_cannot_be_drawn_is_said() -> None:
    """Would catch a piece on an unknown cell vanishing without a word."""
    assert "no cell 'z9'" in scene_text(Scene((Cell("a1", 0, 0),), (Piece("z9"),), labels=(Label(0, 1, "a"),)))
