"""Perpetual check in shogi and tori shogi: who loses by it, beside cshogi and pyffish, and what searches make of it."""

from __future__ import annotations

import random

import cshogi
import pytest

from counterplay.core import Limit, Outcome, Position
from counterplay.games.chess_like.shogi import Shogi
from counterplay.games.chess_like.tori_shogi import ToriShogi
from counterplay.gears.gear_choice import interpreting
from counterplay.search import search_position

GAME = Shogi()
ROOK = "4k4/9/9/9/9/9/9/9/R3K4 b - 1"
CHECKS = ("5a5b", "9a9b", "5b5a", "9b9a")  # evasions and checks after 9i9a
ROUNDS = (  # each leads back to the position after 9i9a; two by checks alone
    CHECKS,
    ("5a5b", "9a9b", "5b5c", "9b9c", "5c5b", "9c9b", "5b5a", "9b9a"),
    ("5a5b", "9a9c", "5b5a", "9c9a"),
    ("5a5b", "9a9b", "5b5c", "9b9e", "5c5b", "9e9b", "5b5a", "9b9a"),
)
TURNED = str.maketrans("123456789abcdefghi", "987654321ihgfedcba")  # squares as the other player sees them


def after(text: str, *moves: str) -> Position:
    return Position(GAME, GAME.load(text)).play_all(moves)


def test_the_checker_loses() -> None:
    """A draw, a loss of the wrong player, or one at another occurrence than the fourth; whoever brings the position back."""
    position = after(ROOK, "9i9a", *CHECKS * 2, *CHECKS[:3])
    assert position.outcome() is None
    ended = position.play("9b9a").outcome()
    assert ended == Outcome((-1.0, 1.0), "perpetual check: Black gave check with every move of the repetition")
    # From a position after an evasion, which White brings back.
    ended = after("R8/4k4/9/9/9/9/9/9/4K4 b - 1", *("9a9b", "5b5a", "9b9a", "5a5b") * 3).outcome()
    assert ended is not None and ended.winner == 1 and ended.reason.startswith("perpetual check: Black")


def test_one_move_without_check_is_enough() -> None:
    """A loss by checks that were interrupted, in any of the three rounds: the position is the same, and it is a draw."""
    calm = ("5a5b", "9a9c", "5b5a", "9c9a")  # 9c gives no check
    for place in range(3):
        rounds = [CHECKS, CHECKS, CHECKS]
        rounds[place] = calm
        ended = after(ROOK, "9i9a", *(move for one in rounds for move in one)).outcome()
        assert ended is not None and ended.utilities == (0.0, 0.0) and "4 times" in ended.reason


def expected(found: list[int], mover: int) -> tuple[float, float]:
    """The result of a fourth occurrence by what cshogi said of the second, third and fourth, each since the one before."""
    loser = {cshogi.REPETITION_LOSE: mover, cshogi.REPETITION_WIN: 1 - mover}.get(found[0]) if len(set(found)) == 1 else None
    return (0.0, 0.0) if loser is None else (-1.0, 1.0) if loser == 0 else (1.0, -1.0)


def test_random_repetitions_beside_cshogi() -> None:
    """Any difference in when and how repetition ends a game of random rounds, for either player."""
    rng, results = random.Random(3), []
    for number in range(12):
        turned = number % 2 == 1
        start = ROOK if not turned else "4k3r/9/9/9/9/9/9/9/4K4 w - 1"
        rounds = rng.choices(ROUNDS, (8, 4, 1, 1), k=6)
        board, position = cshogi.Board(start), after(start)
        said: dict[str, list[int]] = {}
        for move in ("9i9a", *(move for one in rounds for move in one)):
            usi = move.translate(TURNED) if turned else move
            board.push_usi(usi)
            position = position.play(usi)
            name = board.sfen().rsplit(" ", 1)[0]
            said[name] = [*said[name], int(board.is_draw())] if name in said else []
            ended = position.outcome()
            assert (ended is not None) == (len(said[name]) == 3), (start, position.moves())
            if ended is not None:
                assert ended.utilities == expected(said[name], int(board.turn)), (start, position.moves(), said[name])
                results.append(ended.utilities)
                break
    assert len(results) == 12 and set(results) == {(0.0, 0.0), (-1.0, 1.0), (1.0, -1.0)}


def test_perpetual_check_in_tori_shogi_beside_pyffish() -> None:
    """Another loser, or another occurrence, than in Fairy-Stockfish: an eagle checks from behind."""
    import pyffish

    game = ToriShogi()
    fen, moves = "+F5K/7/7/7/7/7/1k5[-] w 0 1", ("a7b7", "b1a1", "b7a7", "a1b1") * 3
    position = Position(game, game.load("+F5K/7/7/7/7/7/1k5 b - 1"))
    for n, name in enumerate(("7a6a", "6g7g", "6a7a", "7g6g") * 3, 1):
        position = position.play(name)
        over, value = pyffish.is_optional_game_end("torishogi", fen, list(moves[:n]))
        ended = position.outcome()
        assert (ended is not None) == over
        if ended is not None:
            assert ended.utilities[position.player] == (value > 0) - (value < 0) == -1.0


@pytest.mark.parametrize("compiled", [True, False])
def test_the_engine_knows_that_the_next_check_loses(compiled: bool) -> None:
    """A check that repeats, taken for a draw or for a good move; a claim without the way to the position; one gear alone."""
    position = after(ROOK, "9i9a", *CHECKS * 2, *CHECKS[:3])
    last = position.parse("9b9a")

    def value_of_last() -> tuple[float, bool, int | None]:
        report = search_position(GAME, position, Limit(depth=2, nodes=3_000), "engine", lines=200)
        assert report.action != last
        value = next(line.value for line in report.lines if line.action == last)
        return value.score, value.proven, value.plies_to_end

    if compiled:
        found = value_of_last()
        fresh = search_position(GAME, position.state, Limit(depth=2), "engine", lines=200)
        assert next(line.value.score for line in fresh.lines if line.action == last) > 0.0
    else:
        with interpreting():
            found = value_of_last()
    assert found == (-1.0, True, 1)


def test_monte_carlo_search_leaves_the_losing_check() -> None:
    """An action that ends the game by perpetual check, taken for one of many.

    In plain Python: random games of shogi take long to compile, and both gears value a repetition by the same source.
    """
    position = after(ROOK, "9i9a", *CHECKS * 2, *CHECKS[:3])
    with interpreting():
        report = search_position(GAME, position, Limit(playouts=100), "mcts", lines=200, playout_plies=1)
    found = {line.action: line.value.score for line in report.lines}
    assert report.action != position.parse("9b9a") and found[position.parse("9b9a")] == -1.0
