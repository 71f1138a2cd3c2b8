"""Faults beside the rules: in hints, keys, notation and pictures, and between the gears; see `planted_faults`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from planted_faults import planted
from planted_games import DiceRace, FillRow, Heap, Race, Row, TakeAway, gear

from counterplay.core import BadNotation, Cell, Piece, Scene


# --- hints ---
@planted("evaluate-range", r"evaluate returned 9\.0 in '9 a' for player 0; expected a number within utility_range")
class CountsCoins(TakeAway):
    def evaluate(self, s: Heap, p: int) -> float:
        return float(s.coins)


@planted("nan", r"evaluate returned nan, which is no number, in '9 a' for player 0; expected a number")
class EvaluatesToNothing(TakeAway):
    def evaluate(self, s: Heap, p: int) -> float:
        return float("nan")


@planted("evaluate-not-zero-sum", r"evaluate gives the players \[0\.25, 0\.25\]")
class Optimist(TakeAway):
    def evaluate(self, s: Heap, p: int) -> float:
        return 0.25


@planted("candidates", r"candidates names \[3\] in '[12] [ab]', where actions offers \[1")
class WrongCandidates(TakeAway):
    def candidates(self, s: Heap) -> Iterator[int]:
        return iter((3,))


@planted("value-bounds", r"value_bounds returned \(1\.0, -1\.0\) in '9 a'; expected a pair of numbers, the least first")
class BoundsTheWrongWay(TakeAway):
    def value_bounds(self, s: Heap) -> tuple[float, float]:
        return 1.0, -1.0


@planted("value-bounds", r"value_bounds returned \(-1\.0, 0\.0\) in '[123] [ab]', where an action ends the game with 1")
class BoundsTooLow(TakeAway):
    def value_bounds(self, s: Heap) -> tuple[float, float]:
        return -1.0, 0.0


@planted("skip-keeps-turn", r"skip leaves player 0 to move in '9 a'")
class SkipsNothing(TakeAway):
    can_skip = True


@planted("warning", r"evaluate made NumPy warn of '.*overflow.*' in '\d [ab]' for player 0 \(planted_hints\.py, line \d+\)")
class Overflows(TakeAway):
    def evaluate(self, s: Heap, p: int) -> float:
        return float(np.uint64(2**63) * np.uint64(2 * s.coins))


# --- keys ---
@planted("key-differs", r"key gave \d+ and, for a copy of the state, \d+ in '9 a'")
class KeyOfObject(TakeAway):
    def key(self, s: Heap) -> int:
        return id(s)


@planted("key-differs", r"key gave")
class KeyOfMemory(FillRow):
    def key(self, s: Row) -> int:
        return int(s.board.ctypes.data) * 8 + s.ply


@planted("key-too-coarse", r"key gives '\d+ [ab]' and '\d+ [ab]' one key, although their players to move differ")
class KeyWithoutTurn(TakeAway):
    def key(self, s: Heap) -> int:
        return s.coins


@planted("key-type", r"key returned '9 0', a str, in '9 a'; expected an integer of 64 bits")
class KeyInWords(TakeAway):
    def key(self, s: Heap) -> int:
        return f"{s.coins} {s.turn}"  # type: ignore[return-value]


# --- notation ---
@planted("notation", r"load did not bring back what .*dump wrote as '\d+': field 'turn' was 1 and became 0")
class ForgetsTurn(TakeAway):
    def dump(self, s: Heap) -> str:
        return str(s.coins)

    def load(self, text: str) -> Heap:
        return super().load(text + " a")


@planted("notation", r"load raised BadNotation: .* for the text '7 A'")
class WritesWhatItCannotRead(TakeAway):
    def dump(self, s: Heap) -> str:
        return super().dump(s).upper() if s.coins < 8 else super().dump(s)

    def initial(self) -> Heap:
        return Heap(7, 0)


@planted("notation", r"dump wrote 'many\\ncoins'; expected one line of text")
class TwoLines(TakeAway):
    def dump(self, s: Heap) -> str:
        return "many\ncoins"


@planted("notation", r"load is missing, although dump is written; write `def load\(self, text\):`, which reads what dump wrote")
class OnlyDumps(FillRow):
    def dump(self, s: Row) -> str:
        return "".join(map(str, s.board))


@planted("load-raises", r"load raised (ValueError|IndexError|TypeError): .* for the text")
class LoadsBlindly(TakeAway):
    def load(self, text: str) -> Heap:
        parts = text.split(" ")
        return Heap(int(parts[0]), "ab".index(parts[1]))


@planted("action-name", r"action_name calls both action 1 and action 2 'take' in '9 a'")
class OneNameForAll(TakeAway):
    def action_name(self, s: Heap, a: int) -> str:
        return "take"


@planted("action-name", r"parse_action read 2 from 'take 1' in '9 a'; expected action 1")
class ParsesOneMore(TakeAway):
    def parse_action(self, s: Heap, text: str) -> int:
        return super().parse_action(s, text) % 3 + 1


@planted("action-name", r"parse_action read 5 from .* which is no legal action; expected BadNotation")
class ParsesAnything(TakeAway):
    def parse_action(self, s: Heap, text: str) -> int:
        try:
            return super().parse_action(s, text)
        except BadNotation:
            return 5


@planted("parse-raises", r"parse_action raised ValueError: invalid literal .* for the text")
class ParsesBlindly(TakeAway):
    def parse_action(self, s: Heap, text: str) -> int:
        return int(text.removeprefix("take "))


# --- pictures ---
@planted("scene", r"scene of '9 a' has 2 cells with the id 'x'")
class TwinCells(TakeAway):
    def scene(self, s: Heap) -> Scene:
        return Scene((*super().scene(s).cells, Cell("x", 0, 1), Cell("x", 1, 1)))


@planted("scene", r"scene of '9 a' has a piece on 'nowhere', which is no cell")
class FloatingPiece(TakeAway):
    def scene(self, s: Heap) -> Scene:
        return Scene(super().scene(s).cells, (Piece("nowhere"),))


@planted("scene", r"scene of '9 a' has 'woood' for the material; expected one of plain, wood")
class MisspeltMaterial(TakeAway):
    def scene(self, s: Heap) -> Scene:
        return replace(super().scene(s), material="woood")  # type: ignore[arg-type]


@planted("gesture", r"gesture names 'table' in '9 a' with action 1 \(take 1\), which is neither a cell nor a button")
class ClicksBeside(TakeAway):
    def gesture(self, s: Heap, a: int) -> tuple[str, ...]:
        return ("table",) * a


@planted("gesture", r"not told apart in '9 a': they are equal")
class OneClickForAll(TakeAway):
    def gesture(self, s: Heap, a: int) -> tuple[str, ...]:
        return ("1",)


@planted("gesture", r"not told apart in '9 a': the first begins the second")
class LongerAndLonger(TakeAway):
    def gesture(self, s: Heap, a: int) -> tuple[str, ...]:
        return ("1",) * a


@planted("gesture", r"gesture returned '1' .* expected a tuple of ids")
class BareText(TakeAway):
    def gesture(self, s: Heap, a: int) -> str:
        return str(a)


@planted("noisy-actions", r"noisy_actions names \[1, 1\] in '9 a', where noisy names \[1\]; expected the same, each once")
class NoisyTwice(TakeAway):
    def noisy(self, s: Heap, a: int) -> bool:
        return a == 1

    def noisy_actions(self, s: Heap) -> Iterator[int]:
        yield 1
        yield 1


@planted("harmless", r"harmless calls action \d \(take \d\) harmless in '\d [ab]', where it wins; expected False")
class HarmlessWin(TakeAway):
    def harmless(self, s: Heap, a: int) -> bool:
        return True


@planted("harmless", r"harmless calls action 1 \(take 1\) harmless in '9 a', where it leaves a threat; expected False")
class HarmlessThreat(TakeAway):
    def threatened(self, s: Heap) -> bool:
        return s.coins == 8

    def harmless(self, s: Heap, a: int) -> bool:
        return s.coins == 9


@planted("random-action", r"random_action draws 7 in '9 a', where actions offers \[1, 2, 3\]; expected one of these")
class DrawsSeven(TakeAway):
    def random_action(self, s: Heap, rng: Any) -> int:
        return 7


@planted("playout-action", r"playout_action draws 8 in '9 a', where actions offers \[1, 2, 3\]; expected one of these")
class PlaysEight(TakeAway):
    def playout_action(self, s: Heap, rng: Any) -> int:
        return 8


# --- gears ---
@planted("gears-leak", r"actions or another method keeps, when compiled, an array of the state at every call")
class HelperYields(FillRow):
    def free(self, board: Any) -> Iterator[int]:
        for i in range(4):
            if board[i] == 0:
                yield i

    def actions(self, s: Row) -> Any:
        found = np.empty(4, np.int64)
        n = 0
        for i in self.free(s.board):
            found[n] = i
            n += 1
        return found[:n]


@planted("gears-disagree", r"actions gives \[1, 2, 3\] interpreted and \[2, 3\] compiled in '9 a'")
@planted("gears-disagree", r"result gives '\d+ [ab]' interpreted and '\d+ [ab]' compiled in '\d+ [ab]' with action \d")
@planted("gears-disagree", r"terminal gives True interpreted and False compiled in '0 [ab]'")
@planted("gears-disagree", r"player gives [01] interpreted and [01] compiled in")
@planted("gears-disagree", r"utility gives -?1\.0 interpreted and -?1\.0 compiled in '0 [ab]' for player 0")
@planted("gears-disagree", r"evaluate gives 0\.0 interpreted and 1e-06 compiled in .* for player 0")
@planted("gears-disagree", r"key gives \d+ interpreted and \d+ compiled in")
@planted("gears-disagree", r"noisy gives False interpreted and True compiled in '\d+ [ab]' with action \d")
@planted("gears-disagree", r"initial gives '9 a' interpreted and '10 a' compiled;")
@planted("gears-disagree", r"skip gives '\d+ [ab]' interpreted and '\d+ [ab]' compiled in")
@planted("gears-disagree", r"candidates gives \[1\] interpreted and \[2\] compiled in")
@planted("gears-disagree", r"may_skip gives True interpreted and False compiled in '2 [ab]'")
class OtherInEveryWay(TakeAway):
    def initial(self) -> Heap:
        return Heap(self.coins + gear(), 0)

    def actions(self, s: Heap) -> Iterator[int]:
        for n in range(1 + gear(), 4):
            if n <= s.coins:
                yield n

    def result(self, s: Heap, a: int) -> Heap:
        return Heap(max(0, s.coins - a - gear()), 1 - s.turn)

    def terminal(self, s: Heap) -> bool:
        return s.coins + gear() == 0

    def player(self, s: Heap) -> int:
        return (s.turn + gear()) % 2

    def utility(self, s: Heap, p: int) -> float:
        return -1.0 if (p + gear()) % 2 == s.turn else 1.0

    def evaluate(self, s: Heap, p: int) -> float:
        return gear() * 1e-6 * (1 - 2 * p)

    def key(self, s: Heap) -> int:
        return 2 * s.coins + s.turn + 1000 * gear()

    def noisy(self, s: Heap, a: int) -> bool:
        return gear() == 1

    def order(self, s: Heap, a: int) -> float:
        return float(a + gear())

    def candidates(self, s: Heap) -> Iterator[int]:
        yield 1 + gear()

    def threatened(self, s: Heap) -> bool:
        return s.coins == 5 * gear()

    def may_skip(self, s: Heap) -> bool:
        return s.coins != 2 * gear()

    def skip(self, s: Heap) -> Heap:
        return Heap(s.coins + gear(), 1 - s.turn)


@planted("gears-disagree", r"order gives 1\.0 interpreted and 2\.0 compiled in '\d+ [ab]' with action 1")
class OtherOrder(TakeAway):
    def order(self, s: Heap, a: int) -> float:
        return float(a + gear())


@planted("gears-disagree", r"threatened gives False interpreted and True compiled in '1 [ab]'")
class OtherThreat(TakeAway):
    def threatened(self, s: Heap) -> bool:
        return s.coins == gear()


@planted("gears-disagree", r"outcomes gives 0\.5 interpreted and 0\.0 compiled in .* with action 1")
class OtherProbabilities(DiceRace):
    def outcomes(self, s: Race) -> Iterator[tuple[int, float]]:
        for face in range(1, 4):
            yield face, 0.5 - 0.5 * gear() if face == 1 else 0.25
