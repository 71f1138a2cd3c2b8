"""Searches of the user's own: from a file or registered, by the same way in as the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from counterplay import (
    CounterplayError,
    Limit,
    Position,
    Search,
    algorithm_names,
    make_agent,
    make_game,
    search_algorithm,
    search_position,
)
from counterplay.core import MissingTrait
from counterplay.search.api import ALGORITHMS
from counterplay.search.user_searches import load_search

GAME = make_game("nim:heaps=1-2")
LAST = """
from counterplay import search_algorithm

@search_algorithm(players=2)
def {name}(task):
    'Always the last action.'
    {body}
"""


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """What a test registers is gone after it."""
    before = dict(ALGORITHMS)
    yield
    ALGORITHMS.clear()
    ALGORITHMS.update(before)


def written(folder: Path, name: str = "last_action", body: str = "return task.actions[-1]") -> str:
    path = folder / "mysearch.py"
    path.write_text(LAST.format(name=name, body=body), encoding="utf-8")
    return str(path)


def test_a_registered_function_is_found_by_its_name() -> None:
    """Catches a user's search that the way in does not know, or whose answer is not its own."""

    @search_algorithm(chance=False)
    def first_and_better(task: Any) -> Iterator[Any]:
        """Two answers, the second one better."""
        yield task.actions[0]
        yield task.actions[-1], 0.5

    assert "first_and_better" in algorithm_names()
    position = Position(GAME)
    reports = list(Search(position, Limit(seconds=9), "first-and-better").reports())
    assert [r.action for r in reports] == [position.choices[0], position.choices[-1]]
    assert (reports[1].value.score, reports[1].algorithm) == (0.5, "first_and_better")
    assert search_position(GAME, position, algorithm=first_and_better).action == position.choices[-1]
    with pytest.raises(MissingTrait, match=r"first_and_better cannot search Pig: it knows no chance nodes.*; star2 works"):
        search_position(make_game("pig"), algorithm=first_and_better)


def test_a_file_is_a_search_and_an_agent(tmp_path: Path) -> None:
    """Catches a file that only works in one of the two places, and limits that do not reach it."""
    text = written(tmp_path)
    position = Position(GAME)
    assert Search(position, Limit(), load_search(text)).result().action == position.choices[-1]
    agent = make_agent(f"{text}:depth=2")
    assert (agent.name, agent.choose(position)) == (f"{text}:depth=2", position.choices[-1])
    with pytest.raises(CounterplayError, match="'width=2' is no parameter; it takes depth="):
        make_agent(f"{text}:width=2")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 99", "chose 99, which is not legal in"),
        ("return 'up'", r"gave 'up'; it gives an action, \(action, value\) or a Report"),
        ("return 1 / 0", "failed at line 7: ZeroDivisionError"),
    ],
)
def test_what_goes_wrong_in_it_is_a_sentence(body: str, words: str, tmp_path: Path) -> None:
    """Catches a trace through our own code where a student's function is wrong, and an illegal action that is played."""
    with pytest.raises(CounterplayError, match=f"the search last_action {words}"):
        Search(Position(GAME), Limit(depth=1), load_search(written(tmp_path, body=body))).result()


def test_files_without_one_search_are_refused(tmp_path: Path) -> None:
    """Catches a guess at which function is meant, and a name that would hide a search of ours."""
    with pytest.raises(CounterplayError, match="there is a search 'minimax' already; give your function another name"):
        load_search(written(tmp_path, "minimax"))
    path = Path(written(tmp_path))
    path.write_text(path.read_text() + LAST.format(name="other", body="pass").replace("last", "other"), encoding="utf-8")
    with pytest.raises(CounterplayError, match="has several searches, last_action, other; name one, as in"):
        load_search(str(path))
    assert load_search(f"{path}:other").name == "other"
    with pytest.raises(CounterplayError, match="has no search 'third'; it has last_action, other"):
        load_search(f"{path}:third")
    path.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(CounterplayError, match="has no function marked @search_algorithm"):
        load_search(str(path))


def test_a_name_never_leads_to_a_file(tmp_path: Path) -> None:
    """Catches code that comes over the wire: the studio hands the names it is sent to Search."""
    with pytest.raises(CounterplayError, match="there is no algorithm"):
        Search(Position(GAME), Limit(), written(tmp_path))
