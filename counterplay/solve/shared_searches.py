"""Everything that is compiled once for all games: the list behind `counterplay warm --shared`."""

from __future__ import annotations

from functools import partial

from counterplay.core import Game, Limit, Position
from counterplay.games import make_game
from counterplay.gears.entry.method_calls import choices_of, estimate_of, result_of, utility_of
from counterplay.gears.entry.walk import open_walk
from counterplay.search.engine.scores import INFINITE
from counterplay.search.playout import play_random_games
from counterplay.search.precompile import Compilation, searched
from counterplay.search.search_control import as_record, new_control
from counterplay.solve.first_guess import guess_node
from counterplay.solve.solver import entries_for, solve_position

SMALL, THREATENING = "nim", "mnk"  # games whose own native code takes little time; the second has threats
SEARCHES = ("engine", "mcts", "star1", "star2", "max_n", "max_n_pruned", "paranoid", "opponent_model")


def shared_searches() -> list[Compilation]:
    """Each search whose kernels know no game, to be run briefly in a small one."""
    game = make_game(SMALL)
    found = [Compilation(name, searched(Position(game), name)) for name in SEARCHES]
    return [
        *found,
        Compilation("forcing", searched(Position(make_game(THREATENING)), "forcing")),
        Compilation("solve", partial(solve_position, game, method="exhaustive")),
        Compilation("solve: first guess", partial(_warm_guess, game)),
        Compilation("retrograde", partial(solve_position, game, method="retrograde")),
        Compilation("playouts", partial(play_random_games, game, game.initial(), 1)),
        Compilation("questions", partial(_ask, game)),
    ]


def _warm_guess(game: Game) -> None:
    """Only games of finely graded results begin with a guess, and theirs takes longer to compile than the guess itself."""
    walk = open_walk(game, game.max_plies + 2, entries_for(game))
    guess_node.warm(walk, as_record(new_control(Limit())), 0, 0, 0, -INFINITE, INFINITE)


def _ask(game: Game) -> None:
    """What is asked of the rules one by one, as a page or a match does."""
    s = game.initial()
    action = choices_of(game, s)[0]
    result_of(game, s, action)
    for question in (utility_of, estimate_of):
        question(game, s, 0)
