"""The picture of scrabble and the clicks for its actions: the board, both racks, and what lies ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from counterplay.core import Piece, Scene
from counterplay.core.scene import LetterTile, Tray
from counterplay.games.placement.scrabble.scrabble_tiles import (
    ASIDE,
    BLANK,
    CELLS,
    DONE,
    EXCHANGE,
    LAY,
    NO_PLAY,
    PASS,
    POINTS,
    RACK,
    SIGNS,
    SIZE,
    TILES,
    board_cell,
)
from counterplay.games.placement.scrabble.word_graph import LETTERS

if TYPE_CHECKING:
    from counterplay.games.placement.scrabble.scrabble import Scrabble, State

OWNERS = ("south", "north")
AHEAD, AHEAD_ROWS = 0.62, 24  # the size of the tiles that lie ahead, in cells, and how many lie in a column


def gesture_of(game: Scrabble, s: State, a: int) -> Sequence[str]:
    """Where a word begins and its next square; a tile of the rack, and for a blank what it stands for; or a button."""
    if a < EXCHANGE:
        way, cell = divmod(a, CELLS)
        return (game.board.names[cell], game.board.names[cell + (SIZE if way else 1)])
    if a < LAY:
        return (("exchange", "pass", "done")[a - EXCHANGE],)
    tile = a - ASIDE if a >= ASIDE else min(a - LAY, BLANK)
    slot = slot_name(s.turn, tile, 1)
    return (slot, f"as {SIGNS[a - LAY - LETTERS]}") if LAY + LETTERS <= a < ASIDE else (slot,)


def picture_of(game: Scrabble, s: State) -> Scene:
    """The whole picture."""
    choices = game.choices(s)
    cells = tuple(board_cell(cell, number) for number, cell in enumerate(game.board.cells))
    fresh = fresh_cells(s)
    faces = {game.board.names[cell]: int(s.board[cell]) - 1 for cell in range(CELLS) if s.board[cell]}
    faces |= {game.board.names[cell]: int(face) for cell, face in zip(fresh, s.laid)}
    pieces = [game.pieces[face].on(cell) for cell, face in faces.items()]
    trays = []
    for p, owner in enumerate(OWNERS):
        slots = rack_slots(s, p)
        pieces += [tile_piece(slot, tile) for slot, tile in slots]
        trays.append(Tray(tuple(slot for slot, _ in slots), p, f"{owner.capitalize()}'s rack", most=RACK))
    blanks = [face - LETTERS for face in (a - LAY for a in choices if LAY + LETTERS <= a < ASIDE)]
    pieces += [Piece(f"as {SIGNS[letter]}", LetterTile(SIGNS[letter]), letter=SIGNS[letter]) for letter in blanks]
    trays.append(Tray(tuple(f"as {SIGNS[letter]}" for letter in blanks), label="Blank as", side="left", most=SIZE))
    ahead = [(f"draw {i + 1}", int(tile)) for i, tile in enumerate(s.order[: s.bag])]
    pieces += [tile_piece(slot, tile) for slot, tile in ahead]
    trays.append(Tray(tuple(slot for slot, _ in ahead), label="To draw", size=AHEAD, most=AHEAD_ROWS))
    return Scene(
        cells,
        tuple(pieces),
        labels=game.board.labels,
        marked=tuple(marks(game, s, fresh)),
        notes=tuple(notes(game, s)),
        buttons=buttons(game, s, choices),
        trays=tuple(tray for tray in trays if tray.slots),
        scores=(f"{s.south} points", f"{s.north} points"),
        material="card",
    )


def fresh_cells(s: State) -> list[int]:
    """Where the tiles of an unfinished turn lie."""
    if s.play in (NO_PLAY, EXCHANGE):
        return []
    way, cell = divmod(s.play, CELLS)
    found: list[int] = []
    while len(found) < s.used:
        if not s.board[cell]:
            found.append(cell)
        cell += SIZE if way else 1
    return found


def marks(game: Scrabble, s: State, fresh: Sequence[int]) -> list[str]:
    """The tiles of an unfinished turn, and the square where its word begins."""
    if s.play in (NO_PLAY, EXCHANGE):
        return []
    return [game.board.names[cell] for cell in dict.fromkeys([s.play % CELLS, *fresh])]


def notes(game: Scrabble, s: State) -> list[str]:
    """What to click within a turn."""
    name = game.player_names[s.turn]
    if s.play == EXCHANGE:
        chosen = ", ".join(SIGNS[tile] for tile in s.laid[: s.used])
        return [f"{name} exchanges {chosen}." if chosen else f"{name} exchanges tiles: choose them from left to right."]
    if s.play != NO_PLAY:
        return [f"{name} lays a word {'down' if s.play >= CELLS else 'across'} from {game.board.names[s.play % CELLS]}."]
    return []


def buttons(game: Scrabble, s: State, choices: Sequence[int]) -> dict[str, str]:
    """Pass, exchange, and the end of a turn with the points that it brings."""
    found = {}
    if EXCHANGE in choices:
        found["exchange"] = "Exchange tiles"
    if PASS in choices:
        found["pass"] = "Pass"
    if DONE in choices and s.play == EXCHANGE:
        found["done"] = "Exchange these"
    elif DONE in choices:
        points = game.points_of(game.reached(s, game.own_row(s)), s.used)
        found["done"] = f"Lay the word for {points} {'point' if points == 1 else 'points'}"
    return found


def rack_slots(s: State, p: int) -> list[tuple[str, int]]:
    """The places of a rack with their tiles, from A to Z, then blanks."""
    return [(slot_name(p, tile, i + 1), tile) for tile in range(TILES) for i in range(s.racks[p, tile])]


def slot_name(p: int, tile: int, number: int) -> str:
    """The place of a tile in a rack; equal tiles are numbered from the second on."""
    name = f"{OWNERS[p]} {'blank' if tile == BLANK else SIGNS[tile]}"
    return name if number == 1 else f"{name} {number}"


def tile_piece(place: str, tile: int) -> Piece:
    """A tile that lies beside the board."""
    if tile == BLANK:
        return Piece(place, LetterTile(""), letter="?", name="blank")
    return Piece(place, LetterTile(SIGNS[tile], int(POINTS[tile])), letter=SIGNS[tile], name=SIGNS[tile])
