"""How much work a search is: the counts of the lectures, measured."""

from __future__ import annotations

import math

from counterplay.core import CHANCE, Limit
from counterplay.games import make_game
from counterplay.lessons.worked.lesson import Content, Lesson, Progress, Table, section
from counterplay.lessons.worked.search_growth import TREES, best_leaves, leaves_by_arrangement, measure_growth
from counterplay.lessons.worked.study_games import TicTacToeStudy
from counterplay.search import search_position, stream_position

SIZES = ((3, 3), (2, 6), (2, 10), (3, 4), (3, 6), (4, 4), (5, 4), (10, 3))  # (branching, depth)
DEEPENINGS = ((2, 8), (3, 6), (4, 5), (5, 4), (10, 3))
CHESS_BRANCHING, CHESS_PLIES = 35, 100  # about, as in AIMA 4th ed., section 6.1
MILLION = 1_000_000
BACKGAMMON_BRANCHING = 20  # about, likewise
GROWTH_BRANCHING, GROWTH_DEPTH = 10, 6


def _counting(progress: Progress) -> Content:
    rows, measured = [], {}
    for b, d in SIZES:
        progress(f"counting leaves: {b} branches, depth {d}")
        leaves = measured[b, d] = leaves_by_arrangement(b, d)
        formula = f"{best_leaves(b, d):,.0f}"
        rows.append(
            (str(b), str(d), f"{b**d:,}", formula, f"{leaves['best']:,}", f"{leaves['random']:,}", f"{leaves['worst']:,}")
        )
    text = (
        section(
            "Minimax",
            "Minimax looks at all b^d leaves of a tree with b branches and depth d: time O(b^m), where m is the longest "
            "game, and space O(bm), since only one path and its siblings are in memory.",
        ),
        section(
            "Alpha-beta at best and at worst",
            "With the best child first everywhere, alpha-beta looks at b^ceil(d/2) + b^floor(d/2) - 1 leaves: one side tries "
            "everything, the other only its best answer. For b = 3 and d = 3 that is 11 of 27. With the best child last it "
            "looks at every leaf. Good order therefore doubles the depth that the same work reaches.",
        ),
    )
    head = ("b", "d", "minimax", "at best, formula", "best order", "random order", "worst order")
    return Content(text, table=Table(head, tuple(rows)), numbers={"measured": measured})


def _growth(progress: Progress) -> Content:
    growth = measure_growth(None, GROWTH_DEPTH, GROWTH_BRANCHING, progress=progress)
    head, rows = growth.table()
    text = (
        section(
            "Leaves over depth",
            f"Random trees with {GROWTH_BRANCHING} branches. On a logarithmic scale minimax is a straight line, alpha-beta at "
            "best one of half the slope, and alpha-beta in random order lies between. The engine orders its actions by what "
            "it learnt at smaller depths, and searches some of them less deeply.",
            "`counterplay growth GAME` draws the same for a game.",
        ),
    )
    return Content(text, table=Table(tuple(head), tuple(map(tuple, rows))), svg=growth.svg(), numbers={"growth": growth})


def _deepening(progress: Progress) -> Content:
    rows, factors = [], {}
    for b, d in DEEPENINGS:
        progress(f"progressive deepening: {b} branches, depth {d}")
        leaves = [
            search_position(TREES, TREES.root(b), Limit(depth=depth), "minimax_value", interpreted=True).leaves
            for depth in range(1, d + 1)
        ]
        factors[b, d] = sum(leaves) / leaves[-1]
        rows.append((str(b), str(d), f"{leaves[-1]:,}", f"{sum(leaves):,}", f"{factors[b, d]:.3f}", f"{b / (b - 1):.3f}"))
    game = TicTacToeStudy()
    reports = list(stream_position(game, None, Limit(nodes=1_500), "alpha_beta", interpreted=True))
    shown = [
        f"{'finished depth ' + str(r.depth) if r.completed else 'stopped; the answer is that of depth ' + str(r.depth)}: "
        f"{game.action_name(game.initial(), r.action)}, {r.nodes} nodes"
        for r in reports
    ]
    text = (
        section(
            "What it costs",
            "Searching to depth 1, then 2, then 3, and so on to d looks at b + b^2 + ... + b^d leaves instead of b^d. The "
            "last search is most of it: the factor is about b/(b-1).",
        ),
        section(
            "What it brings",
            "An answer at any time: when time is up, the choice is the one of the last finished depth. Here alpha-beta looks "
            "at tic-tac-toe and is stopped after 1,500 nodes. (The engine also orders its actions by the answers of smaller "
            "depths, so that going there step by step is often cheaper than going directly.)",
            code="\n".join(shown),
        ),
    )
    head = ("b", "d", "leaves, directly", "leaves, step by step", "factor", "b/(b-1)")
    return Content(text, table=Table(head, tuple(rows)), numbers={"factors": factors, "reports": reports})


