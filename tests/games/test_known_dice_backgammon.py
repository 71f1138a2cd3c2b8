"""Backgammon with known dice beside backgammon with the same dice; the sequence of rolls, notation, pictures."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from counterplay.core import CHANCE, BadNotation, BadParameter, Game, Position
from counterplay.games import make_game
from counterplay.games.races.backgammon.backgammon import Backgammon
from counterplay.games.races.known_dice_backgammon import KnownDiceBackgammon
from tests.oracles.named_moves import walk_beside_plain
from tests.oracles.walked_perft import count_plies

START = "-b----E-C---eE---c-e----B-"
GIVEN = (13, 66, 11, 55, 31, 66, 44, 61)


class Played(NamedTuple):
    position: Any  # a state of backgammon, with dice or over
    rest: tuple[int, ...]  # rolls to come


class Diced(Game):
    """Backgammon itself, its chance nodes decided by a list of rolls."""

    def __init__(self, rolls: tuple[int, ...], gammons: bool) -> None:
        self.real, self.rolls = Backgammon(gammons), rolls
        self.utility_range = self.real.utility_range

    def settled(self, s: Any, rest: tuple[int, ...]) -> Played:
        """Whatever the dice decide, decided: of a roll's outcomes the one with the name of the next."""
        while not self.real.terminal(s) and self.real.player(s) == CHANCE:
            outcomes = {self.real.action_name(s, a): a for a, _ in self.real.outcomes(s)}
            one, other = str(rest[0])
            wanted = f"{one}-{other}" if f"{one}-{other}" in outcomes else f"{other}-{one}"
            s, rest = self.real.result(s, outcomes[wanted]), rest[1:]
        return Played(s, rest)

    def initial(self) -> Played:
        return self.settled(self.real.initial(), self.rolls)

    def player(self, s: Played) -> int:
        return self.real.player(s.position)

    def actions(self, s: Played) -> list[int]:
        return list(self.real.actions(s.position))

    def result(self, s: Played, a: int) -> Played:
        return self.settled(self.real.result(s.position, a), s.rest)

    def terminal(self, s: Played) -> bool:
        return self.real.terminal(s.position)

    def utility(self, s: Played, p: int) -> float:
        return self.real.utility(s.position, p)

    def action_name(self, s: Played, a: int) -> str:
        return self.real.action_name(s.position, a)

    def dump(self, s: Played) -> str:
        return f"{self.real.dump(s.position)} {len(self.rolls) - len(s.rest)} {'-'.join(str(roll) for roll in s.rest[:12])}"


@pytest.mark.parametrize(("seed", "dice", "gammons"), [(1, (), False), (2, (), True), (3, GIVEN, False)])
def test_games_beside_backgammon_with_the_same_dice(seed: int, dice: tuple[int, ...], gammons: bool) -> None:
    """Would catch a roll left out or taken twice, a wrong player for it, any rule that differs, another end or stake."""
    game = KnownDiceBackgammon(seed=seed, dice=dice, gammons=gammons)
    real = Diced(tuple(int(roll) for roll in game.sequence) * 2, gammons)
    walk_beside_plain(game, real, games=2, seed=seed)


def test_a_turn_has_as_many_plays_as_with_real_dice() -> None:
    """Would catch compiled rules that differ: 16 plays of 3-1, then every reply with 4-2, counted in backgammon itself."""
    game, real = KnownDiceBackgammon(dice=(31, 42)), Backgammon()
    turns = after_turn(real, Position(real).play("3-1").state)
    replies = [len(after_turn(real, real.result(s, 4 * 8 + 2))) for s in turns]
    assert len(turns) == 16 and count_plies(game, game.initial(), 2) == 16
    assert count_plies(game, game.initial(), 4) == sum(replies)


def after_turn(game: Backgammon, s: Any) -> list[Any]:
    """What every play of a turn leads to."""
    return [s] if s.left == 0 else [end for a in game.actions(s) for end in after_turn(game, game.result(s, a))]


