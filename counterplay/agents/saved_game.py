"""A game on file: what was played from where, as JSON that people can read and programs can replay."""

from __future__ import annotations

import json
from pathlib import Path

from counterplay.core import BadNotation, Game, Position
from counterplay.core.files.user_file import read_user_text

FORMAT = "counterplay game 1"


def record_text(position: Position) -> str:
    """The whole game that led to a position."""
    start = position.line()[0]
    game = position.game
    content = {"format": FORMAT, "game": game.spec, "start": game.dump(start.state), "moves": position.moves()}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def replay(game: Game, path: Path) -> Position:
    """The position at the end of a recorded game."""
    return replay_text(game, read_user_text(path), f"'{path}'")


def replay_text(game: Game, text: str, source: str) -> Position:
    """The position at the end of a game that was recorded as this text; errors name the source."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadNotation(f"{source} is no recorded game: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadNotation(f'{source} is no recorded game: it does not say "format": "{FORMAT}"')
    if content.get("game") != game.spec:
        raise BadNotation(f"{source} records a game of {content.get('game')}, not of {game.spec}")
    moves = content.get("moves")
    if not isinstance(content.get("start"), str) or not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
        raise BadNotation(f"{source} is no recorded game: it needs a start and a list of moves")
    start = Position.load(game, content["start"])
    try:
        return start.play_all(moves)
    except BadNotation as error:
        raise BadNotation(f"{source}, {error}") from None
