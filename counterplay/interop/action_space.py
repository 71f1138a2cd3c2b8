"""Actions as numbers from 0 to a fixed size: what other frameworks want of every game.

A game here may number its actions as it likes. Where its numbers are small they are kept, so that one number means the same in
every position. Elsewhere an action is known by its place in the list of legal actions.
"""

from __future__ import annotations

import functools

import numpy as np

from counterplay.core import BadParameter, Game, IllegalAction, Position
from counterplay.core.text.parameter_kinds import shown
from counterplay.data import random_positions
from counterplay.gears.entry.walk import open_walk

SAMPLED, SAMPLED_SLOWLY = 20_000, 400  # positions that are looked at, in the compiled gear and in the interpreted one
OFTEN = 10  # times that the largest action is seen where there is hardly a larger one
LARGEST = 2**17  # actions of a space; more are counted by their places


class ActionSpace:
    """How the actions of a game are numbered for others."""

    def __init__(self, game: Game, size: int, by_place: bool) -> None:
        self.game, self.size, self.by_place = game, size, by_place

    def legal(self, position: Position) -> list[int]:
        """The numbers of the legal actions, ascending."""
        if self.by_place:
            return list(range(len(position.choices)))
        for action in position.choices:
            if not 0 <= action < self.size:
                raise BadParameter(
                    f"{self.game.title_text} has an action {action} in '{self.game.dump(position.state)}', beyond the "
                    f"{self.size} that random play had shown; give a larger number of actions"
                )
        return sorted(position.choices)

    def action(self, position: Position, number: int) -> int:
        """The action that a number stands for; IllegalAction where it stands for none."""
        choices = position.choices
        if self.by_place and 0 <= number < len(choices):
            return choices[number]
        if not self.by_place and number in choices:
            return int(number)
        legal = self.legal(position)
        raise IllegalAction(
            f"{self.game.title_text}: {shown(number)} is no legal action in '{self.game.dump(position.state)}'; legal are "
            f"{', '.join(map(str, legal[:40]))}{' and more' if len(legal) > 40 else ''}"
        )


def action_space(game: Game, actions: int | None = None) -> ActionSpace:
    """The numbering of a game's actions; `actions` is how many numbers there are, where random play would not show all."""
    if actions is not None:
        if actions < 1:
            raise BadParameter(f"there must be at least one action, not {actions}")
        return ActionSpace(game, actions, by_place=False)
    low, high = _extent(game)
    if low < 0 or high >= LARGEST:
        return ActionSpace(game, game.max_actions, by_place=True)
    return ActionSpace(game, high + 1, by_place=False)


@functools.cache
def _extent(game: Game) -> tuple[int, int]:
    """The smallest and the largest action in random games.

    Where the second half of the games still showed a larger one, or the largest was seen but a few times, there may be more:
    the largest is rounded up to a power of 2.
    """
    count = SAMPLED if open_walk(game, 1, ()).compiled else SAMPLED_SLOWLY
    seen = random_positions(game, count).legal
    half, largest = int(seen[: len(seen) // 2].max(initial=0)), int(seen.max(initial=0))
    sure = largest == half and np.count_nonzero(seen == largest) >= OFTEN
    return int(seen.min(initial=0)), largest if sure else (1 << largest.bit_length()) - 1
