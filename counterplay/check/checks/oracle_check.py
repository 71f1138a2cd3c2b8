"""Does a game agree with another implementation of it? Counts and random games beside OpenSpiel, whatever actions are called.

First all ways to play the first plies are counted: how many lead to each player with so many actions, to each roll of chance,
to each result. The counts do not depend on what actions are called, so that a difference is a difference of the rules.

Then random games are played in both, for which actions must be matched. Several ways are tried, and the first under which every
ply of every game agrees is enough: it is a way in which one game can be read as the other.

1. By name, without regard to punctuation.
2. By number.
3. By the order of the numbers: the lowest is the lowest.
4. By what follows. All of OpenSpiel's lines of play are kept in which turns, numbers of actions, probabilities, ends and
   results were the same as in the game so far, and the same one ply ahead after each action. If the rules agree, the line that
   is really the same is always among them: where none is left, the rules differ, whatever actions are called. Where too many
   are left to follow, the walk stops without a verdict.

A difference found by name stands unless the fourth way agrees throughout. Numbers alone accuse nobody: all placement games
begin with the same numbers, wherever they begin to count the cells. Wherever all lines of play are followed, positions that
OpenSpiel prints alike after as many plies are taken for one.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from counterplay.check.inspection import Inspection
from counterplay.check.openspiel_oracle import OpenSpielOracle, OracleMissing
from counterplay.check.oracle_walk import Disagreement, Oracle, walk_beside
from counterplay.check.state_copies import frozen
from counterplay.core import CHANCE, Game, Position, Repetition
from counterplay.games.openspiel_game import load_openspiel

FOLLOWED = 500  # lines of play that are kept at once when actions are matched by what follows
COUNTED = 10_000  # positions after some number of plies from which counting goes one ply further
WALK_SECONDS = 5.0  # for counting, and for each way to match actions; only slow games reach it
DIGITS = 9  # of probabilities and utilities

ENDED = "ended"  # the first part of a shape where others have the player

Place = TypeVar("Place")
Payoff = Callable[[float], float]
Label = Callable[[Any, int], Hashable]


@dataclass(frozen=True)
class NamedOracle:
    """OpenSpiel's game of a name."""

    name: str
    spiel: Any  # pyspiel.Game


class ComparableOracle(OpenSpielOracle):
    """A game of it in progress, with players and utilities as the game beside it counts them."""

    def __init__(self, state: Any, payoff: Payoff, swapped: bool, label: Label | None = None) -> None:
        super().__init__(state, label)
        self._payoff, self._swapped = payoff, swapped

    def player(self) -> int:
        """The number here of the player there."""
        player = super().player()
        return 1 - player if self._swapped and player != CHANCE else player

    def utilities(self) -> list[float]:
        """In the order of players here."""
        returns = [self._payoff(u) for u in super().utilities()]
        return returns[::-1] if self._swapped else returns

    def after(self) -> list[ComparableOracle]:
        """One for each legal action."""
        if self.terminal():
            return []
        return [ComparableOracle(self.state.child(a), self._payoff, self._swapped) for a in self.legal()]


@dataclass(frozen=True)
class Comparison:
    """How the two are compared."""

    game: Game
    oracle: NamedOracle
    payoff: Payoff
    compared: str  # what of the ends, in words
    swapped: bool  # the first of two players is number 1 there (Black is 0 in chess)

    def begin(self, label: Label | None = None) -> ComparableOracle:
        """A new game there."""
        return ComparableOracle(self.oracle.spiel.new_initial_state(), self.payoff, self.swapped, label)


@dataclass(frozen=True)
class Tally:
    """Games that were walked in one way to match actions."""

    games: int
    plies: int
    stopped: int = 0  # games of which too many lines had to be followed


def named_oracle(text: str) -> NamedOracle:
    """The oracle called `openspiel:NAME`, or one sentence about why there is none."""
    source, _, name = text.partition(":")
    if source != "openspiel" or not name:
        raise OracleMissing(
            f"'{text}' is no oracle; write openspiel:NAME, such as openspiel:hex or openspiel:hex(board_size=5)"
        )
    spiel = load_openspiel(name)
    kind = spiel.get_type()
    if kind.dynamics != kind.dynamics.SEQUENTIAL:
        raise OracleMissing(f"'{text}' cannot be compared: players of OpenSpiel's {name} act at the same time")
    if kind.chance_mode == kind.chance_mode.SAMPLED_STOCHASTIC:
        raise OracleMissing(f"'{text}' cannot be compared: OpenSpiel's {name} draws chance events without naming them")
    return NamedOracle(name, spiel)


