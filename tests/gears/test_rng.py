"""Random numbers: splitmix64, the same in both gears."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from counterplay.gears import rng
from counterplay.gears.compiler.deferred_numba import engage

engage()  # Numba is asked here without a kernel

# Output of the reference implementation of splitmix64 (S. Vigna, public domain) for the seed 0.
REFERENCE = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def draws(generator, below, words, numbers, units):  # type: ignore[no-untyped-def]
    for i in range(words.size):
        words[i] = rng.draw_word(generator)
        numbers[i] = rng.draw_below(generator, below)
        units[i] = rng.draw_unit(generator)


native_draws = njit(draws)


@given(st.integers(-(2**70), 2**70), st.integers(1, 2**31 - 1))
def test_both_gears_draw_the_same(seed: int, below: int) -> None:
    """Would catch a search that plays other games compiled than interpreted."""
    results = []
    for run in (draws, native_draws):
        generator = rng.seeded(seed)
        words, numbers, units = np.zeros(5, np.uint64), np.zeros(5, np.int64), np.zeros(5)
        run(generator, below, words, numbers, units)
        assert (numbers >= 0).all() and (numbers < below).all()
        assert (units >= 0).all() and (units < 1).all()
        results.append((words.tolist(), numbers.tolist(), units.tolist(), int(generator[0])))
    assert results[0] == results[1]


def test_words_are_those_of_splitmix64() -> None:
    """Would catch a generator that is no longer the published one."""
    generator = rng.seeded(0)
    assert [int(rng.draw_word(generator)) for _ in REFERENCE] == REFERENCE


def test_every_number_is_drawn_about_equally_often() -> None:
    """Would catch a bias: 60,000 throws of a die, each face within five standard deviations of 10,000."""
    generator = rng.seeded(7)
    counts = np.bincount([int(rng.draw_below(generator, 6)) for _ in range(60_000)], minlength=6)
    assert (abs(counts - 10_000) < 5 * (60_000 * 1 / 6 * 5 / 6) ** 0.5).all()
