"""Pictures of scenes: SVG for pages and notebooks, characters for the terminal."""
