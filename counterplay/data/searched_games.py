"""Games of chance and of several players, played by whichever search takes them: one search after the other, from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import CHANCE, Game, Limit, Position
from counterplay.core.interruption import end_if_asked
from counterplay.data.game_recording import NUMBERS, Chunk
from counterplay.gears.entry.state_transfer import form_of
from counterplay.gears.entry.walk import open_walk
from counterplay.gears.rng import draw_below, draw_unit, seeded
from counterplay.search.api import Search


class SearchedGames:
    """Plays like `game_recording.Recorder`, with any algorithm."""

    def __init__(
        self, game: Game, seed: int, *, nodes: int, opening: int, explore: float, longest: int | None, algorithm: str = "auto"
    ) -> None:
        self.game, self.algorithm = game, algorithm
        self.compiled = open_walk(game, 1, ()).compiled
        self._limit, self._opening, self._explore = Limit(nodes=nodes), opening, explore
        self._longest = game.max_plies + 1 if longest is None else longest
        self._rng, self._games = seeded(seed), 0

    def record(self, until: int) -> Chunk:
        """Play whole games until there are at least so many rows."""
        rows: list[tuple[Any, ...]] = []
        utilities: list[tuple[float, ...]] = []
        while len(rows) < until:
            first, end = len(rows), self._play(rows)
            utilities += [end] * (len(rows) - first)
            self._games += 1
        return Chunk(
            np.array([row[:NUMBERS] for row in rows], np.int64),
            np.array([row[NUMBERS] for row in rows], np.float64),
            np.array(utilities, np.float64),
            np.cumsum([len(row[NUMBERS + 1]) for row in rows]).astype(np.int64),
            np.concatenate([np.array(row[NUMBERS + 1], np.int64) for row in rows]),
            self._states([row[NUMBERS + 2] for row in rows]),
        )

    def _play(self, rows: list[tuple[Any, ...]]) -> tuple[float, ...]:
        """One game; how it ended for everybody."""
        game, position = self.game, Position(self.game)
        while (outcome := position.outcome()) is None and position.ply < self._longest:
            end_if_asked()
            if position.player == CHANCE:
                position = position.play(self._outcome(position))
                continue
            report = Search(position, self._limit, self.algorithm, seed=int(draw_below(self._rng, 2**31 - 1))).result()
            choices, action = position.choices, report.action
            if position.ply < self._opening or draw_unit(self._rng) < self._explore:
                action = choices[draw_below(self._rng, len(choices))]
            rows.append(
                (position.player, position.ply, self._games, action, report.action, report.value.score, choices, position.state)
            )
            position = position.play(action)
        return (0.0,) * game.players if outcome is None else outcome.utilities

    def _outcome(self, position: Position) -> int:
        rest = draw_unit(self._rng)
        pairs = list(self.game.outcomes(position.state))
        for action, probability in pairs:
            rest -= probability
            if rest < 0.0:
                return int(action)
        return int(pairs[-1][0])

    def _states(self, states: list[Any]) -> Any:
        if not self.compiled:
            return states
        form = form_of(self.game)
        memory = np.zeros((len(states), form.size), np.uint8)
        for row, state in zip(memory, states, strict=True):
            form.write(state, row)
        return memory
