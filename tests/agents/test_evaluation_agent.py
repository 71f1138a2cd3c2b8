"""An agent with an evaluation of its own, on one side of a game."""

from __future__ import annotations

from typing import Any

import pytest

from counterplay import BadParameter, Limit, Position, make_game
from counterplay.agents import EvaluationAgent
from counterplay.agents.agent import refuse_misfit
from counterplay.games.combinatorial.nim import Nim


class Fond(Nim):
    """Likes to be left with an odd number of stones in the first heap."""

    def evaluate(self, s, p):  # type: ignore[no-untyped-def]
        worth = 0.5 if self.dump(s).startswith("1") else -0.5
        return worth if p == self.player(s) else -worth


def test_it_decides_by_its_own_estimate() -> None:
    """Would catch an agent that searches the game that is played instead of its own, or loses the history."""
    game = make_game("nim:heaps=3-5-7")
    asked: list[str] = []

    class Watching(Nim):
        def evaluate(self, s, p):  # type: ignore[no-untyped-def]
            asked.append(self.dump(s))
            return 0.0

    agent = EvaluationAgent(Watching((3, 5, 7)), Limit(depth=1), "minimax_value", interpreted=True)
    refuse_misfit(agent, game)
    position = Position(game)
    position = position.play(position.choices[0])
    action = agent.choose(position)
    assert action in position.choices and len(asked) == len(position.choices) and agent.name == "Watching"


def test_another_game_is_refused() -> None:
    """Would catch an agent that plays a game by the rules of another."""
    with pytest.raises(BadParameter, match="Fond is no version of Tic-tac-toe, which is played"):
        refuse_misfit(EvaluationAgent(Fond()), make_game("tic_tac_toe"))
    with pytest.raises(BadParameter, match="Fond has heaps="):
        refuse_misfit(EvaluationAgent(Fond((1, 2))), make_game("nim:heaps=3-5-7"))


@pytest.mark.parametrize(("game", "limit"), [(Fond, Limit(nodes=5)), ("nim", Limit(nodes=5)), (Fond(), 5)])
def test_what_is_no_game_or_no_limit_is_refused(game: Any, limit: Any) -> None:
    """Would catch an agent that is made and then loses every game of a match by the same mistake."""
    with pytest.raises(BadParameter, match=r"takes a game|Limit\(seconds=1\)"):
        EvaluationAgent(game, limit)
