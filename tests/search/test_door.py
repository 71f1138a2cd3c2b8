"""One door to every algorithm: what fits is searched, what does not is refused in one sentence."""

from __future__ import annotations

import pytest

from counterplay import CHANCE, CounterplayError, Limit, Position, game_names, make_game, search, stream
from counterplay.search.door import ALGORITHMS, choose, fits

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
        search(position.game, position, Limit(depth=1), name)
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
        search(make_game("tic_tac_toe"), limit=Limit(depth=1), **options)  # type: ignore[arg-type]


def test_nothing_to_decide_is_said() -> None:
    """Catches a search of a finished game or of a roll of dice."""
    game = make_game("tic_tac_toe")
    over = Position(game)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        over = over.play(move)
    with pytest.raises(CounterplayError, match="over"):
        search(game, over)
    pig = make_game("pig")
    with pytest.raises(CounterplayError, match="chance decides"):
        search(pig, Position(pig).play("roll"))


def test_closing_a_stream_stops_the_search() -> None:
    """Catches a search that goes on after nobody listens: the next one would compete with it."""
    reports = stream(make_game("connect_four"), limit=Limit(seconds=60))
    first = next(reports)
    reports.close()
    assert first.depth == 1
