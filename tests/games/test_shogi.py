"""Shogi: published counts, cshogi beside random games, and positions for every rule that random games seldom come to."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import cshogi
import pytest

from counterplay.boards.notation.shogi_notation import DECLARE
from counterplay.check import Oracle, walk_beside
from counterplay.core import BadNotation, BadParameter, Position
from counterplay.games import make_game
from counterplay.games.chess_like.shogi import Shogi
from tests.oracles.count_tables import assert_perft, assert_positions

GAME = Shogi()
MOST_MOBILE = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
# Both kings have crossed the board, so that either side may soon declare, and much is in hand.
ENTERED = "1+P+PK+P+P+P+P1/+R+B2+S+S3/4G4/9/9/9/4g4/+r+b2+s+s3/1+p+pk+p+p+p+p1 b 2G2N2L2n2l4p 1"


class Cshogi(Oracle):
    """A game in cshogi."""

    def __init__(self, sfen: str = "") -> None:
        self.board = cshogi.Board(sfen) if sfen else cshogi.Board()
        self.declared = False

    def player(self) -> int:
        return int(self.board.turn)

    def actions(self) -> list[Hashable]:
        claim: list[Hashable] = ["win"] if self.board.is_nyugyoku() else []
        return claim + [cshogi.move_to_usi(move) for move in self.board.legal_moves]

    def play(self, label: Hashable) -> None:
        if label == "win":
            self.declared = True
        else:
            self.board.push_usi(label)

    def terminal(self) -> bool:
        return self.declared or self.board.is_game_over()

    def utilities(self) -> list[float]:
        loser = self.board.turn ^ self.declared
        return [-1.0 if p == loser else 1.0 for p in (0, 1)]

    def shown(self) -> Any:
        return None if self.declared else (self.board.sfen(), bool(self.board.is_check()))


def shown(s: Any) -> Any:
    return None if s.declared else (GAME.dump(s), GAME.threatened(s))


def after(text: str, *moves: str) -> Position:
    position = Position(GAME, GAME.load(text) if text else None)
    return position.play_all(moves)


def names(text: str, game: Shogi = GAME) -> set[str]:
    s = game.load(text)
    return {game.action_name(s, a) for a in game.choices(s)}


def test_counts() -> None:
    """A move that is missing or illegal. Sources: Chess Programming Wiki, "Shogi"; cshogi 1.1.0."""
    assert_perft(GAME, (30, 900, 25470, 719731, 19861490))


def test_distinct_positions() -> None:
    """Would catch keys that forget a piece or a turn, or tell transpositions apart; OpenSpiel and Ludii find as many."""
    assert_positions(GAME, (30, 900, 13560))


def test_the_position_with_most_moves() -> None:
    """An array that is too small, a drop or a promotion too many; the count was published and python-shogi gives it, too."""
    assert len(GAME.choices(GAME.load(MOST_MOBILE))) == GAME.max_actions == 593


def lively(rng: random.Random, s: Any, actions: list[int]) -> int:
    """Captures, promotions and checks more often than chance would have it; a win is never claimed before much is played."""
    quiet = [a for a in actions if a != DECLARE] or actions
    noisy = [a for a in quiet if GAME.noisy(s, a)]
    if DECLARE in actions and rng.random() < 0.02:
        return DECLARE
    return rng.choice(noisy if noisy and rng.random() < 0.4 else quiet)


@pytest.mark.parametrize(("sfen", "games"), [("", 3), (MOST_MOBILE, 1), (ENTERED, 3)])
def test_random_games_beside_cshogi(sfen: str, games: int) -> None:
    """Any difference in moves, drops, promotion, check, mate, declarations, hands, or how they are written."""
    walk_beside(
        GAME,
        lambda: Cshogi(sfen),
        start=GAME.load(sfen) if sfen else None,
        label=GAME.action_name,
        show=shown,
        choose=lively,
        until=lambda position, _: position.ply == 300,
        games=games,
        seed=7,
        compiled=True,
    )


def test_two_pawns() -> None:
    """A second pawn on a file; a promoted one does not count."""
    found = names("4k4/9/9/9/P3+P4/9/9/9/4K4 b P 1")
    assert not {name for name in found if name.startswith("P*9")} and "P*5f" in found


def test_mate_by_a_dropped_pawn() -> None:
    """A pawn drop that mates, or one that is forbidden though the king, or another piece, could take the pawn."""
    mating = "6snk/9/7GG/9/9/9/9/9/4K4 b P 1"
    assert "P*1b" not in names(mating)
    assert "P*1b" in names("6s1k/9/7GG/9/9/9/9/9/4K4 b P 1")  # 2a is free
    assert "P*1b" in names("6snk/6r2/8G/9/9/9/9/9/4K4 b P 1")  # the king, or the rook, takes it
    assert "L*1b" in names(mating.replace(" P ", " L "))  # any other piece may mate


def test_pieces_that_could_never_move() -> None:
    """A pawn, lance or knight that stays on the last rows, by a move or by a drop."""
    found = names("4k4/P8/1L7/N8/9/9/9/9/4K4 b PNL 1")
    assert "9b9a" not in found and "9b9a+" in found
    assert "9d8b" not in found and "9d8b+" in found
    assert "8c8a" not in found and {"8c8a+", "8c8b", "8c8b+"} <= found
    assert not {name for name in found if name[:2] in ("P*", "L*") and name.endswith("a")}
    assert not {name for name in found if name[:2] == "N*" and name[-1] in "ab"}


def test_repetition() -> None:
    """A draw at another occurrence than the fourth, or one that forgets what is in hand."""
    position = Position(GAME)
    shuffle = ("2h3h", "8b7b", "3h2h", "7b8b")
    position = position.play_all(shuffle * 2 + shuffle[:3])
    assert position.outcome() is None
    ended = position.play("7b8b").outcome()
    assert ended is not None and ended.utilities == (0.0, 0.0) and "4 times" in ended.reason


def test_declaration() -> None:
    """A claim with too few points or pieces, in check, or where the option is off; one that does not win."""
    claim = "3K5/PPP1PPPPP/1+R1P5/9/9/9/9/9/4k4 b RB4G4S 1"
    assert "win" in names(claim) and "win" not in names(claim, Shogi(declaration=False))
    assert "win" in names(claim.replace("4G4S", "4G"))  # 9 pawns, 5 for the dragon, 10 + 4 in hand
    assert "win" not in names(claim.replace("4G4S", "3G"))
    assert "win" not in names(claim.replace("1+R1P5/9", "3P5/1+R7"))  # nine pieces beside the king
    checked = "3K5/PPP1PPPPP/1+R5GG/9/9/9/9/3r5/4k4 b B2G4S4N4L 1"
    assert "win" not in names(checked) and "win" in names(checked.replace("3r5", "2r6"))
    white = "4K4/9/9/9/9/9/1+r7/ppppppppp/3k5 w rb3g 1"
    assert "win" in names(white) and "win" not in names(white.replace("3g", "2g"))
    won = after(claim, "win")
    ended = won.outcome()
    assert ended is not None and ended.winner == 0 and "declared" in ended.reason
    assert GAME.dump(won.state).endswith(" win") and GAME.terminal(GAME.load(GAME.dump(won.state)))


def test_the_last_move() -> None:
    """A game that goes on after its longest, or in which a mate by the last move does not count."""
    game = make_game("shogi:longest=30")
    s = game.load("4k4/9/4P4/9/9/9/9/9/4K4 b G 30")
    mate, other = (game.result(s, game.parse_action(s, name)) for name in ("G*5b", "G*5e"))
    assert game.utility(mate, 0) == 1.0 and game.ending(mate) == "checkmate"
    assert game.terminal(other) and game.utility(other, 0) == 0.0 and game.ending(other) == "30 moves were played"
    with pytest.raises(BadParameter, match="longest is a number of moves"):
        Shogi(longest=-1)


@pytest.mark.parametrize(
    ("text", "name"),
    [("P-7f", "7g7f"), ("p76", "7g7f"), ("S-6h", ""), ("G6i-5h", "6i5h"), ("G-5h", ""), ("7G7F", "7g7f"), ("R-5h", "2h5h")],
)
def test_western_names(text: str, name: str) -> None:
    """A name that books use and nobody understands, or that is taken for one of two moves."""
    s = GAME.initial()
    silver = {"S-6h": "7i6h"}
    if name or text in silver:
        assert GAME.action_name(s, GAME.parse_action(s, text)) == (name or silver[text])
    else:
        with pytest.raises(BadNotation, match=r"4i5h, 6i5h|6i5h, 4i5h"):
            GAME.parse_action(s, text)


def test_names_of_captures_promotions_and_drops() -> None:
    """A capture, promotion or drop that can only be written one way."""
    s = after("", "7g7f", "3c3d").state
    assert GAME.action_name(s, GAME.parse_action(s, "Bx2b+")) == "8h2b+"
    assert GAME.action_name(s, GAME.parse_action(s, "Bx22=")) == "8h2b"
    s = after("", "7g7f", "3c3d", "8h2b+", "3a2b").state
    assert GAME.action_name(s, GAME.parse_action(s, "B'55")) == "B*5e"


def test_features() -> None:
    """A side that is counted twice, a hand that is not counted, an estimate that favours a colour."""
    start = {term.name: term.value for term in GAME.terms(GAME.initial(), 0)}
    assert {name for name, value in start.items() if abs(value) > 1e-9} == {"move"}
    taken = {term.name: term.value for term in GAME.terms(after("", "7g7f", "3c3d", "8h2b+").state, 0)}
    assert taken["material in hand"] == 7.0 and taken["material on the board"] == pytest.approx(9.5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9/9/9/9/9/9/9/9/4K4 b - 1", "White has 0 kings instead of one"),
        ("4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1", "Black has 2 pieces of the kind pawn on one file"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the black pawn on 9a could never move"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "there are 3 pieces of the kind rook; 2 is the most"),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "White is in check although it is Black's turn"),
        ("4k4/9/9/9/9/9/9/9/4K4 b Q 1", "the pieces in hand should be pieces in hand such as"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 0", "the number of the move should be a number from 1 to 9999"),
    ],
)
def test_wrong_texts(text: str, sentence: str) -> None:
    """Positions that no game comes to, and texts that are no positions."""
    with pytest.raises(BadNotation, match=sentence):
        GAME.load(text)


def test_clicks() -> None:
    """A drop that cannot be tapped, a promotion without a choice, a choice where there is none."""
    s = after("", "7g7f", "3c3d").state
    clicks = {name: GAME.gesture(s, GAME.parse_action(s, name)) for name in ("8h2b", "8h2b+", "2g2f")}
    assert clicks == {"8h2b": ("8h", "2b", "stay"), "8h2b+": ("8h", "2b", "promote"), "2g2f": ("2g", "2f")}
    s = GAME.load("4k4/P8/9/9/9/9/9/9/4K4 b P 1")
    assert GAME.gesture(s, GAME.parse_action(s, "9b9a+")) == ("9b", "9a")
    assert GAME.gesture(s, GAME.parse_action(s, "P*5e")) == ("black pawn in hand", "5e")
