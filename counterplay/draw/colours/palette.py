"""Every colour of counterplay's pictures, once for light and once for dark surroundings.

Colours are written out as CSS classes, with a media query for dark ones: unlike CSS variables, every converter of SVG
understands that, and a picture in a page follows the reader's system. Selectors start with `.counterplay`, since a style
sheet inside an inline SVG applies to the whole page.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal

from counterplay.draw.colours.materials import material_rules

Theme = Literal["auto", "light", "dark"]

LIGHT = {
    "paper": "#ffffff",  # around the board
    "text": "#1d2733",
    "faint": "#5b6878",  # coordinates, notes
    "frame": "#8c98a6",  # the board's edge and lines
    "tray": "#d3dbe4",  # the board itself, behind pits, points and spikes
    "cell-light": "#f3f5f8",
    "cell-dark": "#b4c2d1",
    "cell-plain": "#e9eef3",
    "cell-home": "#dde0c4",
    "edge": "#a9b5c2",  # between plain cells
    "spike-light": "#f3f5f8",
    "spike-dark": "#a3b3c4",
    "mark": "#f2b705",  # last move, winning line
    "choice": "#17a673",  # highlighted by the caller
    "ivory": "#fdfcf7",  # first player's figures
    "ebony": "#23272f",  # second player's figures
    "seed": "#7a5530",
    "button": "#e3e9f0",
    "pit": "#e9eef3",
    "body": "#d3dbe4",  # the frame of a board, and trays
    "water": "#8fc4e8",
    "trap": "#e2c08b",
    "goal": "#f3d98a",
    "blocked": "#7d8896",
    "blue": "#b9dcf2",  # printed fields
    "teal": "#5fb3d6",
    "pink": "#f6c3bd",
    "red": "#ec8271",
}
DARK = {
    "paper": "#14191f",
    "text": "#e8edf3",
    "faint": "#9aa8b8",
    "frame": "#5c6a7a",
    "tray": "#2b3541",
    "cell-light": "#7d8ea1",
    "cell-dark": "#445262",
    "cell-plain": "#313c49",
    "cell-home": "#45493a",
    "edge": "#4c5967",
    "spike-light": "#74859a",
    "spike-dark": "#46566a",
    "mark": "#f5c53d",
    "choice": "#3ddc9e",
    "ivory": "#fdfcf7",
    "ebony": "#15181d",
    "seed": "#d1a273",
    "button": "#2b3541",
    "pit": "#313c49",
    "body": "#2b3541",
    "water": "#3f7fae",
    "trap": "#8a6a3c",
    "goal": "#97802f",
    "blocked": "#1c232b",
    "blue": "#4f87ab",
    "teal": "#2a6c90",
    "pink": "#a8645c",
    "red": "#a3402f",
}

# One colour per player, for light surroundings and for dark ones. People who see red and green alike tell the first two
# apart (Okabe and Ito, 2008). HOMES are paler: what a player owns but does not stand on.
PLAYERS = (("#1f62d0", "#4f8df5"), ("#d8432b", "#ea5b41"), ("#178a5f", "#1f9d6f"), ("#9a3fb0", "#b962d2"))
COLOUR_NAMES = ("blue", "red", "green", "purple")  # of PLAYERS, for people
NOBODY = ("#6c7886", "#8a97a6")
HOMES = (("#c3d6f7", "#2c4470"), ("#f8d0c8", "#6b332a"), ("#bfe5d6", "#1f5443"), ("#e5cdeb", "#553060"))

# Tiles by level, as in 2048: from pale to glowing. Text on the first TILE_DARK_TEXT of them is dark.
TILES = (
    ("#e6ebf1", "#3a4653"), ("#d5e3f5", "#34506f"), ("#b3d3f7", "#2d5f93"), ("#8fc7ec", "#2a73a8"),
    ("#7cd0c4", "#1f8478"), ("#8fd694", "#2f8f43"), ("#cfdc6a", "#818c1f"), ("#f4d35e", "#b48a12"),
    ("#f5b14c", "#c4741a"), ("#dd6a28", "#c9571d"), ("#e7625f", "#c23b3a"), ("#d6457f", "#ad2f63"),
    ("#a84bc9", "#8a3aa8"), ("#6d4bd8", "#5a3cbb"), ("#3f3f9e", "#45459e"), ("#23272f", "#0b0d10"),
)  # fmt: skip
TILE_DARK_TEXT = 9

# What a game calls white is drawn white: colours that the first word of a piece's name can ask for, in either theme.
NAMED = {"white": "#fbfaf4", "black": "#262a31"}
BLACK_IN_THE_DARK = "#0c0e11"  # deeper, so that it is seen on a dark board
PALE = "white"  # text on it is dark

# Curves on tiles, and polyominoes: twelve colours that are told apart beside each other, the same in both themes.
INKS = {"red": "#e5484d", "yellow": "#f2c230", "blue": "#3f8ef0", "green": "#35ad6b", "white": "#f4f4ef", "black": "#20242b"}
SHADES = ("#e2574c", "#f0913a", "#efc132", "#a4c23f", "#4cae4f", "#2fae9e", "#3aa0d8", "#4a72d9", "#7d5bd0", "#b454b8",
          "#dd5f93", "#9a7b5c")  # fmt: skip

# What pieces are made of, whatever lies around them.
SUBSTANCES = {
    "maple": "#f2d9a8",  # the light pieces of wood
    "maple-side": "#d3ae72",
    "walnut": "#6b4226",  # the dark ones
    "walnut-side": "#4a2b16",
    "bone": "#fbf6e6",  # dominoes, dice, letters
    "bone-side": "#d8cba6",
    "pip": "#2b2620",
    "boxwood": "#f0cf91",  # shogi
    "grass": "#9ccc65",
    "grass-dark": "#7fb24a",
    "road": "#f4efe0",
    "city": "#c98b55",
    "city-wall": "#6e4424",
    "roof": "#c0392b",
    "shingle": "#2f5fb3",  # a coat of arms
    "night": "#22262d",  # the ground of tiles with links
    "gold": "#e6b422",
    "silver": "#cfd6dd",
    "iron": "#3c434c",
    "card-face": "#fffdf8",
    "card-back": "#3557a0",
    "suit-red": "#c1272d",
    "suit-black": "#1d2228",
}

# Names of the same players' colours on a terminal, as rich writes them.
TERMINAL_PLAYERS = ("bright_blue", "bright_red", "bright_green", "bright_magenta")
TERMINAL_NOBODY = "bright_black"
TERMINAL_BOARD = "bright_black"
TERMINAL_SQUARES = {"light": "#8391a3", "dark": "#566579"}
TERMINAL_ON_SQUARES = ("bold #ffffff", "bold #000000")  # players on shaded squares, where other colours are hard to read
TERMINAL_LABEL = "bright_black"
TERMINAL_MARK = "bold yellow"
TERMINAL_CHOICE = "bold green"


def player_index(owner: int) -> int:
    """Which of the players' colours an owner has; a fifth player starts again."""
    return owner % len(PLAYERS)


