"""Where positions come from: random games, and games that a search plays against itself."""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core import BadParameter, Game, MissingTrait
from counterplay.core.interruption import end_if_asked
from counterplay.data.game_recording import Recorder, shard_seed
from counterplay.data.plane_batch import PlaneBatch
from counterplay.data.position_batch import Positions, joined, positions_of
from counterplay.data.searched_games import SearchedGames
from counterplay.games import make_game
from counterplay.search.api import fits

OPENING = 6  # random plies at the beginning of a game of self-play, so that no two games are alike
EXPLORE = 0.05  # how often a later action of self-play is random
CHUNK_ROWS = 4096  # positions between two looks at whether to stop
CHUNK_NODES = 400_000  # nodes, likewise: a fraction of a second

Tell = Callable[[int], None]  # how many positions there are so far


def random_positions(
    game: Game | str, count: int, *, seed: int = 0, nodes: int = 0, max_plies: int | None = None, tell: Tell | None = None
) -> Positions:
    """Positions of games in which every action is random; with `nodes`, a search says what each is worth."""
    return gather(game, count, seed=seed, nodes=nodes, explore=1.0, max_plies=max_plies, tell=tell)


def self_play_positions(
    game: Game | str,
    count: int,
    *,
    seed: int = 0,
    nodes: int = 100,
    opening: int = OPENING,
    explore: float = EXPLORE,
    max_plies: int | None = None,
    tell: Tell | None = None,
) -> Positions:
    """Positions of games that a search of so many nodes plays against itself.

    The first `opening` plies are random, and so is a share `explore` of the later actions.
    """
    return gather(game, count, seed=seed, nodes=nodes, opening=opening, explore=explore, max_plies=max_plies, tell=tell)


def gather(
    game: Game | str,
    count: int,
    *,
    seed: int,
    nodes: int,
    explore: float,
    opening: int = 0,
    max_plies: int | None = None,
    shard: int = 0,
    tell: Tell | None = None,
) -> Positions:
    """Exactly `count` positions; the same arguments give the same ones."""
    game = make_game(game) if isinstance(game, str) else game
    refuse(game, count, nodes, explore, opening)
    source = _source(game, shard_seed(seed, shard), nodes, opening, explore, max_plies)
    batch = PlaneBatch(game, compiled=source.compiled)
    parts: list[Positions] = []
    done, most = 0, CHUNK_ROWS if nodes == 0 else max(1, min(CHUNK_ROWS, CHUNK_NODES // nodes))
    while done < count:
        end_if_asked()
        part = positions_of(game, source.record(min(most, count - done)), batch, nodes > 0)
        parts.append(part)
        done += len(part)
        if tell is not None:
            tell(min(done, count))
    found = joined(parts)
    return found if len(found) == count else found.rows(slice(count))


def _source(game: Game, seed: int, nodes: int, opening: int, explore: float, longest: int | None) -> Recorder | SearchedGames:
    if nodes > 0 and not fits("engine", game):
        return SearchedGames(game, seed, nodes=nodes, opening=opening, explore=explore, longest=longest)
    return Recorder(game, seed, nodes=nodes, opening=opening, explore=explore, longest=longest)


def refuse(game: Game, count: int, nodes: int, explore: float, opening: int) -> None:
    """Say what is wrong with a request, in one sentence."""
    if game.hidden:
        raise MissingTrait(f"{game.title_text} has hidden information: what one player sees is not the whole state")
    if count < 1:
        raise BadParameter(f"there must be at least one position, not {count}")
    if nodes < 0:
        raise BadParameter(f"a search takes at least 1 node, or 0 where nothing is searched, not {nodes}")
    if not 0.0 <= explore <= 1.0:
        raise BadParameter(f"explore is a share from 0 to 1, not {explore:g}")
    if nodes == 0 and explore < 1.0:
        raise BadParameter("games of self-play need at least 1 node for each search")
    if opening < 0:
        raise BadParameter(f"there are no {opening} random plies; 0 or more")
