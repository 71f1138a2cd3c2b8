"""Where an SVG's elements lie once all transforms are applied: corners of shapes, and ends and control points of paths."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

Matrix = tuple[float, float, float, float, float, float]  # a, b, c, d, e, f as in SVG
Point = tuple[float, float]
_STEP = re.compile(r"([MLHVQCAZh])([^MLHVQCAZh]*)")
_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_NUMBER = re.compile(r"-?\d*\.?\d+")


def drawn_points(tree: ET.Element) -> Iterator[tuple[ET.Element, list[Point]]]:
    yield from _walk(tree, (1, 0, 0, 1, 0, 0))


def _walk(element: ET.Element, outer: Matrix) -> Iterator[tuple[ET.Element, list[Point]]]:
    matrix = outer
    for name, values in _CALL.findall(element.get("transform", "")):
        matrix = _times(matrix, _matrix(name, [float(v) for v in _NUMBER.findall(values)]))
    yield element, [_apply(matrix, point) for point in _points(element)]
    for child in element:
        yield from _walk(child, matrix)


def _points(element: ET.Element) -> list[Point]:
    def value(name: str) -> float:
        return float(element.get(name, 0))

    kind = element.tag.rpartition("}")[2]
    if kind == "rect":
        x, y, w, h = (value(n) for n in ("x", "y", "width", "height"))
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    if kind in ("circle", "ellipse"):
        x, y = value("cx"), value("cy")
        rx, ry = (value("r"), value("r")) if kind == "circle" else (value("rx"), value("ry"))
        return [(x - rx, y), (x + rx, y), (x, y - ry), (x, y + ry)]
    if kind == "line":
        return [(value("x1"), value("y1")), (value("x2"), value("y2"))]
    if kind == "text":
        return [(value("x"), value("y"))]
    if kind == "polygon":
        numbers = [float(v) for v in _NUMBER.findall(element.get("points", ""))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    return _path_points(element.get("d", "")) if kind == "path" else []


def _path_points(d: str) -> list[Point]:
    points: list[Point] = []
    for command, text in _STEP.findall(d):
        numbers = [float(v) for v in _NUMBER.findall(text)]
        x, y = points[-1] if points else (0.0, 0.0)
        if command == "H":
            points.append((numbers[0], y))
        elif command == "h":
            points.append((x + numbers[0], y))
        elif command == "V":
            points.append((x, numbers[0]))
        elif command == "A":
            points.append((numbers[5], numbers[6]))
        else:
            points += zip(numbers[::2], numbers[1::2], strict=True)
    return points


def _matrix(name: str, values: list[float]) -> Matrix:
    if name == "translate":
        return (1, 0, 0, 1, values[0], values[1])
    if name == "scale":
        return (values[0], 0, 0, values[0], 0, 0)
    assert name == "rotate", name
    a = math.radians(values[0])
    turn = (math.cos(a), math.sin(a), -math.sin(a), math.cos(a), 0.0, 0.0)
    if len(values) == 1:
        return turn
    x, y = values[1:]
    return _times(_times((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
    )  # fmt: skip


def _apply(m: Matrix, point: Point) -> Point:
    x, y = point
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]
