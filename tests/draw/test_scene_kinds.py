"""The richer vocabulary of scenes: edges, trays, regions, levels, materials and pieces of many forms."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest
import sample_boards
import sample_tiles
from colour_contrast import contrast
from sample_scenes import ALL

from counterplay.core import BadParameter
from counterplay.core.scene import (
    Cell,
    Cup,
    Die,
    Domino,
    Edge,
    LandTile,
    LinkTile,
    Material,
    PatternTile,
    Piece,
    Region,
    Scene,
    Tray,
)
from counterplay.draw import scene_rows, scene_svg, scene_text
from counterplay.draw.colours import palette
from counterplay.draw.colours.materials import MATERIALS, MIDDLING
from counterplay.draw.layout.arrange import arranged
from counterplay.draw.layout.scene_layout import distance_outside
from counterplay.draw.svg_drawing.svg import scene_places
from counterplay.draw.words.position_words import cell_labels
from counterplay.games.lines.tic_tac_toe_3d import TicTacToe3D

RICH = {**sample_boards.ALL, **sample_tiles.ALL}
SVG = "{http://www.w3.org/2000/svg}"
HALF_LETTER = 0.1  # cells


def _classes(svg: str) -> set[str]:
    return {name for names in re.findall(r'class="([^"]*)"', svg) for name in names.split()}


@pytest.mark.parametrize("name", RICH)
def test_every_piece_is_seen(name: str) -> None:
    """Would catch a piece that a drawer leaves out, on the page or on the terminal."""
    scene = RICH[name]()
    svg, text = scene_svg(scene), scene_text(scene)
    for k in range(0, len(scene.pieces), 7):
        without = replace(scene, pieces=scene.pieces[:k] + scene.pieces[k + 1 :])
        assert scene_svg(without) != svg and scene_text(without) != text, scene.pieces[k]


@pytest.mark.parametrize("name", RICH)
def test_every_place_can_be_clicked_and_has_a_label(name: str) -> None:
    """Would catch an edge or a slot that the page does not know of, or that a screen reader cannot name."""
    scene = RICH[name]()
    for flip in (False, True):
        places = scene_places(scene, flip=flip)
        assert sorted(places) == sorted(scene.places())
        assert all(box.width > 0 and box.height > 0 for box in places.values())
    assert set(cell_labels(scene, ["White", "Black"])) == set(scene.places())


@pytest.mark.parametrize("name", ALL)
def test_every_class_has_a_rule_and_the_picture_carries_it(name: str) -> None:
    """Would catch a colour that nobody defines, and a picture without the rules that it needs to stand alone."""
    svg = scene_svg(ALL[name](), theme="light")
    sheet, own = palette.style_sheet("light"), svg.partition("<style>")[2].partition("</style>")[0]
    used = _classes(svg) - {"counterplay", "m-plain"}
    assert not {c for c in used if f".{c}" not in sheet}
    assert not {c for c in used if re.search(rf"\.{c}\b(?!-)", sheet) and f".{c}" not in own and not c.startswith("m-")}
    assert len(own) < len(sheet)


def test_empty_edges_take_clicks_where_they_do_not_overlap() -> None:
    """Would catch places for fences that hide each other, so that some could never be chosen."""
    scene = sample_boards.quoridor()
    tree = ET.fromstring(scene_svg(scene))
    spans: dict[float, list[tuple[float, float]]] = {}
    for group in tree.iter(f"{SVG}g"):
        line = group.find(f"{SVG}line")
        if re.fullmatch(r"h[a-i]\d", group.get("data-cell") or ""):
            assert line is not None and line.get("class") == "reach"
            spans.setdefault(float(line.get("y1", 0)), []).append((float(line.get("x1", 0)), float(line.get("x2", 0))))
    assert len(spans) == 8
    for row in spans.values():
        row.sort()
        assert all(a[1] <= b[0] + 0.05 for a, b in pairwise(row))


def test_trays_stand_on_their_owners_side_and_change_it_with_the_view() -> None:
    """Would catch pieces in hand shown on the opponent's side of the board."""
    scene = Scene((Cell("a1", 0.5, 0.5),), (Piece("mine", owner=0),), trays=(Tray(("mine",), 0), Tray(("theirs",), 1)))
    places, turned = scene_places(scene), scene_places(scene, flip=True)
    assert places["theirs"].bottom < places["a1"].top and places["a1"].bottom < places["mine"].top
    assert turned["mine"].bottom < turned["a1"].top and turned["a1"].bottom < turned["theirs"].top


