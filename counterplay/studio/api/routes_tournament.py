"""The part of the API for tournaments between agents; their games are in the store of `counterplay tournament`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from counterplay.studio.api.api_description import gives
from counterplay.studio.api.messages import TournamentRequest
from counterplay.studio.api.routes import answer, studio_of
from counterplay.studio.api.routes_library import MOST_LISTED, short_view

router = APIRouter(prefix="/api")
Number = Annotated[int, Path(ge=1, le=2**53 - 1, description="the tournament's number")]


@router.get("/tournaments", tags=["tournaments"], **gives("TournamentShort", many=True))
def tournaments(request: Request) -> Response:
    """Matches and tournaments that are stored, the newest first."""
    return answer(studio_of(request).tournaments.all())


@router.get("/tournaments/now", tags=["tournaments"], **gives("TournamentNow"))
def now(request: Request) -> Response:
    """What is being played."""
    return answer(studio_of(request).tournaments.state())


@router.post("/tournaments", tags=["tournaments"], **gives("TournamentNow", 202))
def begin(request: Request, wanted: TournamentRequest) -> Response:
    """Begin a tournament; it is played in the background."""
    return answer(studio_of(request).tournaments.begin(wanted.game, wanted.agents, wanted.games, wanted.name), 202)


@router.get("/tournaments/{number}", tags=["tournaments"], **gives("TournamentView"))
def tournament(request: Request, number: Number) -> Response:
    """How a tournament stands, with its last game."""
    return answer(studio_of(request).tournaments.get(number))


@router.get("/tournaments/{number}/watch", tags=["tournaments"], **gives("TournamentWatch"))
def watch(
    request: Request,
    number: Number,
    game: Annotated[int | None, Query(ge=1, le=2**53 - 1, description="its number; else the one under way or the last")] = None,
) -> Response:
    """A game as far as it is played; ask again to follow it."""
    return answer(studio_of(request).tournaments.watch(number, game))


@router.get("/tournaments/{number}/games", tags=["tournaments"], **gives("ShortGame", many=True))
def games(
    request: Request,
    number: Number,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Response:
    """The games of a tournament, newest first; each can be looked at like a game of one's own."""
    studio = studio_of(request)
    return answer([short_view(studio, row) for row in studio.tournaments.games(number, limit, offset)])


@router.post("/tournaments/{number}/resume", tags=["tournaments"], **gives("TournamentNow", 202))
def resume(request: Request, number: Number) -> Response:
    """Continue a tournament that was stopped."""
    return answer(studio_of(request).tournaments.resume(number), 202)


@router.delete("/tournaments/now", tags=["tournaments"], **gives("TournamentNow"))
def stop(request: Request) -> Response:
    """Stop what is being played; every finished game stays."""
    return answer(studio_of(request).tournaments.stop())
