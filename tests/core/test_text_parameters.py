"""Parameters that people write on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest

from counterplay import BadParameter
from counterplay.core.text.text_parameters import read_arguments


def declared(heaps: tuple[int, ...] = (1, 3), weights: tuple[float, ...] = (0.5,)) -> None:
    pass


def undeclared(heaps=(1, 3), weights=(0.5,)):  # type: ignore[no-untyped-def]
    pass


@pytest.mark.parametrize("function", [declared, undeclared])
@pytest.mark.parametrize("weights", [(0.5, -0.25, 2.0), (-1.0,), (1e-05, -1e-05, 3e20), (-1.0, -1.0)])
def test_numbers_of_a_tuple_are_read_as_they_are_written(function: Callable[..., Any], weights: tuple[float, ...]) -> None:
    """A minus sign or an exponent that is taken for the end of a number; fractions that are refused."""
    text = f"heaps=2-4--1,weights={'-'.join(map(str, weights))}"
    assert read_arguments("game", function, text) == {"heaps": (2, 4, -1), "weights": weights}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("weights=0.5-", "numbers joined by -, as in 0.5-2--0.25"),
        ("weights=0.5-nan", "numbers joined by"),
        ("weights=1---2", "numbers joined by"),
        ("heaps=1-2.5", "whole numbers joined by -, as in 1-3-5"),
    ],
)
def test_wrong_tuples_are_refused_in_a_sentence(text: str, wanted: str) -> None:
    """A tuple with a hole, or a number that is none."""
    with pytest.raises(BadParameter, match=f"game: .* must be {wanted}"):
        read_arguments("game", declared, text)


def choosing(ko: Literal["simple", "positional"] = "simple", size: Literal[9, 19] = 9) -> None:
    pass


def test_one_of_a_few_words_is_read_or_refused() -> None:
    """A parameter that offers some words, which is taken for a list of numbers."""
    assert read_arguments("go", choosing, "ko=positional,size=19") == {"ko": "positional", "size": 19}
    with pytest.raises(BadParameter, match="go: ko must be simple or positional, not 'super'"):
        read_arguments("go", choosing, "ko=super")
