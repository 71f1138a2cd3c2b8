"""Chess against python-chess and the published perft counts."""

from __future__ import annotations

import random
from collections import Counter

import chess
import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.boards.notation.algebraic_notation import AlgebraicNotation
from counterplay.boards.pieces.chess_pieces import QUEEN
from counterplay.core import BadNotation, Position, states_equal
from counterplay.games import make_game
from counterplay.games.chess_like.chess.chess import Chess
from counterplay.games.chess_like.chess.chess_board import hash_of
from counterplay.gears.entry.method_calls import compiled_choices, estimate_of, facts_of, hints_of, result_of
from tests.oracles.count_tables import assert_perft

GAME = Chess()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
TANGLE = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"
MIRRORED = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -"


# --- rules against outside counts ---
@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (START, (20, 400, 8902, 197281, 4865609, 119060324)),
        (KIWIPETE, (48, 2039, 97862, 4085603, 193690690)),
        (ENDING, (14, 191, 2812, 43238, 674624)),
        (PROMOTIONS, (6, 264, 9467, 422333, 15833292)),
        (TANGLE, (44, 1486, 62379, 2103487, 89941194)),
        (MIRRORED, (46, 2079, 89890, 3894594, 164075551)),
    ],
)
def test_perft_equals_the_published_counts(fen: str, counts: tuple[int, ...]) -> None:
    """A move that is missing or illegal; source: Chess Programming Wiki, "Perft Results"."""
    assert_perft(GAME, counts, GAME.load(fen))


def test_most_moves() -> None:
    """A buffer too small for the position with the most moves (218, N. Petrović 1964)."""
    s = GAME.load("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -")
    assert len(GAME.choices(s)) == len(compiled_choices(GAME, s)) == GAME.max_actions == 218


FIRST_POSITIONS = [
    START,
    KIWIPETE,
    PROMOTIONS,
    ENDING,
    "8/P1k5/8/3pP3/8/8/1p4K1/8 w - d6 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/8/8/3k4/8/2B5/4b3/4K3 w - - 90 80",
    "8/5k2/8/8/2R5/8/8/K6r w - - 0 1",
    "8/8/4k3/8/8/3NK3/8/6r1 b - - 96 70",
]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_games_equal_python_chess(seed: int) -> None:
    """Any difference in legal moves, positions, check, endings, repetition, hash or names over whole games."""
    rng = random.Random(seed)
    for first in FIRST_POSITIONS:
        board, s = chess.Board(GAME.dump(GAME.load(first))), GAME.load(first)
        seen: Counter[int] = Counter()
        for _ in range(150):
            ended, player, told = facts_of.compiled(GAME, s)
            key = int(GAME.key(s))
            seen[key] += 1
            assert player == (0 if board.turn else 1)
            assert GAME.dump(s) == board.fen()
            assert key == int(hash_of(s)) and told == (0 if ended else key)
            assert (seen[key] >= 3) == board.is_repetition(3)
            assert GAME.threatened(s) == board.is_check()
            legal = list(board.legal_moves)
            few = len(board.piece_map()) <= 4 and board.is_insufficient_material()
            assert ended == (not legal or few or board.halfmove_clock >= 100)
            if ended:
                _compare_ending(s, board, few)
                break
            actions = compiled_choices(GAME, s)
            assert sorted(map(GAME.uci, actions)) == sorted(m.uci() for m in legal)
            action = rng.choice(actions)
            move = chess.Move.from_uci(GAME.uci(action))
            assert GAME.action_name(s, action) == board.san(move)
            noisy = {a: noisy for a, noisy, _ in hints_of.compiled(GAME, s)}
            assert noisy[action] == (board.is_capture(move) or move.promotion is not None)
            s = result_of.compiled(GAME, s, action)
            board.push(move)


def _compare_ending(s: object, board: chess.Board, few: bool) -> None:
    utility = [GAME.utility(s, p) for p in (0, 1)]
    if board.is_checkmate():
        assert GAME.ending(s) == "checkmate"
        assert utility == ([-1.0, 1.0] if board.turn else [1.0, -1.0])
    else:
        assert utility == [0.0, 0.0]
        draw = "too little material to mate" if few else "fifty moves without a capture or a pawn move"
        assert GAME.ending(s) == ("stalemate" if board.is_stalemate() else draw)


