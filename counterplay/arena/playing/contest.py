"""A contest under way: plays what is planned and not yet stored, stores each game as it ends, and says how it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import numpy as np

from counterplay.agents import TimeControl
from counterplay.arena.contest_store import Store, StoredContest
from counterplay.arena.contest_tables import contest_table, games_table
from counterplay.arena.counting.match_statistics import PAIR_SCORES, Standing, standing
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.game_record import GameRecord
from counterplay.arena.playing.contest_settings import GRACE, MEMORY_MB, PATIENCE, Settings, fresh_seed
from counterplay.arena.playing.game_schedule import rounds_for, seatings
from counterplay.arena.playing.game_workers import Workers, play_all
from counterplay.arena.playing.openings import given_openings, parse_openings
from counterplay.arena.playing.referee import Job, dismiss, try_out
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.core import BadParameter, Game
from counterplay.core.text.parameter_kinds import shown
from counterplay.core.text.result_table import ResultTable
from counterplay.games import make_game

Tell = Callable[["Contest"], None]


class PlayOptions(TypedDict, total=False):
    """How the games of a contest are played; `make_settings` has what is usual, `Settings` what each means."""

    openings: str | Sequence[str] | None
    time: TimeControl | None
    sprt: Sprt | None
    seed: int | None
    max_plies: int | None
    grace: float
    patience: float
    memory_mb: float


def make_settings(
    game: Game | str,
    agents: Sequence[Any],
    *,
    kind: str,
    games: int,
    openings: str | Sequence[str] | None = None,
    time: TimeControl | None = None,
    sprt: Sprt | None = None,
    seed: int | None = None,
    max_plies: int | None = None,
    grace: float = GRACE,
    patience: float = PATIENCE,
    memory_mb: float = MEMORY_MB,
) -> Settings:
    """A contest from what people say; refuses what cannot be played. `games` are those of each pairing."""
    playing = make_game(game) if isinstance(game, str) else game
    if not isinstance(playing, Game):
        raise BadParameter(f"a match takes a game, as 'nim' or make_game('nim'), not {shown(playing)}")
    if playing.players < 2:
        raise BadParameter(f"{playing.title_text} has one player, so that nobody can play against anybody")
    if sprt is not None and (playing.players != 2 or len(agents) != 2):
        raise BadParameter("the sequential test is for two agents in a game for two players")
    rounds = rounds_for(playing.players, games)
    where = parse_openings(openings, playing) if isinstance(openings, str | None) else given_openings(openings, playing)
    return Settings(
        kind=kind,
        game=PortableGame.of(playing),
        players=playing.players,
        entrants=tuple(Entrant.of(agent) for agent in agents),
        rounds=rounds,
        seed=fresh_seed() if seed is None else seed,
        openings=where.first(rounds),
        time=time,
        sprt=sprt,
        max_plies=max_plies,
        grace=grace,
        patience=patience,
        memory_mb=memory_mb,
    )


def _try_out(settings: Settings) -> None:
    """Refuse who cannot play before anything is recorded; this also compiles, once, what all workers will load."""
    try:
        for entrant in dict.fromkeys(settings.entrants):
            try_out(settings, entrant)
    except BaseException:
        dismiss()
        raise


def _refuse_changes(row: StoredContest, settings: Settings) -> None:
    """Games by different rules, or of an agent before and after an edit, are not one contest."""
    _refuse_change(row, f"the rules of '{settings.game.text}'", row.settings_values.get("rules"), settings.game.sources())
    agents = row.settings_values.get("agents")
    for entrant in settings.entrants:
        noted = agents.get(entrant.name) if isinstance(agents, dict) else None
        _refuse_change(row, f"the agent '{entrant.name}'", noted, entrant.sources())


def _refuse_change(row: StoredContest, what: str, noted: Any, found: dict[str, str]) -> None:
    """What was stored before digests were noted is taken as it is; a file that is gone is told when it is opened."""
    if not isinstance(noted, dict) or not noted or not found or noted == found:
        return
    changed = ", ".join(name for name in sorted({*noted, *found}) if noted.get(name) != found.get(name))
    raise BadParameter(
        f"match {row.label} cannot be resumed: {what} changed since this match was begun (in {changed}); begin a new one, "
        "or bring the old files back"
    )


class Contest:
    """A match or tournament and what has been played of it."""

    def __init__(self, settings: Settings, store: Store, number: int) -> None:
        """The stored contest of this number, with the games that are there; see `new` and `resumed`."""
        self.settings, self.store, self.id = settings, store, number
        self.planned = settings.planned
        self.games_per_round = len(seatings(settings.players, 0, 1))
        self.records: dict[int, GameRecord] = {record.number: record for record in store.games(number)}
        self.last: GameRecord | None = None  # that has ended
        self.ratio = 0.0  # the sequential test's log likelihood ratio
        self.verdict = ""
        self._tested = 0  # rounds that the test has seen
        self._counts = np.zeros(len(PAIR_SCORES))
        self._test()

    @classmethod
    def new(cls, settings: Settings, store: Store | None = None, name: str = "") -> Contest:
        """A contest that begins, recorded in the store (in memory if there is none)."""
        _try_out(settings)
        kept = Store(None) if store is None else store
        return cls(settings, kept, kept.add(settings, len(settings.planned), name))

    @classmethod
    def resumed(
        cls,
        store: Store,
        which: str | int | None = None,
        *,
        settings: Settings | None = None,
        look_over: Callable[[Contest], None] | None = None,
    ) -> Contest:
        """A stored contest; `settings` where objects of this program play, which no database can hold.

        `look_over` is shown the contest before anything of it is run, and may raise.
        """
        row = store.find(which, unfinished=True)
        contest = cls(settings or row.settings, store, row.id)
        if look_over is not None:
            look_over(contest)
        if not contest.done:
            _refuse_changes(row, contest.settings)
            _try_out(contest.settings)
        return contest

    def run(self, workers: Workers, tell: Tell | None = None) -> None:
        """Play what is missing; everything that has ended is stored, whatever ends this."""
        self.store.lock(self.id)
        try:
            if not self.done:
                with workers:
                    self._play(workers, tell)
            self.store.finish(self.id, self.verdict)
        finally:
            self.store.unlock(self.id)

    def _play(self, workers: Workers, tell: Tell | None) -> None:
        if tell is not None:
            tell(self)
        jobs = (Job(self.settings, planned) for planned in self.planned if planned.number not in self.records)
        for record in play_all(workers, jobs):
            self.store.put(self.id, record)
            self.records[record.number] = self.last = record
            self._test()
            if tell is not None:
                tell(self)
            if self.done:
                return

    @property
    def done(self) -> bool:
        """Whether nothing is left to play."""
        return len(self.records) == len(self.planned) or bool(self.verdict)

    @property
    def counted(self) -> list[GameRecord]:
        """The games that count, in order: where a test has decided, those up to its decision.

        Workers finish games in any order, and others are under way when the test decides; the decision and what it
        rests on must not depend on that.
        """
        last = self._tested if self.verdict else self.settings.rounds
        return [r for _, r in sorted(self.records.items()) if r.round < last]

    def standing(self, pairing: tuple[int, int] = (0, 1)) -> Standing:
        """How two entrants stand against each other."""
        return standing((r for r in self.counted if r.pairing == pairing), self.games_per_round)

    def table(self) -> ResultTable:
        """How it stands: the two agents of a match, or the cross table of a tournament, the strongest first."""
        return contest_table(self)

    def games_table(self) -> ResultTable:
        """The games that count, one a row; `.csv()` and `.records()` hand them on."""
        return games_table(self)

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def _test(self) -> None:
        """Go through the rounds in order, as far as all games of them are there, until the test decides."""
        sprt = self.settings.sprt
        if sprt is None or self.verdict:
            return
        rounds = []
        each = self.games_per_round
        for turn in range(self._tested, self.settings.rounds):
            games = [self.records.get(number) for number in range(turn * each + 1, (turn + 1) * each + 1)]
            scores = [record.score for record in games if record is not None]
            if len(scores) < each:
                break
            rounds.append(sum(scores) / each)
        if not rounds:
            return
        seen = np.array([[float(value == score) for value in PAIR_SCORES] for score in rounds])
        counts = self._counts + np.cumsum(seen, axis=0)
        ratios = sprt.ratio(counts, np.array(PAIR_SCORES))
        for step, ratio in enumerate(ratios):
            self.ratio, self._counts = float(ratio), counts[step]
            self._tested += 1
            self.verdict = sprt.verdict(self.ratio)
            if self.verdict:
                return
