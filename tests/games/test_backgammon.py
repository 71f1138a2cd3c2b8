"""Backgammon against published counts, OpenSpiel and a second, naive implementation; compulsory rules, scoring, notation."""

from __future__ import annotations

import math
import random
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.boards.estimates.evaluation_pieces import error_function
from counterplay.core import CHANCE, BadNotation, Position
from counterplay.games import make_game
from counterplay.games.races.backgammon.backgammon import BAR, FIRST, NOBODY, OFF, SECOND, Backgammon, State
from counterplay.games.races.backgammon.backgammon_board import PLACES, count, mirrored, packed, pips
from tests.oracles.walked_perft import count_plies

GAME = Backgammon()
START = "-b----E-C---eE---c-e----B-"

# Distinct positions after each roll from the start, by an enumeration that agrees with OpenSpiel's.
OPENING_PLAYS = {
    "11": 42, "21": 15, "22": 75, "31": 16, "32": 17, "33": 73, "41": 14, "42": 18, "43": 17, "44": 52, "51": 8,
    "52": 8, "53": 9, "54": 9, "55": 4, "61": 10, "62": 14, "63": 14, "64": 14, "65": 7, "66": 11,
}  # fmt: skip

Counts = tuple[int, ...]  # checkers on places 0 (off) to 25 (bar) as their owner counts
Board = tuple[Counts, Counts]  # of the first and of the second player


def board_of(s: State) -> Board:
    mine = tuple(count(s.mine, s.mine_more, place) for place in range(PLACES))
    theirs = tuple(count(s.theirs, s.theirs_more, BAR - place) for place in range(PLACES))
    return (theirs, mine) if s.turn == SECOND else (mine, theirs)


def ends_of_turn(s: State) -> list[State]:
    """What every sequence of actions leads to until the dice are rolled again."""
    if s.left == 0:
        return [s]
    return [end for a in GAME.actions(s) for end in ends_of_turn(GAME.result(s, a))]


def names(s: State) -> set[str]:
    return {GAME.action_name(s, a) for a in GAME.choices(s)}


# --- counts ---
@pytest.mark.parametrize(("dice", "plays"), OPENING_PLAYS.items())
def test_each_roll_from_the_start_has_the_published_number_of_plays(dice: str, plays: int) -> None:
    """A missing play, an illegal one, or one offered in two orders: sequences and positions must both count the same."""
    s = GAME.load(f"{START}:1:{dice * 2 if dice[0] == dice[1] else dice}")
    ends = ends_of_turn(s)
    assert len(ends) == len(set(ends)) == plays


def test_opening_plays_together() -> None:
    """Compiled rules that differ from the table; or another number of positions than the 175 that OpenSpiel reaches.

    Several rolls lead to the same position (24/17 by 6-1, 5-2 and 4-3), so there are more plays than positions.
    """
    s = GAME.initial()
    assert count_plies(GAME, s, 1) == 30
    assert count_plies(GAME, s, 3) == 2 * sum(n for dice, n in OPENING_PLAYS.items() if dice[0] != dice[1])
    boards = {(end.turn, board_of(end)) for a in GAME.choices(s) for end in ends_of_turn(GAME.result(s, a))}
    assert len(boards) == 2 * 175


def test_probabilities() -> None:
    """A roll that is missing or weighed wrongly, at the opening or later."""
    opening = list(GAME.outcomes(GAME.initial()))
    assert len(opening) == 30 and math.isclose(sum(p for _, p in opening), 1)
    later = dict(GAME.outcomes(GAME.load(f"{START}:1:00")))
    assert len(later) == 21 and math.isclose(sum(later.values()), 1)
    assert later[5 * 8 + 5] == 1 / 36 and later[5 * 8 + 2] == 1 / 18


def test_the_higher_die_starts() -> None:
    """The opening roll gives the turn to the wrong player, or loses a die."""
    after = Position(GAME).play("2-5")
    assert (after.player, after.state.high, after.state.low, after.state.left) == (SECOND, 5, 2, 2)
    assert Position(GAME).play("5-2").player == FIRST
    assert board_of(after.state) == board_of(GAME.initial())


# --- OpenSpiel ---
def spiel_board(state: Any) -> Board:
    """OpenSpiel counts points 0 to 23; its player 0 moves upwards, its player 1 downwards; 100 is the bar."""
    sides = []
    for player in (0, 1):
        points = [state.board(player, 24 - i if player == 0 else i - 1) for i in range(1, BAR)]
        bar = state.board(player, 100)
        sides.append((15 - sum(points) - bar, *points, bar))
    return sides[0], sides[1]


