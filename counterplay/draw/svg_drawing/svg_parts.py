"""The smallest parts of an SVG picture: numbers, texts, circles, paths. Colours are classes, which the palette explains.

Light and shadow are shapes of their own in white and black that let a little through, not gradients: those need ids, and
the ids of several pictures in one page would collide.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable

from counterplay.core.scene import NEUTRAL
from counterplay.draw.colours.palette import player_index

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate, in as few characters as it needs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def safe(text: str) -> str:
    """Any text as XML content or attribute value; what XML cannot hold becomes a replacement character."""
    return html.escape(_NO_XML.sub("\ufffd", text), quote=True)


def text_at(x: float, y: float, size: float, text: str, classes: str, extra: str = "") -> str:
    """A text centred on a point. Baselines are set by hand: converters disagree about dominant-baseline."""
    place = f'x="{number(x)}" y="{number(y + 0.35 * size)}" font-size="{number(size)}"'
    return f'<text class="{classes}" {place}{extra}>{safe(text)}</text>'


def fitting_size(text: str, width: float, largest: float) -> float:
    """The font size at which a text fits a width; a digit is about 0.6 of the size wide."""
    return min(largest, width / (0.6 * max(1, len(text))))


def circle(x: float, y: float, r: float, classes: str, extra: str = "") -> str:
    """A circle."""
    return f'<circle class="{classes}" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{extra}/>'


def ellipse(x: float, y: float, rx: float, ry: float, classes: str, extra: str = "") -> str:
    """An ellipse."""
    place = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse class="{classes}" {place}{extra}/>'


def rectangle(x: float, y: float, width: float, height: float, classes: str, extra: str = "", *, corner: float = 0.0) -> str:
    """A rectangle by its upper left corner; its own corners are rounded by `corner`."""
    rounded = f' rx="{number(corner)}"' if corner else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{classes}" x="{number(x)}" y="{number(y)}" {size}{rounded}{extra}/>'


def polygon(points: Iterable[Point], classes: str, extra: str = "") -> str:
    """A polygon."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon class="{classes}" points="{corners}"{extra}/>'


def line(a: Point, b: Point, width: float, classes: str, extra: str = "") -> str:
    """A line."""
    ends = f'x1="{number(a[0])}" y1="{number(a[1])}" x2="{number(b[0])}" y2="{number(b[1])}"'
    return f'<line class="{classes}" {ends} stroke-width="{number(width)}"{extra}/>'


def path(d: str, classes: str, extra: str = "") -> str:
    """A path."""
    return f'<path class="{classes}" d="{d}"{extra}/>'


def figure(d: str, x: float, y: float, size: float, classes: str, extra: str = "") -> str:
    """A path drawn on a square of 100 x 100, centred on a point in a square of this size."""
    return f'<path class="{classes}" {placed(x, y, size)} d="{d}"{extra}/>'


def placed(x: float, y: float, size: float, turn: int = 0) -> str:
    """The attribute that puts a drawing of 100 x 100 in a square of this size around a point, turned by degrees."""
    scale = f"{size / 100:.4g}"
    if turn % 360:
        return f'transform="translate({number(x)} {number(y)}) rotate({turn % 360}) scale({scale}) translate(-50 -50)"'
    return f'transform="translate({number(x - size / 2)} {number(y - size / 2)}) scale({scale})"'


def stroke(width: float, opacity: float = 1.0) -> str:
    """The attributes of a stroke; its colour is a class."""
    return f' stroke-width="{number(width)}"' + ("" if opacity >= 1 else f' stroke-opacity="{opacity:g}"')


def veil(opacity: float) -> str:
    """The attribute that lets through what lies below."""
    return f' fill-opacity="{opacity:g}"'


def shadow(x: float, y: float, r: float, drop: float = 0.09) -> str:
    """What something round throws on the board; two shapes, since the rim of a shadow is soft."""
    below = y + drop * r
    return circle(x, below, r * 1.06, "shade", veil(0.1)) + circle(x, below, r * 1.01, "shade", veil(0.17))


def fill_class(owner: int) -> str:
    """The class that fills with a player's colour."""
    return "px" if owner == NEUTRAL else f"p{player_index(owner)}"


def stroke_class(owner: int) -> str:
    """The class that strokes with a player's colour."""
    return "sx" if owner == NEUTRAL else f"s{player_index(owner)}"


def ring_points(x: float, y: float, r: float, count: int, start: float = -90.0) -> list[Point]:
    """Points on a circle, clockwise; start in degrees from the right."""
    angles = [math.radians(start + 360 * k / count) for k in range(count)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]
