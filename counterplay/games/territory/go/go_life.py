"""Which stones live and which are dead: D. Benson's theorem, and what playouts make of a position where both sides have passed.

D. Benson, "Life in the game of Go" (1976): chains of a player that nobody can ever take, although he passes for the rest of the
game. Each has two regions of its own in which no point is out of its reach, and so the opponent never fills the last liberty in
either of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from counterplay.games.territory.go.go_chains import EMPTY, Board, owners

if TYPE_CHECKING:
    from counterplay.games.territory.go.go import Go, State

EYES = 2  # that a chain needs
DEAD_BELOW = 0.3  # the share of playouts in which the place of a stone ends as its owner's


def unconditional_life(game: Go, board: Board, player: int) -> tuple[frozenset[int], frozenset[int]]:
    """The stones of a player that can never be taken, and the points around which they stand in Benson's sense."""
    stone = 1 + player
    chains = parts(game, [cell for cell in range(game.cell_count) if board[cell] == stone])
    regions = parts(game, [cell for cell in range(game.cell_count) if board[cell] != stone])
    around = {chain: frozenset(place for cell in chain for place in beside(game, cell)) for chain in chains}
    # With suicide the opponent can empty points that are his now: then these have to be in reach as well.
    exposed = {region: frozenset(c for c in region if game.suicide or board[c] == EMPTY) for region in regions}
    # 1. A chain goes that has fewer than two vital regions, all of whose exposed points are liberties of it;
    # 2. with it the regions that it helps to enclose; until nothing changes.
    while True:
        living = [
            c for c in chains if sum(exposed[region] <= around[c] and bool(region & around[c]) for region in regions) >= EYES
        ]
        if len(living) == len(chains):
            break
        fallen = frozenset(cell for chain in chains if chain not in living for cell in chain)
        chains = living
        regions = [r for r in regions if not any(place in fallen for cell in r for place in beside(game, cell))]
    vital = [
        region for region in regions if any(exposed[region] <= around[chain] and region & around[chain] for chain in chains)
    ]
    return frozenset().union(*chains), frozenset().union(*vital)


def dead_stones(game: Go, s: State, ends: Iterable[State]) -> frozenset[int]:
    """The stones whose places became the opponent's in most games that were played on from here; chains share their fate."""
    share = [0.0] * game.cell_count
    count = 0
    for end in ends:
        found = owners(game, end.board)
        count += 1
        for cell in range(game.cell_count):
            share[cell] += found[cell] == s.board[cell]
    safe = frozenset(cell for player in (0, 1) for cell in unconditional_life(game, s.board, player)[0])
    dead: set[int] = set()
    for content in (1, 2):
        for chain in parts(game, [cell for cell in range(game.cell_count) if s.board[cell] == content]):
            if not chain & safe and sum(share[cell] for cell in chain) < DEAD_BELOW * count * len(chain):
                dead |= chain
    return frozenset(dead)


def without(game: Go, s: State, dead: Iterable[int]) -> State:
    """The position after dead stones were taken off; in territory scoring they are prisoners."""
    board, prisoners = s.board.copy(), [s.black_prisoners, s.white_prisoners]
    for cell in dead:
        if game.territory:
            prisoners[2 - board[cell]] += 1
        board[cell] = EMPTY
    return s._replace(
        board=board, hash=game.hash_of(board), last=-1, ko=-1, black_prisoners=prisoners[0], white_prisoners=prisoners[1]
    )


def beside(game: Go, cell: int) -> list[int]:
    """The points next to one."""
    return [int(place) for place in game.adjacent[cell] if place != game.cell_count]


def parts(game: Go, cells: Iterable[int]) -> list[frozenset[int]]:
    """The connected parts of some points."""
    left, found = set(cells), []
    while left:
        queue = [left.pop()]
        for cell in queue:
            reached = [place for place in beside(game, cell) if place in left]
            left.difference_update(reached)
            queue += reached
        found.append(frozenset(queue))
    return found
