"""Omega chess against counts of its first moves, Sjaak II and a game of two grandmasters."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from counterplay.core import BadNotation, Position, states_equal
from counterplay.games.chess_like.omega_chess.omega_board import State
from counterplay.games.chess_like.omega_chess.omega_chess import OmegaChess
from counterplay.gears.entry.method_calls import compiled_choices, estimate_of, facts_of, result_of
from tests.oracles.count_tables import assert_perft, assert_positions
from tests.oracles.sjaak_moves import SJAAK, Sjaak

GAME = OmegaChess()
CORNERS = "1**********1"


def placed(extras: str = "w - - 0 1", **squares: str) -> str:
    """The text of a position with these pieces, as in ``placed(f0="K")``."""
    rows = [[*".**********."], *([*"*..........*"] for _ in range(10)), [*".**********."]]
    spots = {"w1": (11, 0), "w2": (11, 11), "w3": (0, 11), "w4": (0, 0)}
    for square, letter in squares.items():
        row, column = spots.get(square, (10 - "0123456789".find(square[1]), 1 + "abcdefghij".find(square[0])))
        rows[row][column] = letter
    return GAME.dump(GAME.load("/".join("".join(row) for row in rows) + " " + extras))


# Castling on both sides, pawns that promote and capture, pawns that pass each other, and pieces in and near the corners.
READY = placed(
    "w KQkq - 0 1", f0="K", b0="R", i0="R", f9="k", b9="r", i9="r",
    a1="P", d1="P", e1="P", h1="P", c4="P", j7="P", b8="p", e8="p", g8="p", d5="p", j2="p", w1="W", w3="w", c2="C", h7="c",
)  # fmt: skip
FIRST_POSITIONS = [
    GAME.first_position,
    READY,
    placed("w - - 0 1", w1="K", j9="k", c3="b", a8="P", j1="p", d6="Q", e3="n"),
    placed("b - - 0 1", a0="K", w3="k", h8="C", f7="W", w4="B", j1="p", e1="P", d4="p", f3="p"),
    placed("w - - 0 1", e4="K", f9="k", e6="C", e8="r", c6="W", b7="b", h4="C", i4="q", d3="N", b1="b", f2="P"),  # pins
]


@pytest.fixture(scope="module")
def walked() -> list[State]:
    """Positions of random games, compiled, from all first positions."""
    rng, found = random.Random(7), []
    for first in FIRST_POSITIONS:
        s = GAME.load(first)
        for _ in range(60):
            if facts_of.compiled(GAME, s)[0]:
                break
            found.append(s)
            s = result_of.compiled(GAME, s, rng.choice(compiled_choices(GAME, s)))
    return found


# --- rules against outside counts and programs ---
def test_perft() -> None:
    """A move that is missing or illegal in the first three plies; Sjaak II counts the same."""
    assert_perft(GAME, (40, 1600, 67202))


def test_distinct_positions() -> None:
    """Would catch keys that forget a piece, or an en passant square that nobody can use (59562 positions with all of them)."""
    assert_positions(GAME, (40, 1600, 37962))


def test_first_moves() -> None:
    """Pieces that begin on other squares: thirty moves of pawns, four of knights, four of champions, two of wizards."""
    names = [GAME.action_name(GAME.initial(), a) for a in GAME.choices(GAME.initial())]
    assert sorted(name for name in names if name[0].isupper()) == [
        "Ca2", "Cc2", "Ch2", "Cj2", "Nb2", "Nd2", "Ng2", "Ni2", "Wa2", "Wj2",
    ]  # fmt: skip
    assert len(names) == 40


def sjaak_square(cell: int) -> str:
    """A square as Sjaak II names it, on the 12 x 12 squares that the corners span."""
    name = GAME.board.names[cell]
    corners = {"w1": "a1", "w2": "l1", "w3": "l12", "w4": "a12"}
    return corners.get(name) or f"{chr(ord(name[0]) + 1)}{int(name[1]) + 2}"


def sjaak_name(s: State, a: int) -> str:
    """A move as Sjaak II writes it."""
    origin, target = GAME.action_cells(s, a)
    letter = GAME.letter_at(s, origin)
    squares = sjaak_square(origin) + GAME.action_sign(s, a) + sjaak_square(target)
    return GAME.castling_name(s, a) or letter.replace("P", "") + squares + GAME.promotion(a)


@pytest.mark.skipif(not SJAAK, reason="sjaakii is not installed")
@pytest.mark.parametrize("first", FIRST_POSITIONS)
def test_random_games_equal_sjaak(first: str) -> None:
    """Any difference in legal moves over many plies: leaps, pins, corners, castling, en passant, promotions."""
    rng = random.Random(first)
    for _ in range(4):
        with Sjaak("omega") as program:
            program.send(f"setboard {first}")
            s = GAME.load(first)
            for _ in range(100):
                if facts_of.compiled(GAME, s)[0]:
                    assert GAME.movable(s) or not program.moves(), GAME.dump(s)
                    break
                if any(letter in corners for corners in GAME.dump(s).split()[0].split("/")[::11] for letter in "Qq"):
                    break  # Sjaak II lets a queen in a corner move along the next rank
                actions = {sjaak_name(s, a): a for a in compiled_choices(GAME, s)}
                assert sorted(actions) == sorted(program.moves()), GAME.dump(s)
                rare = [name for name in actions if "x" in name or "O" in name or name[-1] in "QCWRBN"]
                name = rng.choice(rare if rare and rng.random() < 0.2 else list(actions))
                program.send(name.lstrip("NBRQKCW").replace("x", "").replace("-", "").lower() if "O" not in name else name)
                s = result_of.compiled(GAME, s, actions[name])


def test_a_game_of_grandmasters() -> None:
    """A. Sherzer v. J. Polgár, from omegachess.com: moves of all pieces by their names, captures without x."""
    score = """
        f4 d5 Nd2 Ng7 Wa2 Cc7 Ng2 f7 Wj2 Wa7 e4 de4 Ne4 Bb4+ Be1 Nd7 c3 Be7 Wi5 0-0 d4 Cc6 Bd3 b5 b4 Wd6 Cc2 Wj7 Ch2 Wi4
        Nh4 Wh5 Wd1 We3+ Kg0 c7 i4 Wg4 Be2 Wd5 Rc0 Bb7 Nc5 Nc5 bc5 Qd8 Qh3 Wh4 Bh4 Bh4 Wh4 Ch7 Wg2 Ce4 Ce4 We4 Qj3 j7 i5 i6
        Wg7 hg7 Ri3 Ki8 Qj4 Rh9 Rj3 Ci7"""
    position = Position(GAME)
    for move in score.split():
        position = position.play(move)
    assert position.outcome() is None and position.state.fullmoves == 35


# --- corner cases ---
def moves(text: str) -> set[str]:
    """The legal moves of a position as engines write them."""
    return {GAME.uci(a) for a in GAME.choices(GAME.load(text))}


def test_en_passant_on_every_square_passed_over() -> None:
    """A pawn that came three squares can be taken on two of them, and only by the next move."""
    s = GAME.load(placed("w - - 0 1", f0="K", f9="k", e1="P", d4="p", f3="p", h8="p"))
    s = GAME.result(s, GAME.parse_action(s, "e4"))
    assert {GAME.action_name(s, a) for a in GAME.choices(s) if GAME.action_sign(s, a) == "x"} == {"dxe3", "fxe2"}
    near = GAME.result(s, GAME.parse_action(s, "fxe2"))
    assert GAME.dump(near) == placed("w - - 0 2", f0="K", f9="k", d4="p", e2="p", h8="p")
    later = GAME.result(s, GAME.parse_action(s, "h5"))
    later = GAME.result(later, GAME.parse_action(later, "Kg0"))
    assert not {"d4e3", "f3e2"} & {GAME.uci(a) for a in GAME.choices(later)}
    s = GAME.load(placed("w - - 0 1", f0="K", f9="k", e1="P", d3="p", f3="p"))
    s = GAME.result(s, GAME.parse_action(s, "e3"))
    assert GAME.board.names[s.en_passant] == "e2" and {"d3e2", "f3e2"} <= {GAME.uci(a) for a in GAME.choices(s)}


def test_en_passant_that_bares_the_king() -> None:
    """Both pawns leave the rank at once, and the right is no part of the position where its use is illegal."""
    s = GAME.load(placed("w - - 0 1", f0="K", a4="k", j4="R", e1="P", d4="p"))
    s = GAME.result(s, GAME.parse_action(s, "e4"))
    assert s.en_passant == -1 and "d4e3" not in {GAME.uci(a) for a in GAME.choices(s)}


def test_castling() -> None:
    """Where king and rook go; through check, out of check, over pieces, and after the rook has gone."""
    bare = {"f0": "K", "b0": "R", "i0": "R"}
    s = GAME.load(placed("w KQ - 0 1", a9="k", **bare))
    short, long = (GAME.result(s, GAME.parse_action(s, name)) for name in ("O-O", "O-O-O"))
    assert GAME.dump(short) == placed("b - - 1 1", a9="k", h0="K", g0="R", b0="R")
    assert GAME.dump(long) == placed("b - - 1 1", a9="k", d0="K", e0="R", i0="R")
    for square, allowed in {
        "e9": {"f0h0"},
        "h9": {"f0d0"},
        "f9": set(),
        "c9": {"f0h0", "f0d0"},
        "j9": {"f0h0", "f0d0"},
    }.items():
        assert moves(placed("w KQ - 0 1", a8="k", **bare, **{square: "r"})) & {"f0h0", "f0d0"} == allowed, square
    assert "f0d0" not in moves(placed("w KQ - 0 1", a9="k", c0="N", **bare))
    assert moves(placed("w KQ - 0 1", a9="k", a0="r", **bare)) & {"f0h0", "f0d0"} == {"f0h0"}, (
        "the rook leaves the king in check"
    )
    s = GAME.load(placed("b KQ - 0 1", a9="k", b5="r", **bare))
    assert GAME.dump(GAME.result(s, GAME.parse_action(s, "Rxb0"))).split()[2] == "K"


def test_a_pinned_leaper_may_stay_on_the_line() -> None:
    """A champion between king and rook moves along the file but not past the rook; a wizard along a diagonal."""
    pinned = moves(placed("w - - 0 1", e2="K", e4="C", e5="r", a9="k"))
    assert {move for move in pinned if move.startswith("e4")} == {"e4e3", "e4e5"}
    pinned = moves(placed("w - - 0 1", c2="K", d3="W", f5="b", a9="k"))
    assert {move for move in pinned if move.startswith("d3")} == {"d3e4"}


def test_the_corners() -> None:
    """One square leads out of a corner; bishops and queens enter along the diagonal, rooks and pawns never."""
    assert moves(placed("w - - 0 1", w1="K", j9="k", j8="p")) == {"w1a0"}
    assert {"d3w1", "d3j9"} <= moves(placed("w - - 0 1", d3="B", f0="K", f9="k"))
    assert not any(move[2] == "w" for move in moves(placed("w - - 0 1", a0="R", a8="P", f0="K", f9="k")))


@pytest.mark.parametrize(("square", "letter"), [("a0", "W"), ("a1", "N"), ("a0", "B")])
def test_one_piece_mates_in_a_corner(square: str, letter: str) -> None:
    """Why no piece beside the kings is too little material."""
    s = GAME.load(placed("b - - 0 1", w1="k", b1="K", **{square: letter}))
    assert GAME.terminal(s) and GAME.ending(s) == "checkmate" and GAME.utility(s, 0) == 1.0


def test_draws() -> None:
    """Bare kings, fifty moves, stalemate, repetition; mate by the hundredth half-move still wins."""
    assert GAME.ending(GAME.load(placed("w - - 0 1", a0="K", j9="k"))) == "too little material to mate"
    assert not GAME.terminal(GAME.load(placed("w - - 0 1", a0="K", j9="k", e5="N")))
    assert GAME.terminal(GAME.load(placed("w - - 100 80", a0="K", j9="k", e5="N")))
    stale = GAME.load(placed("b - - 0 1", w1="k", b1="K", e5="N"))
    assert GAME.terminal(stale) and GAME.ending(stale) == "stalemate" and GAME.utility(stale, 1) == 0.0
    mate = GAME.load(placed("b - - 100 90", w1="k", b1="K", a1="N"))
    assert GAME.ending(mate) == "checkmate"
    position = Position(GAME)
    for name in ["Ng2", "Ng7", "Nh0", "Nh9"] * 2:
        assert position.outcome() is None
        position = position.play(name)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is None


def test_promotion() -> None:
    """All six pieces, with and without capture, and the buttons for them."""
    text = placed("w - - 0 1", a8="P", b9="n", f0="K", i9="k")
    assert moves(text) >= {f"a8{to}{piece}" for to in ("a9", "b9") for piece in "qrbncw"}
    s = GAME.load(text)
    assert list(GAME.buttons(s).values()) == ["queen", "rook", "bishop", "knight", "champion", "wizard"]
    after = GAME.result(s, GAME.parse_action(s, "axb9=W"))
    assert GAME.dump(after) == placed("b - - 0 1", b9="W", f0="K", i9="k")


# --- what follows from the board, and hints ---
def test_states_follow_from_their_texts(walked: list[State]) -> None:
    """A key, a set, a king's square or a check that `result` keeps wrongly, or a text that loses something."""
    for s in walked:
        assert states_equal(s, GAME.load(GAME.dump(s)))