def test_names_of_all_moves_equal_python_chess() -> None:
    """Disambiguation by file, rank or both, and against pinned rivals that could not move."""
    fens = [
        *FIRST_POSITIONS,
        "8/7k/8/8/Q2Q4/8/8/K2Q4 w - - 0 1",
        "4k3/4r3/8/2N1N3/8/2N1N3/8/4K3 w - - 0 1",
        "rnbqk2r/pppp1ppp/5n2/4p3/1b2P3/2N5/PPPPNPPP/R1BQKB1R w KQkq - 0 4",
        "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1",
    ]
    for fen in fens:
        s = GAME.load(fen)
        board = chess.Board(GAME.dump(s))
        names = {GAME.uci(a): GAME.action_name(s, a) for a in GAME.choices(s)}
        assert names == {m.uci(): board.san(m) for m in board.legal_moves}
        for uci, name in names.items():
            assert GAME.uci(GAME.parse_action(s, name)) == uci == GAME.uci(GAME.parse_action(s, uci))


# --- corner cases ---
def moves(fen: str) -> set[str]:
    """The legal moves of a position in UCI notation."""
    return {GAME.uci(a) for a in GAME.choices(GAME.load(fen))}


def test_en_passant_that_bares_the_king_along_the_rank() -> None:
    """The capture removes two pawns from the rank at once; neither is pinned by itself."""
    assert "d4c3" not in moves("8/8/8/8/k1Pp3R/8/8/K7 b - c3 0 1")


def test_en_passant_out_of_check() -> None:
    """The pawn that gives check may be taken en passant."""
    assert "d4c3" in moves("8/8/8/1k6/2Pp4/8/8/K7 b - c3 0 1")


def test_en_passant_counts_only_where_it_is_legal() -> None:
    """Positions that differ by a right nobody can use must be the same for repetition."""
    after = Position(GAME).play("e4")
    assert after.state.en_passant == -1
    assert after.key == Position.load(GAME, GAME.dump(after.state).replace(" - ", " e3 ")).key
    able = GAME.load("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    unable = GAME.load("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")
    assert GAME.key(able) != GAME.key(unable)


def test_castling_conditions() -> None:
    """The king may not start, cross or land in check; the rook may."""
    assert {"e1g1", "e1c1"} <= moves("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert not {"e1g1", "e1c1"} & moves("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1")
    assert not {"e1g1", "e1c1"} & moves("3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert not {"e1g1", "e1c1"} & moves("2r1k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert {"e1g1", "e1c1"} <= moves("1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert not {"e1g1", "e1c1"} & moves("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1")


def test_castling_right_ends_with_the_rook() -> None:
    """A rook that was captured, or moved and came back, cannot castle."""
    s = GAME.load("r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1")
    assert GAME.dump(GAME.result(s, GAME.parse_action(s, "Bxa8"))).split()[2] == "KQk"
    s = GAME.load("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert GAME.dump(GAME.result(s, GAME.parse_action(s, "Rxh8+"))).split()[2] == "Qq"


def test_underpromotion() -> None:
    """All four pieces, with and without capture."""
    assert moves("1n5k/P7/8/8/8/8/8/K7 w - - 0 1") >= {f"a7{to}{piece}" for to in ("a8", "b8") for piece in "qrbn"}
    s = GAME.load("8/P1k5/8/8/8/8/8/K7 w - - 0 1")
    after = GAME.result(s, GAME.parse_action(s, "a8=N+"))
    assert GAME.dump(after) == "N7/2k5/8/8/8/8/8/K7 b - - 0 1"
    assert GAME.ending(after) == "too little material to mate"


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KB2 b - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KN2 b - - 0 1", True),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", True),  # c1 and f8 are both dark
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", False),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", False),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", False),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", False),
    ],
)
def test_insufficient_material(fen: str, drawn: bool) -> None:
    """A draw declared where mate is still possible, or play that cannot end."""
    assert GAME.terminal(GAME.load(fen)) == drawn


