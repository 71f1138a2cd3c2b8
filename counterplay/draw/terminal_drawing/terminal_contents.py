"""What is written in a cell on the terminal: a piece, a stack, an empty place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from counterplay.core.scene import NEUTRAL, Cell, Piece, Scene
from counterplay.draw.colours.palette import (
    TERMINAL_BOARD,
    TERMINAL_NOBODY,
    TERMINAL_ON_SQUARES,
    TERMINAL_PLAYERS,
    named_colour,
    player_index,
)
from counterplay.draw.layout.scene_layout import stacks
from counterplay.draw.shapes.figures import NAMED_FIGURES
from counterplay.draw.terminal_drawing.character_canvas import Span
from counterplay.draw.words.piece_words import form_text

PLAYER_LETTERS = "XOZYVW"
LONGEST_PRINT = 3  # characters printed on a cell that are shown while it is empty
_GROUNDS = {"water": "~", "trap": "^", "goal": "*", "blocked": "#", "open": "+"}


def player_letter(owner: int, letters: str = PLAYER_LETTERS) -> str:
    """The letter that stands for a player on the terminal."""
    return "●" if owner == NEUTRAL else letters[owner % len(letters)]


def player_style(owner: int) -> str:
    """The style of a player's pieces on the terminal."""
    return TERMINAL_NOBODY if owner == NEUTRAL else f"bold {TERMINAL_PLAYERS[player_index(owner)]}"


class Contents:
    """The words of a scene's cells; `bare` leaves empty squares blank, as in a box."""

    def __init__(self, scene: Scene, letters: str, *, shaded: bool, bare: bool) -> None:
        self.scene, self.letters, self.shaded, self.bare = scene, letters, shaded, bare
        slots = tuple(Cell(name, 0, 0) for tray in scene.trays for name in tray.slots)
        self.standing = {cell.id: pieces for cell, pieces in stacks(replace(scene, cells=(*scene.cells, *slots)))}
        self.sown = any(p.shape == "seeds" for p in scene.pieces)
        self.covered = {name: region for region in scene.regions if region.kind != "outline" for name in region.cells}

    def cell(self, cell: Cell) -> tuple[Span, ...]:
        """What stands on a cell, or its ground."""
        pieces = self.standing.get(cell.id)
        if pieces:
            return self.pieces(pieces)
        region = self.covered.get(cell.id)
        if region is not None:
            own = player_letter(region.owner, self.letters)
            letter = (region.letter or own) if region.kind == "solid" else own.lower()
            return ((letter, player_style(region.owner)),)
        owned = f"dim {TERMINAL_PLAYERS[player_index(cell.owner)]}"
        return ((self._empty(cell), TERMINAL_BOARD if cell.owner == NEUTRAL else owned),)

    def pieces(self, pieces: Sequence[Piece]) -> tuple[Span, ...]:
        """The pieces of one place."""
        if len(pieces) == 1:
            piece = pieces[0]
            return ((self._text(piece) + (str(piece.count) if piece.count > 1 else ""), self._style(piece)),)
        counts: dict[Span, int] = {}
        for piece in pieces:
            # The count of a stack may be written on one of its discs, where not all of them are drawn.
            counting = piece.shape == "disc" and piece.text.isdecimal()
            kind = (self._text(replace(piece, text="") if counting else piece), self._style(piece))
            counts[kind] = int(piece.text) if counting else counts.get(kind, 0) + piece.count
        return tuple((text if n == 1 and len(counts) > 1 else f"{text}{n}", style) for (text, style), n in counts.items())

    def _style(self, piece: Piece) -> str:
        if not self.shaded:
            return player_style(piece.owner)
        sides = {"white": 0, "black": 1}
        side = sides.get(named_colour(piece.name), piece.owner)
        return TERMINAL_ON_SQUARES[side] if side in (0, 1) else player_style(piece.owner)

    def _empty(self, cell: Cell) -> str:
        if cell.text and len(cell.text) <= LONGEST_PRINT:
            return cell.text
        if cell.tone in _GROUNDS:
            return _GROUNDS[cell.tone]
        if cell.rise:
            return str(cell.rise)
        if cell.shape in ("triangle-up", "triangle-down"):
            return "△" if cell.shape == "triangle-up" else "▽"
        if cell.shape == "pit" and self.sown:
            return "0"
        checkered_light = cell.shape == "square" and cell.tone == "light"
        return " " if self.bare or checkered_light or (self.shaded and cell.tone == "dark") else "·"

    def _text(self, piece: Piece) -> str:
        letter = piece.letter or player_letter(piece.owner, self.letters)
        if not isinstance(piece.shape, str):
            return form_text(piece, letter)
        if piece.shape in ("tile", "seeds"):
            return piece.text or piece.letter or ("0" if piece.shape == "seeds" else letter)
        if piece.shape == "king":
            return piece.letter or letter + "K"
        if piece.shape in ("disc", "marble", "stone", "ring"):
            return letter + piece.text
        if piece.text.lower() in NAMED_FIGURES and not piece.letter:
            return piece.text[0].upper() if piece.owner == 0 else piece.text[0].lower()
        return piece.letter or piece.text or letter
