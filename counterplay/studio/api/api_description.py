"""What the API's description says of the answers, put together only when somebody asks for it.

FastAPI would build a validator for every answer of every route when the server starts, which takes longer than everything
else together; the answers are made by this package and need none.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

PROBLEMS = {
    400: "the request makes no sense; the sentence says why",
    401: "the token is missing or wrong",
    403: "the request comes from a page of another site",
    404: "there is no such thing",
    409: "the game is elsewhere",
    413: "the request is too long",
    415: "the body is not JSON",
    422: "a field is missing, unknown or out of bounds",
    429: "too much is going on",
}
SOCKET = """
The websocket is at `/api/live`. Messages are JSON objects with a `type`, and an `id` that answers refer to as `ref`.

To the server: `watch` and `unwatch` a `game` by its id; `move` with `game`, `action` (or `name`) and `ply`; `analyse` a
position given by `game`, `start` and `moves`, with `lines`, `threads`, `algorithm`, `seconds` and `depth`; `stop` the
analysis; `ping`.

With `"changes": true` in `watch`, only the first message holds the whole game. Each later one has its `id`, its `version` and
`changes`: the fields that changed; `moves`, and in `position` also `svg`, `cells` and `choices`, as edits of the list; in
`steps` the positions between. `counterplay/studio/api/view_changes.py` describes edits.

From the server: `game` whenever a watched game has changed, `moved`, `report` while an analysis deepens, `done`, `queued`,
`compiling`, `deleted`, `pong`, and `error` with a sentence.
"""


def _json(name: str, many: bool = False) -> dict[str, Any]:
    schema: dict[str, Any] = {"$ref": f"#/components/schemas/{name}"}
    return {"application/json": {"schema": {"type": "array", "items": schema} if many else schema}}


def gives(name: str, status: int = 200, *, many: bool = False) -> dict[str, Any]:
    """Arguments for a route whose answer is one of the models in the folder `answers`, by name."""
    answer = {"description": "the answer", "content": _json(name, many)}
    return {"responses": {status: answer, **refusals()}, "response_model": None, "status_code": status}


def refusals() -> dict[int | str, dict[str, Any]]:
    """The ways in which any request may be refused."""
    return {status: {"description": why, "content": _json("Problem")} for status, why in PROBLEMS.items()}


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole description, in the form of OpenAPI."""
    if app.openapi_schema is None:
        from pydantic.json_schema import models_json_schema

        document = get_openapi(title=app.title, version=app.version, description=app.description + SOCKET, routes=app.routes)
        _, made = models_json_schema([(m, "serialization") for m in _answers()], ref_template="#/components/schemas/{model}")
        document.setdefault("components", {}).setdefault("schemas", {}).update(made["$defs"])
        app.openapi_schema = document
    return app.openapi_schema


def _answers() -> list[Any]:
    """Every model of the folder `answers`."""
    from counterplay.studio.api import answers

    names = [f"{answers.__name__}.{found.name}" for found in pkgutil.iter_modules(answers.__path__)]
    return [
        model
        for name in names
        for model in vars(importlib.import_module(name)).values()
        if isinstance(model, type) and model.__module__ == name
    ]
