"""Games of contests in the studio: told as its own games are, to be looked at, never to be changed."""

from __future__ import annotations

import dataclasses

from counterplay.core import CHANCE, BadParameter, Game, Outcome, Position
from counterplay.records.store.game_rows import OVER, Move, Row
from counterplay.studio.api.position_views import outcome_view
from counterplay.studio.server.live_game import AGENT, DICE


def told_row(row: Row, game: Game) -> Row:
    """The game with the title and the words for its result that the rules give it.

    It is over whatever the file says: an agent that a file names may be a program, and must never be asked.
    """
    result = row.result or {}
    utilities = result.get("utilities", ())
    sound = isinstance(utilities, list) and all(isinstance(utility, int | float) for utility in utilities)
    if not sound or not len(row.seats) == len(utilities) == game.players:
        raise BadParameter(f"game {row.number} of match {row.contest} is damaged: {game.title_text} has {game.players} players")
    outcome = Outcome(tuple(map(float, utilities)), str(result.get("reason", "")))
    return dataclasses.replace(row, title=game.title_text, status=OVER, result=outcome_view(game, outcome))


def told_moves(position: Position, moves: list[Move]) -> list[Move]:
    """The moves that led to a position, with who made them, which contests do not write down."""
    movers = (before.player for before in position.line())
    return [
        dataclasses.replace(move, player=mover, by=DICE if mover == CHANCE else AGENT)
        for move, mover in zip(moves, movers, strict=False)
    ]
