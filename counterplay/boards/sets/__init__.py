"""Sets of cells, and arrays over them: what compiled rules ask of a board."""
