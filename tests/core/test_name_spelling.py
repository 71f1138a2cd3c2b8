"""Algorithms by name: the same names everywhere, however they are written."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from counterplay.agents import agent_names, make_agent
from counterplay.agents.agent import SearchAgent
from counterplay.cli.main import commands
from counterplay.core import BadParameter
from counterplay.core.text.name_spelling import spelt
from counterplay.games import make_game
from counterplay.lessons import walkthrough
from counterplay.search import algorithm_names
from counterplay.search.api import find_algorithm

SPELLINGS = {
    "alpha_beta": ["alpha-beta", "alphabeta", "Alpha_Beta", "AlphaBeta", "ALPHA BETA", "alpha–beta", " alpha_beta "],
    "max_n": ["maxn", "max-n", "Max^N", "max n"],
    "star1": ["Star-1", "star 1"],
    "negamax_alpha_beta": ["negamax-alpha-beta", "NegamaxAlphaBeta"],
}
CASES = [(name, text) for name, texts in SPELLINGS.items() for text in texts]


def test_no_two_names_are_one() -> None:
    """Would catch a new algorithm whose name means an older one."""
    names = [*agent_names()]
    assert [spelt(name.replace("_", "-").upper(), names) for name in names] == names
    assert spelt("alpa_beta", names) == "alpa_beta" and spelt("./random", names) == "./random"


@pytest.mark.parametrize(("name", "text"), CASES)
def test_everywhere_the_same(name: str, text: str) -> None:
    """Would catch a place that knows fewer spellings than the others: the searches, or the agents."""
    assert name in algorithm_names()
    game = make_game("pig" if name == "star1" else "nim")
    assert find_algorithm(text, game).name == name
    agent = make_agent(f"{text}:depth=2")
    assert isinstance(agent, SearchAgent) and agent.algorithm == name


@pytest.mark.parametrize("text", ["Auto", "RANDOM", "Level:3"])
def test_other_agents(text: str) -> None:
    """Would catch capitals that matter where they did not before."""
    assert make_agent(text).name == text
    with pytest.raises(BadParameter, match="there is no agent 'randon'; did you mean random"):
        make_agent("randon")


@pytest.mark.parametrize("text", SPELLINGS["alpha_beta"])
def test_on_the_command_line(text: str) -> None:
    """Would catch a command that has names of its own."""

    def tell(*words: str) -> str:
        result = CliRunner().invoke(commands, list(words))
        assert result.exit_code == 0, result.stderr
        return result.stdout

    assert "found by alpha_beta" in tell("tree", "[[3,12],[2,4]]", "--algorithm", text)
    assert "kind alpha_beta" in tell("exercise", "new", text, "--seed", "1")
    assert walkthrough([[3, 12], [2, 4]], algorithm=text).algorithm == "alpha_beta"
