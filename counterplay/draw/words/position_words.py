"""A position in words: whose turn it is, how a game ended, what stands on a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from counterplay.core import CHANCE, Outcome, Position
from counterplay.core.scene import NEUTRAL, Cell, Piece, Scene
from counterplay.draw.shapes.pieces import piece_name
from counterplay.draw.words.piece_words import form_words

GROUNDS = ("water", "trap", "goal", "blocked", "open")  # tones that mean something


def ending(players: int, outcome: Outcome, name: Callable[[int], str]) -> str:
    """How a game ended, in a sentence."""
    if players == 1:
        return f"Over with {outcome.utilities[0]:g}: {outcome.reason}"
    if outcome.winner is None:
        return f"Draw: {outcome.reason}"
    return f"{name(outcome.winner)} wins: {outcome.reason}"


def standing(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    outcome, names = position.outcome(), position.game.player_names
    if outcome is not None:
        return ending(position.game.players, outcome, lambda p: names[p])
    return "Chance decides" if position.player == CHANCE else f"{names[position.player]} to move"


def cell_labels(scene: Scene, names: Sequence[str]) -> dict[str, str]:
    """What a screen reader says of each cell, edge and slot: 'e4, white pawn', 'a1, empty', 'b2e, filled'."""
    on: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        on.setdefault(piece.cell, []).append(piece)
    empty = dict.fromkeys(scene.places(), "empty")
    empty |= {cell.id: _ground(cell) for cell in scene.cells}
    empty |= {name: region.name for region in scene.regions if region.name for name in region.cells}
    labels = {name: f"{name}, {_content(on.get(name, []), names) or ground}" for name, ground in empty.items()}
    for edge in scene.edges:
        if edge.id not in on:
            labels[edge.id] = f"{edge.name or edge.id}, {'filled' if edge.filled else 'empty'}"
    return labels


def _ground(cell: Cell) -> str:
    """An empty cell: what it is made of, if that matters, and what is printed on it."""
    words = [cell.tone if cell.tone in GROUNDS else "", cell.text, f"height {cell.rise}" if cell.rise else ""]
    return ", ".join(["empty", *filter(None, words)])


def _content(pieces: list[Piece], names: Sequence[str]) -> str:
    counts = Counter(_named(piece, names) for piece in pieces)
    return ", ".join(name if n == 1 else f"{n} times {name}" for name, n in counts.items())


def _named(piece: Piece, names: Sequence[str]) -> str:
    if piece.name or piece.owner == NEUTRAL or piece.owner >= len(names):
        return piece_name(piece)
    what = f"{names[piece.owner]} {piece.text or form_words(piece.shape)}"
    return what if piece.count == 1 else f"{piece.count} times {what}"