def turned(text: str) -> str:
    """The same position with the colours exchanged."""
    rows, side, castling, passed, *clocks = text.split()
    order = {"-": "-"} | {f"{file}{rank}": f"{file}{9 - rank}" for file in "abcdefghij" for rank in range(10)}
    return " ".join(
        ["/".join(reversed(rows.swapcase().split("/"))), "wb"[side == "w"], rights(castling), order[passed], *clocks]
    )


def rights(castling: str) -> str:
    """Castling rights of the exchanged colours, in their usual order."""
    return "".join(sorted(castling.swapcase(), key="KQkq-".index))


def test_evaluation_favours_no_colour(walked: list[State]) -> None:
    """A feature that sees White and Black differently, or that is not zero-sum, or gears that disagree."""
    for s in walked[::3]:
        value = estimate_of.compiled(GAME, s, 0)
        other = GAME.load(turned(GAME.dump(s)))
        assert -1 < value < 1
        assert value == -estimate_of.compiled(GAME, s, 1) == pytest.approx(estimate_of.compiled(GAME, other, 1), abs=1e-12)
        assert value == pytest.approx(GAME.evaluate(s, 0), abs=1e-12)


def test_features() -> None:
    """A feature that counts something else than its name says."""
    text = placed("w - - 0 1", f0="K", f9="k", a6="P", b1="P", b2="P", j8="p", e5="C", c0="B", d0="B")
    found = {term.name: term.value for term in GAME.terms(GAME.load(text), 0)}
    assert (found["pawns"], found["champions"], found["bishops"], found["pair of bishops"]) == (2, 1, 2, 1)
    assert found["weak pawns"] == 2 - 1  # b1 and b2 are doubled; j8 has nobody beside it
    assert found["passed pawns"] == pytest.approx((25 + 0 + 1 - 0) / 49)
    assert found["leapers in the centre"] == 4 and found["move"] == 1
    assert all(term.name == "move" or abs(term.value) < 1e-12 for term in GAME.terms(GAME.initial(), 0))
    lone_rook = GAME.evaluate(GAME.load(placed("w - - 0 1", f4="K", f7="k", a0="R")), 0)
    assert 0 < lone_rook < 0.03, "a rook cannot drive a king out of a corner"


