"""Backgammon with real dice and without the doubling cube.

Rule choices
- The first chance node is the opening roll: 30 ordered pairs of different dice, the first player's die written first; the
  higher one starts and plays both. Every later roll is one of 21, a double with 1/36, another with 1/18.
- A turn is one action for each die played. Who cannot play passes without an action: the turn is over at once, with the roll
  itself or after the last die that could be played. As many dice as possible must be played, and the larger one if only one
  of the two can be; a first step that would break this is not legal.
- A play is what it leads to, so every play of a turn (every position that the dice can reach) is offered in exactly one
  order. Different dice: the larger first, and the smaller first only where that reaches another position. Doubles: from the
  rear to the front.
- Win 1, or with gammons=True also 2 for a gammon and 3 for a backgammon.

Checked against OpenSpiel's backgammon: at every turn of random games the same positions can be reached, and from the start
each of the 21 rolls has the published number of plays. Differences there: an action packs two dice into one number, so that a
position is often reached by several actions; a double is two such actions in a row; who cannot play takes a pass action; a
game ends undecided after 500 turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import WordNotation
from counterplay.boards.estimates.evaluation_pieces import error_function
from counterplay.core import CHANCE, Cell, Diagram, Label, Piece, Scene, Unit
from counterplay.games.races.backgammon.backgammon_board import (
    ALL,
    BAR,
    HOME,
    OFF,
    PLACES,
    POINTS,
    THEIR_BAR,
    THEIR_OFF,
    count,
    equal_steps,
    first_steps,
    follow_ups,
    made,
    mirrored,
    movable,
    moved,
    occupied,
    packed,
    pips,
    total,
)
from counterplay.gears import helper
from counterplay.gears.bits import cells, highest, lowest, popcount

CHECKERS = 15  # of each player
START = packed([{6: 5, 8: 3, 13: 5, 24: 2}.get(place, 0) for place in range(PLACES)])
FIRST, SECOND, NOBODY = 0, 1, -1  # who has the turn; nobody before the opening roll
FIRST_LETTERS, SECOND_LETTERS = "ABCDEFGHIJKLMNO", "abcdefghijklmno"  # 1 to 15 checkers in an XGID
SPIKE = 5  # length of a point in the picture, in checkers

# Estimates, in pips where nothing else is said. Rules of thumb, weighed in matches between players that look one roll ahead.
ON_ROLL = 4.0  # half an average roll (8.17 pips); D. Kleinman's formula for races has the same number
SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)  # rolls of 36 that hit from this distance with nothing in between
LONGEST_SHOT = 12  # from further away only doubles hit
# What `weights` holds: for each made point of the home board; for an opponent on the bar, times the chance that a checker
# cannot enter; for each pip that a lone checker would lose, times the chance that it is hit; and from PRIME on, for so many
# made points in a row before an opponent's checker.
HOME_POINT, DANCE, BLOT, PRIME = range(4)
WEIGHTS = (3.0, 25.0, 1.0, 0.0, 0.0, 0.0, 2.0, 6.0, 12.0, 20.0)
CONTACT_SPREAD = 4.5  # a lead counts for less than in a race while there is contact; fitted to results of such players
SURE = 0.995  # an estimate never claims more than this


class State(NamedTuple):
    """The board as the player sees it who has the turn; words of counts as in `backgammon_board`."""

    mine: int  # ones and twos; bit 0 borne off, bit 25 the bar
    mine_more: int  # fours and eights
    theirs: int  # the opponent's, at the same points; bit 25 borne off, bit 0 the bar
    theirs_more: int
    turn: int  # FIRST, SECOND, or NOBODY before the opening roll; the winner where the game is over
    high: int  # the larger die still to be played, 0 where the dice have to be rolled
    low: int  # the smaller one; equal to high where all that are left are equal
    left: int  # how many dice are still to be played
    by_high: int  # set of places from which the larger die may be played now
    by_low: int  # set of places from which the smaller die may be played now, where it differs


@helper
def effective_pips(ones: int, more: int) -> int:
    """E. Thorp's count for a race: the pip count and what many checkers, the ace point and gaps will waste."""
    wasted = 2 * total(ones, more, ALL - 1) + count(ones, more, 1) - popcount(occupied(ones, more) & HOME)
    return pips(ones, more) + wasted


