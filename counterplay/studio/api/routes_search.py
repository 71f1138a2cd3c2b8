"""The part of the API that searches: hints, explanations, looking inside. Each search ends when nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from counterplay.core import CounterplayError, Limit
from counterplay.studio.api.api_description import gives
from counterplay.studio.api.inside_view import look_inside
from counterplay.studio.api.messages import Empty, InsideRequest, PositionRequest, WhyRequest
from counterplay.studio.api.position_views import action_view, value_view
from counterplay.studio.api.routes import GameId, answer, position, studio_of
from counterplay.studio.api.why_view import explain
from counterplay.studio.server.exact_values import exact_values
from counterplay.studio.server.search_queue import Job, Searches, new_search
from counterplay.studio.server.studio_options import LONGEST_HINT

LOOK = 0.5  # seconds between looks whether whoever asked is still there
router = APIRouter(prefix="/api")


async def searched(request: Request, searches: Searches, work: Callable[[Job], Any]) -> Any:
    """The answer of a job, which is stopped if the one who asked goes away."""
    job = Job(f"request {id(request)}", work)
    searches.submit(job)
    answered = asyncio.wrap_future(job.future)
    try:
        while not (await asyncio.wait({answered}, timeout=LOOK))[0]:
            if await request.is_disconnected():
                raise CounterplayError("nobody waits for the answer")
        return answered.result()
    finally:
        if not answered.done():
            searches.cancel(job)
            await asyncio.wait({answered})
            answered.exception()


@router.post("/games/{id}/hint", tags=["searches"], **gives("Hint"))
async def hint(request: Request, id: GameId, wanted: Empty | None = None) -> Response:
    """What the engine would play."""
    studio = studio_of(request)
    live = await run_in_threadpool(studio.games.get, id)
    found = live.position
    new_search(found, Limit(seconds=LONGEST_HINT))  # says so now if there is nothing to choose
    report = await searched(request, studio.moves, lambda job: job.search(found, Limit(seconds=LONGEST_HINT)))
    return answer({**action_view(found, report.action), "value": value_view(found.game, report.value)})


@router.post("/why", tags=["searches"], **gives("Why"))
async def why(request: Request, wanted: WhyRequest) -> Response:
    """Why not that move: its refutation, what is better, and how that changed with depth."""
    studio = studio_of(request)
    found = await run_in_threadpool(studio.position, wanted.game, wanted.start, wanted.moves)
    return answer(await searched(request, studio.studies, lambda job: explain(job, found, wanted.action, wanted.seconds)))


@router.post("/exact", tags=["searches"], **gives("Exact"))
async def exact(request: Request, wanted: PositionRequest) -> Response:
    """What is certain: the value of every move that can be solved in 30 seconds, and what was proved of the game."""
    studio = studio_of(request)
    found = await run_in_threadpool(studio.position, wanted.game, wanted.start, wanted.moves)
    return answer(await searched(request, studio.studies, lambda job: exact_values(job, found)))


@router.post("/inside", tags=["searches"], **gives("Inside"))
async def inside(request: Request, wanted: InsideRequest) -> Response:
    """A search step by step on its tree, or the tree of mcts."""
    studio = studio_of(request)
    found = await run_in_threadpool(studio.position, wanted.game, wanted.start, wanted.moves)
    new_search(found, Limit(depth=1))
    view = await searched(request, studio.studies, lambda job: look_inside(job, found, wanted))
    return answer(view)


@router.post("/inside/board", tags=["searches"], **gives("PositionView"))
def inside_board(request: Request, wanted: PositionRequest) -> Response:
    """The board of a node."""
    return position(request, wanted)