def test_the_opening_roll_decides_who_starts() -> None:
    """Would catch an opening roll read the wrong way round, or a double among those of the seeds."""
    assert KnownDiceBackgammon(dice=(31,)).initial().turn == 0 and KnownDiceBackgammon(dice=(13,)).initial().turn == 1
    assert all(roll // 10 != roll % 10 for roll in (int(KnownDiceBackgammon(seed=n).sequence[0]) for n in range(40)))


def test_the_dice_of_seeds_are_fair() -> None:
    """Would catch a face that is missing or too frequent, seeds that share their dice, and halves without any of the rolls."""
    games = [KnownDiceBackgammon(seed=seed) for seed in range(10)]
    assert len({tuple(game.sequence) for game in games}) == 10
    every = [int(roll) for game in games for roll in game.sequence]
    assert len(every) == 10_000 and len(set(every)) == 36
    assert all(200 < every.count(roll) < 360 for roll in set(every))  # 278 of each are to be expected, give or take 17
    for game in games:
        for half in (game.sequence[::2], game.sequence[1::2]):
            assert len({tuple(sorted(str(roll))) for roll in half}) == 21  # nobody is shut out for ever


def test_a_roll_that_cannot_be_played_is_spent() -> None:
    """Would catch a pass without a roll, or a roll that waits for the other player: Blue on the bar needs a one."""
    game = KnownDiceBackgammon(dice=(65, 32, 66, 21, 44, 61))
    s = game.load("--------A--------M-bbbbb-A:1:00 2")  # five points are made: 6-6 does not enter, nor does 4-4
    assert (s.turn, s.high, s.low, s.rolls) == (1, 2, 1, 4)
    assert game.dump(s).split()[1:] == ["4", "-".join(["44", "61", *(str(roll) for roll in game.sequence[6:16])])]


def test_positions_come_back() -> None:
    """Would catch a notation that loses the place in the sequence, and one that needs it where the usual place is meant."""
    game = KnownDiceBackgammon(seed=4)
    chance, s = random.Random(4), game.initial()
    for _ in range(60):
        assert game.load(game.dump(s)) == s and game.load(" ".join(game.dump(s).split()[:2])) == s
        s = game.result(s, chance.choice(list(game.actions(s))))
    assert game.load(f"{START}:0:00") == game.initial()
    assert game.load(f"{START}:1:31").rolls == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{START}:1:31 x", "the number of rolls so far should be a number from 0 to 99999, not 'x'"),
        (f"{START}:1:31 1 66", "other dice lie ahead than after 1 rolls of this game, where they are"),
        (f"{START}:1:31 1 66 1", "it has 4 parts instead of 1 to 3"),
        (f"{START}:0:00 3", "there were 3 rolls, but it is nobody's turn"),
        (f"{START}:1:37", "the dice are '37'"),
        ("", "a board, the turn"),
    ],
)
def test_wrong_notation(text: str, sentence: str) -> None:
    """Would catch a position that is taken although its dice are those of another game, or whose board is wrong."""
    with pytest.raises(BadNotation, match=sentence):
        KnownDiceBackgammon().load(text)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("seed=-1", "seed must be a whole number from 0"),
        ("dice=31-70", "rolls of two digits from 1 to 6"),
        ("dice=20-31", "rolls of two digits from 1 to 6"),
        ("dice=66-31", "the opening roll, which is no double"),
    ],
)
def test_wrong_parameters(parameters: str, sentence: str) -> None:
    """Would catch dice that no die shows, and an opening roll that nobody starts with."""
    with pytest.raises(BadParameter, match=sentence):
        make_game(f"known_dice_backgammon:{parameters}")


def test_the_picture_shows_the_dice_ahead() -> None:
    """Would catch the rolls of one player beside the other, in another order, or left out."""
    game = KnownDiceBackgammon(dice=GIVEN)
    scene = game.scene(game.initial())  # 1-3: Red starts, so Blue's rolls are 66, 55, 66, 61
    faces = {piece.cell: piece.shape.face for piece in scene.pieces if "die" in piece.cell}  # type: ignore[union-attr]
    for tray, rolls in zip(scene.trays, ("66556661", "113144"), strict=True):
        assert "".join(str(faces[slot]) for slot in tray.slots if slot in faces).startswith(rolls)