def test_a_slot_says_how_many_pieces_it_holds() -> None:
    """Would catch three pawns in hand that look like one."""
    scene = sample_boards.shogi()
    tree = ET.fromstring(scene_svg(scene))
    group = next(g for g in tree.iter(f"{SVG}g") if g.get("data-on") == "hand P")
    assert "3" in [t.text for t in group.iter(f"{SVG}text")]
    assert "In hand X: P3 S ·" in scene_text(scene)


def test_planes_do_not_overlap() -> None:
    """Would catch the levels of a three-dimensional board drawn over each other."""
    places = scene_places(sample_boards.cube_of_four())
    for level in "123":
        below = min(box.top for name, box in places.items() if name.endswith(level))
        above = max(box.bottom for name, box in places.items() if name.endswith(str(int(level) + 1)))
        assert above <= below


@pytest.mark.parametrize("material", ["plain", "wood"])
def test_coordinates_of_planes_are_whole_and_clear_of_the_frame(material: Material) -> None:
    """Would catch letters below the lowest plane that the picture cuts off, and numbers that the frame's edge runs through."""
    found = arranged(replace(TicTacToe3D().scene(TicTacToe3D().initial()), material=material))
    assert len(found.bodies) == 3
    assert [label.text for label in found.scene.labels] == ["a", "b", "c", "1", "2", "3"]
    for x, y in map(found.label_spot, found.scene.labels):
        assert (
            found.outer.left < x - HALF_LETTER and x + HALF_LETTER < found.outer.right and y + HALF_LETTER < found.outer.bottom
        )
        assert found.frame + HALF_LETTER < distance_outside(found.bodies[0], x, y) < 1


def test_higher_cells_of_a_pyramid_take_the_clicks() -> None:
    """Would catch a ball on top that cannot be clicked because the hollow below it lies above it in the picture."""
    tree = ET.fromstring(scene_svg(sample_boards.pylos()))
    order = [g.get("data-cell") or "" for g in tree.iter(f"{SVG}g") if g.get("data-cell")]
    assert order.index("a2'") > max(order.index(name) for name in ("a1", "d4")) and order.index("a2''") > order.index("b3'")


def test_a_growing_board_has_room_from_the_start_and_follows_its_content() -> None:
    """Would catch a board that jumps with each tile, or one that cuts off tiles beyond its first extent."""
    small = Scene((Cell("0,0", 0, 0),), least=(4, 4), material="felt")
    larger = replace(small, cells=(*small.cells, Cell("1,0", 1, 0)))
    huge = replace(small, cells=(*small.cells, Cell("9,0", 9, 0)))
    boxes = [ET.fromstring(scene_svg(s, size=2000)).get("viewBox", "") for s in (small, larger, huge)]
    assert boxes[0] == boxes[1] != boxes[2]


def test_the_seams_of_a_solid_region_are_not_its_outline() -> None:
    """Would catch a polyomino drawn as separate squares."""
    cells = tuple(Cell(f"{x}{y}", x, y) for y in range(3) for x in range(3))
    square = scene_svg(Scene(cells, regions=(Region(("00", "10", "01", "11"), "solid", 0),)))
    row = scene_svg(Scene(cells, regions=(Region(("00", "10", "20"), "solid", 0),)))
    strokes = [svg.count('stroke-opacity=".55"') for svg in (square, row)]
    assert strokes == [8, 8], "both have a perimeter of eight sides"


def test_the_mark_of_a_stone_is_not_hidden_below_it() -> None:
    """Would catch a last move in go that nobody can see."""
    svg = scene_svg(sample_boards.go())
    assert svg.rindex('class="ring"') > svg.rindex('class="n-white"')


def test_stacks_from_above_show_the_top_and_their_height() -> None:
    """Would catch a tower whose owner or height cannot be told."""
    tree = ET.fromstring(scene_svg(sample_boards.towers_from_above()))
    group = next(g for g in tree.iter(f"{SVG}g") if g.get("data-on") == "d1")
    assert [t.text for t in group.iter(f"{SVG}text")] == ["5"]
    assert sum(c.get("class") == "n-white" for c in group.iter(f"{SVG}circle")) == 1


def test_the_other_side_sees_tiles_and_wedges_turned() -> None:
    """Would catch a tile whose roads no longer meet its neighbours' once the board is flipped."""
    scene = Scene((Cell("a", 0, 0), Cell("b", 1, 0)), (Piece("a", LandTile((), ((0, 1),))), Piece("b", "wedge", 0, "歩", "P")))
    assert "rotate" not in scene_svg(scene)
    assert scene_svg(scene, flip=True).count("rotate(180)") == 2
    assert "RRFF" in scene_text(scene) and "FFRR" in scene_text(scene, flip=True)


