"""Portable Game Notation: chess, with variations, comments, annotation glyphs, clocks and set-up positions.

Relatives of chess that are written in algebraic notation are read and written, too, with the tag CounterplayGame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from counterplay.boards.bases.chess_game import ChessGame
from counterplay.core import BadNotation, BadParameter, Game
from counterplay.core.files.user_file import quoted
from counterplay.records.formats.tagged_text import Dialect, read_tagged, write_tagged
from counterplay.records.record import NULL_NAME, Fault, Record, move_name, parse_move
from counterplay.records.recorded_game import GAME_TAG, game_of_tag, usual_game

STANDARD = ("", "standard", "chess", "normal", "from position")  # values of the tag Variant that mean chess
NULL_WORDS = ("--", "Z0", "null", "0000", "@@@@")


class _Chess(Dialect):
    title = "PGN"

    def game(self, tags: Mapping[str, str], given: Game | None) -> Game:
        variant = tags.get("Variant", "").strip()
        if tags.get(GAME_TAG):
            return _chess_like(game_of_tag(tags[GAME_TAG], given, (ChessGame,)))
        if given is not None:
            return _chess_like(given)
        if variant.lower() not in STANDARD:
            raise BadNotation(f"it is played by the rules of '{quoted(variant)}', and PGN is read for chess here")
        return usual_game("chess")

    def read(self, game: Game, state: Any, word: str) -> list[int]:
        return [parse_move(game, state, NULL_NAME if word in NULL_WORDS else word)]

    def write(self, game: Game, state: Any, actions: list[int]) -> str:
        return move_name(game, state, actions[0])

    def numbering(self, record: Record, state: Any) -> tuple[int, int]:
        return int(state.fullmoves), int(state.turn)


def _chess_like(game: Game) -> ChessGame:
    if not isinstance(game, ChessGame):
        raise BadParameter(f"PGN is for chess, and this is {game.title_text}; the formats json and jsonl take every game")
    return game


def read_pgn(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """The games of a PGN text, and its faults."""
    if given is not None:
        _chess_like(given)
    return read_tagged(_Chess(), text, given)


def write_pgn(records: Iterable[Record]) -> Iterator[str]:
    """Games as PGN."""

    def checked() -> Iterator[Record]:
        for record in records:
            _chess_like(record.game)
            yield record

    return write_tagged(_Chess(), checked())
