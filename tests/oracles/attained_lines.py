"""What a solution promises about its line of best play."""

from __future__ import annotations

from counterplay.core import Position
from counterplay.solve import Solution


def assert_line_attains(position: Position, solution: Solution) -> None:
    """Best play is legal, ends the game, ends it with the value promised and when it was promised."""
    end = position
    for action in solution.line:
        end = end.play(action)
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.utilities[position.player] == solution.value.score
    assert solution.value.plies_to_end in (None, len(solution.line))
    assert solution.action == solution.line[0]
    assert solution.value.proven
