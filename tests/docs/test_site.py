"""The site: what it is made of is there, every public name has its place, and nothing is fetched from elsewhere."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml

import counterplay
from counterplay.games.catalogue import game_class
from docs import site_pages

ROOT = Path(__file__).parent.parent.parent


REFERENCED = site_pages.REFERENCE | site_pages.MODULES
IMPORT = re.compile(r"^\s*from (counterplay[\w.]*) import (\([^)]*\)|[^(#\n]*)", re.M)


class Anything(yaml.SafeLoader):
    """A reader that knows no tags of mkdocs."""


CONFIG: dict[str, Any] = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Anything)


def pages(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [page for part in (nav.values() if isinstance(nav, dict) else nav) for page in pages(part)]


def test_every_document_is_in_the_navigation() -> None:
    """Would catch a document that nobody finds, or an entry that leads nowhere."""
    listed = pages(CONFIG["nav"])
    written = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").glob("**/*.md")}
    made = {"games/index.md", *site_pages.ROOT_PAGES.values(), *(f"reference/{name}.md" for name in REFERENCED)}
    assert len(listed) == len(set(listed)) and written | made == set(listed)


def test_links_between_documents_lead_somewhere() -> None:
    """Would catch a link to a document, a heading or a file that is not there."""
    for path in (ROOT / "docs").glob("**/*.md"):
        text = re.sub(r"^(```+).*?^\1$", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if not target.startswith("http") and target not in ("games/index.md",):
                assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_the_reference_has_every_public_name() -> None:
    """Would catch a package or a public name without its place in the reference, or without a docstring to put there."""
    folders = [path for path in (ROOT / "counterplay").glob("**/__init__.py") if len(path.relative_to(ROOT).parts) <= 3]
    public = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in folders if "__all__" in path.read_text(encoding="utf-8")
    }
    assert public == set(site_pages.REFERENCE)
    for package, about in site_pages.REFERENCE.items():
        text = site_pages.reference_page(package, about)
        module = importlib.import_module(package)
        assert [f"::: {package}.{name}\n" in text for name in module.__all__].count(False) == 0
        silent = [name for name in module.__all__ if callable(getattr(module, name)) and not getattr(module, name).__doc__]
        assert not silent, silent


def test_what_documents_import_is_in_the_reference() -> None:
    """Would catch a name that a document uses, and of which a reader finds nothing more."""
    known = {(package, name) for package in REFERENCED for name in site_pages.public_names(package)}
    used = {
        (module, name.split(" as ")[0].strip(" ()\n"))
        for path in (*(ROOT / "docs").glob("**/*.md"), ROOT / "README.md")
        for block in re.findall(r"^```python.*?^```", path.read_text(encoding="utf-8"), re.S | re.M)
        for module, names in IMPORT.findall(block)
        if not module.startswith("counterplay.games.")
        for name in names.split(",")
    }
    assert len(used) > 50
    assert not [f"{module}.{name}" for module, name in sorted(used - known) if name]
    for module in site_pages.MODULES:
        page = site_pages.reference_page(module, "")
        assert all(re.search(rf"\b{name}\b", page) for name in site_pages.public_names(module)), module


def test_a_game_has_a_page_made_from_its_class() -> None:
    """Would catch a page without the rules, the names or the picture of its game."""
    for name in ("chess", "pig", "mnk"):
        game = game_class(name)()
        page = site_pages.game_page(game)
        assert page.startswith(f"# {game.title_text}\n") and "<svg" in page and game.rules.strip() in page
        assert all(f"`{other}`" in page for other in game.presets)
    listed = site_pages.games_index([game_class(name)() for name in ("chess", "pig", "mnk")])
    assert "3 games" in listed and all(f"]({name}.md)" in listed for name in ("chess", "pig", "mnk"))


def test_nothing_comes_from_elsewhere() -> None:
    """Would catch fonts or scripts that a site without a network would wait for."""
    deep = SimpleNamespace(file=SimpleNamespace(dest_uri="games/chess.html"))
    fetched = f'<script src="{site_pages.SHIM}"></script>'
    assert site_pages.on_post_page(fetched, page=deep) == '<script src="../iframe-worker.js"></script>'
    assert site_pages.on_post_template(fetched, template_name="404.html") == '<script src="iframe-worker.js"></script>'
    assert (ROOT / "docs" / site_pages.OWN_SHIM).exists()
    assert CONFIG["theme"]["font"] is False and "offline" in CONFIG["plugins"] and not CONFIG.get("extra_javascript")


def test_the_version_stands_in_one_place() -> None:
    """Would catch a release that calls itself by two versions, or a package that says it has no types."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project and not re.search(r"^version =", project, re.M)
    assert f"\nversion: {counterplay.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert (ROOT / "counterplay/py.typed").exists()
