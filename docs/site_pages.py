"""Pages of the site that are made when it is built: a page a game, from its class, the reference, and documents of the root.

mkdocs calls the functions whose names begin with `on_` (mkdocs.yml names this file as a hook). Nothing they make is committed.
"""

from __future__ import annotations

import ast
import html
import importlib
import re
import sys
from pathlib import Path
from typing import Any

from counterplay import Game, Position, scene_svg
from counterplay.games.catalogue import family_title, game_class, game_names, spec_value
from counterplay.search.api import ALGORITHMS, fits

ROOT = Path(__file__).parent.parent
# Documents outside this folder, under the names that they have on the site.
ROOT_PAGES = {"bench/RESULTS.md": "measured.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md"}
# Packages with a public surface, and what is in them.
REFERENCE = {
    "counterplay": "What a game, a search or a script needs: `from counterplay import ...`.",
    "counterplay.records": "Games that were played: records, and the formats in which they are read and written.",
    "counterplay.data": "Positions to learn from.",
    "counterplay.interop": "Games of counterplay in PettingZoo, Gymnasium and OpenSpiel.",
    "counterplay.agents": "Players.",
    "counterplay.arena": "Matches, tournaments and their statistics.",
    "counterplay.lessons": "Trees, walkthroughs, exercises and their grading, lessons.",
    "counterplay.search": "The searches, by name.",
    "counterplay.solve": "Exact values.",
    "counterplay.learn": "Weights of an estimate from self-play.",
    "counterplay.check": "The conformance report, and comparison with other programs.",
    "counterplay.boards": "A kit for board games.",
    "counterplay.draw": "Scenes and trees as pictures and in the terminal.",
    "counterplay.games": "The catalogue.",
    "counterplay.gears": "The compiled gear.",
    "counterplay.core": "Everything that games, searches and drawings share.",
}
# Modules whose names documents import from where they stand, and what is in them.
MODULES = {
    "counterplay.core.scene": "What a picture of a position is made of.",
    "counterplay.boards.shapes.square_board": "Directions on boards of squares, and such boards.",
    "counterplay.boards.estimates.evaluation_pieces": "Parts of an estimate.",
    "counterplay.gears.bits": "Sets of cells as numbers, in rules that compile.",
    "counterplay.agents.weight_file": "Weights of an estimate in a file, and games that use them.",
    "counterplay.lessons.worked.study_games": "Games that lessons look at.",
    "counterplay.studio.server.app": "The studio as an application, to be served beside others.",
    "counterplay.studio.server.studio_options": "How a studio is set up, and every limit on what may be asked of it.",
}
EXAMPLES = "examples"
SHIM, OWN_SHIM = "https://unpkg.com/iframe-worker/shim", "iframe-worker.js"  # lets the search work from a folder
BOARD = 360  # pixels
TRAITS = (("chance", "with chance"), ("hidden", "with hidden information"))


def on_config(config: Any) -> Any:
    """The pages of the games take their place in the navigation."""
    games = next(part for part in config["nav"] if "The games" in part)
    games["The games"] = ["games/index.md", *_games_by_family()]
    return config


