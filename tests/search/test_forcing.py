"""Wins by threats alone: mates of shogi that cshogi confirms, and what may not be called one."""

from __future__ import annotations

import contextlib

import cshogi
import pytest

from counterplay import Limit, Position, Report, make_game, search_position
from counterplay.core import Bound, MissingTrait
from counterplay.gears.gear_choice import interpreting

SHOGI = make_game("shogi")
# From games of the engine with itself.
MATES = {
    "4G1knl/5rsb1/l2sgpppp/1pp1p2n1/3p3Kn/PPPPP1PP1/L1B+s1P2P/6G1L/8R w SNPg 68": 3,
    "l3gk3/2rsgsL+B1/nppppp3/p5p2/5n3/2K6/PP1PPPPPP/1S2G2RL/LB3GSN1 b N2Pp 35": 3,
    "4G1knl/5rsb1/l2sgpppp/1pp1p4/3p4n/PPPPP1PPK/L1B+s1P2P/6G1L/8R w SNPgn 66": 5,
    "+L2R+S2nl/5skb1/4+Ppppp/9/9/3PG1P2/+n1+s1PPNPP/3G1K3/1+b+n5L b RGL6Pgsp 79": 5,
    "1S5+B1/4rg3/pp2ppgpp/2p4k1/7n1/2P1PNP2/PPNP1rNKP/L3+s2S1/3gg3L b BS2P2l2p 91": 7,
    "Sn1g2g1l/l1r4b1/pppp+R2p1/4p1p1p/4k1nPB/P7P/1PPPP1P2/L2SG2K1/1N3+n2L b SPgsp 51": 7,
    "5k1nl/5rsb1/l2sgpppp/1pp1p4/3p5/PPP1P1PP1/L1BP1PK1P/4+sSGRL/9 w GPg3n 52": 9,
    "2+S+Lgksnl/6gb1/2+Rpppp1p/7p1/9/2P5P/3PPPPPN/4G1S2/1+l+bg1K2L b N4Prsnp 71": 9,
}


def forced(text: str, **limits: int) -> Report:
    """What is found in a position of shogi."""
    return search_position(SHOGI, Position.load(SHOGI, text), Limit(**limits), "forcing")


def mate_of(board: cshogi.Board, plies: int) -> bool:
    """Whether cshogi finds a mate by checks in so many plies."""
    return bool(board.mate_move_in_1ply() if plies == 1 else board.mate_move(plies))


@pytest.mark.parametrize(("sfen", "plies"), MATES.items())
def test_mates_that_cshogi_confirms(sfen: str, plies: int) -> None:
    """A mate by checks and drops that is not found, is called longer than it is, or whose line does not end in mate."""
    report = forced(sfen, nodes=60_000)
    assert report.value.proven and report.value.score == 1.0 and report.value.bound == Bound.LOWER
    assert report.value.plies_to_end == len(report.variation) == plies
    board = cshogi.Board(sfen)
    assert mate_of(board, plies) and not any(mate_of(board, fewer) for fewer in range(1, plies, 2))
    for name in Position.load(SHOGI, sfen).names_of(report.variation):
        board.push_usi(name)
    assert board.is_check() and not list(board.legal_moves)


def test_a_mate_by_a_dropped_pawn_is_none() -> None:
    """A claim that rests on the one drop that the rules forbid; a lance may be dropped there, and mates."""
    reports = [forced(f"6snk/6g2/8G/9/9/9/9/9/4K4 b {hand} 1", depth=5) for hand in "PL"]
    assert [report.value.proven for report in reports] == [False, True]
    assert reports[1].value.plies_to_end == 1 and reports[1].value.bound == Bound.EXACT


def test_a_line_into_the_fourth_occurrence_is_no_win() -> None:
    """A proof that forgets the game so far: the check that it begins with would bring a position about for the fourth time."""
    start = Position.load(SHOGI, "3k5/9/9/9/9/4K4/1+R7/9/5+R3 b - 1")
    first = search_position(SHOGI, start, Limit(nodes=60_000), "forcing")
    check, evasion = start.names_of(first.variation)[:2]
    back = [name[2:4] + name[:2] for name in (check, evasion)]
    again = Position(SHOGI, start.play(check).state).play_all([evasion, *back, check] * 2 + [evasion, *back])
    assert again.key == start.key and again.play(check).outcome() is not None
    later = search_position(SHOGI, again, Limit(nodes=60_000), "forcing")
    ended = again.play_all(later.variation).outcome()
    assert first.value.proven and later.value.proven and later.action != first.action
    assert ended is not None and ended.winner == 0


def test_the_end_of_a_clock_is_no_win() -> None:
    """A mate that comes after the last move which the rules allow, the 512th."""
    sfen = next(text for text, plies in MATES.items() if plies == 5).rpartition(" ")[0]
    assert [forced(f"{sfen} {number}", depth=5).value.proven for number in (508, 509)] == [True, False]


@pytest.mark.parametrize("compiled", [True, False])
def test_other_threats_than_checks(compiled: bool) -> None:
    """A threat that only chess has, a win that one gear finds alone, a search that goes on where no threat is left."""
    game = make_game("tic_tac_toe")

    def found(*moves: str) -> Report:
        return search_position(game, Position(game).play_all(moves), Limit(), "forcing")

    with contextlib.nullcontext() if compiled else interpreting():
        fork, nothing = found("a1", "b3"), found()
    assert (fork.value.proven, fork.value.plies_to_end, fork.depth) == (True, 5, 5)
    assert not nothing.value.proven and nothing.completed and nothing.depth == 1


def test_a_game_without_threats_is_refused() -> None:
    """A search of a game that says nothing of threats, which would find nothing and not say why."""
    with pytest.raises(
        MissingTrait, match=r"forcing cannot search Nim: it needs a game that says what a threat is.*engine works"
    ):
        search_position(make_game("nim"), algorithm="forcing")
