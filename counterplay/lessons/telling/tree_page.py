"""One HTML file that steps through a search: nothing is fetched, nothing needs a server."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING

from counterplay.draw.colours.palette import style_sheet

if TYPE_CHECKING:
    from counterplay.lessons.telling.walkthrough_model import Walkthrough

PAGE = Path(__file__).parent / "page"


def page(walk: Walkthrough) -> str:
    """The file's text."""
    style = "\n".join([style_sheet("auto"), _part("tree_view.css"), _part("tree_page.css")])
    script = "\n".join([_part("tree_view.js"), _part("tree_page.js")])
    # The data comes last: nothing in it is taken for a mark.
    parts = {"{{title}}": html.escape(walk.title), "{{style}}": style, "{{script}}": script, "{{data}}": _embedded(walk)}
    text = _part("tree_page.html")
    for mark, part in parts.items():
        text = text.replace(mark, part)
    return text


def _part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def _embedded(walk: Walkthrough) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(walk.to_json(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


class Framed:
    """A page in a frame, for a notebook."""

    def __init__(self, text: str, height: int) -> None:
        self.text, self.height = text, height

    def _repr_html_(self) -> str:
        size = f'width="100%" height="{self.height}" frameborder="0"'
        return f'<iframe title="A search, step by step" {size} srcdoc="{html.escape(self.text, quote=True)}"></iframe>'
