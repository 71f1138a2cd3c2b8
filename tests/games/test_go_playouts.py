"""Playouts of go that know the game: what they answer, which shapes they see, and that they stay legal."""

from __future__ import annotations

import numpy as np
import pytest

from counterplay.core import BadNotation, Position
from counterplay.games.territory.go.go import Go
from counterplay.games.territory.go.go_patterns import PATTERNS, pattern_words
from counterplay.games.territory.go.go_playouts import in_pattern, liberties_after, shapely_answers, urgent_answers
from counterplay.gears.entry.compiled_game import entry_address, entry_path
from counterplay.gears.rng import seeded

NINE = Go()
EMPTY_ROWS = "/........." * 5


def answers(text: str, kind: object) -> set[str]:
    """The points that one kind of answer finds in a position."""
    s, found = NINE.load(text), np.empty(16, np.int64)
    return {NINE.board.names[cell] for cell in found[: kind(NINE, s, found)]}  # type: ignore[operator]


@pytest.mark.parametrize(
    ("rows", "last", "wanted"),
    [
        (".bw....../b......../.........", "C9", ""),  # nothing has one liberty
        ("bw......./........./.........", "B9", "A8"),  # a stone in the corner runs
        ("bw......./.w......./w........", "B9", ""),  # where running leaves it one liberty, it stays
        (".bwb...../........./.........", "C9", "C8"),  # the stone that was placed last can be taken
        (".wb....../wb......./bw.......", "B7", "A9 A6 C8"),  # A7 takes a stone beside it or runs, B8 runs
    ],
)
def test_answers_to_atari(rows: str, last: str, wanted: str) -> None:
    """Would catch a playout that lets a chain die, saves one that stays in atari, or overlooks a capture."""
    assert answers(f"{rows}/.........{EMPTY_ROWS} b - 0 {last}", urgent_answers) == set(wanted.split())


def test_shapes_beside_the_last_stone() -> None:
    """Would catch a table of patterns that is read in another order than it was written, or one that misses a symmetry."""
    hane = "........./........./...b...../...w...../........./........./........./........./......... b - 0 D6"
    found = answers(hane, shapely_answers)
    assert {"C6", "E6"} <= found and "D5" not in found
    # Every pattern, and its mirror image with colours exchanged, is in the table; an empty board is not.
    assert not in_pattern(NINE, NINE.initial().board, 40)
    for pattern in PATTERNS:
        if "#" in "".join(pattern):
            continue
        for rows in (pattern, tuple(row[::-1].translate(str.maketrans("XOxo", "OXox")) for row in pattern)):
            board = NINE.initial().board.copy()
            for up, row in zip((1, 0, -1), rows, strict=True):
                for right, sign in zip((-1, 0, 1), row, strict=True):
                    board[40 + 9 * up + right] = {"X": 1, "O": 2}.get(sign, 0)
            assert in_pattern(NINE, board, 40), rows
    assert pattern_words().shape == (1024,)


def test_liberties_after_a_stone() -> None:
    """Would catch self-atari that is not seen, or a capture that makes room and counts as self-atari."""
    s = NINE.load(f".b......./b......../.........{EMPTY_ROWS}/......... w - 0")
    assert liberties_after(NINE, s.board, NINE.board.index("A9"), 2, 3) == 0
    s = NINE.load(f".bw....../bw......./w........{EMPTY_ROWS}/......... w - 0")
    assert liberties_after(NINE, s.board, NINE.board.index("A9"), 2, 3) == 2  # both stones are taken


def test_playouts_are_legal_and_end() -> None:
    """Would catch a playout that breaks the rules (a ko, suicide) or fills its eyes until the game never ends."""
    rng = seeded(7)
    for game in (Go(5), Go(4, 3, suicide=True), Go(7, scoring="territory", ko="simple", komi=0.5)):
        for _ in range(3):
            s, plies = game.initial(), 0
            while not game.terminal(s):
                action = int(game.playout_action(s, rng))
                assert action in game.actions(s)
                s, plies = game.result(s, action), plies + 1
            assert plies < 6 * game.cell_count


def test_compiled_playouts_are_kept() -> None:
    """Would catch playouts that are compiled anew in every process, since something in them cannot be kept on disk."""
    game = Go(3)
    assert entry_address(game, "guided_playout") and entry_path(game, "guided_playout").exists()


def test_the_last_stone_is_part_of_the_text() -> None:
    """Would catch a position that forgets the last stone, makes two of one position by it, or takes any stone for it."""
    position = Position(NINE).play("E5")
    text = NINE.dump(position.state)
    assert text.endswith("w - 0 E5") and NINE.load(text).last == NINE.board.index("E5")
    bare = NINE.load(text.removesuffix(" E5"))
    assert bare.last == -1 and NINE.key(bare) == NINE.key(position.state)
    assert position.play("pass").state.last == -1
    with pytest.raises(BadNotation, match="D4 is no stone that was placed last"):
        NINE.load(text.replace(" E5", " D4"))
