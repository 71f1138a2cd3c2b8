"""Numba's types in words that people use for Python's values."""

from __future__ import annotations

import re
from typing import Any

from numba import types

MAYBE = "something that may be None"
_WRITTEN = (  # how Numba writes a type -> words
    (r"Literal\[str\]|unicode|\[unichr", "a text"),
    (r"Literal\[int\]|u?int\d+$", "a whole number"),
    (r"Literal\[bool\]|bool", "a truth value"),
    (r"float\d+", "a float"),
    (r"none$", "nothing"),
    (r"(readonly )?array", "an array"),
    (r"(reflected )?list", "a list"),
    (r"DictType|LiteralStrKeyDict", "a dict"),
    (r"(reflected )?set", "a set"),
    (r"(Uni)?Tuple", "a tuple"),
    (r"Game\(", "the game"),
    (r"OptionalType", MAYBE),
    (r"range", "a range"),
    (r".*generator", "a generator"),
    (r"Function|type\(CPUDispatcher|BoundFunction", "a function"),
)


def type_words(numba_type: Any) -> str:
    """A type as in 'it is an array of float64'."""
    numba_type = types.unliteral(numba_type)
    if isinstance(numba_type, types.Optional):
        return f"{type_words(numba_type.type)} or None"
    if isinstance(numba_type, types.BaseNamedTuple):
        return with_article(numba_type.instance_class.__name__)
    if isinstance(numba_type, types.Array):
        dimensions = f"{numba_type.ndim}-dimensional " if numba_type.ndim != 1 else ""
        return f"{'a' if dimensions else 'an'} {dimensions}array of {numba_type.dtype}"
    if numba_type == types.int64:
        return "an int"
    if numba_type == types.float64:
        return "a float"
    if isinstance(numba_type, types.Integer | types.Float):
        return f"a np.{numba_type}"
    return written_words(str(numba_type))


def written_words(text: str) -> str:
    """The same, where only the name is known that Numba writes in its messages."""
    named = re.match(r"([A-Za-z_]\w*)\(\w+(\(|, | x \d)", text)
    for pattern, words in _WRITTEN:
        if re.match(pattern, text):
            return words
    return with_article(named[1]) if named else f"'{text}'"


def with_article(name: str) -> str:
    """'a State', 'an Array'."""
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
