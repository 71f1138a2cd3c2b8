"""Numbers beyond everything: refused in one sentence, before anything is started or stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from counterplay import Limit, make_game, search_position, trace_search
from counterplay.agents import make_agent
from counterplay.agents.time_control import Clock
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.playing.game_schedule import MOST_GAMES, rounds_for
from counterplay.core import BadParameter
from counterplay.core.limit import LONGEST_SECONDS, MOST_THREADS
from counterplay.core.text.parameter_kinds import shown
from counterplay.protocols.uci_go import read_go
from counterplay.search.engine import driver
from counterplay.search.mcts.mcts_session import Session
from counterplay.solve import solve_position
from tests.cli.conftest import assert_refused

Run = Callable[..., Result]
HUGE = "1" + "0" * 20
DIGITS = "9" * 5000  # more than Python reads
LONG = "9" * 400  # more than fit into a float
MATCH = ("match", "nim", "random", "random", "--games", "2")


@pytest.mark.parametrize(
    "words",
    [
        ("analyze", "nim", "--seconds", "1e300"),
        ("analyze", "nim", "--seconds", "inf"),
        ("analyze", "nim", "--nodes", HUGE),
        ("analyze", "nim", "--depth", HUGE),
        ("analyze", "nim", "--playouts", HUGE, "--algorithm", "mcts"),
        ("analyze", "nim", "--threads", HUGE),
        ("analyze", "nim", "--nodes", DIGITS),
        ("match", "nim", "random", "random", "--games", HUGE),
        (*MATCH, "--workers", HUGE),
        (*MATCH, "--seconds-per-move", "1e300"),
        (*MATCH, "--seconds-per-move", "inf"),
        (*MATCH, "--clock", "1e300+1"),
        (*MATCH, "--clock", "1+1e300"),
        (*MATCH, "--max-plies", HUGE),
        (*MATCH, "--grace", "1e300"),
        (*MATCH, "--move-limit", "inf"),
        (*MATCH, "--memory", "1e300"),
        (*MATCH, "--sprt", "elo0=0,elo1=1e300"),
        (*MATCH, "--openings", f"random:{DIGITS}"),
        ("ladder", "nim", "--nodes", HUGE),
        ("ladder", "nim", "--seconds", "1e300"),
        ("tree", "[1,2]", "--depth", HUGE),
        ("tree", "[[1,2],[3,4]]", "--algorithm", "tapered", "--branches", HUGE),
        ("tree", "[[1,2],[3,4]]", "--algorithm", "opponent_model", "--model", f"minimax:{HUGE}=1"),
        ("tree", "[[1,2],[3,4]]", "--algorithm", "opponent_model", "--model", f"minimax:{DIGITS}=1"),
        ("tree", f"[{LONG}, 2]"),
        ("tree", f"{{{LONG}: 1, 1/2: 2}}"),
        ("growth", "--nodes", HUGE),
        ("exercise", "new", "minimax", "--depth", HUGE),
        ("exercise", "new", "minimax", "--seed", HUGE),
        ("solve", "nim:heaps=1-2", "--memory", "1e300"),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_on_the_command_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    """Would catch a number that overflows in native code, ends a timer's thread, or fills the memory with a plan."""
    monkeypatch.setenv("COUNTERPLAY_DB", str(tmp_path / "arena.db"))
    assert_refused(run(*words))
    assert not (tmp_path / "arena.db").exists()


@pytest.mark.parametrize(
    "name",
    [
        f"engine:threads={HUGE}",
        "engine:threads=0",
        "engine:threads=1025",
        "level:10,threads=1000000",
        "engine:seconds=1e300",
        "engine:seconds=inf",
        f"engine:nodes={HUGE}",
        f"minimax:depth={HUGE}",
        f"mcts:playouts={HUGE}",
        f"mcts:playout_plies={HUGE}",
        f"mcts:capacity={HUGE}",
        f"random:seed={DIGITS}",
        f"level:{DIGITS}",
        f"model:opponent=minimax-{HUGE}",
        f"model:opponent=minimax-{DIGITS}",
        "uci:true?seconds=1e300",
        f"uci:true?nodes={HUGE}",
        "uci:true?patience=1e300",
    ],
    ids=lambda name: name[:50],
)
def test_in_names_of_agents(name: str) -> None:
    """Would catch an agent that is made, and fails, hangs or starts a million threads when it is to move."""
    with pytest.raises(BadParameter):
        make_agent(name)


@pytest.mark.parametrize("niceness", [DIGITS, "20", "-5", "low"], ids=lambda text: text[:5])
def test_in_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch, niceness: str) -> None:
    """Would catch a traceback before the command has begun, and a priority that only an administrator may take."""
    monkeypatch.setenv("COUNTERPLAY_NICE", niceness)
    assert_refused(run("games"), "COUNTERPLAY_NICE is a whole number from 0 to 19")