def spiel_ends(state: Any) -> dict[Board, Any]:
    """Every position in which the turn may end there; a double is two actions in a row, a pass is an action."""
    mover, found, seen, stack = state.current_player(), {}, set(), [state]
    while stack:
        node = stack.pop()
        if node.is_terminal() or node.current_player() != mover:
            found.setdefault(spiel_board(node), node)
        elif str(node) not in seen:
            seen.add(str(node))
            stack.extend(node.child(a) for a in node.legal_actions())
    return found


@pytest.mark.slow
def test_openspiel_reaches_the_same_positions() -> None:
    """A rule that differs from OpenSpiel's at any turn of random games, or another winner at their end."""
    rng, turns = random.Random(34), 0
    game = pyspiel.load_game("backgammon")
    for _ in range(6):
        theirs, ours = game.new_initial_state(), GAME.initial()
        while not theirs.is_terminal():
            theirs.apply_action(rng.choice([a for a, _ in theirs.chance_outcomes()]))  # all equally likely there
            low, high = sorted(int(die) for die in str(theirs).split("Dice:")[1].split()[0])
            second_starts = ours.turn == NOBODY and theirs.current_player() == SECOND
            ours = GAME.result(ours, low * 8 + high if second_starts else high * 8 + low)
            expected, found = spiel_ends(theirs), {board_of(end): end for end in ends_of_turn(ours)}
            assert set(found) == set(expected), GAME.dump(ours)
            turns += 1
            chosen = rng.choice(sorted(found))
            theirs, ours = expected[chosen], found[chosen]
        assert GAME.terminal(ours) and [GAME.utility(ours, p) for p in (0, 1)] == theirs.returns()
    assert turns > 250


# --- a second implementation, straight from the rule book ---
def naive_step(mine: Counts, theirs: Counts, place: int, die: int) -> Board | None:
    """One die from one place in the mover's view (theirs[25 - i] stands on the mover's i), or None where illegal."""
    target = place - die
    if not mine[place] or (mine[BAR] and place != BAR):
        return None
    if target > 0 and theirs[BAR - target] > 1:
        return None
    if target <= 0 and (any(mine[7:]) or (target < 0 and any(mine[place + 1 :]))):
        return None
    moved, others = list(mine), list(theirs)
    moved[place] -= 1
    moved[max(target, 0)] += 1
    if target > 0 and others[BAR - target]:
        others[BAR - target], others[BAR] = 0, others[BAR] + 1
    return tuple(moved), tuple(others)


def naive_plays(mine: Counts, theirs: Counts, dice: tuple[int, ...]) -> set[Board]:
    found: set[tuple[tuple[int, ...], Board]] = set()

    def explore(mine: Counts, theirs: Counts, left: tuple[int, ...], used: tuple[int, ...]) -> None:
        if (used, (mine, theirs)) in found:
            return
        found.add((used, (mine, theirs)))
        for die in set(left):
            rest = list(left)
            rest.remove(die)
            for place in range(1, PLACES):
                following = naive_step(mine, theirs, place, die)
                if following:
                    explore(*following, tuple(rest), (*used, die))

    explore(mine, theirs, dice, ())
    most = max(len(used) for used, _ in found)
    longest = [(used, board) for used, board in found if len(used) == most]
    if most == 1 and len(set(dice)) == 2:
        longest = [(used, board) for used, board in longest if used[0] == max(u[0] for u, _ in longest)]
    return {board for _, board in longest}


def scattered(rng: random.Random) -> State:
    """A position as no game brings it about: crowded bars, bear-offs under contact, blots everywhere."""
    near = rng.choice((0.1, 0.4, 1.0))  # how likely a checker stands outside the home board
    weights = [1.0] + [1.0] * 6 + [near] * 18 + [rng.choice((0.0, 0.1, 1.0)) * near]
    first = [0] * PLACES
    for place in rng.choices(range(PLACES), weights, k=15):
        first[place] += 1
    second = [0] * PLACES  # as the first player sees them
    free = [place for place in range(1, BAR) if not first[place]] + [OFF, BAR]
    for _ in range(15):
        held = [place for place in free if second[place]]
        second[rng.choice(held if held and rng.random() < 0.5 else free)] += 1
    if first[OFF] == 15 or second[BAR] == 15:
        return scattered(rng)
    return State(*packed(first), *packed(second), FIRST, 0, 0, 0, 0, 0)


