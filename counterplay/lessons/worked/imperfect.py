"""Imperfect decisions: the horizon, quiescence, singular extension, tapered search, bounds at chance nodes."""

from __future__ import annotations

from counterplay.core import Game, Limit, Position
from counterplay.draw import scene_svg
from counterplay.games import make_game
from counterplay.lessons.telling.traced_tree import traced_tree
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_text import load_tree
from counterplay.lessons.worked.lesson import Content, Lesson, Progress, Table, lesson_board, section
from counterplay.search import search_position, stream_position

# The bishop on a2 is attacked and cannot escape. Black can put off its loss by giving check with pawns, one after the other.
HORIZON_POSITION = "1k6/4pp2/8/6p1/8/1P3K2/b1P5/R7 b - - 0 1"
HORIZON_DEPTHS = range(1, 7)  # plies
JUDGE_DEPTH = 8  # plies, with quiescence, of the search that says what is true
FIXED = ("order", "pvs")  # enhancements of the engine that change no value
QUIET = (*FIXED, "quiescence", "threats")
PAWN = 0.01  # in the unit of chess's evaluation

SINGULAR_MOVES = "31321273461373113"  # a game of connect four
SINGULAR_DEPTH = 8  # plies
WITHOUT_SINGULAR = ("order", "pvs", "table", "history")
TAPERED_DEPTHS = range(2, 7)

# MAX may have 6, or gamble: three outcomes, each a MIN node. Utilities lie between 0 and 10.
CHANCE_TREE = "[6, {1/2: [1, 7], 1/4: [2, 9], 1/4: [10, 8]}]"
CHANCE_BOUNDS = (0.0, 10.0)


def _horizon(progress: Progress) -> Content:
    game = make_game("chess")
    position = Position.load(game, HORIZON_POSITION)
    rows, choices = [], {}
    for depth in HORIZON_DEPTHS:
        progress(f"the horizon effect, depth {depth}")
        fixed = search_position(game, position, Limit(depth=depth), "engine", only=FIXED)
        quiet = search_position(game, position, Limit(depth=depth), "engine", only=QUIET)
        choices[depth] = tuple(game.action_name(position.state, r.action) for r in (fixed, quiet))
        rows.append(
            (
                str(depth),
                f"{fixed.value.score / PAWN:+.2f}",
                " ".join(position.names_of(fixed.variation)),
                f"{quiet.value.score / PAWN:+.2f}",
                " ".join(position.names_of(quiet.variation)),
            )
        )
    progress("the horizon effect, what is true")
    truth = {name: -_judged(game, position.play(name)) / PAWN for name in ("Bxb3", "g4+")}
    text = (
        section(
            "Putting it off",
            "Black's bishop on a2 is lost: it is attacked, its way out is barred, and taking on b3 only gains a pawn for it. "
            "That is the best there is. A search to a fixed depth of 2 or 3 plies plays g4+ instead: the king takes the "
            "pawn, the bishop is still there when the horizon is reached, and the loss seems to be avoided. It is only "
            "delayed, for the price of a pawn.",
            board=lesson_board(position, "chess"),
        ),
        section(
            "Quiescence",
            "A position in which a capture is pending is no place to stop. Quiescence search goes on with captures until "
            "nothing is left to take, and only then trusts the estimate: from depth 2 on it gives up the bishop for the "
            f"pawn. A search of depth {JUDGE_DEPTH} says that this is worth {truth['Bxb3']:+.2f} pawns to Black, and g4+ "
            f"{truth['g4+']:+.2f}.",
        ),
    )
    head = ("depth", "fixed: value", "fixed: line", "quiescence: value", "quiescence: line")
    numbers = {"choices": choices, "truth": truth}
    return Content(text, table=Table(head, tuple(rows)), svg=scene_svg(position.scene()), numbers=numbers)


def _judged(game: Game, position: Position) -> float:
    return search_position(
        game, position, Limit(depth=JUDGE_DEPTH - 1), "engine", only=(*QUIET, "table", "killers", "history")
    ).value.score


