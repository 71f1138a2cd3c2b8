"""What kinds of game there are, which algorithm takes which, and the programs that made history."""

from __future__ import annotations

from counterplay.games import game_class, game_names
from counterplay.lessons.worked.lesson import Content, Lesson, Progress, Table, section
from counterplay.search.api import ALGORITHMS, choose, fits

MILESTONES = (
    ("Samuel's checkers", "1959", "learns its own evaluation by playing against itself"),
    ("TD-Gammon", "1992", "backgammon: learns by temporal differences from self-play, searches two or three plies"),
    ("Chinook", "1994", "checkers: alpha-beta with endgame tables; in 2007 checkers was solved, a draw"),
    ("Deep Blue", "1997", "chess: a large evaluation in hardware, an opening book, endgame tables"),
    ("Logistello", "1997", "othello: learned patterns"),
    ("Stockfish", "since 2008", "chess: alpha-beta with very selective search"),
    ("MoGo, Crazy Stone, AlphaGo", "2006 to 2016", "go: Monte Carlo tree search, then guided by learned networks"),
    ("Cepheus, Libratus, Pluribus", "2015 to 2019", "poker: regret minimisation"),
)


def _kinds(progress: Progress) -> Content:
    rows = []
    for name in game_names():
        game = game_class(name)()
        takes = [a for a in ALGORITHMS if fits(a, game)]
        rows.append(
            (
                game.title_text,
                "chance" if game.chance else "deterministic",
                "hidden" if game.hidden else "perfect",
                str(game.players),
                "yes" if game.zero_sum else "no",
                choose(game),
                ", ".join(takes),
            )
        )
    text = (
        section(
            "Four questions",
            "Deterministic, or with chance? Perfect information, or something hidden? One player, two, more? Zero-sum or "
            "not? A game answers them as traits. Every algorithm says which kinds it takes, and refuses the others in a "
            "sentence.",
        ),
    )
    head = ("game", "chance", "information", "players", "zero-sum", "auto is", "algorithms that take it")
    return Content(text, table=Table(head, tuple(rows)))


def _milestones(progress: Progress) -> Content:
    text = (
        section(
            "Programs to stand beside",
            "Search and evaluation have taken turns. Where a game branches little, search wins; where it branches much or "
            "nobody can write down what is good, learning does.",
        ),
    )
    return Content(text, table=Table(("program", "when", "what it did"), MILESTONES))


LESSONS = (
    Lesson("kinds-of-game", "Kinds of game", "Chance, information, players, sums; which algorithm takes which.", _kinds),
    Lesson("milestones", "Milestones", "Programs that made history, and how they searched.", _milestones),
)
