"""The steps of a search in words, seen the way a lecture tells it.

Values are MAX's, unless the form is a negamax, in which every value is that of the player to move, or a max^n, in which it
is a tuple. In a game for two MAX is whoever moves at the root; in an explicit tree MAX is the first player, wherever the
search begins.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from counterplay.core import CHANCE, Event, Game
from counterplay.core.text.value_words import score_text
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.search.textbook.textbook_catalogue import FORMS

NEGAMAX = ("negamax", "negamax_alpha_beta")


def number_text(value: float) -> str:
    """A number as people write it."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value + 0.0:.4g}"


@dataclass(frozen=True)
class Seen:
    """An event's window and value, as they are shown."""

    alpha: float
    beta: float
    value: float


class View:
    """How the events of one form on one game are read."""

    def __init__(self, algorithm: str, game: Game, me: int) -> None:
        form = next(form for form in FORMS if form.name == algorithm)
        self.algorithm, self.game, self.me = algorithm, game, me
        self.tuples = form.per_player and game.players > 1
        self.negamax = algorithm in NEGAMAX
        self.windowed = form.windowed and not form.per_player
        self.pair = game.players <= 2 and not self.tuples  # MAX and MIN; else P1, P2, P3, ...
        first = 0 if isinstance(game, TreeGame) else me
        # The trace takes the player at the root for MAX. Where that is MIN of a tree, everything is turned around.
        self.turned = self.pair and not self.negamax and not self.tuples and me != first
        self.first = first

    def who(self, player: int) -> str:
        """What a player is called."""
        if player == CHANCE:
            return "CHANCE"
        if not self.pair:
            return f"P{player + 1}"
        return "MAX" if player == self.first else "MIN"

    def seen(self, event: Event) -> Seen:
        """The numbers of an event."""
        if self.turned:
            return Seen(-event.beta + 0.0, -event.alpha + 0.0, -event.value + 0.0)
        return Seen(event.alpha, event.beta, event.value)

    def maximises(self, player: int) -> bool:
        """Whether a player wants the values that are shown at its nodes to be large."""
        if self.negamax or self.tuples:
            return True
        return player == self.me if not self.turned else player != self.me

    def number(self, value: float) -> str:
        """A value in the game's unit, if it has one: the utilities themselves are what a search compares."""
        if self.game.unit is None or not math.isfinite(value):
            return number_text(value)
        return score_text(self.game, value).removeprefix("+")

    def window(self, seen: Seen) -> tuple[str, str]:
        """Alpha and beta, or nothing where the form has none."""
        return (self.number(seen.alpha), self.number(seen.beta)) if self.windowed else ("", "")

    def bound(self, player: int, came: Seen, left: Seen, was_cut: bool) -> str:
        """Whether the value that a node is left with is exact (""), at most so much (≤) or at least so much (≥)."""
        if not self.windowed or player == CHANCE:
            return ""
        up = self.maximises(player)
        if was_cut:
            return "≥" if up else "≤"
        if up:
            return "≤" if left.value <= came.alpha else ""
        return "≥" if left.value >= came.beta else ""

    # --- sentences ---
    def enter(self, ref: str, player: int, seen: Seen, root: bool) -> str:
        """The search comes to a node."""
        who = "chance decides" if player == CHANCE else f"{self.who(player)} to move"
        window = ""
        if self.windowed:
            whose = f" for {self.who(player)}" if self.negamax else ""
            window = f", alpha {self.number(seen.alpha)} and beta {self.number(seen.beta)}{whose}"
        return f"Start at {ref}: {who}{window}." if root else f"Come to {ref}: {who}{window}."

    def leaf(self, ref: str, player: int, value: str, over: bool) -> str:
        """A leaf has its value."""
        whose = f" to {self.who(player)}" if self.negamax and player != CHANCE else ""
        if over:
            return f"{capital(ref)} is a leaf, worth {value}{whose}."
        return f"{capital(ref)} is at the horizon: it is estimated at {value}{whose}."

    def update(self, ref: str, child: str, player: int, seen: Seen, value: str, before: Seen) -> str:
        """A child is the best so far."""
        text = f"{capital(child)} gives {self.who(player)} {value}, the best so far at {ref}"
        if not self.windowed:
            return text + "."
        if seen.alpha != before.alpha:
            return f"{text}: alpha becomes {self.number(seen.alpha)}."
        if seen.beta != before.beta:
            return f"{text}: beta becomes {self.number(seen.beta)}."
        return text + ", but no better than what is known elsewhere."

    def average(self, ref: str, child: str, chance: float | None, part: str, total: str) -> str:
        """A share of a chance node's value is added."""
        share = f"{number_text(chance)} x {part} from {child}" if chance is not None else f"the share of {child}, worth {part},"
        return f"{capital(share)} is added: {total} so far at {ref}."

    def cut(self, ref: str, rest: int) -> str:
        """The rest of a node is given up."""
        if rest == 0:
            return f"The window at {ref} is closed; there was nothing left to look at."
        return f"The rest of {ref} is cut off: {rest} {'action is' if rest == 1 else 'actions are'} never looked at."

    def leave(self, ref: str, value: str, bound: str, choice: str) -> str:
        """A node's value is known."""
        words = {"": "", "≤": "at most ", "≥": "at least "}[bound]
        return f"{capital(ref)} is worth {words}{value}{f'; the choice is {choice}' if choice else ''}."

    def reason(self, player: int, above: int, seen: Seen) -> str:
        """Why nothing that is left at a node can matter."""
        who, here = self.who(player), self.number(seen.value)
        if self.tuples:
            return self._korf(player, above, seen)
        up = self.maximises(player)
        bound = self.number(seen.beta if up else seen.alpha)
        ending = "equal is enough, the rest cannot matter." if bound == here else "the rest cannot matter."
        if self.negamax:
            other = "MIN" if who == "MAX" else "MAX"
            return f"{who} already has {here} here, {other} can hold it to {bound} elsewhere: {ending}"
        if self.pair:
            return f"{who} already has {here} here, {'MIN' if up else 'MAX'} has {bound} elsewhere: {ending}"
        if up:
            return f"{who} already has {here} here, and the others can hold it to {bound} elsewhere: {ending}"
        return f"{who} already holds {self.who(self.me)} to {here} here, which has {bound} elsewhere: {ending}"

    def _korf(self, player: int, above: int, seen: Seen) -> str:
        """Immediate and shallow pruning of max^n: see `search.max_n_pruned`."""
        game, who, here = self.game, self.who(player), self.number(seen.value)
        least = game.utility_range[0]
        if seen.value >= -(game.players - 1) * least:
            return f"{who} already has {here}, and nobody can ever get more: the rest cannot matter."
        left = -(game.players - 2) * least - seen.value
        in_hand = -(game.players - 2) * least - seen.beta
        return (
            f"{who} already has {here} here, which leaves {self.who(above)} at most {self.number(left)}; "
            f"{self.who(above)} has {self.number(in_hand)} elsewhere: the rest cannot matter."
        )


def capital(text: str) -> str:
    """With a capital letter, where it begins with one word of ours."""
    return text[:1].upper() + text[1:] if text.startswith(("the ", "node ", "action ")) else text
