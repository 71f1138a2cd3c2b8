"""What boards are made of: the colours of each material, for light surroundings and for dark ones.

A picture's root has the class `m-` and the material's name, and its parts keep the classes they have on a plain board. In
dark surroundings wood, felt and stone are of middling brightness, so that black pieces and white ones are both seen on
them; paper and card are dark, and go with pieces in the players' colours.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

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


MATERIALS: dict[Material, tuple[Colours, Colours]] = {
    "wood": (
        Colours(
            body="#7b4f2c", label="#fbeed6", ink="#4a2c10", inlay="#e3bd7f", tray="#e2b878", pit="#c4935a",
            light="#f1dcb6", dark="#b98455",
            plain="#e8c48d", home="#d9a96a", edge="#b98a55", line="#6d4520", spike_light="#f6e6c6", spike_dark="#b07b48",
            grain="#5f3716",
        ),
        Colours(
            body="#442b19", label="#ecd5b0", ink="#1d1006", inlay="#a87a44", tray="#a87c4b", pit="#825a32",
            light="#c3a075", dark="#7d5636",
            plain="#a57c4e", home="#8f6537", edge="#6f4c2b", line="#3d2511", spike_light="#cdae84", spike_dark="#77502d",
            grain="#2c1808",
        ),
    ),
    "felt": (
        Colours(
            body="#4a3423", label="#f6e9d2", ink="#fdf3df", inlay="#d8b26a", tray="#27764f", pit="#1d5f3e",
            light="#58ab82", dark="#2b7d55",
            plain="#2f8a5e", home="#2b7a54", edge="#236847", line="#0b2a1a", spike_light="#f0e7d2", spike_dark="#8fc3a5",
            grain="#174b31",
        ),
        Colours(
            body="#2b1e14", label="#e3d2b4", ink="#fdf3df", inlay="#937341", tray="#2a7650", pit="#1f5e3f",
            light="#47916c", dark="#266a48",
            plain="#2d7a54", home="#256446", edge="#1b5036", line="#0b2a1a", spike_light="#cfc4ab", spike_dark="#6ba386",
            grain="#0f3925",
        ),
    ),
    "stone": (
        Colours(
            body="#5d6670", label="#f4f6f8", ink="#2c343c", inlay="#c3ccd5", tray="#d5dade", pit="#bcc4cb",
            light="#eef0f2", dark="#a9b3bc",
            plain="#e0e4e8", home="#ccd2d8", edge="#a3adb7", line="#4d5761", spike_light="#f2f4f5", spike_dark="#a7b1ba",
            grain="#3f4851",
        ),
        Colours(
            body="#2a3037", label="#d5dbe1", ink="#14181c", inlay="#6f7b87", tray="#7b8691", pit="#65707b",
            light="#9aa4ae", dark="#5c6771",
            plain="#78838e", home="#6a7580", edge="#525c66", line="#272d33", spike_light="#a3adb7", spike_dark="#5f6a74",
            grain="#1d2227",
        ),
    ),
    "paper": (
        Colours(
            body="#fdfbf3", label="#5b5a4e", ink="#5b5a4e", inlay="#e5dfca", tray="#fdfbf3", pit="#f3eedd",
            light="#fdfbf3", dark="#e9e3cf",
            plain="#fdfbf3", home="#f3ecd6", edge="#b9c9dc", line="#46566b", spike_light="#f3eedd", spike_dark="#d8d0b6",
            grain="#c7d5e4",
        ),
        Colours(
            body="#28303a", label="#b9c3cf", ink="#b9c3cf", inlay="#3d4854", tray="#28303a", pit="#323c47",
            light="#313b46", dark="#242b34",
            plain="#28303a", home="#333d48", edge="#4a5868", line="#b8c5d4", spike_light="#4a5868", spike_dark="#38434f",
            grain="#3a4755",
        ),
    ),
    "card": (
        Colours(
            body="#37485a", label="#eef3f8", ink="#37485a", inlay="#e8a33d", tray="#dfe6ee", pit="#cbd5e0",
            light="#f7f8fa", dark="#b9c7d6",
            plain="#eef2f6", home="#d8e0ea", edge="#a3b2c2", line="#52657a", spike_light="#f4f6f9", spike_dark="#aab9ca",
            grain="#ffffff",
        ),
        Colours(
            body="#1b232c", label="#cbd5df", ink="#cbd5df", inlay="#b97f2b", tray="#36424f", pit="#2a343f",
            light="#66788b", dark="#3a4756",
            plain="#35414e", home="#414e5c", edge="#4d5b6a", line="#8b9aab", spike_light="#6d7f93", spike_dark="#46566a",
            grain="#ffffff",
        ),
    ),
}  # fmt: skip

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
