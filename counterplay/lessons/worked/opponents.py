"""Modelling the opponent: Pacman and the ghosts, and the opponent that is known to be weak."""

from __future__ import annotations

from counterplay.core import Position
from counterplay.draw import scene_svg
from counterplay.games import make_game
from counterplay.lessons.pacman.pacman import Pacman
from counterplay.lessons.pacman.pacman_study import GAMES, PACMAN_DEPTH, Cell, play_table
from counterplay.lessons.worked.lesson import Content, Lesson, Progress, Table, lesson_board, section
from counterplay.lessons.worked.opponent_study import opponent_table


def _score(cell: Cell) -> str:
    share, low, high = cell.wins
    return f"{cell.mean:.1f} ± {cell.margin:.1f}, won {share:.1%} ({low:.1%} to {high:.1%})"


def _pacman(progress: Progress) -> Content:
    game = Pacman()
    cells = play_table(game, progress=progress)
    by_kind = {(cell.pacman, cell.ghosts): cell for cell in cells}
    rows = tuple(
        (f"{pacman} Pacman", *(_score(by_kind[pacman, ghosts]) for ghosts in ("adversarial", "random")))
        for pacman in ("minimax", "expectimax")
    )
    caught = {kind: cell.caught / cell.games for kind, cell in by_kind.items()}
    text = (
        section(
            "The game",
            game.rules,
            f"{game.initial().dots.bit_count()} dots, {game.steps} steps, a stake of {game.stake} points. Some dots lie in "
            f"dead ends. Pacman looks {PACMAN_DEPTH} plies ahead and believes either that the ghost does its worst (minimax), "
            "or that it moves at random (expectimax). The ghost does one or the other.",
            board=lesson_board(Position(game)),
        ),
        section(
            "Who is right?",
            f"{GAMES} games for each pair, from random starts, the same for all; average score and share of games won, with "
            "95 % intervals.",
            "Expecting the worst is safe, and pessimistic where chance rules: against random ghosts expectimax scores more. "
            "Expecting chance where an adversary plays is dangerous optimism: the expectimax Pacman walks into dead ends and "
            f"is caught in {caught['expectimax', 'adversarial']:.0%} of its games, the minimax Pacman in "
            f"{caught['minimax', 'adversarial']:.0%}.",
            "The maze and the stake were chosen, among some twenty others, because they show this clearly. It is no law: in a "
            "maze without dead ends, or against a ghost that looks less far ahead, the optimist can do better against either.",
        ),
    )
    table = Table(("", "adversarial ghost", "random ghost"), rows)
    return Content(text, table=table, svg=scene_svg(game.scene(game.initial())), numbers={"cells": by_kind})


def _eighty_percent(progress: Progress) -> Content:
    game = make_game("tic_tac_toe")
    tables = {}
    for me in (0, 1):
        progress(f"tic-tac-toe against every reply, as player {me + 1}")
        tables[me] = opponent_table(game, me)
    rows = tuple(
        (
            ("first", "second")[me],
            f"{t.minimax_against_weak:+.4f}",
            f"{t.informed_against_weak:+.4f}",
            f"{t.minimax_against_perfect:+.4f}",
            f"{t.informed_against_perfect:+.4f}",
        )
        for me, t in tables.items()
    )
    gain, loss = (sum(getattr(t, what) for t in tables.values()) / 2 for what in ("gain", "loss"))
    text = (
        section(
            "An opponent that is known",
            "It follows a minimax of depth 1 in 80 % of its moves and moves at random otherwise. Minimax expects perfect "
            "play from it; expectimax over the model weighs every reply by its probability. The values are exact: every game "
            "of tic-tac-toe against that opponent is weighed (win 1, draw 0, loss -1).",
        ),
        section(
            "When the model is right, and when it is wrong",
            f"Against that opponent the model gains {gain:.3f} a game on average of both sides. Against a perfect opponent, "
            f"about whom it is wrong, it loses {loss:.3f}: less than it gains. As first player it loses nothing; as second "
            "player it trusts the opponent to overlook something, which a perfect one does not, and there it loses more "
            f"({tables[1].loss:.3f}) than it gains ({tables[1].gain:.3f}).",
        ),
    )
    head = ("player", "minimax, weak opponent", "model, weak opponent", "minimax, perfect opponent", "model, perfect opponent")
    return Content(text, table=Table(head, rows), numbers={"tables": tables, "gain": gain, "loss": loss})


LESSONS = (
    Lesson("pacman", "Pacman: pessimism and optimism", "Minimax or expectimax against minimax or random ghosts.", _pacman),
    Lesson(
        "eighty-percent",
        "The 80 % opponent",
        "What it brings to know the opponent, and what it costs to be wrong.",
        _eighty_percent,
        ("mnk",),
    ),
)
