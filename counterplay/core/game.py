"""The game contract: a game is a class, its names are the textbook's.

Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed., section 6.1: a game is S0, To-Move(s),
Actions(s), Result(s, a), Is-Terminal(s) and Utility(s, p). Everything else here is optional and has a default.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np

from counterplay.core.errors import BadNotation, BadParameter, SealedGame
from counterplay.core.hashing import MASK, state_key, states_equal
from counterplay.core.monte_carlo_options import MonteCarloOptions
from counterplay.core.scene import Scene
from counterplay.core.state_planes import field_planes
from counterplay.core.state_scene import state_scene
from counterplay.core.unit import Unit

CHANCE = -1  # what `player` answers where dice, cards or another chance event decide
_SHAPES = "_native_shapes"  # where a game keeps the shapes that its tunable arrays had when it was made
ORDINALS = ("First", "Second", "Third", "Fourth")  # of players without a name


class Repetition(IntEnum):
    """What it means that a position occurs again (`Game.repetition_count` says how often it must occur)."""

    NOTHING = 0
    DRAW = 1
    LOSS = 2  # for the player whose action brought the position back
    FORBIDDEN = 3  # that action is illegal (superko in Go)
    # A draw, but a loss for the one player whose every action since the first occurrence left the next player `threatened`
    # (perpetual check in shogi); `threatened` is a rule of such a game, not only a hint.
    PERPETUAL_LOSES = 4


class Published(NamedTuple):
    """Where a game comes from; what is not known stays empty."""

    designer: str = ""
    year: int | None = None
    publisher: str = ""


class Diagram(NamedTuple):
    """A picture that teaches a rule: a position of the game with its usual parameters, and what it shows."""

    position: str  # in the notation of `load`; empty for the first position
    caption: str  # a sentence or two
    actions: tuple[str, ...] = ()  # names of actions that may be chosen here; the picture marks the cells they are made by


class _Follows:
    """A trait that says whether a class defines a method of the contract itself.

    A class or an instance may still set the trait: what is set there hides this descriptor.
    """

    def __init__(self, method: str) -> None:
        self.method = method

    def __get__(self, game: Game | None, cls: type[Game]) -> bool:
        return overrides(cls, self.method)


class _OrdinalNames:
    """What players are called where a game does not say it."""

    def __get__(self, game: Game | None, cls: type[Game]) -> tuple[str, ...]:
        players = (game or cls).players
        if players == 1:
            return ("Player",)
        return tuple(ORDINALS[p] if p < len(ORDINALS) else f"Player {p + 1}" for p in range(players))


class _FolderFamily:
    """The family of a game of the catalogue is the folder that its file lies in; other games have none."""

    def __get__(self, game: Game | None, cls: type[Game]) -> str:
        inside = cls.__module__.split(".")
        return inside[2] if inside[:2] == ["counterplay", "games"] and len(inside) > 3 else ""


class Game:
    """Base of all games. Subclass it, write six methods, and every search, agent and picture works.

    A state is a NamedTuple of numbers and small NumPy arrays; an action is an int. States are never mutated.
    A parameter of ``__init__`` is stored under its own name (``size`` as ``self.size``): that is how a game
    is named, copied to other processes and compared.
    """

    # --- traits: what kind of game this is. Set on the class, or on self where a parameter decides. ---
    name: ClassVar[str] = ""  # in the catalogue and on the command line; made from the class name if empty
    title: ClassVar[str] = ""  # for people
    rules: ClassVar[str] = ""  # a few sentences for people
    players: int = 2
    chance: bool = False  # some states belong to CHANCE
    hidden: bool = False  # a player does not see the whole state
    zero_sum: bool = True  # utilities of all players add up to zero
    utility_range: tuple[float, float] = (-1.0, 1.0)  # of every player's utility, and of evaluate
    max_actions: int = 256  # no state has more actions (or chance outcomes)
    max_plies: int = 1000  # no game is longer, counted in actions and chance outcomes
    repetition: Repetition = Repetition.NOTHING
    repetition_count: int = 3
    # With FORBIDDEN: the bits of `key` in which positions agree that are the same. Without those that tell of the turn, it is
    # positional superko. The lowest 16 are always among them.
    repetition_bits: int = MASK
    # A field of the state that counts moves without progress, one at most for each ply, and the count at which the game is
    # drawn; nothing else depends on it, and `key` leaves it out.
    draw_clock: tuple[str, int] | None = None
    idle_fields: ClassVar[tuple[str, ...]] = ()  # fields of the state, whole numbers, that decide nothing: a move's number
    unit: Unit | None = None  # what people count in; values are shown as win chances where there is none
    # Names of attributes that are arrays and may change while the game is used: the weights of an evaluation. Compiled code
    # reads them where they are, so that changing them compiles nothing; shape and type stay as they were.
    tunables: ClassVar[tuple[str, ...]] = ()
    # Those of them that are no weights but tables of the rules, such as a list of words: one compilation serves all of them,
    # learning leaves them alone, and games with different ones are different games.
    rule_tables: ClassVar[tuple[str, ...]] = ()
    file_parameters: ClassVar[tuple[str, ...]] = ()  # parameters that may name a file: a page cannot choose these
    # Options of Monte Carlo search that matches have shown to suit the game, as in {"rave": True}; see docs/search.md.
    monte_carlo: ClassVar[MonteCarloOptions] = {}
    strongest_search: ClassVar[str] = ""  # what level 10 plays with, where a match has decided it; else it is `auto`

    # --- about the game: what the catalogue, the studio and the documents tell of it ---
    player_names: tuple[str, ...] = cast(Any, _OrdinalNames())  # such as ("White", "Black"); one for each player
    family: ClassVar[str] = cast(Any, _FolderFamily())  # the folder of counterplay/games; a game elsewhere may name one
    aliases: ClassVar[tuple[str, ...]] = ()  # other names, in the form of catalogue names
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}  # names of variants -> their parameters
    published: ClassVar[Published | None] = None  # None: traditional
    diagrams: ClassVar[tuple[Diagram, ...]] = ()  # pictures beside the rules, in the order in which one learns them
    cover: ClassVar[str] = ""  # a position, in the notation of `load`, that shows what the game looks like; for lists of games
    usual_plies: ClassVar[int] = 0  # about how many a game takes, chance outcomes included; 0: nobody has counted
    solved: ClassVar[str] = ""  # who wins with best play, and who found out: a sentence; empty where nobody knows
    classic: ClassVar[bool] = False  # most people have heard of it: lists of games begin with these

    # --- what follows from the methods a class defines ---
    can_skip: bool = cast(Any, _Follows("skip"))  # null-move search has something to try
    has_candidates: bool = cast(Any, _Follows("candidates"))

    structure_parts: int = 0  # of a state that `structure` tells of (pawns, the pieces of one side), at most 4

    # --- the rules ---
    def initial(self) -> Any:
        """The start of the game, S0."""
        raise NotImplementedError

    def player(self, s: Any) -> int:
        """Who decides here: 0, 1, ... or CHANCE."""
        raise NotImplementedError

    def actions(self, s: Any) -> Iterable[int]:
        """The legal actions: yield them where the state is scalars alone, else return an int array.

        Not called for terminal states and chance nodes.
        """
        raise NotImplementedError

    def result(self, s: Any, a: int) -> Any:
        """The state after the action: a new one. Unchecked; `Position.play` is the checked form."""
        raise NotImplementedError

    def terminal(self, s: Any) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    def utility(self, s: Any, p: int) -> float:
        """What a terminal state is worth to player p."""
        raise NotImplementedError

    # --- hints, each with a default ---
    def outcomes(self, s: Any) -> Iterable[tuple[int, float]]:
        """At a chance node: every (action, probability) pair."""
        return ((0, 1.0),)

    def evaluate(self, s: Any, p: int) -> float:
        """An estimate of utility(s, p) for a state that is not terminal, in the same unit."""
        return 0.0

    def noisy(self, s: Any, a: int) -> bool:
        """Whether the action changes the estimate abruptly (a capture): quiescence looks further."""
        return False

    def noisy_actions(self, s: Any) -> Iterable[int]:
        """The noisy actions alone, where they can be listed without the rest; used in place of `noisy` by quiescence."""
        return np.array([a for a in self.actions(s) if self.noisy(s, a)], np.int64)

    def random_action(self, s: Any, rng: Any) -> int:
        """One of the actions, all equally likely, where that is cheaper than listing them all; used by playouts.

        rng is a generator of `counterplay.gears.rng`, whose `draw_below(rng, n)` gives a number from 0 to n - 1.
        """
        raise NotImplementedError

    def playout_action(self, s: Any, rng: Any) -> int:
        """One of the actions, good ones more often than bad ones: playouts of Monte Carlo search that know the game."""
        raise NotImplementedError

    def order(self, s: Any, a: int) -> float:
        """A cheap guess at an action's worth; larger is searched earlier."""
        return 0.0

    def exchange(self, s: Any, a: int) -> float:
        """What an action gains or loses, in the unit of utility, once the captures that it begins are played out."""
        return 0.0

    def harmless(self, s: Any, a: int) -> bool:
        """Whether an action is seen, without playing it, neither to win the game nor to leave the next player threatened."""
        return False

    def structure(self, s: Any, part: int) -> int:
        """A hash of one of the `structure_parts` of a state that change seldom: states that share it are misjudged alike."""
        return 0

    def value_bounds(self, s: Any) -> tuple[float, float]:
        """What the player to move surely gets in a state that is not terminal: at least, and at most.

        The solver cuts off by it: discs that can never be turned, seeds that are in store, a last move that is forced.
        """
        return self.utility_range

    def key(self, s: Any) -> int:
        """64-bit hash for tables and repetition; leave out what does not make positions different (move clocks)."""
        return state_key(s)

    def candidates(self, s: Any) -> Iterable[int]:
        """A subset of the actions that surely holds a best one (a win at once, the only defence)."""
        return np.empty(0, np.int64)

    def threatened(self, s: Any) -> bool:
        """Whether the player to move must answer a threat (a king in check): no estimate is trusted here.

        With `Repetition.PERPETUAL_LOSES` it also decides what a repetition means.
        """
        return False

    def skip(self, s: Any) -> Any:
        """The state after passing the turn although the rules may not allow it, for null-move search.

        Define it where passing is hardly ever the best action; `may_skip` excepts the states where it may be.
        """
        return s

    def may_skip(self, s: Any) -> bool:
        """Whether passing here is about as bad as it looks (no zugzwang in sight)."""
        return True

    def planes(self, s: Any) -> Any:
        """What a learner is shown of a state, seen from the player to move: an array of one shape, or a tuple of bit sets.

        A game on a board shows a plane for each kind of piece; any other one its fields in a row. See docs/data.md.
        """
        return field_planes(s, int(self.player(s)), self.players)

    # --- names and pictures, for people; never compiled ---
    def action_name(self, s: Any, a: int) -> str:
        """How people write the action."""
        return str(int(a))

    def parse_action(self, s: Any, text: str) -> int:
        """The legal action that people write this way."""
        wanted = text.strip()
        choices = {self.action_name(s, int(a)): int(a) for a in self.choices(s)}
        if wanted in choices:
            return choices[wanted]
        folded = [a for name, a in choices.items() if name.lower() == wanted.lower()]
        if len(folded) == 1:
            return folded[0]
        shown = ", ".join(list(choices)[:40]) + (", ..." if len(choices) > 40 else "")
        raise BadNotation(f"{self.title_text}: '{text}' is no action here; possible: {shown or 'none, the game is over'}")

    def dump(self, s: Any) -> str:
        """The state as one line of text."""
        return json.dumps([f.tolist() if isinstance(f, np.ndarray) else _plain(f) for f in s], separators=(",", ":"))

    def load(self, text: str) -> Any:
        """The state that `dump` wrote as this text."""
        start = self.initial()
        try:
            fields = json.loads(text)
            if not isinstance(fields, list) or len(fields) != len(start):
                raise ValueError(f"expected a list of {len(start)} fields")
            return type(start)(*(_like(model, field) for model, field in zip(start, fields, strict=True)))
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise BadNotation(
                f"{self.title_text}: '{text}' is no position ({error}); the first one is written '{self.dump(start)}'"
            ) from None

    def scene(self, s: Any) -> Scene:
        """What the board looks like; a game that draws nothing shows the fields of its state."""
        return state_scene(s) or Scene.of_text(self.dump(s))

    def gesture(self, s: Any, a: int) -> Sequence[str]:
        """The cells a person clicks, in order, to choose this action; an id that is no cell of the scene is a button."""
        return (self.action_name(s, a),)

    def ending(self, s: Any) -> str:
        """Why a terminal state is the end, in a few words."""
        return "the game is over"

    # --- what counterplay derives; not to be overridden ---
    def choices(self, s: Any) -> list[int]:
        """The legal actions, or the outcomes at a chance node, as a list; none where the game is over."""
        if self.terminal(s):
            return []
        if self.player(s) == CHANCE:
            return [int(a) for a, _ in self.outcomes(s)]
        return [int(a) for a in self.actions(s)]

    def diagram_scene(self, diagram: Diagram) -> Scene:
        """The picture of a diagram: its position, with the cells marked that its actions are made by."""
        s = self.load(diagram.position) if diagram.position else self.initial()
        scene = self.scene(s)
        places = set(scene.places())
        clicked = [self.gesture(s, self.parse_action(s, name)) for name in diagram.actions]
        cells = dict.fromkeys(cell for gesture in clicked for cell in gesture if cell in places)
        return replace(scene, marked=tuple(cells) or scene.marked, buttons={})

    @classmethod
    def catalogue_name(cls) -> str:
        """`name`, or the class name in snake case."""
        return cls.name or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def title_text(self) -> str:
        """`title`, or the catalogue name with spaces."""
        return self.title or self.catalogue_name().replace("_", " ").capitalize()

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of the parameters of ``__init__``."""
        names = [n for n in inspect.signature(type(self).__init__).parameters if n != "self"]
        return {n: getattr(self, n) for n in names if hasattr(self, n)}

    @property
    def spec(self) -> str:
        """The name with the parameters that differ from their defaults: ``hex:size=7``."""
        return self.spec_without(())

    def spec_without(self, left_out: Collection[str]) -> str:
        """The same, but for the parameters of these names."""
        signature = inspect.signature(type(self).__init__).parameters
        told = {n: v for n, v in self.parameters.items() if n not in left_out}
        changed = [f"{n}={_spec_value(v)}" for n, v in told.items() if not states_equal(v, signature[n].default)]
        return self.catalogue_name() + (":" + ",".join(changed) if changed else "")

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in inspect.signature(cls.__init__).parameters:
            if name in Game.__dict__ and not name.startswith("_") and _is_code(Game.__dict__[name]):
                raise BadParameter(
                    f"{cls.__name__}.__init__ has a parameter called '{name}', as a method of every game is called; give the "
                    f"parameter another name, such as 'the_{name}'"
                )
        if cls.tunables and cls.__init__ is not object.__init__ and not hasattr(cls.__init__, _SHAPES):
            setattr(cls, "__init__", _noting_shapes(cls.__init__))  # noqa: B010  # a type checker takes no assignment

    def __repr__(self) -> str:
        inside = ", ".join(f"{n}={v!r}" for n, v in self.parameters.items())
        return f"{type(self).__name__}({inside})"

    def __getstate__(self) -> dict[str, Any]:
        """A copy, in this or another process, works out for itself what counterplay has derived."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_native_") or name == _SHAPES}

    def __setattr__(self, attribute: str, value: Any) -> None:
        sealed = "_native_token" in self.__dict__
        if sealed and attribute in type(self).tunables:
            self._tune(attribute, value)
            return
        if not sealed:
            self._refuse_other_shape(attribute, value)
        if sealed and not attribute.startswith("_"):
            raise SealedGame(
                f"{self!r}.{attribute} cannot change: the game has been compiled, and its attributes are constants of the "
                f"native code; make a new {type(self).__name__} instead, and keep what changes during a game in the state"
            )
        super().__setattr__(attribute, value)

    def __delattr__(self, attribute: str) -> None:
        if "_native_token" in self.__dict__:
            raise SealedGame(f"{self!r}.{attribute} cannot be deleted: the game has been compiled, and native code reads it")
        super().__delattr__(attribute)

    def _refuse_other_shape(self, attribute: str, value: Any) -> None:
        """Refuse a tunable array that has another shape than the one of `__init__`, by which methods index it."""
        shape = self.__dict__.get(_SHAPES, {}).get(attribute)
        if shape is not None and _shape_of(value) != shape:
            raise BadParameter(
                f"{type(self).__name__}.{attribute} is tunable and keeps the shape that __init__ gave it: {shape}; "
                f"this is {_shape_of(value) or 'no such array'}"
            )

    def _tune(self, attribute: str, value: Any) -> None:
        """Write new values into a tunable array: compiled code knows the array by its place in memory."""
        array: np.ndarray[Any, Any] = self.__dict__[attribute]
        try:
            fitting = np.asarray(value, dtype=array.dtype)
        except (TypeError, ValueError):
            fitting = None
        if fitting is None or fitting.shape != array.shape:
            raise BadParameter(
                f"{type(self).__name__}.{attribute} is tunable and keeps its shape: {array.shape} of {array.dtype}; "
                f"{'this is ' + str(fitting.shape) if fitting is not None else 'this is no such array'}"
            )
        array[...] = fitting


