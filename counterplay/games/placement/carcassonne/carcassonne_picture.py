"""The picture of carcassonne: the land, places where the next tile fits, followers, and the tiles to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counterplay.core import Cell, Label, Piece, Scene
from counterplay.core.scene import NEUTRAL, Region, Tray
from counterplay.games.placement.carcassonne.carcassonne_land import BLUE, LAYING, RED, State
from counterplay.games.placement.carcassonne.carcassonne_tiles import (
    LETTERS,
    MOST_PARTS,
    PART_COUNT,
    TURNS,
    land_tile,
    part_name,
    part_spot,
)

if TYPE_CHECKING:
    from counterplay.games.placement.carcassonne.carcassonne import Carcassonne

NEXT, NONE = "next tile", "none"  # ids of the place of the next tile, and of the button for no follower
AHEAD_IN_ROW, AHEAD_SIZE = 18, 0.5  # tiles to come, and the place that each takes, in cells
AHEAD_SCALE = 0.92  # so that they do not run into each other
SPOT = 0.38  # width of a place for a follower, in cells
MAN_SCALE = 0.44
LEAST = (9.0, 6.0)  # cells that the land takes from the start
PLAYERS = ("blue", "red")


def draw_land(game: Carcassonne, s: State) -> Scene:
    """Everything that a player sees."""
    over = game.terminal(s)
    fits = {int(a) // TURNS for a in game.actions(s)} if s.part == LAYING and not over else set()
    lying = {int(s.cell[t]): t for t in range(s.laid)}
    places = {cell: _place(game, cell) for cell in (*lying, *fits)}
    cells = [Cell(game.board.names[cell], *places[cell], tone="open" if cell in fits else "plain") for cell in places]
    pieces = [piece for cell, t in lying.items() for piece in _laid(game, s, cell, t)]
    trays = _followers(s, pieces)
    buttons = {}
    if s.part != LAYING:
        cells += _spots(game, s)
        buttons = {NONE: "No follower"}
    _tiles_to_come(game, s, pieces, trays)
    last = game.board.names[int(s.cell[s.laid - 1])]
    laid_by = s.turn if s.part != LAYING else 1 - s.turn
    return Scene(
        tuple(cells),
        tuple(pieces),
        labels=_coordinates(game, list(places)),
        notes=_notes(game, s),
        buttons=buttons,
        regions=(Region((last,), "outline", laid_by),) if s.laid > 1 else (),
        trays=tuple(trays),
        scores=tuple(f"{int(score)} points" for score in s.score),
        material="felt",
        least=LEAST,
    )


def _place(game: Carcassonne, cell: int) -> tuple[float, float]:
    """The middle of a cell."""
    place = game.board.cells[cell]
    return place.x, place.y


def _laid(game: Carcassonne, s: State, cell: int, t: int) -> list[Piece]:
    """A tile on the table, and who stands on it."""
    face, man, name = int(s.face[t]), int(s.follower[t]) - 1, game.board.names[cell]
    found = [Piece(name, land_tile(face))]
    if man >= 0:
        player, part = divmod(man, MOST_PARTS)
        words = f"{PLAYERS[player]} follower on {part_name(face, part)}"
        found.append(Piece(name, "meeple", player, scale=MAN_SCALE, offset=part_spot(face, part), name=words))
    return found


def _spots(game: Carcassonne, s: State) -> list[Cell]:
    """Where a follower may be put on the tile just laid: small places on top of it."""
    x, y = _place(game, int(s.cell[s.laid - 1]))
    face, free = int(s.face[s.laid - 1]), game.spots(s)
    found = []
    for part in range(int(PART_COUNT[face])):
        if free >> part & 1:
            right, down = part_spot(face, part)
            found.append(Cell(part_name(face, part), x + right, y + down, tone="open", width=SPOT, height=SPOT, level=1))
    return found


def _followers(s: State, pieces: list[Piece]) -> list[Tray]:
    """What the players have in hand."""
    trays = []
    for player in (BLUE, RED):
        if s.hand[player] > 0:
            slot = f"{PLAYERS[player]} followers"
            pieces.append(Piece(slot, "meeple", player, count=int(s.hand[player]), name=f"{PLAYERS[player]} follower"))
            trays.append(Tray((slot,), player, side="left"))
    return trays


def _tiles_to_come(game: Carcassonne, s: State, pieces: list[Piece], trays: list[Tray]) -> None:
    """The next tile, which taps turn, and those after it."""
    rest = [int(kind) for kind in s.order[s.upcoming :]]
    if rest and s.part == LAYING:
        turns = game.fitting_turns(s)
        shapes = [land_tile(TURNS * rest[0] + turn) for turn in turns]
        pieces.append(Piece(NEXT, shapes[0], turns=tuple(shapes[1:]), name=f"next tile, {LETTERS[rest[0]]}"))
        trays.append(Tray((NEXT,), NEUTRAL, "Tap to turn" if len(turns) > 1 else "Next", size=1.3))
        rest = rest[1:]
    ahead = tuple(f"ahead {i + 1}" for i in range(len(rest)))
    pieces += [Piece(slot, land_tile(TURNS * kind), scale=AHEAD_SCALE) for slot, kind in zip(ahead, rest, strict=True)]
    if ahead:
        trays.append(Tray(ahead, NEUTRAL, "Then", side="below", size=AHEAD_SIZE, most=AHEAD_IN_ROW))


def _notes(game: Carcassonne, s: State) -> tuple[str, ...]:
    if game.terminal(s):
        return ()
    who = game.player_names[s.turn]
    todo = f"{who} lays the next tile" if s.part == LAYING else f"{who} puts a follower on the new tile, or none"
    return (f"{todo}.",)


def _coordinates(game: Carcassonne, cells: list[int]) -> tuple[Label, ...]:
    """Letters below the land and numbers to its left."""
    spots = [_place(game, cell) for cell in cells]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    wide, tall = max(right - left + 1, LEAST[0]), max(bottom - top + 1, LEAST[1])
    west, south = (left + right - wide) / 2 - 0.4, (top + bottom + tall) / 2 + 0.4
    columns = {x: game.board.names[cell][0] for cell, (x, _) in zip(cells, spots, strict=True)}
    rows = {y: game.board.names[cell][1:] for cell, (_, y) in zip(cells, spots, strict=True)}
    return (*(Label(x, south, text) for x, text in columns.items()), *(Label(west, y, text) for y, text in rows.items()))
