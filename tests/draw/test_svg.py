"""The SVG drawer: well-formed, complete, inside its frame, readable, and safe with any text."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from typing import get_args

import pytest
from colour_contrast import contrast
from drawn_points import drawn_points
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_scenes import ALL, backgammon, chess, connect_four, hex_rhombus, kalah, tic_tac_toe, towers

from counterplay import Position, make_game
from counterplay.core.scene import (
    Block,
    Car,
    Card,
    Cell,
    CellShape,
    Cup,
    Die,
    Domino,
    Edge,
    EdgeKind,
    Label,
    LandTile,
    LetterTile,
    Line,
    LinkTile,
    Material,
    PatternTile,
    Piece,
    Polyomino,
    Region,
    RegionKind,
    Scene,
    SimpleShape,
    Tone,
    Tray,
)
from counterplay.draw import scene_svg
from counterplay.draw.colours import palette

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert('\"&')</script>\x00\x1b\ud800 ]]> 🎲"


def _tree(scene: Scene, **options: object) -> ET.Element:
    return ET.fromstring(scene_svg(scene, **options))  # type: ignore[arg-type]


def _cell_group(tree: ET.Element, name: str) -> ET.Element:
    return next(g for g in tree.iter(f"{SVG}g") if g.get("data-cell") == name)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("name", ALL)
def test_every_kind_of_board_is_well_formed_and_complete(name: str, flip: bool) -> None:
    """Would catch broken XML, a cell or button that cannot be clicked, and a picture a screen reader cannot name."""
    scene = ALL[name]()
    tree = _tree(scene, flip=flip, title="Some game", buttons=True)
    assert tree.get("role") == "img" and tree.get("aria-label") == "Some game"
    assert tree.findtext(f"{SVG}title") == "Some game"
    assert tree.findtext(f"{SVG}desc")
    assert sorted(g.get("data-cell", "") for g in tree.iter(f"{SVG}g") if g.get("data-cell")) == sorted(scene.places())
    assert [g.get("data-button") for g in tree.iter(f"{SVG}g") if g.get("data-button")] == list(scene.buttons)
    shown = " ".join(t.text or "" for t in tree.iter(f"{SVG}text"))
    for words in [*(p.text for p in scene.labels), *scene.notes, *scene.scores, *(tray.label for tray in scene.trays)]:
        assert all(word in shown for word in words.split())


@pytest.mark.parametrize("name", ALL)
def test_everything_lies_inside_the_picture(name: str) -> None:
    """Would catch labels, stacks or buttons that are cut off at the edge."""
    for flip, size in itertools.product((False, True), (120, 480, 2000)):
        tree = _tree(ALL[name](), flip=flip, size=size, buttons=True)
        _, _, width, height = map(float, tree.get("viewBox", "").split())
        for element, points in drawn_points(tree):
            for x, y in points:
                inside = -0.05 <= x <= width + 0.05 and -0.05 <= y <= height + 0.05
                assert inside, f"{(x, y)} of {ET.tostring(element)[:200]!r} in {width} x {height}"


def test_any_text_is_escaped() -> None:
    """Would catch a game's text that breaks the document or runs a script in the reader's page."""
    scene = Scene(
        (Cell(HOSTILE, 0, 0),),
        (Piece(HOSTILE, "glyph", 0, HOSTILE, name=HOSTILE), Piece(HOSTILE, "tile", 1, HOSTILE), Piece("nowhere" + HOSTILE)),
        labels=(Label(1, 1, HOSTILE),),
        notes=(HOSTILE,),
        buttons={HOSTILE: HOSTILE},
    )
    tree = _tree(scene, title=HOSTILE, buttons=True)
    assert not list(tree.iter(f"{SVG}script"))
    assert "alert('\"&')" in (tree.get("aria-label") or "")
    assert any("alert('\"&')" in (g.get("data-cell") or "") for g in tree.iter(f"{SVG}g"))


def test_a_page_can_hold_several_pictures() -> None:
    """Would catch ids (which would collide) and style rules that reach beyond the board."""
    for make in ALL.values():
        assert not [e for e in _tree(make()).iter() if e.get("id") or e.get("style")]
    tree = _tree(chess())
    style = tree.findtext(f"{SVG}style") or ""
    selectors = [rule.split("{")[-1].strip() for rule in style.replace("}", "{").split("{")[::2]]
    assert all(s.startswith(".counterplay") or s.startswith("@media") for s in selectors if s and ":" not in s)


def test_flip_shows_the_other_side() -> None:
    """Would catch a board flipped on one axis only, and coordinates that no longer stand beside their row."""
    tree, turned = _tree(chess()), _tree(chess(), flip=True)
    corner, opposite = _cell_group(tree, "a1")[0], _cell_group(turned, "h8")[0]
    assert (corner.get("x"), corner.get("y")) == (opposite.get("x"), opposite.get("y"))
    labels = {t.text: t for t in turned.iter(f"{SVG}text")}
    assert float(labels["a"].get("x", 0)) > float(labels["h"].get("x", 0))
    assert float(labels["1"].get("y", 0)) < float(labels["8"].get("y", 0))
    plain = {t.text: t for t in tree.iter(f"{SVG}text")}
    assert labels["1"].get("x") == plain["1"].get("x"), "row numbers stay left of the board"


def test_flipped_spikes_point_the_other_way_with_their_numbers() -> None:
    """Would catch checkers that grow from the tip of a spike, and point numbers beside the wrong points."""
    tree = _tree(backgammon(), flip=True)
    numbers = {t.text: (float(t.get("x", 0)), float(t.get("y", 0))) for t in tree.iter(f"{SVG}text")}
    assert numbers["1"][1] < numbers["24"][1] and abs(numbers["1"][0] - numbers["24"][0]) < 0.01


def test_a_tall_stack_stays_on_its_spike() -> None:
    """Would catch fifteen checkers on one point running over the board's other half."""
    pieces = tuple(Piece("24", "disc", 0, level=k) for k in range(15))
    scene = backgammon()
    tree = _tree(Scene(scene.cells, pieces))
    men = [c for c in tree.iter(f"{SVG}circle") if c.get("class") == "p0"]
    bottom = max(float(c.get("cy", 0)) + float(c.get("r", 0)) for c in men)
    column = _cell_group(tree, "24").find(f"{SVG}rect")
    assert column is not None and bottom <= float(column.get("y", 0)) + float(column.get("height", 0)) + 0.1


