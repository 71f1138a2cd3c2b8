"""GIPF: published counts, and a second implementation of all three games with a dictionary of pieces."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any, NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games.capture.gipf.gipf import Gipf, State
from counterplay.gears.bits import cells
from counterplay.search.perft import perft
from tests.oracles.count_tables import assert_distinct
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Spot = tuple[int, int]  # column and slanted row, both 0 at the centre; the third coordinate is minus their sum
SIX = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def rim(spot: Spot) -> int:
    """How far a spot is from the centre: 4 for the dots."""
    return max(abs(spot[0]), abs(spot[1]), abs(sum(spot)))


WHOLE = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if rim((q, r)) <= 4]


# Columns are letters; in each the places are numbered from below, dots included.
NAMES = {(q, r): f"{'abcdefghi'[q + 4]}{1 + sum((q, below) in WHOLE for below in range(-4, r))}" for q, r in WHOLE}
BY_NAME = {text: spot for spot, text in NAMES.items()}


def line(dot: Spot, way: Spot) -> list[Spot]:
    """The points from a dot in a direction."""
    found = [(dot[0] + n * way[0], dot[1] + n * way[1]) for n in range(1, 8)]
    return [spot for spot in found if rim(spot) < 4]


ENTRIES = [(dot, way) for dot in WHOLE if rim(dot) == 4 for way in SIX if len(line(dot, way)) >= 4]
PATHS = {dot_and_way: line(*dot_and_way) for dot_and_way in ENTRIES}
LINES = [path for (_, way), path in PATHS.items() if way in SIX[:3]]


class Layout(NamedTuple):
    pieces: frozenset[tuple[Spot, int, int]]  # each with its owner and its height
    reserves: tuple[int, ...]
    pushed: frozenset[int]  # players who have pushed
    singles: frozenset[int]  # players who have entered a single, so that no GIPF piece may come in any more
    turn: int
    stage: str
    pending: frozenset[Spot] = frozenset()
    left: frozenset[Spot] = frozenset()


class PlainGipf(NamedMoves):
    """The rulebook step by step; rows are looked for in the runs of pieces on every line."""

    def __init__(self, variant: str, start: Layout | None = None) -> None:
        self.variant, self.start = variant, start

    def initial(self) -> Layout:
        if self.start is not None:
            return self.start
        if self.variant == "tournament":
            return Layout(frozenset(), (18, 18), frozenset(), frozenset(), 0, "push")
        height, reserve = (1, 12) if self.variant == "basic" else (2, 12)
        corners = [(BY_NAME[n], owner, height) for owner, names in enumerate(("e2 b5 h5", "b2 e8 h2")) for n in names.split()]
        return Layout(frozenset(corners), (reserve, reserve), frozenset((0, 1)), frozenset((0, 1)), 0, "push")

    def player(self, s: Layout) -> int:
        return s.turn

    def rows(self, s: Layout, p: int) -> list[list[Spot]]:
        """The runs of pieces that hold four of a player's side by side, each once."""
        owner = {spot: who for spot, who, _ in s.pieces}
        found = []
        for points in LINES:
            if "1111" in "".join("1" if owner.get(spot) == p else "0" for spot in points):
                runs = [list(run) for _, run in groupby(points, key=lambda spot: spot in owner)]
                found.append(next(run for run in runs if sum(owner.get(spot) == p for spot in run) >= 4))
        return found

    def open_rows(self, s: Layout) -> list[list[Spot]]:
        return [row for row in self.rows(s, s.turn) if not set(row) <= s.left]

    def onward(self, s: Layout) -> Layout:
        """Whoever pushed clears all rows, then the opponent, who pushes next."""
        if s.pending or self.open_rows(s):
            return s
        if s.stage == "clear":
            following = s._replace(turn=1 - s.turn, stage="answer", left=frozenset())
            return following if self.rows(following, following.turn) else following._replace(stage="push")
        return s._replace(stage="push", left=frozenset())

    def taken(self, s: Layout, spots: set[Spot]) -> Layout:
        """Without the pieces on these spots: the player's own come back."""
        back = sum(height for spot, owner, height in s.pieces if spot in spots and owner == s.turn)
        reserves = tuple(n + back * (p == s.turn) for p, n in enumerate(s.reserves))
        return s._replace(pieces=frozenset(piece for piece in s.pieces if piece[0] not in spots), reserves=reserves)

    def pushes(self, s: Layout) -> dict[str, Layout]:
        found, content = {}, {spot: (owner, height) for spot, owner, height in s.pieces}
        heights = [1] if s.turn in s.singles else [2] if s.turn not in s.pushed else [1, 2]
        for (dot, _), points in PATHS.items():
            if all(point in content for point in points):
                continue
            for height in heights:
                if height <= s.reserves[s.turn]:
                    moved, carried = dict(content), (s.turn, height)
                    for point in points:
                        moved[point], carried = carried, moved.get(point)  # type: ignore[assignment]
                        if carried is None:
                            break
                    after = s._replace(
                        pieces=frozenset((spot, *piece) for spot, piece in moved.items()),
                        reserves=tuple(n - height * (p == s.turn) for p, n in enumerate(s.reserves)),
                        pushed=s.pushed | {s.turn},
                        singles=s.singles | {s.turn} if height == 1 else s.singles,
                        stage="clear",
                    )
                    found[f"{'G' * (height - 1)}{NAMES[dot]}-{NAMES[points[0]]}"] = self.onward(after)
        return found

    def listed(self, s: Layout) -> dict[str, Layout]:
        if s.stage == "push":
            return self.pushes(s)
        found = {}
        if s.pending:
            for spot in s.pending:
                after = self.taken(s, {spot})._replace(pending=s.pending - {spot})
                found[f"x{NAMES[spot]}"] = self.onward(after)
            found["leave"] = self.onward(s._replace(left=s.left | s.pending, pending=frozenset()))
            return found
        double = {spot for spot, _, height in s.pieces if height == 2}
        for row in self.open_rows(s):
            after = self.taken(s, set(row) - double)
            after = after._replace(pending=frozenset(double & set(row)), left=s.left - set(row))
            found["x" + "-".join(sorted((NAMES[row[0]], NAMES[row[-1]])))] = self.onward(after)
        return found

    def bare(self, s: Layout, p: int) -> bool:
        return self.variant != "basic" and p in s.pushed and not any(who == p and h == 2 for _, who, h in s.pieces)

    def terminal(self, s: Layout) -> bool:
        return self.bare(s, 0) or self.bare(s, 1) or (s.stage == "push" and s.reserves[s.turn] == 0)

    def utility(self, s: Layout, p: int) -> float:
        loser = 0 if self.bare(s, 0) else 1 if self.bare(s, 1) else s.turn
        return -1.0 if p == loser else 1.0

    def dump(self, s: Layout) -> str:
        pieces = sorted((NAMES[spot], owner, height) for spot, owner, height in s.pieces)
        entering = [p for p in (0, 1) if p not in s.singles]
        sets = [sorted(NAMES[spot] for spot in spots) for spots in (s.pending, s.left)]
        return f"{pieces} {list(s.reserves)} {entering} {s.turn} {s.stage} {sets}"