def test_openspiel_agrees_on_draws() -> None:
    """The module says that OpenSpiel makes the same choices: material, fifty moves, and moves elsewhere."""
    fens = [
        *FIRST_POSITIONS,
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 b - - 100 90",
    ]
    for fen in fens:
        s = GAME.load(fen)
        other = pyspiel.load_game("chess").new_initial_state(GAME.dump(s))
        assert other.is_terminal() == GAME.terminal(s)
        assert sorted(other.action_to_string(a) for a in other.legal_actions()) == sorted(
            GAME.action_name(s, a) for a in GAME.choices(s)
        )


def test_mate_comes_before_fifty_moves() -> None:
    """Mate by the hundredth half-move wins; the same move without mate draws."""
    s = GAME.load("7k/8/6K1/8/8/8/8/R7 w - - 99 120")
    mate = GAME.result(s, GAME.parse_action(s, "Ra8"))
    assert (GAME.ending(mate), GAME.utility(mate, 0), GAME.utility(mate, 1)) == ("checkmate", 1.0, -1.0)
    quiet = GAME.result(s, GAME.parse_action(s, "Ra7"))
    assert GAME.terminal(quiet)
    assert (GAME.ending(quiet), GAME.utility(quiet, 0)) == ("fifty moves without a capture or a pawn move", 0.0)


def test_threefold_repetition_ends_the_game() -> None:
    """Knights that go out and back twice: the third occurrence is a draw."""
    position = Position(make_game("chess"))
    for name in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        assert position.outcome() is None
        position = position.play(name)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.utilities, outcome.winner) == ((0.0, 0.0), None)


def test_fools_mate() -> None:
    """The shortest game: who has won, and why."""
    position = Position(GAME)
    for name in ("f3", "e5", "g4", "Qh4#"):
        position = position.play(name)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, "checkmate")


# --- hints ---
def positions(seed: int, plies: int) -> list[str]:
    """Positions of a random game of python-chess."""
    rng, board, found = random.Random(seed), chess.Board(), []
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(rng.choice(list(board.legal_moves)))
        found.append(board.fen())
    return found


def test_evaluation_favours_no_colour() -> None:
    """A feature that sees White and Black differently, or that is not zero-sum, or leaves the range."""
    for seed in range(6):
        for fen in positions(seed, 160)[::2]:
            s, turned = GAME.load(fen), GAME.load(chess.Board(fen).mirror().fen())
            value = estimate_of.compiled(GAME, s, 0)
            assert -1 < value < 1
            assert value == -estimate_of.compiled(GAME, s, 1) == estimate_of.compiled(GAME, turned, 1)
            assert value == GAME.evaluate(s, 0)


def test_evaluation_knows_what_pieces_are_worth() -> None:
    """A wrong unit or sign: a pawn is a hundredth of a win. The pawn is f2: without d2 or e2, pieces come out sooner."""
    without = {"PPPPPPPP": ("PPPPP1PP", 1), "RNBQ": ("R1BQ", 3), "BNR w": ("1NR w", 3.25), "NBQK": ("NB1K", 9)}
    for part, (rest, pawns) in without.items():
        value = GAME.evaluate(GAME.load(START.replace(part, rest)), 1)
        assert abs(100 * value - pawns) < 0.25 * pawns + 0.3
    assert GAME.evaluate(GAME.load("4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1"), 0) < 1
    assert GAME.evaluate(GAME.load("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1"), 0) < 0.02, "two knights cannot force mate"


SEE_VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 10_000}


def swap_off(board: chess.Board, square: int, side: bool) -> int:
    """What the side gains by capturing on the square for as long as it likes; plain recursion on a python-chess board."""
    takers = list(board.attackers(side, square))
    if not takers:
        return 0
    taker = min(takers, key=lambda sq: SEE_VALUES[board.piece_type_at(sq) or 0])
    if board.piece_type_at(taker) == chess.KING and board.attackers(not side, square):
        return 0
    gain = SEE_VALUES[board.piece_type_at(square) or 0]
    after = board.copy(stack=False)
    after.set_piece_at(square, after.remove_piece_at(taker))
    return max(0, gain - swap_off(after, square, not side))