def test_stacks_are_drawn_from_the_bottom_up() -> None:
    """Would catch a tower whose top piece is hidden behind the ones below."""
    tree = _tree(towers())
    tower = [c for c in tree.iter(f"{SVG}circle") if (c.get("class") or "") in ("p0", "p1")]
    heights = [float(c.get("cy", 0)) for c in tower]
    assert heights == sorted(heights, reverse=True) and len(set(heights)) == 3


def test_marks_and_highlights_are_visible() -> None:
    """Would catch a last move or a choice that leaves no trace in the picture."""
    scene = connect_four()
    assert len(_cell_group(_tree(scene), "a1")) == 2 and len(_cell_group(_tree(scene), "g6")) == 1
    classes = [c.get("class") for c in _tree(scene, highlight=["g6", "a1"]).iter(f"{SVG}circle")]
    assert classes.count("choice") == 1 and classes.count("choice-ring") == 1


def test_what_cannot_be_drawn_is_said() -> None:
    """Would catch a piece on a cell that does not exist vanishing without a word."""
    tree = _tree(Scene((Cell("a1", 0, 0),), (Piece("z9"),), marked=("y8",)))
    words = " ".join(t.text or "" for t in tree.iter(f"{SVG}text"))
    assert "no cell 'z9'" in words and "no cell 'y8'" in words


def test_the_description_names_pieces() -> None:
    """Would catch a board that is silent for a blind reader."""
    scene = Scene((Cell("e1", 0, 0), Cell("a1", 1, 0)), (Piece("e1", "king", 0, name="white king"), Piece("a1", owner=1)))
    assert _tree(scene).findtext(f"{SVG}desc") == "e1: white king; a1: player 2 disc"


