"""The API's documentation as a page of its own: made on the server from the same description that scripts can read.

It loads nothing from elsewhere, and nothing from here but a style sheet.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from counterplay.studio.api.api_description import PROBLEMS, describe

STYLE = Path(__file__).parent / "api_docs.css"
HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>counterplay studio: the API</title><link rel="stylesheet" href="/docs.css"><link rel="icon" href="/page/icon.svg">
</head><body><header><a href="/">counterplay studio</a></header><main>"""
TAIL = "</main></body></html>"
METHODS = ("get", "post", "put", "delete")
EXAMPLE = """import json, urllib.request

def call(path, content=None):
    body = None if content is None else json.dumps(content).encode()
    request = urllib.request.Request("{address}/api" + path, body, {{"Content-Type": "application/json"}})
    return json.load(urllib.request.urlopen(request))

game = call("/games", {{"game": "nim", "seats": [{{"kind": "human"}}, {{"kind": "agent", "agent": "level:3"}}]}})
choice = game["position"]["choices"][0]
game = call("/games/" + game["id"] + "/moves", {{"action": choice["action"], "ply": game["ply"]}})
"""

Schema = dict[str, Any]


def add_docs(app: FastAPI) -> None:
    """Serve /docs."""

    async def docs(request: Request) -> Response:
        return HTMLResponse(page(describe(app), f"http://{request.headers['host']}"))

    async def style(request: Request) -> Response:
        return FileResponse(STYLE, media_type="text/css")

    app.add_route("/docs", docs, methods=["GET"], include_in_schema=False)
    app.add_route("/docs.css", style, methods=["GET"], include_in_schema=False)


def page(document: Schema, address: str) -> str:
    """The whole page."""
    tags = _by_tag(document)
    parts = [HEAD, f"<h1>{_text(document['info']['title'])}</h1>", _paragraphs(document["info"]["description"])]
    links = "".join(f'<li><a href="#{_id(tag)}">{_text(tag)}</a></li>' for tag in [*tags, "models"])
    parts.append(f'<nav aria-label="Contents"><ul>{links}</ul></nav>')
    parts.append(f"<h2>From a script</h2><pre><code>{_text(EXAMPLE.format(address=address))}</code></pre>")
    refusals = "".join(f"<tr><td>{code}</td><td>{_text(why)}</td></tr>" for code, why in PROBLEMS.items())
    parts.append(
        "<h2>Refusals</h2><p>Every refusal is a JSON object with one sentence, <code>error</code>. "
        'The whole description is at <a href="/openapi.json">/openapi.json</a>.</p>'
        f"<table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody>{refusals}</tbody></table>"
    )
    for tag, operations in tags.items():
        parts.append(f'<section id="{_id(tag)}"><h2>{_text(tag.capitalize())}</h2>')
        parts += [_operation(path, method, operation) for path, method, operation in operations]
        parts.append("</section>")
    parts.append('<section id="models"><h2>Models</h2>')
    parts += [_model(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]
    return "".join([*parts, "</section>", TAIL])


def _by_tag(document: Schema) -> dict[str, list[tuple[str, str, Schema]]]:
    tags: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                tags.setdefault(methods[method].get("tags", ["other"])[0], []).append((path, method, methods[method]))
    return tags


def _operation(path: str, method: str, operation: Schema) -> str:
    about = _paragraphs(str(operation.get("description") or operation.get("summary") or ""))
    rows = [
        (parameter["name"], _kind(parameter["schema"]), parameter.get("description", parameter["in"]))
        for parameter in operation.get("parameters", [])
    ]
    takes = f"<h4>Parameters</h4>{_table(rows)}" if rows else ""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    sends = f"<p>Takes {_kind(body)}.</p>" if body else ""
    answers = [
        f"{code}: {_kind(content.get('application/json', {}).get('schema', {})) if content else 'nothing'}"
        for code, content in ((c, a.get("content")) for c, a in operation["responses"].items() if c.startswith("2"))
    ]
    anchor = _id(f"{method} {path}")
    return (
        f'<article id="{anchor}"><h3><span class="method {method}">{method.upper()}</span> <code>{_text(path)}</code></h3>'
        f"{about}{takes}{sends}<p>Answers {'; '.join(answers)}.</p></article>"
    )


def _model(name: str, schema: Schema) -> str:
    required = schema.get("required", [])
    rows = [
        (field + ("" if field in required else " (optional)"), _kind(part), part.get("description", ""))
        for field, part in schema.get("properties", {}).items()
    ]
    about = _paragraphs(schema.get("description", ""))
    return f'<article id="model-{_id(name)}"><h3>{_text(name)}</h3>{about}{_table(rows)}</article>'


def _table(rows: list[tuple[str, str, str]]) -> str:
    cells = "".join(f"<tr><td><code>{_text(a)}</code></td><td>{b}</td><td>{_text(c)}</td></tr>" for a, b, c in rows)
    head = "<thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>{cells}</tbody></table></div>' if rows else ""


def _kind(schema: Schema) -> str:
    """A type in words, as HTML."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#model-{_id(name)}">{_text(name)}</a>'
    if "anyOf" in schema:
        return " or ".join(_kind(part) for part in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " or ".join(f"<code>{_text(json.dumps(v))}</code>" for v in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    words = _text(str(schema.get("type", "anything")))
    bounds = [f"{word} {schema[key]:g}" for key, word in BOUNDS.items() if key in schema]
    return f"{words} ({', '.join(bounds)})" if bounds else words


BOUNDS = {
    "minimum": "from",
    "exclusiveMinimum": "above",
    "maximum": "to",
    "minLength": "characters from",
    "maxLength": "characters to",
}


def _paragraphs(text: str) -> str:
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", _text(text))
    return "".join(f"<p>{' '.join(part.split())}</p>" for part in marked.split("\n\n") if part.strip())


def _text(text: str) -> str:
    return html.escape(text)


def _id(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