def test_exchange_equals_a_plain_recursion() -> None:
    """A wrong attacker, a forgotten slider behind another, or a wrong sign in the swap."""
    compared = 0
    for seed in range(8):
        for fen in positions(seed, 120)[::3]:
            board, s = chess.Board(fen), GAME.load(fen)
            for move in board.legal_moves:
                if not board.is_capture(move) or board.is_en_passant(move) or move.promotion:
                    continue
                gain = SEE_VALUES[board.piece_type_at(move.to_square) or 0]
                after = board.copy(stack=False)
                after.set_piece_at(move.to_square, after.remove_piece_at(move.from_square))
                expected = gain - swap_off(after, move.to_square, not board.turn)
                found = GAME.exchange(s, GAME.parse_action(s, move.uci()))
                assert found == pytest.approx(expected / 10_000), f"{fen} {move}"
                compared += 1
    assert compared > 500


@pytest.mark.parametrize(
    ("fen", "move", "pawns"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "Rxe5", 1),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "Nxe5", -2),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", 1),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8=Q", 8),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - -", "axb8=Q+", 13),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - -", "a8=Q", -1),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "O-O", 0),
    ],
)
def test_exchange_in_known_positions(fen: str, move: str, pawns: float) -> None:
    """The two examples of the Chess Programming Wiki ("SEE - The Swap Algorithm"), and moves of a special kind."""
    s = GAME.load(fen)
    assert GAME.exchange(s, GAME.parse_action(s, move)) == pytest.approx(pawns / 100)


def test_captures_and_promotions_by_themselves() -> None:
    """Would catch a capture that quiescence never sees (en passant, by a pinned piece, out of check), or an illegal one."""
    for seed in range(6):
        for fen in positions(seed, 100)[::3]:
            board, s = chess.Board(fen), GAME.load(fen)
            expected = {move.uci() for move in board.legal_moves if board.is_capture(move) or move.promotion}
            assert {GAME.uci(int(a)) for a in GAME.noisy_actions(s)} == expected, fen


def test_harmless_moves_give_no_check() -> None:
    """Would catch a check that is pruned unseen (direct, discovered, by a capture), or a plain move that is looked at."""
    checks = 0
    for seed in range(6):
        for fen in positions(seed, 120)[::3]:
            board, s = chess.Board(fen), GAME.load(fen)
            for move in board.legal_moves:
                plain = (
                    not (move.promotion or board.is_castling(move) or board.is_en_passant(move)) and board.halfmove_clock < 99
                )
                expected = plain and not board.gives_check(move)
                assert GAME.harmless(s, GAME.parse_action(s, move.uci())) == expected, f"{fen} {move}"
                checks += board.gives_check(move)
    assert checks > 100


def test_the_weights_can_be_changed() -> None:
    """Would catch an evaluation that does not read its weights, or mixes up its phases."""
    game = Chess()
    s = game.load("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")  # no pawns and eight of 24 units: a third middlegame
    before = game.evaluate(s, 0)
    for phase, share in ((0, 1 / 3), (1, 2 / 3)):
        weights = game.phase_weights.copy()
        weights[64 * QUEEN : 64 * (QUEEN + 1), phase] += 30
        changed = Chess()
        changed.phase_weights = weights
        assert changed.evaluate(s, 0) - before == pytest.approx(2 * 30 * share / 10_000)


