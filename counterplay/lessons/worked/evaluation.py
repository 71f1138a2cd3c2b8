"""Weighted linear evaluations: tic-tac-toe's lines, the checkers study, chess by piece values."""

from __future__ import annotations

from typing import Any

from counterplay.core import Limit, Position
from counterplay.draw import scene_svg
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.lessons.worked.lesson import Content, Lesson, Progress, Section, Table, lesson_board, section
from counterplay.lessons.worked.study_games import CheckersStudy, ChessStudy, TicTacToeStudy
from counterplay.search import search_position

CHECKERS_POSITION = "B:WK22,23:B20,21,K31"  # the lectures' red is White here
CHECKERS_DEPTH, CHECKERS_TOLD = 7, 2  # plies: searched, and told step by step
CHESS_POSITION = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP4/PP3P1P/RNBQ1RK1 b - - 0 1"


def linear(game: Any, state: Any, player: int) -> Table:
    """An evaluation taken apart: every feature with its weight."""
    terms = game.terms(state, player)
    rows = [(term.name, f"{term.weight:g}", f"{term.value:g}", f"{term.product:g}") for term in terms]
    rows.append(("E(s)", "", "", f"{game.evaluate(state, player):g}"))
    return Table(("feature", "weight", "value", "product"), tuple(rows))


def about_linear() -> Section:
    """The idea, said once."""
    return section(
        "A weighted linear evaluation",
        "E(s) = w1 f1(s) + ... + wn fn(s): a few features that can be counted, and a weight for each. The weights are "
        "parameters of the game, so that they can be shown, tuned and learned. Write `class MyGame(LinearEvaluation, Game)`, "
        "name the features, and say how each is counted.",
    )


def _tic_tac_toe(progress: Progress) -> Content:
    game = TicTacToeStudy()
    start = game.initial()
    places = {"centre": "b2", "corner": "a1", "edge": "b1"}
    values: dict[int, dict[str, float]] = {}
    for depth in (1, 2):
        report = search_position(game, None, Limit(depth=depth), "minimax_value", interpreted=True)
        by_name = {game.action_name(start, line.action): line.value.score for line in report.lines}
        values[depth] = {place: by_name[cell] for place, cell in places.items()}
    rows = tuple((place, f"{values[1][place]:g}", f"{values[2][place]:g}") for place in places)
    walk = walkthrough(game, algorithm="minimax_value", depth=1)
    text = (
        about_linear(),
        section(
            "Lines still open",
            "E(s) = lines still open to X minus lines still open to O. A line is open as long as the other has no stone in "
            "it; the empty board has 8. After X takes the centre, four lines are closed to O: E = 8 - 4 = 4. A corner closes "
            "three, an edge two.",
            "Two plies deep, O answers with what is worst for X. The centre is still best: 1, against -1 for a corner and -2 "
            "for an edge.",
        ),
    )
    return Content(text, walk, Table(("first stone", "one ply", "two plies"), rows), numbers={"values": values})


def _checkers(progress: Progress) -> Content:
    game = CheckersStudy()
    position = Position.load(game, CHECKERS_POSITION)
    rows, numbers = [], {}
    for depth in range(1, CHECKERS_DEPTH + 1):
        progress(f"the checkers study, depth {depth}")
        report = search_position(game, position, Limit(depth=depth), "alpha_beta")
        full = search_position(game, position, Limit(depth=depth), "minimax_value")
        numbers[depth] = (report.value.score, full.value.score, report.leaves, full.leaves)
        line = " ".join(position.names_of(report.variation))
        rows.append((str(depth), f"{report.value.score:g}", line, str(report.leaves), str(full.leaves)))
    text = (
        section(
            "The position",
            "Black has men on 20 and 21 and a king on 31, Red (White on our board) a man on 23 and a king on 22. Black is to "
            "move. E(s) = (5 x kings + men) of Black minus those of Red: 5 + 2 - 5 - 1 = 1.",
            board=lesson_board(position, "checkers"),
        ),
        section(
            "What alpha-beta finds",
            "31-26 loses the king at once (22x31): a two-ply search sees it. With more depth Black walks a man to the last "
            "row and gains a second king: the value jumps from 1 to 5 at depth 5. The table shows the best line of each "
            "depth and the leaves that alpha-beta and minimax looked at; the steps below are those of depth 2.",
        ),
    )
    head = ("depth", "value", "best line", "alpha-beta leaves", "minimax leaves")
    walk = walkthrough(game, position, "alpha_beta", CHECKERS_TOLD)
    return Content(
        text,
        walk,
        Table(head, tuple(rows)),
        scene_svg(position.scene()),
        {"by_depth": numbers, "start": game.evaluate(position.state, 0)},
    )


def _chess(progress: Progress) -> Content:
    game = ChessStudy()
    position = Position.load(game, CHESS_POSITION)
    terms = linear(game, position.state, 1)
    text = (
        about_linear(),
        section(
            "Pieces, their number, the king's safety",
            "A pawn is worth 1, a knight 3, a bishop 3.25, a rook 5 and a queen 9. Two more features: every piece counts a "
            "tenth of a pawn whatever it is, and so does every own pawn that stands beside the king. Black is to move and "
            "has a knight and a pawn more; each feature is Black's count minus White's.",
            board=lesson_board(position, "chess"),
        ),
    )
    numbers = {"value": game.evaluate(position.state, 1), "terms": game.terms(position.state, 1)}
    return Content(text, table=terms, svg=scene_svg(position.scene()), numbers=numbers)


LESSONS = (
    Lesson(
        "tic-tac-toe", "Tic-tac-toe: lines still open", "A linear evaluation, one and two plies deep.", _tic_tac_toe, ("mnk",)
    ),
    Lesson(
        "checkers-study",
        "The checkers study",
        "Five pieces, E = 5 x kings + men, searched by alpha-beta.",
        _checkers,
        ("checkers",),
    ),
    Lesson("chess-evaluation", "A simple evaluation for chess", "Piece values, piece count, king safety.", _chess, ("chess",)),
)
