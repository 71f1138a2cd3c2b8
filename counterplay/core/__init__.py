"""The vocabulary: games, positions, limits, reports, events and errors. Depends on nothing else in counterplay."""

from counterplay.core.errors import (
    BadNotation,
    BadParameter,
    BadRules,
    CannotCompile,
    CounterplayError,
    GameOver,
    IllegalAction,
    MissingTrait,
    OutOfBounds,
    SealedGame,
    UnknownGame,
    require,
)
from counterplay.core.event import EVENT, Event, Kind, events
from counterplay.core.game import CHANCE, Diagram, Game, Published, Repetition, overrides
from counterplay.core.hashing import state_key, states_equal
from counterplay.core.limit import Limit
from counterplay.core.position import Outcome, Position, utilities_of_loss
from counterplay.core.report import Bound, Report, Value
from counterplay.core.scene import Cell, Label, Line, Piece, Scene
from counterplay.core.text.value_words import value_text
from counterplay.core.unit import Unit

__all__ = [
    "CHANCE",
    "EVENT",
    "BadNotation",
    "BadParameter",
    "BadRules",
    "Bound",
    "CannotCompile",
    "Cell",
    "CounterplayError",
    "Diagram",
    "Event",
    "Game",
    "GameOver",
    "IllegalAction",
    "Kind",
    "Label",
    "Limit",
    "Line",
    "MissingTrait",
    "OutOfBounds",
    "Outcome",
    "Piece",
    "Position",
    "Published",
    "Repetition",
    "Report",
    "Scene",
    "SealedGame",
    "Unit",
    "UnknownGame",
    "Value",
    "events",
    "overrides",
    "require",
    "state_key",
    "states_equal",
    "utilities_of_loss",
    "value_text",
]