def test_order() -> None:
    """Good captures first, the largest victim first; captures that lose material after quiet moves."""
    s = GAME.load("3qk3/8/2p5/3p4/2P1r3/3P4/6Q1/3R1K2 w - - 0 1")
    value = {GAME.uci(a): GAME.order(s, a) for a in GAME.choices(s)}
    assert value["d3e4"] > value["c4d5"] > value["f1f2"] > value["g2e4"]
    s = GAME.load("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1")
    value = {GAME.uci(a): GAME.order(s, a) for a in GAME.choices(s)}
    assert min(value, key=value.__getitem__) == "d2d6"
    s = GAME.load("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    ranked = sorted(GAME.choices(s), key=lambda a: -GAME.order(s, a))
    assert [GAME.uci(a) for a in ranked[:2]] == ["a7b8q", "a7a8q"]


def test_skip() -> None:
    """The null move must leave a position that the rules of python-chess agree with."""
    for fen in [KIWIPETE, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", *positions(3, 60)]:
        s = GAME.load(fen)
        if GAME.threatened(s):
            continue
        board = chess.Board(GAME.dump(s))
        board.push(chess.Move.null())
        passed = GAME.skip(s)
        assert GAME.dump(passed).split()[:4] == board.fen().split()[:4]
        assert states_equal(passed, GAME.load(GAME.dump(passed)))


# --- notation ---
def test_fen_round_trips() -> None:
    """A field that is lost or changed between a state and its text."""
    for fen in positions(11, 200):
        s = GAME.load(fen)
        assert GAME.dump(s) == fen
        again = GAME.load(GAME.dump(s))
        assert states_equal(s, again)
        assert [type(f) for f in again] == [type(f) for f in GAME.initial()]
    assert GAME.dump(GAME.initial()) == START
    assert GAME.dump(GAME.load(" ".join(START.split()[:4]))) == START


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "it has 1 part instead of 4 to 6"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "it has 3 parts instead of 4 to 6"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "it has 7 rows instead of 8"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 3 from the top, '9', has 9 cells instead of 8"),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "row 2 from the top, 'ppppppp', has 7 cells instead of 8"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w kq - 0 1", "White has 0 kings"),
        ("knbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "Black has 2 kings"),
        ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "White has more pieces"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QNBQKBNR w Kkq - 0 1", "White has more pieces"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or last rank"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' is no side to move; write 8 rows of 8 cells"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "'K' needs king and rook on e1 and h1"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "the castling rights should be some of KQkq, each once, or - for none, not 'KK'"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "the en passant square is e4; it must be one of a6 to h6, or -"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can just have passed over e6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the half-move clock should be a number from 0 to 9999, not 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "the move number should be a number from 0 to 9999, not '-1'"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check although it is White's turn"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "Black is in check although it is White's turn"),
    ],
)
def test_bad_positions_are_explained(fen: str, reason: str) -> None:
    """A wrong text that is accepted, or refused without saying why."""
    with pytest.raises(BadNotation, match=r"Chess: (in )?'.*'") as error:
        GAME.load(fen)
    assert reason in str(error.value)


@given(st.one_of(st.text(), st.text(alphabet="pnbrqkPNBRQK12345678/ wb-KQkq abcdefgh03", max_size=80)))
def test_load_takes_any_text(text: str) -> None:
    """A text that leads to anything but a position or BadNotation."""
    try:
        s = GAME.load(text)
    except BadNotation:
        return
    assert states_equal(s, GAME.load(GAME.dump(s)))