def check_oracle(inspection: Inspection, oracle: NamedOracle) -> str:
    """Counts and random games of both; what was compared, and how the actions were matched."""
    game = inspection.game
    if game.players != oracle.spiel.num_players():
        raise inspection.broken(
            "oracle", "players", f"is {game.players}, but OpenSpiel's {oracle.name} has {oracle.spiel.num_players()}"
        )
    comparison = _comparison(game, oracle)
    plies, whole, difference = _count(comparison)
    if difference:
        raise inspection.broken("oracle", "", f"differs from OpenSpiel's {oracle.name}: {difference}")
    walked = _match(inspection, comparison, whole)
    return (
        f"the ways to play {'to the end' if whole else f'up to {plies} plies'} are as many as in OpenSpiel's {oracle.name}, of "
        f"each kind by turn, number of actions, end and {comparison.compared}{walked}"
    )


def _match(inspection: Inspection, comparison: Comparison, counted: bool) -> str:
    """Walk random games, actions matched in the first way that fits; a game counted to the end may do without."""
    game, oracle = comparison.game, comparison.oracle
    differences: dict[str, Disagreement] = {}
    for way, theirs, ours in (
        ("name", _their_name, lambda s, a: bare(game.action_name(s, a))),
        ("number", None, None),
        ("the order of their numbers", _their_rank, RankLabel(game)),
    ):
        try:
            return _held(_walk(inspection, comparison, theirs, ours), way)
        except Disagreement as difference:
            if not difference.only_labels:
                differences[way] = difference
    try:
        tally = _follow_all(inspection, comparison)
        if not tally.stopped:
            return _held(tally, "what follows them")
    except Disagreement as difference:
        differences["what follows them"] = difference
    for way in ("name", "what follows them"):
        if way in differences:
            sentence = f"differs from OpenSpiel's {oracle.name}: {differences[way].difference} (actions matched by {way})"
            raise inspection.broken("oracle", "", sentence)
    if counted:
        return ""
    by_number = f"; matched by number they differ: {differences['number'].difference}" if "number" in differences else ""
    inspection.skipped.append(
        f"whole games beside OpenSpiel's {oracle.name}: the actions have other names there, and matched by what follows them "
        f"the two agree in {tally.plies} plies of {tally.games} games, until too many are alike{by_number}; name the actions "
        "as OpenSpiel does, or compare with counterplay.check.walk_beside and a label of your own"
    )
    return ""


def _comparison(game: Game, oracle: NamedOracle) -> Comparison:
    """Utilities are compared as they are, or as won, drawn and lost where the two count in other units."""
    start = oracle.spiel.new_initial_state()
    first = CHANCE if start.is_chance_node() else start.current_player()
    swapped = game.players == 2 and {int(game.player(game.initial())), first} == {0, 1}
    if np.allclose(game.utility_range, (oracle.spiel.min_utility(), oracle.spiel.max_utility())):
        return Comparison(game, oracle, float, "utilities", swapped)
    if game.zero_sum and game.players > 1:
        return Comparison(game, oracle, lambda u: float(np.sign(u)), "winner (utilities are in another unit)", swapped)
    return Comparison(game, oracle, lambda u: 0.0, "nothing of its worth (utilities are in another unit)", swapped)


def _held(tally: Tally, way: str) -> str:
    return f"; {tally.games} random games agree at each of {tally.plies} plies, actions matched by {way}"


# --- counting ---
def _count(comparison: Comparison) -> tuple[int, bool, str]:
    """The plies that were counted, whether that was all there is, and the first difference in words."""
    game, deadline = comparison.game, time.monotonic() + WALK_SECONDS
    ours: dict[Any, tuple[Position, int]] = {None: (Position(game), 1)}  # each position, and how many ways lead to it
    theirs: dict[str, tuple[ComparableOracle, int]] = {"": (comparison.begin(), 1)}
    # Where repetition means something, a position is more than its state, but not before one can have come back.
    depths = range(3 if game.repetition != Repetition.NOTHING else game.max_plies)
    for depth in (0, *(depth + 1 for depth in depths)):
        found = _tally((_shape(position, comparison.payoff), ways) for position, ways in ours.values())
        known = _tally((_their_shape(oracle), ways) for oracle, ways in theirs.values())
        for shape in (found - known) or (known - found):
            difference = f"of the ways to play {depth} plies {found[shape]} lead {_in_words(shape)}, but {known[shape]} there"
            return depth, False, difference
        if len(ours) > COUNTED or time.monotonic() > deadline or not ours:
            return depth, not ours, ""
        ours = _merged((frozen(p.state), p, ways) for position, ways in ours.values() for p in _after(position))
        theirs = _merged((str(o.state), o, ways) for oracle, ways in theirs.values() for o in oracle.after())
    return depth, False, ""


def _tally(shapes: Iterable[tuple[Hashable, int]]) -> Counter[Hashable]:
    total: Counter[Hashable] = Counter()
    for shape, ways in shapes:
        total[shape] += ways
    return total


