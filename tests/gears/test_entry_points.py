"""States in raw memory, and the entry points that read and write them there."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from medley import FirstState, Medley, MedleyGame, field_bytes

from counterplay.core import BadRules, CannotCompile
from counterplay.gears.entry.method_calls import actions_of, estimate_of, facts_of, result_of
from counterplay.gears.entry.state_layout import HEAD
from counterplay.gears.entry.state_transfer import StateForm
from counterplay.gears.entry.walk import Walk

GAME = MedleyGame()
DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"]
SCALARS = [st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats()]
SCALARS += [hnp.from_dtype(np.dtype(name)) for name in DTYPES]
SHAPES = hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=5)
FIELDS = st.one_of(*SCALARS, st.sampled_from(DTYPES).flatmap(lambda name: hnp.arrays(name, SHAPES)))


def like(field: Any) -> Any:
    """Values that another state may have in a field."""
    if isinstance(field, np.ndarray):
        return hnp.arrays(field.dtype, field.shape)
    if isinstance(field, np.generic):
        return hnp.from_dtype(field.dtype)
    return {bool: SCALARS[0], int: SCALARS[1], float: SCALARS[2]}[type(field)]


MEDLEYS = st.tuples(*map(like, GAME.initial())).map(lambda fields: Medley(*fields))


@given(st.lists(FIELDS, min_size=1, max_size=6), st.data())
def test_any_state_comes_back_from_raw_memory(fields: list[Any], data: st.DataObject) -> None:
    """Would catch fields that overlap, an offset or a width that is wrong, a type that changes on the way."""
    cls: Any = namedtuple("cls", [f"f{i}" for i in range(len(fields))])  # type: ignore[misc]
    form = StateForm(FirstState(cls(*fields)))
    memory = np.full(form.size + 16, 0xAA, np.uint8)
    other = cls(*(data.draw(like(field)) for field in fields))
    for state in (cls(*fields), other):
        form.write(state, memory[8 : 8 + form.size])
        assert field_bytes(form.read(memory[8 : 8 + form.size])) == field_bytes(state)
    assert (memory[:8] == 0xAA).all() and (memory[-8:] == 0xAA).all(), "written beyond the state"


@settings(max_examples=50)
@given(MEDLEYS, st.integers(0, 1))
def test_native_code_makes_the_same_state(state: Medley, action: int) -> None:
    """Would catch a field that native code reads or writes at another place, with another width or another sign."""
    assert field_bytes(result_of.compiled(GAME, state, action)) == field_bytes(GAME.result(state, action))
    assert facts_of.compiled(GAME, state) == facts_of.interpreted(GAME, state)
    assert actions_of.compiled(GAME, state) == [0, 1]
    assert estimate_of.compiled(GAME, state, 0) == min(1.0, max(-1.0, GAME.evaluate(state, 0)))


def test_a_walk_keeps_every_ply(seed: int = 3) -> None:
    """Would catch slots that overlap: a state changed by a step some plies later."""
    from counterplay.gears.entry.method_calls import ask_step

    walk, rng, states = Walk(GAME, 2, ()), np.random.default_rng(seed), [GAME.initial()]
    for _ in range(20):
        action = int(rng.integers(2))
        walk.place(states[-1])
        ask_step(walk, action)
        states.append(GAME.result(states[-1], action))
        assert field_bytes(walk.state(0)) == field_bytes(states[-2])
        assert field_bytes(walk.state(1)) == field_bytes(states[-1])
    assert walk.record.slot_size >= HEAD + walk.form.size  # type: ignore[union-attr]


FIRST = namedtuple("FIRST", ["field"])
ODD = {  # a field -> whether it can be held
    "an array in Fortran's order": (np.asfortranarray(np.arange(6).reshape(2, 3)), True),
    "every other element": (np.arange(10)[::2], True),
    "an array that cannot be written": (np.frombuffer(b"12345678", np.int64), True),
    "an empty array": (np.zeros(0, np.int64), True),
    "bytes in the other order": (np.arange(3, dtype=">i4"), False),
    "an array without a dimension": (np.array(3), False),
    "half precision": (np.zeros(3, np.float16), False),
    "a number of half precision": (np.float16(1), False),
    "extended precision": (np.zeros(3, np.longdouble), False),
    "a number of extended precision": (np.longdouble(1), False),
    "complex numbers": (np.zeros(3, np.complex128), False),
    "an int beyond 64 bits": (2**70, False),
}


class Odd(MedleyGame):
    """A game whose state is one odd field."""

    def __init__(self, field: Any) -> None:
        self.__dict__["field"] = field

    def initial(self) -> Any:
        return FIRST(self.__dict__["field"])

    def player(self, s: Any) -> int:
        return 0

    def result(self, s: Any, a: int) -> Any:
        return s


@pytest.mark.parametrize("what", ODD)
def test_an_odd_field_is_held_or_refused(what: str) -> None:
    """Would catch a field that Numba chokes on, or that comes back as something else, instead of a sentence."""
    field, held = ODD[what]
    game = Odd(field)
    if held:
        state = result_of.compiled(game, game.initial(), 0)
        assert np.array_equal(state.field, field) and state.field.dtype == field.dtype
    else:
        with pytest.raises(CannotCompile, match=r"Odd\.initial returns a state whose field 'field' is an?"):
            result_of.compiled(game, game.initial(), 0)


def test_a_board_that_changes_its_size_is_told() -> None:
    """Would catch a state of another shape copied over its neighbours in memory."""
    state = GAME.initial()._replace(row=np.zeros(6, np.int8))
    with pytest.raises(BadRules, match=r"field 'row' of a Medley has the shape \(6,\) here and \(5,\) in the first state"):
        result_of.compiled(GAME, state, 0)


def test_a_number_that_outgrows_its_field_is_told() -> None:
    """Would catch NumPy's OverflowError, with a traceback, where a count grows beyond 64 bits in plain Python."""
    with pytest.raises(BadRules, match="field 'large' of a Medley is 1180591620717411303424, which does not fit 64 bits"):
        result_of.compiled(GAME, GAME.initial()._replace(large=2**70), 0)
