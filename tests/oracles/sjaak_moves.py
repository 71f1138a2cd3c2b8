"""Sjaak II (Debian's `sjaakii`), a program that plays many relatives of chess, asked for the legal moves of a position."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

DEBIAN_PLACE = Path("/usr/games/sjaakii")  # not on everybody's search path
SJAAK = shutil.which("sjaakii") or (str(DEBIAN_PLACE) if DEBIAN_PLACE.exists() else "")


class Sjaak:
    """One process; `with Sjaak("omega") as program:`."""

    def __init__(self, variant: str) -> None:
        self._process = subprocess.Popen(
            [SJAAK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.send("xboard", "protover 2", f"variant {variant}", "force")

    def __enter__(self) -> Sjaak:
        return self

    def __exit__(self, *_: Any) -> None:
        self.send("quit")
        self._process.communicate(timeout=10)

    def send(self, *lines: str) -> None:
        """Commands of the program, such as `setboard ...` or a move."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def moves(self) -> list[str]:
        """The legal moves as the program lists them, 'Nd2-c4', 'g3xf4', 'j10-j11Q', 'O-O'.

        `perft 1 1` counts what follows each move: 0 after one that leaves the king attacked. A last line has the sum and the
        speed. A king in the corner of a board with holes is also said to move to where it stands, which is left out.
        """
        self.send("perft 1 1")
        assert self._process.stdout is not None
        found = []
        for line in self._process.stdout:
            words = line.split()
            if words and words[-1].endswith("nps"):
                return found
            if "Illegal" in line:
                raise AssertionError(f"Sjaak II says: {line}")
            if len(words) == 3 and words[1] == "1":
                origin, _, target = words[0].partition("-")
                if origin == "O" or origin.lstrip("K") != target:
                    found.append(words[0])
        raise AssertionError("Sjaak II has ended")
