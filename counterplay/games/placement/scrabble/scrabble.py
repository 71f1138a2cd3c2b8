"""Scrabble (Alfred Mosher Butts, 1938) for two, with open racks and known draws: the order of all tiles is known to both.

Rule choices
- English tiles and the usual board. `seed` decides the order of the tiles: South has the first seven, North the next seven, the
  rest is drawn in that order. A position carries the order, so any deal can be written down.
- A turn is a word, an exchange or a pass. Who exchanges lays tiles aside, draws as many, and puts the former at the end of the
  order, A to Z and then blanks; it needs at least seven tiles to draw from.
- The game ends when a player has laid his last tile and nothing is left to draw: he gains what the other one's tiles are worth,
  and the other one loses it. It also ends after six turns in a row without a point: each loses what his own tiles are worth.
- Words are checked at once: only words of the list can be laid. `lexicon` is the list: `english`, which comes with counterplay
  (61,225 words from SCOWL, see english_words_licence.txt), or the path of a file with one word in a line.

A turn is several actions. The first is where the word begins, its first letter whether that is laid or lies there already, and
which way it goes: `8D` across from the eighth row, `D8` downwards, as games are recorded. Then come the letters that are laid,
each only if a word can still be completed, and `done`. A blank is written as a small letter. One tile that makes two words can
be laid either way, with the same result. Tiles to exchange are named from A to Z.

The value of a game is the difference of the points, at most 1000. While a word is being laid, the estimate is that of the best
way to complete it, so that the engine compares whole turns from depth 1 on: nothing is noisy.

There is no other program to compare with. Checked against published scores of plays, and against a second implementation, which
tries all arrangements of the rack on all lines and looks every word up in a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, SquareBoard
from counterplay.boards.notation.notation_fields import NotationField, NumberField, NumbersField
from counterplay.core import Diagram, Game, Published, Scene, Unit, require
from counterplay.core.scene import LetterTile
from counterplay.games.placement.scrabble.scrabble_picture import gesture_of, picture_of
from counterplay.games.placement.scrabble.scrabble_tiles import (
    ASIDE,
    BAG,
    BLANK,
    CELLS,
    CENTRE,
    COUNTS,
    DONE,
    EXCHANGE,
    FACE_POINTS,
    FACE_SIGNS,
    HELD_WORTH,
    LAY,
    NO_PLAY,
    PASS,
    POINTS,
    RACK,
    SIGNS,
    SIZE,
    TILE_COUNT,
    TILES,
    Play,
    PlayField,
    TilesField,
)
from counterplay.games.placement.scrabble.scrabble_words import ACROSS, Array, Front, Row, WordLaying, held_kinds, total
from counterplay.games.placement.scrabble.word_graph import END, LETTERS, word_graph
from counterplay.gears import helper
from counterplay.gears.bits import cells
from counterplay.gears.rng import draw_below, seeded

SOUTH, NORTH = 0, 1
NO_TILE = -1

BINGO = 50  # points for laying a whole rack
LEAST_TO_EXCHANGE = 7  # tiles to draw from
MOST_IDLE = 6  # turns without a point that end the game
MOST = 1000  # points of difference that count

FEATURES = ("points", "tiles", "turn")  # the lead in points, what the tiles in hand are worth, and who is to move
WEIGHTS = (1.0, 1.0, 25.0)  # in points
NOTHING = -1e9  # below the worth of any play


class State(NamedTuple):
    """A position, between turns or within one."""

    board: np.ndarray[Any, np.dtype[np.int8]]  # shape (225,): 0, or 1 + face
    racks: np.ndarray[Any, np.dtype[np.int8]]  # shape (2, 27): how many of each tile; without those of the unfinished turn
    order: np.ndarray[Any, np.dtype[np.int8]]  # shape (86,): the tiles to be drawn, the next one first; then NO_TILE
    bag: int  # how many of these there are
    south: int  # points
    north: int
    idle: int  # turns in a row without a point
    play: int  # the action that began the turn; NO_PLAY between turns
    laid: np.ndarray[Any, np.dtype[np.int8]]  # shape (7,): the faces laid in this turn, or the tiles to be exchanged; NO_TILE
    used: int  # how many these are
    turn: int


class Scrabble(LinearEvaluation, WordLaying, BoardGame):
    """Scrabble with open racks and known draws."""

    title = "Scrabble"
    player_names = ("South", "North")
    published = Published("Alfred Mosher Butts", 1938)
    unit = Unit("points", 1.0)
    rules = (
        "Players lay words on the board by turns, as in a crossword, with seven tiles each. Everything is known: both racks "
        "lie open, and so do the tiles that will be drawn, in their order. The first word covers the centre; every later one "
        "must touch what lies there. The tiles of a turn lie in one row or column without gaps, and every word of two letters "
        "or more that they make or lengthen must be in the list of words. Each of these words scores the values of its "
        "letters. Under tiles that are newly laid, 2L and 3L multiply the letter, 2W and 3W (and the centre, 2W) the whole "
        "word. A blank stands for any letter and scores nothing. Laying all seven tiles brings 50 points more. Afterwards "
        "draw up to seven again. Instead of laying a word you may exchange tiles, while at least seven are left to draw, or "
        "pass. Who lays his last tile with nothing left to draw ends the game, gains the value of the other rack, and the "
        "other one loses it; after six turns in a row without a point the game is over, too, and everybody loses the value of "
        "his own rack. More points win. To lay a word, click the square where it begins, the next square of the word, and "
        "then the tiles."
    )
    cover = (
        "15/15/15/15/6G8/6I8/6V8/3ZONES7/15/15/15/15/15/15/15 S ABEOOY? CEFGOU? 48-12 0 UNCTGWEAOJAASEEEARHOT"
        "VTEILSDOTAEUWTDQMPLLOHDFEUIRRMSAEBIAARNPNDIKINIXELTRIIYRN 5E:"
    )
    classic = True
    diagrams = (
        Diagram(
            "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 S AEIQTUZ DEGNORS 0-0 0 "
            "LRVXELHWLIUAEAEEIOYHOEFUYIIT?AOBMFRSEELCRKIDVEURNRTSAOOGOJBANTCNEIOGATDTN?PNDEAIPASMIW -",
            "The first word covers the centre, which doubles it: QUIZ from the marked squares on scores 44 points.",
            ("8H",),
        ),
        Diagram(
            "15/15/15/15/15/7F7/7A7/5HORN6/7M7/15/15/15/15/15/15 S AEIPSTT DEGLNOU 14-9 0 "
            "YW?EKTYTVEVBGHUEEEILEIQA?PAIINCRJRMIDWELRNSNATOIRLBAOUCFORDEGTOAZDOXSOEEAISAUNI -",
            "South lays PASTE from the marked squares on. P and E lie on squares that triple them, 15 points, and the S makes "
            "FARM longer: FARMS brings 10 more.",
            ("10F",),
        ),
        Diagram(
            "15/15/15/15/15/7F7/7A7/5HORN6/7M7/5PASTE5/15/15/15/15/15 N DEGLNOU AEILT 39-9 0 "
            "YCQYSGAVJIEIEIANSITRNDXRGAT?FOREWELVMROUN?IONCADURDEIEOAULZKHESTPEEBITAWOI 9H:OB",
            "North has laid O and B behind the M. They make three words at once, MOB, NOT and BE, and all count: 16 points.",
        ),
    )
    feature_names = FEATURES
    tunables = ("weight_array", "graph")
    rule_tables = ("graph",)
    file_parameters = ("lexicon",)
    pieces = tuple(
        PieceKind(sign, name=f"{sign.upper()}{' (blank)' if face >= LETTERS else ''}",
                  shape=LetterTile(sign.upper(), int(FACE_POINTS[face])))
        for face, sign in enumerate(FACE_SIGNS)
    )  # fmt: skip
    side_symbols = "SN"
    counts_empty = True
    board_material = "card"
    extra_fields: tuple[NotationField, ...] = (
        TilesField("south_rack", "tiles of South", RACK),
        TilesField("north_rack", "tiles of North", RACK),
        NumbersField("scores", "points", (9999, 9999)),
        NumberField("idle", "turns in a row without a point", MOST_IDLE),
        TilesField("order", "tiles to draw, the next one first", BAG),
        PlayField("play", "unfinished turn"),
    )
    optional_fields = 1
    utility_range = (-float(MOST), float(MOST))
    max_actions = 2 * CELLS + 2
    max_plies = 2000  # random games have some 150; only players who exchange nearly always could go on for longer

    def __init__(self, seed: int = 1, lexicon: str = "english", weights: tuple[float, ...] = WEIGHTS) -> None:
        require(seed >= 0, f"scrabble: seed must be a whole number from 0, not {seed}")
        self.seed, self.lexicon = seed, lexicon
        self.set_board(SquareBoard(SIZE, touching="sides", from_top=True))
        words = word_graph(lexicon)
        self.graph, self.words_digest = words.numbers, words.digest
        tiles, chance = [tile for tile in range(TILES) for _ in range(COUNTS[tile])], seeded(seed)
        for last in range(TILE_COUNT - 1, 0, -1):
            other = int(draw_below(chance, last + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]
        self.racks_deal = np.array([counted(tiles[:RACK]), counted(tiles[RACK : 2 * RACK])], np.int8)
        self.order_deal = np.array(tiles[2 * RACK :], np.int8)
        self.bare = np.zeros(CELLS, np.int8)
        self.none_laid = np.full(RACK, NO_TILE, np.int8)
        self.set_weights(weights)

    def initial(self) -> State:
        return State(self.bare, self.racks_deal, self.order_deal, BAG, 0, 0, 0, NO_PLAY, self.none_laid, 0, SOUTH)

    # --- words ---
    def weigh(self, s: State, front: Front, rack: Array, laid: int, best: Array) -> None:
        """Note a play in `best` if it is better: its worth, its points, and what the rack is worth after it."""
        points = self.points_of(front, laid)
        if s.bag == 0 and total(rack) == 0:
            points += value_of(s.racks[1 - s.turn])  # besides what these tiles cost the other one as tiles in hand
        held = self.held_after(s, rack, laid)
        worth = self.weight_array[0] * points + self.weight_array[1] * held
        if worth > best[0]:
            best[0], best[1], best[2] = worth, points, held

    def points_of(self, front: Front, laid: int) -> int:
        """The points of a turn that ends here with so many tiles laid."""
        return int(front.points * front.times + front.aside + (BINGO if laid == RACK else 0))

    def held_after(self, s: State, rack: Array, drawing: int) -> float:
        """What a rack is worth with the next tiles in it; with nothing left to draw, the tiles only cost what they show."""
        if s.bag == 0:
            return -float(value_of(rack))
        drawn = min(drawing, s.bag)
        for i in range(drawn):
            rack[s.order[i]] += 1
        worth = 0.0
        for tile in range(TILES):
            worth += HELD_WORTH[tile, rack[tile]]
        for i in range(drawn):
            rack[s.order[i]] -= 1
        return worth

    def own_row(self, s: State) -> Row:
        """The row of the word that is being laid."""
        return self.row(s.board, s.play // CELLS, s.play % CELLS)

    def reached(self, s: State, row: Row) -> Front:
        """How far the word that is being laid has come."""
        front = self.begun(row, (s.play % CELLS - row.first) // row.step)
        for i in range(s.used):
            front = self.lengthened(row, front, s.laid[i])
        return front

    def can_begin(self, s: State, row: Row, place: int) -> bool:
        """Whether a word can begin at this place of a row."""
        if row.need[place] > RACK or (place > 0 and row.faces[place - 1] != 0):
            return False
        front, rack = self.begun(row, place), s.racks[s.turn].copy()
        return self.completes(s, row, front, rack, 0, np.zeros(3), True)

    # --- the rules ---
    def actions(self, s: State) -> Array:
        found, n = np.empty(2 * CELLS + 2, np.int64), 0
        if s.play == NO_PLAY:
            for line in range(2 * SIZE):
                way, number = line // SIZE, line % SIZE
                row = self.row(s.board, way, number * SIZE if way == ACROSS else number)
                for place in range(SIZE):
                    if self.can_begin(s, row, place):
                        found[n] = way * CELLS + row.first + place * row.step
                        n += 1
            if s.bag >= LEAST_TO_EXCHANGE:
                found[n] = EXCHANGE
                n += 1
            found[n] = PASS
            return found[: n + 1]
        if s.play == EXCHANGE:
            for tile in range(s.laid[s.used - 1] if s.used > 0 else 0, TILES):
                if s.racks[s.turn, tile] > 0:
                    found[n] = ASIDE + tile
                    n += 1
            if s.used > 0:
                found[n] = DONE
                n += 1
            return found[:n]
        row = self.own_row(s)
        front, rack = self.reached(s, row), s.racks[s.turn]
        for face in cells(self.next_faces(row, front, held_kinds(rack), total(rack))):
            left = rack.copy()
            left[min(face, BLANK)] -= 1
            if self.completes(s, row, self.lengthened(row, front, face), left, s.used + 1, np.zeros(3), True):
                found[n] = LAY + face
                n += 1
        if s.used > 0 and self.is_word(front):
            found[n] = DONE
            n += 1
        return found[:n]

    def result(self, s: State, a: int) -> State:
        if a == PASS:
            return self.next_turn(s, s.board, s.racks, s.order, s.bag, 0)
        if a == DONE:
            return self.exchanged(s) if s.play == EXCHANGE else self.word_laid(s)
        racks, laid, used, play = s.racks.copy(), s.laid.copy(), s.used, s.play
        if a <= EXCHANGE:
            play = int(a)
        else:
            face = a - LAY if a < ASIDE else a - ASIDE
            racks[s.turn, min(face, BLANK)] -= 1
            laid[used] = face
            used += 1
        return State(s.board, racks, s.order, s.bag, s.south, s.north, s.idle, play, laid, used, s.turn)

    def next_turn(self, s: State, board: Array, racks: Array, order: Array, bag: int, points: int) -> State:
        """The other player's turn, after a turn that brought so many points."""
        south = s.south + (points if s.turn == SOUTH else 0)
        north = s.north + (points if s.turn == NORTH else 0)
        idle, laid = 0 if points > 0 else s.idle + 1, np.full(RACK, NO_TILE, np.int8)
        return State(board, racks, order, bag, south, north, idle, NO_PLAY, laid, 0, 1 - s.turn)

    def word_laid(self, s: State) -> State:
        """The word that was laid is scored."""
        row, board = self.own_row(s), s.board.copy()
        points = self.points_of(self.reached(s, row), s.used)
        cell = s.play % CELLS
        for i in range(s.used):
            while board[cell] != 0:
                cell += row.step
            board[cell] = s.laid[i] + 1
        racks, order = s.racks.copy(), s.order.copy()
        return self.next_turn(s, board, racks, order, drawn(racks[s.turn], order, s.bag, s.used), points)

    def exchanged(self, s: State) -> State:
        """The tiles that were chosen go to the end of the order."""
        racks, order = s.racks.copy(), s.order.copy()
        bag = drawn(racks[s.turn], order, s.bag, s.used)
        for i in range(s.used):
            order[bag + i] = s.laid[i]
        return self.next_turn(s, s.board, racks, order, s.bag, 0)

    def out(self, s: State) -> bool:
        """Whether a player has laid the last tile."""
        if s.bag > 0 or s.play != NO_PLAY:
            return False
        return bool(total(s.racks[SOUTH]) == 0 or total(s.racks[NORTH]) == 0)

    def terminal(self, s: State) -> bool:
        return s.idle >= MOST_IDLE or self.out(s)

    def difference(self, s: State) -> int:
        """South's points less North's when the game is over. An empty rack costs nothing, and gains what the other holds."""
        lead = s.south - value_of(s.racks[SOUTH]) - s.north + value_of(s.racks[NORTH])
        if self.out(s):
            lead += value_of(s.racks[NORTH]) - value_of(s.racks[SOUTH])
        return int(lead)

    def utility(self, s: State, p: int) -> float:
        lead = self.difference(s) if p == SOUTH else -self.difference(s)
        return float(max(-MOST, min(MOST, lead)))

    # --- hints ---
    def prospects(self, s: State) -> Array:
        """What the mover's turn brings at best: its worth, its points, and what the rack is worth afterwards."""
        best, rack = np.array([NOTHING, 0.0, 0.0]), s.racks[s.turn].copy()
        if s.play == NO_PLAY or s.play == EXCHANGE:
            best[2] = self.held_after(s, rack, s.used)
            best[0] = self.weight_array[1] * best[2]
        else:
            row = self.own_row(s)
            self.completes(s, row, self.reached(s, row), rack, s.used, best, False)
        return best

    def measured(self, s: State) -> Array:
        """Every feature as the mover sees it."""
        best = self.prospects(s)
        lead = s.south - s.north if s.turn == SOUTH else s.north - s.south
        theirs = self.held_after(s, s.racks[1 - s.turn].copy(), 0)
        # Within a turn its points are counted already, and the other one is next.
        return np.array([best[1] + lead, best[2] - theirs, 0.5 if s.play == NO_PLAY else -0.5])

    def feature(self, s: State, p: int, i: int) -> float:
        own = self.measured(s)[i]
        return float(own if p == s.turn else -own)

    def evaluate(self, s: State, p: int) -> float:
        features, own = self.measured(s), 0.0
        for i in range(len(self.weight_array)):
            own += self.weight_array[i] * features[i]
        own = max(-float(MOST), min(float(MOST), own))
        return float(own if p == s.turn else -own)

    def order(self, s: State, a: int) -> float:
        """What the best turn is worth that goes on with this action: its points, and the rack after it."""
        if a < EXCHANGE or a >= LAY:
            return float(self.prospects(self.result(s, a))[0])
        best, rack = np.array([NOTHING, 0.0, 0.0]), s.racks[s.turn].copy()
        if a == DONE and s.play != EXCHANGE:
            self.weigh(s, self.reached(s, self.own_row(s)), rack, s.used, best)
            return float(best[0])
        return float(self.weight_array[1] * self.held_after(s, rack, s.used))

    def random_action(self, s: State, rng: Any) -> int:
        """Between turns a random action is tried until one is legal: that spares looking at all rows."""
        while s.play == NO_PLAY:
            a = draw_below(rng, 2 * CELLS + 2)
            if a == PASS or (a == EXCHANGE and s.bag >= LEAST_TO_EXCHANGE):
                return int(a)
            if a < EXCHANGE:
                row = self.row(s.board, a // CELLS, a % CELLS)
                if self.can_begin(s, row, (a % CELLS - row.first) // row.step):
                    return int(a)
        found = self.actions(s)
        return int(found[draw_below(rng, len(found))])

    # --- names and notation ---
    def action_name(self, s: State, a: int) -> str:
        """8D for a word across from d8, D8 for one downwards; then a letter for each tile, small for a blank."""
        a = int(a)
        if a >= ASIDE:
            return SIGNS[a - ASIDE]
        if a >= LAY:
            return FACE_SIGNS[a - LAY]
        if a >= EXCHANGE:
            return ("exchange", "pass", "done")[a - EXCHANGE]
        return place_name(a)

    def parse_action(self, s: State, text: str) -> int:
        """Small letters stand for blanks, but where only one of both is possible."""
        return Game.parse_action(self, s, text.replace(" ", ""))

    def extras(self, s: State) -> dict[str, Any]:
        signs = SIGNS if s.play == EXCHANGE else FACE_SIGNS
        place = "exchange" if s.play == EXCHANGE else place_name(s.play)
        tiles = "".join(signs[face] for face in s.laid[: s.used])
        return {
            "south_rack": listed(s.racks[SOUTH]),
            "north_rack": listed(s.racks[NORTH]),
            "scores": (s.south, s.north),
            "idle": s.idle,
            "order": [int(tile) for tile in s.order[: s.bag]],
            "play": Play() if s.play == NO_PLAY else Play(place, tiles),
        }

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        racks = np.array([counted(extras["south_rack"]), counted(extras["north_rack"])], np.int8)
        order, play = np.full(BAG, NO_TILE, np.int8), extras["play"]
        order[: len(extras["order"])] = extras["order"]
        laid, signs, begun = self.none_laid.copy(), FACE_SIGNS, begun_by(play.place)
        if begun == EXCHANGE:
            signs = SIGNS
        for i, sign in enumerate(play.tiles):
            laid[i] = signs.find(sign if signs is FACE_SIGNS else sign.upper())
        board = np.array(contents, np.int8)
        points = extras["scores"]
        rest = (points[0], points[1], extras["idle"], begun, laid, len(play.tiles), turn)
        return State(board, racks, order, len(extras["order"]), *rest)

    def problem(self, s: State) -> str:
        if s.play < NO_PLAY or min(s.laid[: s.used], default=0) < 0:
            return "the unfinished turn is none; it should be a place and tiles as in 8D:QU, or exchange:AE, or -"
        racks = s.racks.astype(np.int64)
        for face in s.laid[: s.used]:
            racks[s.turn, min(face, BLANK)] += 1
        lying = counted([min(int(face) - 1, BLANK) for face in s.board if face])
        everywhere = np.array(lying) + racks.sum(axis=0) + counted(s.order[: s.bag])
        for tile in range(TILES):
            if everywhere[tile] != COUNTS[tile]:
                name = f"tiles {SIGNS[tile]}" if tile != BLANK else "blanks"
                return f"there are {everywhere[tile]} {name} on the board, in racks and to draw, and a set has {COUNTS[tile]}"
        sizes = racks.sum(axis=1)
        if sizes.max() > RACK or (s.bag > 0 and sizes.min() < RACK):
            return f"a rack has {RACK} tiles as long as there is something to draw, and never more"
        return self.board_problem(s) or self.turn_problem(s, racks)

    def board_problem(self, s: State) -> str:
        """Why no game comes to this board; an empty text where all is well."""
        lying = self.board.cell_set(cell for cell in range(CELLS) if s.board[cell])
        if s.board.any() and not (s.board[CENTRE] and self.connected(lying)):
            return "the words do not hang together with one on the centre"
        grid = s.board.reshape(SIZE, SIZE)
        for line in (*grid, *grid.T):
            text = "".join(FACE_SIGNS[face - 1] if face else " " for face in line)
            for word in text.split():
                if len(word) > 1 and not self.knows(word):
                    return f"{word.upper()} is not in the list of words"
        return ""

    def knows(self, word: str) -> bool:
        """Whether a word is in the list."""
        node = int(self.graph[0])
        for sign in word.upper():
            node = self.onward(node, SIGNS.index(sign)) if node else 0
        return bool(node and self.graph[node] & END)

    def turn_problem(self, s: State, racks: Array) -> str:
        """Why an unfinished turn cannot be played; an empty text where all is well."""
        if s.play == NO_PLAY:
            return ""
        before = s._replace(racks=racks.astype(np.int8), play=NO_PLAY, laid=self.none_laid, used=0)
        kind = ASIDE if s.play == EXCHANGE else LAY
        for a in (s.play, *(kind + int(face) for face in s.laid[: s.used])):
            if a not in self.choices(before):
                return f"the unfinished turn cannot be played: {self.action_name(before, a)} is no action there"
            before = self.result(before, a)
        return ""

    def ending(self, s: State) -> str:
        values = [value_of(s.racks[p]) for p in (SOUTH, NORTH)]
        if not self.out(s):
            return (
                f"{MOST_IDLE} turns in a row brought no points; South loses {values[SOUTH]} for the rack, North {values[NORTH]}"
            )
        winner = SOUTH if values[SOUTH] == 0 and total(s.racks[SOUTH]) == 0 else NORTH
        names = self.player_names
        return f"{names[winner]} has laid the last tile, gains {values[1 - winner]} points, and {names[1 - winner]} loses them"

    # --- the picture ---
    def gesture(self, s: State, a: int) -> Sequence[str]:
        return gesture_of(self, s, int(a))

    def scene(self, s: State) -> Scene:
        return picture_of(self, s)


@helper
def value_of(rack: Array) -> int:
    """What the tiles of a rack are worth."""
    found = 0
    for tile in range(TILES):
        found += rack[tile] * POINTS[tile]
    return found


@helper
def drawn(rack: Array, order: Array, bag: int, wanted: int) -> int:
    """Draw tiles into a rack, as many as there are; how many are left, at the beginning of the order."""
    taken = min(wanted, bag)
    for i in range(taken):
        rack[order[i]] += 1
    for i in range(bag):
        order[i] = order[i + taken] if i + taken < bag else NO_TILE
    return bag - taken


def counted(tiles: Iterable[int]) -> list[int]:
    """How many there are of each tile."""
    given = list(tiles)
    return [given.count(tile) for tile in range(TILES)]


def listed(rack: Array) -> list[int]:
    """The tiles of a rack from A to Z, then blanks."""
    return [tile for tile in range(TILES) for _ in range(rack[tile])]


def place_name(action: int) -> str:
    """Where and which way a word begins: the number of the row first for one across."""
    way, cell = divmod(action, CELLS)
    row, column = str(cell // SIZE + 1), SIGNS[cell % SIZE]
    return row + column if way == ACROSS else column + row


def begun_by(place: str) -> int:
    """The action that begins a turn: of the name of a place, or of "exchange"; NO_PLAY for none, less for nonsense."""
    if not place:
        return NO_PLAY
    if place.lower() == "exchange":
        return EXCHANGE
    names = [place_name(a) for a in range(2 * CELLS)]
    return names.index(place.upper()) if place.upper() in names else NO_PLAY - 1
