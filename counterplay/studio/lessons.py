"""The worked examples as the page shows them: a few paragraphs, then a search to step through or a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from counterplay.core import Position
from counterplay.lessons.growth import leaves_by_arrangement
from counterplay.lessons.lesson_trees import lesson_game, lesson_tree
from counterplay.lessons.study_games import CheckersStudy, TicTacToeStudy
from counterplay.lessons.walkthrough import walkthrough
from counterplay.studio.games import NotFound
from counterplay.studio.views import View

CHECKERS_POSITION = "B:WK22,23:B20,21,K31"
DEEPEST_COUNT = 5  # plies of the table of leaves


@dataclass(frozen=True)
class Lesson:
    """One worked example."""

    name: str
    title: str
    about: str
    paragraphs: tuple[str, ...]
    extra: Callable[[], View]  # walkthrough, or table

    def short(self) -> View:
        """For the list."""
        return {"name": self.name, "title": self.title, "about": self.about}

    def view(self) -> View:
        """All of it."""
        return {**self.short(), "text": [{"heading": "", "paragraphs": list(self.paragraphs)}], **self.extra()}


def _tree(name: str) -> Callable[[], View]:
    return lambda: {"walkthrough": walkthrough(lesson_game(name), None, lesson_tree(name).algorithm).to_json()}


def _tic_tac_toe() -> View:
    return {"walkthrough": walkthrough(TicTacToeStudy(), None, "minimax_value", 2, interpreted=True).to_json()}


def _checkers() -> View:
    position = Position.load(CheckersStudy(), CHECKERS_POSITION)
    return {"walkthrough": walkthrough(position.game, position, "alpha_beta", 3, interpreted=True).to_json()}


def _leaves() -> View:
    rows: list[list[Any]] = []
    for depth in range(1, DEEPEST_COUNT + 1):
        counts = leaves_by_arrangement(3, depth)
        rows.append([depth, 3**depth, counts["worst"], counts["random"], counts["best"]])
    head = ["depth", "minimax", "alpha-beta, worst order", "alpha-beta, random order", "alpha-beta, best order"]
    return {"table": {"head": head, "rows": rows}}


LESSONS = (
    Lesson(
        "minimax",
        "Minimax on three levels",
        "What a move is worth if both sides play their best.",
        (
            "MAX wants a large value, MIN a small one. The value of a finished game is its utility; the value of any "
            "other position is the best that the player to move can reach. The search goes down to the leaves, and values "
            "come back up.",
            "Step through the tree and watch each node take the largest or smallest value of its children. The third "
            "action is worth 12: whatever MIN answers, MAX gets at least that much.",
        ),
        _tree("three-levels"),
    ),
    Lesson(
        "alpha-beta",
        "Alpha-beta on two plies",
        "The same answer as minimax without looking at every leaf.",
        (
            "Alpha is what MAX is already sure of on the way to a node, beta what MIN is sure of. As soon as a node "
            "cannot turn out between them, the rest of it cannot matter: it is cut off.",
            "Here the first branch is worth 3. In the second MIN finds a 2 at once, so MAX will never go there, whatever "
            "the other two leaves are: 4 and 6 are never looked at.",
        ),
        _tree("two-ply"),
    ),
    Lesson(
        "smallest-cut",
        "The smallest cut",
        "Four leaves, and one of them does not matter.",
        (
            "The left branch is worth 2 to MAX. On the right MIN can force 1, so MAX will go left; the last leaf, 8, is "
            "never looked at.",
        ),
        _tree("four-leaves"),
    ),
    Lesson(
        "equal-is-enough",
        "When equality cuts",
        "A branch that can only be as good is no reason to change one's mind.",
        (
            "The leaves written _ are never looked at, so nobody needs to know them. After 3 the second branch is "
            "abandoned. In the third, 6 and then 5: MIN can hold MAX to 5, which MAX has already. Alpha equals beta, and "
            "that is enough for a cut: the first branch stays the choice.",
        ),
        _tree("walk-through"),
    ),
    Lesson(
        "order",
        "What the order of moves is worth",
        "The better the first move that is looked at, the more is cut off.",
        (
            "Minimax looks at b to the power d leaves. Alpha-beta, if the best move always comes first, at b to the power "
            "of half the depth rounded up, plus b to the power of half the depth rounded down, less one: 11 of 27 where "
            "three moves are looked at three plies ahead. If the best move always comes last, nothing is cut.",
            "So with good ordering a search looks twice as far in the same time. The table counts the leaves of trees "
            "with three branches.",
        ),
        _leaves,
    ),
    Lesson(
        "evaluation",
        "Tic-tac-toe with an estimate",
        "Where a search cannot reach the end of the game, it estimates.",
        (
            "The estimate counts lines: those still open to X, less those still open to O. One ply ahead the centre is "
            "worth 4, a corner 3, an edge 2. Two plies ahead, when O has answered, they are worth 1, -1 and -2: the order "
            "is the same, the numbers are not.",
        ),
        _tic_tac_toe,
    ),
    Lesson(
        "checkers",
        "Checkers, counted in men",
        "A king is worth five men: alpha-beta in a small endgame.",
        (
            "Black has men on 20 and 21 and a king on 31; White, who moves up the board, has a man on 23 and a king on "
            "22. The estimate is five times the kings plus the men, Black's less White's. Captures must be made, so many "
            "positions have a single move.",
        ),
        _checkers,
    ),
    Lesson(
        "chance",
        "Chance",
        "Where dice decide, a value is an average.",
        (
            "Three outcomes, worth 20, 30 and 60, with probabilities of a quarter, a half and a quarter: on average 35. "
            "Expectimax treats every chance node like that.",
        ),
        _tree("chance"),
    ),
    Lesson(
        "chance-and-a-rival",
        "Chance and a rival",
        "MAX, chance and MIN in one tree.",
        (
            "A bold and a careful bet, a coin, and an opponent who answers. Expectiminimax takes the largest value at "
            "MAX's nodes, the smallest at MIN's, and averages at chance nodes.",
            "The bold bet promises more, but not on average against somebody who answers well: the careful one is worth 1.5.",
        ),
        _tree("dice-and-a-rival"),
    ),
    Lesson(
        "three-players",
        "Three players",
        "Everybody maximises their own part.",
        (
            "With more than two players a value is a tuple, one part for each. Whoever moves takes the tuple in which "
            "their own part is largest; the others' parts do not matter to them. Here (5, 2, 5) comes out.",
        ),
        _tree("three-players"),
    ),
)
BY_NAME = {lesson.name: lesson for lesson in LESSONS}


@cache
def lesson_view(name: str) -> View:
    """A lesson by its name, made when it is first read."""
    if name not in BY_NAME:
        raise NotFound(f"there is no lesson '{name[:40]}'; there are {', '.join(BY_NAME)}")
    return BY_NAME[name].view()
