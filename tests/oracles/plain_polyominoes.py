"""Games of laying the twelve pentominoes a second time, with complex numbers, written from the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from counterplay.boards.bases.polyomino_game import LaidState, PolyominoGame
from counterplay.check import Oracle, walk_beside
from counterplay.check.oracle_walk import WalkedGame

Spot = complex  # column + row * i, from the lower left corner
MIDDLE = {3 + 3j, 4 + 3j, 3 + 4j, 4 + 4j}  # of a board of 8 x 8
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


class PlainPolyominoes(Oracle):
    """One game by the rules: a turn is a product, turning over a conjugate, sliding a sum."""

    def __init__(self, columns: int = 8, rows: int = 8, must_cover: Iterable[Spot] = ()) -> None:
        self.squares = frozenset(complex(x, y) for x in range(columns) for y in range(rows))
        self.must_cover = frozenset(must_cover) or self.squares  # by the first piece, one of them at least
        self.free, self.box, self.turn = self.squares, frozenset(PIECES), 0
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
                        if laid <= self.free and (self.free != self.squares or laid & self.must_cover):
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
    return f"{'abcdefghijkl'[int(spot.real)]}{int(spot.imag) + 1}"


def label(piece: str, laid: Iterable[Spot]) -> str:
    return f"{piece} {' '.join(sorted(map(square_name, laid)))}"


def walk_beside_polyominoes(
    game: PolyominoGame, plain: Callable[[], PlainPolyominoes], games: int, seed: int
) -> list[WalkedGame]:
    """Random games of ours beside the plain one."""

    def named(s: LaidState, a: int) -> str:
        cells = [game.board.names[int(cell)] for cell in game.cells_of[a]]
        return f"{game.pieces[int(game.piece_of[a])].symbol} {' '.join(sorted(cells))}"

    def free(s: LaidState) -> str:
        return " ".join(sorted(name for name, content in zip(game.board.names, game.contents(s), strict=True) if not content))

    return walk_beside(game, plain, label=named, show=free, games=games, seed=seed)
