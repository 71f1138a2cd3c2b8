"""Agents that do what they should not, one class for each way."""

from __future__ import annotations

import ctypes
import os
import sys
import time

from counterplay import Position


class Raises:
    def choose(self, position: Position) -> int:
        raise ValueError("no idea\nat all")


class RaisesNothingPrintable:
    class Odd(Exception):
        def __str__(self) -> str:
            raise RuntimeError("not even this")

    def choose(self, position: Position) -> int:
        raise self.Odd


class Exits:
    def choose(self, position: Position) -> int:
        os._exit(3)


class CallsExit:
    def choose(self, position: Position) -> int:
        sys.exit(0)


class Segfaults:
    def choose(self, position: Position) -> int:
        return len(ctypes.string_at(0))


class Loops:
    def choose(self, position: Position) -> int:
        while True:
            pass


class Sleeps:
    def choose(self, position: Position) -> int:
        time.sleep(1000)
        return 0


class AnswersRubbish:
    def choose(self, position: Position) -> object:
        return {"action": [None]}


class PrintsRubbish:
    """Writes to everything that is open, the connection to its referee included."""

    def choose(self, position: Position) -> int:
        print("bestmove e2e4\n" * 1000, flush=True)
        for descriptor in range(64):
            try:
                os.write(descriptor, b"\xff{rubbish}\n")
            except OSError:
                continue
        return position.choices[0]


class Illegal:
    def choose(self, position: Position) -> int:
        return 99


class HugeNumber:
    def choose(self, position: Position) -> int:
        return 10**400


class WrongName:
    def choose(self, position: Position) -> str:
        return "e2e4"


class Eats:
    def choose(self, position: Position) -> int:
        eaten = []
        while True:
            eaten.append(bytearray(20_000_000))


class Chatters:
    """Prints while it thinks, and plays well enough: nothing is wrong with that."""

    def choose(self, position: Position) -> int:
        print("thinking", flush=True)
        return position.choices[0]


class SlowOnce:
    """Takes 1.5 s for its second move."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, position: Position) -> int:
        self.moves += 1
        if self.moves == 2:
            time.sleep(1.5)
        return position.choices[0]


class CannotBegin:
    def __init__(self) -> None:
        raise RuntimeError("not today")

    def choose(self, position: Position) -> int:
        return 0