def _merged(found: Iterable[tuple[Any, Place, int]]) -> dict[Any, tuple[Place, int]]:
    """Places by what makes them the same, with the ways to them added up."""
    total: dict[Any, tuple[Place, int]] = {}
    for key, place, ways in found:
        total[key] = place, ways + (total[key][1] if key in total else 0)
    return total


def _after(position: Position) -> list[Position]:
    return [position.successor(a, position.game.result(position.state, a)) for a in position.choices]


def _in_words(shape: Any) -> str:
    if shape[0] == ENDED:
        return f"to an end worth {list(shape[1])}"
    if shape[0] == CHANCE:
        return f"to a chance node with {len(shape[1])} outcomes"
    return f"to player {shape[0]} with {shape[1]} actions"


# --- matching by a label ---
def bare(name: str) -> str:
    """A name without punctuation; capitals count, since Bc6 and bxc6 are two moves."""
    return "".join(symbol for symbol in name if symbol.isalnum())


def _their_name(state: Any, a: int) -> str:
    return bare(state.action_to_string(state.current_player(), a))


def _their_rank(state: Any, a: int) -> int:
    return sorted(OpenSpielOracle(state).legal()).index(a)


class RankLabel:
    """Of the actions of a game the lowest is 0, the next 1, and so on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._state: Any = None
        self._ranks: dict[int, int] = {}

    def __call__(self, s: Any, a: int) -> int:  # noqa: D102
        if s is not self._state:
            self._state, self._ranks = s, {b: rank for rank, b in enumerate(sorted(self._game.choices(s)))}
        return self._ranks[a]


def _walk(inspection: Inspection, comparison: Comparison, theirs: Label | None, ours: Label | None) -> Tally:
    """As many random games as the check plays, or as there is time for."""
    deadline, games, plies = time.monotonic() + WALK_SECONDS, 0, 0
    while games < inspection.playouts and (games == 0 or time.monotonic() < deadline):
        (walked,) = walk_beside(
            comparison.game,
            lambda: comparison.begin(theirs),
            games=1,
            seed=inspection.seed + games,
            label=ours,
            payoff=comparison.payoff,
            repetition=True,
        )
        games, plies = games + 1, plies + walked.position.ply
    return Tally(games, plies)


# --- matching by what follows ---
def _follow_all(inspection: Inspection, comparison: Comparison) -> Tally:
    deadline, games, plies, stopped = time.monotonic() + WALK_SECONDS, 0, 0, 0
    while games < inspection.playouts and (games == 0 or time.monotonic() < deadline):
        followed, ended = _follow_one(comparison, random.Random(inspection.seed + games))
        games, plies, stopped = games + 1, plies + followed, stopped + (not ended)
    return Tally(games, plies, stopped)


def _follow_one(comparison: Comparison, rng: random.Random) -> tuple[int, bool]:
    """Plies that could be followed, and whether that was the whole game."""
    game = comparison.game
    position, lines = Position(game), [comparison.begin()]
    while len(lines) <= FOLLOWED:
        following = _after(position)
        seen = _seen(_shape(position, comparison.payoff), (_shape(p, comparison.payoff) for p in following))
        fitting = {}
        for line in lines:
            after = line.after()
            if _seen(_their_shape(line), map(_their_shape, after)) == seen:
                fitting[str(line.state)] = after
        if not fitting:
            difference = "no line of play there has had the same turns, numbers of actions and ends until now and one ply ahead"
            raise Disagreement(game, position, difference)
        if not following:
            return position.ply, True
        lines = list({str(line.state): line for after in fitting.values() for line in after}.values())
        position = rng.choice(following)
    return position.ply, False


def _shape(position: Position, payoff: Payoff) -> Hashable:
    """What is seen of a position without knowing what its actions are called."""
    outcome = position.outcome()
    if outcome is not None:
        return ENDED, _rounded(map(payoff, outcome.utilities))
    if position.player == CHANCE:
        return CHANCE, _rounded(sorted(p for _, p in position.game.outcomes(position.state)))
    return position.player, len(position.choices)


def _their_shape(oracle: Oracle) -> Hashable:
    """The same of the oracle's position."""
    if oracle.terminal():
        return ENDED, _rounded(oracle.utilities())
    if oracle.player() == CHANCE:
        return CHANCE, _rounded(sorted(oracle.probabilities().values()))
    return oracle.player(), len(oracle.actions())


def _rounded(numbers: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(float(number), DIGITS) + 0.0 for number in numbers)


def _seen(here: Hashable, following: Iterable[Hashable]) -> Hashable:
    """What is seen of a position and of those one ply ahead, in whatever order."""
    return here, frozenset(Counter(following).items())