def _noting_shapes(init: Callable[..., None]) -> Callable[..., None]:
    """The `__init__` of a class with tunable arrays, which notes their shapes when it is through."""

    @functools.wraps(init)
    def noting(game: Game, *arguments: Any, **named: Any) -> None:
        init(game, *arguments, **named)
        if type(game).__init__ is noting:  # until then a subclass may still give them others
            shapes = {name: _shape_of(game.__dict__[name]) for name in type(game).tunables if name in game.__dict__}
            game.__dict__[_SHAPES] = shapes

    noting.__dict__[_SHAPES] = True
    return noting


def _shape_of(value: Any) -> tuple[int, ...] | None:
    """The shape of an array or of nested lists; None where they are of unequal lengths."""
    try:
        shape: tuple[int, ...] = np.shape(value)
    except ValueError:
        return None
    return shape


def overrides(game: Game | type[Game], method: str) -> bool:
    """Whether a game's class defines this method of the contract itself."""
    for cls in (game if isinstance(game, type) else type(game)).__mro__:
        if method in cls.__dict__:
            return cls is not Game
    raise AttributeError(f"the contract has no '{method}'")


def _is_code(member: Any) -> bool:
    """Whether a member of the contract is a method or worked out by one; a trait may be a parameter, too."""
    return inspect.isfunction(member) or isinstance(member, property | classmethod)


