"""Ten levels: each is what it says, the same for one seed, and stronger than those below."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from counterplay import CHANCE, Game, Position, make_agent, make_game
from counterplay.agents import LEVELS, Agent, Clock, LevelAgent
from counterplay.agents.levels import STRONGEST, find_level, rank
from counterplay.games.lines.mnk import LineGame

FULL = "level:10,nodes=20000"  # nodes instead of a second, so that the result does not depend on the machine
PAIRS = {"connect_four": 3, "kalah": 3}  # of games with sides swapped
KINDS = ["tic_tac_toe", "backgammon", "pig:target=10", "2048:width=2,height=2", "mnk:players=3"]


def drawn(position: Position, dice: random.Random) -> Position:
    """On through what chance decides."""
    while position.player == CHANCE and position.outcome() is None:
        pairs = [(int(a), float(p)) for a, p in position.game.outcomes(position.state)]
        position = position.play(dice.choices([a for a, _ in pairs], [p for _, p in pairs])[0])
    return position


def play(game: Game, agents: list[Agent], seed: int, random_plies: int = 2) -> tuple[float, ...]:
    """The utilities of a game that begins with random actions."""
    dice = random.Random(f"dice {seed}")
    position = drawn(Position(game), dice)
    while position.outcome() is None and position.ply < 300:
        chosen = dice.choice(position.choices) if position.ply < random_plies else agents[position.player].choose(position)
        position = drawn(position.play(chosen), dice)
    outcome = position.outcome()
    return outcome.utilities if outcome is not None else (0.0,) * game.players


def points(game: Game, strong: str, weak: str, pairs: int) -> float:
    """What the first makes of pairs of games with sides swapped, from 0 to 1."""
    total = 0.0
    for seed in range(pairs):
        for side in (0, 1):
            names = [strong, weak] if side == 0 else [weak, strong]
            utilities = play(game, [make_agent(name, seed) for name in names], seed)
            mine, other = utilities[side], utilities[1 - side]
            total += 0.5 if mine == other else float(mine > other)
    return total / (2 * pairs)


class Sampled(LineGame):
    """Tic-tac-toe that a match has given to Monte Carlo search."""

    strongest_search = "mcts"


def test_the_strongest_search() -> None:
    """Would catch a level 10 that does not play with the search that the game names, or lower ones that do."""
    for game, wanted in ((Sampled(), "mcts"), (make_game("tic_tac_toe"), "engine")):
        agent = make_agent("level:10,nodes=500", 1)
        agent.refuse(game)  # type: ignore[attr-defined]
        agent.choose(Position(game))
        assert agent.report.algorithm == wanted  # type: ignore[attr-defined]
    lower = make_agent("level:9", 1)
    lower.choose(Position(Sampled()))
    assert lower.report.algorithm == "engine"  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_higher_levels_win(name: str) -> None:
    """Catches levels that are not in order: 4 beats 1, 7 beats 4 and 10 beats 7 in short matches."""
    game = make_game(name)
    for weak, strong in (("level:1", "level:4"), ("level:4", "level:7"), ("level:7", FULL)):
        assert points(game, strong, weak, PAIRS[name]) > 0.5, (strong, weak)


@pytest.mark.parametrize("spec", KINDS)
@pytest.mark.parametrize("level", [2, 9])
def test_every_kind_of_game_has_levels(spec: str, level: int) -> None:
    """Catches a kind of game (dice, one player, three players) that a level cannot play, or plays by chance."""
    game = make_game(spec)
    lines = []
    for _ in range(2):
        agent = make_agent(f"level:{level}", seed=7)
        dice = random.Random(1)
        position, chosen = drawn(Position(game), dice), []
        while position.outcome() is None and len(chosen) < 6:
            action = agent.choose(position)
            chosen.append(action)
            position = drawn(position.play(action), dice)
        lines.append(chosen)
    assert lines[0] == lines[1]


def test_what_a_level_does_depends_on_seed_and_position_alone() -> None:
    """Catches an agent that plays another move when it is asked a second time, or after an undo."""
    position = Position(make_game("connect_four")).play("4")
    agent = LevelAgent(find_level(2), seed=5)
    first = agent.choose(position)
    agent.choose(position.play("3").play("3"))
    assert agent.choose(position) == first
    assert len({LevelAgent(find_level(1), seed).choose(position) for seed in range(30)}) > 3


def test_a_beginner_is_a_little_better_than_chance() -> None:
    """Catches a lowest level that is no weaker than the next, or weaker than random play."""
    game = make_game("connect_four")
    assert points(game, "level:1", "random", 20) > 0.5
    winning = Position(game)
    for column in "112233":
        winning = winning.play(column)
    wins = sum(LevelAgent(LEVELS[0], seed).choose(winning) == winning.parse("4") for seed in range(200))
    assert 30 < wins < 120  # 1/7 by chance, and 15 % of the rest with thought


def test_levels_rise() -> None:
    """Catches a table in which a level is hastier, more careless or sees less than the one below."""
    for lower, higher in pairwise(LEVELS):
        assert higher.number == lower.number + 1
        assert higher.haste < lower.haste and higher.carelessness < lower.carelessness
        assert higher.depth >= lower.depth and higher.nodes >= lower.nodes
    assert STRONGEST == len(LEVELS) == 10


def test_a_glance_ranks_all_actions() -> None:
    """Catches a ranking that loses actions, or in which a win at once is not the first."""
    game = make_game("connect_four")
    position = Position(game)
    for column in "112233":
        position = position.play(column)
    ranking, _ = rank(position)
    assert sorted(ranking) == sorted(position.choices)
    assert ranking[0] == position.parse("4")


def test_a_clock_binds_a_level() -> None:
    """Catches a level that oversteps its time where its nodes would take longer."""
    agent = make_agent("level:9", seed=1)
    position = Position(make_game("chess"))
    agent.on_clock(Clock(per_move=0.005))  # type: ignore[attr-defined]
    assert agent.choose(position) in position.choices
    report = agent.report  # type: ignore[attr-defined]
    assert report is not None and report.nodes < 100_000
