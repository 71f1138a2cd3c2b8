"""Abalone: another program's counts, and a second implementation with marbles in space, a hexagon being a slice of a cube."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games.capture.abalone import Abalone, State
from tests.oracles.count_tables import assert_sequences_and_positions
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Spot = tuple[int, int, int]  # three coordinates that add up to 0, each from -4 to 4
HEADINGS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


def plus(spot: Spot, heading: Spot, times: int = 1) -> Spot:
    return (spot[0] + times * heading[0], spot[1] + times * heading[1], spot[2] + times * heading[2])


def inside(spot: Spot) -> bool:
    return max(map(abs, spot)) <= 4


def name(spot: Spot) -> str:
    """Rows have letters from below, and numbers count the lines that lean to the left."""
    return f"{'abcdefghi'[spot[0] + 4]}{5 - spot[1]}"


class Layout(NamedTuple):
    marbles: frozenset[tuple[Spot, int]]  # each with its owner
    turn: int
    quiet: int  # moves since a marble was pushed off


class PlainAbalone(NamedMoves):
    """The rulebook with a dictionary of marbles: every line of one, two or three is tried in every direction."""

    def __init__(self, rows: str) -> None:
        self.rows = rows  # from the top, o for nothing

    def initial(self) -> Layout:
        marbles = []
        for row, text in zip(range(4, -5, -1), self.rows.split(), strict=True):
            left = max(-4, row - 4)
            marbles += [((row, -left - i, left + i - row), "bw".index(sign)) for i, sign in enumerate(text) if sign != "o"]
        return Layout(frozenset(marbles), 0, 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def shifted(self, marbles: dict[Spot, int], line: list[Spot], heading: Spot) -> dict[Spot, int] | None:
        """The marbles after a line has moved; None where it cannot."""
        ahead = {plus(spot, heading) for spot in line} - set(line)
        moving = list(line)
        if len(ahead) == 1:  # along itself: what it meets is pushed
            (place,) = ahead
            if not inside(place):
                return None  # nobody pushes a marble of his own off
            while inside(place) and place in marbles:
                if marbles[place] == marbles[line[0]]:
                    return None
                moving.append(place)
                place = plus(place, heading)
            if len(moving) - len(line) >= len(line):
                return None
        elif any(not inside(place) or place in marbles for place in ahead):
            return None
        left = {spot: owner for spot, owner in marbles.items() if spot not in moving}
        return left | {plus(spot, heading): marbles[spot] for spot in moving if inside(plus(spot, heading))}

    def listed(self, s: Layout) -> dict[str, Layout]:
        marbles, found = dict(s.marbles), {}
        own = [spot for spot, owner in marbles.items() if owner == s.turn]
        lines = [[spot] for spot in own]
        for axis in HEADINGS[:3]:
            for length in (2, 3):
                rows = [[plus(spot, axis, i) for i in range(length)] for spot in own]
                lines += [row for row in rows if all(marbles.get(spot) == s.turn for spot in row)]
        for line in lines:
            for heading in HEADINGS:
                after = self.shifted(marbles, line, heading)
                if after is not None:
                    quiet = s.quiet + 1 if len(after) == len(marbles) else 0
                    found[self.written(line, heading)] = Layout(frozenset(after.items()), 1 - s.turn, quiet)
        return found

    def written(self, line: list[Spot], heading: Spot) -> str:
        """A line along itself by its last marble; one that moves sideways by both ends, the one behind first."""
        rear, *_, fore = sorted([*line, *line], key=lambda spot: sum(a * b for a, b in zip(spot, heading, strict=True)))
        along = len(line) == 1 or plus(rear, heading) in line
        return name(rear) + ("" if along else name(fore)) + name(plus(rear, heading))

    def count(self, s: Layout, p: int) -> int:
        return sum(owner == p for _, owner in s.marbles)

    def terminal(self, s: Layout) -> bool:
        return s.quiet == 200 or min(self.count(s, 0), self.count(s, 1)) == 8 or not self.moves(s)

    def utility(self, s: Layout, p: int) -> float:
        lost = [14 - self.count(s, p), 14 - self.count(s, 1 - p)]
        if 6 in lost:
            return -1.0 if lost[0] == 6 else 1.0
        return 0.0 if self.moves(s) else -1.0 if p == s.turn else 1.0

    def dump(self, s: Layout) -> str:
        return f"{sorted((name(spot), owner) for spot, owner in s.marbles)} {s.turn} {s.quiet}"


CLASSIC = "wwwww wwwwww oowwwoo oooooooo ooooooooo oooooooo oobbboo bbbbbb bbbbb"
DAISY = "bboww bbbwww obbowwo oooooooo ooooooooo oooooooo owwobbo wwwbbb wwobb"


def shown(game: Abalone, s: State) -> str:
    """A state as the plain game shows it."""
    marbles = sorted((game.board.names[cell], content - 1) for cell, content in enumerate(game.contents(s)) if content)
    return f"{marbles} {s.turn} {s.clock}"


def names(game: Abalone, position: str) -> set[str]:
    """The actions in a position."""
    s = game.load(position)
    return {game.action_name(s, a) for a in game.actions(s)}


def played(game: Abalone, position: str, move: str) -> str:
    """The position after a move."""
    s = game.load(position)
    return game.dump(game.result(s, game.parse_action(s, move)))


def test_counts_of_sequences_and_positions() -> None:
    """Would catch a move too many or too few in the opening, one that is listed twice, a clock that tells positions apart."""
    assert_sequences_and_positions(Abalone(), (44, 1936, 98912), (44, 1936, 51436))


@pytest.mark.parametrize(("layout", "rows"), [("classic", CLASSIC), ("belgian_daisy", DAISY)], ids=["classic", "daisy"])
def test_random_games_beside_the_plain_one(layout: str, rows: str) -> None:
    """Would catch a push of too many, over the edge or into another marble, a wrong layout, a wrong winner or draw."""
    game, plain = Abalone(layout), PlainAbalone(rows)

    def lively(rng: random.Random, s: State, choices: list[int]) -> int:
        """Mostly towards the centre, and pushes: games in which marbles meet."""
        return max(rng.choices(choices, k=4), key=lambda a: game.order(s, a))

    walk_beside_plain(game, plain, show=lambda s: shown(game, s), choose=lively, games=1, seed=4)


def test_pushes_along_a_line() -> None:
    """Would catch a push by too few, into a marble behind, or that leaves a gap; and marbles that come back from the rim."""
    game = Abalone()
    pushing, blocked = (diagram.position for diagram in game.diagrams[:2])
    assert played(game, pushing, "e3e4") == "wwwww/1wwww1/4bbw/8/3bbbww1/8/7/1bbbb1/bbbbb w 1"
    assert played(game, pushing, "g7g8") == "wwwww/1wwww1/5bb/8/2bbbww2/8/7/1bbbb1/bbbbb w 0"
    assert {"e3e4", "g7g8"} <= names(game, pushing) and not {"e4e5", "g8g9"} & names(game, pushing)
    assert not {"g5g6", "g6g7", "e4e5", "e5e6", "c1c2", "c2c3", "c3c4", "c4c5"} & names(game, blocked)
    at_the_rim = "wwwww/wwww2/6w/8/5bbww/7b/5bb/1bbbb1/bbbb1 b"
    assert "e6e7" not in names(game, at_the_rim)  # two against two, and nobody pushes a marble of one's own off:
    assert not {"d8d9", "c7c8", "c6c7", "a1a0"} & names(game, at_the_rim)
    three = at_the_rim.replace("5bbww", "4bbbww")
    assert played(game, three, "e5e6") == "wwwww/wwww2/6w/8/5bbbw/7b/5bb/1bbbb1/bbbb1 w 0"


def test_lines_move_sideways_to_empty_cells_alone() -> None:
    """Would catch a sideways push, a line of four, and a line that only one order of its ends names."""
    game = Abalone()
    position = "wwwww/1wwww1/7/4w3/2bbb4/8/7/1bbbb1/bbbbb b"
    assert played(game, position, "e3e4f4") == played(game, position, "E4 E3 F5") == played(game, position, "e4-e3-f5")
    assert played(game, position, "e3e5d2") == "wwwww/1wwww1/7/4w3/9/1bbb4/7/1bbbb1/bbbbb w 1"
    assert not {"e3e5f4", "e4e5f5", "b2b5c2"} & names(game, position)  # f6 is White's; four never move
    s = game.load(position)
    assert game.gesture(s, game.parse_action(s, "e5e3d4")) == ("e5", "e3", "d2")
    assert game.gesture(s, game.parse_action(s, "e3e4")) == ("e3", "e6")


def test_six_marbles_win() -> None:
    """Would catch a game that ends too early or too late, the wrong winner, and a draw by the clock in a won position."""
    game = Abalone()
    position = "wwwww/1www2/6w/8/6bbw/8/7/1bbbb1/bbbbb b 199"
    s = game.load(position.replace("6w/8", "7/8"))
    won = game.result(s, game.parse_action(s, "e7e8"))
    assert game.terminal(won) and [game.utility(won, p) for p in (0, 1)] == [1.0, -1.0]
    assert game.ending(won) == "six white marbles are off the board"
    s = game.load(position)
    fifth, quiet = (game.result(s, game.parse_action(s, move)) for move in ("e7e8", "e7d6"))
    assert not game.terminal(fifth) and game.scene(fifth).scores == ("5", "3")
    assert game.terminal(quiet) and game.utility(quiet, 0) == 0.0
    assert game.ending(quiet) == "200 moves without a marble pushed off"


def test_who_cannot_move_loses() -> None:
    """Would catch an end that is a draw; fourteen marbles do not shut anybody in, so this takes fifteen, and no notation."""
    game = Abalone()
    rows = [[cell for cell, name in enumerate(game.board.names) if name[0] == letter] for letter in "abcd"]
    shut_in = State(game.bit_set(rows[0] + rows[1]), game.bit_set(rows[2] + rows[3]), 0, 0)
    assert game.terminal(shut_in) and [game.utility(shut_in, p) for p in (0, 1)] == [-1.0, 1.0]
    assert game.ending(shut_in) == "Black cannot move"
    assert not game.terminal(shut_in._replace(white=game.bit_set(rows[2] + rows[3][1:])))  # a1 pushes c1 to d1


def test_features() -> None:
    """Would catch a marble that counts as in danger where no push reaches it, and a centre that lies elsewhere."""
    game = Abalone()
    pushing = game.load(game.diagrams[0].position)
    assert (game.endangered(pushing, 0), game.endangered(pushing, 1)) == (0, 1)
    three = game.load("wwwww/wwww2/6w/8/4bbbww/7b/5bb/1bbbb1/bbbb1 b")
    assert (game.endangered(three, 0), game.endangered(three, 1)) == (0, 1)
    assert [game.feature(game.initial(), 0, i) for i in range(5)] == [0.0, 0.0, 0.0, 0.0, 1.0]
    # c3, c4 and c5 are two steps from the centre, the four cells of row b off the rim three; pairs in rows and between them
    assert [game.trait(game.initial(), 0, i) for i in range(4)] == [14, 3 * 2 + 4, 4 + 5 + 2 + 2 * 5 + 2 * 3, 0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("wwwww/wwwwww/2wwww1/8/9/8/2bbb2/bbbbbb/bbbbb b 0", "White has 15 marbles; 14 is the most"),
        ("wwwww/ww4/7/8/9/8/2bbb2/bbbbbb/bbbbb b 0", "White has 7 marbles; the game is over when 8 are left"),
        ("wwwww/www3/7/8/9/8/2bbb2/bbbbbb/bbbbb b 0", "White has lost the game, so that it is White's turn"),
        ("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbbb b 0", "row 9 from the top, 'bbbbbb', has 6 cells instead of 5"),
    ],
)
def test_wrong_positions(text: str, complaint: str) -> None:
    """Would catch a position that no game comes to, taken for one."""
    with pytest.raises(BadNotation, match=complaint):
        Abalone().load(text)


def test_wrong_layout_and_move() -> None:
    """Would catch a layout that is silently another one, and a move that is refused without a sentence."""
    with pytest.raises(BadParameter, match="'german' is no layout; there are classic, belgian_daisy"):
        Abalone("german")
    game = Abalone()
    with pytest.raises(BadNotation, match="'a1a2' is no action here"):
        game.parse_action(game.initial(), "a1a2")
