"""A lesson from a Markdown file. Fenced blocks of four kinds are worked out; everything else is ordinary text.

    ```tree alpha_beta            a tree in any form, and a search of it, told step by step
    ```position tic_tac_toe       a position in the game's notation, drawn; nothing: the first one
    ```search tic_tac_toe depth=2 a search of a position, told step by step
    ```exercise minimax seed=7    an exercise with room for answers; on the tree in the block, if there is one

Games are those of the catalogue: opening a lesson never runs code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterplay.core import BadNotation, CounterplayError, Position
from counterplay.core.files.user_file import quoted, quoted_path, read_user_text
from counterplay.games import make_game
from counterplay.lessons.exercises.exercise_makers import Exercise, make_exercise
from counterplay.lessons.exercises.own_exercises import exercise_on_tree
from counterplay.lessons.telling.walkthrough import form_name, tree_for, walkthrough
from counterplay.lessons.telling.walkthrough_model import Walkthrough

LARGEST_LESSON = 1_000_000  # characters
MOST_BLOCKS = 100  # that are worked out
FENCE = re.compile(r"^(```+|~~~+)[ \t]*(tree|position|search|exercise)\b([^\n`]*)\n(.*?)^\1[ \t]*$\n?", re.S | re.M)
CODE = re.compile(r"^(```+|~~~+)[^\n]*\n.*?^\1[ \t]*$\n?", re.S | re.M)  # any fenced block: what stands in it is left alone
HEADING = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.M)

Part = str | Walkthrough | Position | Exercise  # text in Markdown, or what a block stands for


@dataclass(frozen=True)
class WrittenLesson:
    """A lesson, worked out: text and pictures in the order of the file."""

    title: str
    parts: tuple[Part, ...]

    def html(self) -> str:
        """One page that needs neither a server nor a network."""
        from counterplay.lessons.written.lesson_file_page import lesson_html

        return lesson_html(self)

    def _repr_html_(self) -> str:
        from counterplay.lessons.written.lesson_file_page import lesson_body

        return lesson_body(self)


def load_lesson(path: Path | str) -> WrittenLesson:
    """The lesson in a file; an error names the line of the block that is wrong."""
    where = Path(path)
    text = read_user_text(where)
    if len(text) > LARGEST_LESSON:
        raise BadNotation(f"'{quoted_path(where)}' is too long for a lesson")
    return parse_lesson(text, where)


def parse_lesson(text: str, path: Path = Path("lesson.md")) -> WrittenLesson:
    """The lesson in a text; path names it in errors."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    heading = HEADING.search(text)
    title = heading[1] if heading else path.stem
    parts: list[Part] = []
    plain = ""
    at = 0
    for block in CODE.finditer(text):
        plain += text[at : block.start()]
        at = block.end()
        special = FENCE.match(block[0])
        if special is None:
            plain += block[0]
            continue
        parts += [plain] if plain.strip() else []
        plain = ""
        if len(parts) > 2 * MOST_BLOCKS:
            raise BadNotation(f"'{quoted_path(path)}' has more than {MOST_BLOCKS} blocks to work out")
        line = text.count("\n", 0, block.start()) + 1
        try:
            parts.append(_worked_out(special[2], special[3].split(), special[4]))
        except CounterplayError as error:
            raise BadNotation(f"'{quoted_path(path)}', the block of line {line}: {error}") from None
    plain += text[at:]
    return WrittenLesson(title, (*parts, plain) if plain.strip() else tuple(parts))


# --- blocks ---
def _worked_out(kind: str, words: list[str], body: str) -> Part:
    names = [word for word in words if "=" not in word]
    options = dict(word.split("=", 1) for word in words if "=" in word)
    return BLOCKS[kind](names, options, body)


def _tree(names: list[str], options: dict[str, str], body: str) -> Walkthrough:
    algorithm = form_name(_one(names, "tree", "an algorithm", "auto"))
    _refuse_rest(options, ())
    return walkthrough(tree_for(_text(body), algorithm), algorithm=algorithm)


def _position(names: list[str], options: dict[str, str], body: str) -> Position:
    game = _game(names, "position")
    _refuse_rest(options, ())
    return Position.load(game, body.strip()) if body.strip() else Position(game)


def _search(names: list[str], options: dict[str, str], body: str) -> Walkthrough:
    game = _game(names, "search")
    _refuse_rest(options, ("depth", "algorithm"))
    where = Position.load(game, body.strip()) if body.strip() else Position(game)
    depth = _whole("depth", options["depth"]) if "depth" in options else None
    return walkthrough(game, where, options.get("algorithm", "auto"), depth)


def _exercise(names: list[str], options: dict[str, str], body: str) -> Exercise:
    kind = _one(names, "exercise", "a kind", "")
    if body.strip():
        _refuse_rest(options, ())
        return exercise_on_tree(kind, _text(body))
    _refuse_rest(options, ("seed", "branching", "depth", "low", "high"))
    numbers: dict[str, Any] = {name: _whole(name, value) for name, value in options.items()}
    return make_exercise(kind, **{"seed": 0, **numbers})


BLOCKS: dict[str, Callable[[list[str], dict[str, str], str], Part]] = {
    "tree": _tree,
    "position": _position,
    "search": _search,
    "exercise": _exercise,
}


def _text(body: str) -> str:
    """A tree's text, which must not be taken for the name of a file."""
    if not body.strip():
        raise BadNotation("it holds no tree; write one, as in [[3, 12], [2, 4]]")
    return body.rstrip() + "\n\n"


def _one(names: list[str], block: str, what: str, usual: str) -> str:
    if len(names) > 1:
        raise BadNotation(f"'{block}' is followed by {what}, not by '{quoted(' '.join(names))}'")
    return names[0] if names else usual


def _game(names: list[str], block: str) -> Any:
    name = _one(names, block, "a game", "")
    if not name:
        raise BadNotation(f"'{block}' is followed by the name of a game, as in ```{block} tic_tac_toe")
    if "/" in name or "\\" in name or name.partition(":")[0].endswith(".py"):
        raise BadNotation(f"a lesson shows games of the catalogue, not a file such as '{quoted(name)}'")
    return make_game(name)


def _whole(name: str, text: str) -> int:
    try:
        return int(text[:20])
    except ValueError:
        raise BadNotation(f"{name} must be a whole number, not '{quoted(text)}'") from None


def _refuse_rest(options: dict[str, str], known: tuple[str, ...]) -> None:
    for name in options:
        if name not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none here"
            raise BadNotation(f"there is no option '{quoted(name)}'; {takes}")
