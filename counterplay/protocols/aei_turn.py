"""Whole turns of arimaa, as the Arimaa Engine Interface writes them: `Ed2n Ed3n rd5w rc5x`, or sixteen placements."""

from __future__ import annotations

import re
from collections.abc import Sequence

from counterplay.core import BadNotation, Position
from counterplay.games.chess_like.arimaa.arimaa import Arimaa
from counterplay.games.chess_like.arimaa.arimaa_board import SETUP

REMOVAL = re.compile(r"[a-zA-Z][a-h][1-8]x")
SIDES = "gs"


def whole_turn(game: Arimaa, position: Position, words: Sequence[str]) -> Position:
    """The position after a turn; BadNotation where it is not legal."""
    start = position
    if not words:
        raise BadNotation("a move has at least one step")
    for word in words:
        if position.player != start.player:
            break
        if not REMOVAL.fullmatch(word):  # what is lost follows from the steps
            position = position.play(word)
    if start.state.stage == SETUP:
        if position.player == start.player:
            raise BadNotation("a set-up places all sixteen pieces")
        if sorted(words) != sorted(placements(game, position, start.player)):
            raise BadNotation("a set-up names every piece and its square once")
        return position
    if position.player == start.player:
        position = position.play("end")
    if len(turn_words(start, position)) < len(words):
        raise BadNotation("there are more steps than a turn has")
    return position


def turn_words(start: Position, end: Position) -> list[str]:
    """The words of the turn that led from a position to a later one."""
    if start.state.stage == SETUP:
        assert isinstance(start.game, Arimaa)
        return placements(start.game, end, start.player)
    names = end.moves()[start.ply :]
    return [word for name in names if name != "end" for word in name.split("-")]


def placements(game: Arimaa, position: Position, p: int) -> list[str]:
    """Where a player's pieces stand: 'Ra1', one word for each."""
    kinds = zip(game.board.names, game.contents(position.state), strict=True)
    return [game.pieces[c - 1].symbol + name for name, c in kinds if c and game.pieces[c - 1].owner == p]


def variation_words(position: Position, actions: Sequence[int]) -> str:
    """A line of steps; after the first turn every turn begins with the side's letter."""
    words: list[str] = []
    for action in actions:
        following = position.attempt(int(action))
        if following is None:
            break
        name = following.moves()[-1]
        words += [] if name == "end" else name.split("-")
        if following.player != position.player:
            words.append(SIDES[following.player])
        position = following
    return " ".join(words[:-1] if words and words[-1] in SIDES else words)
