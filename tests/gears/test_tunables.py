"""Arrays of a game that may change while it is used: compiled code reads them where they are."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from typing import Any

import numpy as np
import pytest
from tunable_games import Weighed

from counterplay import Limit, kernel, search_position, stream_position
from counterplay.core import BadParameter, Position, SealedGame
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.entry.method_calls import estimate_of
from counterplay.gears.entry.walk_kernel import WALK_KERNELS
from counterplay.gears.gear_choice import in_gear


def shown(game: Weighed) -> float:
    """The weight that a search reads."""
    return float(search_position(game, None, Limit(depth=1), "engine").value.score)


def compiled() -> int:
    """Functions that this process has compiled so far, each of any game or kernel."""
    return sum(engage().compilations.values()) + sum(k.compilations for k in (*WALK_KERNELS, learn))


@kernel
def learn(game: Any, s: Any, steps: int, change: float) -> float:
    """What a learner does: estimate, change a weight, estimate again; the sum of all estimates."""
    total = 0.0
    for _ in range(steps):
        total += game.evaluate(s, 0)
        game.weights[1] += change
    return total


def test_a_new_weight_compiles_nothing_and_changes_the_answer() -> None:
    """Would catch a weight that is a constant of native code, or a game compiled anew for each of its weights."""
    game = Weighed()
    assert shown(game) == 0.5
    before = compiled()
    game.weights = [0.0, 0.125]
    assert shown(game) == 0.125
    game.weights[1] = -0.75
    assert shown(game) == -0.75
    game.bias[0, 1] = 0.5
    assert shown(game) == -0.25
    other = Weighed()
    other.weights = (0.0, 0.375)
    assert shown(other) == 0.375
    assert compiled() == before


def test_two_games_see_their_own_weights_by_turns() -> None:
    """Would catch a walk, or an address, that is kept from the other game of the same class."""
    games = [Weighed() for _ in range(3)]
    for number, game in enumerate(games):
        game.weights[1] = number / 8
    for _ in range(3):
        for number, game in enumerate(games):
            assert shown(game) == number / 8
            assert estimate_of.compiled(game, game.initial(), 0) == number / 8


def test_two_threads_see_their_own_weights() -> None:
    """Would catch weights that are kept in one place for all threads."""
    wrong: list[Any] = []

    def look(number: int) -> None:
        game = Weighed()
        for turn in range(40):
            game.weights[1] = (number + 1) * (turn + 1) / 128
            found = shown(game), estimate_of.compiled(game, game.initial(), 0)
            if found != pytest.approx((game.weights[1],) * 2, abs=1e-5):  # the engine rounds estimates
                wrong.append((number, turn, found))

    threads = [threading.Thread(target=look, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_games_that_are_gone_leave_no_address_behind() -> None:
    """Would catch a walk kept under an address that another game's weights have taken over."""
    for number in range(6):
        game = Weighed()
        game.weights[1] = number / 64
        assert estimate_of.compiled(game, game.initial(), 0) == number / 64
        del game
        gc.collect()


@pytest.mark.parametrize("gear", ["compiled", "interpreted"])
def test_what_a_kernel_writes_it_reads_again(gear: str) -> None:
    """Would catch a learner whose kernel goes on with the weights of its start, or whose changes nobody else sees."""
    game = Weighed()
    game.weights[1] = 0.0
    with in_gear(gear):
        assert learn(game, game.initial(), 4, 0.125) == 0.125 + 0.25 + 0.375
        assert game.weights[1] == 0.5 == shown(game)


def test_a_search_under_way_sees_new_weights() -> None:
    """Would catch a search that goes on with the weights of its start."""
    game, seen = Weighed(), []
    for report in stream_position(game, None, Limit(depth=40), "engine", without=("table", "aspiration")):
        seen.append(float(report.value.score))
        game.weights[1] = 0.125
        if seen[-1] == 0.125:
            break
    assert seen[0] == 0.5 and seen[-1] == 0.125