@pytest.mark.slow
def test_scattered_positions_have_the_naive_plays_each_in_one_order() -> None:
    """Compulsory play, bearing off, entering or the one-order rule going wrong where random games rarely come."""
    rng = random.Random(1)
    for _ in range(20):
        s = scattered(rng)
        for high in range(1, 7):
            for low in range(1, high + 1):
                expected = naive_plays(*board_of(s), (high,) * 4 if high == low else (high, low))
                found = [board_of(end) for end in ends_of_turn(GAME.result(s, high * 8 + low))]
                assert len(found) == len(set(found)) and set(found) == expected, (GAME.dump(s), high, low)


# --- rules one by one ---
def test_the_larger_die_must_be_played_if_only_one_can() -> None:
    """Offering 20/15 where 20/14 is possible and neither goes on; or nothing where only the smaller is possible."""
    assert names(GAME.load("-EED-----b----------A---m-:1:65")) == {"20/14"}
    assert names(GAME.load("-EED-----b----b-----A---k-:1:65")) == {"20/15"}


def test_both_dice_must_be_played_if_they_can() -> None:
    """Offering 20/15, after which no 3 can be played, where 10/5/2 plays both."""
    s = GAME.load("-EDD---b--A-b----b--A---i-:1:53")
    assert names(s) == {"10/5"}
    assert names(Position(GAME, s).play("10/5").state) == {"5/2"}


def test_entering_comes_first() -> None:
    """Another checker moving while one is on the bar, or entering a held point."""
    s = GAME.load("------E-C----E-----b----kA:1:64")
    assert names(s) == {"bar/21"}  # 25 - 6 = 19 is held
    following = Position(GAME, s).play("bar/21")
    assert following.player == FIRST and not any(name.startswith("bar") for name in names(following.state))


def test_two_on_the_bar_and_one_die_to_enter() -> None:
    """The turn going on with another checker while one is still on the bar."""
    s = GAME.load("------E-C----E-----b----kB:1:64")
    assert names(s) == {"bar/21"}
    after = Position(GAME, s).play("bar/21").state
    assert after.left == 0 and after.turn == SECOND


def test_who_is_shut_out_passes_without_an_action() -> None:
    """A state in which the player to move has no action."""
    s = GAME.load("-----------------M-bbbbbbA:1:00")
    for action, _ in GAME.outcomes(s):
        after = GAME.result(s, action)
        assert GAME.player(after) == CHANCE and after.turn == SECOND and board_of(after) == board_of(s)


def test_a_lone_checker_is_hit() -> None:
    """The hit checker staying, vanishing, or landing on the wrong bar; the star missing from the name."""
    s = GAME.load("-b-a--E-C---eE---c-d----B-:1:3")
    assert "6/3*" in names(s)
    after = Position(GAME, s).play("6/3").state
    assert board_of(after)[1][BAR] == 1 and board_of(after)[1][22] == 0 and board_of(after)[0][3] == 1
    assert GAME.noisy(s, GAME.parse_action(s, "6/3")) and not GAME.noisy(s, GAME.parse_action(s, "8/5"))


@pytest.mark.parametrize(
    ("board", "die", "legal"),
    [
        ("----BBA-----------------o-", 4, {"4/off", "5/1", "6/2"}),  # exact, or within the board
        ("----BBA-----------------o-", 3, {"4/1", "5/2", "6/3"}),
        ("----B-A-----------------o-", 5, {"6/1"}),  # not 4/off while a checker is further back
        ("----B-------------------o-", 5, {"4/off"}),  # from the highest point with a larger die
        ("----B-A-----------------o-", 6, {"6/off"}),
        ("----B--A----------------o-", 4, {"7/3"}),  # one is still outside
        ("-a--B-A-----------------n-", 6, {"6/off"}),
        ("-b--B-A-----------------m-", 5, None),  # 6/1 is blocked, and 4/off not allowed
        ("----B-------------------oA", 4, {"bar/21"}),
    ],
)
def test_bearing_off(board: str, die: int, legal: set[str] | None) -> None:
    """Bearing off too early, from the wrong point, or not where it is allowed."""
    if legal is None:
        with pytest.raises(BadNotation, match="cannot be played"):
            GAME.load(f"{board}:1:{die}")
    else:
        assert names(GAME.load(f"{board}:1:{die}")) == legal