def noisy_of(s: State) -> Iterator[int]:
    """Captures and promotions, picked from all moves."""
    return (a for a in GAME.choices(s) if GAME.noisy(s, a))


def test_captures_and_promotions_by_themselves(walked: list[State]) -> None:
    """A capture that quiescence never sees, or an illegal one."""
    for s in walked[::2]:
        assert sorted(map(int, GAME.noisy_actions(s))) == sorted(noisy_of(s))


@pytest.mark.parametrize(
    ("squares", "move", "pawns"),
    [
        ({"e4": "R", "e7": "p"}, "Rxe7", 1.0),
        ({"e4": "R", "e7": "p", "d8": "p"}, "Rxe7", 1.0 - 5.5),
        ({"e4": "R", "e2": "R", "e7": "r", "e8": "r"}, "Rxe7", 5.5),  # both rooks behind join in, and Black stops
        ({"e4": "C", "e6": "w", "e9": "q"}, "Cxe6", 3.6 - 3.9),
        ({"a8": "P"}, "a9=Q", 9.5),
        ({"a8": "P", "b9": "n", "d9": "r"}, "axb9=Q", 2.7 - 1.0),
    ],
)
def test_exchange(squares: dict[str, str], move: str, pawns: float) -> None:
    """A forgotten piece behind another, a wrong value or sign in the swap."""
    s = GAME.load(placed("w - - 0 1", j0="K", j7="k", **squares))
    assert GAME.exchange(s, GAME.parse_action(s, move)) == pytest.approx(pawns / 100)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{CORNERS}/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/{CORNERS} w - - 0 1", "Black has 0 kings"),
        (f"{CORNERS}/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K3P*/{CORNERS} w - - 0 1", "on the first or last rank"),
        (f"P**********1/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/{CORNERS} w - - 0 1", "a pawn stands on w4"),
        (f"{CORNERS}/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5R4*/*K9*/{CORNERS} w - - 0 1", "Black is in check although"),
        (
            f"{CORNERS}/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/{CORNERS} w K - 0 1",
            "needs king and rook on f0 and i0",
        ),
        (f"{CORNERS}/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/{CORNERS} b - e4 0 1", "a2 to j2 or a3 to j3, or -"),
        (f"{CORNERS}/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/{CORNERS} b - w2 0 1", "a2 to j2 or a3 to j3, or -"),
        (f"{CORNERS}/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/{CORNERS} b - e3 0 1", "no pawn can just have passed"),
        (f"{CORNERS}/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*5K4*/*1 w - - 0 1", "has 1 cells instead of 2"),
    ],
)
def test_bad_positions_are_explained(text: str, reason: str) -> None:
    """A wrong text that is accepted, or refused without saying why."""
    with pytest.raises(BadNotation) as error:
        GAME.load(text)
    assert reason in str(error.value)


def test_stars_may_be_left_out() -> None:
    """A position written without what is no square."""
    assert states_equal(GAME.load(GAME.first_position.replace("*", "")), GAME.initial())
