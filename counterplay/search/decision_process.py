"""Decision processes: Bellman's equations solved over all states of a game.

For one player against chance (a Markov decision process) and for two players with dice (a stochastic game with perfect
information), where all states can be listed. Russell and Norvig, 4th ed., sections 17.1 and 17.2; R. Bellman, *Dynamic
Programming* (1957). Values are the utilities of player 0: it maximises, a second player minimises, chance averages.
A discount below 1 is applied at every player's action.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, BadParameter, Game, MissingTrait
from counterplay.gears import kernel
from counterplay.gears.deadline import STOP
from counterplay.search.algorithm import Needs

TERMINAL = -2  # in Model.player, beside 0, 1 and CHANCE
DECISION_NEEDS = Needs(most_players=2)
DEFAULT_STATES = 5_000_000
TOLERANCE = 1e-12  # largest change of a value in the last sweep
MOST_SWEEPS = 100_000

Array = np.ndarray[Any, Any]


class Model(NamedTuple):
    """All states reachable from the first one, numbered from 0, with their transitions side by side."""

    keys: Array  # uint64 (n,)
    player: Array  # int64 (n,): 0, 1, CHANCE or TERMINAL
    utility: Array  # float64 (n,): of terminal states, for player 0
    first: Array  # int64 (n + 1,): transitions of state i are first[i] .. first[i + 1] - 1
    action: Array  # int64 (m,)
    probability: Array  # float64 (m,): 1 for a player's action
    target: Array  # int64 (m,)


@kernel
def list_states(game: Any, s: Any, most: int, control: Any) -> Any:
    """The arrays of a Model, found breadth first; control[1] tells how many states there are, -1 for more than `most`."""
    states = [s]
    keys = [np.uint64(game.key(s))]
    index = {keys[0]: 0}
    player, utility, first = [0], [0.0], [0]
    action, probability, target = [0], [0.0], [0]
    i = 0
    while i < len(states):
        state = states[i]
        mover, worth = TERMINAL, 0.0
        if game.terminal(state):
            worth = float(game.utility(state, 0))
        else:
            mover = game.player(state)
            if mover == CHANCE:
                for a, p in game.outcomes(state):
                    action.append(a)
                    probability.append(p)
            else:
                for a in game.actions(state):
                    action.append(a)
                    probability.append(1.0)
            for e in range(len(target), len(action)):
                child = game.result(state, action[e])
                key = np.uint64(game.key(child))
                if key not in index:
                    index[key] = len(states)
                    states.append(child)
                    keys.append(key)
                target.append(index[key])
        player.append(mover)
        utility.append(worth)
        first.append(len(target) - 1)
        i += 1
        if len(states) > most or control[STOP] != 0:
            control[1] = -1
            break
    if control[1] == 0:
        control[1] = len(states)
    # The lists begin with a place holder, from which Numba learns their type.
    return (
        np.array(keys),
        np.array(player[1:]),
        np.array(utility[1:]),
        np.array(first),
        np.array(action[1:]),
        np.array(probability[1:]),
        np.array(target[1:]),
    )


@kernel
def sweep(game: Any, model: Any, values: Any, discount: float, policy: Any) -> float:
    """One pass of Bellman's equation over all states, in place; the largest change.

    Where policy[i] is not negative, state i follows that transition instead of choosing the best.
    """
    change = 0.0
    for back in range(len(values)):
        i = len(values) - 1 - back  # listed breadth first: later states lie nearer to the end
        mover = model.player[i]
        if mover == TERMINAL:
            continue
        best = 0.0
        if mover == CHANCE:
            for e in range(model.first[i], model.first[i + 1]):
                best += model.probability[e] * values[model.target[e]]
        elif policy[i] >= 0:
            best = discount * values[model.target[policy[i]]]
        else:
            for e in range(model.first[i], model.first[i + 1]):
                value = discount * values[model.target[e]]
                if e == model.first[i] or (value > best if mover == 0 else value < best):
                    best = value
        change = max(change, abs(best - values[i]))
        values[i] = best
    return change


class DecisionProcess:
    """The states of a game and their values."""

    def __init__(self, game: Game, state: Any = None, most_states: int = DEFAULT_STATES) -> None:
        DECISION_NEEDS.refuse("decision process", game, "mcts works")
        if game.players == 2 and not game.zero_sum:
            raise MissingTrait(f"decision process cannot solve {game.title_text}: two players must be zero-sum; max_n works")
        control = np.zeros(2, np.int64)
        start = game.initial() if state is None else state
        self.game = game
        self.model = Model(*list_states(game, start, most_states, control))
        if control[1] < 0:
            raise BadParameter(
                f"{game.title_text} has more than {most_states:,} states; give a smaller game or a larger most_states"
            )
        self.values = self._first_values()
        self._order = np.argsort(self.model.keys)

    def __len__(self) -> int:
        return len(self.values)

    def number(self, state: Any) -> int:
        """The number of a state."""
        key = np.uint64(int(self.game.key(state)))
        place = int(np.searchsorted(self.model.keys, key, sorter=self._order))
        if place == len(self) or self.model.keys[self._order[place]] != key:
            raise BadParameter(f"{self.game.title_text}: '{self.game.dump(state)}' cannot be reached from the first state")
        return int(self._order[place])

    def value(self, state: Any) -> float:
        """The value of a state for player 0, as of the last iteration."""
        return float(self.values[self.number(state)])

    def iterate_values(self, discount: float = 1.0, tolerance: float = TOLERANCE) -> int:
        """Value iteration until no value changes by more than the tolerance; the number of sweeps."""
        self.values = self._first_values()
        return self._sweep(np.full(len(self), -1, np.int64), _checked(discount), tolerance)

    def evaluate_policy(self, policy: Array, discount: float = 1.0, tolerance: float = TOLERANCE) -> int:
        """Values of always following a policy (a transition for each state, see `extract_policy`); the number of sweeps."""
        self.values = self._first_values()
        return self._sweep(policy, _checked(discount), tolerance)

    def iterate_policy(self, discount: float = 1.0, tolerance: float = TOLERANCE) -> int:
        """Policy iteration: evaluate, improve, until nothing improves; the number of rounds.

        A second player answers each policy of the first with the best reply (A. Hoffman and R. Karp, "On nonterminating
        stochastic games", 1966): if both improved at once, they could go round in circles.
        """
        self.values = self._first_values()
        mine = self.model.player == 0
        policy = np.where(mine, self.extract_policy(_checked(discount)), -1)
        for rounds in range(1, MOST_SWEEPS):
            self._sweep(policy, discount, tolerance)
            improved = np.where(mine, self.improve_policy(policy, discount), -1)
            if np.array_equal(improved, policy):
                return rounds
            policy = improved
        return MOST_SWEEPS

    def q_values(self, discount: float = 1.0) -> Array:
        """Q of every transition, shape (m,): the value of taking it now and the best ones after; chance is not discounted."""
        following = self.values[self.model.target]
        return np.where(self._of_chance(), following, discount * following)

    def iterate_q(self, discount: float = 1.0, tolerance: float = TOLERANCE) -> Array:
        """Q-iteration: Bellman's equation on transitions instead of states; Q of every transition, shape (m,)."""
        q, change = np.zeros(len(self.model.target)), np.inf
        for _ in range(MOST_SWEEPS):
            self.values = self._backed_up(q)
            following = self.q_values(_checked(discount))
            change = float(np.max(np.abs(following - q), initial=0.0))
            q = following
            if change <= tolerance:
                break
        return q

    def extract_policy(self, discount: float = 1.0) -> Array:
        """The best transition of every player's state, shape (n,); -1 for terminal states and chance nodes."""
        return self.improve_policy(np.full(len(self), -1, np.int64), discount)

    def improve_policy(self, policy: Array, discount: float = 1.0) -> Array:
        """The policy with every choice that can be bettered replaced; ties keep the old choice."""
        model, q = self.model, self.q_values(discount)
        better = policy.copy()
        for i in np.flatnonzero(model.player >= 0):
            edges = slice(int(model.first[i]), int(model.first[i + 1]))
            worth = q[edges] if model.player[i] == 0 else -q[edges]
            best = int(np.argmax(worth)) + edges.start
            if better[i] < 0 or worth[best - edges.start] > worth[better[i] - edges.start] + TOLERANCE:
                better[i] = best
        return better

    def best_action(self, state: Any, discount: float = 1.0) -> int:
        """The action of best value at a player's state."""
        i, model = self.number(state), self.model
        if model.player[i] < 0:
            raise BadParameter(f"{self.game.title_text}: nobody chooses in '{self.game.dump(state)}'")
        edges = slice(int(model.first[i]), int(model.first[i + 1]))
        worth = discount * self.values[model.target[edges]]
        best = int(np.argmax(worth if model.player[i] == 0 else -worth))
        return int(model.action[edges][best])

    def _first_values(self) -> Array:
        """What is known before the first sweep: the utilities; 0 elsewhere, which is also what never ending is worth."""
        values: Array = np.where(self.model.player == TERMINAL, self.model.utility, 0.0)
        return values

    def _sweep(self, policy: Array, discount: float, tolerance: float) -> int:
        for sweeps in range(1, MOST_SWEEPS + 1):
            if sweep(self.game, self.model, self.values, discount, policy) <= tolerance:
                return sweeps
        return MOST_SWEEPS

    def _of_chance(self) -> Array:
        return np.repeat(self.model.player == CHANCE, np.diff(self.model.first))

    def _backed_up(self, q: Array) -> Array:
        """Values of all states from Q of their transitions."""
        model = self.model
        values = model.utility.copy()
        inner = np.flatnonzero(np.diff(model.first))
        starts = model.first[inner]
        chance, mover = np.add.reduceat(q * model.probability, starts), model.player[inner]
        best, worst = np.maximum.reduceat(q, starts), np.minimum.reduceat(q, starts)
        values[inner] = np.where(mover == CHANCE, chance, np.where(mover == 0, best, worst))
        return values


def _checked(discount: float) -> float:
    if not 0.0 < discount <= 1.0:
        raise BadParameter(f"a discount lies above 0 and at most at 1, not at {discount}")
    return float(discount)
