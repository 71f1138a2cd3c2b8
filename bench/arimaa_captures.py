"""Does the engine lose pieces of arimaa that it could have saved? `python -m bench.arimaa_captures --nodes 20000`

Positions come from games of the engine with itself, with random turns in between: in each, one push or pull, which is two
steps, would take a piece of the player to move if that player did nothing. The engine plays a turn, so many nodes for each
step. Then the opponent is asked whether its first two steps take a piece. Where they do, every turn is listed that loses
nothing and leaves no such capture, and the replies to those that look best are searched, with more nodes than the engine had,
beside the replies to what it played. A piece is lost for nothing where one of these turns is better by half a rabbit, the
least of the pieces: otherwise it was given up for something, such as a goal. Nothing depends on time.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from counterplay import Limit, Position, make_game, search_position
from counterplay.games.chess_like.arimaa.arimaa_board import STEPS, side
from counterplay.gears import kernel
from counterplay.gears.bits import popcount

GAME = "arimaa:setup=ready"
FEW_NODES = 200  # a step, in the games that positions come from
RANDOM_TURN = 0.25  # how often a turn of these is random: players who err leave more to take
FIRST_TURN, MOST_OF_A_GAME = 6, 4  # from which turn on positions are taken, and how many
LONGEST_GAME = 100  # turns
COMPARED = 8  # saving turns whose replies are searched
MORE_NODES = 10  # times the nodes of a step, for the replies to a turn
WORSE = 0.5  # rabbits by which a turn must be worse than one that saves the piece
LOST = "left one that could be saved"


@kernel
def takes_in_two(game: Any, s: Any) -> bool:
    """Whether a push or a pull, the first two steps of a turn, takes a piece of the player who is not to move."""
    me = game.player(s)
    pieces = popcount(side(s, 1 - me))
    for a in game.actions(s):
        t = game.result(s, a)
        if popcount(side(t, 1 - me)) < pieces:
            return True
        if game.player(t) == me and not game.terminal(t):
            for b in game.actions(t):
                u = game.result(t, b)
                # What begins a push with the second step takes three.
                if popcount(side(u, 1 - me)) < pieces and not game.pushing(u):
                    return True
    return False


@kernel
def followed(game: Any, s: Any, path: Any, steps: int) -> Any:
    """The actions after some steps of a turn, the keys of what they lead to, and what that looks worth to the mover.

    That is not a number where the turn goes on, and minus infinity where the game is over.
    """
    me = game.player(s)
    for i in range(steps):
        s = game.result(s, path[i])
    actions, keys, worth = (
        np.empty(game.max_actions, np.int64),
        np.empty(game.max_actions, np.uint64),
        np.empty(game.max_actions),
    )
    count = 0
    for a in game.actions(s):
        t = game.result(s, a)
        actions[count], keys[count], worth[count] = a, game.key(t), np.nan
        if game.terminal(t):
            worth[count] = -np.inf
        elif game.player(t) != me:
            worth[count] = game.evaluate(t, me)
        count += 1
    return actions[:count], keys[:count], worth[:count]


def random_turn(position: Position, rng: random.Random) -> Position:
    """The position after a turn drawn step by step."""
    mover = position.player
    while position.outcome() is None and position.player == mover:
        position = position.play(rng.choice(position.choices))
    return position


def engine_turn(position: Position, nodes: int) -> Position:
    """The position after a turn of the engine."""
    mover = position.player
    while position.outcome() is None and position.player == mover:
        position = position.play(search_position(position.game, position, Limit(nodes=nodes), "engine").action)
    return position


def threatened_positions(count: int, rng: random.Random) -> list[Position]:
    """Positions in which a capture by two steps is threatened."""
    game = make_game(GAME)
    found: list[Position] = []
    while len(found) < count:
        position, taken = Position(game), 0
        for turn in range(LONGEST_GAME):
            if position.outcome() is not None or taken == MOST_OF_A_GAME or len(found) == count:
                break
            if turn >= FIRST_TURN and rng.random() < 0.5 and takes_in_two(game, game.skip(position.state)):
                found.append(position)
                taken += 1
            position = random_turn(position, rng) if rng.random() < RANDOM_TURN else engine_turn(position, FEW_NODES)
    return found


def all_turns(position: Position) -> list[list[int]]:
    """Every turn that does not end the game, one for each position that it leads to; the best ones first, as they look."""
    seen: set[int] = set()
    turns: list[tuple[float, list[int]]] = []
    frontier: list[list[int]] = [[]]
    for step in range(STEPS):
        begun: list[list[int]] = []
        for path in frontier:
            fixed = np.array(path + [0] * (STEPS - step), np.int64)
            for action, key, worth in zip(*followed(position.game, position.state, fixed, step), strict=True):
                if int(key) in seen:
                    continue
                seen.add(int(key))
                if np.isnan(worth):
                    begun.append([*path, int(action)])
                elif np.isfinite(worth):
                    turns.append((float(worth), [*path, int(action)]))
        frontier = begun
    return [turn for _, turn in sorted(turns, reverse=True)]


def saving_turns(position: Position) -> list[Position]:
    """Where the best-looking turns lead that lose no piece and leave none to be taken by two steps."""
    game, mover, found = position.game, position.player, []
    for turn in all_turns(position):
        after = position
        for action in turn:
            after = after.play(action)
        if after.outcome() is None and pieces(after, mover) == pieces(position, mover) and not takes_in_two(game, after.state):
            found.append(after)
            if len(found) == COMPARED:
                break
    return found


def worth(after: Position, mover: int, nodes: int) -> float:
    """What a turn is worth to the mover, in rabbits, by a search of the replies."""
    value = search_position(after.game, after, Limit(nodes=nodes), "engine").value.for_player(mover)
    return after.game.unit.amount(value.score)  # type: ignore[union-attr]


def verdict(position: Position, nodes: int) -> str:
    """What the engine did about the threat."""
    mover = position.player
    after = engine_turn(position, nodes)
    if after.outcome() is not None:
        return "won at once" if after.outcome().winner == mover else "lost at once"  # type: ignore[union-attr]
    if not takes_in_two(position.game, after.state):
        return "saved"
    others = saving_turns(position)
    if not others:
        return "left one, as every turn does"
    best = max(worth(other, mover, MORE_NODES * nodes) for other in others)
    if best > worth(after, mover, MORE_NODES * nodes) + WORSE:
        return LOST
    took = pieces(after, 1 - mover) < pieces(position, 1 - mover)
    return "took a piece instead" if took else "gave one up for something else"


def pieces(position: Position, player: int) -> int:
    """How many a player has."""
    return int(popcount(side(position.state, player)))


def main() -> None:
    """Count, and show what was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=20_000, help="a step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="a file of positions, one in a line, instead of games")
    asked = parser.parse_args()
    if asked.file:
        game = make_game(GAME)
        found = [Position(game, game.load(line)) for line in asked.file.read_text().splitlines()]
    else:
        found = threatened_positions(asked.positions, random.Random(asked.seed))
    counts: Counter[str] = Counter()
    for position in found:
        said = verdict(position, asked.nodes)
        counts[said] += 1
        if said == LOST:
            print(position.game.dump(position.state), flush=True)
    print(f"{len(found)} positions, {asked.nodes:,} nodes a step, {asked.file or f'seed {asked.seed}'}")
    for said, number in counts.most_common():
        print(f"{number:5} {said}")


if __name__ == "__main__":
    main()