def shown(game: Gipf, s: State) -> str:
    """A state as the plain game shows it."""
    names = game.board.names
    pieces = sorted((names[c], (k - 1) % 2, 1 + (k > 2)) for c, k in enumerate(game.contents(s)) if k)
    entering = [p for p in (0, 1) if s.entering >> p & 1]
    places = {place: cell for cell, place in enumerate(game.cell_bits)}
    sets = [sorted(names[places[place]] for place in cells(chosen)) for chosen in (s.pending, s.left)]
    reserves = [s.white_reserve, s.black_reserve]
    return f"{pieces} {reserves} {entering} {s.turn} {('push', 'clear', 'answer')[s.stage]} {sets}"


def named(game: Gipf) -> Any:
    """Actions by their names, a row by its ends in alphabetical order."""

    def label(s: State, a: int) -> str:
        text = game.action_name(s, a)
        return "x" + "-".join(sorted(text[1:].split("-"))) if text[0] == "x" else text

    return label


def lively(game: Gipf) -> Any:
    """Pushes that make rows, every second time there is one; and rather GIPF pieces than singles."""

    def choose(rng: random.Random, s: State, choices: list[int]) -> int:
        noisy = [a for a in choices if game.noisy(s, a)]
        double = [a for a in choices if game.action_name(s, a).startswith("G")]
        if noisy and rng.random() < 0.5:
            return rng.choice(noisy)
        return rng.choice(double) if double and rng.random() < 0.9 else rng.choice(choices)

    return choose


