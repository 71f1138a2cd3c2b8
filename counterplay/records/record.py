"""One record of a game: its moves as a tree with variations, what people wrote beside them, and who played where and when.

A record holds actions, never text: each format reads names into actions by the game's own rules and writes them out again, so
that a record which exists can be played through. Players of real games go on where the rules here call a draw at once (a third
repetition, fifty moves), so what may follow is what the rules of moving allow: `playable` looks at the position alone, without
its history, and without a draw clock that has run out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

from counterplay.core import CHANCE, BadNotation, BadParameter, Game, IllegalAction, Outcome, Position, Value
from counterplay.draw import scene_svg

NULL = -1  # the action of a null move, which annotated games have in variations; only for games that can skip
NULL_NAME = "--"
UNKNOWN = "*"  # the result of a game that is not over, or of which nothing is known
RESULT = re.compile(r"\*|(?:\d+(?:\.\d+)?|1/2)(?:-(?:\d+(?:\.\d+)?|1/2))*")
ESTIMATE = re.compile(r"(?:#(?P<mate>-?\d{1,4})|(?P<amount>[-+]?\d{1,6}(?:\.\d{1,6})?))(?:,(?P<depth>\d{1,4}))?")
LARGEST = 999.0  # units, where an estimate is beyond all bounds
SHOWN_MOVES = 600  # of the main line, in a notebook


class Estimate(NamedTuple):
    """What somebody thought of a position, always as the first player sees it."""

    amount: float | None  # in what people count in: pawns, discs, points
    mate: int | None = None  # moves until the first player has won by force; negative where the second one has
    depth: int | None = None  # of the search that found it

    def __str__(self) -> str:
        told = f"#{self.mate}" if self.mate is not None else f"{self.amount:.6f}".rstrip("0").rstrip(".")
        return told + (f",{self.depth}" if self.depth is not None else "")

    @classmethod
    def of_value(cls, game: Game, value: Value, depth: int | None = None) -> Estimate:
        """What a search found, in the game's unit; a proven win as the moves until it where the game counts so."""
        seen = value.for_player(0)
        if seen.proven and seen.plies_to_end is not None and seen.score and game.unit is not None and game.unit.mates:
            moves = (seen.plies_to_end + 1) // 2
            return cls(None, moves if seen.score > 0 else -moves, depth)
        amount = game.unit.amount(seen.score) if game.unit is not None else seen.score
        return cls(round(max(-LARGEST, min(LARGEST, amount)), 2), None, depth)

    @classmethod
    def parse(cls, text: str) -> Estimate | None:
        """`0.35`, `#-3` or `0.35,20`, as PGN's %eval has it; None for anything else."""
        found = ESTIMATE.fullmatch(text.strip())
        if found is None:
            return None
        depth = int(found["depth"]) if found["depth"] else None
        if found["mate"]:
            return cls(None, int(found["mate"]), depth)
        return cls(float(found["amount"]), None, depth)


class Fault(NamedTuple):
    """Something in a file that could not be read, and where it stands."""

    line: int
    column: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.sentence}"


@dataclass(eq=False, slots=True)
class RecordNode:
    """A move with what was written beside it, and what followed; the first of `children` is the main line."""

    action: int | None = None  # None before the first move
    comment: str = ""  # after the move
    before: str = ""  # before it: the first words of a variation
    nags: tuple[int, ...] = ()  # numeric annotation glyphs: 1 is a good move, 2 a mistake (PGN specification, 10)
    clock: float | None = None  # seconds left to the mover afterwards
    seconds: float | None = None  # that the mover thought
    value: Estimate | None = None  # of the position afterwards
    children: list[RecordNode] = field(default_factory=list, repr=False)

    def add(self, action: int) -> RecordNode:
        """One more way to go on; the first that is added is the main line."""
        self.children.append(RecordNode(int(action)))
        return self.children[-1]

    def child(self, action: int) -> RecordNode | None:
        """The line that begins with this action."""
        return next((node for node in self.children if node.action == action), None)

    def main_line(self) -> Iterator[RecordNode]:
        """The nodes after this one, always the first child."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def all_nodes(self) -> Iterator[RecordNode]:
        """This node and everything that follows."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def notes(self) -> tuple[Any, ...]:
        """Everything but what follows."""
        return (self.action, self.comment, self.before, self.nags, self.clock, self.seconds, self.value)

    def __eq__(self, other: object) -> bool:
        # Without recursion: games are longer than Python's stack.
        if not isinstance(other, RecordNode):
            return NotImplemented
        pairs = [(self, other)]
        while pairs:
            one, two = pairs.pop()
            if one.notes() != two.notes() or len(one.children) != len(two.children):
                return False
            pairs.extend(zip(one.children, two.children, strict=True))
        return True

    __hash__ = None  # type: ignore[assignment]  # it changes


