"""One game: clocks, dice, forfeits, and the same game from the same seeds."""

from __future__ import annotations

import time

import pytest

from counterplay import CHANCE, Game, Position, make_game
from counterplay.agents import Clock, TimeControl
from counterplay.agents.agent import AgentError
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.game_record import Ending, GameRecord
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.game_workers import Here
from counterplay.arena.playing.match import play_match
from counterplay.arena.playing.referee import Clocks, Forfeit, Job, play_game
from counterplay.arena.playing.tournament import play_tournament
from counterplay.arena.playing.transport import Entrant
from counterplay.core import BadParameter
from counterplay.games.lines.mnk import LineGame, State


def plays(record: GameRecord, game: Game) -> Position:
    position = Position.load(game, record.start)
    for action in record.actions:
        position = position.play(action)
    return position


@pytest.mark.parametrize("spec", ["tic_tac_toe", "backgammon", "pig", "mnk:players=3,width=4,height=4", "chess"])
def test_records_replay_to_their_result(spec: str) -> None:
    """Would catch a record whose moves do not lead to the result that is stored with it, dice and seats included."""
    game = make_game(spec)
    contest = play_match(game, "random", "random", games=6 if game.players == 3 else 2, seed=4, max_plies=300)
    for record in contest.counted:
        end = plays(record, game)
        outcome = end.outcome()
        assert len(record.times) == len(record.actions)
        if record.ending is Ending.RULES:
            assert outcome is not None and outcome.utilities == record.utilities and outcome.reason == record.reason
        else:
            assert record.ending is Ending.LENGTH and set(record.utilities) == {0.0}


def test_rounds_share_openings_and_dice() -> None:
    """Would catch a pair in which one side gets the better dice."""
    game = make_game("backgammon")
    contest = play_match(game, "random", "random", games=4, seed=9)
    rolls = []
    for record in contest.counted:
        line = plays(record, game).line()
        rolls.append([p.action for p in line[1:] if p.previous is not None and p.previous.player == CHANCE][:5])
    assert rolls[0] == rolls[1] != rolls[2] == rolls[3]
    assert contest.records[1].seed == contest.records[2].seed != contest.records[3].seed


def test_same_seed_same_games() -> None:
    """Would catch a game that depends on anything but its seeds, and seeds that make no difference."""
    runs = [play_match("connect_four", "mcts:playouts=20", "random", games=6, seed=s).counted for s in (3, 3, 4)]
    first, again, other = ([r.same_play() for r in run] for run in runs)
    assert first == again != other


def test_more_players_take_every_seat() -> None:
    """Would catch a tournament of a game for three that leaves seats empty or scores them wrongly."""
    contest = play_tournament("mnk:players=3,width=4,height=4", ["random", "max_n:depth=1", "random"], games=6, seed=1)
    assert len(contest.records) == 18
    for record in contest.counted:
        assert set(record.seats) == set(record.pairing) and len(record.seats) == 3
        assert 0 <= record.score <= 1
    assert contest.standing((0, 1)).rounds == 1


def settings(**options: object) -> Settings:
    return make_settings("tic_tac_toe", ["random", "random"], kind="match", games=2, seed=1, **options)  # type: ignore[arg-type]


def test_long_games_are_drawn() -> None:
    """Would catch a game without an end that holds the match up, or a limit that is off by one."""
    contest = Contest.new(settings(max_plies=5))
    contest.run(Here())
    for record in contest.counted:
        if record.ending is Ending.LENGTH:
            assert len(record.actions) == 5 and record.score == 0.5


def test_clocks_run_and_gain() -> None:
    """Would catch increments that are lost, grace that adds up, or a flag that falls too early or too late."""
    clocks = Clocks(TimeControl(base=10.0, increment=1.0), 2, grace=0.1, patience=60.0)
    clocks.spend(0, 4.0)
    assert clocks.clock(0) == Clock(remaining=7.0, increment=1.0, others=(10.0,))
    assert clocks.clock(1) == Clock(remaining=10.0, increment=1.0, others=(7.0,))
    clocks.spend(0, 7.05)  # late by less than the grace: the clock stands at nothing, and gains
    assert clocks.clock(0) == Clock(remaining=1.0, increment=1.0, others=(10.0,))
    with pytest.raises(Forfeit) as late:
        clocks.spend(0, 1.2)
    assert late.value.ending is Ending.TIME
    each = Clocks(TimeControl(per_move=0.5), 2, grace=0.1, patience=60.0)
    each.spend(0, 0.55)
    each.spend(0, 0.55)
    with pytest.raises(Forfeit):
        each.spend(0, 0.61)
    assert Clocks(None, 2, 0.1, 60.0).allowed(0) == 60.0


