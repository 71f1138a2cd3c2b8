"""The mistakes that students make, one each: `check` and `analyze` say the same sentence, and it names the remedy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import Result

Run = Callable[..., Result]

TAKE_AWAY = """
from typing import NamedTuple
import numpy as np
from counterplay import Game

class State(NamedTuple):
    stones: int
    mover: int

class TakeAway(Game):
    max_actions, max_plies = 3, 21

    def initial(self):
        return State(7, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for n in range(1, min(3, s.stones) + 1):
            yield n

    def result(self, s, a):
        return State(s.stones - a, 1 - s.mover)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s, p):
        return -1.0 if p == s.mover else 1.0
"""

FILL = """
from typing import NamedTuple
import numpy as np
from counterplay import Game

class State(NamedTuple):
    board: object
    mover: int

class Fill(Game):
    max_actions, max_plies = 4, 4

    def initial(self):
        return State(np.zeros(4, np.int8), 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return np.flatnonzero(np.array(s.board) == 0)

    def result(self, s, a):
        board = s.board.copy()
        board[a] = s.mover + 1
        return State(board, 1 - s.mover)

    def terminal(self, s):
        return 0 not in s.board

    def utility(self, s, p):
        return 1.0 if s.board[0] == p + 1 else -1.0
"""


class Mistake(NamedTuple):
    game: str
    right: str  # a part of it
    wrong: str  # what a student writes instead
    says: str
    remedy: str


MISTAKES = {
    "a list in the state, changed": Mistake(
        FILL.replace("np.zeros(4, np.int8)", "[0] * 4"), "s.board.copy()", "s.board",
        "Fill.result changed the state it was given in '[[0,0,0,0],0]' with action", "copy what you alter",
    ),
    "an array in the state, changed": Mistake(
        FILL, "s.board.copy()", "s.board",
        "Fill.result changed the state it was given in '[[0,0,0,0],0]' with action", "copy what you alter",
    ),
    "a field that is assigned": Mistake(
        TAKE_AWAY, "return State(s.stones - a, 1 - s.mover)", "s.stones -= a; return s",
        "TakeAway.result raised AttributeError: can't set attribute", "return a new one, as in `s._replace(field=value)`",
    ),
    "an attribute that is nowhere": Mistake(
        TAKE_AWAY, "min(3, s.stones)", "min(self.most, s.stones)",
        "TakeAway.actions raised AttributeError: 'TakeAway' object has no attribute 'most'", "; set self.most in __init__",
    ),
    "an attribute that is misspelt": Mistake(
        TAKE_AWAY, "def initial(self):\n        return State(7, 0)",
        "def __init__(self):\n        self.stones = 7\n\n    def initial(self):\n        return State(self.stone, 0)",
        "TakeAway.initial raised AttributeError", "; set self.stone in __init__, or write self.stones",
    ),
    "a field that is misspelt": Mistake(
        TAKE_AWAY, "s.stones == 0", "s.stone == 0",
        "TakeAway.terminal raised AttributeError: 'State' object has no attribute 'stone'", "; a State has stones, mover",
    ),
    "a name that is not defined": Mistake(
        TAKE_AWAY, "min(3, s.stones)", "min(MOST, s.stones)",
        "TakeAway.actions raised NameError: name 'MOST' is not defined", "; define MOST before it is used, or import it",
    ),
    "another type in a field": Mistake(
        TAKE_AWAY, "State(s.stones - a,", "State((s.stones - a) / 1,",
        "TakeAway.result gave a state of another form", "field 'stones' is a float where the first state has an int",
    ),
    "another type of array": Mistake(
        FILL, "s.board.copy()", "np.array(s.board.tolist())",
        "Fill.result gave a state of another form", "every field keeps its type in every state",
    ),
    "a method that is missing": Mistake(
        TAKE_AWAY, "    def result(self, s, a):\n        return State(s.stones - a, 1 - s.mover)\n", "",
        "TakeAway.result is missing, which every game needs", "; write `def result(self, s, a):`",
    ),
    "a method by another name": Mistake(
        TAKE_AWAY, "def terminal(", "def is_terminal(",
        "TakeAway.terminal is missing, which every game needs", "; rename is_terminal to terminal",
    ),
    "a method that is misspelt": Mistake(
        TAKE_AWAY, "def utility(", "def utilty(",
        "TakeAway.utility is missing, which every game needs", "; rename utilty to utility",
    ),
    "self forgotten": Mistake(
        TAKE_AWAY, "def player(self, s)", "def player(s)",
        "TakeAway.player takes (s)", "; write `def player(self, s):`",
    ),
    "an argument forgotten": Mistake(
        TAKE_AWAY, "utility(self, s, p):\n        return -1.0 if p", "utility(self, s):\n        return -1.0 if 0",
        "TakeAway.utility takes (self, s)", "; write `def utility(self, s, p):`",
    ),
    "a hint that forgets the player": Mistake(
        TAKE_AWAY + "\n    def evaluate(self, s, p):\n        return 0.0\n",
        "def evaluate(self, s, p)", "def evaluate(self, s)",
        "TakeAway.evaluate takes (self, s)", "; write `def evaluate(self, s, p):`",
    ),
    "arguments in another order": Mistake(
        TAKE_AWAY, "def result(self, s, a)", "def result(self, a, s)",
        "TakeAway.result takes (self, a, s)", "; write `def result(self, s, a):`",
    ),
    "a number for the name of an action": Mistake(
        TAKE_AWAY + "\n    def action_name(self, s, a):\n        return str(a)\n", "return str(a)", "return a",
        "TakeAway.action_name returned 1 in '[7,0]' with action 1", "; expected a text, as str(1) is",
    ),
    "a number that its array cannot hold": Mistake(
        FILL, "board[a] = s.mover + 1", "board[a] = s.mover + 200",
        "Fill.result raised OverflowError: ", "; let the array have a type that holds this number, such as np.int64",
    ),
    "no first state returned": Mistake(
        TAKE_AWAY, "return State(7, 0)", "State(7, 0)", "TakeAway.initial returned None", "the `return` is missing",
    ),
    "no player returned": Mistake(
        TAKE_AWAY, "        return s.mover\n", "        s.mover\n",
        "TakeAway.player returned None", "expected an int; the `return` is missing",
    ),
    "no actions returned": Mistake(
        FILL, "return np.flatnonzero", "np.flatnonzero",
        "Fill.actions returned None", "the `return` is missing, or a `yield`",
    ),
    "no result returned": Mistake(
        TAKE_AWAY, "return State(s.stones - a", "State(s.stones - a",
        "TakeAway.result returned None in '[7,0]' with action", "expected the next state; the `return` is missing",
    ),
    "no end returned": Mistake(
        TAKE_AWAY, "return s.stones == 0", "s.stones == 0",
        "TakeAway.terminal returned None in '[7,0]'", "expected True or False; the `return` is missing",
    ),
    "no utility returned for one player": Mistake(
        TAKE_AWAY, "return -1.0 if p == s.mover else 1.0", "\n        if p == s.mover:\n            return -1.0",
        "TakeAway.utility returned None", "expected a float; the `return` is missing",
    ),
    "texts for actions": Mistake(
        TAKE_AWAY, "yield n", "yield str(n)",
        "TakeAway.actions offers '1', a str, in '[7,0]'", "number the actions, and let action_name say what people call them",
    ),
    "pairs for actions": Mistake(
        TAKE_AWAY, "yield n", "yield (n, 0)", "TakeAway.actions offers (1, 0), a tuple", "number the actions",
    ),
    "floats for actions": Mistake(
        TAKE_AWAY, "yield n", "yield n / 1", "TakeAway.actions offers 1.0, a float", "expected a 64-bit integer",
    ),
    "players counted from 1": Mistake(
        TAKE_AWAY, "return s.mover\n", "return s.mover + 1\n",
        "TakeAway.player returned 2 in", "players are counted from 0, and `players` on the class says how many",
    ),
    "nothing to do before the end": Mistake(
        TAKE_AWAY, "min(3, s.stones) + 1", "min(3, s.stones)",
        "TakeAway.actions offers nothing in '[1,", "a pass, where nothing else can be done) or terminal to be True",
    ),
    "an action that cannot be played": Mistake(
        FILL, "return np.flatnonzero(np.array(s.board) == 0)", "return np.arange(1, 5)",
        "Fill.result raised IndexError", "although actions or outcomes offer it",
    ),
    "an object as the state": Mistake(
        TAKE_AWAY, "class State(NamedTuple):\n", "from dataclasses import dataclass\n@dataclass\nclass State:\n",
        "TypeError: 'State' object is not iterable", "; make the state a NamedTuple, or write dump and load for it",
    ),
    "a plain tuple as the next state": Mistake(
        TAKE_AWAY, "return State(s.stones - a, 1 - s.mover)", "return s.stones - a, 1 - s.mover",
        "TakeAway.result returned a tuple in '[7,0]' with action", "; return a State, as initial does",
    ),
    "None in the state": Mistake(
        TAKE_AWAY.replace("mover: int", "mover: int\n    last: object = None"), "1 - s.mover)", "1 - s.mover, a)",
        "TakeAway.result gave a state of another form", "write a number that stands for nothing, such as -1",
    ),
    "an attribute that a rule sets": Mistake(
        TAKE_AWAY, "        return State(s.stones - a", "        self.last = a\n        return State(s.stones - a",
        "TakeAway.last was None before any play and is", "keep what changes in the state",
    ),
    "the position kept in the game": Mistake(
        TAKE_AWAY.replace("    def initial", "    def __init__(self):\n        self.stones = 7\n\n    def initial"),
        "        return State(s.stones - a,", "        self.stones -= a\n        return State(self.stones,",
        "TakeAway.stones was 7 before any play and is", "keep what changes in the state",
    ),
    "chance in a rule": Mistake(
        "from itertools import count\nCOINS = count()\n" + TAKE_AWAY, "State(s.stones - a,",
        "State(s.stones - 1 - (next(COINS) % 2 if s.stones > 1 else 0),",
        "TakeAway.result gave two answers in", "chance belongs in outcomes, and rules keep nothing in self",
    ),
    "one action returned": Mistake(
        TAKE_AWAY, "yield n", "return n",
        "TakeAway.actions returned 1 in '[7,0]'", "; yield them one by one, or return an array",
    ),
    "a tuple of arrays for actions": Mistake(
        FILL, "np.flatnonzero(np.array(s.board) == 0)", "np.where(s.board == 0)",
        "Fill.actions offers array([0, 1, 2, 3]), a np.ndarray", "return one array of them, as np.flatnonzero does",
    ),
    "actions without an end": Mistake(
        TAKE_AWAY, "for n in range(1, min(3, s.stones) + 1):\n            yield n", "while True:\n            yield 1",
        "TakeAway.actions gave more than", "look for a loop that never ends",
    ),
    "more actions than declared": Mistake(
        TAKE_AWAY, "max_actions, max_plies = 3", "max_actions, max_plies = 2",
        "TakeAway.actions offers 3 in '[7,0]', but max_actions is 2", "; set max_actions to the most that any state has",
    ),
    "one utility for both": Mistake(
        TAKE_AWAY, "return -1.0 if p == s.mover else 1.0", "return 1.0",
        "TakeAway.utility gives [1.0, 1.0] in", "expected 0, or zero_sum = False on the class",
    ),
    "utilities beyond their range": Mistake(
        TAKE_AWAY, "return -1.0 if p == s.mover else 1.0", "return -100.0 if p == s.mover else 100.0",
        "100 in '[0,", "; if utilities are larger, set utility_range on the class",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_told_with_its_remedy_by_check_and_analyze(run: Run, tmp_path: Path, name: str) -> None:
    """A traceback, a sentence that leaves the student searching, or two sentences for one mistake."""
    mistake = MISTAKES[name]
    assert mistake.game.count(mistake.right) == 1
    path = tmp_path / "mygame.py"
    path.write_text(mistake.game.replace(mistake.right, mistake.wrong))
    checked = run("check", path, "--playouts", "6", "--gear", "interpreted")
    analyzed = run("analyze", path, "--depth", "1", "--gear", "interpreted")
    assert checked.exit_code == 1, checked.output
    for told in (checked.stdout, analyzed.stderr):
        sentence = next((line for line in told.splitlines() if mistake.says in line), "")
        assert mistake.remedy in sentence, told
        assert "Traceback" not in told
    assert analyzed.exit_code == (0 if "another form" in mistake.says else 2)


LISTED = TAKE_AWAY.replace(
    "for n in range(1, min(3, s.stones) + 1):\n            yield n", "return [n for n in range(1, 4) if n <= s.stones]"
)


@pytest.mark.parametrize("game", [TAKE_AWAY, LISTED, FILL, FILL.replace("np.zeros(4, np.int8)", "[0] * 4")])
def test_what_is_no_mistake_is_not_told(run: Run, tmp_path: Path, game: str) -> None:
    """A false alarm before the search begins; actions of NumPy's integers are as good as any."""
    path = tmp_path / "mygame.py"
    path.write_text(game.replace("yield n", "yield np.int8(n)"))
    analyzed = run("analyze", path, "--depth", "1", "--gear", "interpreted")
    assert (analyzed.exit_code, analyzed.stderr) == (0, "")


@pytest.mark.parametrize(
    ("kind", "wrong", "says"),
    [
        (
            "tuple",
            "(0, 0), (0, 0)",
            "Fill.initial returns a tuple; a state that compiles is a NamedTuple of numbers and NumPy arrays",
        ),
        ("list", "[(0, 0), (0, 0)]", "Fill.initial returns a list; a state that compiles is a NamedTuple of numbers and NumPy"),
        (
            "dict inside",
            "State({0: 0}, 0)",
            "returns a state whose field 'board' is a dict; write a NumPy array that is indexed",
        ),
        ("list inside", "State([0], 0)", "returns a state whose field 'board' is a list; write a NumPy array"),
    ],
)
def test_states_that_cannot_be_compiled(run: Run, tmp_path: Path, kind: str, wrong: str, says: str) -> None:
    """A slow search without a word about why, or another word in the check; nothing is compiled to find out."""
    path = tmp_path / "mygame.py"
    path.write_text(FILL.replace("State(np.zeros(4, np.int8), 0)", wrong).replace("0 not in s.board", "True"))
    path.write_text(path.read_text().replace("s.mover", "0").replace("s.board[0] == p + 1", "p == 0"))
    for command in (("check", path), ("perft", path, "--depth", "1")):
        told = run(*command).output
        assert says in told and "Traceback" not in told


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (TAKE_AWAY.replace("TakeAway(Game)", "TakeAway"), "defines no game; a game is a subclass of Game: `from counterplay"),
        (TAKE_AWAY.replace("TakeAway(Game)", "TakeAway"), "`class TakeAway(Game):`"),
        (TAKE_AWAY + FILL, "defines 2 games, TakeAway, Fill; a file has one: give each a file of its own"),
        (TAKE_AWAY.replace("(self, s):\n        return s.mover", "(self, s)\n        return s.mover"), "line 16: SyntaxError"),
        (TAKE_AWAY.replace("from counterplay import Game", "from counterplay import Gme"), "at line 4: ImportError"),
    ],
)
def test_files_that_are_no_game(run: Run, tmp_path: Path, wrong: str, says: str) -> None:
    """A traceback, or a sentence that does not say what to write, for a file without a game, with two, or with a slip."""
    path = tmp_path / "mygame.py"
    path.write_text(wrong)
    for command in (("check", path), ("analyze", path)):
        refused = run(*command)
        assert refused.exit_code == 2 and says in refused.stderr and "Traceback" not in refused.output, refused.output


def test_a_helper_without_its_mark(run: Run, tmp_path: Path) -> None:
    """A slow game without a word about which function to mark."""
    path = tmp_path / "mygame.py"
    marked = TAKE_AWAY.replace("class State", "def most(n):\n    return min(3, n)\n\nclass State", 1)
    path.write_text(marked.replace("min(3, s.stones)", "most(s.stones)"))
    told = run("check", path, "--playouts", "2").stdout
    assert "interpreted only, much slower, because TakeAway.actions cannot be compiled: it calls most" in told
    assert told.rstrip().endswith("write @helper above `def most`.")
