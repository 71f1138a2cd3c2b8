"""Agents by name: every kind leads to an agent that plays, every mistake to one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay import CounterplayError, Limit, OpponentModel, Position, make_agent, make_game
from counterplay.agents import LevelAgent, RandomAgent, SearchAgent, agent_names, refuse_misfit
from counterplay.agents.uci_agent import UciAgent
from counterplay.agents.user_agents import OwnAgent
from counterplay.core import BadParameter, MissingTrait

BAD = {  # name -> words of the sentence
    "": ("there is no agent",),
    "minmax:depth=3": ("did you mean minimax?",),
    "nobody": ("there is no agent 'nobody'", "level"),
    "random:depth=3": ("'depth=3' is no parameter", "seed"),
    "minimax:depth": ("'depth' is no parameter",),
    "minimax:depth=deep": ("depth must be a whole number of at most 18 digits, not 'deep'",),
    "minimax:depth=0": ("leaves nothing to search",),
    "minimax:depth=2,depth=3": ("depth is given twice",),
    "engine:seconds=nan": ("seconds must be a number",),
    "engine:only=magic": ("no enhancement 'magic'",),
    "engine:without=magic": ("no enhancement 'magic'",),
    "engine:tapered=perhaps": ("tapered must be yes or no",),
    "minimax:only=pvs": ("'only=pvs' is no parameter",),
    "level": ("a level is a number from 1 to 10",),
    "level:high": ("a level is a number from 1 to 10",),
    "level:0": ("there is no level 0",),
    "level:11": ("there is no level 11",),
    "level:²": ("a level is a number from 1 to 10",),
    "level:" + 5000 * "9": ("a level is a number from 1 to 10",),
    "level:5,seconds=1": ("only level 10 takes seconds",),
    "level:10,depth=3": ("'depth=3' is no parameter",),
    "model:opponent=clever": ("'clever' is no opponent",),
    "model:opponent=minimax-0": ("a depth from 1 to 999",),
    "model:opponent=minimax-²": ("a depth from 1 to 999",),
    "model:opponent=minimax-" + 5000 * "9": ("a depth from 1 to 999",),
    "model:follow=2": ("from 0 to 1",),
    "model:opponent=random,follow=0.5": ("follows nothing",),
    "uci:": ("needs the command of an engine",),
    "uci:no-such-engine": ("no program 'no-such-engine'",),
    "uci:'": ("no command line",),
    "uci:true?Hash": ("'Hash' is no option",),
    "uci:true?seconds=soon": ("seconds must be a number",),
    "uci:true?nodes=0": ("nodes must be above 0",),
    "missing.py": ("there is no file 'missing.py'",),
    "missing.py:Name": ("there is no file 'missing.py'",),
}


@pytest.mark.parametrize("name", BAD)
def test_a_mistake_in_a_name_is_told_in_one_sentence(name: str) -> None:
    """Catches a bad name that passes, or that fails with anything but a sentence about what was wrong."""
    with pytest.raises(CounterplayError) as caught:
        make_agent(name)
    message = str(caught.value)
    assert "\n" not in message
    for words in BAD[name]:
        assert words in message


@given(st.text(max_size=25) | st.builds("{}:{}".format, st.sampled_from(agent_names()), st.text(max_size=15)))
def test_any_text_is_an_agent_or_a_sentence(text: str) -> None:
    """Catches a name that breaks the reader."""
    try:
        agent = make_agent(text)
    except CounterplayError as error:
        assert str(error)
    else:
        assert agent.name == text.strip()


def test_the_names_of_the_documents() -> None:
    """Catches a name that leads to another agent, limit or option than it says."""
    alpha_beta = make_agent("alphabeta:depth=6")
    assert isinstance(alpha_beta, SearchAgent)
    assert (alpha_beta.algorithm, alpha_beta.limit) == ("alpha_beta", Limit(depth=6))
    engine = make_agent("engine:seconds=1,threads=2,only=pvs+table,tapered=yes", seed=3)
    assert isinstance(engine, SearchAgent)
    assert engine.limit == Limit(seconds=1)
    assert engine.options == {"threads": 2, "only": ["pvs", "table"], "tapered": True, "seed": 3}
    bare = make_agent("engine:only=none")
    assert isinstance(bare, SearchAgent) and bare.options["only"] == []
    model = make_agent("model:depth=2,opponent=minimax-1,follow=0.75")
    assert isinstance(model, SearchAgent)
    assert model.options["model"] == OpponentModel((0.75, 0.25), (1, 0))
    assert isinstance(make_agent("random"), RandomAgent)
    assert isinstance(make_agent("level:9"), LevelAgent)
    assert isinstance(make_agent("level:10"), SearchAgent)
    assert isinstance(make_agent("uci:true"), UciAgent)


@pytest.mark.parametrize(
    "name",
    ["random", "minimax:depth=2", "alphabeta:depth=3", "engine:nodes=200", "mcts:playouts=50", "auto:nodes=100",
     "model:depth=2", "model:depth=2,opponent=random", "level:1", "level:10,nodes=100", "engine:nodes=100,without=table+pvs"],
)  # fmt: skip
def test_named_agents_play(name: str) -> None:
    """Catches an agent that can be named but not used: each plays tic-tac-toe to its end, twice alike from one seed."""
    game = make_game("tic_tac_toe")
    lines = []
    for _ in range(2):
        agent, position = make_agent(name, seed=4), Position(game)
        while position.outcome() is None:
            position = position.play(agent.choose(position))
        lines.append(position.moves())
    assert lines[0] == lines[1]


def test_an_agent_says_which_games_it_cannot_play() -> None:
    """Catches a misfit that is only seen in the middle of a game."""
    for name, game in (("engine", "backgammon"), ("uci:true", "othello"), ("minimax:depth=2", "pig")):
        with pytest.raises(MissingTrait):
            refuse_misfit(make_agent(name), make_game(game))
    refuse_misfit(make_agent("random"), make_game("pig"))
    refuse_misfit(make_agent("level:3"), make_game("backgammon"))


# --- agents of the user's own ---
OWN = """
class Base:
    def choose(self, position):
        return position.choices[0]