def test_pits_show_their_number_of_seeds() -> None:
    """Would catch a pit whose picture and number disagree, and an empty pit without its zero."""
    tree = _tree(kalah())
    assert sum((c.get("class") or "") == "seed" for c in tree.iter(f"{SVG}circle")) == sum(
        min(24, int(p.text)) for p in kalah().pieces
    )
    assert "0" in [t.text for t in tree.iter(f"{SVG}text")]


def test_hexagons_share_their_edges() -> None:
    """Would catch hexagons drawn with the wrong side up, which leaves gaps and overlaps."""
    for turned in (False, True):
        cells = hex_rhombus().cells
        if turned:
            cells = tuple(Cell(c.id, c.y, c.x, "hex") for c in cells)
        tree = _tree(Scene(cells))
        corners = [
            complex(float(x), float(y))
            for polygon in tree.iter(f"{SVG}polygon")
            for x, y in (pair.split(",") for pair in polygon.get("points", "").split())
        ]
        shared_by_three = sum(sum(abs(corner - other) < 1 for other in corners) == 3 for corner in corners) / 3
        assert shared_by_three == 2 * (5 - 1) ** 2, "each pair of rows and columns encloses two such corners"


def test_winning_line_is_on_top_of_the_marks() -> None:
    """Would catch a winning line hidden under the pieces it joins."""
    text = scene_svg(tic_tac_toe())
    assert text.rindex('class="pen s0"') > text.rindex('<circle class="s1"')


@pytest.mark.parametrize("dark", [0, 1])
def test_the_palette_is_readable(dark: int) -> None:
    """Would catch text or pieces that fade into what lies behind them (WCAG 2.1: 4.5 for text, 3 for graphics)."""
    colours = palette.DARK if dark else palette.LIGHT
    assert contrast(colours["text"], colours["paper"]) >= 4.5
    assert contrast(colours["faint"], colours["paper"]) >= 4.5
    for level, tile in enumerate(palette.TILES):
        ink = "#ffffff" if dark or level >= palette.TILE_DARK_TEXT else palette.LIGHT["text"]
        assert contrast(ink, tile[dark]) >= 3, f"tile {level}"
    for player, home in zip(palette.PLAYERS, palette.HOMES, strict=True):
        assert contrast(player[dark], colours["cell-plain"]) >= 3
        assert contrast("#ffffff", player[dark]) >= 3
        assert contrast(colours["text"], home[dark]) >= 4.5
    for one, other in itertools.combinations([p[dark] for p in palette.PLAYERS[:2]] + [colours["paper"]], 2):
        assert one != other


def test_what_is_called_white_is_white() -> None:
    """Would catch a game that speaks of black and white over discs of other colours."""
    scene = Scene(
        (Cell("a", 0, 0), Cell("b", 1, 0)), (Piece("a", owner=0, name="black disc"), Piece("b", "king", 1, name="White king"))
    )
    classes = [c.get("class") for c in _tree(scene).iter(f"{SVG}circle")]
    assert "n-black" in classes and "n-white" in classes and not {"p0", "p1"} & set(classes)


def test_buttons_are_for_pages_only() -> None:
    """Would catch a picture in a notebook that offers buttons nobody can press."""
    assert "data-button" not in scene_svg(backgammon()) and 'data-button="pass"' in scene_svg(backgammon(), buttons=True)


def test_themes() -> None:
    """Would catch a dark picture that stays light, or a forced theme that still follows the reader's system."""
    scene = tic_tac_toe()
    assert "prefers-color-scheme:dark" in scene_svg(scene)
    assert "prefers-color-scheme" not in scene_svg(scene, theme="light") + scene_svg(scene, theme="dark")
    assert palette.DARK["paper"] in scene_svg(scene, theme="dark") and palette.DARK["paper"] not in scene_svg(
        scene, theme="light"
    )


def test_notebooks_draw_positions() -> None:
    """Would catch `import counterplay` no longer telling positions how to draw themselves."""
    text = Position(make_game("connect_four"))._repr_svg_()
    assert text is not None and ET.fromstring(text).tag == f"{SVG}svg"


