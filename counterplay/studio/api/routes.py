"""The API that the page and scripts share: games, positions, settings."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse

from counterplay.core import CounterplayError
from counterplay.draw.layout.trays import PageShape
from counterplay.records.store.stored_record import is_annotated
from counterplay.studio.api.api_description import gives, refusals
from counterplay.studio.api.catalogue_view import algorithms
from counterplay.studio.api.game_text import formats_view, game_record, write_game
from counterplay.studio.api.messages import (
    DEFAULT_SETTINGS,
    PAGE_WORDS,
    ImportRequest,
    MoveRequest,
    NewGame,
    PaceRequest,
    PositionRequest,
    ResignRequest,
    SeatRequest,
    SeatsRequest,
    SettingsRequest,
    UndoRequest,
)
from counterplay.studio.api.pasted_text import read_text
from counterplay.studio.api.picture_view import Shade, whole_picture
from counterplay.studio.api.position_views import Sight, position_view
from counterplay.studio.server.live_game import LiveGame, Seat
from counterplay.studio.server.packing import packed
from counterplay.studio.server.studio_state import Studio

GameId = Annotated[str, Path(max_length=40, description="the game's id")]
Flip = Annotated[bool, Query(description="show the board from the other side")]
Shape = Annotated[PageShape, Query(description=PAGE_WORDS)]
router = APIRouter(prefix="/api")


def seen(flip: Flip = False, page: Shape = "") -> Sight:
    """How a page sees the board that it asks for."""
    return Sight(flip, page)


Seen = Annotated[Sight, Depends(seen)]


def studio_of(request: Request | WebSocket) -> Studio:
    """The studio that the application serves."""
    studio: Studio = request.app.state.studio
    return studio


def answer(content: Any, status: int = 200) -> JSONResponse:
    """JSON, as it is: the views are made here, so nothing is gained by checking them again."""
    return JSONResponse(content, status)


def seats_of(wanted: list[SeatRequest], players: int) -> list[Seat]:
    """The seats; where fewer are given than there are players, the last one counts for the others."""
    seats = [Seat(s.kind, s.agent if s.kind == "agent" else None) for s in wanted]
    return seats + [Seat(seats[-1].kind, seats[-1].agent) for _ in range(players - len(seats))]


def told(live: LiveGame, sight: Sight, status: int = 200) -> Response:
    """A game as it stands."""
    return Response(live.text(sight), status, media_type="application/json")


@router.get("/catalogue", tags=["catalogue"], **gives("CatalogueCard", many=True))
def catalogue(request: Request, own: bool = False) -> Response:
    """Every game, those of the owner's files first; or only these, as their files are now."""
    views = studio_of(request).catalogue
    return packed(request, json.dumps(views.own_cards() if own else views.cards()).encode(), "application/json")


@router.get("/catalogue/{name}", tags=["catalogue"], **gives("CatalogueEntry"))
def catalogue_entry(request: Request, name: Annotated[str, Path(max_length=200)]) -> Response:
    """One game."""
    return answer(studio_of(request).catalogue.entry(name))


@router.get("/catalogue/{name}/diagrams", tags=["catalogue"], **gives("DiagramView", many=True))
def catalogue_diagrams(request: Request, name: Annotated[str, Path(max_length=200)]) -> Response:
    """The pictures that teach a game's rules."""
    return answer(studio_of(request).catalogue.diagrams(name))


@router.post("/catalogue/{name}/check", tags=["catalogue"], **gives("CheckView", 202))
def begin_check(request: Request, name: Annotated[str, Path(max_length=200)]) -> Response:
    """Check whether a game of the owner's files keeps the contract, in the background."""
    return answer(studio_of(request).own_checks.begin(name), 202)


@router.get("/catalogue/{name}/check", tags=["catalogue"], **gives("CheckView"))
def check_report(request: Request, name: Annotated[str, Path(max_length=200)]) -> Response:
    """How that check stands, and what it found."""
    return answer(studio_of(request).own_checks.get(name))


@router.get("/algorithms", tags=["catalogue"], **gives("AlgorithmView", many=True))
def algorithm_list(request: Request, game: Annotated[str, Query(min_length=1, max_length=200)]) -> Response:
    """The searches that take a game."""
    return answer(algorithms(studio_of(request).library.game(game)))


# --- games, one at a time; lists of them are in routes_library.py ---
@router.post("/games", tags=["games"], **gives("GameView", 201))
def new_game(request: Request, wanted: NewGame, sight: Seen) -> Response:
    """Begin a game."""
    studio = studio_of(request)
    game = studio.library.game(wanted.game)
    start = studio.library.load(game, wanted.start)
    position = start
    for move in wanted.moves or []:
        position = position.play(move)
    clock = None if wanted.clock is None else (wanted.clock.seconds, wanted.clock.increment)
    live = studio.games.create(game, start, seats_of(wanted.seats, game.players), position.played(), clock)
    return told(live, sight, 201)


@router.get("/games/{id}", tags=["games"], **gives("GameView"))
def game(request: Request, id: GameId, sight: Seen) -> Response:
    """A game as it stands."""
    return told(studio_of(request).games.visit(id), sight)


@router.delete("/games/{id}", tags=["games"], status_code=204, responses=refusals())
def delete_game(request: Request, id: GameId) -> Response:
    """Delete a game; as long as the studio runs, it can be restored."""
    studio_of(request).games.delete(id)
    return Response(status_code=204)