def _chess(progress: Progress) -> Content:
    games = CHESS_BRANCHING**CHESS_PLIES
    exponent = math.floor(math.log10(games))
    mantissa = games // 10 ** (exponent - 3) / 1000
    plain = math.log(MILLION) / math.log(CHESS_BRANCHING)
    numbers = {"mantissa": mantissa, "exponent": exponent, "plain": plain, "ordered": 2 * plain}
    text = (
        section(
            "No search reaches the end",
            f"In chess there are about b = {CHESS_BRANCHING} moves, and a game is about m = {CHESS_PLIES} plies long: "
            f"{CHESS_BRANCHING}^{CHESS_PLIES} is about {mantissa:.2f}e{exponent}. The atoms of the universe are some 1e80.",
        ),
        section(
            "What a million nodes buy",
            f"{CHESS_BRANCHING}^4 is about a million and a half: minimax looks {round(plain)} plies ahead. Alpha-beta with "
            f"perfect order needs about twice the square root, so that the same million reaches {round(2 * plain)} plies: the "
            "difference between a novice and a master.",
        ),
    )
    rows = tuple((str(d), f"{CHESS_BRANCHING**d:,}", f"{best_leaves(CHESS_BRANCHING, d):,.0f}") for d in range(1, 9))
    return Content(text, table=Table(("depth", "minimax leaves", "alpha-beta at best"), rows), numbers=numbers)


def _backgammon(progress: Progress) -> Content:
    game = make_game("backgammon")
    state = game.result(game.initial(), game.choices(game.initial())[0])  # the very first roll also decides who begins
    while game.player(state) != CHANCE:
        state = game.result(state, game.choices(state)[0])
    outcomes = [(game.action_name(state, a), p) for a, p in game.outcomes(state)]
    doubles = [p for _, p in outcomes if math.isclose(p, 1 / 36)]
    others = [p for _, p in outcomes if math.isclose(p, 1 / 18)]
    n = len(outcomes)
    each = BACKGAMMON_BRANCHING * n
    text = (
        section(
            "Twenty-one rolls",
            f"Two dice show n = {n} different rolls: {len(doubles)} doubles, each with probability 1/36, and {len(others)} "
            "others, each with 1/18.",
        ),
        section(
            "Chance is expensive",
            f"Expectiminimax takes time O(b^m n^m). With b about {BACKGAMMON_BRANCHING} actions a turn, one more turn "
            f"multiplies the work by {each}. Two or three turns are all that plain expectiminimax can look ahead; cuts at "
            "chance nodes (Star1 and Star2, see bounds-at-chance) or learning (TD-Gammon) are needed.",
        ),
    )
    rows = tuple((str(m), f"{BACKGAMMON_BRANCHING**m:,}", f"{each**m:,}") for m in range(1, 5))
    numbers = {"rolls": n, "doubles": len(doubles), "others": len(others), "total": sum(p for _, p in outcomes)}
    return Content(text, table=Table(("turns", "b^m", "b^m n^m"), rows), numbers=numbers)


LESSONS = (
    Lesson("counting", "Counting leaves", "What minimax and alpha-beta look at, in the best and the worst order.", _counting),
    Lesson("growth", "Growth", "Leaves over depth, as a plot: minimax, alpha-beta, the engine.", _growth),
    Lesson(
        "progressive-deepening",
        "Progressive deepening",
        "It costs a factor of about b/(b-1), and always has an answer.",
        _deepening,
        ("mnk",),
    ),
    Lesson("chess-in-numbers", "Chess in numbers", "35^100, and how far a million nodes reach.", _chess, ("chess",)),
    Lesson("backgammon-rolls", "Backgammon's dice", "21 rolls, and what they do to a search.", _backgammon, ("backgammon",)),
)
