"""Games for other programs: each format read back by somebody else."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import chess.pgn
import pytest
from sgfmill import sgf

from counterplay import Game, make_game
from counterplay.arena.contest_store import Store, StoredContest
from counterplay.arena.game_export import FORMATS, replayed
from counterplay.arena.game_record import Ending, GameRecord
from counterplay.arena.playing.match import play_match
from counterplay.core import BadParameter, Position


def played(path: Path, spec: str, **options: object) -> tuple[StoredContest, Game, list[GameRecord]]:
    game = make_game(spec)
    with Store(path) as store:
        play_match(game, "random", "random:seed=1", games=4, seed=2, store=store, **options)
        contest = store.find()
        return contest, game, store.games(contest.id)


def test_pgn_is_read_by_python_chess(tmp_path: Path) -> None:
    """Would catch a move, a number, a tag or a result that another reader of PGN does not take."""
    fen = "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6"
    black = "8/8/8/8/8/2k5/7r/1K6 b - - 4 60"
    for number, options in enumerate(({}, {"openings": [fen]}, {"openings": [black]})):
        contest, game, records = played(tmp_path / f"{number}.db", "chess", max_plies=120, **options)
        text = FORMATS["pgn"](contest, game, records)
        assert all(len(line) <= 80 or line.startswith("[") for line in text.splitlines())
        stream = io.StringIO(text)
        for record in records:
            read = chess.pgn.read_game(stream)
            assert read is not None and not read.errors
            assert read.headers["White"] == ("random" if record.seats[0] == 0 else "random:seed=1")
            expected = {(1.0, -1.0): "1-0", (-1.0, 1.0): "0-1", (0.0, 0.0): "1/2-1/2"}[record.utilities]
            assert read.headers["Result"] == expected
            board = read.end().board()
            # The two differ in when an en passant square is written; the rest of the position must be the same.
            ours = game.dump(replayed(game, record).state).split()
            theirs = board.fen().split()
            assert ours[:3] == theirs[:3] and ours[4:] == theirs[4:]
            assert len(list(read.mainline_moves())) == len(record.actions)
        assert chess.pgn.read_game(stream) is None


def test_tags_are_escaped(tmp_path: Path) -> None:
    """Would catch a quote in an agent's name that ends the tag, or a brace that ends a comment."""
    contest, game, records = played(tmp_path / "a.db", "chess", max_plies=4)
    settings = json.loads(contest.settings_json)
    settings["entrants"] = ['a "quoted" \\ name', "b\nc"]
    odd = StoredContest(**{**contest.__dict__, "settings_json": json.dumps(settings)})
    spoken = GameRecord(**{**records[0].__dict__, "reason": "lost {so} to say", "ending": Ending.CRASH, "loser": 1})
    text = FORMATS["pgn"](odd, game, [spoken])
    assert '[White "a \\"quoted\\" \\\\ name"]' in text  # as the specification (8.1.1) has it; python-chess leaves it so
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None and not read.errors
    assert read.headers["Black"] == "b c"
    assert read.headers["Termination"] == "rules infraction"


def test_pgn_is_for_chess(tmp_path: Path) -> None:
    """Would catch PGN of a game that no reader of PGN knows."""
    contest, game, records = played(tmp_path / "a.db", "tic_tac_toe")
    with pytest.raises(BadParameter, match="PGN is for chess"):
        FORMATS["pgn"](contest, game, records)


def test_sgf_is_for_go(tmp_path: Path) -> None:
    """Would catch a move, a player or a result that another reader of SGF does not take."""
    contest, game, records = played(tmp_path / "a.db", "go:size=5", max_plies=30)
    for record, text in zip(records, FORMATS["sgf"](contest, game, records).split("\n(;"), strict=True):
        read = sgf.Sgf_game.from_string("(;" + text.removeprefix("(;"))
        assert read.get_winner() == {(1.0, -1.0): "b", (-1.0, 1.0): "w", (0.0, 0.0): None}[record.utilities]
        assert read.get_player_name("b") == ("random" if record.seats[0] == 0 else "random:seed=1")
        assert len(read.get_main_sequence()) == 1 + len(record.actions)
    contest, game, records = played(tmp_path / "b.db", "tic_tac_toe")
    with pytest.raises(BadParameter, match="SGF is for go"):
        FORMATS["sgf"](contest, game, records)


@pytest.mark.parametrize("spec", ["connect_four", "backgammon", "hex:size=4"])
def test_moves_replay_by_their_names(tmp_path: Path, spec: str) -> None:
    """Would catch names that do not lead back to the moves, in any of the formats."""
    contest, game, records = played(tmp_path / "a.db", spec)
    lines = [json.loads(line) for line in FORMATS["jsonl"](contest, game, records).splitlines()]
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"](contest, game, records))))
    blocks = FORMATS["notation"](contest, game, records).split("\n\n")
    for record, line, row, block in zip(records, lines, rows, blocks, strict=True):
        end = game.dump(replayed(game, record).state)
        position = Position.load(game, line["start"])
        for name in line["moves"]:
            position = position.play(name)
        assert game.dump(position.state) == end
        assert row["moves"] == " ".join(line["moves"]) and f"moves: {row['moves']}\n" in block
        assert row["players"] == " - ".join(line["players"])
        assert (line["actions"], line["utilities"]) == (list(record.actions), list(record.utilities))
        assert float(row["score"]) == record.score
