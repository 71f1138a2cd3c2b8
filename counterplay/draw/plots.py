"""Plots of measurements as SVG text, by matplotlib (the extra `plots`)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from counterplay.core import BadParameter

INCHES = (7.0, 4.2)  # width and height; the SVG scales


def plot_svg(draw: Callable[[Any], None], size: tuple[float, float] = INCHES) -> str:
    """The SVG text of what `draw` puts on matplotlib's Axes; the same drawing gives the same text."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise BadParameter("plots need matplotlib: pip install 'counterplay[plots]'") from None
    with rc_context({"svg.hashsalt": "counterplay", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.3)
        draw(axes)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
