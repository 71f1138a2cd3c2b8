"""Weights of an estimate in a file, as `counterplay tune` writes it: who uses it plays the same game with other weights.

The file is JSON: the game it is for, the arrays that the game names in `tunables`, and a manifest of how they came about.
"""

from __future__ import annotations

import copy
import hashlib
import json
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.boards import LinearEvaluation
from counterplay.core import BadParameter, Game, MissingTrait
from counterplay.core.files.atomic_file import write_whole
from counterplay.core.files.user_file import quoted, quoted_path, read_user_text

FORMAT = "counterplay weights 1"
KINDS = (np.dtype(np.float64), np.dtype(np.int64))  # of arrays that can be tuned
LARGEST = 1e15  # of a weight: whole numbers up to it are exact in both kinds

Arrays = Mapping[str, np.ndarray[Any, Any]]


@dataclass(frozen=True)
class Weights:
    """The tunable arrays of a game."""

    game: str  # as `game_of` writes it
    arrays: Arrays
    names: tuple[str, ...] = ()  # of the features, where they have names
    manifest: Mapping[str, Any] = field(default_factory=dict)
    origin: str = "these weights"  # what an error calls them

    @classmethod
    def of(cls, game: Game) -> Weights:
        """Those that a game has now."""
        return cls(game_of(game), {name: array.copy() for name, array in tunable_arrays(game).items()}, feature_names(game))

    @property
    def digest(self) -> str:
        """What tells these weights from others, however they came about."""
        parts = [f"{self.game} {name} {array.tolist()}" for name, array in sorted(self.arrays.items())]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def refuse(self, game: Game) -> None:
        """Say in one sentence that the weights are another game's, or of features that this one no longer has."""
        if self.game != game_of(game):
            raise BadParameter(f"{self.origin} are for {quoted(self.game)}, not for {game_of(game)}")
        theirs, ours = self.arrays, tunable_arrays(game)
        fitting = theirs.keys() == ours.keys() and all(_fits(theirs[name], ours[name]) for name in ours)
        if not fitting or self.names != feature_names(game):
            raise BadParameter(f"{self.origin} do not fit the estimate of {game_of(game)}, which has changed since; tune anew")


def _fits(array: np.ndarray[Any, Any], place: np.ndarray[Any, Any]) -> bool:
    """Whether an array can stand where another one does: where whole numbers belong, it must hold some."""
    return array.shape == place.shape and (place.dtype.kind == "f" or bool(np.all(array == np.rint(array))))


def game_of(game: Game) -> str:
    """A game as its weights name it: the parameters count, but not weights that it was made with."""
    initial = ("weights",) if isinstance(game, LinearEvaluation) else ()
    return game.spec_without((*type(game).tunables, *initial))


def feature_names(game: Game) -> tuple[str, ...]:
    """Of a weighted sum; none where an estimate is of another kind."""
    return type(game).feature_names if isinstance(game, LinearEvaluation) else ()


def tunable_arrays(game: Game) -> dict[str, np.ndarray[Any, Any]]:
    """The weights that a game names in `tunables`; a game that has none, or has some of another kind, is refused."""
    cls = type(game)
    found = {name: np.asarray(getattr(game, name, None)) for name in cls.tunables if name not in cls.rule_tables}
    if not found:
        raise MissingTrait(
            f"{game.title_text} has no weights to tune: its class names no array in `tunables`, as a LinearEvaluation does"
        )
    for name, array in found.items():
        if array.dtype not in KINDS:
            raise MissingTrait(
                f"{game.title_text}: to be tuned, {name} must be an array of float64 or int64, not {array.dtype}"
            )
    return found


_weighed: weakref.WeakKeyDictionary[Game, dict[str, Game]] = weakref.WeakKeyDictionary()


def weighed(game: Game, weights: Weights) -> Game:
    """The same game with these weights, compiled code included; the same object for the same question."""
    weights.refuse(game)
    known = _weighed.setdefault(game, {})
    if weights.digest not in known:
        known[weights.digest] = with_weights(game, weights.arrays)
    return known[weights.digest]


def with_weights(game: Game, arrays: Arrays) -> Game:
    """A copy of the game with tunable arrays of its own."""
    other = copy.copy(game)
    for name, array in arrays.items():
        other.__dict__[name] = np.array(array, getattr(game, name).dtype)
    return other


def write_weights(path: Path, weights: Weights) -> None:
    """Write the file, whole or not at all."""
    content = {
        "format": FORMAT,
        "game": weights.game,
        **({"features": weights.names} if weights.names else {}),
        "weights": {name: array.tolist() for name, array in weights.arrays.items()},
        "manifest": weights.manifest,
    }
    write_whole(path, json.dumps(content, indent=1) + "\n")


def read_weights(path: Path) -> Weights:
    """What `write_weights` wrote; one sentence where the file holds something else."""
    text = read_user_text(path, BadParameter, "; `counterplay tune` writes files of weights")
    try:
        content = json.loads(text)
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError(f'it does not begin with "format": "{FORMAT}"')
        arrays = {str(name): _array(name, values) for name, values in content["weights"].items()}
        names = tuple(map(str, content.get("features", ())))
        return Weights(str(content["game"]), arrays, names, dict(content.get("manifest", {})), f"the weights in '{path.name}'")
    except KeyError as error:
        reason = f"{error} is missing"
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        reason = str(error)
    raise BadParameter(f"'{quoted_path(path)}' is no file of weights: {quoted(reason)}")


def _array(name: str, values: Any) -> np.ndarray[Any, Any]:
    array = np.array(values)
    if array.dtype.kind not in "if" or not np.all(np.abs(array) < LARGEST):
        raise ValueError(f"'{name}' is no array of numbers")
    return array
