"""A position pairs a game with a state and remembers how it came about, so that repetition can be judged.

Three verbs for a move: `play` checks and raises, `attempt` checks and returns None, `Game.result` does not check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from counterplay.core.errors import BadNotation, BadParameter, CounterplayError, GameOver, IllegalAction
from counterplay.core.game import CHANCE, Game, Repetition
from counterplay.core.scene import Scene
from counterplay.core.text.parameter_kinds import shown

_svg_renderer: list[Callable[[Scene], str]] = []


def set_svg_renderer(renderer: Callable[[Scene], str]) -> None:
    """Let notebooks draw positions; `counterplay.draw` calls this, since core knows no pictures."""
    _svg_renderer[:] = [renderer]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: every player's utility, and why."""

    utilities: tuple[float, ...]
    reason: str

    @property
    def winner(self) -> int | None:
        """The one player with the highest utility, or None where several share it."""
        best = max(self.utilities)
        leaders = [p for p, u in enumerate(self.utilities) if u == best]
        return leaders[0] if len(leaders) == 1 and len(self.utilities) > 1 else None


def utilities_of_loss(game: Game, loser: int) -> tuple[float, ...]:
    """Every player's utility where one has lost by a rule that the board does not show (repetition, time, resignation).

    The loser gets the worst; the others share what that one lost.
    """
    low, high = game.utility_range
    others = -low / (game.players - 1) if game.zero_sum and game.players > 1 else high
    return tuple(low if p == loser else others for p in range(game.players))


