"""Pictures of scenes: SVG for pages and notebooks, characters for the terminal."""

from counterplay.core.position import set_svg_renderer
from counterplay.draw.svg_drawing.svg import scene_svg
from counterplay.draw.terminal_drawing.terminal import scene_rows, scene_text
from counterplay.draw.terminal_drawing.terminal_contents import player_letter

set_svg_renderer(scene_svg)

__all__ = ["player_letter", "scene_rows", "scene_svg", "scene_text"]
