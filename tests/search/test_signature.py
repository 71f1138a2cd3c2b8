"""A node-count signature: with one thread and a node limit the engine is deterministic, down to the last node.

A changed number means that the engine, the table, an ordering or a game's hints search another tree than before. That may be
meant: then print the new numbers with `python tests/search/test_signature.py`, and say in the commit that behaviour
changes. Where it is not meant, it is a bug that no other test may see.
"""

from __future__ import annotations

import pytest

from counterplay import Limit, Position, make_game, search_position

DEPTH = 6
NODE_LIMIT = 200_000
SIGNATURE = {
    ("connect_four", ""): 1_106,
    ("connect_four", "4443"): 1_995,
    ("othello", "---------------------------OX------XO--------------------------- X"): 625,
    ("othello", "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X"): 891,
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"): 4_265,
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"): 11_952,
    ("checkers", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"): 474,
    ("checkers", "B:WK22,23:B20,21,K31"): 436,
    ("nine_mens_morris", ".../.../.../....../.../.../... w 9 9 - 0"): 5_462,
    ("nine_mens_morris", "w.b/.w./.b./w.b.../.../.../..w b 5 6 - 0"): 1_614,
}


def nodes_of(name: str, text: str) -> int:
    """Nodes of a search to DEPTH."""
    game = make_game(name)
    return search_position(game, Position.load(game, text), Limit(depth=DEPTH, nodes=NODE_LIMIT), "engine").nodes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text"), SIGNATURE)
def test_the_engine_searches_the_same_tree_as_before(name: str, text: str) -> None:
    """Catches any unintended change of what the engine looks at, and any nondeterminism."""
    assert nodes_of(name, text) == SIGNATURE[name, text]


if __name__ == "__main__":
    for where in SIGNATURE:
        print(where, nodes_of(*where))