_FORMS = [
    Block(True, False, True, False), Cup(2), Domino(3, 4), Die(6), LetterTile("Q", 10), Card("K", "♠"),
    PatternTile(("solid", "solid", "solid", "solid")),
    LinkTile(((0, 3, "red"),)), LandTile(((0,),)), Polyomino(((0, 0), (1, 0))), Car((1, -1), ((0, 0),)),
]  # fmt: skip
_shapes = st.sampled_from(get_args(CellShape))
_piece_shapes = st.sampled_from([*get_args(SimpleShape), *_FORMS])
_near = st.floats(-20, 20, allow_nan=False)
_names = st.text(max_size=3)


@st.composite
def _scenes(draw: st.DrawFn) -> Scene:
    cells = draw(
        st.lists(
            st.builds(
                Cell,
                _names,
                _near,
                _near,
                _shapes,
                width=st.floats(0.2, 4),
                height=st.floats(0.2, 6),
                owner=st.integers(-1, 6),
                tone=st.sampled_from(get_args(Tone)),
                level=st.integers(0, 2),
                rise=st.integers(0, 9),
            ),
            unique_by=lambda c: c.id,
            max_size=8,
        )
    )
    places = st.sampled_from([c.id for c in cells]) if cells else _names
    pieces = draw(
        st.lists(
            st.builds(Piece, places, _piece_shapes, st.integers(-1, 6), st.text(max_size=6), level=st.integers(-1, 30)),
            max_size=8,
        )
    )
    lines = draw(st.lists(st.builds(Line, _near, _near, _near, _near, st.integers(-1, 3)), max_size=3))
    labels = draw(st.lists(st.builds(Label, _near, _near, st.text(max_size=5)), max_size=4))
    notes = draw(st.lists(st.text(max_size=60), max_size=2))
    edges = draw(
        st.lists(
            st.builds(Edge, _names, _near, _near, _near, _near, st.sampled_from(get_args(EdgeKind)), st.booleans()), max_size=3
        )
    )
    return Scene(
        tuple(cells),
        tuple(pieces),
        tuple(lines),
        tuple(labels),
        notes=tuple(notes),
        edges=tuple(edges),
        regions=(Region(tuple(c.id for c in cells[:3]), draw(st.sampled_from(get_args(RegionKind)))),),
        trays=(Tray(("one", "two"), draw(st.integers(-1, 3)), draw(_names)),) if draw(st.booleans()) else (),
        material=draw(st.sampled_from(get_args(Material))),
        stacks=draw(st.sampled_from(["raised", "above", "side"])),
        levels=draw(st.sampled_from(["pyramid", "planes"])),
        least=draw(st.sampled_from([(0.0, 0.0), (5.0, 4.0)])),
    )


@settings(max_examples=80, deadline=None)
@given(_scenes(), st.booleans())
def test_any_scene_can_be_drawn(scene: Scene, flip: bool) -> None:
    """Would catch a combination of cells and pieces that breaks a drawer: the page, the notebook or the terminal."""
    from counterplay.draw import scene_rows, scene_text

    ET.fromstring(scene_svg(scene, flip=flip))
    scene_text(scene, flip=flip)
    scene_rows(scene, flip=flip, colour=True, highlight=[c.id for c in scene.cells])


def test_any_piece_stands_on_an_edge() -> None:
    """Would catch a drawing that needs the corners of a cell, which an edge does not have."""
    edge = Edge("wall", 0, 0, 1, 0, "wall")
    for shape in (*get_args(SimpleShape), *_FORMS):
        ET.fromstring(scene_svg(Scene((Cell("a", 0.5, 0.5),), (Piece("wall", shape),), edges=(edge,))))


def test_pieces_stand_with_their_cell() -> None:
    """Would catch a page that cannot tell which figures to move when a cell's piece is dragged."""
    scene = backgammon()
    groups = {g.get("data-on"): len(g) for g in _tree(scene).iter(f"{SVG}g") if g.get("data-on")}
    assert set(groups) == {piece.cell for piece in scene.pieces} and all(groups.values())