@settings(max_examples=200)
@given(st.integers(0, len(KIWIPETE) - 1), st.characters(), st.sampled_from([START, KIWIPETE + " 0 1", ENDING]))
def test_load_takes_damaged_positions(place: int, symbol: str, fen: str) -> None:
    """One wrong character in a good text."""
    place %= len(fen)
    try:
        s = GAME.load(fen[:place] + symbol + fen[place + 1 :])
    except BadNotation:
        return
    assert states_equal(s, GAME.load(GAME.dump(s)))
    assert len(GAME.actions(s)) <= GAME.max_actions


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        (START, "Nf3", "g1f3"),
        (START, "nf3", "g1f3"),
        (START, "Ng1-f3", "g1f3"),
        (START, "Ng1f3!?", "g1f3"),
        (START, " e4 ", "e2e4"),
        (START, "e2-e4", "e2e4"),
        (START, "e2e4", "e2e4"),
        (KIWIPETE, "O-O", "e1g1"),
        (KIWIPETE, "0-0-0", "e1c1"),
        (KIWIPETE, "o-o", "e1g1"),
        (KIWIPETE, "e1g1", "e1g1"),
        (KIWIPETE, "dxe6", "d5e6"),
        (KIWIPETE, "de6", "d5e6"),
        (KIWIPETE, "Bxa6", "e2a6"),
        (KIWIPETE, "Qxf6+", "f3f6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q", "a7a8q"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8Q+", "a7a8q"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=n", "a7a8n"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8R", "a7a8r"),
    ],
)
def test_moves_are_read_as_people_write_them(fen: str, text: str, uci: str) -> None:
    """A usual way to write a move that is refused or taken for another move."""
    s = GAME.load(fen)
    assert GAME.uci(GAME.parse_action(s, text)) == uci


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (START, "hello", "'hello' is no move; write it like Nf3"),
        (START, "", "'' is no move"),
        (START, "Nf6", "'Nf6' is not legal here; possible: Na3, Nc3, Nf3, Nh3"),
        (START, "e2e5", "'e2e5' is not legal here; possible: e4, e3"),
        (START, "O-O", "'O-O' is not legal here; possible: "),
        (START, "Bc4", "'Bc4' is not legal here; possible: "),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "may mean a8=Q+ or a8=N or a8=R+ or a8=B; say which"),
        ("3k4/8/8/8/8/4K3/8/R6R w - - 0 1", "Rd1+", "may mean Rad1+ or Rhd1+; say which"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "Kh7", "the game is over"),
    ],
)
def test_bad_moves_are_explained(fen: str, text: str, reason: str) -> None:
    """A wrong move without a sentence that helps."""
    with pytest.raises(BadNotation) as error:
        GAME.parse_action(GAME.load(fen), text)
    assert reason in str(error.value)


@given(st.text(max_size=12))
def test_parse_takes_any_text(text: str) -> None:
    """A text that leads to anything but a legal move or BadNotation."""
    s = GAME.load(KIWIPETE)
    try:
        action = GAME.parse_action(s, text)
    except BadNotation:
        return
    assert action in GAME.choices(s)


def test_names_by_the_general_means_of_the_kit() -> None:
    """Names that differ from those of a game which says only what must be said, and does not look for rivals by itself."""
    general = type("General", (Chess,), {n: vars(AlgebraicNotation)[n] for n in ("letter_at", "movable", "rivals")})()
    for fen in [*FIRST_POSITIONS, "3k4/8/8/8/8/4K3/8/R6R w - - 0 1", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"]:
        s = GAME.load(fen)
        assert [general.action_name(s, a) for a in GAME.choices(s)] == [GAME.action_name(s, a) for a in GAME.choices(s)]


# --- pictures ---
def test_scene_and_gestures() -> None:
    """A piece on the wrong square, a gesture that names nothing on the board, or two moves with one gesture."""
    for fen in [*FIRST_POSITIONS, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"]:
        s = GAME.load(fen)
        scene = GAME.scene(s)
        board = chess.Board(GAME.dump(s))
        assert {(p.cell, p.letter, p.text) for p in scene.pieces} == {
            (chess.square_name(sq), piece.symbol(), piece.unicode_symbol()) for sq, piece in board.piece_map().items()
        }
        known = {cell.id for cell in scene.cells} | set(scene.buttons)
        gestures = [tuple(GAME.gesture(s, a)) for a in GAME.choices(s)]
        assert all(set(g) <= known for g in gestures)
        assert len(set(gestures)) == len(gestures)
        assert not any(g != h and g == h[: len(g)] for g in gestures for h in gestures)
    names = {p.name for p in GAME.scene(GAME.initial()).pieces}
    assert {"white knight", "black queen"} <= names
    assert [c.tone for c in GAME.scene(GAME.initial()).cells[:2]] == ["dark", "light"]
    checked = GAME.scene(GAME.load("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"))
    assert (checked.marked, checked.notes) == (("e8",), ("Check.",))


def test_state_types() -> None:
    """A field whose type changes as the game goes on, which native code would refuse."""
    s = GAME.initial()
    for text in ("e4", "d5", "exd5", "c5", "dxc6", "Nf6", "cxb7", "Kd7", "bxa8=Q"):
        s = GAME.result(s, np.int64(GAME.parse_action(s, text)))
        assert [type(f) for f in s] == [type(f) for f in GAME.initial()]