class Position:
    """A state of a game, immutable; `play` gives the next one."""

    __slots__ = ("_choices", "_key", "action", "game", "ply", "previous", "state")

    def __init__(self, game: Game, state: Any = None) -> None:
        if not isinstance(game, Game):
            raise BadParameter(f"a position is one of a game, as make_game('nim') makes it, not of {shown(game)}")
        self.game = game
        self.state = game.initial() if state is None else state
        self.previous: Position | None = None
        self.action: int | None = None  # the one that led here
        self.ply = 0  # actions and outcomes since the first position
        self._choices: list[int] | None = None
        self._key: int | None = None

    @classmethod
    def load(cls, game: Game, text: str) -> Position:
        """The position that the game's notation describes."""
        return cls(game, game.load(text))

    @property
    def player(self) -> int:
        """Who decides: 0, 1, ... or CHANCE."""
        return int(self.game.player(self.state))

    @property
    def key(self) -> int:
        """The game's 64-bit key of the state."""
        if self._key is None:
            self._key = int(self.game.key(self.state))
        return self._key

    @property
    def choices(self) -> list[int]:
        """The legal actions (at a chance node the outcomes); none where the game is over."""
        if self._choices is None:
            self._choices = [] if self._ended_by_repetition() else self.game.choices(self.state)
            if self.game.repetition == Repetition.FORBIDDEN and self.player != CHANCE:
                self._choices = self._new_ways(self._choices)
        return self._choices

    def play(self, action: int | str) -> Position:
        """The position after a legal action, given as such or by its name; raises IllegalAction otherwise."""
        if isinstance(action, str):
            action = self.game.parse_action(self.state, action)
        following = self.attempt(action)
        if following is not None:
            return following
        game = self.game
        if not self.choices:
            raise GameOver(f"{game.title_text}: the game is over in '{game.dump(self.state)}', no action can follow")
        legal = ", ".join(f"{game.action_name(self.state, a)} ({a})" for a in self.choices[:60])
        more = f" and {len(self.choices) - 60} more" if len(self.choices) > 60 else ""
        raise IllegalAction(
            f"{game.title_text}: action {action} is not legal in '{game.dump(self.state)}'; legal are {legal}{more}"
        )

    def play_all(self, actions: Iterable[int | str]) -> Position:
        """The position after several legal actions; BadNotation says which of them cannot be played."""
        position = self
        for number, action in enumerate(actions, 1):
            try:
                position = position.play(action)
            except CounterplayError as error:
                raise BadNotation(f"move {number}, '{str(action)[:40]}': {error}") from None
        return position

    def attempt(self, action: int) -> Position | None:
        """The position after the action, or None where it is not legal."""
        return self._after(action) if action in self.choices else None

    def successor(self, action: int, state: Any) -> Position:
        """The position after an action whose result is known already; nothing is checked."""
        following = Position(self.game, state)
        following.previous, following.action, following.ply = self, action, self.ply + 1
        return following

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        game, s = self.game, self.state
        if game.terminal(s):
            return Outcome(tuple(float(game.utility(s, p)) for p in range(game.players)), game.ending(s))
        if self._ended_by_repetition():
            return self._repetition_outcome()
        if not self.choices:
            return Outcome((0.0,) * game.players, "every action would repeat a position")
        return None

    def line(self) -> list[Position]:
        """All positions from the first one to this."""
        chain = list(self._back())
        return chain[::-1]

    def played(self) -> list[int]:
        """The actions, outcomes of chance among them, that led here from the first position."""
        return [int(p.action) for p in self.line() if p.action is not None]

    def moves(self) -> list[str]:
        """The names of the actions that led here."""
        return [p.game.action_name(p.state, q.action) for p, q in pairwise(self.line()) if q.action is not None]

    def names_of(self, actions: Sequence[int]) -> list[str]:
        """The names of actions that follow from here; they end where one is not legal (chance, an old table entry)."""
        names, state = [], self.state
        for action in actions:
            if action not in self.game.choices(state):
                break
            names.append(self.game.action_name(state, action))
            state = self.game.result(state, action)
        return names

    def scene(self) -> Scene:
        """The picture of this position."""
        return self.game.scene(self.state)

    def parse(self, text: str) -> int:
        """The legal action with this name, or an error that lists what is possible."""
        action = self.game.parse_action(self.state, text)
        if action not in self.choices:
            raise BadNotation(f"{self.game.title_text}: '{text}' is not legal here")
        return action

    def _after(self, action: int) -> Position:
        return self.successor(action, self.game.result(self.state, action))

    def _back(self) -> Iterator[Position]:
        position: Position | None = self
        while position is not None:
            yield position
            position = position.previous

    def _occurrences(self) -> int:
        return sum(p.key == self.key for p in self._back())

    def _ended_by_repetition(self) -> bool:
        game = self.game
        if game.repetition in (Repetition.NOTHING, Repetition.FORBIDDEN) or self.previous is None:
            return False
        return self._occurrences() >= game.repetition_count

    def _new_ways(self, choices: list[int]) -> list[int]:
        """The actions that bring no position back too often; the past is looked through once for all of them."""
        game, s = self.game, self.state
        past = Counter(p.key & game.repetition_bits for p in self._back())
        if max(past.values()) + 1 < game.repetition_count:
            return choices
        keys = (int(game.key(game.result(s, a))) & game.repetition_bits for a in choices)
        return [a for a, key in zip(choices, keys, strict=True) if past[key] + 1 < game.repetition_count]

    def _repetition_outcome(self) -> Outcome:
        game = self.game
        if game.repetition == Repetition.DRAW:
            return Outcome((0.0,) * game.players, f"the position occurred {game.repetition_count} times")
        if game.repetition == Repetition.PERPETUAL_LOSES:
            return self._perpetual_outcome()
        assert self.previous is not None
        culprit = self.previous.player
        if culprit == CHANCE:
            return Outcome((0.0,) * game.players, f"chance brought the position back {game.repetition_count} times")
        reason = f"{game.player_names[culprit]} brought the position back for the {game.repetition_count}-fold repetition"
        return Outcome(utilities_of_loss(game, culprit), reason)

    def _perpetual_outcome(self) -> Outcome:
        """A draw, unless exactly one player did nothing but threaten since the position occurred first."""
        game, line = self.game, self.line()
        first = next(i for i, p in enumerate(line) if p.key == self.key)
        moves = [(p.player, bool(game.threatened(q.state))) for p, q in pairwise(line[first:]) if p.player != CHANCE]
        checkers = {player for player, _ in moves} - {player for player, threatens in moves if not threatens}
        if len(checkers) != 1:
            return Outcome((0.0,) * game.players, f"the position occurred {game.repetition_count} times")
        (culprit,) = checkers
        reason = f"perpetual check: {game.player_names[culprit]} gave check with every move of the repetition"
        return Outcome(utilities_of_loss(game, culprit), reason)

    def __repr__(self) -> str:
        return f"<Position {self.game.spec} '{self.game.dump(self.state)}'>"

    def _repr_svg_(self) -> str | None:
        return _svg_renderer[0](self.scene()) if _svg_renderer else None
