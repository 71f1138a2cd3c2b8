"""Pacman as a game, the 2 x 2 table, and the exact values against an opponent that is known."""

from __future__ import annotations

import contextlib
import math
from functools import cache
from typing import Any

import numpy as np
import pytest

from counterplay import DecisionProcess, check_game
from counterplay.core import CHANCE, BadNotation, BadParameter, Game, Limit, Position
from counterplay.games import make_game
from counterplay.gears.gear_choice import interpreting
from counterplay.gears.rng import seeded
from counterplay.lessons.pacman.pacman import GHOST_BITS, Pacman
from counterplay.lessons.pacman.pacman_play import ADVERSARY, EXPECTIMAX, MINIMAX, RANDOM, play_game
from counterplay.lessons.pacman.pacman_study import BELIEVED_RANDOM, Cell, play_cell, play_table, random_start
from counterplay.lessons.worked.opponent_study import DEPTH_ONE, opponent_table
from counterplay.search import search_position
from counterplay.search.opponent_model import policies_of
from counterplay.search.search_control import as_record, new_control
from counterplay.search.textbook.textbook_form import form_walk

TINY = "P .G/ %% /.   "


# --- the game ---
@pytest.mark.slow
@pytest.mark.parametrize("game", [Pacman("P..G/.%%./G...", steps=9), Pacman(ghosts="random")], ids=repr)
def test_pacman_keeps_the_contract(game: Pacman) -> None:
    """Rules that contradict themselves, native code that differs, a notation or a picture that does not fit."""
    report = check_game(game, playouts=15)
    assert report.ok, [finding.message for finding in report.findings]


def test_a_short_game_by_hand() -> None:
    """Points that do not add up: steps cost 1, dots bring 10, the last dot brings the stake."""
    game = Pacman("P..G/%%%%", steps=10, stake=50)
    position = Position(game).play("east")
    assert position.state.score == 9 and position.player == 1
    with pytest.raises(BadNotation):
        position.play("east")  # a wall
    caught = position.play("west").play("east")
    assert caught.outcome() is not None and caught.state.score == 9 - 1 + 10 - 50
    assert caught.outcome().utilities == (-32.0, 32.0)  # type: ignore[union-attr]
    assert "caught" in caught.outcome().reason  # type: ignore[union-attr]


def test_clearing_the_maze_wins_the_stake() -> None:
    """A last dot that does not end the game; time that ends it before the ghosts have answered."""
    game = Pacman("P.  G/%%%%%", steps=3, stake=50)
    won = Position(game).play("east")
    assert won.outcome() is not None and won.outcome().utilities == (59.0, -59.0)  # type: ignore[union-attr]
    slow = Pacman("P  . G/ %%%% /      ", steps=1)
    after = Position(slow).play("south")
    assert after.outcome() is None and after.player == 1
    assert "no steps" in after.play(after.choices[0]).outcome().reason  # type: ignore[union-attr]


def test_random_ghosts_are_chance() -> None:
    """Random ghosts that somebody decides for, or that prefer a direction."""
    game = Pacman(ghosts="random")
    assert (game.players, game.chance, game.zero_sum) == (1, True, False)
    position = Position(game).play("east")
    assert position.player == CHANCE
    chances = [p for _, p in game.outcomes(position.state)]
    assert chances == [1 / len(chances)] * len(chances)
    assert search_position(game, None, Limit(depth=4), "expectimax", interpreted=True).action in position.game.choices(
        game.initial()
    )


def test_two_ghosts_move_one_after_the_other() -> None:
    """A ghost that moves twice, or a field of the state that runs into another."""
    game = Pacman("P   ./ %%% /G . G")
    position = Position(game).play("east")
    assert [position.player, position.state.mover] == [1, 1]
    position = position.play("north")
    assert position.state.mover == 2 and game.ghost(position.state, 1) == game.ghost(game.initial(), 1)
    position = position.play("west")
    assert position.player == 0 and position.state.ghosts >> (2 * GHOST_BITS) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"maze": "nowhere"}, "there is no maze 'nowhere'; there are pockets, room"),
        ({"maze": "P./..."}, "of one length"),
        ({"maze": "P./x "}, "'x' in a maze"),
        ({"maze": "P ./G%%/%.."}, "every cell of a maze must be reached"),
        ({"maze": "PP./G .", "ghosts": "minimax"}, "one P"),
        ({"maze": "P  /G  "}, "at least one dot"),
        ({"ghosts": "friendly"}, "ghosts are minimax or random, not 'friendly'"),
        ({"steps": 0}, "steps must be from 1 to 1000"),
        ({"stake": 0}, "stake must be from 1"),
        ({"maze": "/".join(["P" + "." * 25] + ["." * 26] * 9)}, "from 3 to 60 cells"),
    ],
)
def test_refused_mazes(arguments: dict[str, Any], said: str) -> None:
    """A maze in which nobody can play."""
    with pytest.raises(BadParameter) as caught:
        Pacman(**arguments)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "P a1", "P z9 G d1 dots - to pacman score 0 left 3", "P a1 G b2 dots - to pacman score 0 left 3",
     "P a1 G d1,d1 dots - to pacman score 0 left 3", "P a1 G d1 dots - to ghost2 score 0 left 3",
     "P a1 G d1 dots - to pacman score 0 left 9999"],
)  # fmt: skip
def test_refused_positions(text: str) -> None:
    """A position that is none of this maze."""
    with pytest.raises(BadNotation):
        Pacman(TINY).load(text)