@pytest.mark.parametrize(
    ("board", "stake", "reason"),
    [
        ("-A----------------------n-", 1.0, "all checkers borne off"),
        ("-A----------------------o-", 2.0, "a gammon"),
        ("-A-a--------------------n-", 3.0, "a backgammon"),
        ("aA----------------------n-", 3.0, "a backgammon"),
        ("-A-----a----------------n-", 2.0, "a gammon"),
    ],
)
def test_stakes(board: str, stake: float, reason: str) -> None:
    """Gammon and backgammon taken for one another, counted where they are not asked for, or for the wrong player."""
    for game, worth in ((Backgammon(gammons=True), stake), (GAME, 1.0)):
        end = Position.load(game, f"{board}:1:1").play("1/off")
        outcome = end.outcome()
        assert outcome is not None and outcome.utilities == (worth, -worth) and outcome.reason == reason
        assert game.utility_range[1] >= worth


def test_the_second_player_wins_too() -> None:
    """The view of the board getting mixed up when the second player bears off."""
    end = Position.load(GAME, "-N----------------------a-:-1:21").play("1/off")
    outcome = end.outcome()
    assert outcome is not None and outcome.utilities == (-1.0, 1.0)
    assert GAME.load(GAME.dump(end.state)) == end.state


# --- the board's arithmetic ---
@given(st.lists(st.integers(0, 15), min_size=PLACES, max_size=PLACES))
def test_bit_sliced_counts(counts: list[int]) -> None:
    """Packing, counting, pips or the change of view going wrong for some count or place."""
    words = packed(counts)
    assert [count(*words, place) for place in range(PLACES)] == counts
    assert pips(*words) == sum(place * n for place, n in enumerate(counts))
    turned = mirrored(words[0]), mirrored(words[1])
    assert [count(*turned, place) for place in range(PLACES)] == counts[::-1]


# --- estimates ---
def test_the_error_function() -> None:
    """A wrong coefficient: the published bound is 0.0005."""
    for x in (-1.5, -0.3, 0.01, 0.2, 0.7, 1.1, 1.6):
        assert abs(error_function(x, 1.0) - math.erf(x)) <= 5e-4
    assert (error_function(3.0, 0.9), error_function(-3.0, 0.9)) == (0.9, -0.9)


def test_estimates_follow_the_position() -> None:
    """An estimate that does not see a race lead, a checker on the bar before a closed board, or whose roll it is."""
    level = GAME.load("---EEE--------------eee---:1:00")
    assert 0 < GAME.evaluate(level, FIRST) == -GAME.evaluate(level, SECOND)
    ahead = GAME.load("-EE--E--------------eee---:1:00")
    assert GAME.evaluate(ahead, FIRST) > GAME.evaluate(level, FIRST)
    assert GAME.evaluate(GAME.load("-----E-D-----E-----bbbbbbA:1:00"), FIRST) < -0.3
    assert abs(GAME.evaluate(GAME.load(f"{START}:1:00"), FIRST)) < 0.3


def test_estimates_guide_play() -> None:
    """An estimate that misleads: choosing the play with the best one must beat random play nearly always."""
    rng, wins, games = random.Random(5), 0, 12
    for number in range(games):
        s, guided = GAME.initial(), number % 2
        while not GAME.terminal(s):
            if s.left == 0:
                actions, weights = zip(*GAME.outcomes(s), strict=True)
                s = GAME.result(s, rng.choices(actions, weights)[0])
                continue
            ends = ends_of_turn(s)
            mover = s.turn
            if mover == guided:
                s = max(ends, key=lambda end: 2.0 if GAME.terminal(end) else GAME.evaluate(end, mover))
            else:
                s = rng.choice(ends)
        wins += s.turn == guided
    assert wins >= games - 1


def test_gammons_raise_the_stakes_of_estimates() -> None:
    """With gammons an estimate that stays within one point although a gammon is nearly certain."""
    sure = "-CC---------o-------------:1:00"
    game = Backgammon(gammons=True)
    assert 1.5 < game.evaluate(game.load(sure), FIRST) <= 3.0
    assert GAME.evaluate(GAME.load(sure), FIRST) < 1.0


# --- names, notation, pictures ---
def test_xgid() -> None:
    """A whole XGID read wrongly: the board, the turn, and a double that is played four times."""
    s = GAME.load("XGID=-b----E-C---eE---c-e----B-:0:0:-1:55:0:0:0:0:10")
    assert (s.turn, s.high, s.left) == (SECOND, 5, 4) and board_of(s) == board_of(GAME.initial())
    assert GAME.load("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10") == GAME.load(f"{START}:1:00")


