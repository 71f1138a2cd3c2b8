"""Chess positions with known best moves: `python -m bench.tactics --seconds 1` prints how many the engine finds.

Bratko and Kopec's 24 positions (D. Kopec and I. Bratko, "The Bratko-Kopec experiment", 1982) mix tactics with pawn levers that
need knowledge. The others are tactics: F. Reinfeld, *Win at Chess* (1958), by their usual numbers, each of them checked by
longer searches, and mates from games and problems, each of them checked by looking at every move.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

from counterplay import Limit, Position, make_game, search_position


class Problem(NamedTuple):
    """A position and the moves that solve it."""

    name: str
    position: str  # FEN without the two clocks
    best: tuple[str, ...]


def problems(prefix: str, text: str) -> list[Problem]:
    """Problems from lines of number, position and moves, separated by bars."""
    found = []
    for line in text.strip().splitlines():
        number, position, best = (part.strip() for part in line.split("|"))
        found.append(Problem(f"{prefix} {number}", position, tuple(best.split())))
    return found


BRATKO_KOPEC = problems(
    "Bratko-Kopec",
    """
    1 | 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - | Qd1+
    2 | 3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - | d5
    3 | 2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - | f5
    4 | rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - | e6
    5 | r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - | Nd5 a4
    6 | 2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - | g6
    7 | 1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - | Nf6
    8 | 4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - | f5
    9 | 2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - | f5
    10 | 3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - | Ne5
    11 | 2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - | f4
    12 | r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - | Bf5
    13 | r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - | b4
    14 | rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - | Qd2 Qe1
    15 | 2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - | Qxg7+
    16 | r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - | Ne4
    17 | r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - | h5
    18 | r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - | Nb3
    19 | 3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - - | Rxe4
    20 | r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - | g4
    21 | 3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - | Nh6
    22 | 2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - | Bxe4
    23 | r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq - | f6
    24 | r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - | f4
    """,
)

WIN_AT_CHESS = problems(
    "Win at Chess",
    """
    1 | 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - | Qg6
    2 | 8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - | Rxb2
    3 | 5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - | Rg3
    6 | 7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - | Rb7
    7 | rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - | Ne3
    9 | 3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - | Bh2+
    10 | 2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - | Rxh7
    11 | r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - | Bxc6
    12 | 4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - | Qxf3+
    13 | 5rk1/pp4p1/2n1p2p/2Npq3/2p5/6P1/P3P1BP/R4Q1K w - - | Qxf8+
    14 | r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - - | Qxh7+
    15 | 1R6/1brk2p1/4p2p/p1P1Pp2/P7/6P1/1P4P1/2R3K1 w - - | Rxb7
    16 | r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - - | Nc3
    17 | 1k5r/pppbn1pp/4q1r1/1P3p2/2NPp3/1QP5/P4PPP/R1B1R1K1 w - - | Ne5
    18 | R7/P4k2/8/8/8/8/r7/6K1 w - - | Rh8
    19 | r1b2rk1/ppbn1ppp/4p3/1QP4q/3P4/N4N2/5PPP/R1B2RK1 w - - | c6
    20 | r2qkb1r/1ppb1ppp/p7/4p3/P1Q1P3/2P5/5PPP/R1B2KNR b kq - | Bb5
    21 | 5rk1/1b3p1p/pp3p2/3n1N2/1P6/P1qB1PP1/3Q3P/4R1K1 w - - | Qh6
    23 | r3nrk1/2p2p1p/p1p1b1p1/2NpPq2/3R4/P1N1Q3/1PP2PPP/4R1K1 w - - | g4
    24 | 6k1/1b1nqpbp/pp4p1/5P2/1PN5/4Q3/P5PP/1B2B1K1 b - - | Bd4
    25 | 3R1rk1/8/5Qpp/2p5/2P1p1q1/P3P3/1P2PK2/8 b - - | Qh4+
    26 | 3r2k1/1p1b1pp1/pq5p/8/3NR3/2PQ3P/PP3PP1/6K1 b - - | Bf5
    27 | 7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - - | Qf8+
    28 | 1r1r2k1/4pp1p/2p1b1p1/p3R3/RqBP4/4P3/1PQ2PPP/6K1 b - - | Qe1+
    29 | r2q2k1/pp1rbppp/4pn2/2P5/1P3B2/6P1/P3QPBP/1R3RK1 w - - | c6
    30 | 1r3r2/4q1kp/b1pp2p1/5p2/pPn1N3/6P1/P3PPBP/2QRR1K1 w - - | Nxd6
    32 | 6k1/p4p1p/1p3np1/2q5/4p3/4P1N1/PP3PPP/3Q2K1 w - - | Qd8+
    34 | 7k/1b1r2p1/p6p/1p2qN2/3bP3/3Q4/P5PP/1B1R3K b - - | Bg1
    35 | r3r2k/2R3pp/pp1q1p2/8/3P3R/7P/PP3PP1/3Q2K1 w - - | Rxh7+
    36 | 3r4/2p1rk2/1pQq1pp1/7p/1P1P4/P4P2/6PP/R1R3K1 b - - | Re1+
    37 | 2r5/2rk2pp/1pn1pb2/pN1p4/P2P4/1N2B3/nPR1KPPP/3R4 b - - | Nxd4+
    39 | r1br2k1/pp2bppp/2nppn2/8/2P1PB2/2N2P2/PqN1B1PP/R2Q1R1K w - - | Na4
    40 | 3r1r1k/1p4pp/p4p2/8/1PQR4/6Pq/P3PP2/2R3K1 b - - | Rc8
    42 | r1b1r1k1/pp1n1pbp/1qp3p1/3p4/1B1P4/Q3PN2/PP2BPPP/R4RK1 w - - | Ba5
    44 | 3rb1k1/pq3pbp/4n1p1/3p4/2N5/2P2QB1/PP3PPP/1B1R2K1 b - - | dxc4
    45 | 7k/2p1b1pp/8/1p2P3/1P3r2/2P3Q1/1P5P/R4qBK b - - | Qxa1
    46 | r1bqr1k1/pp1nb1p1/4p2p/3p1p2/3P4/P1N1PNP1/1PQ2PP1/3RKB1R w K - | Nb5
    47 | r1b2rk1/pp2bppp/2n1pn2/q5B1/2BP4/2N2N2/PP2QPPP/2R2RK1 b - - | Nxd4
    48 | 1rbq1rk1/p1p1bppp/2p2n2/8/Q1BP4/2N5/PP3PPP/R1B2RK1 b - - | Rb4
    49 | 2b3k1/4rrpp/p2p4/2pP2RQ/1pP1Pp1N/1P3P1P/1q6/6RK w - - | Qxh7+
    50 | k4r2/1R4pb/1pQp1n1p/3P4/5p1P/3P2P1/r1q1R2K/8 w - - | Rxb6+
    51 | r1bq1r2/pp4k1/4p2p/3pPp1Q/3N1R1P/2PB4/6P1/6K1 w - - | Rg4+
    53 | 6k1/6p1/p7/3Pn3/5p2/4rBqP/P4RP1/5QK1 b - - | Re1
    55 | r3r1k1/pp1q1pp1/4b1p1/3p2B1/3Q1R2/8/PPP3PP/4R1K1 w - - | Qxg7+
    56 | r1bqk2r/pppp1ppp/5n2/2b1n3/4P3/1BP3Q1/PP3PPP/RNB1K1NR b KQkq - | Bxf2+
    58 | 8/8/2R5/1p2qp1k/1P2r3/2PQ2P1/5K2/8 w - - | Qd1+
    """,
)

MATES_IN_TWO = problems(
    "mate in two,",
    """
    Reinfeld 4 | r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - | Qxh7+
    Reinfeld 5 | 5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - | Qc4+
    problem by Morphy | kbK5/pp6/1P6/8/8/8/8/R7 w - - | Ra6
    Morphy's opera game | 4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - | Qb8+
    Legal | rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - | Bxf7+
    the immortal game | r1bk2nr/p2p1pNp/n2B4/1p1NP2P/6P1/3P1Q2/P1P1K3/q5b1 w - - | Qf6+
    Philidor's legacy | 5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - | Qg8+
    Anastasia | 5r1k/1b2Nppp/8/2R5/4Q3/8/5PPP/6K1 w - - | Qxh7+
    Boden | 2kr1b1r/pp1npppp/2p1bn2/7q/5B2/2NB1Q1P/PPP1NPP1/2KR3R w - - | Qxc6+
    """,
)

MATES_IN_THREE = problems(
    "mate in three,",
    """
    the immortal game | r1b1k1nr/p2p1ppp/n2B4/1p1NPN1P/6P1/3P1Q2/P1P1K3/q5b1 w kq - | Nxg7+
    Réti and Tartakower | rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - | Qd8+
    rook and bishop | r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - | Ra6+
    double check | 1k5r/pP3ppp/3p2b1/1BN1n3/1Q2P3/P1B5/KP3P1P/7q w - - | Na6+
    two knights | 3r1r1k/1p3p1p/p2p4/4n1NN/6bQ/1BPq4/P3p1PP/1R5K w - - | Nxf7+
    two rooks | R6R/1r3pp1/4p1kp/3pP3/1r2qPP1/7P/1P1Q3K/8 w - - | f5+
    Reinfeld 132 | 4r1k1/5bpp/2p5/3pr3/8/1B3pPq/PPR2P2/2R2QK1 b - - | Re1
    lone king | 8/8/8/8/4k3/8/8/2BQKB2 w - - | Bc4
    """,
)

GROUPS = {
    "Bratko-Kopec": BRATKO_KOPEC,
    "Win at Chess": WIN_AT_CHESS,
    "mates in two": MATES_IN_TWO,
    "mates in three": MATES_IN_THREE,
}
SUITE = [problem for group in GROUPS.values() for problem in group]


def solved(problem: Problem, limit: Limit) -> tuple[bool, str]:
    """Whether the engine finds a best move, and what it plays."""
    game = make_game("chess")
    position = Position.load(game, f"{problem.position} 0 1")
    move = game.action_name(position.state, search_position(game, position, limit, "engine").action)
    return bare(move) in map(bare, problem.best), move


def bare(move: str) -> str:
    """A move without the marks of check and mate."""
    return move.rstrip("+#")


def main() -> None:
    """Print what is not found, and how many are."""
    parser = argparse.ArgumentParser(description="How many chess positions with known best moves the engine solves.")
    parser.add_argument("--seconds", type=float, help="for each position; 1 if nothing is given")
    parser.add_argument("--nodes", type=int, help="for each position")
    given = parser.parse_args()
    limit = Limit(seconds=given.seconds, nodes=given.nodes)
    if not limit.bounded:
        limit = Limit(seconds=1.0)
    solved(SUITE[0], Limit(depth=1))
    total = 0
    for name, group in GROUPS.items():
        found = 0
        for problem in group:
            right, move = solved(problem, limit)
            found += right
            if not right:
                print(f"  {problem.name}: {move} instead of {' or '.join(problem.best)}", flush=True)
        print(f"{name}: {found} of {len(group)}", flush=True)
        total += found
    print(f"all: {total} of {len(SUITE)}")


if __name__ == "__main__":
    main()
