"""Katamino: counts of moves and positions, and a second implementation with complex numbers, written from the rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import pytest

from counterplay.boards.bases.polyomino_game import LaidState
from counterplay.check import Oracle, walk_beside
from counterplay.core import BadNotation, BadParameter
from counterplay.games.placement.katamino import Katamino
from tests.oracles.count_tables import assert_perft
from tests.oracles.polyomino_counts import positions_after_two

Spot = complex  # column + row * i, from the lower left corner
MIDDLE = {3 + 3j, 4 + 3j, 3 + 4j, 4 + 4j}
SQUARES = {complex(x, y) for x in range(8) for y in range(8)}
PIECES: dict[str, set[Spot]] = {
    "F": {0, 1j, -1j, -1, 1 + 1j},
    "I": {0, 1, 2, 3, 4},
    "L": {0, 1j, 2j, 3j, 1},
    "N": {0, 1, 2, 2 + 1j, 3 + 1j},
    "P": {0, 1, 1j, 1 + 1j, 2j},
    "T": {0, 1j, 2j, 2j - 1, 2j + 1},
    "U": {0, 1, 2, 1j, 2 + 1j},
    "V": {0, 1, 2, 1j, 2j},
    "W": {0, 1, 1 + 1j, 2 + 1j, 2 + 2j},
    "X": {0, 1, -1, 1j, -1j},
    "Y": {0, 1, 2, 3, 1 + 1j},
    "Z": {0, 1j, -1j, 1 + 1j, -1 - 1j},
}


class PlainKatamino(Oracle):
    """One game by the rules: a turn is a product, turning over a conjugate, sliding a sum."""

    def __init__(self) -> None:
        self.free, self.box, self.turn = frozenset(SQUARES), frozenset(PIECES), 0
        self.moves = self.found_moves()

    def found_moves(self) -> dict[str, frozenset[Spot]]:
        """Every placement by its label: what it would cover."""
        found = {}
        for piece in sorted(self.box):
            for turn in (1, 1j, -1, -1j):
                for over in (False, True):
                    shape = {(complex(spot).conjugate() if over else complex(spot)) * turn for spot in PIECES[piece]}
                    one = next(iter(shape))
                    for spot in self.free:  # where that one goes
                        laid = frozenset(square + spot - one for square in shape)
                        if laid <= self.free and (self.free != SQUARES or laid & MIDDLE):
                            found[label(piece, laid)] = laid
        return found

    def player(self) -> int:
        return self.turn

    def actions(self) -> list[str]:
        return list(self.moves)

    def play(self, label: Hashable) -> None:
        self.free -= self.moves[str(label)]
        self.box -= {str(label)[0]}
        self.turn = 1 - self.turn
        self.moves = self.found_moves()

    def terminal(self) -> bool:
        return not self.moves

    def utilities(self) -> list[float]:
        return [-1.0 if player == self.turn else 1.0 for player in (0, 1)]

    def shown(self) -> str:
        return " ".join(sorted(map(square_name, self.free)))


def square_name(spot: Spot) -> str:
    return f"{'abcdefgh'[int(spot.real)]}{int(spot.imag) + 1}"


def label(piece: str, laid: Iterable[Spot]) -> str:
    return f"{piece} {' '.join(sorted(map(square_name, laid)))}"


def test_perft() -> None:
    """Would catch a first piece outside the middle, and a second one that is bound by it, too."""
    assert_perft(Katamino(), (740, 974248))


def test_different_positions() -> None:
    """Would catch a pair of pieces neither of which covers the middle."""
    assert positions_after_two(Katamino()) == 888860


def test_random_games_beside_the_plain_one() -> None:
    """Would catch a placement too many or too few, a piece that stays in the box, a wrong loser."""
    game = Katamino()

    def ours(s: LaidState, a: int) -> str:
        cells = [game.board.names[int(cell)] for cell in game.cells_of[a]]
        return f"{game.pieces[int(game.piece_of[a])].symbol} {' '.join(sorted(cells))}"

    def free(s: LaidState) -> str:
        return " ".join(sorted(name for name, content in zip(game.board.names, game.contents(s), strict=True) if not content))

    walked = walk_beside(game, PlainKatamino, label=ours, show=free, games=6, seed=5)
    assert sum(g.decided for g in walked) == 6


def test_squares_to_cover_can_be_chosen() -> None:
    """Would catch other squares that are ignored, and a free start that is not free."""
    corner, free = Katamino("a1"), Katamino("none")
    assert all("a1" in {corner.board.names[int(c)] for c in corner.cells_of[a]} for a in corner.choices(corner.initial()))
    assert len(free.choices(free.initial())) == 2308
    assert Katamino().notes(Katamino().initial()) and not free.notes(free.initial())


def test_wrong_texts_and_parameters() -> None:
    """Would catch a position that no game comes to, and squares that are not there."""
    with pytest.raises(BadNotation, match="no piece covers a square that the first one must cover"):
        Katamino().load("......../......../......../......../......../......../......../IIIII... 2")
    with pytest.raises(BadParameter, match="from a1 to h8"):
        Katamino("i9")
