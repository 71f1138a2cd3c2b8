"""Arimaa: the number of set-ups, Ludii's first counts, and a second implementation that reads whole turns."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.core import BadNotation, BadParameter, Position
from counterplay.games.chess_like.arimaa.arimaa import Arimaa
from counterplay.games.chess_like.arimaa.arimaa_board import ANIMALS, CELLS, LETTERS, SETUP, STEPS, State, lost, side
from counterplay.games.chess_like.arimaa.arimaa_danger import WAITS, note_captures
from counterplay.gears.bits import cells, has
from tests.oracles.count_tables import assert_perft
from tests.oracles.plain_arimaa import Layout, PlainArimaa

GAME = Arimaa()
READY = Arimaa(setup="ready")


def names(text: str) -> set[str]:
    s = GAME.load(text)
    return {GAME.action_name(s, a) for a in GAME.choices(s)}


def played(text: str, *steps: str) -> State:
    """The state after some actions."""
    s = GAME.load(text)
    for step in steps:
        s = GAME.result(s, GAME.parse_action(s, step))
    return s


def board(s: State) -> dict[str, str]:
    """What stands on each square."""
    return {GAME.board.names[cell]: GAME.pieces[c - 1].symbol for cell, c in enumerate(GAME.contents(s)) if c}


def shown(s: State) -> str:
    """A state as the plain game tells it."""
    return f"{sorted(board(s).items())} {s.turn} {0 if s.stage == SETUP else s.stage}"


def test_first_counts() -> None:
    """Would catch pieces that cannot be placed on a home square, or one too many of a kind (counts of Ludii's Arimaa)."""
    assert_perft(GAME, [96, 8160], interpreted=10_000)


def test_number_of_setups() -> None:
    """Would catch a set-up that cannot be made: 16!/(8! 2! 2! 2!), counted by filling the squares in their order."""

    @cache
    def ways(left: tuple[int, ...]) -> int:
        s, found = examples[left], 0
        first = min((a - GAME.first_placement) % CELLS for a in GAME.choices(s))
        for a in GAME.choices(s):
            if (a - GAME.first_placement) % CELLS == first:
                t = GAME.result(s, a)
                if t.turn != s.turn:
                    found += 1
                else:
                    rank = (a - GAME.first_placement) // CELLS
                    fewer = (*left[:rank], left[rank] - 1, *left[rank + 1 :])
                    examples.setdefault(fewer, t)
                    found += ways(fewer)
        return found

    army = (8, 2, 2, 2, 1, 1)
    examples = {army: GAME.initial()}
    assert ways(army) == 64_864_800


def compared(game: Arimaa, plain: PlainArimaa, games: int, seed: int) -> list[Any]:
    def eager(rng: random.Random, s: State, actions: list[int]) -> int:
        """Enemies are dragged about half of the time, which random players do seldom."""
        own = s.gold if s.turn == 0 else s.silver
        dragging = [a for a in actions if a < game.passing and not int(own) >> game.origin(a) & 1]
        return rng.choice(dragging if dragging and rng.random() < 0.5 else actions)

    return walk_beside(
        game,
        lambda: GameOracle(plain, label=plain.action_name, show=plain.dump),
        label=game.action_name,
        show=shown,
        choose=eager,
        games=games,
        seed=seed,
    )


def test_random_games_beside_the_plain_one() -> None:
    """Would catch a difference in placing, steps, pushes, pulls, freezing, traps, or who wins."""
    assert all(g.decided for g in compared(GAME, PlainArimaa(), games=2, seed=3))


@pytest.mark.parametrize(
    "text",
    [
        "r7/8/1CEd4/2me4/3H1C2/2c2rd1/2r5/R7 g",  # a fight for c3 and c6
        "8/2r3r1/1H1e1MC1/2d5/4D3/1REm1hr1/1R4R1/8 s",
        "7r/8/3E4/3r4/8/8/8/R7 g",  # an elephant that could undo what it did
    ],
)
def test_fights_beside_the_plain_game(text: str) -> None:
    """Would catch a wrong end of a small fight: pushes after pulls, lost pieces that pull, positions that come back."""
    start = GAME.load(text)
    plain = PlainArimaa(Layout(frozenset(board(start).items()), (), start.turn == 0, False))

    class FromHere(Arimaa):
        def initial(self) -> State:
            return start

    compared(FromHere(), plain, games=3, seed=11)


def test_a_turn_must_change_the_position() -> None:
    """Would catch a turn that ends where it began: by `end`, by a fourth step, and by a push that could only end so."""
    lone = "r7/8/8/8/3E4/8/8/R7 g"
    assert "end" not in names(lone)
    s = played(lone, "Ed4n", "Ed5s")
    assert s.turn == 0 and "end" not in {GAME.action_name(s, a) for a in GAME.choices(s)}
    s = played(lone, "Ed4n", "Ed5n", "Ed6s")
    assert "Ed5s" not in {GAME.action_name(s, a) for a in GAME.choices(s)}
    pulled = played("r7/8/8/3r4/3E4/8/8/R7 g", "Ed4s", "rd5s")
    assert "rd4n" not in {GAME.action_name(pulled, a) for a in GAME.choices(pulled)}
    assert "rd4e" in {GAME.action_name(pulled, a) for a in GAME.choices(pulled)}


def test_pushes_and_pulls() -> None:
    """Would catch a push that is left half done, one by an equal or a frozen piece, a pull right after a push."""
    s = played("r7/8/8/8/3r4/3E4/8/R7 g", "rd4e")
    assert {GAME.action_name(s, a) for a in GAME.choices(s)} == {"Ed3n"}
    s = played("r7/8/8/8/3r4/3E4/8/R7 g", "Ra1n", "Ra2n", "Ra3n")
    assert not {"rd4e", "rd4n", "rd4w"} & {GAME.action_name(s, a) for a in GAME.choices(s)}  # one step is not enough
    assert "rd4e" not in names("r7/8/8/8/3r4/3R4/8/8 g") and "dd4e" not in names("r7/8/8/8/3d4/3D4/8/R7 g")
    assert "cd4e" not in names("r7/8/8/8/3c4/3De3/8/R7 g")
    s = played("r7/8/8/8/3r4/2cE4/2r5/R7 g", "rd4e", "Ed3n")
    assert "cc3e" not in {GAME.action_name(s, a) for a in GAME.choices(s)}


def test_traps() -> None:
    """Would catch a piece that survives alone in a trap, a friend that does not help, one that is lost and cannot pull."""
    s = played("r7/8/8/8/1Dr5/8/8/R7 g", "Db4s", "Db3e")
    assert "c3" not in board(s)
    s = played("r7/8/8/8/1D6/8/2C5/R7 g", "Db4s", "Db3e")
    assert board(s)["c3"] == "D"
    s = played("r7/8/8/8/1D6/8/2C5/R7 g", "Db4s", "Db3e", "Cc2e")
    assert "c3" not in board(s)
    s = GAME.load("r7/8/8/8/8/cD6/8/R7 g")
    s = GAME.result(s, GAME.parse_action(s, "Db3e"))
    assert "c3" not in board(s) and "ca3e" in {GAME.action_name(s, a) for a in GAME.choices(s)}


@pytest.mark.parametrize(
    ("text", "steps", "winner", "reason"),
    [
        ("r7/3R4/8/8/8/8/8/8 g", "Rd7n end", 0, "a rabbit of Gold has reached its goal"),
        ("r7/3R4/8/8/8/8/8/8 g", "Rd7n", None, ""),
        ("8/r7/8/8/8/8/3rE3/R7 g", "rd2s Ee2w end", 1, "a rabbit of Silver has reached its goal"),
        ("8/r7/8/8/8/8/3rE3/R7 g", "rd2s Ee2w Ed2n rd1n", None, ""),
        ("r7/7R/8/8/8/8/3rE3/8 g", "rd2s Ee2w Rh7n end", 0, "a rabbit of Gold has reached its goal"),
        ("8/8/8/8/1E6/1r6/8/R7 g", "rb3e Eb4s end", 0, "Silver has no rabbit left"),
        ("r7/8/8/8/8/1R6/8/4e3 g", "Rb3e end", 1, "Gold has no rabbit left"),
        ("8/8/8/8/8/2RDr3/8/7e g", "re3e Dd3e end", 0, "Silver has no rabbit left"),
        ("rH6/E7/8/8/8/8/8/7R g", "Rh1w end", 0, "Silver cannot move"),
        ("rc6/1H6/8/8/8/8/8/7R g", "Rh1w end", None, ""),
    ],
)
def test_ends(text: str, steps: str, winner: int | None, reason: str) -> None:
    """Would catch a wrong order of the conditions, a win within a turn, a player who is stuck and goes on."""
    s = played(text, *steps.split())
    assert GAME.terminal(s) == (winner is not None)
    if winner is not None:
        assert GAME.utility(s, winner) == 1.0 and GAME.utility(s, 1 - winner) == -1.0 and GAME.ending(s) == reason


def test_third_occurrence() -> None:
    """Would catch a repetition that is counted within turns, too early, or for the wrong player."""
    position = Position(READY)
    cycle = ["Ee2n", "end", "ed7s", "end", "Ee3s", "end", "ed6n", "end"]
    position = position.play_all([*cycle, *cycle[:-1]])
    assert position.outcome() is None
    outcome = position.play("end").outcome()
    assert outcome is not None and outcome.winner == 0


def test_notation() -> None:
    """Would catch a position within a turn that does not come back, and spellings that players use."""
    s = played("r7/8/1rE5/2H5/8/8/8/R7 g", "c6d6")
    text = GAME.dump(s)
    assert text == "r7/8/1r1E4/2H5/8/8/8/R7 g 1 Ec6 r7/8/1rE5/2H5/8/8/8/R7" and GAME.load(text) == s
    a = GAME.parse_action(s, "rb6e rc6x")
    assert GAME.action_name(s, a) == "rb6e-rc6x" and a == GAME.parse_action(s, "b6-c6") == GAME.parse_action(s, "b6e")
    aei = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"
    assert GAME.dump(GAME.load(aei)) == "rrrrrrrr/hdcemcdh/8/8/8/8/HDCMECDH/RRRRRRRR g"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8/8/8/8/8/2D5/8/R7 g", "the piece on c3 stands in a trap"),
        ("RRRRRRRR/R7/8/8/8/8/8/r7 g", "Gold has 9 rabbits; 8 is the most"),
        ("8/8/8/8/R7/8/8/8 g setup", "not on its two home rows"),
        ("8/8/8/8/8/8/8/R7 s setup", "Gold places all pieces first"),
        ("r7/8/8/8/3E4/8/8/R7 g 1 - r7/8/8/8/3E4/8/8/R7", "an odd number of steps"),
        ("r7/8/8/8/3E4/8/8/R7 g 1 Xd3 r7/8/8/8/8/3E4/8/R7", "the piece that moved last"),
        ("r7/8/8/8/3E4/8/8/R7 g 2 - nonsense", "eight rows of eight squares"),
    ],
)
def test_wrong_texts(text: str, sentence: str) -> None:
    """Would catch positions that no game comes to."""
    with pytest.raises(BadNotation, match=sentence):
        GAME.load(text)