def named_colour(name: str) -> str:
    """The colour that a piece's name begins with, or nothing: "white" for "White knight"."""
    word = name.lower().partition(" ")[0]
    return word if word in NAMED else ""


def style_sheet(theme: Theme = "auto", used: Collection[str] | None = None) -> str:
    """The CSS of a board; `auto` follows the reader's preference. `used` leaves out rules for other classes than these."""
    light, dark, fixed = _text(_rules(0), used), _text(_rules(1), used), _text(_SAME_IN_BOTH, used)
    if theme == "dark":
        return dark + fixed
    return light + (f"@media (prefers-color-scheme:dark){{{dark}}}" if theme == "auto" else "") + fixed


def _text(rules: dict[str, str], used: Collection[str] | None) -> str:
    """As CSS; a selector that begins with a dot and holds a space starts at the picture's root."""
    return "".join(
        f".counterplay{'' if selector.startswith('.m-') else ' '}{selector}{{{rule}}}"
        for selector, rule in rules.items()
        if used is None or all(name in used for name in _CLASS.findall(selector))
    )


_CLASS = re.compile(r"\.([\w-]+)")
_SAME_IN_BOTH = {
    "text": 'font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;text-anchor:middle',
    "text.note": "text-anchor:start",
    "text.kanji": 'font-family:"Noto Serif CJK JP","Hiragino Mincho ProN","Yu Mincho",serif',
    ".bold": "font-weight:600",
    ".line": "fill:none;stroke-linecap:round",
    ".pen": "fill:none;stroke-linecap:round",  # a line in a player's colour, whatever the board is made of
    ".outlined": "stroke:#fff",
    ".over": "opacity:.5",
    ".on-deep": "fill:#fff",
    ".on-pale": "fill:#1d2733",
    ".on-rim": "fill:none;stroke:#fff;stroke-opacity:.4",
    ".on-rim-pale": "fill:none;stroke:#000;stroke-opacity:.25",
    ".crown": "fill:#ffe08a",
    ".crown-pale": "fill:#8a6a00",
    ".shade": "fill:#000",  # shadow and light: shapes that let a little through
    ".gloss": "fill:#fff",
    ".ink": "fill:none;stroke:#000",
    ".glint": "fill:none;stroke:#fff",
    **{f".i-{name}": f"fill:none;stroke:{colour}" for name, colour in INKS.items()},
    **{f".d{index}": f"fill:{colour}" for index, colour in enumerate(SHADES)},
    **{f".{name}": f"fill:{colour}" for name, colour in SUBSTANCES.items()},
    ".s-gold": "fill:none;stroke:#6d4f00",  # the lines of gold and silver figures
    ".s-silver": "fill:none;stroke:#323a44",
    ".s-road": "fill:none;stroke:#f4efe0",
    ".s-wall": "fill:none;stroke:#6e4424",
    ".s-pip": "fill:none;stroke:#2b2620",
    ".s-suit-red": "fill:none;stroke:#c1272d",
    ".shade-rim": "stroke:#000",
    ".gloss-rim": "stroke:#fff",
    ".reach": "fill:none;stroke:#000;stroke-opacity:0",
    ".slot": "stroke:#000;stroke-opacity:.15",
    ".count-badge": "fill:#1d2733;stroke:#fff",
    ".grip": "fill:#fff;stroke:#1d2733",
    ".count-text": "fill:#fff",
    **{f".ring-n-{name}": f"fill:none;stroke:{colour}" for name, colour in NAMED.items()},
    **{f".f-{name}": f"fill:{colour}" for name, colour in NAMED.items()},  # as n-, without an edge
    ".plank": "fill:none;stroke:#d9a55a",
    ".plank-side": "fill:none;stroke:#8a5a26",
}


