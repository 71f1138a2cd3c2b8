"""Matches of backgammon as Jellyfish and GNU Backgammon write them (`.mat`): two columns, dice and plays.

     3 point match

     Game 1
     Ann : 0                          Bob : 0
      1)                             31: 8/5 6/5
      2) 52: 13/8 24/22              64: 24/14
          Wins 1 point

The cube is not played with here: doubles, takes and drops are kept as comments, and a drop ends the game. Variations and other
comments have no place in the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from counterplay.core import BadNotation, BadParameter, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.games.races.backgammon.backgammon import Backgammon
from counterplay.records.formats.backgammon_plays import find_play, read_play
from counterplay.records.formats.sgf_games import rolled
from counterplay.records.record import Fault, Record, RecordNode, playable, step
from counterplay.records.record_turns import turns_after
from counterplay.records.recorded_game import usual_game
from counterplay.records.text_places import Places

MOST_LINE = 500  # characters: programs write lines of about seventy
COLUMN = 34  # where the second player's column begins
GAME = re.compile(r"\s*Game\s+(\d+)\s*$", re.IGNORECASE)
MATCH = re.compile(r"\s*(\d+)\s+point\s+match", re.IGNORECASE)
PLAYERS = re.compile(r"\s*(.*?)\s+:\s+(\d+)\s{2,}(.*?)\s+:\s+(\d+)\s*$")
NUMBERED = re.compile(r"\s*(\d+)\)")
TAG = re.compile(r";\s*\[(\w+)\s+\"(.*)\"\]\s*$")
PART = re.compile(
    r"(?P<dice>[1-6]{2}):(?P<play>[^:]*?)(?=\s{2,}[1-6]{2}:|\s{2,}(?:Doubles|Takes|Drops|Wins|Rejects|Beavers)|$)"
    r"|(?P<cube>Doubles\s*=>\s*\d+|Takes|Drops|Rejects|Beavers)|Wins\s+(?P<wins>\d+)\s+points?(?P<match>.*)$",
    re.IGNORECASE,
)
TAGS = {"Event": "event", "Site": "site", "Date": "date", "EventDate": "date", "Round": "round"}
LENGTH_TAG = "MatchLength"


def backgammon(game: Game) -> Backgammon:
    """The game, if it is one that the format is for."""
    if not isinstance(game, Backgammon) or not game.chance:
        raise BadParameter(f"mat is for backgammon, and this is {game.title_text}; the formats json and jsonl take every game")
    return game


@dataclass
class _Reader:
    """The game that is being read."""

    game: Backgammon
    places: Places
    tags: dict[str, str] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)
    record: Record | None = None
    node: RecordNode = field(default_factory=RecordNode)
    state: Any = None
    broken: bool = False

    def begin(self, names: tuple[str, str]) -> None:
        self.record = Record(self.game, players=names, tags=dict(self.tags), **self.about)  # type: ignore[arg-type]
        self.node, self.state, self.broken = self.record.root, self.record.first_state(), False

    def fault(self, offset: int, sentence: str) -> None:
        assert self.record is not None
        self.record.faults.append(self.places.fault(offset, f"{sentence}; the game ends before it"))
        self.broken = True

    def part(self, found: re.Match[str], mover: int, offset: int) -> None:
        assert self.record is not None
        if self.broken:
            return
        if found["wins"]:
            self.record.result = "1-0" if mover == 0 else "0-1"
            self.record.ending = f"{found['wins']} point{'s' if found['wins'] != '1' else ''}"
        elif found["cube"]:
            said = f"{self.record.players[mover] or self.game.player_names[mover]}: {' '.join(found['cube'].split())}"
            self.node.comment = f"{self.node.comment} {said}".strip()
        else:
            try:
                for action in _turn(self.game, self.state, mover, found["dice"], found["play"]):
                    self.node, self.state = self.node.add(action), step(self.game, self.state, action)
            except CounterplayError as error:
                self.fault(offset, str(error))


def _turn(game: Backgammon, state: Any, mover: int, dice: str, text: str) -> list[int]:
    """The actions of a roll and what was played with it."""
    roll = rolled(state, mover, dice)
    if roll not in playable(game, state):
        raise BadNotation(f"{dice} cannot be rolled here")
    state = step(game, state, roll)
    bare = re.sub(r"\b25/", "bar/", re.sub(r"/0\b", "/off", text)).strip()
    wanted = read_play("" if bare.lower() in ("cannot move", "????", "") else bare)
    if not wanted.steps:
        return [roll]
    play = find_play(game, state, wanted) if state.turn == mover and state.left else None
    if play is None:
        raise BadNotation(f"'{quoted(bare)}' cannot be played with {dice}")
    return [roll, *play]


def read_mat(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """The games of a match, and its faults."""
    reader = _Reader(backgammon(given or usual_game("backgammon")), Places(text))
    found_any = expected = passing_over = False
    for offset, line in reader.places.lines():
        if len(line) > MOST_LINE:
            yield reader.places.fault(offset, f"this line has more than {MOST_LINE} characters, and is passed over")
        elif tag := TAG.match(line):
            _note_tag(reader, tag[1], tag[2])
        elif match := MATCH.match(line):
            reader.tags[LENGTH_TAG] = match[1]
        elif GAME.match(line):
            if reader.record is not None:
                yield reader.record
            reader.record, expected, found_any, passing_over = None, True, True, False
        elif expected and (players := PLAYERS.match(line)):
            reader.begin((players[1].strip(), players[3].strip()))
            expected = False
        elif line and not line.lstrip().startswith(";"):
            if reader.record is not None:
                _read_line(reader, line, offset)
            elif not passing_over:  # one sentence for all that stands before the next game
                expected, found_any, passing_over = False, True, True
                sentence = "a match is written with lines 'Game 1', then 'Ann : 0    Bob : 0', then '1) 31: 8/5 6/5'"
                yield reader.places.fault(offset, f"'{quoted(line.strip())}' is not expected here; {sentence}")
    if reader.record is not None:
        yield reader.record
    elif not found_any:
        yield reader.places.fault(0, "there is no game in it; a match has lines 'Game 1', 'Game 2'")


def _note_tag(reader: _Reader, name: str, value: str) -> None:
    if name in TAGS:
        reader.about[TAGS[name]] = value
    elif name not in ("Player 1", "Player 2", "Variation", "Crawford", "CubeLimit"):
        reader.tags[name] = value


def _read_line(reader: _Reader, line: str, start: int) -> None:
    number = NUMBERED.match(line)
    place = number.end() if number else 0
    # The column tells who moves; where a program writes its own widths, the order does.
    parts = list(PART.finditer(line, place))
    for i, part in enumerate(parts):
        second = (
            i == 1 or part.start() >= COLUMN - 3 or (number is None and part["wins"] is not None and part.start() > COLUMN // 2)
        )
        mover = int(second)
        if part["dice"] and reader.state is not None and reader.state.turn >= 0 and len(parts) == 1:
            mover = int(reader.state.turn)  # a line with one move: it is of whoever is to move
        reader.part(part, mover, start + part.start())
    rest = PART.sub("", line[place:]).strip()
    if rest and not reader.broken:
        reader.fault(start + place, f"'{quoted(rest)}' is no part of a turn; turns are written 31: 8/5 6/5")


# --- writing ---
def write_mat(records: Iterable[Record]) -> Iterator[str]:
    """All games as one match, which is money play where its length is not known."""
    for number, record in enumerate(records, 1):
        game = backgammon(record.game)
        if not record.usual_start():
            raise BadParameter("a match begins in the first position of backgammon; --to sgf or json keeps another start")
        if number == 1:
            about = {name: getattr(record, attribute) for name, attribute in TAGS.items() if name != "EventDate"}
            rest = {name: value for name, value in record.tags.items() if name.isalnum() and name != LENGTH_TAG}
            yield "".join(f'; [{name} "{" ".join(value.split())}"]\n' for name, value in (about | rest).items() if value)
            yield f" {record.tags.get(LENGTH_TAG, '0')} point match\n"
        yield f"\n Game {number}\n " + "".join(_written(game, record))


def _written(game: Backgammon, record: Record) -> Iterator[str]:
    first, second = (" ".join(name.split()) or player for name, player in zip(record.players, game.player_names, strict=True))
    yield f"{first} : 0".ljust(COLUMN - 3) + f"  {second} : 0\n"
    node, state, cells = record.root, record.first_state(), []
    while turns := turns_after(game, node, state, lambda _game, _before, after: bool(after.left == 0)):
        turn = turns[0]
        cells.append(_cell(game, state, turn.actions))
        node, state = turn.node, turn.state
    if cells and cells[0][0] == 1:
        cells.insert(0, (0, ""))
    for line in range(0, len(cells), 2):
        left, right = cells[line][1], cells[line + 1][1] if line + 1 < len(cells) else ""
        yield (f"{line // 2 + 1:3d}) {left}".ljust(COLUMN - 2) + "  " + right).rstrip() + "\n"
    if record.result in ("1-0", "0-1"):
        told = re.match(r"\d+", record.ending)
        wins = f"Wins {told[0] if told else 1} point{'s' if told and told[0] != '1' else ''}"
        yield (" " * 6 + wins if record.result == "1-0" else " " * COLUMN + wins) + "\n"


def _cell(game: Backgammon, state: Any, actions: list[int]) -> tuple[int, str]:
    """Who moved, and the roll with its play."""
    one, other = actions[0] >> 3, actions[0] & 7
    mover = int(state.turn) if state.turn >= 0 else int(one < other)
    state = game.result(state, actions[0])
    steps = []
    for action in actions[1:]:
        steps.append(game.action_name(state, action))
        state = game.result(state, action)
    return mover, f"{max(one, other)}{min(one, other)}: {' '.join(steps)}".rstrip()