def test_scores_are_the_players() -> None:
    """Would catch a score without its player, on the page's strip, in the picture or on the terminal."""
    scene = Scene((Cell("a", 0, 0),), (Piece("a", owner=0, name="black stone"),), scores=("12", "9½"))
    svg = scene_svg(scene)
    assert "player 1 has 12; player 2 has 9½" in svg and 'class="f-black score-edge"' in svg and 'class="p1 score-edge"' in svg
    assert scene_text(scene).splitlines()[-1] == "X 12   O 9½"


@pytest.mark.parametrize(
    "make",
    [
        lambda: Domino(10, 0),
        lambda: Die(7),
        lambda: Cup(5),
        lambda: LinkTile(((0, 6, "red"),)),
        lambda: LinkTile(((0, 1, "red"), (1, 2, "blue"))),
        lambda: LinkTile((), sides=5),
        lambda: LandTile(((0,),), ((0, 1),)),
    ],
)
def test_forms_that_cannot_be_are_refused(make: object) -> None:
    """Would catch a tile with two things on one side, drawn as if that were right."""
    with pytest.raises(BadParameter):
        make()  # type: ignore[operator]


# --- the terminal ---
def test_terminal_edges() -> None:
    """Would catch lines drawn where none are, or beside their cells."""
    cells = (Cell("a1", 0.5, 0.5), Cell("b1", 1.5, 0.5))
    edges = (
        Edge("n", 0, 0, 1, 0, filled=True),
        Edge("w", 0, 0, 0, 1, filled=True),
        Edge("m", 1, 0, 1, 1),
        Edge("e", 2, 0, 2, 1, filled=True),
    )
    assert scene_text(Scene(cells, (Piece("b1", owner=1),), edges=edges)).splitlines() == [
        "┌───╴   ╷",
        "│     O │",
        "╵       ╵",
    ]


def test_terminal_levels_are_written_from_the_top() -> None:
    """Would catch levels mixed up in one grid."""
    rows = scene_text(sample_boards.pylos()).splitlines()
    assert [row for row in rows if row.startswith("Level")] == ["Level 3", "Level 2", "Level 1"]
    assert rows[rows.index("Level 2") + 1 :][:2] == ["X X", "O X ·"]


def test_terminal_tiles_show_their_sides_as_they_lie() -> None:
    """Would catch a turned tile that reads as it did before the turn."""
    tile = PatternTile(("solid", "parallel", "perpendicular", "parallel"))
    scene = Scene((Cell("a", 0, 0), Cell("b", 1, 0)), (Piece("a", tile), Piece("b", tile, turn=90)))
    assert "#=|=" in scene_text(scene) and "=#=|" in scene_text(scene)


def test_terminal_trays_show_marks_and_choices() -> None:
    """Would catch a slot that was picked or can be picked, and looks like any other."""
    scene = Scene((Cell("a", 0, 0),), (Piece("s", owner=0),), trays=(Tray(("s", "t"), 0, "Reserve"),), marked=("t",))
    assert scene_text(scene, highlight=["s"]).splitlines()[-1] == "Reserve X: (X) [·]"
    assert scene_rows(scene)


# --- colours ---
@pytest.mark.parametrize("dark", [0, 1])
@pytest.mark.parametrize("material", MATERIALS)
def test_materials_are_readable(material: str, dark: int) -> None:
    """Would catch coordinates that fade into the frame, and lines that fade into the board (WCAG 2.1: 4.5 and 3)."""
    colours = MATERIALS[material][dark]  # type: ignore[index]
    assert contrast(colours.label, colours.body) >= 4.5
    assert contrast(colours.ink, colours.tray) >= 4.5
    assert contrast(colours.line, colours.tray) >= (2 if material == "felt" else 3)


@pytest.mark.parametrize("material", MIDDLING)
def test_black_and_white_pieces_are_both_seen_in_the_dark(material: str) -> None:
    """Would catch black discs that are hollow rings on a dark board."""
    colours = MATERIALS[material][1]  # type: ignore[index]
    for surface in (colours.tray, colours.plain):
        assert contrast(palette.BLACK_IN_THE_DARK, surface) >= 3
        assert contrast(palette.NAMED["white"], surface) >= 3