class Stub:
    """An agent of counterplay's own, as far as the referee knows."""

    name = "stub"

    def __init__(self, seed: int | None = None) -> None:
        self.clocks: list[Clock] = []

    def choose(self, position: Position) -> int:
        return position.choices[0]

    def on_clock(self, clock: Clock) -> None:
        self.clocks.append(clock)


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> list[Stub]:
    """Every agent made is a Stub, and can be looked at here."""
    made: list[Stub] = []

    def make(entrant: Entrant, seed: int) -> Stub:
        made.append(Stub())
        return made[-1]

    monkeypatch.setattr(Entrant, "make", make)
    return made


def test_agents_are_told_their_time(seated: list[Stub]) -> None:
    """Would catch agents that never learn how much time they have."""
    timed = settings(time=TimeControl(base=60.0, increment=2.0))
    play_game(Job(timed, timed.planned[0]))
    first = seated[0].clocks
    assert first[0].remaining == 60.0 and first[0].increment == 2.0 and first[0].others == (60.0,)
    assert all(c.remaining is not None and c.remaining > 60.0 for c in first[1:])


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        (99, Ending.ILLEGAL),
        ("a1", Ending.RUBBISH),
        (True, Ending.RUBBISH),
        (None, Ending.RUBBISH),
        (1.0, Ending.RUBBISH),
        (RuntimeError("no"), Ending.CRASH),
        (MemoryError(), Ending.MEMORY),
        (AgentError("waited in vain", "hang"), Ending.HANG),
        (AgentError("no such move", "illegal"), Ending.ILLEGAL),
    ],
)
def test_failing_inside_loses_too(seated: list[Stub], monkeypatch: pytest.MonkeyPatch, answer: object, ending: Ending) -> None:
    """Would catch a fault of an agent in the referee's own process that stops the match."""

    def choose(self: Stub, position: Position) -> object:
        if position.player == 0:
            if isinstance(answer, BaseException):
                raise answer
            return answer
        return position.choices[0]

    monkeypatch.setattr(Stub, "choose", choose)
    job = Job(settings(openings="start"), settings().planned[0])
    record = play_game(job)
    assert (record.ending, record.loser, record.utilities) == (ending, 0, (-1.0, 1.0))


def test_late_inside(seated: list[Stub], monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch an agent in the referee's own process whose time is not measured."""

    def choose(self: Stub, position: Position) -> int:
        time.sleep(0.3)
        return position.choices[0]

    monkeypatch.setattr(Stub, "choose", choose)
    timed = settings(time=TimeControl(per_move=0.05), openings="start")
    record = play_game(Job(timed, timed.planned[0]))
    assert record.ending is Ending.TIME and record.loser == 0 and record.actions == ()


def test_timed_games_end_in_time() -> None:
    """Would catch searches that ignore the clock: a whole game on it, nobody late (the grace allows for a busy machine)."""
    contest = play_match(
        "connect_four", "engine", "mcts", games=2, seed=1, time=TimeControl(base=0.6, increment=0.05), grace=2.0
    )
    assert all(record.ending is Ending.RULES for record in contest.counted)
    contest = play_match("connect_four", "engine", "random", games=2, seed=1, time=TimeControl(per_move=0.05), grace=2.0)
    assert all(record.ending is Ending.RULES for record in contest.counted)


def test_faults_of_the_rules_are_no_agents_fault() -> None:
    """Would catch a game that is scored although its rules broke down, or a traceback about it."""

    class Broken(LineGame):
        def terminal(self, s: State) -> bool:
            if s.ply == 5:
                raise KeyError("lost")
            return bool(super().terminal(s))

    with pytest.raises(BadParameter, match="rules failed with KeyError"):
        play_match(Broken(), "random", "random", games=2, seed=1)


def test_agents_that_do_not_fit_are_refused() -> None:
    """Would catch a match that loses all its games to an algorithm that cannot play this kind of game."""
    with pytest.raises(ValueError, match="star2 works"):
        play_match("backgammon", "engine", "random", games=2)
    with pytest.raises(BadParameter, match="one player"):
        play_match("2048", "random", "random", games=2)
    with pytest.raises(BadParameter, match="no agent 'nobody'"):
        play_match("tic_tac_toe", "nobody", "random", games=2)
    with pytest.raises(BadParameter, match="two agents in a game for two"):
        make_settings("tic_tac_toe", ["random"] * 3, kind="round robin", games=2, sprt=Sprt())
