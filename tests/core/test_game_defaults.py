"""What a game inherits: notation, names, parameters, specification."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ring_game import Place, Ring

from counterplay.core import BadNotation, BadParameter, Game, states_equal


class Board(NamedTuple):
    cells: np.ndarray[Any, Any]  # shape (2, 2), int8
    bits: np.uint64
    ply: int
    weight: float
    flag: bool


class Boards(Game):
    """Only what notation needs."""

    def __init__(self, size: int = 2, moves: tuple[int, ...] = (1, 2), swap: bool = False) -> None:
        self.size, self.moves, self.swap = size, moves, swap

    def initial(self) -> Board:
        return Board(np.zeros((2, 2), np.int8), np.uint64(0), 0, 0.0, False)

    def player(self, s: Board) -> int:
        return 0

    def terminal(self, s: Board) -> bool:
        return s.ply > 2

    def actions(self, s: Board) -> Any:
        return np.array([10, 20])


cells = st.lists(st.integers(-128, 127), min_size=4, max_size=4)


@given(
    cells,
    st.integers(0, 2**64 - 1),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
)
def test_default_notation_brings_every_field_back(values: list[int], bits: int, ply: int, weight: float, flag: bool) -> None:
    """Would catch a field that changes its value or its type on the way through text."""
    game = Boards()
    state = Board(np.array(values, np.int8).reshape(2, 2), np.uint64(bits), ply, weight, flag)
    text = game.dump(state)
    back = game.load(text)
    assert states_equal(state, back) and "\n" not in text
    assert [type(field) for field in back] == [type(field) for field in state]
    assert back.cells.dtype == np.int8


@given(st.text() | st.from_regex(r"\[[\[\]0-9.,\-eatrufls\"]*\]"))
def test_default_load_refuses_any_other_text(text: str) -> None:
    """Would catch an exception other than BadNotation for some text."""
    try:
        state = Boards().load(text)
    except BadNotation:
        return
    assert isinstance(state, Board) and state.cells.shape == (2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "[[[1,2],[3,4]],0,0,0.0]",
        "[[[1,2,3],[3,4,5]],0,0,0.0,false]",
        "[[[1,2],[3,400]],0,0,0.0,false]",
        "[[[1,2],[3,4]],-1,0,0.0,false]",
        "[[[1,2],[3,4]],0,1.5,0.0,false]",
        "[[[1,2],[3,4.5]],0,1,0.0,false]",
        '[[[1,2],[3,4]],0,"1",0.0,false]',
        '[[[1,2],[3,4]],0,1,0.0,"false"]',
        "[[[1,2],[3,4]],0,9223372036854775808,0.0,false]",
        "[[[1,2],[3,4]],0,[5],0.0,false]",
        "[[[1,2],[3,4]],0,null,0.0,false]",
        "[[[1,2],[3,4]],0,{},0.0,false]",
        "[" * 10_000,
        "nonsense",
        "",
    ],
)
def test_default_load_says_what_a_position_looks_like(text: str) -> None:
    """Would catch fields of the wrong number, shape, size or kind being accepted, or refused without help."""
    with pytest.raises(
        BadNotation, match=r"is no position \(.*\); the first one is written '\[\[\[0,0\],\[0,0\]\],0,0,0\.0,false\]'"
    ):
        Boards().load(text)


def test_default_names_parse_back() -> None:
    """Would catch names that lead to no action, or to another."""
    game = Boards()
    s = game.initial()
    assert [game.action_name(s, a) for a in game.choices(s)] == ["10", "20"]
    assert game.parse_action(s, " 20 ") == 20
    with pytest.raises(BadNotation, match="'30' is no action here; possible: 10, 20"):
        game.parse_action(s, "30")
    over = s._replace(ply=3)
    assert game.choices(over) == []
    with pytest.raises(BadNotation, match="possible: none, the game is over"):
        game.parse_action(over, "10")


def test_names_that_differ_in_case_only_are_told_apart() -> None:
    """Would catch a name taken for another that differs in case: in chess, b and B are two pieces."""

    class Cased(Ring):
        def action_name(self, s: Place, a: int) -> str:
            return "bxc3" if a == 1 else "Bxc3"

    s = Cased().initial()
    assert (Cased().parse_action(s, "bxc3"), Cased().parse_action(s, "Bxc3")) == (1, 2)
    with pytest.raises(BadNotation):
        Cased().parse_action(s, "BXC3")


def test_specification_names_what_differs_from_the_defaults() -> None:
    """Would catch a specification that loses a parameter or cannot be read back."""
    assert Boards().spec == "boards"
    assert Boards(size=3, swap=True).spec == "boards:size=3,swap=True"
    assert Boards(moves=(1, 3, 5)).spec == "boards:moves=1-3-5"
    assert repr(Boards(size=3)) == "Boards(size=3, moves=(1, 2), swap=False)"
    assert Boards(size=3).parameters == {"size": 3, "moves": (1, 2), "swap": False}


def test_name_and_title_come_from_the_class() -> None:
    """Would catch a game without a name in lists and messages."""

    class NineHoles(Ring):
        pass

    assert NineHoles.catalogue_name() == "nine_holes" and NineHoles().title_text == "Nine holes"


def test_default_picture_names_the_fields() -> None:
    """Would catch a game without a picture that cannot be shown or clicked."""
    game = Ring()
    scene = game.scene(game.initial())
    assert scene.cells == () and scene.notes == ("place: 0", "turn: 0", "clock: 0")
    assert game.gesture(game.initial(), 2) == ("two",)


@pytest.mark.parametrize("name", ["order", "player", "actions", "spec", "parameters", "title_text", "catalogue_name"])
def test_parameters_called_like_methods(name: str) -> None:
    """Would catch a parameter that hides a method: the game's own text would lead to itself, up to a RecursionError."""
    scope: dict[str, Any] = {}
    exec(f"def init(self, {name}=3): self.kept = {name}", scope)
    with pytest.raises(BadParameter, match=f"Odd.__init__ has a parameter called '{name}'"):
        type("Odd", (Game,), {"__init__": scope["init"]})


def test_traits_may_be_parameters() -> None:
    """Would catch a game that lets its user choose the number of players being refused."""

    class Table(Game):
        def __init__(self, players: int = 3, max_plies: int = 5) -> None:
            self.players, self.max_plies = players, max_plies

    assert Table(4).spec == "table:players=4"