@pytest.mark.slow
def test_a_decision_process_of_its_own() -> None:
    """A maze too small to lose in whose best value is not the one counted by hand."""
    game = Pacman("P.  G/ %%% /     ", ghosts="random", steps=4, stake=50)
    with interpreting():
        process = DecisionProcess(game)
        process.iterate_values()
        assert process.value(game.initial()) == 59


# --- the table ---
@cache
def table() -> dict[tuple[str, str], Cell]:
    return {(cell.pacman, cell.ghosts): cell for cell in play_table(games=300, seed=1)}


@pytest.mark.slow
def test_the_two_by_two_table() -> None:
    """The lectures' claim turned around: pessimism must cost where chance rules, optimism where an adversary plays."""
    cells = table()
    safe, safe_random = cells["minimax", "adversarial"], cells["minimax", "random"]
    bold, bold_random = cells["expectimax", "adversarial"], cells["expectimax", "random"]
    assert safe.mean - safe.margin > bold.mean + bold.margin  # the 95 % intervals do not even touch
    assert bold_random.mean - bold_random.margin > safe_random.mean + safe_random.margin
    assert safe.caught < bold.caught / 2
    for cell in cells.values():
        share, low, high = cell.wins
        assert 0 <= low <= share <= high <= 1 and cell.games == 300 and cell.margin > 0


@pytest.mark.slow
def test_same_seed_same_games() -> None:
    """A study that cannot be repeated."""
    one, again, other = (play_cell(Pacman(), EXPECTIMAX, RANDOM, 30, seed) for seed in (5, 5, 6))
    assert one == again != other


@pytest.mark.slow
def test_both_gears_play_the_same_game() -> None:
    """Native games that differ from the text."""
    game = Pacman()
    for pacman, ghosts in ((MINIMAX, ADVERSARY), (EXPECTIMAX, RANDOM)):
        ends = []
        for gear in (contextlib.nullcontext(), interpreting()):
            rng = seeded(3)
            with gear:
                walk = form_walk(game)
            walk.place(random_start(game, rng)._replace(left=4))
            play_game(walk, pacman, ghosts, 4, 4, policies_of(BELIEVED_RANDOM), rng, as_record(new_control(Limit())))
            ends.append(walk.state(0))
        assert ends[0] == ends[1]


def test_refused_studies() -> None:
    """An interval from one game; a study of ghosts that are no player."""
    with pytest.raises(BadParameter, match="at least 2 games"):
        play_cell(Pacman(), MINIMAX, RANDOM, 1)
    with pytest.raises(BadParameter, match="ghosts are a player"):
        play_cell(Pacman(ghosts="random"), MINIMAX, RANDOM, 10)


# --- the 80 % opponent ---
def reference(game: Game, state: Any, me: int, informed: bool, weak: bool, memory: dict[Any, float]) -> float:
    """The expected utility by plain recursion over positions, with the opponent's policy written out anew."""
    key = (state, informed, weak)
    if game.terminal(state):
        return float(game.utility(state, me))
    if key not in memory:
        children = {a: game.result(state, a) for a in game.choices(state)}
        if game.player(state) == me:
            believed = [
                reference(game, c, me, informed, True, memory) if informed else perfect(game, c, me) for c in children.values()
            ]
            best = list(children.values())[int(np.argmax(believed))]
            memory[key] = reference(game, best, me, informed, weak, memory)
        else:
            memory[key] = sum(
                p * reference(game, children[a], me, informed, weak, memory)
                for a, p in replies(game, state, children, weak).items()
            )
    return memory[key]


def replies(game: Game, state: Any, children: dict[int, Any], weak: bool) -> dict[int, float]:
    """How likely the opponent takes each action."""
    player = game.player(state)
    if weak:
        worths = [game.utility(c, player) if game.terminal(c) else game.evaluate(c, player) for c in children.values()]
    else:
        worths = [perfect(game, c, player) for c in children.values()]
    favourite = list(children)[int(np.argmax(worths))]
    even = 0.2 / len(children) if weak else 0.0
    return {a: even + (0.8 if weak else 1.0) * (a == favourite) for a in children}


_perfect: dict[tuple[Any, int], float] = {}


def perfect(game: Game, state: Any, me: int) -> float:
    if game.terminal(state):
        return float(game.utility(state, me))
    key = (state, me)
    if key not in _perfect:
        values = [perfect(game, game.result(state, a), me) for a in game.choices(state)]
        _perfect[key] = max(values) if game.player(state) == me else min(values)
    return _perfect[key]


@pytest.mark.slow
def test_knowing_the_opponent_exactly() -> None:
    """Values that differ from a plain recursion; a model that does not pay, or that costs more than it brings."""
    game = make_game("tic_tac_toe")
    gains, losses = [], []
    for me in (0, 1):
        found = opponent_table(game, me, DEPTH_ONE)
        memory: dict[Any, float] = {}
        wanted = [
            reference(game, game.initial(), me, informed, weak, memory) for weak in (True, False) for informed in (False, True)
        ]
        assert [
            found.minimax_against_weak,
            found.informed_against_weak,
            found.minimax_against_perfect,
            found.informed_against_perfect,
        ] == pytest.approx(wanted, abs=1e-12)
        assert found.gain > 0.5 and found.minimax_against_perfect == 0.0
        gains.append(found.gain)
        losses.append(found.loss)
    assert math.fsum(losses) < math.fsum(gains)
    assert losses[0] == 0.0
