"""Chess games that people have annotated come out of `convert` as they went in, seen by python-chess.

They are the lessons of PyChess, which `make lessonbook` (part of `make test`) fetches as Debian packs them: more than two
hundred studies with variations, comments, glyphs and set-up positions. No package of PyPI that we found has a tenth of that.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from click.testing import CliRunner

from counterplay.cli.main import commands
from tests.records.test_independent_readers import tree

LESSONS = sorted((Path(__file__).parent.parent.parent / ".cache/pychess/lessons").glob("*.pgn"))
EXPECTED = os.environ.get("CI") == "true" and shutil.which("apt-get") is not None  # a run that skips this proves less
AT_LEAST = 200  # games
IMPOSSIBLE = "1rr3k1/p3ppbp/3pbnp1/7P/qP1BP1P1/5P2/1PPQ4/1NKR1B1R b Kq"  # no king on e1


def games_of(path: Path) -> list[chess.pgn.Game]:
    with path.open(encoding="utf-8") as stream:
        return list(iter(lambda: chess.pgn.read_game(stream), None))


def seen(game: chess.pgn.Game) -> Any:
    """All that python-chess knows of a game; lines of a comment may be broken elsewhere."""
    return dict(game.headers), " ".join(game.comment.split()), tree(game)


@pytest.mark.slow
@pytest.mark.skipif(not (LESSONS or EXPECTED), reason="`make lessonbook` was not run, or there is no apt-get")
def test_annotated_games_are_converted_there_and_back(tmp_path: Path) -> None:
    """Would catch a tag, a move, a variation, a glyph or a comment of a real annotator that one of both formats loses."""
    assert LESSONS, "there is apt-get, but no annotated games; `make lessonbook` fetches them"
    whole, between, back = (tmp_path / name for name in ("whole.pgn", "between.jsonl", "back.pgn"))
    whole.write_text("\n\n".join(path.read_text(encoding="utf-8") for path in LESSONS), encoding="utf-8")
    there, again = (CliRunner().invoke(commands, ["convert", *map(str, way)]) for way in ((whole, between), (between, back)))
    assert again.exit_code == 0, again.output
    # One of the studies starts where a king that is not on its square may castle; that is told, and the rest is kept.
    assert there.output.count("this game is left out: ") == 1 and "the castling right 'K'" in there.output, there.output
    before, after = [game for game in games_of(whole) if IMPOSSIBLE not in game.headers.get("FEN", "")], games_of(back)
    assert len(before) == len(after) >= AT_LEAST and not any(game.errors for game in after)
    differing = [game.headers["Event"] for game, other in zip(before, after, strict=True) if seen(game) != seen(other)]
    assert not differing, differing
    with_variations = [game for game in before if any(len(node.variations) > 1 for node in (game, *game.mainline()))]
    assert len(with_variations) >= AT_LEAST // 4