@helper
def standing(ones: int, more: int, enemy: int, enemy_more: int, weights: Any) -> float:
    """What a player's position is worth in pips beyond the pip count while there is contact, in the player's own view."""
    held, enemies = made(ones, more) & POINTS, occupied(enemy, enemy_more) & ~(1 << THEIR_OFF)
    home_points = popcount(held & HOME)
    worth: float = weights[HOME_POINT] * home_points
    run, longest, length = held, 0, 0
    while run:
        run, longest, length = run & run >> 1, run, length + 1
    if length and enemies & (1 << lowest(longest)) - 1:
        worth += weights[PRIME + min(length, 6)]
    if enemies >> THEIR_BAR & 1:
        worth += weights[DANCE] * home_points * home_points / 36
    for place in cells(occupied(ones, more) & ~held & POINTS):
        escape = 1.0
        for hitter in cells(enemies & (1 << place) - (1 << max(place - LONGEST_SHOT, 0))):
            escape *= 1 - SHOTS[place - hitter] / 36
        worth -= weights[BLOT] * (1 - escape) * (BAR - place)
    return worth


@helper
def gammon_risk(ones: int, more: int, enemy_way: int, spread: float) -> float:
    """The chance that a player, in the player's own view, bears off nothing before the enemy is done."""
    if ones & 1 or more & 1 or ones >> PLACES & 1 or more >> PLACES & 1:
        return 0.0
    way = pips(ones, more) - total(ones, more, HOME)  # a bound: what lies inside the home board hardly counts
    return (1 + error_function((way - enemy_way) / spread, SURE)) / 2


