"""Games of go in the Smart Game Format (A. Hollosi, FF[4], 1997): written and read, the main line of one game.

Points are two letters, the column from the left and the row from the top. Comments, marks and variations are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from counterplay.core import BadNotation, CounterplayError, Position
from counterplay.games.territory.go.go import BLACK, WHITE, Go, handicap_points

LETTERS = "abcdefghijklmnopqrs"
OLD_PASS = "tt"  # what older programs write for a pass on boards up to 19 x 19
COLOURS = "BW"
RULES = {"area": "Chinese", "territory": "Japanese"}  # by scoring
MOST_NODES = 20_000
TOKEN = re.compile(r"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)\s*(?P<values>(?:\[(?:\\.|[^\]\\])*\]\s*)+))", re.DOTALL)
VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)


def write_sgf(position: Position, names: Sequence[str] = ("", ""), result: str = "", event: str = "") -> str:
    """A game from its first position to this one."""
    game: Any = position.game
    line = position.line()
    start, width, height = line[0].state, game.board.width, game.board.height
    head = f"FF[4]GM[1]CA[UTF-8]AP[counterplay]SZ[{width if width == height else f'{width}:{height}'}]KM[{game.komi:g}]"
    head += f"RU[{RULES[game.scoring]}]"
    for name, value in (("PB", names[BLACK]), ("PW", names[WHITE]), ("RE", result), ("EV", event)):
        head += f"{name}[{_escaped(value)}]" if value else ""
    head += f"HA[{game.handicap}]" if game.handicap else ""
    for colour, content in (("AB", 1), ("AW", 2)):
        stones = [cell for cell in range(game.cell_count) if start.board[cell] == content]
        head += (colour + "".join(f"[{_letters(game, cell)}]" for cell in stones)) if stones else ""
    head += f"PL[{COLOURS[start.turn]}]" if start.turn != BLACK else ""
    moves = [
        f";{COLOURS[before.player]}[{_letters(game, action) if action != game.passing else ''}]"
        for before, action in zip(line, position.played(), strict=False)
    ]
    rows = ["".join(moves[i : i + 12]) for i in range(0, len(moves), 12)]
    return "\n".join([f"(;{head}", *rows]) + ")\n"


def read_sgf(text: str) -> Position:
    """The last position of a game's main line, which remembers all others."""
    nodes = _main_line(text)
    root = nodes[0]
    if root.get("GM", ["1"])[0].strip() != "1":
        raise BadNotation("this SGF is of another game than go")
    game, position = _start(root, nodes)
    for number, node in enumerate(nodes):
        if number and {"AB", "AW", "AE"} & node.keys():
            raise BadNotation("this SGF puts stones on the board in the middle of the game")
        for player, colour in enumerate(COLOURS):
            for value in node.get(colour, [])[:1]:
                if position.player != player:  # two moves of one side, as after a pass that was not written down
                    position = position.play(game.passing)
                point = value.strip().lower()
                position = position.play(game.passing if point in ("", OLD_PASS) else _cell(game, point))
    return position


def _start(root: Mapping[str, list[str]], nodes: Sequence[Mapping[str, list[str]]]) -> tuple[Go, Position]:
    width, _, height = root.get("SZ", ["19"])[0].strip().partition(":")
    territory = root.get("RU", [""])[0].strip().lower() == "japanese"
    try:
        parameters: dict[str, Any] = {
            "size": int(width),
            "height": int(height or 0),
            "komi": float(root.get("KM", ["0"])[0] or 0),
        }
        parameters |= {"scoring": "territory", "ko": "simple"} if territory else {}
        game = Go(**parameters)
    except ValueError:
        raise BadNotation("the size or the komi of this SGF is no number") from None
    black, white = ([_cell(game, value) for value in root.get(name, [])] for name in ("AB", "AW"))
    first = next((colour for node in nodes for colour in COLOURS if colour in node), "B")
    turn = COLOURS.find(root.get("PL", [first])[0].strip().upper()[:1])
    usual = [y * game.size + x for x, y in handicap_points(game.size, len(black))] if 2 <= len(black) <= 9 and not white else []
    if set(usual) == set(black) and black and turn == WHITE:
        try:
            game = Go(**parameters, handicap=len(black))
            return game, Position(game)
        except CounterplayError:
            pass  # stones on such points of a board that has no handicap
    if not black and not white and turn == BLACK:
        return game, Position(game)
    contents = {**dict.fromkeys(black, "b"), **dict.fromkeys(white, "w")}
    rows = "/".join("".join(contents.get(cell, ".") for cell in row) for row in game.board.rows)
    return game, Position.load(game, " ".join([rows, "bw"[max(0, turn)], *game.dump(game.initial()).split()[2:]]))


def _main_line(text: str) -> list[dict[str, list[str]]]:
    """The properties of each node, up to the end of the first variation."""
    nodes: list[dict[str, list[str]]] = []
    place = text.find("(")
    while place >= 0 and (token := TOKEN.match(text, place)) is not None and token["sign"] != ")":
        place = token.end()
        if token["sign"] == ";":
            nodes.append({})
        elif token["name"]:
            if not nodes:
                break
            name = "".join(c for c in token["name"] if c.isupper())  # older files spell names out, with small letters
            nodes[-1].setdefault(name, []).extend(VALUE.findall(token["values"]))
    if not nodes or place < 0 or token is None:
        raise BadNotation("this is no SGF: it is written (;GM[1]SZ[9];B[ee];W[ce])")
    if len(nodes) > MOST_NODES:
        raise BadNotation(f"a game has at most {MOST_NODES:,} moves here")
    return nodes


def _letters(game: Any, cell: int) -> str:
    row, column = divmod(int(cell), game.board.width)
    return LETTERS[column] + LETTERS[game.board.height - 1 - row]


def _cell(game: Go, text: str) -> int:
    column, row = (LETTERS.find(letter) for letter in text.strip().lower()) if len(text.strip()) == 2 else (-1, -1)
    width, height = game.board.width, game.board.height
    if not (0 <= column < width and 0 <= row < height):
        raise BadNotation(f"'{text[:20]}' is no point of a board of {width} x {height}")
    return (height - 1 - row) * width + column


def _escaped(text: str) -> str:
    r"""A value: printable, with \ before what would end it."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return printable.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")