def test_features() -> None:
    """Would catch a side that is counted twice, and an estimate that favours a colour."""
    start = {term.name: term.value for term in READY.terms(READY.initial(), 0)}
    assert {name for name, value in start.items() if abs(value) > 1e-9} == {"steps"} and start["steps"] == STEPS
    found = {term.name: term.value for term in GAME.terms(GAME.load("7r/8/8/R7/2eD4/8/8/8 g"), 0)}
    assert [found[f"{animal}s"] for animal in ANIMALS] == [0, 0, 1, 0, 0, -1] and found["frozen"] == 2.0
    assert found["goal"] == 2 + 4  # the rabbit on a5 needs three steps: one less than the turn has


def taken(s: State, p: int) -> list[set[str]]:
    """What the estimate holds for lost in two, three and four steps, a player's pieces."""
    found = np.zeros(WAITS, np.uint64)
    note_captures(s, p, np.zeros((WAITS, len(ANIMALS)), np.uint64), found)
    return [{GAME.board.names[cell] for cell in cells(squares)} for squares in found]


def taken_by_two_steps(s: State) -> set[str]:
    """The enemies that a push or a pull takes with which a turn begins, tried out."""
    found = set()
    for a in GAME.choices(s):
        t = GAME.result(s, a)
        pushed = not has(side(s, s.turn), GAME.origin(a))
        for before, action in [(s, a)] if pushed else [(t, b) for b in GAME.choices(t)]:
            start, end = GAME.origin(action), GAME.target(action)
            if action == GAME.passing or has(side(before, s.turn), start):
                continue
            if not pushed and GAME.pushing(GAME.result(before, action)):
                continue  # a step and then a push are three
            found |= {GAME.board.names[start if cell == end else cell] for cell in cells(lost(before, start, end))}
    return found