@pytest.mark.parametrize("wrong", [[1.0], [1.0, 2.0, 3.0], "text", [[1.0, 2.0], [3.0]], None])
def test_weights_of_another_shape_are_refused_before_a_game_is_compiled(wrong: Any) -> None:
    """Would catch native code that reads past the end of weights that were set between `__init__` and the first search."""
    for game in (Weighed(), copy.copy(Weighed()), pickle.loads(pickle.dumps(Weighed()))):
        with pytest.raises(BadParameter, match=r"Weighed.weights is tunable and keeps the shape that __init__ gave it: \(2,\)"):
            game.weights = wrong
        game.weights = [0.0, 0.25]
        assert game.evaluate(game.initial(), 0) == 0.25
    game = Weighed()
    game.__dict__["weights"] = np.zeros(1)  # as a resize in place leaves them
    with pytest.raises(BadParameter, match=r"keeps the shape that __init__ gave it: \(2,\); this is \(1,\)"):
        shown(game)


@pytest.mark.parametrize("wrong", [[1.0], [1.0, 2.0, 3.0], 1j, "text", [[1.0, 2.0]], None])
def test_weights_of_another_shape_are_refused(wrong: Any) -> None:
    """Would catch native code that reads beyond the new weights, or NumPy's own error instead of a sentence."""
    game = Weighed()
    shown(game)
    with pytest.raises(BadParameter, match=r"Weighed.weights is tunable and keeps its shape: \(2,\) of float64; this is"):
        game.weights = wrong
    assert shown(game) == 0.5


def test_weights_of_another_type_become_those_of_the_first() -> None:
    """Would catch bits of whole numbers read as floats."""
    game = Weighed()
    shown(game)
    for weights in (np.array([1, 0]), np.array([True, False]), np.array([1, 0], np.float32)[::1], (1, 0)):
        game.weights = weights
        assert game.weights.dtype == np.float64 and shown(game) == 0.0
    game.weights = np.array([[1.0, 0.25], [0.5, 0.5]])[:, 0]  # not contiguous
    assert shown(game) == 0.5


def test_a_game_may_have_any_shape_of_its_own() -> None:
    """Would catch two games of one class, and another length of weights, taken for one."""
    assert [shown(Weighed(size)) for size in (2, 3, 2)] == [0.5] * 3
    three = Weighed(3)
    three.weights[2] = 0.125
    assert (shown(three), shown(Weighed(2))) == (0.125, 0.5)


def test_weights_cannot_move_in_memory() -> None:
    """Would catch native code that reads freed memory after a resize in place."""
    game = Weighed()
    shown(game)
    with pytest.raises(ValueError, match="cannot resize"):
        game.weights.resize(10_000)
    assert shown(game) == 0.5
    with pytest.raises(SealedGame, match=r"Weighed\(size=2\)\.weights cannot be deleted"):
        del game.weights


def test_a_subclass_may_set_weights_anew() -> None:
    """Would catch a subclass whose own weights are held to the shape of those that the `__init__` of its base set first."""

    class Longer(Weighed):
        def __init__(self) -> None:
            super().__init__()
            self.weights = [0.0, 0.0, 0.75]

    game = Longer()
    assert shown(game) == 0.75
    game.weights = [0.0, 0.0, 0.25]
    assert shown(game) == 0.25


def test_what_is_no_array_of_numbers_is_refused() -> None:
    """Would catch an address of something else."""

    class Textual(Weighed):
        def __init__(self) -> None:
            super().__init__()
            self.weights = "heavy"

    with pytest.raises(BadParameter, match=r"Textual\.weights is named in tunables, so __init__ must set it to an array"):
        shown(Textual())


def test_a_copy_has_weights_of_its_own() -> None:
    """Would catch a copy, here or in another process, whose compiled code reads the weights of the original."""
    game = Weighed()
    shown(game)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        twin.weights[1] = 0.125
        assert (shown(twin), shown(game)) == (0.125, 0.5)


def test_positions_share_the_weights_of_their_game() -> None:
    """Would catch a position that was made before the weights changed and goes on with the old ones."""
    game = Weighed()
    position = Position(game).play("1")
    shown(game)
    game.weights[1] = 0.25
    assert search_position(game, position, Limit(depth=1), "engine").value.score == -0.25