def _singular(progress: Progress) -> Content:
    game = make_game("connect_four")
    position = Position(game).play_all(SINGULAR_MOVES)
    rows, found = [], {}
    for depth in range(SINGULAR_DEPTH - 1, SINGULAR_DEPTH + 4):
        progress(f"singular extension, depth {depth}")
        plain = search_position(game, position, Limit(depth=depth), "engine", only=WITHOUT_SINGULAR)
        extended = search_position(game, position, Limit(depth=depth), "engine", only=(*WITHOUT_SINGULAR, "singular"))
        found[depth] = (plain.value.proven, extended.value.proven, plain.nodes, extended.nodes)
        rows.append((str(depth), str(plain.value), f"{plain.nodes:,}", str(extended.value), f"{extended.nodes:,}"))
    text = (
        section(
            "One move much better than the rest",
            "Where a single move stands out, as a forced answer does, nothing branches, and looking a ply deeper costs "
            "little. Singular extension does that (T. Anantharaman, M. Campbell and F. Hsu, 1990). Forced lines, which are "
            "what tactics consist of, are then seen beyond the nominal depth.",
            f"In this position of connect four a search of depth {SINGULAR_DEPTH} with singular extension finds a win in 11 "
            "plies. Without it the search has to go 11 plies deep, and takes several times as many nodes. The position was "
            "looked for: at the same nominal depth the extension costs nodes, and whether it pays is a question for matches.",
            board=lesson_board(position, "connect_four"),
        ),
    )
    head = ("depth", "without", "nodes", "with singular extension", "nodes")
    return Content(text, table=Table(head, tuple(rows)), svg=scene_svg(position.scene()), numbers={"found": found})


def _tapered(progress: Progress) -> Content:
    game = make_game("connect_four:width=5,height=4")
    rows, leaves = [], {}
    for depth in TAPERED_DEPTHS:
        progress(f"tapered search, depth {depth}")
        reports = [
            search_position(game, None, Limit(depth=depth), name, interpreted=True)
            for name in ("minimax_value", "alpha_beta", "tapered")
        ]
        leaves[depth] = tuple(report.leaves for report in reports)
        rows.append((str(depth), *(f"{n:,}" for n in leaves[depth])))
    text = (
        section(
            "Many replies to good moves, few to bad ones",
            "The children of a node are ranked by a fast evaluation. The child of rank r gets as many branches as its parent "
            "has children, less r: of five children the best gets four branches, the next three, then two, one, none. A node "
            "without branches is evaluated (P. Winston, *Artificial Intelligence*, 1992).",
            "The tree shrinks with every level, so that the search ends by itself. But what the fast evaluation dislikes is "
            "hardly looked at: a sacrifice that pays later is easily missed.",
        ),
    )
    walk = walkthrough(game, None, "tapered", 2)
    table = Table(("depth", "minimax leaves", "alpha-beta leaves", "tapered leaves"), tuple(rows))
    return Content(text, walk, table, numbers={"leaves": leaves, "branches": _branches_by_rank()})


def _branches_by_rank() -> list[int]:
    """How many children tapered search looks at below each child of a root with five, best first."""
    game = load_tree([[[[0] * 5] * 5] * 5][0])
    traced = traced_tree(game, "tapered")
    return [len(traced.nodes[child].looked_at) for child in traced.nodes[0].looked_at]


def _chance_bounds(progress: Progress) -> Content:
    low, high = CHANCE_BOUNDS
    game = TreeGame(load_tree(CHANCE_TREE).flat, bounds=CHANCE_BOUNDS)
    numbers, rows = {}, []
    for name in ("expectiminimax", "star1", "star2"):
        progress(f"cuts at chance nodes, {name}")
        reports = list(stream_position(game, None, Limit(depth=3), name))
        report, before = reports[-1], reports[-2].leaves if len(reports) > 1 else 0  # the Star searches deepen
        numbers[name] = (report.value.score, report.action, report.leaves - before)
        rows.append((name, f"{report.value.score:g}", str(report.action + 1), str(report.leaves - before)))
    most = 0.5 * 1 + 0.5 * high
    text = (
        section(
            "An average with bounds",
            f"If no utility is below {low:g} or above {high:g}, an average is bounded before all its outcomes are known. MAX "
            "already has 6. The first outcome of the gamble, with probability 1/2, shows a 1, so that MIN can hold MAX to 1 "
            f"there. Even if both others were worth {high:g}, the average would be 0.5 x 1 + 0.5 x {high:g} = {most:g}, which "
            "is no more than 6: the rest is cut off.",
            'That is Star1 (B. Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983). Star2 '
            "first looks at one child of every outcome, which often settles it sooner. Without bounds on utility nothing can "
            "be cut at a chance node.",
            code=CHANCE_TREE,
            tree=True,
        ),
    )
    walk = walkthrough(game, algorithm="expectiminimax")
    return Content(text, walk, Table(("search", "value", "action", "leaves"), tuple(rows)), numbers=numbers)


LESSONS = (
    Lesson(
        "horizon",
        "The horizon effect",
        "A loss that is only put off, and quiescence search, which sees it.",
        _horizon,
        ("chess",),
    ),
    Lesson(
        "singular-extension",
        "Singular extension",
        "One move much better than the rest: look further there.",
        _singular,
        ("connect_four",),
    ),
    Lesson("tapered", "Tapered search", "Fewer branches for less plausible moves.", _tapered, ("connect_four",)),
    Lesson("bounds-at-chance", "Cuts at chance nodes", "Bounds on utility allow cuts where chance decides.", _chance_bounds),
)