def melee(rng: random.Random) -> State | None:
    """Seven pieces a side, thrown together around the traps; None where a piece stands in a trap alone."""
    rows = [["1"] * 8 for _ in range(8)]
    squares = rng.sample([(row, column) for row in range(1, 7) for column in range(1, 7)], 14)
    armies = LETTERS + "R" + LETTERS.lower() + "r"
    for (row, column), letter in zip(squares, armies, strict=True):
        rows[row][column] = letter
    try:
        return GAME.load("/".join("".join(row) for row in rows) + " g")
    except BadNotation:
        return None


def test_captures_in_two_steps() -> None:
    """Would catch a piece that hangs and is not seen, and a danger that is none: all first pushes and pulls are tried out."""
    rng, seen = random.Random(1), 0
    for s in filter(None, (melee(rng) for _ in range(200))):
        expected = taken_by_two_steps(s)
        assert taken(s, 1)[0] == expected, GAME.dump(s)
        seen += len(expected)
    assert seen > 10  # so that the comparison says something


@pytest.mark.parametrize(
    ("text", "steps", "square"),
    [
        ("r7/8/8/8/8/1r6/2E5/R7 g", 3, "b3"),  # the elephant has to come near first
        ("r7/8/3e4/3E4/8/8/8/R7 g", None, None),  # nothing is stronger than an elephant
        ("r7/8/8/8/8/8/1rE5/R7 g", 4, "b2"),  # beside the trap with two steps, into it with two more
        ("r7/8/8/8/1H6/1r6/3E4/R7 g", 2, "b3"),
        ("r7/8/8/8/1H6/1rr5/3E4/R7 g", 2, "c3"),
    ],
)
def test_longer_captures(text: str, steps: int | None, square: str | None) -> None:
    """Would catch attackers that cannot come in time, and traps that are closed to those that can."""
    s = GAME.load(text)
    first = next(((k + 2, *squares) for k, squares in enumerate(taken(s, 1 - s.turn)) if squares), (None, None))
    assert first == (steps, square)


def test_wrong_setup() -> None:
    """Would catch an option that is taken for another."""
    with pytest.raises(BadParameter, match="setup is free or ready"):
        Arimaa(setup="random")
