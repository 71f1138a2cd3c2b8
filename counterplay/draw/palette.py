"""Every colour of counterplay's pictures, once for light and once for dark surroundings.

Colours are written out as CSS classes, with a media query for dark ones: unlike CSS variables, every converter of SVG
understands that, and a picture in a page follows the reader's system. Selectors start with `.counterplay`, since a style
sheet inside an inline SVG applies to the whole page.
"""

from __future__ import annotations

from typing import Literal

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
PALE = "white"  # text on it is dark

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


def style_sheet(theme: Theme = "auto") -> str:
    """The CSS of a board; `auto` follows the reader's preference."""
    if theme == "dark":
        return _rules(1) + _FIXED
    dark = f"@media (prefers-color-scheme:dark){{{_rules(1)}}}" if theme == "auto" else ""
    return _rules(0) + dark + _FIXED


_SAME_IN_BOTH = {
    "text": 'font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;text-anchor:middle',
    "text.note": "text-anchor:start",
    ".bold": "font-weight:600",
    ".line": "fill:none;stroke-linecap:round",
    ".outlined": "stroke:#fff",
    ".over": "opacity:.5",
    ".on-deep": "fill:#fff",
    ".on-pale": "fill:#1d2733",
    ".on-rim": "fill:none;stroke:#fff;stroke-opacity:.4",
    ".on-rim-pale": "fill:none;stroke:#000;stroke-opacity:.25",
    ".crown": "fill:#ffe08a",
    ".crown-pale": "fill:#8a6a00",
}
_FIXED = "".join(f".counterplay {selector}{{{rule}}}" for selector, rule in _SAME_IN_BOTH.items())


def _rules(dark: int) -> str:
    colours = DARK if dark else LIGHT
    rules = {f"{name}": f"fill:{value}" for name, value in colours.items()}
    rules["frame"] = f"fill:none;stroke:{colours['frame']}"
    rules["line"] = f"stroke:{colours['frame']}"
    rules["edge"] = f"stroke:{colours['edge']}"
    rules["ring"] = f"fill:none;stroke:{colours['mark']}"
    rules["choice-ring"] = f"fill:none;stroke:{colours['choice']}"
    rules["ivory"] = f"fill:{colours['ivory']};stroke:{colours['ebony']}"
    rules["ebony"] = f"fill:{colours['ebony']};stroke:{'#c9d2dc' if dark else colours['ivory']}"
    for index, (player, home) in enumerate(zip(PLAYERS, HOMES, strict=True)):
        rules[f"p{index}"] = f"fill:{player[dark]}"
        rules[f"s{index}"] = f"fill:none;stroke:{player[dark]}"
        rules[f"h{index}"] = f"fill:{home[dark]}"
    rules["knot"] = f"fill:{colours['frame']}"
    rules["px"] = f"fill:{NOBODY[dark]}"
    rules["sx"] = f"fill:none;stroke:{NOBODY[dark]}"
    for level, tile in enumerate(TILES):
        rules[f"t{level}"] = f"fill:{tile[dark]}"
    rules["on-tile"] = f"fill:{'#ffffff' if dark else LIGHT['text']}"
    rules["n-white"] = f"fill:{NAMED['white']};stroke:#000;stroke-opacity:.6"
    # A black disc on a dark board is seen by its edge.
    rules["n-black"] = f"fill:{NAMED['black']};stroke:{'#c9d2dc' if dark else '#000'};stroke-opacity:.9"
    return "".join(f".counterplay .{name}{{{rule}}}" for name, rule in rules.items())