class Backgammon(WordNotation):
    """Backgammon; gammons says whether gammons and backgammons count double and triple."""

    player_names = ("Blue", "Red")
    rules = (
        "Move all fifteen checkers around the board into your home board (points 1 to 6), then bear them off; who is first "
        "wins. Each die moves one checker by that many points, to any point without two or more enemy checkers; doubles are "
        "played four times. A lone enemy checker is hit and must enter again from the bar before anything else moves. Play as "
        "many dice as you can; where the order makes no difference, the larger die goes first, with doubles the rear checker."
    )
    cover = "--D-Baa-A---eE---cAbb--AaA:-1:52"
    usual_plies = 200
    classic = True
    diagrams: ClassVar[tuple[Diagram, ...]] = (
        Diagram("", "The first position. The dice decide how far checkers go; the second player moves the other way."),
        Diagram(
            "-b----E-C---eE---c-e----B-:1:31",
            "A three and a one: one checker from 8 and one from 6 both end on 5, where two of them cannot be hit.",
            ("8/5",),
        ),
        Diagram(
            "-b----D-C---eE---c-e----BA:1:62",
            "Blue was hit and must enter from the bar before anything else. Five red checkers block the six, so it is the two.",
            ("bar/23",),
        ),
    )
    chance = True
    max_actions = 30  # the opening roll; a turn has at most 15 places for each of two dice
    # No rule bounds the length of a game; the longest of a million games of random steps took 1255 plies.
    max_plies = 5_000
    tunables: ClassVar[tuple[str, ...]] = ("weights",)

    def __init__(self, gammons: bool = False) -> None:
        self.gammons = bool(gammons)
        self.weights = np.array(WEIGHTS)
        self.unit = Unit("points", 1.0, digits=3) if gammons else None
        self.utility_range = (-3.0, 3.0) if gammons else (-1.0, 1.0)

    def initial(self) -> State:
        ones, more = START
        return State(ones, more, mirrored(ones), mirrored(more), NOBODY, 0, 0, 0, 0, 0)

    def player(self, s: State) -> int:
        return s.turn if s.left else CHANCE

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for one in range(1, 7):
            for other in range(1, 7):
                if s.turn == NOBODY:
                    if one != other:
                        yield one * 8 + other, 1 / 30
                elif one >= other:
                    yield one * 8 + other, 1 / 36 if one == other else 1 / 18

    def actions(self, s: State) -> Iterator[int]:
        for place in cells(s.by_high):
            yield place * 8 + s.high
        for place in cells(s.by_low):
            yield place * 8 + s.low

    def result(self, s: State, a: int) -> State:
        if s.left == 0:
            return self.rolled(s, a >> 3, a & 7)
        place, die = a >> 3, a & 7
        target = max(place - die, OFF)
        mine, mine_more = moved(s.mine, s.mine_more, place, target)
        theirs, theirs_more = s.theirs, s.theirs_more
        if target != OFF and theirs >> target & 1:
            theirs, theirs_more = moved(theirs, theirs_more, target, THEIR_BAR)
        if mine & mine_more & mine >> PLACES & mine_more >> PLACES & 1:
            return State(mine, mine_more, theirs, theirs_more, s.turn, 0, 0, 0, 0, 0)
        blocked = made(s.theirs, s.theirs_more)
        other, sources = die, 0
        if s.high != s.low:
            other = s.high + s.low - die
            before, blots = occupied(s.mine, s.mine_more), occupied(s.theirs, s.theirs_more) & ~blocked
            sources = follow_ups(before, before & ~made(s.mine, s.mine_more), blocked, blots, place, die, other)
        elif s.left > 1:
            sources = equal_steps(mine, mine_more, blocked, die, s.left - 1, place)
        if sources == 0:
            return self.passed(mine, mine_more, theirs, theirs_more, s.turn)
        return State(mine, mine_more, theirs, theirs_more, s.turn, other, other, s.left - 1, sources, 0)

    def passed(self, mine: int, mine_more: int, theirs: int, theirs_more: int, turn: int) -> State:
        """The board before the other player's roll."""
        return State(mirrored(theirs), mirrored(theirs_more), mirrored(mine), mirrored(mine_more), 1 - turn, 0, 0, 0, 0, 0)

    def rolled(self, s: State, one: int, other: int) -> State:
        """The state with dice, or the next player's where they cannot be played."""
        if s.turn == NOBODY and one < other:
            s = self.passed(s.mine, s.mine_more, s.theirs, s.theirs_more, FIRST)
        elif s.turn == NOBODY:
            s = State(s.mine, s.mine_more, s.theirs, s.theirs_more, FIRST, 0, 0, 0, 0, 0)
        given = self.with_dice(s, max(one, other), min(one, other), 4 if one == other else 2)
        if given.by_high | given.by_low == 0:
            return self.passed(s.mine, s.mine_more, s.theirs, s.theirs_more, s.turn)
        return given

    def with_dice(self, s: State, high: int, low: int, left: int) -> State:
        """The state in which these dice are to be played, be it possible or not."""
        blocked = made(s.theirs, s.theirs_more)
        by_high, by_low = 0, 0
        if high == low:
            by_high = equal_steps(s.mine, s.mine_more, blocked, high, left, BAR)
        else:
            mine, blots = occupied(s.mine, s.mine_more), occupied(s.theirs, s.theirs_more) & ~blocked
            by_high, by_low = first_steps(mine, mine & ~made(s.mine, s.mine_more), blocked, blots, high, low)
        return State(s.mine, s.mine_more, s.theirs, s.theirs_more, s.turn, high, low, left, by_high, by_low)

    def terminal(self, s: State) -> bool:
        return bool(s.mine & s.mine_more & s.mine >> PLACES & s.mine_more >> PLACES & 1)

    def utility(self, s: State, p: int) -> float:
        stake = 1.0
        if self.gammons and count(s.theirs, s.theirs_more, THEIR_OFF) == 0:
            stake = 3.0 if occupied(s.theirs, s.theirs_more) & (HOME | 1 << THEIR_BAR) else 2.0
        return stake if p == s.turn else -stake

    def evaluate(self, s: State, p: int) -> float:
        if s.turn == NOBODY:
            return 0.0
        enemy, enemy_more = mirrored(s.theirs), mirrored(s.theirs_more)
        my_way, enemy_way = effective_pips(s.mine, s.mine_more), effective_pips(enemy, enemy_more)
        to_play = s.high * s.left if s.high == s.low else s.high + s.low
        lead = enemy_way - my_way + (to_play - ON_ROLL if s.left else ON_ROLL)
        spread = sqrt(my_way + enemy_way + ON_ROLL)
        if highest(occupied(s.mine, s.mine_more)) > lowest(occupied(s.theirs, s.theirs_more)):
            lead += standing(s.mine, s.mine_more, s.theirs, s.theirs_more, self.weights)
            lead -= standing(enemy, enemy_more, mirrored(s.mine), mirrored(s.mine_more), self.weights)
            spread *= CONTACT_SPREAD
        value = error_function(lead / spread, SURE)
        if self.gammons:
            wins, losses = (1 + value) / 2, (1 - value) / 2
            value += wins * gammon_risk(enemy, enemy_more, my_way, spread)
            value -= losses * gammon_risk(s.mine, s.mine_more, enemy_way, spread)
        return value if p == s.turn else -value

    def noisy(self, s: State, a: int) -> bool:
        target = (a >> 3) - (a & 7)
        return bool(s.left > 0 and target > OFF and s.theirs >> target & 1)

    def order(self, s: State, a: int) -> float:
        if s.left == 0:
            return 0.0
        place, target = a >> 3, max((a >> 3) - (a & 7), OFF)
        guess = 3.0 if self.noisy(s, a) else 0.0
        if target == OFF or count(s.mine, s.mine_more, target) == 1:
            guess += 2.0
        if count(s.mine, s.mine_more, place) == 2:
            guess -= 1.0
        return guess

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """'13/7', 'bar/22*' where it hits, '6/off', all as the mover counts; '3-1' for a roll."""
        one, other = int(a) >> 3, int(a) & 7
        if s.left == 0:
            return f"{one}-{other}"
        target = "off" if one <= other else str(one - other)
        return f"{'bar' if one == BAR else one}/{target}{'*' if self.noisy(s, int(a)) else ''}"

    def dump(self, s: State) -> str:
        """The board as in an XGID, whose turn it is (1, -1, or 0 before the opening roll) and the dice still to be played.

        26 letters as the first player sees the board: the second player's bar, the points 1 to 24, the first player's bar; A to
        O for 1 to 15 checkers of the first player, a to o for the second's. Within a turn a fourth part lists the places, as
        the mover counts, from which the next die may be played, where the play so far has narrowed them.
        """
        first, second = self._counts(s)
        first[OFF] = second[BAR] = 0  # an XGID does not tell them
        letters = [f"-{FIRST_LETTERS}"[n] if n else f"-{SECOND_LETTERS}"[m] for n, m in zip(first, second, strict=True)]
        dice = f"{s.high}{s.low}" if s.high != s.low else str(s.high) * s.left or "00"
        parts = ["".join(letters), {FIRST: "1", SECOND: "-1"}.get(s.turn, "0"), dice]
        if s.left and s.high == s.low and s.by_high != self.with_dice(s, s.high, s.low, s.left).by_high:
            parts.append(",".join(str(place) for place in range(BAR, OFF, -1) if s.by_high >> place & 1))
        return ":".join(parts)

    def load(self, text: str) -> State:
        """Reads `dump`'s notation, or a whole XGID, of which cube and score are left aside."""
        parts = text.strip().split(":")
        if parts[0].upper().startswith("XGID=") and len(parts) > 4:
            dice = parts[4]
            parts = [parts[0][5:], parts[3], dice * 2 if dice != "00" and dice[:1] == dice[1:] else dice]
        if len(parts) not in (3, 4) or parts[1] not in ("1", "-1", "0"):
            self.refuse(text, "there must be a board, the turn (1, -1 or 0) and the dice, with colons between them")
        s = self._with_board(text, parts[0], {"1": FIRST, "-1": SECOND}.get(parts[1], NOBODY))
        dice = parts[2]
        if dice == "00" and len(parts) == 3:
            return s
        if s.turn == NOBODY or self.terminal(s):
            self.refuse(text, "before the opening roll and after the end the dice are 00")
        equal = len(set(dice)) == 1
        if not dice or set(dice) - set("123456") or len(dice) > (4 if equal else 2):
            self.refuse(text, f"the dice are '{dice[:20]}' instead of 00, two different ones, or one to four equal ones")
        s = self.with_dice(s, int(max(dice)), int(min(dice)), len(dice))
        if not s.by_high | s.by_low:
            self.refuse(text, f"{dice} cannot be played, so the turn has passed already")
        if len(parts) == 3:
            return s
        able = movable(occupied(s.mine, s.mine_more), made(s.theirs, s.theirs_more), s.high)
        names = {str(place): 1 << place for place in range(1, PLACES) if able >> place & 1}
        chosen = parts[3].split(",")
        if not equal or len(chosen) != len(set(chosen)) or set(chosen) - set(names):
            self.refuse(text, f"'{parts[3][:20]}' are not places from which {dice} can be played; those are {','.join(names)}")
        return s._replace(by_high=sum(names[place] for place in chosen))

    def way_to_write(self) -> str:
        return "26 letters for the board, then 1, -1 or 0 for the turn, then the dice, with colons between"

    def _counts(self, s: State) -> tuple[list[int], list[int]]:
        """The first player's and the second player's checkers on each place as the first player sees them."""
        mine = [count(s.mine, s.mine_more, place) for place in range(PLACES)]
        theirs = [count(s.theirs, s.theirs_more, place) for place in range(PLACES)]
        return (theirs[::-1], mine[::-1]) if s.turn == SECOND else (mine, theirs)

    def _with_board(self, text: str, letters: str, turn: int) -> State:
        """The state before a roll; the one place where boards are validated."""
        if len(letters) != PLACES:
            self.refuse(text, f"the board has {len(letters)} letters instead of 26")
        first, second = ([alphabet.find(letter) + 1 for letter in letters] for alphabet in (FIRST_LETTERS, SECOND_LETTERS))
        for place, letter in enumerate(letters):
            if letter != "-" and not (first[place] and place != OFF) and not (second[place] and place != BAR):
                self.refuse(
                    text, f"letter {place + 1} is '{letter}'; a to o (not for the last), A to O (not for the first) or - can be"
                )
        for name, counts, off in (("first", first, OFF), ("second", second, BAR)):
            if sum(counts) > CHECKERS:
                self.refuse(text, f"the {name} player has {sum(counts)} checkers instead of at most 15")
            counts[off] = CHECKERS - sum(counts)
        if CHECKERS in (first[OFF] if turn != FIRST else 0, second[BAR] if turn != SECOND else 0):
            self.refuse(text, "a player who has borne off everything has won, and the turn stays there")
        if first[BAR] and second[OFF] and min(first[1:7] + second[19:25]) > 1:
            self.refuse(text, "both players are shut out, which cannot come about")
        s = State(*packed(first), *packed(second), turn, 0, 0, 0, 0, 0)
        return self.passed(*s[:4], FIRST) if turn == SECOND else s

    def scene(self, s: State) -> Scene:
        first, second = self._counts(s)
        places: list[Cell] = []
        pieces: list[Piece] = []
        labels: list[Label] = []
        for point in range(1, BAR):
            top, column = point > 12, (12 - point) % 12 if point <= 12 else point - 13
            x, y = column + 0.5 + (column > 5), SPIKE / 2 if top else SPIKE * 1.5 + 1
            places.append(
                Cell(str(point), x, y, "spike-down" if top else "spike-up", "dark" if point % 2 else "light", height=SPIKE)
            )
            labels.append(Label(x, -0.4 if top else 2 * SPIKE + 1.4, str(BAR - point if s.turn == SECOND else point)))
            owner, n = (FIRST, first[point]) if first[point] else (SECOND, second[point])
            pieces.extend(Piece(str(point), "disc", owner, level=level) for level in range(n))
        for name, x, place in (("bar", 6.5, BAR), ("off", 13.5, OFF)):
            places.append(Cell(name, x, SPIKE + 0.5, tone="home", height=2 * SPIKE + 1))
            for owner, n in ((FIRST, first[place]), (SECOND, second[BAR - place])):
                if n:
                    pieces.append(Piece(name, "disc", owner, str(n), level=owner))
        blue, red = self.player_names
        notes = [f"Pips to go: {blue} {pips(*packed(first))}, {red} {pips(*packed(second[::-1]))}."]
        if s.left:
            dice = [s.high, s.low] if s.high != s.low else [s.high] * s.left
            notes.append(f"Dice to play: {' '.join(map(str, dice))}.")
        buttons = {}
        if s.left == 0 and not self.terminal(s):
            buttons = {name: name for name in (self.action_name(s, a) for a in self.choices(s))}
        return Scene(tuple(places), tuple(pieces), labels=tuple(labels), notes=tuple(notes), buttons=buttons, material="felt")

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The place a checker leaves and the one it goes to; the points' ids are the first player's numbers."""
        if s.left == 0:
            return (self.action_name(s, a),)
        place, target = int(a) >> 3, max((int(a) >> 3) - (int(a) & 7), OFF)
        ids = [str(BAR - i if s.turn == SECOND else i) for i in (place, target)]
        return ("bar" if place == BAR else ids[0], "off" if target == OFF else ids[1])

    def ending(self, s: State) -> str:
        if count(s.theirs, s.theirs_more, THEIR_OFF):
            return "all checkers borne off"
        return "a backgammon" if occupied(s.theirs, s.theirs_more) & (HOME | 1 << THEIR_BAR) else "a gammon"