def _plain(field: Any) -> Any:
    return field.item() if isinstance(field, np.generic) else field


def _like(model: Any, field: Any) -> Any:
    """A JSON value in the type of the initial state's field."""
    if model is None:
        return field  # which says nothing about its type
    if not _of_kind(np.asarray(model).dtype.kind, field):
        raise ValueError(
            f"'{field}' stands where {'an array of ' if isinstance(model, np.ndarray) else ''}{_kind(model)} belongs"
        )
    if isinstance(model, np.ndarray):
        array = np.array(field, dtype=model.dtype)
        if array.shape != model.shape:
            raise ValueError(f"a field has shape {array.shape} instead of {model.shape}")
        return array
    if type(model) is int and not -(2**63) <= field < 2**63:
        raise ValueError(f"{field} does not fit 64 bits")
    return type(model)(field)


def _kind(model: Any) -> str:
    return str(model.dtype) if isinstance(model, np.ndarray) else type(model).__name__


def _of_kind(kind: str, field: Any) -> bool:
    """Whether a JSON value, or everything in a list, is of a NumPy kind: a 1.5 or a text is no integer."""
    if isinstance(field, list):
        return all(_of_kind(kind, element) for element in field)
    wanted: dict[str, Any] = {"b": bool, "i": int, "u": int, "f": int | float, "U": str}
    return isinstance(field, wanted.get(kind, ())) and (kind == "b" or not isinstance(field, bool))


def _spec_value(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "-".join(str(part) for part in value)
    return str(value)
