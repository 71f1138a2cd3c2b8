"""A position in words: what the players are called, whose turn it is, what stands on a cell."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from counterplay.core import CHANCE, Game, Outcome, Position
from counterplay.core.scene import NEUTRAL, Cell, Piece, Scene
from counterplay.draw.palette import COLOUR_NAMES, player_index
from counterplay.draw.pieces import piece_name

FURTHEST = 60  # plies of a game within which every player's pieces have been seen


def player_names(game: Game) -> list[str]:
    """What the players are called: 'White' where all their pieces are white ones, 'X' by their mark, else 'Player 1 (blue)'.

    Some boards are empty at first, so a few plies are played to see the pieces.
    """
    if game.players == 1:
        return ["The player"]
    seen: dict[int, set[tuple[str, str]]] = {p: set() for p in range(game.players)}  # player -> (name, letter) of pieces
    coloured: set[int] = set()
    position, dice = Position(game), random.Random(1)
    for _ in range(FURTHEST):
        scene = position.scene()
        for piece in scene.pieces:
            if piece.owner in seen:
                seen[piece.owner].add((piece.name, piece.letter))
        coloured |= {piece.owner for piece in scene.pieces} | {cell.owner for cell in scene.cells}
        if all(seen.values()) or not position.choices:
            break
        position = position.play(dice.choice(position.choices))
    words = [_first_word(names) for names in seen.values()]
    if all(words) and len(set(words)) == len(words):
        return words
    return [f"Player {p + 1}" + (f" ({COLOUR_NAMES[player_index(p)]})" if p in coloured else "") for p in range(game.players)]


def _first_word(pieces: set[tuple[str, str]]) -> str:
    """The word that the names of all pieces begin with ('white' of 'white pawn'), or the one letter that marks them."""
    firsts = {name.partition(" ")[0] if " " in name else "" for name, _ in pieces}
    letters = {letter for name, letter in pieces if not name}
    if len(firsts) == 1 and (word := firsts.pop()).isalpha():
        return word.capitalize()
    return letters.pop() if len(letters) == len(pieces) == 1 else ""


def ending(players: int, outcome: Outcome, name: Callable[[int], str]) -> str:
    """How a game ended, in a sentence."""
    if players == 1:
        return f"Over with {outcome.utilities[0]:g}: {outcome.reason}"
    if outcome.winner is None:
        return f"Draw: {outcome.reason}"
    return f"{name(outcome.winner)} wins: {outcome.reason}"


def standing(position: Position, names: Sequence[str]) -> str:
    """Whose turn it is, or how the game ended."""
    outcome = position.outcome()
    if outcome is not None:
        return ending(position.game.players, outcome, lambda p: names[p])
    return "Chance decides" if position.player == CHANCE else f"{names[position.player]} to move"


def cell_labels(scene: Scene, names: Sequence[str]) -> dict[str, str]:
    """What a screen reader says of each cell: 'e4, white pawn', 'a1, empty', '6, 5 white men'."""
    on: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        on.setdefault(piece.cell, []).append(piece)
    return {cell.id: f"{cell.id}, {_content(cell, on.get(cell.id, []), names)}" for cell in scene.cells}


def _content(cell: Cell, pieces: list[Piece], names: Sequence[str]) -> str:
    if not pieces:
        return "empty"
    counts = Counter(_named(piece, names) for piece in pieces)
    return ", ".join(name if n == 1 else f"{n} times {name}" for name, n in counts.items())


def _named(piece: Piece, names: Sequence[str]) -> str:
    if piece.name or piece.owner == NEUTRAL or piece.owner >= len(names):
        return piece_name(piece)
    return f"{names[piece.owner]} {piece.text or piece.shape}"