NAN, INF, VAST = float("nan"), float("inf"), 10**5000  # the last has more digits than Python writes


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        *(("engine", {"threads": n}) for n in (10**20, MOST_THREADS + 1, -1, VAST, -VAST, NAN, 2.0, "2", True, None)),
        *(("engine", {"lines": n}) for n in (10**20, 0, VAST, INF, "2", False, [1])),
        *(("engine", {"seed": n}) for n in (10**20, -VAST, 1.5, "1")),
        *(("engine", {"table_mb": n}) for n in (VAST, -VAST, 1e300, NAN, INF, 0, -1, "1", True, 1j)),
        *(("engine", {"table": t}) for t in (1, [0] * 16, np.zeros(16), np.zeros(20, np.int64), np.zeros((4, 4), np.int64))),
        *(("engine", {"tapered": t}) for t in (1, "yes", None)),
        *(("engine", {"only": t}) for t in (1, [1])),
        *(("engine", {"age": t}) for t in (VAST, 0.5)),
        *(("engine", {"patience": t}) for t in (NAN, INF, "1")),
        *(("mcts", {"capacity": n}) for n in (10**17, VAST, -1, 0, NAN, "1")),
        *(("mcts", {"exploration": n}) for n in (1e300, VAST, NAN, INF, -1, "1", None)),
        *(("mcts", {"playout_plies": n}) for n in (10**20, VAST, -1, 1.5, None)),
        *(("mcts", {"session": n}) for n in (1, "x")),
        *(("tapered", {"branches": n}) for n in (10**20, VAST, 0, 1.5)),
        *(("minimax", {"trace": n}) for n in (1, [])),
        *(("minimax", {"interpreted": n}) for n in (1, "no")),
        *((n, {}) for n in (1, None, b"engine")),
        *(("auto", {"table_mb": n}) for n in (VAST, NAN)),
    ],
    ids=lambda value: shown(value)[:60],
)
def test_in_python(monkeypatch: pytest.MonkeyPatch, algorithm: Any, options: dict[str, Any]) -> None:
    """Would catch an option that only the command line looks at: a million threads, a crash in native code, a traceback."""
    monkeypatch.setattr(driver, "open_walk", lambda *_: pytest.fail("the search was begun"))
    with pytest.raises(BadParameter) as refusal:
        search_position(make_game("nim"), None, Limit(nodes=1, playouts=1), algorithm, **options)
    assert len(str(refusal.value)) < 300 and "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", ["depth", "nodes", "seconds", "playouts"])
@pytest.mark.parametrize(
    "bound", [10**20, VAST, -VAST, -1, 0, NAN, INF, 1j, "1", True, [1]], ids=lambda value: shown(value)[:20]
)
def test_limits_in_python(name: str, bound: Any) -> None:
    """Would catch a bound that overflows in native code, ends a timer's thread, or cannot even be told in a sentence."""
    with pytest.raises(BadParameter):
        Limit(**{name: bound})


@pytest.mark.parametrize(
    "call",
    [
        lambda: search_position("nim"),  # type: ignore[arg-type]
        lambda: search_position(make_game("nim"), None, 5),  # type: ignore[arg-type]
        lambda: trace_search(make_game("nim"), capacity=10**20),
        lambda: trace_search(make_game("nim"), capacity="1"),  # type: ignore[arg-type]
        lambda: trace_search(make_game("nim"), depth=VAST),
        lambda: trace_search(make_game("nim"), branchs=3),
        lambda: Session(make_game("nim"), VAST),
        lambda: Session(make_game("nim"), 1.5),  # type: ignore[arg-type]
        lambda: solve_position(make_game("nim"), table_mb=VAST),
        lambda: solve_position(make_game("nim"), table_mb=NAN),
    ],
)
def test_other_doors_in_python(call: Callable[[], object]) -> None:
    """Would catch a way around the checks: what is no game or no limit, a trace, a tree or a table beyond all memory."""
    with pytest.raises(BadParameter):
        call()


def test_what_is_large_but_sensible() -> None:
    """Would catch limits that are refused although a patient user may want them."""
    for name in (
        "engine:threads=64",
        "engine:seconds=1000000",
        f"engine:nodes={10**15}",
        "minimax:depth=500",
        "random:seed=4294967295",
    ):
        make_agent(name)
    assert search_position(
        make_game("nim:heaps=1-2"), None, Limit(), threads=np.int64(2), lines=1_000_000, table_mb=1
    ).value.proven
    assert rounds_for(2, MOST_GAMES) == MOST_GAMES // 2
    assert Sprt(-50, 400).elo1 == 400


def test_games_for_many_players() -> None:
    """Would catch a billion seatings being counted one by one."""
    with pytest.raises(BadParameter, match=r"a game for 30 has 1,073,741,822 seatings"):
        rounds_for(30, 100)


def test_other_programs_may_say_what_they_like() -> None:
    """Would catch a graphical program's idea of no limit (a huge depth, clock or time) ending the search before it begins."""
    go, complaints = read_go(f"depth {HUGE} wtime {HUGE} btime {HUGE} movetime {HUGE}".split())
    limit = go.limit(0, 0.1)
    assert not complaints and limit.depth == 1_000_000 and limit.seconds == LONGEST_SECONDS
    assert Clock(remaining=1e15).budget == Clock(per_move=1e15).budget == LONGEST_SECONDS
