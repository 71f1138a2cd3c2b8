"""Games and positions as text: pasted in and copied out in the game's own notation, or as a recorded game."""

from __future__ import annotations

import json
import re

from counterplay.agents.saved_game import FORMAT, record_text, replay_text
from counterplay.core import BadNotation, CounterplayError, Game, Position
from counterplay.games.territory.go.go_sgf import read_sgf
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.studio_options import MOST_MOVES

START = "start:"  # before the first position of a game that did not begin at the usual one
NUMBERING = re.compile(r"^\d+\.+$")  # "12." or "12..." before a move
NUMBERED = re.compile(r"^\d+\.+(?=[^\d.])")  # "12.e4"
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})


def read_text(library: Library, game: Game, text: str) -> Position:
    """The position at the end of what a text describes: a recorded game, a list of moves, or a single position."""
    text = text.strip()
    if text.startswith("{"):
        return _recorded(library, game, text)
    if text.startswith("(;"):
        return _smart_game(library, text)
    try:
        return _moves(library, game, text)
    except CounterplayError as no_moves:
        if text.startswith(START):
            raise
        try:
            return library.load(game, text)
        except CounterplayError as no_position:
            both = f"as a position: {no_position}; as moves: {no_moves}"
            raise BadNotation(f"this is neither a position nor a list of moves; {both}") from None


def _recorded(library: Library, game: Game, text: str) -> Position:
    try:
        spec = json.loads(text).get("game")
    except (ValueError, RecursionError, AttributeError):
        raise BadNotation(f'this is no recorded game: it is not JSON with "format": "{FORMAT}"') from None
    # Somebody who pastes a record of another game wants that one.
    chosen = library.game(spec) if isinstance(spec, str) else game
    return replay_text(chosen, text, "this text")


def _smart_game(library: Library, text: str) -> Position:
    """A game of go in SGF, whose size and komi it says itself."""
    last = read_sgf(text)
    game = library.game(last.game.spec)
    return library.load(game, game.dump(last.line()[0].state)).play_all(last.played())


def _moves(library: Library, game: Game, text: str) -> Position:
    position = Position(game)
    if text.startswith(START):
        first, _, text = text.partition("\n")
        position = library.load(game, first.removeprefix(START).strip())
    words = [NUMBERED.sub("", word) for word in text.split() if not NUMBERING.match(word)]
    if len(words) > MOST_MOVES:
        raise BadNotation(f"a game has at most {MOST_MOVES:,} moves here")
    if not words or words[-1] not in RESULTS:
        return position.play_all(words)
    position = position.play_all(words[:-1])
    try:  # Games have moves of these names, too: 1-0 lays a tile in dominoes. What can be played is no result.
        return position.play(words[-1])
    except CounterplayError:
        return position


def write_text(position: Position, form: str) -> str:
    """A game as text: its moves, its last position, or a record that can be read again."""
    game = position.game
    if form == "record":
        return record_text(position)
    if form == "position":
        return game.dump(position.state) + "\n"
    start = game.dump(position.line()[0].state)
    usual = start == game.dump(game.initial())
    return ("" if usual else f"{START} {start}\n") + " ".join(position.moves()) + "\n"
