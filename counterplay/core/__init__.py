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
)
from counterplay.core.event import EVENT, Event, Kind, events
from counterplay.core.game import CHANCE, Game, Repetition
from counterplay.core.hashing import state_key, states_equal
from counterplay.core.limit import Limit
from counterplay.core.position import Outcome, Position
from counterplay.core.report import Bound, Report, Value
from counterplay.core.scene import Cell, Label, Line, Piece, Scene

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
    "Repetition",
    "Report",
    "Scene",
    "SealedGame",
    "UnknownGame",
    "Value",
    "events",
    "state_key",
    "states_equal",
]