def options(game: Gipf, s: State) -> list[str]:
    return sorted(game.action_name(s, a) for a in game.choices(s))


def played(game: Gipf, s: State, *names: str) -> State:
    for text in names:
        s = game.result(s, game.parse_action(s, text))
    return s


def test_perft() -> None:
    """Would catch a dot with a wrong number of lines, a full line that is pushed, a push that moves too much."""
    game = Gipf()
    assert [perft.interpreted(game, game.initial(), depth) for depth in (1, 2, 3)] == [42, 1764, 73800]


def test_distinct_positions() -> None:
    """Would catch pieces pushed to wrong points, and positions told apart by how they came about."""
    assert_distinct(Gipf(), (24, 558))
    game = Gipf()
    level = {game.initial()}
    for _ in range(3):
        level = {game.result(s, a) for s in level for a in game.actions(s)}
    assert len(level) == 7476


@pytest.mark.parametrize(("variant", "games"), [("basic", 3), ("standard", 3), ("tournament", 4)])
def test_random_games_beside_the_plain_one(variant: str, games: int) -> None:
    """Would catch a row that is missed or cleared by the wrong player, a wrong reserve, a GIPF piece that cannot be left."""
    game, plain = Gipf(variant), PlainGipf(variant)
    walk_beside_plain(game, plain, label=named(game), show=lambda s: shown(game, s), choose=lively(game), games=games, seed=5)


def test_a_push_moves_pieces_up_to_the_first_gap() -> None:
    """Would catch a push that pulls pieces beyond a gap along, or drops one."""
    game = Gipf()
    s = game.load("..../...../....../bww.w../....../...../.... w 6 9 push")
    assert game.dump(played(game, s, "a1-b2")) == "..../...../....../wbwww../....../...../.... b 5 9 push"
    full = game.load("..../...../....../bwwbwbb/....../...../.... w 6 9 push")
    assert "a1-b2" not in options(game, full) and "i5-h5" not in options(game, full) and len(options(game, full)) == 40


def test_a_row_takes_with_it_what_follows_without_a_gap() -> None:
    """Would catch pieces beyond a gap that come off, an enemy at the end that stays, a captured piece that returns."""
    game = Gipf()
    s = game.load("..../...../....../bwwww.w/....../...../.... w 6 9 clear")
    assert options(game, s) == ["xb2-f5"]
    assert game.dump(played(game, s, "xb2-f5")) == "..../...../....../......w/....../...../.... b 10 9 push"


def test_of_two_rows_that_cross_one_stays() -> None:
    """Would catch both rows coming off, or four that are left and not asked about."""
    game = Gipf()
    s = game.load("..../...../...w../.wwww../..w.../.w.../.... w 6 9 clear")
    assert options(game, s) == ["xc3-f5", "xe3-e6"]
    assert game.dump(played(game, s, "xe3-e6")) == "..../...../....../.ww.w../....../...../.... b 10 9 push"
    longer = game.load("..../...../...w../...w.../..w.../.w.../wwww w 6 9 clear")
    rest = played(game, longer, "xe2-h2")
    assert (rest.turn, options(game, rest)) == (0, ["xe3-e6"])
    assert played(game, longer, "xe2-e6").turn == 1


def test_who_pushed_clears_first() -> None:
    """Would catch the wrong order, a row that the first player has broken up, the wrong player to push."""
    game = Gipf()
    for first, then, rows in (("w", 1, ("xe2-h2", "xb5-e8")), ("b", 0, ("xb5-e8", "xe2-h2"))):
        s = game.load(f"bbbb/...../....../......./....../...../wwww {first} 6 6 clear")
        answering = played(game, s, rows[0])
        assert (answering.turn, answering.stage, options(game, answering)) == (then, 2, [rows[1]])
        pushing = played(game, answering, rows[1])
        assert (pushing.turn, pushing.stage) == (then, 0)
    broken = game.load("..../...../....../......b/.wwwwb/....b/...b w 6 6 clear")
    assert game.dump(played(game, broken, "xd3-h4")) == "..../...../....../......b/....../....b/...b b 10 6 push"


