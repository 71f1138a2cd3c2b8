"""Shogi in KIF, the format of Kifu for Windows: Japanese moves, a line each, with times, comments and variations.

       1 ７六歩(77)   ( 0:12/00:00:12)
    *a comment
    変化：2手
       2 ８四歩(83)

A variation is of the line that was written last, so those of later moves stand first. Positions are drawn as boards, or named
as handicaps. A file is one game. Fractions of a second have no place in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from counterplay.core import BadNotation, BadParameter, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.games.chess_like.shogi import SIZE, Shogi
from counterplay.records.formats.shogi_header import ShogiHeader, take_facts
from counterplay.records.formats.shogi_words import (
    ENDINGS,
    KIF_PIECES,
    NO_PIECE,
    board_rows,
    comment_lines,
    declares,
    ending_of,
    hands,
    result_after,
    sfen,
    shogi,
    square_digits,
    square_name,
    usual_rows,
)
from counterplay.records.record import RESULT, Fault, Record, RecordNode, parse_move, step
from counterplay.records.recorded_game import usual_game
from counterplay.records.text_places import Places

FILES, RANK_SIGNS = "１２３４５６７８９", "一二三四五六七八九"
SAME = "同　"  # the square of the move before
BOARD_SIGNS = {"+L": "杏", "+N": "圭", "+S": "全"}  # on drawn boards a piece has one sign
PIECES = {sign: letter for letter, sign in (KIF_PIECES | BOARD_SIGNS).items()} | {
    sign: letter for letter, sign in KIF_PIECES.items()
} | {"王": "K", "竜": "+R"}  # fmt: skip
MOVE = re.compile(
    r"\s*(?P<number>\d{1,5})\s+(?:(?P<file>[１-９1-9])(?P<rank>[一二三四五六七八九1-9１-９])|(?P<same>同)\s*)"
    r"(?P<piece>成[香桂銀]|[歩香桂銀金角飛玉王と杏圭全馬龍竜])(?P<promotes>成)?(?:(?P<drop>打)|不?成?\((?P<origin>\d\d)\))"
    r"\s*(?P<time>\([^)]*\))?\s*\+?\s*$"
)
END = re.compile(r"\s*\d{1,5}\s+(?P<word>[^\s(]+)\s*(?P<time>\([^)]*\))?\s*$")
TIME = re.compile(r"\(\s*(?:(\d{1,4}):)??(\d{1,4}):(\d\d)\s*(?:/.*)?\)")
VARIATION = re.compile(r"変化：\s*(\d{1,5})手")
COUNT = re.compile(r"手数＝(\d{1,5})")
DAY = re.compile(r"(\d{4})/(\d\d)/(\d\d)(?:\(.\))?")
PLAYERS = {"先手": 0, "下手": 0, "後手": 1, "上手": 1}
HANDS = {"先手の持駒": 0, "下手の持駒": 0, "後手の持駒": 1, "上手の持駒": 1}
FIELDS = {"棋戦": "event", "場所": "site", "戦型": "opening", "回戦": "round"}
DATE, HANDICAP, RESULT_KEY, ENDING_KEY = "開始日時", "手合割", "結果", "終局"
# Pieces that the stronger side, above, leaves away.
HANDICAPS = {
    "平手": "", "香落ち": "1a", "右香落ち": "9a", "角落ち": "2b", "飛車落ち": "8b", "飛香落ち": "8b 1a", "二枚落ち": "8b 2b",
    "四枚落ち": "8b 2b 1a 9a", "六枚落ち": "8b 2b 1a 9a 2a 8a", "八枚落ち": "8b 2b 1a 9a 2a 8a 3a 7a",
    "十枚落ち": "8b 2b 1a 9a 2a 8a 3a 7a 4a 6a",
}  # fmt: skip
UNIT_SIGNS = "〇一二三四五六七八九"


@dataclass
class _Draft(ShogiHeader):
    """What stands before the moves."""

    number: int = 1


def read_kif(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """The game of a KIF text, or its fault."""
    reader = _KifReader(shogi(given or usual_game("shogi"), "KIF"), Places(text))
    for offset, line in reader.places.lines():
        reader.line(line, offset)
    yield reader.finished()


class _KifReader:
    def __init__(self, game: Shogi, places: Places) -> None:
        self.game, self.places = game, places
        self.draft = _Draft()
        self.record: Record | None = None
        self.path: list[tuple[RecordNode, Any, str]] = []  # node, state and target square of each move of the line
        self.broken = False
        self.ended = False  # of the line that is being read
        self.faults: list[Fault] = []

    def finished(self) -> Record | Fault:
        if self.record is None and not self.broken and (self.draft.about or any(self.draft.names) or self.draft.rows):
            self._begin(0)
        if self.record is None:
            sentence = "there is no game in it; moves are written 1 ７六歩(77)"
            return self.faults[0] if self.faults else self.places.fault(0, sentence)
        self.record.faults = self.faults
        return self.record

    def line(self, line: str, offset: int) -> None:
        """One line of the file."""
        try:
            self._read(line, offset)
        except CounterplayError as error:
            self.broken = True
            self.faults.append(self.places.fault(offset, f"{error}; this line of moves ends before it"))

    def _read(self, line: str, offset: int) -> None:
        if not line.strip() or line[0] in "#&" or line.startswith(("手数--", "まで", "　まで")):
            return
        if line[0] == "*":
            self._comment(line[1:])
        elif line[0] == "|":
            self.draft.rows.append(_board_row(line))
        elif line[0] == "+" or line.startswith("  ９"):
            pass
        elif line.strip() in ("後手番", "上手番"):
            self.draft.turn = 1
        elif line.strip() in ("先手番", "下手番"):
            self.draft.turn = 0
        elif count := COUNT.match(line.strip()):
            self.draft.number = int(count[1]) + 1
        elif variation := VARIATION.match(line):
            self._variation(int(variation[1]))
        elif re.match(r"\s*\d", line):
            self._move(line, offset)
        elif "：" in line and self.record is None:
            self._fact(*line.split("：", 1))
        elif self.record is None:
            sentence = "is not expected here, and passed over; moves are written 1 ７六歩(77)"
            self.faults.append(self.places.fault(offset, f"'{quoted(line)}' {sentence}"))

    def _fact(self, name: str, value: str) -> None:
        value, draft = value.strip().rstrip("　"), self.draft
        if name in PLAYERS:
            draft.names[PLAYERS[name]] = value
        elif name in HANDS:
            draft.hands[HANDS[name]].update(_hand(value))
        elif name == HANDICAP:
            if value not in HANDICAPS and value != "その他":
                raise BadNotation(f"'{quoted(value)}' is no handicap that is known; known are {', '.join(HANDICAPS)}")
            draft.turn = int(bool(HANDICAPS.get(value)))
            if HANDICAPS.get(value):
                draft.rows = usual_rows()
                for square in HANDICAPS[value].split():
                    digits = square_digits(square)
                    draft.rows[int(digits[1]) - 1][SIZE - int(digits[0])] = (NO_PIECE, 0)
        else:
            draft.about[name] = value

    def _comment(self, text: str) -> None:
        if self.record is None:
            self.draft.comments.append(text)
        elif not self.broken:
            node = self.path[-1][0] if self.path else self.record.root
            node.comment = f"{node.comment}\n{text}" if node.comment else text

    def _begin(self, offset: int) -> None:
        draft, about = self.draft, self.draft.about
        start = ""
        if draft.rows:
            if len(draft.rows) != SIZE:
                raise BadNotation(f"the board has {len(draft.rows)} rows instead of {SIZE}")
            start = self.game.dump(self.game.load(sfen(draft.rows, draft.turn, draft.hands, draft.number)))
        self.record = Record(self.game, start, players=(draft.names[0], draft.names[1]))
        take_facts(self.record, about, FIELDS, DATE, DAY)
        stated = about.pop(RESULT_KEY, "")
        if RESULT.fullmatch(stated):
            self.record.result = stated
        elif stated:
            about[RESULT_KEY] = stated
        self.record.ending = about.pop(ENDING_KEY, "")
        self.record.tags, self.record.root.comment = about, "\n".join(draft.comments)

    def _variation(self, number: int) -> None:
        first = self.draft.number
        if self.record is None or not first <= number <= first + len(self.path):
            raise BadNotation(f"there is no move {number} that a variation could replace")
        self.path = self.path[: number - first]
        self.broken = self.ended = False

    def _move(self, line: str, offset: int) -> None:
        if self.broken or self.ended:
            return
        if self.record is None:
            self._begin(offset)
        assert self.record is not None
        node, state, last = self.path[-1] if self.path else (self.record.root, self.record.first_state(), "")
        found = MOVE.match(line)
        if found is None:
            self._end(line, node, state)
            return
        if found["same"] and not last:
            raise BadNotation("'同' means the square of the move before, and there is none")
        target = last if found["same"] else _square(found["file"], found["rank"])
        letter = PIECES[found["piece"]]
        if found["drop"]:
            usi = f"{letter}*{target}"
        else:
            usi = square_name(found["origin"]) + target + ("+" if found["promotes"] else "")
        action = parse_move(self.game, state, usi)
        following = node.add(action)
        following.seconds = _spent(found["time"])
        self.path.append((following, step(self.game, state, action), target))

    def _end(self, line: str, node: RecordNode, state: Any) -> None:
        found = END.match(line)
        ending = next((one for one in ENDINGS if found and one.kif == found["word"]), None)
        if found is None or (ending is None and not re.fullmatch(r"[^\d\W]+", found["word"])):
            raise BadNotation(f"'{quoted(line.strip())}' is no move; moves are written 1 ７六歩(77)")
        assert self.record is not None
        self.ended = True
        on_main_line = node is self.record.last()
        if ending is not None and on_main_line:
            mover = int(self.game.player(state))
            self.record.result, self.record.ending = result_after(mover, ending.mover), ending.ending
        if ending is not None and ending.csa == "%KACHI" and not self.game.terminal(state):
            claims = [action for action in self.game.choices(state) if declares(action)]
            if claims:
                self.path.append((node.add(claims[0]), step(self.game, state, claims[0]), ""))


def _square(file: str, rank: str) -> str:
    column = str(FILES.index(file) + 1) if file in FILES else file
    row = RANK_SIGNS.index(rank) + 1 if rank in RANK_SIGNS else FILES.index(rank) + 1 if rank in FILES else int(rank)
    return square_name(f"{column}{row}")


def _spent(text: str | None) -> float | None:
    found = TIME.match(text) if text else None
    return None if found is None else float(int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3]))


def _board_row(line: str) -> list[tuple[str, int]]:
    inner = line[1:].split("|", maxsplit=1)[0]
    cells = [inner[i : i + 2] for i in range(0, len(inner), 2)]
    row: list[tuple[str, int]] = []
    for cell in cells:
        sign = cell[-1:]
        if sign == "・":
            row.append((NO_PIECE, 0))
        elif sign in PIECES:
            row.append((PIECES[sign], int(cell[0] in "vV")))
        else:
            raise BadNotation(f"'{quoted(cell)}' is no piece of a board")
    if len(row) != SIZE:
        raise BadNotation(f"a row of the board has {len(row)} cells instead of {SIZE}")
    return row


def _hand(text: str) -> dict[str, int]:
    counts = {}
    for item in text.split():
        if item == "なし":
            continue
        if item[0] not in PIECES:
            raise BadNotation(f"'{quoted(item)}' is no piece in hand")
        counts[PIECES[item[0]]] = _kanji_number(item[1:]) if len(item) > 1 else 1
    return counts


def _kanji_number(text: str) -> int:
    tens, ten, units = text.rpartition("十")
    if not ten:
        tens, units = "", text
    signs = tens + units
    if len(tens) > 1 or len(units) > 1 or any(sign not in UNIT_SIGNS for sign in signs):
        raise BadNotation(f"'{quoted(text)}' is no number of pieces")
    whole = (UNIT_SIGNS.index(tens) if tens else 1) * 10 if ten else 0
    return whole + (UNIT_SIGNS.index(units) if units else 0)


# --- writing ---
def write_kif(records: Iterable[Record]) -> Iterator[str]:
    """A game as KIF; a file holds one."""
    for number, record in enumerate(records):
        if number:
            raise BadParameter("a KIF file holds one game, and there are more; --to csa or jsonl takes many")
        yield "".join(_written(shogi(record.game, "KIF"), record))


def _written(game: Shogi, record: Record) -> Iterator[str]:
    state = record.first_state()
    about = {name: getattr(record, attribute) for name, attribute in FIELDS.items()}
    if record.date and DATE not in record.tags:
        about[DATE] = record.date.replace(".", "/")
    mover = _mover_at_end(game, record)
    ending = ending_of(record, mover)
    if ending is None and (record.result != "*" or record.ending):
        about |= {RESULT_KEY: record.result, ENDING_KEY: record.ending}
    about |= record.tags
    yield "#KIF version=2.0 encoding=UTF-8\n"
    yield "".join(f"{' '.join(name.split())}：{' '.join(value.split())}\n" for name, value in about.items() if value)
    yield f"{HANDICAP}：平手\n" if record.usual_start() else "".join(_board(game, state))
    for name, player in zip(("先手", "後手"), record.players, strict=True):
        yield f"{name}：{' '.join(player.split())}\n"
    yield "手数----指手---------消費時間--\n"
    yield comment_lines("*", record.root.comment)
    yield from _lines(game, record.root, state, ending.kif if ending else "", mover)


def _mover_at_end(game: Shogi, record: Record) -> int:
    mover = int(game.player(record.position().state))
    return 1 - mover if any(map(declares, record.actions())) else mover


def _board(game: Shogi, state: Any) -> Iterator[str]:
    held = hands(game, state)
    yield f"後手の持駒：{_hand_text(held[1])}\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
    signs = KIF_PIECES | BOARD_SIGNS
    for rank, row in zip(RANK_SIGNS, board_rows(game, state), strict=True):
        yield "|" + "".join((" v"[owner] + signs[letter]) if letter else " ・" for letter, owner in row) + f"|{rank}\n"
    yield f"+---------------------------+\n先手の持駒：{_hand_text(held[0])}\n"
    yield "後手番\n" if game.player(state) else ""
    yield f"手数＝{state.number - 1}\n" if state.number != 1 else ""


def _hand_text(counts: dict[str, int]) -> str:
    items = []
    for letter, count in counts.items():
        tens, units = divmod(count, 10)
        number = ("十" if tens else "") + (UNIT_SIGNS[units] if units else "")
        items.append(KIF_PIECES[letter] + (number if count > 1 else ""))
    return "　".join(items) or "なし"


def _lines(game: Shogi, root: RecordNode, state: Any, end: str, mover: int) -> Iterator[str]:
    """The main line, then variations, those of later moves first; a stack instead of recursion."""
    number = int(state.number)
    # node whose children are written, which of them, the state before, the number of the move, the square and times so far
    waiting: list[tuple[RecordNode, int, Any, int, str, tuple[int, ...]]] = [(root, 0, state, number, "", (0, 0))]
    while waiting:
        node, which, before, ply, last, spent = waiting.pop()
        if which:
            yield f"\n変化：{ply}手\n"
        while node.children:
            waiting.extend(
                (node, other, before, ply, last, spent) for other in range(len(node.children) - 1, 0, -1) if not which
            )
            node = node.children[which]
            assert node.action is not None
            which = 0
            player = int(game.player(before))
            if not declares(node.action):
                words, last = _move_words(game, before, node.action, last)
                spent = tuple(total + int((node.seconds or 0) * (i == player)) for i, total in enumerate(spent))
                yield f"{ply:4d} {words}{_times(node.seconds, spent[player])}\n" + comment_lines("*", node.comment)
            else:
                yield f"{ply:4d} 入玉勝ち\n"
            before, ply = step(game, before, node.action), ply + 1
        if end:
            yield f"{ply:4d} {end}\n" if end != "入玉勝ち" else ""
            yield _verdict(end, ply - number, mover)
        end = ""


def _times(seconds: float | None, total: int) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(int(seconds), 60)
    return f"   ({minutes:2d}:{rest:02d}/{total // 3600:02d}:{total // 60 % 60:02d}:{total % 60:02d})"


def _move_words(game: Shogi, state: Any, action: int, last: str) -> tuple[str, str]:
    usi = game.usi(action)
    target = usi[2:4]
    words = SAME if target == last else FILES[int(target[0]) - 1] + RANK_SIGNS["abcdefghi".index(target[1])]
    if usi[1] == "*":
        return f"{words}{KIF_PIECES[usi[0]]}打", target
    content = game.contents(state)[game.board.index(usi[:2])]
    letter = game.kinds[(content - 1) % game.kind_count].letter
    return f"{words}{KIF_PIECES[letter]}{'成' if usi.endswith('+') else ''}({square_digits(usi[:2])})", target


def _verdict(end: str, moves: int, mover: int) -> str:
    """The sentence that people read: 'with 112 moves Black has won'."""
    ending = next(one for one in ENDINGS if one.kif == end)
    if ending.mover in ("draws", ""):
        return f"まで{moves}手で{end}\n"
    winner = mover if ending.mover == "wins" else 1 - mover
    how = {"入玉勝ち": "入玉勝ち", "反則勝ち": "反則勝ち"}.get(end, "勝ち")
    return f"まで{moves}手で{'先手' if winner == 0 else '後手'}の{how}\n"
