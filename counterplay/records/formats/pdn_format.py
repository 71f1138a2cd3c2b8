"""Portable Draughts Notation: checkers. A jump over several pieces is one move there and several actions here.

As most descriptions of PDN have it, 1-0 says that White has won, although Black, the first player, begins. Jumps are read with
all their squares (15x22x31), with the first and the last (15x31), or one by one; they are written with all squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from counterplay.core import BadNotation, BadParameter, Game
from counterplay.core.files.user_file import quoted
from counterplay.games.capture.checkers import Checkers
from counterplay.records.formats.tagged_text import Dialect, read_tagged, write_tagged
from counterplay.records.record import Fault, Record, playable, step, unclocked
from counterplay.records.recorded_game import GAME_TAG, game_of_tag, usual_game

ENGLISH = "21"  # the game type of English draughts
GAME_TYPE = "21,B,8,8,N1,0"  # Black begins, 8 x 8 squares, numbers that count from Black's side
MOVE = re.compile(r"\d{1,2}(?:[-x:]\d{1,2})+")


class _Checkers(Dialect):
    title = "PDN"
    player_tags = ("Black", "White")
    reversed_result = True
    results = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*")

    def game(self, tags: Mapping[str, str], given: Game | None) -> Game:
        kind = tags.get("GameType", "").split(",")[0].strip()
        if kind not in ("", ENGLISH):
            raise BadNotation(f"its GameType is '{quoted(kind)}', and PDN is read for checkers here, which is {ENGLISH}")
        return checkers(
            game_of_tag(tags[GAME_TAG], given, (Checkers,)) if tags.get(GAME_TAG) else given or usual_game("checkers")
        )

    def own_tags(self, record: Record) -> dict[str, str]:
        return {"GameType": GAME_TYPE}

    def read(self, game: Game, state: Any, word: str) -> list[int]:
        squares = re.split("[-x:]", word.rstrip("*"))
        if not MOVE.fullmatch(word.rstrip("*")):
            raise BadNotation(f"'{quoted(word)}' is no move; moves are written 11-15, jumps 15x22 or 15x22x31")
        ways = list(_ways(game, state))
        fitting = [way for way in ways if _visited(game, state, way) == squares]
        fitting = fitting or [way for way in ways if _ends(_visited(game, state, way)) == squares]
        fitting = fitting or _partly(game, state, ways, squares)
        if len(fitting) != 1:
            names = ", ".join(sorted({self.write(game, state, way) for way in fitting or ways}))
            problem = "may mean several jumps" if fitting else "is not legal here"
            raise BadNotation(f"'{quoted(word)}' {problem}; possible: {names or 'none, the game is over'}")
        return fitting[0]

    def write(self, game: Game, state: Any, actions: list[int]) -> str:
        sign = "x" if game.noisy(state, actions[0]) else "-"
        return sign.join(_visited(game, state, actions))

    def turn_over(self, game: Game, before: Any, after: Any) -> bool:
        return bool(after.jumper < 0)


def checkers(game: Game) -> Checkers:
    """The game, if it is one that PDN is for."""
    if not isinstance(game, Checkers):
        raise BadParameter(f"PDN is for checkers, and this is {game.title_text}; the formats json and jsonl take every game")
    return game


def _ways(game: Game, state: Any) -> Iterator[list[int]]:
    """Every way to play a turn to its end."""
    waiting: list[tuple[Any, list[int]]] = [(unclocked(game, state), [])]
    while waiting:
        before, way = waiting.pop()
        for action in playable(game, before):
            after = step(game, before, action)
            if after.jumper < 0:
                yield [*way, action]
            else:
                waiting.append((after, [*way, action]))


def _visited(game: Game, state: Any, way: list[int]) -> list[str]:
    """The squares of a turn, in order."""
    squares: list[str] = []
    for action in way:
        origin, target = (game.board.names[cell] for cell in game.action_cells(state, action))  # type: ignore[attr-defined]
        squares = [*(squares or [origin]), target]
    return squares


def _ends(squares: list[str]) -> list[str]:
    return [squares[0], squares[-1]]


def _partly(game: Game, state: Any, ways: list[list[int]], squares: list[str]) -> list[list[int]]:
    """The beginning of a turn, where a file writes each jump of it as a word, or where a game ends in the middle of one."""
    begun = [way[: len(squares) - 1] for way in ways]
    unique = {tuple(way) for way in begun if _visited(game, state, way) == squares}
    return [list(way) for way in unique]


def read_pdn(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """The games of a PDN text, and its faults."""
    if given is not None:
        checkers(given)
    return read_tagged(_Checkers(), text, given)


def write_pdn(records: Iterable[Record]) -> Iterator[str]:
    """Games as PDN."""

    def checked() -> Iterator[Record]:
        for record in records:
            checkers(record.game)
            yield record

    return write_tagged(_Checkers(), checked())
