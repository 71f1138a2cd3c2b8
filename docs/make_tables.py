"""Writes what documents tell of the games, from their classes, and of their speed, from what was measured.

The command is `python -m docs.make_tables`.

What is written stands between `<!-- NAME -->` and `<!-- /NAME -->`; the rest of a document is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from counterplay import Game
from counterplay.games.catalogue import family_title, game_class, game_names, spec_value

ROOT = Path(__file__).parent.parent
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COLUMNS = ("game", "family", "other names", "parameters", "counted in", "the first position", "published")
MEASURED = ("what", "ours", "reference", "unit", "against", "ratio", "held to")  # the columns of bench/RESULTS.md
OTHERS = ("OpenSpiel", "easyAI", "python-chess", "rust_chess", "bitbully", "C, ")  # whose programs are compared with
LONGEST_POSITION = 40  # characters


def games() -> list[Game]:
    """Every game of the catalogue as it is without parameters."""
    return [game_class(name)() for name in game_names()]


def count() -> str:
    """How many games there are, in words as far as people use them."""
    n = len(game_names())
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def listing() -> str:
    """The games of each family."""
    families: dict[str, list[str]] = {}
    for game in games():
        presets = ", ".join(preset.replace("_", " ") for preset in game.presets)
        title = type(game).title or game.title_text
        families.setdefault(game.family, []).append(f"{title} ({presets})" if presets else title)
    told = sorted((family_title(family), titles) for family, titles in families.items())
    return "\n" + "\n".join(f"  - {title}: {', '.join(titles)}" for title, titles in told) + "\n"


def table() -> str:
    """One row a game."""
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *map(row, games())]
    return "\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in rows) + "\n"


def row(game: Game) -> tuple[str, ...]:
    """A game in the order of COLUMNS."""
    parameters = ", ".join(f"{name}={spec_value(value)}" for name, value in game.parameters.items())
    made, position = game.published, game.dump(game.initial())
    return (
        f"`{game.catalogue_name()}`",
        family_title(game.family),
        ", ".join(f"`{name}`" for name in (*game.aliases, *game.presets)),
        parameters,
        game.unit.name if game.unit else "win chances",
        f"`{position}`" if len(position) <= LONGEST_POSITION else f"`{position[:LONGEST_POSITION]}` ...",
        "traditional" if made is None else ", ".join(str(part) for part in made if part),
    )


def speeds() -> str:
    """What was measured beside other people's programs, in the last run of `make bench`."""
    measured = (ROOT / "bench/RESULTS.md").read_text(encoding="utf-8").partition("\n## ")[0]
    rows = [("what", "counterplay", "the other", "times"), ("---",) * 4]
    for line in measured.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(MEASURED) and cells[4].startswith(OTHERS):
            what, ours, theirs, unit, against, ratio, _ = cells
            rows.append((what, f"{ours} {unit}", f"{against}: {theirs}", ratio))
    return "\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in rows) + "\n"


PLACES: dict[str, dict[str, Callable[[], str]]] = {  # document -> mark -> what belongs there
    "README.md": {"count of games": count, "games": listing},
    "docs/games.md": {"table of games": table},
    "docs/comparison.md": {"speeds": speeds},
}


def refreshed(document: str, text: str) -> str:
    """A document's text with what the classes say now."""
    for mark, make in PLACES[document].items():
        place = re.compile(f"(<!-- {mark} -->).*?(<!-- /{mark} -->)", re.S)
        if len(place.findall(text)) != 1:
            raise ValueError(f"{document} must have exactly one place between <!-- {mark} --> and <!-- /{mark} -->")
        words = make()
        text = place.sub(lambda found, words=words: f"{found[1]}{words}{found[2]}", text)  # type: ignore[misc]
    return text


def main() -> None:
    """Bring every document up to date."""
    for document in PLACES:
        path = ROOT / document
        text = path.read_text(encoding="utf-8")
        fresh = refreshed(document, text)
        path.write_text(fresh, encoding="utf-8")
        print(f"{document}: {'written anew' if fresh != text else 'up to date'}")


if __name__ == "__main__":
    main()