def _rules(dark: int) -> dict[str, str]:
    """What differs between the themes, by selector."""
    colours = DARK if dark else LIGHT
    rules = {f"{name}": f"fill:{value}" for name, value in colours.items()}
    for tone in ("water", "trap", "goal", "blocked", "blue", "teal", "pink", "red"):
        rules[f"cell-{tone}"] = rules.pop(tone)
    rules["cell-open"] = f"fill:{colours['choice']};fill-opacity:.07;stroke:{colours['frame']}"
    rules["frame"] = f"fill:none;stroke:{colours['frame']}"
    rules["line"] = f"stroke:{colours['frame']}"
    rules["edge"] = f"stroke:{colours['edge']}"
    rules["ring"] = f"fill:none;stroke:{colours['mark']}"
    rules["choice-ring"] = f"fill:none;stroke:{colours['choice']}"
    rules["score-edge"] = f"stroke:{colours['frame']}"
    rules["wall"] = f"fill:none;stroke:{colours['text']}"
    rules["pencil"] = f"fill:none;stroke:{'#d5dde6' if dark else '#3a4350'}"
    rules["ivory"] = f"fill:{colours['ivory']};stroke:{colours['ebony']}"
    rules["ebony"] = f"fill:{colours['ebony']};stroke:{'#c9d2dc' if dark else colours['ivory']}"
    for index, (player, home) in enumerate(zip(PLAYERS, HOMES, strict=True)):
        rules[f"p{index}"] = f"fill:{player[dark]}"
        rules[f"s{index}"] = f"fill:none;stroke:{player[dark]}"
        rules[f"h{index}"] = f"fill:{home[dark]}"
        rules[f"ring-p{index}"] = f"fill:none;stroke:{player[dark]}"
    rules["knot"] = f"fill:{colours['frame']}"
    rules["px"] = f"fill:{NOBODY[dark]}"
    rules["ring-px"] = f"fill:none;stroke:{NOBODY[dark]}"
    rules["print"] = f"fill:{'#eef2f6' if dark else '#2a3440'}"
    rules["label"] = f"fill:{colours['faint']}"
    rules["body-rim"] = f"stroke:{colours['body']}"
    rules["sx"] = f"fill:none;stroke:{NOBODY[dark]}"
    for level, tile in enumerate(TILES):
        rules[f"t{level}"] = f"fill:{tile[dark]}"
    rules["on-tile"] = f"fill:{'#ffffff' if dark else LIGHT['text']}"
    rules["n-white"] = f"fill:{NAMED['white']};stroke:#000;stroke-opacity:.6"
    rules["n-black"] = (
        f"fill:{BLACK_IN_THE_DARK};stroke:#8d99a6;stroke-opacity:.6" if dark else f"fill:{NAMED['black']};stroke:#000"
    )
    return {**{f".{name}": rule for name, rule in rules.items()}, **material_rules(dark)}
