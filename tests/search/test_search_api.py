"""Every algorithm is reached in the same way: what fits is searched, what does not is refused in one sentence."""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from search_toys import ListGame

from counterplay import (
    CHANCE,
    CounterplayError,
    Game,
    Limit,
    Position,
    Search,
    game_names,
    make_game,
    search_position,
    stream_position,
)
from counterplay.core import BadParameter, MissingTrait
from counterplay.lessons import random_tree
from counterplay.search.api import ALGORITHMS, choose, fits

KINDS = ["tic_tac_toe", "pig:target=10", "2048:width=2,height=2", "mnk:players=3"]


def first_decision(spec: str) -> Position:
    """The first position in which a player decides."""
    position = Position(make_game(spec))
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    return position


@pytest.mark.parametrize("spec", KINDS)
@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_an_algorithm_that_does_not_fit_refuses_in_one_sentence(name: str, spec: str) -> None:
    """Catches a search of a kind of game it gets wrong, and a refusal that does not say what would work."""
    position = first_decision(spec)
    if fits(name, position.game):
        return
    with pytest.raises(CounterplayError) as refusal:
        search_position(position.game, position, Limit(depth=1), name)
    sentence = str(refusal.value)
    assert name in sentence and position.game.title_text in sentence and "works" in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("name", game_names())
def test_auto_finds_an_algorithm_for_every_game(name: str) -> None:
    """Catches a game of the catalogue that nothing searches by default."""
    game = make_game(name)
    assert fits(choose(game), game)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "oracle"}, "no algorithm 'oracle'"),
        ({"table_mb": 1e9}, "does not fit"),
        ({"without": ["magic"]}, "no enhancement 'magic'"),
    ],
)
def test_bad_requests_are_sentences(options: dict[str, object], words: str) -> None:
    """Catches an unknown name that is ignored, and a table that takes the machine down."""
    with pytest.raises(CounterplayError, match=words):
        search_position(make_game("tic_tac_toe"), limit=Limit(depth=1), **options)  # type: ignore[arg-type]


def test_nothing_to_decide_is_said() -> None:
    """Catches a search of a finished game or of a roll of dice."""
    game = make_game("tic_tac_toe")
    over = Position(game)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        over = over.play(move)
    with pytest.raises(CounterplayError, match="over"):
        search_position(game, over)
    pig = make_game("pig")
    with pytest.raises(CounterplayError, match="chance decides"):
        search_position(pig, Position(pig).play("roll"))


def test_closing_a_stream_stops_the_search() -> None:
    """Catches a search that goes on after nobody listens: the next one would compete with it."""
    reports = stream_position(make_game("connect_four"), limit=Limit(seconds=60))
    first = next(reports)
    reports.close()
    assert first.depth == 1


def test_leaving_the_loop_stops_the_search_and_keeps_its_answer() -> None:
    """Catches a search that runs on, an answer that is lost with the loop, and a second run that would mix with the first."""
    search = Search(Position(make_game("connect_four")), Limit(seconds=60))
    first = next(iter(search.reports()))
    assert search.task.stopped and search.result() is first
    with pytest.raises(CounterplayError, match="a search runs once"):
        next(search.reports())


def test_a_search_that_is_stopped_first_answers_at_once() -> None:
    """Catches a stop that comes before the search and is forgotten: the command would wait for a minute."""
    position = Position(make_game("connect_four"))
    search = Search(position, Limit(seconds=60))
    search.stop()
    assert search.result().action in position.choices and search.task.seconds < 30


@pytest.mark.parametrize("other", ["hex:size=3", "nim:heaps=1-2"])
def test_a_position_of_another_game_is_refused(other: str) -> None:
    """Catches rules that are asked about states they do not know, which gives garbage or a crash of native code."""
    game, position = make_game("nim"), Position(make_game(other))
    with pytest.raises(BadParameter, match=f"this is a position of {other}, but nim is searched; give a position of nim"):
        search_position(game, position)
    with pytest.raises(BadParameter, match="is no state of nim, whose states are like State"):
        search_position(game, make_game("hex").initial())
    with pytest.raises(BadParameter, match="a search takes a position, as Position"):
        Search(game)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_threads_are_used_or_refused(name: str) -> None:
    """Catches threads that are asked for, silently ignored, and thought to be at work."""
    position = next(p for p in map(first_decision, KINDS) if fits(name, p.game))
    if name in ("engine", "mcts"):
        assert len(Search(position, Limit(depth=1), name, threads=2).task.controls) == 2
        return
    with pytest.raises(BadParameter, match=f"{name} searches on one thread, so it cannot take threads=2"):
        Search(position, Limit(depth=1), name, threads=2)


class Bargain(Game):
    """Two players whose gains do not add up to zero; nothing of it is ever played."""

    zero_sum = False


class Secret(Game):
    """Two players, one of whom hides something."""

    hidden = True


class Alone(Game):
    """One player, no chance."""

    players = 1