@router.post("/games/{id}/moves", tags=["games"], **gives("GameView"))
def move(request: Request, id: GameId, wanted: MoveRequest, sight: Seen) -> Response:
    """Play a move; agents and dice answer by themselves afterwards."""
    if (wanted.action is None) == (wanted.name is None):
        raise CounterplayError("a move is given by its action or by its name, one of them")
    return told(studio_of(request).games.move(id, wanted.ply, wanted.action, wanted.name), sight)


@router.post("/games/{id}/undo", tags=["games"], **gives("GameView"))
def undo(request: Request, id: GameId, wanted: UndoRequest, sight: Seen) -> Response:
    """Take back moves."""
    return told(studio_of(request).games.undo(id, wanted.to), sight)


@router.post("/games/{id}/resign", tags=["games"], **gives("GameView"))
def resign(request: Request, id: GameId, wanted: ResignRequest, sight: Seen) -> Response:
    """Give up."""
    return told(studio_of(request).games.resign(id, wanted.player), sight)


@router.post("/games/{id}/seats", tags=["games"], **gives("GameView"))
def seats(request: Request, id: GameId, wanted: SeatsRequest, sight: Seen) -> Response:
    """Hand a side over to a person or an agent."""
    studio = studio_of(request)
    chosen = seats_of(wanted.seats, studio.games.get(id).game.players)
    return told(studio.games.seat(id, chosen), sight)


@router.post("/games/{id}/pace", tags=["games"], **gives("GameView"))
def pace(request: Request, id: GameId, wanted: PaceRequest, sight: Seen) -> Response:
    """Let agents that play among themselves wait, go on, or play faster or slower."""
    return told(studio_of(request).games.set_pace(id, wanted.paused, wanted.seconds), sight)


@router.post("/import", tags=["games"], **gives("ImportedGame", 201))
def import_game(request: Request, wanted: ImportRequest, sight: Seen) -> Response:
    """Begin a game from text: a position, a list of moves, or recorded games, which are kept with all that they say."""
    studio = studio_of(request)
    found = read_text(studio.library, studio.library.game(wanted.game), wanted.text)
    lives = []
    for record, position in reversed(found.games):  # lists show the newest at the top
        seats = seats_of(wanted.seats or [SeatRequest(kind="human")], record.game.players)
        told_of = record if found.recorded else None
        lives.append(studio.games.create(record.game, position.line()[0], seats, position.played(), record=told_of))
        if is_annotated(record):
            studio.studies_kept.annotate(lives[-1], record)
    return answer({**json.loads(lives[-1].text(sight)), "notices": found.notices}, 201)


RecordFormat = Literal["json", "jsonl", "pgn", "pdn", "sgf", "othello", "mat", "csa", "kif"]
ExportFormat = Literal["record", "moves", "position"] | RecordFormat
AS_PICTURE = {"description": "the picture", "content": {"image/svg+xml": {}}}
AS_TEXT = {"description": "the text", "content": {"text/plain": {}, "application/json": {"schema": {"type": "object"}}}}


@router.get("/games/{id}/export", tags=["games"], response_class=PlainTextResponse, responses={200: AS_TEXT, **refusals()})
def export(request: Request, id: GameId, format: ExportFormat = "record") -> Response:
    """A game as text; most formats are of one game or a few, and refuse others."""
    kind = "application/json" if format in ("record", "json") else "text/plain; charset=utf-8"
    studio = studio_of(request)
    return Response(write_game(studio.games.get(id), studio.store.tried(id), format), media_type=kind)


@router.get("/games/{id}/formats", tags=["games"], **gives("FormatView", many=True))
def formats(request: Request, id: GameId) -> Response:
    """The formats of records in which a game can be exported."""
    studio = studio_of(request)
    return answer(formats_view(game_record(studio.games.get(id), studio.store.tried(id))))


# --- positions, settings ---
@router.post("/position", tags=["positions"], **gives("PositionView"))
def position(request: Request, wanted: PositionRequest) -> Response:
    """A position of a variation; nothing is kept."""
    studio = studio_of(request)
    found = studio.position(wanted.game, wanted.start, wanted.moves)
    return answer(position_view(found, wanted.sight))


@router.post("/position/svg", tags=["positions"], response_class=Response, responses={200: AS_PICTURE, **refusals()})
def position_picture(request: Request, wanted: PositionRequest, shade: Shade = "light") -> Response:
    """The picture of a position with its colours in it, to be kept or shown elsewhere."""
    found = studio_of(request).position(wanted.game, wanted.start, wanted.moves)
    return Response(whole_picture(found, shade, wanted.sight), media_type="image/svg+xml")


@router.get("/settings", tags=["settings"], **gives("Settings"))
def settings(request: Request) -> Response:
    """Settings of the page."""
    return answer({**DEFAULT_SETTINGS, **studio_of(request).store.settings()})


@router.put("/settings", tags=["settings"], **gives("Settings"))
def change_settings(request: Request, wanted: SettingsRequest) -> Response:
    """Change some settings."""
    studio = studio_of(request)
    studio.store.set(wanted.model_dump(exclude_none=True))
    return answer({**DEFAULT_SETTINGS, **studio.store.settings()})


@router.get("/health", tags=["settings"], **gives("Health"))
async def health(request: Request) -> Response:
    """How busy the studio is."""
    studio = studio_of(request)
    running = studio.moves.running + studio.studies.running
    waiting = studio.moves.waiting + studio.studies.waiting
    return answer({"searches": running, "waiting": waiting, "pages": len(studio.pages), "games": studio.store.count()})


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """Games and analyses as they happen; the messages are described in the documentation."""
    await studio_of(socket).pages.serve(socket)