@dataclass(eq=False)
class Record:
    """A game that was played, or is being played."""

    game: Game
    start: str = ""  # in the game's notation; the usual first position where nothing else is given
    root: RecordNode = field(default_factory=RecordNode)
    players: tuple[str, ...] = ()  # a name for each player; empty where one is unknown
    result: str = UNKNOWN  # points of each player: 1-0, 0-1, 1/2-1/2, or *
    ending: str = ""  # what decided it: resignation, time, checkmate, 3.5 points
    event: str = ""
    site: str = ""
    date: str = ""  # 2024.05.31, with ?? for what is unknown
    round: str = ""
    opening: str = ""
    tags: dict[str, str] = field(default_factory=dict)  # whatever else a file says about the game
    faults: list[Fault] = field(default_factory=list)  # what could not be read of it; no part of the game

    def __post_init__(self) -> None:
        self.start = self.start or self.game.dump(self.game.initial())
        if not self.players:
            self.players = ("",) * self.game.players
        if len(self.players) != self.game.players:
            raise BadNotation(f"{self.game.title_text} has {self.game.players} players, not {len(self.players)}")
        if not RESULT.fullmatch(self.result):
            raise BadNotation(f"'{self.result[:40]}' is no result; write the points of each player, as in 1-0, or *")

    # --- making ---
    @classmethod
    def of_position(cls, position: Position, **about: Any) -> Record:
        """The game that led to a position; the rest is given by name, as in `players=("Ann", "Bob")`."""
        first = position.line()[0]
        record = cls(position.game, position.game.dump(first.state), **about)
        record.add_line(position.played())
        outcome = position.outcome()
        if outcome is not None and "result" not in about:
            record.result, record.ending = result_of(outcome), record.ending or outcome.reason
        return record

    def add_line(self, actions: Iterable[int | str], after: RecordNode | None = None) -> RecordNode:
        """Play actions, or names of actions, after a node (else at the end of the main line); the last new node.

        What is played already is gone through; what is not is added: as the main line where a node has no other, else as a
        variation.
        """
        node = self.last() if after is None else after
        state = self.state_at(node)
        for action in actions:
            number = parse_move(self.game, state, action) if isinstance(action, str) else int(action)
            if number not in playable(self.game, state):
                raise IllegalAction(f"{self.game.title_text}: action {number} is not legal in '{self.game.dump(state)}'")
            node = node.child(number) or node.add(number)
            state = step(self.game, state, number)
        return node

    # --- looking ---
    def last(self) -> RecordNode:
        """The end of the main line."""
        node = self.root
        for node in self.root.main_line():  # noqa: B007  # the last one is wanted
            pass
        return node

    def actions(self) -> list[int]:
        """The main line."""
        return [node.action for node in self.root.main_line() if node.action is not None]

    def moves(self) -> list[str]:
        """The names of the main line."""
        names, state = [], self.first_state()
        for action in self.actions():
            names.append(move_name(self.game, state, action))
            state = step(self.game, state, action)
        return names

    def position(self, at: int | RecordNode | None = None) -> Position:
        """The position after so many actions of the main line, or at a node of any line, with its history.

        Without either it is the last one of the main line.
        """
        if isinstance(at, int) and not 0 <= at <= len(self.actions()):
            raise BadParameter(f"there is no position after {at} actions; the main line has {len(self.actions())}")
        position = Position(self.game, self.first_state())
        for action in self._way_to(at) if isinstance(at, RecordNode) else self.actions()[:at]:
            position = position.successor(action, step(self.game, position.state, action))
        return position

    def first_state(self) -> Any:
        """Where the game began."""
        return self.game.load(self.start)

    def usual_start(self) -> bool:
        """Whether it began in the usual first position."""
        return self.start == self.game.dump(self.game.initial())

    def state_at(self, node: RecordNode) -> Any:
        """The state at a node of the tree."""
        state = self.first_state()
        for action in self._way_to(node):
            state = step(self.game, state, action)
        return state

    def _way_to(self, wanted: RecordNode) -> list[int]:
        waiting: list[tuple[RecordNode, list[int]]] = [(self.root, [])]
        while waiting:
            node, way = waiting.pop()
            if node is wanted:
                return way
            waiting.extend((child, [*way, child.action or 0]) for child in node.children)
        raise BadNotation("this node is of another record")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._facts() == other._facts() and self.root == other.root

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _facts(self) -> tuple[Any, ...]:
        about = (self.players, self.result, self.ending, self.event, self.site, self.date, self.round, self.opening)
        return (self.game.spec, self.start, about, self.tags)

    def __repr__(self) -> str:
        names = " - ".join(name or "?" for name in self.players)
        return f"<Record {self.game.spec} {names} {self.result}, {len(self.actions())} actions>"

    def _repr_html_(self) -> str:
        """For notebooks: the last position, and the moves with their comments."""
        names = " – ".join(name or player for name, player in zip(self.players, self.game.player_names, strict=True))
        about = ", ".join(part for part in (self.event, self.site, self.date) if part)
        head = f"<b>{escape(names)}</b> {escape(self.result)}" + (f" <small>{escape(about)}</small>" if about else "")
        words, state = [], self.first_state()
        for node in list(self.root.main_line())[:SHOWN_MOVES]:
            assert node.action is not None
            words.append(escape(move_name(self.game, state, node.action)))
            words.extend([f"<i>{escape(node.comment)}</i>"] if node.comment else [])
            state = step(self.game, state, node.action)
        picture = scene_svg(self.game.scene(state))
        moves = f"<p style='max-width: 48em'>{' '.join(words)}</p>"
        return f"<div><p>{head}</p><div style='max-width: 24em'>{picture}</div>{moves}</div>"


