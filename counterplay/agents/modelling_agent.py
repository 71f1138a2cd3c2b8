"""An agent that plays against a model of its opponents: `model:depth=3,opponent=minimax-1,follow=0.8`."""

from __future__ import annotations

from counterplay.agents.agent import SearchAgent
from counterplay.core import BadParameter, Limit
from counterplay.core.files.user_file import quoted
from counterplay.core.text.long_digits import whole_number
from counterplay.search.opponent_model import DEEPEST, OpponentModel

DEFAULT_OPPONENT, DEFAULT_FOLLOW = "minimax-1", 0.8  # the lectures' example of an opponent that can be foreseen
DEFAULT_DEPTH = Limit(depth=3)


def make_modelled(limit: Limit | None, opponent: str = DEFAULT_OPPONENT, follow: float | None = None) -> SearchAgent:
    """Search that expects the others to follow a policy (`minimax-2`, `random`) with chance `follow`, else to play anything."""
    if opponent == "random":
        if follow is not None:
            raise BadParameter("a random opponent follows nothing; leave out follow=...")
        return SearchAgent("opponent_model", limit or DEFAULT_DEPTH, model=OpponentModel.mixture({"random": 1.0}))
    policy, _, plies = opponent.partition("-")
    depth = whole_number(plies, DEEPEST)
    if policy != "minimax" or not depth:
        raise BadParameter(
            f"'{quoted(opponent)}' is no opponent; write random, or minimax-DEPTH with a depth from 1 to {DEEPEST}"
        )
    chance = DEFAULT_FOLLOW if follow is None else follow
    if not 0.0 <= chance <= 1.0:
        raise BadParameter(f"follow is the chance that the opponent follows its policy, from 0 to 1, not {chance:g}")
    model = OpponentModel.mixture({f"minimax:{depth}": chance, "random": 1.0 - chance})
    return SearchAgent("opponent_model", limit or DEFAULT_DEPTH, model=model)