def test_a_narrowed_turn_comes_back_from_its_notation() -> None:
    """The order of the play being lost when a turn is written down halfway."""
    s = Position.load(GAME, f"{START}:1:3333").play("8/5").state
    assert GAME.dump(s).endswith(":1:333:8,6")
    assert GAME.load(GAME.dump(s)) == s


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a board, the turn"),
        (f"{START}:2:31", "a board, the turn"),
        (f"{START[:-1]}:1:31", "25 letters"),
        ("Ab----E-C---eE---c-e----B-:1:31", "letter 1 is 'A'"),
        ("-b----E-C---eE---c-e----Bb:1:31", "letter 26 is 'b'"),
        ("-b----E-?---eE---c-e----B-:1:31", "letter 9 is '\\?'"),
        ("-b----F-C---eE---c-e----B-:1:31", "first player has 16"),
        ("-c----E-C---eE---c-e----B-:1:31", "second player has 16"),
        (f"{START}:1:37", "the dice are '37'"),
        (f"{START}:1:331", "the dice are '331'"),
        (f"{START}:1:33333", "the dice are '33333'"),
        (f"{START}:1:", "the dice are ''"),
        (f"{START}:0:31", "dice are 00"),
        (f"{START}:1:3:7", "'7' are not places"),
        (f"{START}:1:31:8", "not places"),
        (f"{START}:1:3:8,8", "not places"),
        ("-----------------M-bbbbbbB:1:66", "has passed"),
        ("------------------------A-:1:00", "has won"),
        ("b" + "B" * 6 + "-" * 12 + "b" * 6 + "B", "a board"),
        ("b" + "B" * 6 + "-" * 12 + "b" * 6 + "B:1:00", "shut out"),
    ],
)
def test_wrong_notation(text: str, reason: str) -> None:
    """A wrong text accepted, or refused without saying what is wrong and what would be right."""
    with pytest.raises(BadNotation, match=reason) as error:
        GAME.load(text)
    assert START in str(error.value)


@given(st.text(alphabet=st.sampled_from("-abcoABCO:0123456,XGID=²x"), max_size=45) | st.text(max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    """A text that makes `load` fail otherwise, or that it accepts as a position that does not come back."""
    for candidate in (text, f"{START}:{text}", f"{START}:1:{text}", f"{START}:1:3:{text}"):
        try:
            s = GAME.load(candidate)
        except BadNotation:
            continue
        assert GAME.load(GAME.dump(s)) == s


def test_pictures_of_both_players() -> None:
    """Clicks that point to the wrong side of the board, missing checkers, or rolls without buttons."""
    for turn, clicks in ((1, ("13", "10")), (-1, ("12", "15"))):
        s = GAME.load(f"{START}:{turn}:31")
        assert clicks == tuple(GAME.gesture(s, GAME.parse_action(s, "13/10")))
        scene = GAME.scene(s)
        assert len(scene.pieces) == 30 and len(scene.cells) == 26 and "Dice to play: 3 1." in scene.notes
        labels = {(label.x, label.y): label.text for label in scene.labels}
        cell = next(cell for cell in scene.cells if cell.id == clicks[0])
        assert "13" in {text for (x, _), text in labels.items() if x == cell.x}
    assert set(GAME.scene(GAME.load(f"{START}:1:00")).buttons) == {f"{i}-{j}" for i in range(1, 7) for j in range(1, i + 1)}
    assert len(GAME.scene(GAME.initial()).buttons) == 30


def test_bar_and_tray_in_the_picture() -> None:
    """The bar and the tray not showing whose and how many checkers they hold, or not to be clicked."""
    s = GAME.load("b-----M-----------------kA:1:6")
    pieces = {(piece.cell, piece.owner): piece.text for piece in GAME.scene(s).pieces if piece.cell in ("bar", "off")}
    assert pieces == {("bar", FIRST): "1", ("bar", SECOND): "2", ("off", FIRST): "1", ("off", SECOND): "2"}
    assert [GAME.gesture(s, a) for a in GAME.choices(s)] == [("bar", "19")]
    bearing = GAME.load("------B-----------------o-:1:6")
    assert [GAME.gesture(bearing, a) for a in GAME.choices(bearing)] == [("6", "off")]


def test_parameters() -> None:
    """The option lost on the way from the command line."""
    assert make_game("backgammon:gammons=True").utility_range == (-3.0, 3.0)
    assert make_game("backgammon").utility_range == (-1.0, 1.0)