def test_whoever_has_nothing_to_push_loses() -> None:
    """Would catch an end before the last row is cleared, or the wrong winner."""
    game = Gipf()
    s = game.load("..../...../....../bwwww.w/....../...../.... w 0 9 push")
    assert game.terminal(s) and game.utility(s, 1) == 1.0 and game.ending(s) == "White has no piece to push in"
    assert not game.terminal(game.load("..../...../....../bwwww.w/....../...../.... w 0 9 answer"))


def test_a_gipf_piece_on_a_crossing() -> None:
    """Would catch a second row that is forgotten when the GIPF piece stays, or cleared when it has gone."""
    game = Gipf("standard")
    s = played(game, game.load("W.../...../...w../.wwWw../..w.../.w.../...B w 6 9 clear - - -"), "xc3-f5")
    assert options(game, s) == ["leave", "xe5"] and game.buttons(s)
    gone = played(game, s, "xe5")
    assert game.dump(gone) == "W.../...../...w../......./..w.../.w.../...B b 11 9 push - - -"
    stays = played(game, s, "leave")
    assert (stays.turn, options(game, stays)) == (0, ["xe3-e6"])
    assert game.dump(played(game, stays, "xe3-e6", "leave")) == "W.../...../....../...W.../....../...../...B b 12 9 push - - -"


def test_the_last_gipf_piece() -> None:
    """Would catch a game that goes on without one, and a player who may not save the enemy's."""
    game = Gipf("standard")
    s = played(game, game.load("..../...../....../Bwwww../....../...../...W w 6 9 clear - - -"), "xb2-f5")
    lost = played(game, s, "xb2")
    assert game.terminal(lost) and game.utility(lost, 0) == 1.0 and game.ending(lost) == "Black has no GIPF piece left"
    assert not game.terminal(played(game, s, "leave"))


def test_gipf_pieces_of_the_tournament_game() -> None:
    """Would catch a first single, a GIPF piece after a single, or one from a reserve of one."""
    game = Gipf("tournament")
    s = game.initial()
    for count in (42, 42, 84, 84):
        assert len(options(game, s)) == count and not game.terminal(s)
        s = played(game, s, options(game, s)[0])
    singles = played(game, s, "a1-b2", "Ga1-b2")
    assert len(options(game, singles)) == 42 and not [a for a in options(game, singles) if a.startswith("G")]
    scarce = game.load("W..B/...../....../......./....../...../.... w 1 9 push wb - -")
    assert not [a for a in options(game, scarce) if a.startswith("G")]


def test_a_row_of_gipf_pieces_may_stay() -> None:
    """Would catch a player who is asked about the same row for ever, or never again."""
    game = Gipf("tournament")
    s = game.load("..../...../....../.WWWW../....../...../...B w 6 9 clear wb - -")
    pushing = played(game, s, "xc3-f5", "leave")
    assert (pushing.turn, pushing.stage) == (1, 0)
    again = played(game, pushing, "Ga1-b2")
    assert (again.turn, again.stage, options(game, again)) == (0, 2, ["xb2-f5"])
    after = played(game, again, "xb2-f5", "xc3", "leave")
    assert (after.turn, after.stage, after.white_reserve) == (0, 0, 8)


def test_wrong_texts_and_variants() -> None:
    """Would catch positions that no game comes to, and a variant nobody knows."""
    game, stacked = Gipf(), Gipf("standard")
    with pytest.raises(BadNotation, match="White has 16 pieces; 15 is the most"):
        game.load("..../...../....../.www.../....../...../.... w 13 9 push")
    with pytest.raises(BadNotation, match="White has no row to clear"):
        game.load("..../...../....../.www.../....../...../.... w 6 9 clear")
    with pytest.raises(BadNotation, match="decision about a point without a GIPF piece"):
        stacked.load("W..B/...../....../.wwww../....../...../.... w 6 9 clear - c3 -")
    with pytest.raises(BadNotation, match="GIPF pieces to decide on should be names of points"):
        stacked.load("W..B/...../....../.wwww../....../...../.... w 6 9 clear - z9 -")
    with pytest.raises(BadParameter, match="basic, standard, tournament"):
        Gipf("expert")
