"""The application: routes, pages and errors put together, with the guard around them."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import AsyncIterator

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

import counterplay
from counterplay.core import CounterplayError
from counterplay.studio.api import (
    api_docs,
    routes,
    routes_lessons,
    routes_library,
    routes_search,
    routes_study,
    routes_tournament,
)
from counterplay.studio.api.api_description import describe
from counterplay.studio.server import page_files, picture_files
from counterplay.studio.server.request_guard import App, Guard
from counterplay.studio.server.running_games import Conflict, NotFound
from counterplay.studio.server.search_queue import Busy
from counterplay.studio.server.studio_options import Options
from counterplay.studio.server.studio_state import Studio
from counterplay.studio.server.studio_store import Unsaved
from counterplay.studio.server.websocket import sentence_of

log = logging.getLogger("counterplay.studio")
THREADS = 8  # that make views: more would only take Python's lock from each other
STATUS: dict[type[CounterplayError], int] = {NotFound: 404, Conflict: 409, Busy: 429, Unsaved: 507}


def create_app(options: Options) -> App:
    """A studio as an ASGI application."""
    studio = Studio(options)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        threading.Thread(target=studio.get_ready, name="studio-ready", daemon=True).start()
        yield
        studio.close()

    app = FastAPI(
        title="counterplay studio",
        version=counterplay.__version__,
        description="Play, analyse and look inside, from a page or from a script.",
        docs_url=None,  # FastAPI's own pages load from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    app.state.studio = studio
    for part in (routes_library, routes, routes_search, routes_lessons, routes_study, routes_tournament):
        app.include_router(part.router)
    page_files.add_pages(app)
    picture_files.add_pictures(app, studio)
    api_docs.add_docs(app)
    app.add_exception_handler(CounterplayError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _failed)
    app.add_exception_handler(Exception, _broken)
    return Guard(app, options)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return JSONResponse({"error": str(error)}, status)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"error": sentence_of(error.errors())}, 422)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and request.method == "GET" and page_files.is_for_people(request):
        return page_files.not_found(request)
    words = {404: "there is nothing at this address", 405: "this address does not take that method"}
    return JSONResponse({"error": words.get(error.status_code, str(error.detail))}, error.status_code, error.headers)


async def _broken(request: Request, error: Exception) -> JSONResponse:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return JSONResponse({"error": "this is a fault of the studio; its log says more"}, 500)
