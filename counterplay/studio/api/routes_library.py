"""The API of the games that are kept: lists of them, what was achieved in them, taking back a deletion, archives."""

from __future__ import annotations

import io
import zipfile
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import StringConstraints

from counterplay.core import CounterplayError
from counterplay.core.text.name_spelling import bare_name
from counterplay.records.store.game_rows import Row, names_given
from counterplay.studio.api.api_description import gives, refusals
from counterplay.studio.api.game_text import write_game
from counterplay.studio.api.routes import GameId, answer, studio_of
from counterplay.studio.server.contest_games import told_row
from counterplay.studio.server.live_game import AGENT, HUMAN, Seat, seats_view
from counterplay.studio.server.running_games import NotFound
from counterplay.studio.server.studio_options import LONGEST_SPEC, MOST_EXPORTED
from counterplay.studio.server.studio_state import Studio

MOST_LISTED = 500
Id = Annotated[str, StringConstraints(max_length=40)]
router = APIRouter(prefix="/api")
ARCHIVE: dict[int | str, dict[str, Any]] = {200: {"description": "a ZIP file", "content": {"application/zip": {}}}}


@router.get("/games", tags=["games"], **gives("ShortGame", many=True))
def games(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    game: Annotated[str, Query(max_length=LONGEST_SPEC, description="only games of this one")] = "",
    status: Literal["", "playing", "over"] = "",
    text: Annotated[str, Query(max_length=100, description="only games in whose title or variant this stands")] = "",
    whose: Annotated[
        Literal["own", "matches", "all"], Query(description="people's own games, those of matches and tournaments, or both")
    ] = "own",
) -> Response:
    """The games that were played last, newest first."""
    studio = studio_of(request)
    rows = studio.store.newest(limit, offset, whose=whose, game=game, status=status, text=text.strip())
    return answer([short_view(studio, row) for row in rows])


def short_view(studio: Studio, row: Row) -> dict[str, Any]:
    """A game in a list."""
    missing = None
    try:
        rules = studio.games.rules_of(row)
        names = rules.player_names
        row = row if row.contest is None else told_row(row, rules)
    except CounterplayError as error:
        names = tuple(f"Player {p + 1}" for p in range(len(row.seats)))
        missing = str(error)
    return {
        "id": row.id,
        "game": row.spec,
        "title": row.title,
        "ply": row.ply,
        "status": row.status,
        "result": row.result,
        "updated": row.updated,
        "seats": seats_view([Seat(s["kind"], s.get("agent")) for s in row.seats], names, names_given(row)),
        "missing": missing,
        "picture": f"/pictures/saved/{row.id}/{{shade}}.svg?v={row.updated:.3f}",
        "contest": row.contest,
        "number": row.number,
    }


@router.get("/games/archive", tags=["games"], response_class=Response, responses={**ARCHIVE, **refusals()})
def archive(request: Request, id: Annotated[list[Id], Query(max_length=MOST_EXPORTED)]) -> Response:
    """Several games as a ZIP file of records, each of which can be read again; games that are gone are left out."""
    studio = studio_of(request)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in dict.fromkeys(id):
            try:
                live = studio.games.get(name)
            except CounterplayError:
                continue
            archive.writestr(f"{bare_name(live.row.title)}-{name}.json", write_game(live, studio.store.tried(name), "record"))
        if not archive.namelist():
            raise NotFound("none of these games can be exported")
    headers = {"content-disposition": 'attachment; filename="counterplay-games.zip"'}
    return Response(file.getvalue(), media_type="application/zip", headers=headers)


@router.post("/games/{id}/restore", tags=["games"], **gives("ShortGame"))
def restore(request: Request, id: GameId) -> Response:
    """Bring a deleted game back."""
    studio = studio_of(request)
    return answer(short_view(studio, studio.games.bring_back(id)))


@router.get("/progress", tags=["games"], **gives("Progress", many=True))
def progress(request: Request) -> Response:
    """What was achieved in each game that was played: how many are kept, and which levels a person has beaten alone."""
    store = studio_of(request).store
    beaten: dict[str, set[int]] = {}
    for row in store.newest(-1, status="over"):
        level = beaten_level(row)
        if level is not None:
            beaten.setdefault(row.spec.partition(":")[0], set()).add(level)
    return answer(
        [
            {
                "game": name,
                **{kind: by.get(kind, 0) for kind in ("playing", "over", "matches")},
                "beaten": sorted(beaten.get(name, ())),
            }
            for name, by in sorted(store.counts().items())
        ]
    )


def beaten_level(row: Row) -> int | None:
    """The strongest level among the agents that one person has won against; None where that is not what happened."""
    people = [player for player, seat in enumerate(row.seats) if seat["kind"] == HUMAN]
    levels = [seat.get("agent") or "" for seat in row.seats if seat["kind"] == AGENT]
    won = len(people) == 1 and row.result is not None and row.result.get("winner") == people[0]
    numbers = [int(agent.removeprefix("level:")) for agent in levels if agent.startswith("level:")]
    return max(numbers) if won and numbers else None
