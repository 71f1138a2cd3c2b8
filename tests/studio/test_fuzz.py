"""Requests and messages that nobody would send on purpose: every answer is a clear refusal, and the studio lives on."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks
from websockets.exceptions import ConnectionClosed

from counterplay.studio.server import exact_values
from tests.studio.running import Running, wait_for

EXAMPLES = 25  # for each operation
SLOW = ("/api/games/{id}/hint", "/api/why", "/api/inside", "/api/exact")  # each may search for a second
PATIENCE = 120.0  # seconds for an answer of these on a busy machine
# Requests that the description allows may still make no sense (a move that is not legal), so "positive data accepted" is not
# among the checks.
CHECKS = [
    checks.not_a_server_error,
    checks.response_schema_conformance,
    checks.status_code_conformance,
    checks.content_type_conformance,
]


def operations(studio: Running) -> Any:
    return schemathesis.openapi.from_url(f"{studio.address}/openapi.json")


def with_sense(operation: Any, game: str) -> Any:
    """Requests that the description allows, many of them about games that there are, and requests that it forbids."""

    @st.composite
    def requests(draw: Any) -> Any:
        wrong = draw(st.integers(0, 3)) == 0 and (operation.body or operation.query)
        case = draw(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE if wrong else GenerationMode.POSITIVE))
        if draw(st.booleans()):
            if "id" in case.path_parameters:
                case.path_parameters["id"] = game
            if isinstance(case.body, dict) and "game" in case.body:
                case.body["game"] = draw(st.sampled_from(["nim", "mnk", "pig", "2048", "hex:size=3"]))
                for field in ("start", "moves", "algorithm", "clock"):
                    if draw(st.booleans()):
                        case.body.pop(field, None)
                if "seats" in case.body:
                    case.body["seats"] = [{"kind": "human"}, {"kind": "agent", "agent": "random"}]
        return case

    return requests()


@pytest.mark.slow
def test_the_api_keeps_its_word(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that the description does not allow: a fault of the server, a status or a shape that is not documented."""
    monkeypatch.setattr(exact_values, "LONGEST", 1.0)
    bystander = studio.new("chess", None, None, moves=["e4"])
    schema, tried = operations(studio), set()
    answers: list[int] = []
    for found in schema.get_all_operations():
        operation = found.ok()
        tried.add(f"{operation.method} {operation.path}")
        target = studio.new("nim", None, None)

        @given(case=with_sense(operation, target["id"]))
        @settings(
            max_examples=3 if operation.path in SLOW else EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def send(case: Any) -> None:
            answers.append(case.call_and_validate(checks=CHECKS, timeout=PATIENCE).status_code)

        send()
    assert len(tried) > 20 and {200, 201, 400, 404, 422} <= set(answers)
    assert studio.get(f"/games/{bystander['id']}")["moves"] == bystander["moves"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(["watch", "unwatch", "move", "analyse", "stop", "ping", "shout"])
FIELDS = ("id", "game", "action", "ply", "name", "start", "moves", "lines", "threads", "algorithm", "seconds", "depth", "flip")


def messages(game: str) -> Any:
    """Messages of the right kinds with wrong contents, and anything at all."""
    likely = st.sampled_from([game, "nim", "chess", "nobody", 0, 1, -1, 3, "auto", "mcts", [0], [1, 2], True, 0.01])
    nearly = st.builds(
        lambda kind, fields: {"type": kind, **fields},
        KINDS,
        st.dictionaries(st.sampled_from(FIELDS), likely | JSON, max_size=6),
    )
    return (nearly | JSON).map(lambda content: json.dumps(content)) | st.text(max_size=50) | st.binary(max_size=50)


@pytest.mark.slow
def test_no_message_breaks_the_websocket(studio: Running) -> None:
    """A message that takes the connection, the server or another page's game down."""
    bystander, target = studio.new("nim", None, None), studio.new("nim", None, None)
    with studio.live() as other:
        other.say("watch", game=bystander["id"])
        other.hear("game")

        @given(batch=st.lists(messages(target["id"]), min_size=1, max_size=40))
        @settings(max_examples=25, deadline=None, database=None, derandomize=True, phases=[Phase.generate])
        def send(batch: list[str | bytes]) -> None:
            with studio.live() as page:
                try:
                    for message in batch:
                        page.socket.send(message)
                    page.socket.send('{"id": "last", "type": "ping"}')
                    while (answer := json.loads(page.socket.recv(timeout=120))) != {"type": "pong", "ref": "last"}:
                        assert answer["type"] != "error" or (answer["error"] and "Traceback" not in answer["error"])
                except ConnectionClosed as closed:
                    assert closed.rcvd is not None and closed.rcvd.code == 1008  # too many errors

        send()
        other.say("ping")
        other.hear("pong")
    assert studio.get(f"/games/{bystander['id']}")["moves"] == []
    wait_for(lambda: studio.get("/health")["searches"] == 0)
    assert wait_for(lambda: studio.get("/health")["pages"] == 0, 30) is True
