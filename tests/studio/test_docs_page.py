"""The API's documentation: complete, and without anything from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from tests.studio.running import Running


class Page(HTMLParser):
    """What a page links to and loads, and where it can be linked into."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert "style" not in given and tag not in ("script", "style"), "the content policy blocks it"
        self.ids += [given["id"]] if given.get("id") else []
        (self.links if tag == "a" else self.loads).extend(v for k in ("href", "src") if (v := given.get(k)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_everything_is_documented_offline(studio: Running) -> None:
    """A route that is missing, a link that leads nowhere, a page that loads from elsewhere."""
    answer = studio.client.get("/docs")
    page = Page(answer.text)
    assert answer.status_code == 200 and page.open == []
    assert page.loads and all(load.startswith("/") and not load.startswith("//") for load in page.loads)
    for load in page.loads:
        assert studio.client.get(load).status_code == 200, load
    for link in page.links:
        assert link[1:] in page.ids if link.startswith("#") else studio.client.get(link).status_code == 200, link
    assert len(page.ids) == len(set(page.ids))
    document = studio.client.get("/openapi.json").json()
    for path in document["paths"]:
        assert path in answer.text
    assert "/api/live" in answer.text and not re.search(r"https?://(?!127\.0\.0\.1)", answer.text)


def test_the_example_on_the_page_runs(studio: Running) -> None:
    """An example that does not work."""
    import html

    found = re.search(r"<pre><code>(.*?)</code></pre>", studio.client.get("/docs").text, re.S)
    assert found is not None
    names: dict[str, object] = {}
    exec(html.unescape(found.group(1)), names)
    assert names["game"]["ply"] >= 1  # type: ignore[index]


def test_every_answer_has_a_model(studio: Running) -> None:
    """A reference in the description to a model that is not there."""
    document = studio.client.get("/openapi.json").json()
    wanted = set(re.findall(r'"#/components/schemas/(\w+)"', studio.client.get("/openapi.json").text))
    assert wanted <= set(document["components"]["schemas"])
