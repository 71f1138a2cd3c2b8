"""The plan of a contest and where its games begin."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from counterplay import Position, make_game
from counterplay.arena.playing.game_schedule import derived_seed, gauntlet, plan, round_robin, rounds_for, seatings
from counterplay.arena.playing.openings import Openings, parse_openings
from counterplay.core import BadParameter


def test_openings_are_played_from_both_sides() -> None:
    """Would catch a pair that does not swap sides, or a number that occurs twice or not at all."""
    games = list(plan(2, round_robin(3), 4))
    assert [g.number for g in games] == list(range(1, 25))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.round == second.round and first.pairing == second.pairing
        assert first.seats == second.seats[::-1]
    assert Counter(g.pairing for g in games) == {(0, 1): 8, (0, 2): 8, (1, 2): 8}
    assert {g.pairing for g in games[:6]} == {(0, 1), (0, 2), (1, 2)}  # one round of all comes before the next


def test_gauntlet_and_more_players() -> None:
    """Would catch others who meet in a gauntlet, or a seat that an entrant never gets in a game for three."""
    assert gauntlet(4) == [(0, 1), (0, 2), (0, 3)]
    three = seatings(3, 0, 1)
    assert len(three) == 6 == len(set(three))
    assert [sum(seats[i] == 0 for seats in three) for i in range(3)] == [3, 3, 3]


@pytest.mark.parametrize(
    ("players", "games", "words"), [(2, 7, "6 or 8"), (2, 1, "give 2"), (3, 10, "6 or 12"), (1, 2, "one player")]
)
def test_unfinished_rounds_are_refused(players: int, games: int, words: str) -> None:
    """Would catch an opening that only one side gets."""
    with pytest.raises(BadParameter, match=words):
        rounds_for(players, games)


def test_seeds_are_told_apart_and_fixed() -> None:
    """Would catch seeds that depend on the process or collide between purposes: the value is SHA-256's."""
    seeds = {derived_seed(1, "agent", n, seat) for n in range(500) for seat in range(2)}
    assert len(seeds) == 1000
    assert derived_seed(1, "round", 0) == int(hashlib.sha256(b"1/round/0").hexdigest()[:8], 16)


def test_random_openings_follow_their_seed() -> None:
    """Would catch openings that differ between processes, all look alike, or end the game."""
    game = make_game("connect_four")
    openings = Openings(plies=4)
    lines = [openings.position(game, 0, seed) for seed in range(50)]
    assert all(p.ply == 4 and p.choices for p in lines)
    assert len({tuple(p.moves()) for p in lines}) > 40
    assert openings.position(game, 3, 7).moves() == openings.position(game, 9, 7).moves()


def test_openings_longer_than_the_game_become_shorter() -> None:
    """Would catch an endless search for nine plies of a game that is over after fewer."""
    game = make_game("nim:heaps=1-1")
    position = Openings(plies=5).position(game, 0, 1)
    assert position.choices and position.ply < 2


def test_openings_with_dice() -> None:
    """Would catch plies of chance that count as decisions, or dice that are never rolled."""
    game = make_game("backgammon")
    position = Openings(plies=3).position(game, 0, 5)
    deciders = [p.previous.player for p in position.line()[1:] if p.previous is not None]
    assert sum(player >= 0 for player in deciders) == 3
    assert parse_openings(None, game) == Openings()


def test_openings_from_a_file(tmp_path: Path) -> None:
    """Would catch comments taken for positions, and positions beyond the list."""
    file = tmp_path / "openings.txt"
    file.write_text("# two\n4\n\n44\n", encoding="utf-8")
    game = make_game("connect_four")
    openings = parse_openings(str(file), game)
    assert openings.positions == ("4", "44")
    expected = game.dump(Position.load(game, "44").state)
    assert game.dump(openings.position(game, 3, 0).state) == expected
    assert openings.first(1).positions == ("4",)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "hold no position"),
        ("4\n9999\n", "line 2"),
        ("4444445\n999\n", "line"),
        (None, "there is no file"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_bad_openings_are_refused(tmp_path: Path, content: str | bytes | None, words: str) -> None:
    """Would catch a traceback, or a match that fails in the middle because a position is wrong."""
    file = tmp_path / "openings.txt"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(BadParameter, match=words):
        parse_openings(str(file), make_game("connect_four"))


@pytest.mark.parametrize("text", ["random", "random:", "random:-1", "random:x", "random:100000"])
def test_bad_random_openings_are_refused(text: str) -> None:
    """Would catch a slip that plays other openings than asked for."""
    with pytest.raises(BadParameter, match="random:4"):
        parse_openings(text, make_game("connect_four"))
