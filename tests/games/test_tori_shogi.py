"""Tori shogi: counts of sequences, pyffish beside random games, and positions for rules that random games seldom come to."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Hashable
from types import ModuleType
from typing import Any

import pytest

from counterplay.boards.pieces.piece_hands import held
from counterplay.check import Oracle, walk_beside
from counterplay.core import BadNotation
from counterplay.games.chess_like.tori_shogi import ToriShogi
from tests.oracles.count_tables import assert_perft

GAME = ToriShogi()
VARIANT = "torishogi"


@functools.cache
def outside() -> ModuleType:
    """pyffish, ninety megabytes that every test process would load when it collects the tests."""
    import pyffish

    return pyffish


def label(s: Any, a: int) -> str:
    """An action as pyffish writes it: files a to g from the left, rows 1 to 7 from below, @ for a drop."""
    name = GAME.action_name(s, a).replace("*", "@")
    return re.sub("[1-7][a-g]", lambda cell: "gfedcba"[int(cell[0][0]) - 1] + str("gfedcba".index(cell[0][1]) + 1), name)


def shown(s: Any) -> tuple[str, Counter[str], int, bool]:
    """Rows, hands, turn and check."""
    letters: Counter[str] = Counter()
    for kind in range(GAME.hand_kinds):
        letter = GAME.kinds[kind].letter
        letters[letter], letters[letter.lower()] = held(s.black_hand, kind), held(s.white_hand, kind)
    return GAME.dump(s).split()[0], +letters, s.turn, GAME.threatened(s)


class Pyffish(Oracle):
    """A game in pyffish."""

    def __init__(self) -> None:
        self.fen: str = outside().start_fen(VARIANT)
        self.listed: tuple[str, list[str]] = ("", [])  # what can be done in a position, which is dear to ask

    def player(self) -> int:
        return "wb".index(self.fen.split()[1])

    def actions(self) -> list[Hashable]:
        if self.listed[0] != self.fen:
            found = outside().legal_moves(VARIANT, self.fen, [])
            self.listed = (self.fen, [move for move in found if not self.mates_by_swallow(move)])
        return list(self.listed[1])

    def mates_by_swallow(self, move: str) -> bool:
        """Such a drop is legal there and loses the game."""
        if move != f"S@{self.before_the_phoenix()}":
            return False
        return not outside().legal_moves(VARIANT, self.fen, [move])

    def before_the_phoenix(self) -> str:
        """The square from which a swallow of the mover would attack the enemy's phoenix; it may be beyond the board."""
        for number, row in enumerate(self.fen.split("[")[0].split("/")):
            squares = re.sub("[1-7]", lambda run: "." * int(run[0]), row.replace("+", ""))
            column = squares.find("kK"[self.player()])
            if column >= 0:
                return "abcdefg"[column] + str(7 - number + (-1, 1)[self.player()])
        return ""

    def play(self, label: Hashable) -> None:
        self.fen = outside().get_fen(VARIANT, self.fen, [str(label)])

    def terminal(self) -> bool:
        return not self.actions()

    def utilities(self) -> list[float]:
        return [-1.0, 1.0] if self.player() == 0 else [1.0, -1.0]

    def shown(self) -> Any:
        rows, hands = self.fen.split()[0].rstrip("]").split("[")
        return rows, Counter(hands.replace("-", "")), self.player(), outside().gives_check(VARIANT, self.fen, [])


def names(text: str) -> set[str]:
    s = GAME.load(text)
    return {GAME.action_name(s, a) for a in GAME.choices(s)}


def test_counts() -> None:
    """A move that is missing or illegal; the counts are pyffish's, and those of Sjaak II 1.4.1 up to the third."""
    assert_perft(GAME, (17, 288, 5430, 103857), interpreted=300)


def test_random_games_beside_pyffish() -> None:
    """Any difference in moves, leaps, drops, promotion, check, mate or hands."""
    walked = walk_beside(
        GAME, Pyffish, label=label, show=shown, until=lambda p, _: p.ply == 120, games=3, seed=3, compiled=True
    )
    assert len(walked) == 3


def test_swallows_on_a_file() -> None:
    """A third swallow on a file, a second one that is refused, or a goose that counts."""
    two, one = "3k3/7/S6/S6/7/7/3K3 b S 1", "3k3/7/S6/7/7/7/3K3 b S 1"
    assert "S*7e" not in names(two) and "S*6e" in names(two) and "S*7e" in names(one)
    assert "S*7e" in names("3k3/7/S6/+S6/7/7/3K3 b S 1")
    assert not {name for name in names(one) if re.fullmatch(r"S\*.a", name)}
    with pytest.raises(BadNotation, match="Black has 3 pieces of the kind swallow on one file"):
        GAME.load("3k3/7/S6/S6/S6/7/3K3 b - 1")


def test_promotion_is_compulsory() -> None:
    """A falcon or swallow that stays what it is, or a crane that becomes something."""
    found = names("3k3/6F/S6/C6/7/7/3K3 b - 1")
    assert "7c7b+" in found and "7c7b" not in found
    assert "1b1a+" in found and "1b1a" not in found
    assert not {name for name in found if name.startswith("7d") and name.endswith("+")}


def test_mate_by_a_dropped_swallow() -> None:
    """A swallow that is dropped to give mate, or one that is refused although the phoenix can take it."""
    mating = "2pkp2/7/3F3/7/7/7/3K3 b S 1"
    assert "S*4b" not in names(mating)
    assert "S*4b" in names(mating.replace("3F3", "7")) and "S*4b" in names(mating.replace("2pkp2", "3kp2"))
