"""Stored games for other programs: JSON lines, CSV, PGN (chess), SGF (go), or the game's own notation."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from counterplay.arena.contest_store import StoredContest
from counterplay.arena.game_record import Ending, GameRecord
from counterplay.arena.playing.transport import Entrant
from counterplay.core import BadParameter, Game, Position
from counterplay.games.chess_like.chess.chess import Chess
from counterplay.games.territory.go.go import Go
from counterplay.games.territory.go.go_sgf import write_sgf

LINE = 80  # characters of a line of PGN (Portable Game Notation Specification, 1994, 4.3)
COLUMNS = (  # of the CSV format
    *("match", "number", "round", "players", "start", "opening_plies", "moves"),
    *("utilities", "score", "ending", "reason", "seed", "seconds"),
)


def replayed(game: Game, record: GameRecord) -> Position:
    """The last position of a game, which remembers all the others."""
    return Position.load(game, record.start).play_all(record.actions)


def names_of(contest: StoredContest, record: GameRecord) -> list[str]:
    """Who sat where."""
    entrants = [Entrant(name).label for name in contest.facts["entrants"]]
    if any(not 0 <= who < len(entrants) for who in record.seats):
        raise BadParameter(f"game {record.number} of match {contest.label} is damaged in the database: its players are unknown")
    return [entrants[who] for who in record.seats]


def plain(contest: StoredContest, game: Game, record: GameRecord) -> dict[str, Any]:
    """A game as plain values."""
    return {
        "match": contest.label,
        "number": record.number,
        "round": record.round + 1,
        "game": contest.facts["game"],
        "players": names_of(contest, record),
        "start": record.start,
        "opening_plies": record.opening_plies,
        "moves": replayed(game, record).moves(),
        "actions": list(record.actions),
        "times": list(record.times),
        "utilities": list(record.utilities),
        "score": record.score,
        "ending": record.ending.value,
        "reason": record.reason,
        "seed": record.seed,
        "seconds": record.seconds,
        "versions": record.versions,
    }


def as_jsonl(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(plain(contest, game, r), ensure_ascii=False) + "\n" for r in records)


def as_csv(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """A table with a heading; lists are joined by spaces, players by ' - '."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for record in records:
        row = plain(contest, game, record)
        row["players"] = " - ".join(row["players"])
        row["moves"] = " ".join(row["moves"])
        row["utilities"] = " ".join(f"{u:g}" for u in row["utilities"])
        writer.writerow(row)
    return text.getvalue()


def as_notation(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """For people: where the game began, its moves by their names, how it ended."""
    blocks = []
    for record in records:
        players = " - ".join(names_of(contest, record))
        moves = " ".join(replayed(game, record).moves())
        result = " : ".join(f"{u:g}" for u in record.utilities)
        blocks.append(
            f"# game {record.number} of match {contest.label}: {players}\n"
            f"start: {record.start}\nmoves: {moves}\nresult: {result} ({record.reason})\n"
        )
    return "\n".join(blocks)


def as_pgn(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """Portable Game Notation: chess only."""
    if not isinstance(game, Chess):
        raise BadParameter(f"PGN is for chess, and this is {game.title_text}; --format notation or jsonl takes every game")
    return "\n".join(_pgn_game(contest, game, record) for record in records)


def _pgn_game(contest: StoredContest, game: Game, record: GameRecord) -> str:
    white, black = names_of(contest, record)
    u, v = record.utilities
    result = "1-0" if u > v else "0-1" if u < v else "1/2-1/2"
    forfeit = record.loser is not None and record.ending is not Ending.RESIGNATION
    tags = {
        "Event": f"counterplay match {contest.label}",
        "Site": record.versions.get("machine", "?"),
        "Date": datetime.fromtimestamp(contest.created, UTC).strftime("%Y.%m.%d"),
        "Round": f"{record.round + 1}.{record.number}",
        "White": white,
        "Black": black,
        "Result": result,
        "PlyCount": str(len(record.actions)),
        "Termination": "time forfeit" if record.ending is Ending.TIME else "rules infraction" if forfeit else "normal",
    }
    first = game.dump(game.initial())
    if record.start != first:
        tags |= {"SetUp": "1", "FEN": record.start}
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    comment = record.reason.replace("{", "(").replace("}", ")")
    words = [*_movetext(game, record), f"{{{comment}}}", result]
    return head + "\n" + textwrap.fill(" ".join(words), LINE, break_long_words=False, break_on_hyphens=False) + "\n"


def as_sgf(contest: StoredContest, game: Game, records: Iterable[GameRecord]) -> str:
    """Smart Game Format: go only."""
    if not isinstance(game, Go):
        raise BadParameter(f"SGF is for go, and this is {game.title_text}; --format notation or jsonl takes every game")
    return "".join(_sgf_game(contest, game, record) for record in records)


def _sgf_game(contest: StoredContest, game: Go, record: GameRecord) -> str:
    last = replayed(game, record)
    u, v = record.utilities
    how = "R" if record.ending is Ending.RESIGNATION else "T" if record.ending is Ending.TIME else ""
    if game.terminal(last.state):
        black, white = game.points(last.state)
        how = f"{abs(black - white):g}"
    result = "Draw" if u == v else f"{'B' if u > v else 'W'}+{how}"
    return write_sgf(last, names_of(contest, record), result, f"counterplay match {contest.label}, game {record.number}")


def _movetext(game: Game, record: GameRecord) -> list[str]:
    words: list[str] = []
    fields = record.start.split()
    number, turn = int(fields[5]) if len(fields) > 5 else 1, 0 if fields[1] == "w" else 1
    for ply, move in enumerate(replayed(game, record).moves()):
        if turn == 0 or ply == 0:
            words.append(f"{number}{'.' if turn == 0 else '...'}")
        words.append(move)
        number, turn = number + turn, 1 - turn
    return words


def _escaped(text: str) -> str:
    r"""A tag's value: printable, with \ before quotes and backslashes."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return printable.replace("\\", "\\\\").replace('"', '\\"')


FORMATS: dict[str, Callable[[StoredContest, Game, Iterable[GameRecord]], str]] = {
    "jsonl": as_jsonl,
    "csv": as_csv,
    "pgn": as_pgn,
    "sgf": as_sgf,
    "notation": as_notation,
}
