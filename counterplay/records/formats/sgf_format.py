"""Smart Game Format: go, othello, gomoku, backgammon and hex, with variations, comments, annotations, clocks and values.

Marks on the board and other properties of single nodes are passed over. Annotations are the format's own (TE, BM, DO, IT) where
it has them; others, and what was written before a move, stand in properties of ours (NAG, CB), as do tags (TAG).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from counterplay.core import BadParameter, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.records.formats.comment_commands import plain_number
from counterplay.records.formats.sgf_games import SGF_GAMES, SgfGame
from counterplay.records.formats.sgf_text import SgfNode, escaped, parted, read_trees
from counterplay.records.record import Estimate, Fault, Record, RecordNode
from counterplay.records.record_turns import add_turn, turns_after
from counterplay.records.recorded_game import GAME_TAG, game_of_tag
from counterplay.records.text_places import Places

ROOT_FIELDS = {"EV": "event", "PC": "site", "DT": "date", "RO": "round", "ON": "opening"}
NAMES = {"B": "PB", "W": "PW"}
NOT_TAGS = ROOT_FIELDS.keys() | frozenset(  # of a root: what is read otherwise
    (
        *("FF", "GM", "CA", "AP", "ST", "SZ", "KM", "RU", "HA", "AB", "AW", "AE", "PL", "CO", "CV"),
        *("RE", "PB", "PW", "TAG", "STP", "C", "CB", "V", "NAG", "B", "W"),
    )
)
GLYPHS = {1: "TE[1]", 2: "BM[1]", 3: "TE[2]", 4: "BM[2]", 5: "IT[]", 6: "DO[]"}  # annotations that the format has itself
ENDINGS = {"r": "resignation", "resign": "resignation", "t": "time", "time": "time", "f": "forfeit", "forfeit": "forfeit"}
ENDING_TAG, START = "Ending", "STP"
MARGIN = re.compile(r"(\d+(?:\.\d+)?) points")
DATE = re.compile(r"(\d{4})[-.](\d\d)[-.](\d\d)")
SETUP = frozenset({"AB", "AW", "AE"})


def adapter_of(game: Game) -> SgfGame:
    """How a game is written; BadParameter where SGF is not for it."""
    for adapter in SGF_GAMES:
        if isinstance(game, adapter.cls) and (adapter.number != "6" or game.chance):
            return adapter
    names = "go, othello, gomoku, backgammon and hex"
    raise BadParameter(f"SGF is for {names}, and this is {game.title_text}; the formats json and jsonl take every game")


# --- reading ---
def read_sgf(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """The games of an SGF collection, and its faults."""
    if given is not None:
        adapter_of(given)
    places, any_found = Places(text), False
    waiting: Record | None = None
    for found in read_trees(text, places):
        any_found = True
        if isinstance(found, Fault):  # of the tree before it
            if waiting is None:
                yield found
            else:
                waiting.faults.append(found)
            continue
        if waiting is not None:
            yield waiting
        made = _read_game(found, given, places)
        waiting = made if isinstance(made, Record) else None
        if isinstance(made, Fault):
            yield made
    if waiting is not None:
        yield waiting
    if not any_found:
        yield places.fault(0, "this is no SGF: it is written (;GM[1]SZ[9];B[ee];W[ce])")


def _read_game(root: SgfNode, given: Game | None, places: Places) -> Record | Fault:
    number = root.first("GM", "1").strip()
    adapter = next((one for one in SGF_GAMES if one.number == number), None)
    if adapter is None:
        offered = ", ".join(f"{one.number} {one.cls.catalogue_name()}" for one in SGF_GAMES)
        return places.fault(root.offset, f"game number {quoted(number)} of SGF is not read here; these are: {offered}")
    try:
        tags = dict(parted(value) for value in root.properties.get("TAG", []))
        turn = max(0, adapter.colours.find(_first_colour(root)))
        spec = tags.pop(GAME_TAG, "")
        game = game_of_tag(spec, given, (adapter.cls,)) if spec else adapter.read_game(root, given, turn)
        if adapter_of(game) is not adapter:
            return places.fault(root.offset, f"this is a game of {adapter.cls.catalogue_name()}, not of {game.spec}")
        state = game.load(root.first(START)) if START in root.properties else adapter.read_start(game, root, turn)
        record = Record(game, game.dump(state))
    except CounterplayError as error:
        return places.fault(root.offset, f"this game is left out: {error}")
    _read_root(adapter, record, root, tags)
    _read_tree(adapter, record, root, state, places)
    return record


def _first_colour(root: SgfNode) -> str:
    """Who moves first: PL says it, or the first move of the main line."""
    if "PL" in root.properties:
        return root.first("PL").strip().upper()[:1]
    node = root
    while True:
        found = next((colour for colour in "BW" if colour in node.properties), "")
        if found or not node.children:
            return found or "B"
        node = node.children[0]


def _read_root(adapter: SgfGame, record: Record, root: SgfNode, tags: dict[str, str]) -> None:
    record.players = tuple(root.first(NAMES[colour]) for colour in adapter.colours)
    for name, attribute in ROOT_FIELDS.items():
        setattr(record, attribute, root.first(name))
    record.date = ".".join(found.groups()) if (found := DATE.fullmatch(record.date)) else record.date
    winner, plus, how = root.first("RE").strip().partition("+")
    if plus and winner.upper() in adapter.colours and winner:
        record.result = "1-0" if adapter.colours.index(winner.upper()) == 0 else "0-1"
        margin = how.strip()
        record.ending = ENDINGS.get(margin.lower(), f"{margin} points" if re.fullmatch(r"\d+(\.\d+)?", margin) else margin)
    elif winner.lower() in ("0", "draw", "jigo"):
        record.result = "1/2-1/2"
    record.ending = tags.pop(ENDING_TAG, record.ending)
    record.tags = {name: root.first(name) for name in root.properties if name not in NOT_TAGS} | tags


def _read_tree(adapter: SgfGame, record: Record, root: SgfNode, state: Any, places: Places) -> None:
    waiting: list[tuple[SgfNode, RecordNode, Any]] = [(root, record.root, state)]
    while waiting:
        written, node, before = waiting.pop()
        try:
            node, after = _read_node(adapter, record.game, written, node, before, is_root=written is root)
        except CounterplayError as error:
            record.faults.append(places.fault(written.offset, f"{error}; this line ends before it"))
            continue
        waiting.extend((child, node, after) for child in reversed(written.children))


def _read_node(
    adapter: SgfGame, game: Game, written: SgfNode, node: RecordNode, state: Any, is_root: bool
) -> tuple[RecordNode, Any]:
    if not is_root and SETUP & written.properties.keys():
        raise BadParameter("this SGF puts stones on the board in the middle of the game")
    moved = False
    for colour in "BW":
        for value in written.properties.get(colour, [])[:1]:
            actions = adapter.read_move(game, state, colour, value)
            node, state = add_turn(game, node, state, actions)
            moved = True
    if moved or is_root or "C" in written.properties:
        _read_notes(written, node, moved or is_root)
    return node, state


def _read_notes(written: SgfNode, node: RecordNode, own: bool) -> None:
    """What is said beside a move; the comment of a node without a move belongs to the move before."""
    comment = written.first("C").strip()
    node.comment = f"{node.comment}\n{comment}".strip() if node.comment and not own else comment or node.comment
    if not own:
        return
    node.before = written.first("CB")
    nags = [nag for nag, name in GLYPHS.items() if name.split("[")[0] in written.properties and _same_glyph(written, name)]
    nags += [int(value) for value in written.properties.get("NAG", []) if value.isdecimal() and len(value) < 4]
    node.nags = tuple(nags)
    node.value = Estimate.parse(written.first("V")) if "V" in written.properties else None
    clocks = [written.first(name) for name in ("BL", "WL") if name in written.properties]
    node.clock = _seconds(clocks[0]) if clocks else None
    node.seconds = _seconds(written.first("EMT")) if "EMT" in written.properties else None


def _same_glyph(written: SgfNode, name: str) -> bool:
    key, _, value = name.partition("[")
    return value == "]" or (written.first(key).strip() == "2") == (value == "2]")


def _seconds(text: str) -> float | None:
    found = re.fullmatch(r"\d{1,9}(?:\.\d{1,6})?", text.strip())
    return float(found[0]) if found else None


# --- writing ---
def write_sgf(records: Iterable[Record]) -> Iterator[str]:
    """Games as a collection, one after the other."""
    for record in records:
        adapter = adapter_of(record.game)
        yield "".join(_written(adapter, record)) + "\n"


def _written(adapter: SgfGame, record: Record) -> Iterator[str]:
    """The parts of a game, in order; without recursion, since a main line may have a variation at every move."""
    game, state = record.game, record.first_state()
    yield "(;" + _root_properties(adapter, record, state) + _notes(record.root, "")
    waiting: list[str | tuple[RecordNode, Any]] = [(record.root, state)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
            continue
        turns = turns_after(game, *part, adapter.turn_over)
        open_sign, close_sign = ("\n(", ")") if len(turns) > 1 else ("\n", "")
        for turn in reversed(turns):
            move = adapter.write_move(game, part[1], turn.actions)
            waiting += [close_sign, (turn.node, turn.state), f"{open_sign};{move}{_notes(turn.node, move[0])}"]
    yield ")"


def _root_properties(adapter: SgfGame, record: Record, state: Any) -> str:
    game = record.game
    text = f"FF[4]GM[{adapter.number}]CA[UTF-8]AP[counterplay]{adapter.root_properties(game)}"
    names = dict(zip(adapter.colours, record.players, strict=True))
    values = {NAMES[colour]: names[colour] for colour in "BW"} | {"RE": _result(adapter, record)}
    values |= {name: getattr(record, attribute) for name, attribute in ROOT_FIELDS.items()}
    values["DT"] = values["DT"].replace(".", "-") if DATE.fullmatch(values["DT"]) else values["DT"]
    text += "".join(f"{name}[{escaped(value)}]" for name, value in values.items() if value)
    if not record.usual_start():
        text += adapter.setup(game, state) + f"{START}[{escaped(record.start)}]"
    elif getattr(game, "handicap", 0):
        text += adapter.setup(game, state)
    own = {name: value for name, value in record.tags.items() if not name.isupper() or name in NOT_TAGS}
    text += "".join(f"{name}[{escaped(value)}]" for name, value in record.tags.items() if name not in own)
    own |= {ENDING_TAG: record.ending} if record.ending and not _told_by_result(record) else {}
    own |= {GAME_TAG: game.spec} if _inferred(adapter, record) != game.spec else {}
    return text + "".join(f"TAG[{escaped(name, True)}:{escaped(value, True)}]" for name, value in own.items())


def _inferred(adapter: SgfGame, record: Record) -> str:
    """What a reader without our own tags takes the game for."""
    root = SgfNode(0)
    for name, value in re.findall(r"([A-Z]+)\[([^\]]*)\]", adapter.root_properties(record.game)):
        root.properties[name] = [value]
    if getattr(record.game, "handicap", 0):
        for name, values in re.findall(r"(A[BW])((?:\[\w+\])+)", adapter.setup(record.game, record.game.initial())):
            root.properties[name] = re.findall(r"\w+", values)
    try:
        turn = max(0, int(record.game.player(record.first_state())))
        return adapter.read_game(root, None, turn).spec
    except CounterplayError:
        return ""


def _told_by_result(record: Record) -> bool:
    decided = record.result in ("1-0", "0-1")
    return decided and (record.ending in ENDINGS.values() or MARGIN.fullmatch(record.ending) is not None)


def _result(adapter: SgfGame, record: Record) -> str:
    if record.result == "1/2-1/2":
        return "0"
    if record.result not in ("1-0", "0-1"):
        return ""
    margin = MARGIN.fullmatch(record.ending)
    short = {"resignation": "R", "time": "T", "forfeit": "F"}.get(record.ending, margin[1] if margin else "")
    return f"{adapter.colours[record.result == '0-1']}+{short}"


def _notes(node: RecordNode, colour: str) -> str:
    text = f"C[{escaped(node.comment)}]" if node.comment else ""
    text += f"CB[{escaped(node.before)}]" if node.before else ""
    standard = [nag for nag in node.nags if nag in GLYPHS] if sorted(node.nags) == list(node.nags) else []
    # A node has one annotation of its own kinds at most; the rest, and those in another order, are ours.
    standard = standard if len(standard) == 1 and node.nags[0] == standard[0] else []
    text += "".join(GLYPHS[nag] for nag in standard)
    others = node.nags[len(standard) :]
    text += "NAG" + "".join(f"[{nag}]" for nag in others) if others else ""
    text += f"V[{node.value}]" if node.value is not None else ""
    text += f"{colour or 'B'}L[{plain_number(node.clock)}]" if node.clock is not None else ""
    return text + (f"EMT[{plain_number(node.seconds)}]" if node.seconds is not None else "")
