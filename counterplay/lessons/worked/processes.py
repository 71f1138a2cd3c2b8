"""Decision processes: Bellman's equations on games, and optimal Pig."""

from __future__ import annotations

import numpy as np

from counterplay.games import make_game
from counterplay.games.dice.pig import HOLD, State
from counterplay.lessons.worked.lesson import Content, Lesson, Progress, Table, section
from counterplay.search.decision_process import DecisionProcess

SMALL = "2048:width=2,height=2,goal=16"  # one player against chance
PIG_TOLERANCE = 1e-9  # of a value when the sweeps end
OPPONENT_SCORES = (0, 20, 40, 60, 80, 99)


def _processes(progress: Progress) -> Content:
    game = make_game(SMALL)
    process = DecisionProcess(game)
    start, rows = game.initial(), []
    numbers: dict[str, float] = {"states": len(process)}
    sweeps = process.iterate_values()
    numbers["value"], values = process.value(start), process.values.copy()
    rows.append(("value iteration", f"{sweeps} sweeps", f"{numbers['value']:.4f}"))
    q = process.iterate_q()
    numbers["q"], numbers["same_q"] = process.value(start), bool(np.allclose(process.values, values))
    rows.append(("Q-iteration", f"{len(q):,} transitions", f"{numbers['q']:.4f}"))
    rounds = process.iterate_policy()
    numbers["policy"], numbers["same_policy"] = process.value(start), bool(np.allclose(process.values, values))
    rows.append(("policy iteration", f"{rounds} rounds", f"{numbers['policy']:.4f}"))
    policy = process.extract_policy()
    process.evaluate_policy(policy)
    numbers["evaluated"] = process.value(start)
    rows.append(("the extracted policy, evaluated", "", f"{numbers['evaluated']:.4f}"))
    first = np.where(policy >= 0, process.model.first[:-1], -1)  # the first legal action everywhere
    process.evaluate_policy(first)
    numbers["first"] = process.value(start)
    rows.append(("the first action everywhere, evaluated", "", f"{numbers['first']:.4f}"))
    improved = process.improve_policy(first)
    process.evaluate_policy(improved)
    numbers["improved"] = process.value(start)
    rows.append(("that policy, improved once", "", f"{numbers['improved']:.4f}"))
    text = (
        section(
            "One player against chance",
            "V(s) = max over a of the average of V(s') over what chance makes of a: Bellman's equation. A game with one "
            "player and chance is a Markov decision process, and the same Game class serves. Here: 2048 on a board of 2 x 2, "
            f"where the aim is a tile of 16. It has {numbers['states']:,} states, and the best chance of success is "
            f"{numbers['value']:.4f}.",
        ),
        section(
            "Three ways to the same values",
            "Value iteration applies the equation to all states until nothing changes. Q-iteration does the same on pairs of "
            "state and action. Policy iteration evaluates a policy, improves it where a better action is known, and starts "
            "over.",
        ),
    )
    return Content(text, table=Table(("method", "work", "value of the start"), tuple(rows)), numbers=numbers)


def _pig(progress: Progress) -> Content:
    game = make_game("pig")
    progress("listing the two million states of Pig")
    process = DecisionProcess(game)
    progress("value iteration over two million states")
    sweeps = process.iterate_values(tolerance=PIG_TOLERANCE)
    wins = (1.0 + process.value(game.initial())) / 2.0
    holds = {other: _first_hold(process, other) for other in OPPONENT_SCORES}
    rows = tuple((str(other), "never: roll to the end" if at is None else str(at)) for other, at in holds.items())
    text = (
        section(
            "Roll or hold?",
            game.rules,
            f"The first player wins with probability {wins:.4f} if both play best (T. Neller and C. Presser, 2004): value "
            f"iteration over {len(process):,} states, {sweeps} sweeps. At 0 to 0 it is best to hold at {holds[0]}, and not at "
            "20, where a roll neither gains nor loses on average. The more the other has, the more must be dared.",
        ),
    )
    numbers = {"wins": wins, "holds": holds, "states": len(process)}
    return Content(text, table=Table(("points of the other", "first hold at, with 0 points"), rows), numbers=numbers)


def _first_hold(process: DecisionProcess, other: int) -> int | None:
    """The least total of a turn at which a player without points holds."""
    for total in range(2, 100):
        if process.best_action(State(0, other, total, 0, False)) == HOLD:
            return total
    return None


LESSONS = (
    Lesson(
        "decision-processes",
        "Decision processes",
        "Value iteration, Q-iteration and policy iteration on a game.",
        _processes,
        ("twenty_forty_eight",),
    ),
    Lesson("pig", "Optimal Pig", "0.5306 for the first player, who first holds at 21.", _pig, ("pig",)),
)