# --- moves of a record: by the rules of moving alone ---
def playable(game: Game, state: Any) -> list[int]:
    """The actions that may follow in a record, whatever the history: see the top of this file."""
    skip = [NULL] if game.can_skip and game.player(state) != CHANCE else []
    return game.choices(unclocked(game, state)) + skip


def unclocked(game: Game, state: Any) -> Any:
    """The same state with a draw clock that has not run out."""
    if game.draw_clock is None or getattr(state, game.draw_clock[0]) < game.draw_clock[1]:
        return state
    return state._replace(**{game.draw_clock[0]: 0})


def step(game: Game, state: Any, action: int) -> Any:
    """The state after an action of a record."""
    return game.skip(state) if action == NULL else game.result(state, action)


def move_name(game: Game, state: Any, action: int) -> str:
    """How the game writes an action of a record."""
    return NULL_NAME if action == NULL else game.action_name(unclocked(game, state), action)


def parse_move(game: Game, state: Any, name: str) -> int:
    """The action that is written this way; BadNotation says what is possible."""
    if name == NULL_NAME and game.can_skip:
        return NULL
    return game.parse_action(unclocked(game, state), name)


def result_of(outcome: Outcome) -> str:
    """The result that an outcome is: whoever has the highest utility has a point, or those who share it share that."""
    best = max(outcome.utilities)
    if len(outcome.utilities) == 1:
        return f"{best:.3f}".rstrip("0").rstrip(".") if best >= 0 else UNKNOWN
    winners = outcome.utilities.count(best)
    share = {1: "1", 2: "1/2"}.get(winners, f"{1 / winners:.2f}")
    return "-".join(share if utility == best else "0" for utility in outcome.utilities)
