"""What the searches claim about random games, against backward induction; `python -m bench.fuzz_claims` goes on for longer."""

from __future__ import annotations

import pytest
from backward_induction import TooLarge
from claim_cases import SEARCHES, Case, Refused
from random_games import SHAPES

SEEDS = range(2)
ONCE_WRONG = [
    ("repetition_alone_ends", "engine", 1009),  # the table continued a lost line into a repetition that wins
    ("three_players", "max_n_pruned", 1012),  # the tuple at which a node was cut, taken for a bound
    ("millionths", "engine:tapered", 1020),  # the distance of a win, although nearer ones were left out
    ("decimals", "engine:tapered", 1021),
    ("pairs_forbidden", "mcts", 3),  # a line into an end that repeats another position
    ("pairs_forbidden_third", "engine:lines", 2),
    ("repetition_alone_ends", "engine:table_mb=0.001", 20013),  # the right value, by an action that does not reach it
    ("clock_outside_key", "engine", 9012),  # a win past the horizon, by a position that came back
    ("millions", "engine:lines", 60002),  # the distance of a win past the horizon, although there is a nearer one
]
PAIRS = [(shape, search) for shape in SHAPES for search in SEARCHES if SEARCHES[search].takes(shape)]


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "search"), PAIRS)
def test_no_claim_is_false(shape: str, search: str) -> None:
    """A value, a distance, a bound, a choice or a variation that is not what the search says it is.

    The failure names the seeds and the command that repeats each of them.
    """
    checked, wrong, refused = 0, [], ""
    for seed in SEEDS:  # until there is something to compare
        if checked:
            break
        case = Case(shape, search, seed)
        try:
            verdict = case.verdict()
        except TooLarge:
            continue
        except Refused as refusal:
            refused = str(refusal)
            continue
        checked += verdict.checked.total()
        wrong += [f"seed {seed}: {words}\n  {case.command}" for words in verdict.wrong]
    assert not wrong, f"{search} on {shape}: {len(wrong)} of {checked} claims are wrong\n" + "\n".join(wrong)
    if refused and not checked:
        pytest.skip(refused)
    assert checked > 0


@pytest.mark.parametrize(("shape", "search", "seed"), ONCE_WRONG)
def test_what_was_false_once_is_right(shape: str, search: str, seed: int) -> None:
    """Catches the return of a fault that only long runs have met."""
    verdict = Case(shape, search, seed).verdict()
    assert verdict.checked.total() > 0
    assert not verdict.wrong