@pytest.mark.parametrize("name", list(ALGORITHMS))
@pytest.mark.parametrize("game", [Bargain(), Secret(), Alone()], ids=lambda game: game.title_text)
def test_refusals_name_the_missing_trait(game: Game, name: str) -> None:
    """Catches a kind of game that is not in the catalogue yet, searched all the same or refused without a reason."""
    if fits(name, game):
        return
    with pytest.raises(MissingTrait) as refusal:
        search_position(game, None, Limit(depth=1), name)
    sentence = str(refusal.value)
    assert sentence.startswith(f"{name} cannot search {game.title_text}: it ")
    traits = {"Bargain": ("zero-sum", "1, and"), "Secret": ("hidden", "1, and"), "Alone": ("1 player",)}[game.title_text]
    assert any(trait in sentence for trait in traits)
    if game.hidden:
        assert sentence.endswith("; no algorithm here takes it")
    else:
        instead = sentence.rpartition("; ")[2].removesuffix(" works")
        assert fits(instead, game)


def test_hidden_information_is_refused_by_all() -> None:
    """Catches an algorithm that would look at what a player cannot see."""
    assert not [name for name in ALGORITHMS if fits(name, Secret())]
    with pytest.raises(MissingTrait, match="no search here takes Secret: it has hidden information"):
        search_position(Secret())


@pytest.mark.parametrize("bounds", [{"depth": 0}, {"nodes": 0}, {"seconds": 0.0}, {"playouts": -1}, {"depth": 1.5}])
def test_limits_that_leave_nothing(bounds: dict[str, Any]) -> None:
    """Catches a search that may spend nothing and would have no answer."""
    with pytest.raises(BadParameter):
        Limit(**bounds)


@pytest.mark.parametrize(
    ("algorithm", "option"),
    [("engine", "priors"), ("mcts", "table_mb"), ("minimax", "only"), ("star2", "without"), ("auto", "colour")],
)
def test_options_of_others_are_refused(algorithm: str, option: str) -> None:
    """Catches an option that has no effect, and a caller who does not learn that."""
    with pytest.raises(BadParameter, match=f"{algorithm} takes no option '{option}'; it takes lines, threads, seed"):
        search_position(make_game("mnk"), None, Limit(depth=1, playouts=1), algorithm, **{option: 1})


def test_auto_takes_the_options_of_whatever_it_chooses() -> None:
    """Catches a refusal of an option that another algorithm, chosen for another game, would take."""
    position = first_decision("pig:target=10")
    assert search_position(position.game, position, Limit(depth=2), table_mb=1.0).algorithm == "star2"


INTERPRETED = [
    "auto",
    "engine",
    "mcts",
    "minimax",
    "minimax_value",
    "alpha_beta",
    "negamax_alpha_beta",
    "max_n_pruned",
    "star2",
]


@pytest.mark.filterwarnings("ignore:ListGame")
@pytest.mark.parametrize("algorithm", INTERPRETED)
def test_a_game_that_cannot_be_compiled_is_searched(algorithm: str) -> None:
    """Catches a search that only works natively: the states of this game are dictionaries."""
    for seed in range(3):
        game = ListGame(random_tree(seed, 3, 4))
        expected = search_position(game, None, Limit(), "minimax_value").value.score
        report = search_position(game, None, Limit(playouts=3000) if algorithm == "mcts" else Limit(), algorithm)
        # Monte Carlo search averages utilities that are brought to 0..1 and back.
        assert report.value.score == pytest.approx(expected, abs=1e-9 if algorithm == "mcts" else 0.0)
        assert report.value.proven


def test_the_fallback_is_said_once() -> None:
    """Catches silence where a user would wonder about the speed, and a warning at every single search."""

    class Unheard(ListGame):
        pass

    with pytest.warns(UserWarning, match="Unheard.initial returns a dict; a state that compiles is a NamedTuple"):
        search_position(Unheard([[1, 2], [3, 4]]), None, Limit(depth=2), "engine")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search_position(Unheard([[1, 2], [3, 4]]), None, Limit(depth=2), "engine")


# The most nodes or playouts are far beyond what a twentieth of a second allows, and are done within seconds all the same.
@pytest.mark.parametrize(("algorithm", "most"), [("engine", 20_000_000), ("mcts", 3_000_000), ("alpha_beta", 300_000_000)])
def test_a_search_off_the_main_thread_is_the_same_search(algorithm: str, most: int) -> None:
    """Catches an answer, or a clock that is not kept, where no second thread is started because nobody can press Ctrl-C."""
    game = make_game("connect_four")
    limits = (Limit(nodes=5_000, playouts=500), Limit(seconds=0.05, nodes=most, playouts=most), Limit(nodes=1, playouts=1))
    with ThreadPoolExecutor(1) as pool:
        elsewhere = [pool.submit(search_position, game, None, limit, algorithm, seed=1).result(timeout=120) for limit in limits]
    here = [search_position(game, None, limit, algorithm, seed=1) for limit in limits]
    for one, other in zip(here[::2], elsewhere[::2], strict=True):
        assert (one.action, one.value, one.nodes, one.variation) == (other.action, other.value, other.nodes, other.variation)
    assert here[0] != here[2] and here[1].action in Position(game).choices
    assert elsewhere[1].action in Position(game).choices and elsewhere[1].nodes < most / 2