def _games_by_family() -> list[dict[str, list[dict[str, str]]]]:
    """The pages of the games in the navigation."""
    families: dict[str, list[dict[str, str]]] = {}
    for name in game_names():
        game = game_class(name)()
        families.setdefault(family_title(game.family), []).append({game.title_text: f"games/{name}.md"})
    return [{family: families[family]} for family in sorted(families)]


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made here."""
    from mkdocs.structure.files import File

    def add(name: str, text: str) -> None:
        files.append(File.generated(config, name, content=text))

    games = [game_class(name)() for name in game_names()]
    add("games/index.md", games_index(games))
    for game in games:
        add(f"games/{game.catalogue_name()}.md", game_page(game))
    for package, about in (REFERENCE | MODULES).items():
        add(f"reference/{package}.md", reference_page(package, about))
    for source, name in ROOT_PAGES.items():
        add(name, _links_from_root((ROOT / source).read_text(encoding="utf-8"), source))
    for example in sorted(path for path in (ROOT / EXAMPLES).iterdir() if path.is_file()):
        files.append(File.generated(config, f"{EXAMPLES}/{example.name}", abs_src_path=str(example)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links that lead out of this folder lead to where those documents are on the site; names of shown files stay readable."""
    depth = "../" * page.file.src_uri.count("/")
    for source, name in ROOT_PAGES.items():
        markdown = markdown.replace(f"]({depth}../{source}", f"]({depth}{name}")
    markdown = markdown.replace(f"]({depth}../{EXAMPLES}/", f"]({depth}{EXAMPLES}/")
    return re.sub(r"^(```+)(\w+) file=(\S+)$", r'\1 { .\2 title="\3" }', markdown, flags=re.M)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The one script that the theme would fetch from elsewhere comes with the site."""
    return output.replace(f'src="{SHIM}"', f'src="{"../" * page.file.dest_uri.count("/")}{OWN_SHIM}"')


def on_post_template(output_content: str, **_: Any) -> str:
    """The same for what is no page, such as the one that says that a page is missing."""
    return output_content.replace(f'src="{SHIM}"', f'src="{OWN_SHIM}"')


def _links_from_root(text: str, source: str) -> str:
    """A document of the root, whose links begin there."""
    text = text.replace("](docs/", "](")
    for other, name in ROOT_PAGES.items():
        text = text.replace(f"]({other}", f"]({name}")
    return text


# --- the reference ---
def public_names(package: str) -> list[str]:
    """What a package offers, or what a module of MODULES defines."""
    module = importlib.import_module(package)
    if hasattr(module, "__all__"):
        return list(module.__all__)
    names: list[str] = []
    for statement in _statements(package):
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names.append(statement.name)
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        names += [name.id for target in targets if target for name in ast.walk(target) if isinstance(name, ast.Name)]
    return [name for name in names if not name.startswith("_")]


def _statements(package: str) -> list[ast.stmt]:
    path = Path(importlib.import_module(package).__file__ or "")
    return ast.parse(path.read_text(encoding="utf-8")).body


def reference_page(package: str, about: str) -> str:
    """Every public name of a package, in the words of its docstring."""
    names = set(public_names(package))
    # Names that are given their values together, such as directions, are no objects of their own to mkdocstrings.
    together = [
        statement
        for statement in (_statements(package) if package in MODULES else [])
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple)
    ]
    names -= {name.id for statement in together for name in ast.walk(statement.targets[0]) if isinstance(name, ast.Name)}
    lines = ["```python", *map(ast.unparse, together), "```", ""] if together else []
    head = [f"# `{package}`", "", about, "", *lines]
    return "\n".join([*head, *(f"::: {package}.{name}\n" for name in sorted(names, key=str.lower))])


# --- games ---
def games_index(games: list[Game]) -> str:
    """All games, by family."""
    families: dict[str, list[Game]] = {}
    for game in games:
        families.setdefault(game.family, []).append(game)
    lines = ["# The games", "", f"{len(games)} games, each a class; these pages are made from the classes.", ""]
    for family in sorted(families, key=family_title):
        lines += [f"## {family_title(family)}", ""]
        lines += [f"- [{game.title_text}]({game.catalogue_name()}.md)" for game in families[family]]
        lines.append("")
    return "\n".join(lines)


def game_page(game: Game) -> str:
    """What the class says of itself, a picture of the first position, and what can be done with it."""
    name = game.catalogue_name()
    position = Position(game)
    parts = [f"# {game.title_text}", "", _about(game), "", _picture(position), ""]
    rules = (game.rules or "").strip()
    if rules:
        parts += ["## Rules", "", rules, ""]
    if game.diagrams:
        parts += ["## Diagrams", "", *(_diagram(game, diagram) for diagram in game.diagrams), ""]
    parts += ["## Parameters", "", _parameters(game), ""]
    parts += ["## In numbers", "", _traits(game), ""]
    commands = [
        f"counterplay play {name}",
        f"counterplay analyze {name}",
        f"counterplay studio  # and choose {game.title_text}",
    ]
    parts += ["## On the command line", "", "```sh", *commands, "```", ""]
    parts += ["## The rules that were chosen", "", "```text", (_docstring(game)).strip(), "```", ""]
    return "\n".join(parts)


def _about(game: Game) -> str:
    made = game.published
    published = "Traditional." if made is None else f"{', '.join(str(part) for part in made if part)}."
    others = ", ".join(f"`{name}`" for name in (game.catalogue_name(), *game.aliases, *game.presets))
    return f"{family_title(game.family)}. {published} Names: {others}."


def _picture(position: Position) -> str:
    scene = position.scene()
    return f"<figure>{scene_svg(scene, size=BOARD)}</figure>" if scene.cells else ""


def _diagram(game: Game, diagram: Any) -> str:
    position = Position.load(game, diagram.position) if diagram.position else Position(game)
    return f"{_picture(position)}\n\n{html.escape(str(diagram.caption))}\n"


def _parameters(game: Game) -> str:
    if not game.parameters:
        return "None."
    rows = [f"| `{name}` | `{spec_value(value)}` |" for name, value in game.parameters.items()]
    return "\n".join(["| parameter | usually |", "|---|---|", *rows])


def _traits(game: Game) -> str:
    kinds = [words for trait, words in TRAITS if getattr(game, trait)]
    players = "1 player" if game.players == 1 else f"{game.players} players"
    position = Position(game)
    unit = game.unit.name if game.unit else "win chances"
    searches = ", ".join(f"`{name}`" for name in ALGORITHMS if fits(name, game)) or "none"
    rows = [
        ("players", ", ".join([players, *kinds])),
        ("actions in the first position", str(len(position.choices))),
        ("actions at most", f"{game.max_actions:,}"),
        ("plies at most", f"{game.max_plies:,}"),
        ("values are counted in", unit),
        ("the first position is written", f"`{game.dump(position.state)[:120]}`"),
        ("searches that take it", searches),
    ]
    return "\n".join(["| what | |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows)])


def _docstring(game: Game) -> str:
    return sys.modules[type(game).__module__].__doc__ or type(game).__doc__ or ""
