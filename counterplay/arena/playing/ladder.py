"""The ladder: the textbook's searches and the engine, one enhancement added on each rung, equal nodes or equal time.

Each rung plays against the one below it: what it adds is seen where the strengths are close.
"""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.arena.counting.match_statistics import signed
from counterplay.arena.counting.ratings import Ratings
from counterplay.arena.playing.contest import Contest
from counterplay.core import BadParameter, Game, Limit, overrides
from counterplay.search.api import fits
from counterplay.search.engine.driver import ENHANCEMENTS


@dataclass(frozen=True)
class Rung:
    """One step of the ladder."""

    label: str  # for people
    agent: str  # its name


# What is added to the engine, in this order: first how the window is searched, then what is looked at first, then how far.
ADDED = (
    "table", "order", "killers", "history", "countermove", "pvs", "aspiration", "candidates",
    "quiescence", "threats", "null_move", "reductions", "singular", "reverse_futility",
    "late_pruning", "futility", "internal_reduction", "continuation", "improving", "quiescence_table", "exchange",
    "stages", "noisy_history", "correction", "table_estimate", "expected_cuts", "probcut", "multi_probcut",
)  # fmt: skip
# What the game must define for an enhancement to have anything to work on.
BUILDS_ON = {
    "order": "order",
    "quiescence": "noisy",
    "threats": "threatened",
    "candidates": "candidates",
    "quiescence_table": "noisy",
    "exchange": "exchange",
    "stages": "noisy",
    "noisy_history": "noisy",
    "probcut": "noisy",
    "correction": "structure",
}
TEXTBOOK = (  # label, algorithm, further parameters
    ("minimax", "minimax", ""),
    ("alpha-beta", "alpha_beta", ""),
    ("alpha-beta, children ordered", "negamax_alpha_beta", ",ordered=yes"),
)
# What is added to plain Monte Carlo tree search, in this order: label, parameters, the hint that the game must define.
MONTE_CARLO = (
    ("decisive actions", "decisive=yes", ""),
    ("decisive playouts", "decisive_playouts=yes", "candidates"),
    ("heavy playouts", "heavy_playouts=yes", "playout_action"),
    ("first-play urgency", "first_play=yes", ""),
    ("RAVE", "rave=yes", ""),
    ("implicit minimax", "implicit=0.4", "evaluate"),
    ("playouts cut after 4 plies", "playout_plies=4", "evaluate"),
    ("priors", "priors=yes", "order"),
    ("progressive widening", "widening=0.4", "order"),
    ("two threads", "threads=2", ""),
)
CHANCE = (("expectiminimax", "expectiminimax", ""), ("Star1", "star1", ""), ("Star2", "star2", ""))
MANY = (("max^n", "max_n", ""), ("max^n with sound cuts", "max_n_pruned", ""), ("paranoid", "paranoid", ""))


def has_use(game: Game, enhancement: str) -> bool:
    """Whether the game gives an enhancement anything to work on."""
    if enhancement == "null_move":
        return game.can_skip
    if enhancement == "candidates" and not game.has_candidates:
        return False
    hint = BUILDS_ON.get(enhancement)
    return hint is None or overrides(game, hint)


def rungs(game: Game, nodes: int | None = None, seconds: float | None = None) -> list[Rung]:
    """The rungs of a game, from the bottom; each searches so many nodes, or so many seconds, a move."""
    if (nodes is None) == (seconds is None):
        raise BadParameter("a ladder is of equal nodes or of equal time, one of them")
    Limit(nodes=nodes, seconds=seconds)  # refuses what leaves nothing to search
    spend = f"nodes={nodes}" if nodes is not None else f"seconds={seconds:g}"
    if fits("engine", game):
        textbook = [form for form in TEXTBOOK if "ordered" not in form[2] or has_use(game, "order")]
    else:
        textbook = list(CHANCE if fits("star2", game) else MANY)
        if game.players < 2:
            raise BadParameter(f"{game.title_text} has one player, so that nobody can play against anybody")
    found = [Rung(label, f"{algorithm}:{spend}{more}") for label, algorithm, more in textbook]
    if seconds is not None:  # a node of its tree costs a whole game: only time compares it with the others
        found += monte_carlo_rungs(game, spend)
    if fits("engine", game):
        found.append(Rung("engine, bare", f"engine:{spend},only=none"))
        on: list[str] = []
        for enhancement in ADDED:
            if has_use(game, enhancement):
                on.append(enhancement)
                found.append(Rung(f"+ {enhancement}", f"engine:{spend},only={'+'.join(on)}"))
    return found


def monte_carlo_rungs(game: Game, spend: str) -> list[Rung]:
    """Plain UCT, then with one technique after the other, and at last with those that suit the game."""
    found = [Rung("Monte Carlo tree search, plain", f"mcts:{spend},plain=yes")]
    for label, parameters, hint in MONTE_CARLO:
        if not hint or overrides(game, hint):
            found.append(Rung(f"+ {label}", f"{found[-1].agent},{parameters}"))
    return [*found, Rung("Monte Carlo tree search", f"mcts:{spend}")]


def label_of(agent: str, game: Game) -> str:
    """What a rung is called, from its agent's name."""
    parameters = dict(part.split("=", 1) for part in agent.partition(":")[2].split(",") if "=" in part)
    nodes, seconds = parameters.get("nodes"), parameters.get("seconds")
    steps = rungs(game, int(nodes) if nodes else None, float(seconds) if seconds else None)
    return next((rung.label for rung in steps if rung.agent == agent), agent)


def ladder_table(contest: Contest, ratings: Ratings, game: Game) -> tuple[list[str], list[list[str]]]:
    """(headings, rows), from the bottom: Elo above the lowest rung, and what each adds to the one below it."""
    names = contest.settings.names
    headings = ["rung", "Elo", "95 %", "adds", "95 %", "against the rung below"]
    rows = []
    for place, name in enumerate(names):
        total, low, _ = ratings.difference(place, 0)
        row = [label_of(name, game), f"{total:.0f}", "" if place == 0 else f"±{total - low:.0f}"]
        if place == 0:
            rows.append([*row, "", "", ""])
            continue
        gain, lower, _ = ratings.difference(place, place - 1)
        s = contest.standing((place - 1, place))
        # The pairing counts from the lower rung's side.
        rows.append([*row, signed(gain), f"±{gain - lower:.0f}", f"+{s.losses} ={s.draws} -{s.wins}"])
    return headings, rows


assert set(ADDED) == set(ENHANCEMENTS) - {"tapered"}  # a new enhancement must get its rung