class {name}(Base):
    def __init__(self, seed=None):
        self.seed = seed
    def choose(self, position):
        {body}
"""


def own(folder: Path, body: str, name: str = "Mine") -> Path:
    path = folder / "agent.py"
    path.write_text(OWN.format(name=name, body=body), encoding="utf-8")
    return path


def test_a_file_is_an_agent(tmp_path: Path) -> None:
    """Catches a file whose class is not found, not seeded, or whose answer by name is not understood."""
    position = Position(make_game("connect_four"))
    path = own(tmp_path, "return 'd' if False else position.game.action_name(position.state, position.choices[-1])")
    for text in (str(path), f"{path}:Mine"):
        agent = make_agent(text, seed=9)
        assert isinstance(agent, OwnAgent)
        assert agent.name == text and agent.player.seed == 9
        assert agent.choose(position) == position.choices[-1]
    assert make_agent(f"{path}:Base").choose(position) == position.choices[0]


def test_a_file_takes_parameters(tmp_path: Path) -> None:
    """Catches a parameter that is not read as what it is declared, and one that the class does not have."""
    path = tmp_path / "student.py"
    path.write_text(
        "class Student:\n"
        "    def __init__(self, depth: int = 1, seed=None, bold=False):\n"
        "        self.asked = depth, seed, bold\n"
        "    def choose(self, position):\n"
        "        return position.choices[0]\n"
        "NOBODY = Student()\n",
        encoding="utf-8",
    )
    for text, asked in (("depth=2", (2, 9, False)), ("Student,depth=3,seed=4", (3, 4, False)), ("bold=yes", (1, 9, True))):
        agent = make_agent(f"{path}:{text}", seed=9)
        assert isinstance(agent, OwnAgent) and agent.player.asked == asked and agent.name == f"{path}:{text}"
    for text, words in (
        ("width=2", "'width=2' is no parameter; it takes depth=1, seed=None, bold=False"),
        ("depth=deep", "depth must be a whole number, not 'deep'"),
        ("NOBODY,depth=2", "'NOBODY' is an object, not a class, and takes no parameters"),
    ):
        with pytest.raises(CounterplayError, match=words):
            make_agent(f"{path}:{text}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\n", "no class with a method choose"),
        ("class A:\n def choose(self, p): pass\nclass B:\n def choose(self, p): pass\n", "several agents, A, B"),
        ("1 / 0\n", "line 1: ZeroDivisionError"),
        ("class A:\n def __init__(self): raise KeyError('k')\n def choose(self, p): pass\n", "cannot be made at line 2"),
        ("class A:\n def __init__(self, needed): pass\n def choose(self, p): pass\n", "needs a value for needed"),
        ("", "is empty"),
        ("class A(:\n", "line 1"),
    ],
)
def test_files_that_are_no_agents(tmp_path: Path, text: str, words: str) -> None:
    """Catches a fault of the file that is not told with its place."""
    path = tmp_path / "agent.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadParameter, match=words):
        make_agent(str(path))


@pytest.mark.parametrize(
    ("body", "words"),
    [("return None", "chose None"), ("return 1.5", "chose 1.5"), ("return True", "chose True"), ("return 'zz'", "zz"),
     ("return 1 / 0", "failed at line 10 in choose: ZeroDivisionError")],
)  # fmt: skip
def test_what_goes_wrong_in_ones_own_agent(tmp_path: Path, body: str, words: str) -> None:
    """Catches an exception or a strange answer of the user's code that is not told as its own."""
    agent = make_agent(str(own(tmp_path, body)))
    with pytest.raises(CounterplayError, match=words):
        agent.choose(Position(make_game("connect_four")))


def test_an_object_is_an_agent() -> None:
    """Catches an object of a running program that is refused, or something else that is not."""

    class First:
        closed = False

        def choose(self, position: Position) -> int:
            return position.choices[0]

        def close(self) -> None:
            self.closed = True

    player = First()
    agent = make_agent(player)
    assert agent.name == "First" and agent.choose(Position(make_game("nim"))) is not None
    agent.close()  # type: ignore[attr-defined]
    assert player.closed
    with pytest.raises(BadParameter, match="no method choose"):
        make_agent(object())
