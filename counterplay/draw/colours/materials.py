"""What boards are made of: the colours of each material, for light surroundings and for dark ones.

A picture's root has the class `m-` and the material's name, and its parts keep the classes they have on a plain board. In
dark surroundings wood, felt and stone are of middling brightness, so that black pieces and white ones are both seen on
them; paper and card are dark, and go with pieces in the players' colours.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import cast

from counterplay.core.scene import Material


@dataclass(frozen=True)
class Colours:
    """The colours of a board in one theme."""

    body: str  # the frame
    label: str  # coordinates on the frame
    ink: str  # text on the surface
    inlay: str  # the accent: a fine line between frame and surface
    tray: str  # the surface behind pits, points and spikes
    pit: str  # the ground of a pit
    light: str  # cells
    dark: str
    plain: str
    home: str
    edge: str  # between plain cells
    line: str  # drawn on the surface
    spike_light: str
    spike_dark: str
    grain: str  # veins of wood, specks of stone, squares of paper


# A column for each material in each theme, a row for each field of `Colours`.
_TABLE = """
             wood              felt              stone             paper             card
             light    dark     light    dark     light    dark     light    dark     light    dark
body         #7b4f2c  #442b19  #4a3423  #2b1e14  #5d6670  #2a3037  #fdfbf3  #28303a  #37485a  #1b232c
label        #fbeed6  #ecd5b0  #f6e9d2  #e3d2b4  #f4f6f8  #d5dbe1  #5b5a4e  #b9c3cf  #eef3f8  #cbd5df
ink          #4a2c10  #1d1006  #fdf3df  #fdf3df  #2c343c  #14181c  #5b5a4e  #b9c3cf  #37485a  #cbd5df
inlay        #e3bd7f  #a87a44  #d8b26a  #937341  #c3ccd5  #6f7b87  #e5dfca  #3d4854  #e8a33d  #b97f2b
tray         #e2b878  #a87c4b  #27764f  #2a7650  #d5dade  #7b8691  #fdfbf3  #28303a  #dfe6ee  #36424f
pit          #c4935a  #825a32  #1d5f3e  #1f5e3f  #bcc4cb  #65707b  #f3eedd  #323c47  #cbd5e0  #2a343f
light        #f1dcb6  #c3a075  #58ab82  #47916c  #eef0f2  #9aa4ae  #fdfbf3  #313b46  #f7f8fa  #66788b
dark         #b98455  #7d5636  #2b7d55  #266a48  #a9b3bc  #5c6771  #e9e3cf  #242b34  #b9c7d6  #3a4756
plain        #e8c48d  #a57c4e  #2f8a5e  #2d7a54  #e0e4e8  #78838e  #fdfbf3  #28303a  #eef2f6  #35414e
home         #d9a96a  #8f6537  #2b7a54  #256446  #ccd2d8  #6a7580  #f3ecd6  #333d48  #d8e0ea  #414e5c
edge         #b98a55  #6f4c2b  #236847  #1b5036  #a3adb7  #525c66  #b9c9dc  #4a5868  #a3b2c2  #4d5b6a
line         #6d4520  #3d2511  #0b2a1a  #0b2a1a  #4d5761  #272d33  #46566b  #b8c5d4  #52657a  #8b9aab
spike_light  #f6e6c6  #cdae84  #f0e7d2  #cfc4ab  #f2f4f5  #a3adb7  #f3eedd  #4a5868  #f4f6f9  #6d7f93
spike_dark   #b07b48  #77502d  #8fc3a5  #6ba386  #a7b1ba  #5f6a74  #d8d0b6  #38434f  #aab9ca  #46566a
grain        #5f3716  #2c1808  #174b31  #0f3925  #3f4851  #1d2227  #c7d5e4  #3a4755  #ffffff  #ffffff
"""


def _read_table() -> dict[Material, tuple[Colours, Colours]]:
    names, _, *rows = (line.split() for line in _TABLE.strip().splitlines())
    columns = list(zip(*(row[1:] for row in rows), strict=True))
    made = [Colours(**dict(zip((row[0] for row in rows), column, strict=True))) for column in columns]
    return {cast(Material, name): (made[2 * i], made[2 * i + 1]) for i, name in enumerate(names)}


MATERIALS = _read_table()  # (light, dark) of each
MIDDLING: tuple[Material, ...] = ("wood", "felt", "stone")

_ROLES = {  # a class of a picture's part -> how the colour of this name is used in it
    "body": "fill:{body}",
    "body-rim": "stroke:{body}",
    "label": "fill:{label}",
    "on-surface": "fill:{ink}",
    "inlay": "fill:none;stroke:{inlay}",
    "tray": "fill:{tray}",
    "pit": "fill:{pit}",
    "cell-light": "fill:{light}",
    "cell-dark": "fill:{dark}",
    "cell-plain": "fill:{plain}",
    "cell-home": "fill:{home}",
    "edge": "stroke:{edge}",
    "line": "stroke:{line}",
    "knot": "fill:{line}",
    "spike-light": "fill:{spike_light}",
    "spike-dark": "fill:{spike_dark}",
    "grain": "fill:none;stroke:{grain}",
    "speck": "fill:{grain}",
}


def instead_rules(material: Material, dark: int) -> dict[str, str]:
    """Boards of wood, felt and stone drawn as one of these: any pieces on one are seen on the others."""
    colours, every = asdict(MATERIALS[material][dark]), ",".join(f".m-{name}" for name in MIDDLING)
    return {f":is({every}) .{name}": declared.format(**colours) for name, declared in _ROLES.items()}


def material_rules(dark: int) -> dict[str, str]:
    """Selectors, without the root's own class, and what they declare."""
    rules = {}
    for material, themes in MATERIALS.items():
        colours = asdict(themes[dark])
        for name, declared in _ROLES.items():
            rules[f".m-{material} .{name}"] = declared.format(**colours)
    rules[".m-paper .cell-plain"] += ";fill-opacity:0"  # its squares are seen through
    if dark:
        for material in MIDDLING:
            rules[f".m-{material} .n-black"] = "stroke:#000"  # needs no light edge there
    return rules
