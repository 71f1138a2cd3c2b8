"""Games and agents in a form that travels to another process or machine: by name where they have one, else pickled.

A name says what it leads to in every process; an object of the user's own is pickled (by cloudpickle, which joblib brings
along and which takes classes of the main program, too), and is only ever unpickled by processes that the same user
started, never read from a database.
"""

from __future__ import annotations

import base64
import functools
import inspect
import os
import pickle
import sys
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from counterplay.agents import Agent, make_agent
from counterplay.agents.agent_names import starts_program, weight_files
from counterplay.agents.user_agents import split_path as split_agent
from counterplay.agents.weight_file import read_weights
from counterplay.core import BadParameter, Game
from counterplay.core.files.sibling_modules import source_digests
from counterplay.core.files.user_file import describe
from counterplay.games import make_game
from counterplay.games.catalogue import named_text, split_path


@dataclass(frozen=True)
class PortableGame:
    """A game: `text` is what `make_game` takes, or, where `pickled` is not empty, what to call it."""

    text: str
    pickled: str = ""  # base64

    @classmethod
    def of(cls, game: Game) -> PortableGame:
        """From a game: one in a file is named by its path, one that is nowhere but in memory is pickled."""
        text = named_text(game)
        return cls(text) if text is not None else cls(game.spec, pickled_text(game, f"the game {game!r}"))

    def sources(self) -> dict[str, str]:
        """Digests of the files that the rules of a game in a file stand in; those of the catalogue come with counterplay."""
        return source_digests(split_path(self.text.strip())[0]) if self.file else {}

    @property
    def file(self) -> bool:
        """Whether its rules are in a Python file of somebody's own."""
        return not self.pickled and split_path(self.text.strip())[0].suffix == ".py"

    def open(self) -> Game:
        """The game; the same object each time, so that what is compiled for it serves again."""
        return _opened(self)


@functools.lru_cache(maxsize=16)
def _opened(portable: PortableGame) -> Game:
    if not portable.pickled:
        return make_game(portable.text)
    game: Game = pickle.loads(base64.b64decode(portable.pickled))
    return game


@dataclass(frozen=True)
class Entrant:
    """Someone who plays: an agent's name, or the pickled object (or maker of such objects) that is called by it."""

    name: str
    pickled: str = ""  # base64

    @classmethod
    def of(cls, agent: Any) -> Entrant:
        """From a name, an `Agent`, or a class or function that makes one (it may take a `seed`)."""
        if isinstance(agent, Entrant):
            return agent
        if isinstance(agent, str):
            if not agent.strip():
                raise BadParameter("an agent needs a name, as in random or engine:nodes=1000")
            return cls(_absolute(agent.strip()))
        if not callable(getattr(agent, "choose", None)) and not callable(agent):
            raise BadParameter(f"{agent!r} is no agent: it has no method choose(position)")
        name = getattr(agent, "name", None) or getattr(agent, "__name__", None) or type(agent).__name__
        return cls(str(name), pickled_text(agent, f"the agent {name}"))

    @property
    def label(self) -> str:
        """What people call it: a file by its name alone."""
        return os.path.basename(self.name) if self.file else self.name

    @property
    def file(self) -> bool:
        """Whether it is in a Python file of somebody's own."""
        return not self.pickled and _is_file(self.name)

    def sources(self) -> dict[str, str]:
        """Digests of that file and those beside it that it imports, and of the weights that it plays with."""
        if self.pickled:
            return {}
        if self.file:
            return source_digests(split_agent(self.name.strip())[0])
        return {os.path.basename(file): read_weights(Path(file)).digest for file in weight_files(self.name)}

    @property
    def program(self) -> bool:
        """Whether it is a program that is started."""
        return not self.pickled and starts_program(self.name)

    @property
    def foreign(self) -> bool:
        """Whether code that is not counterplay's own decides: such an agent runs in a process of its own."""
        return bool(self.pickled) or self.file

    def make(self, seed: int) -> Agent:
        """A new agent for one game."""
        if not self.pickled:
            return make_agent(self.name, seed)
        found = pickle.loads(base64.b64decode(self.pickled))
        if inspect.isclass(found) or not callable(getattr(found, "choose", None)):
            takes_seed = "seed" in inspect.signature(found).parameters
            found = found(seed=seed) if takes_seed else found()
        return make_agent(found)


def _is_file(name: str) -> bool:
    # Engines of other people are processes already, whatever language they are written in.
    name = name.strip()
    return name.endswith(".py") or (".py:" in name and not starts_program(name))


def _absolute(name: str) -> str:
    """Files by their full paths: another process may be in another folder, and so may whoever resumes."""
    if _is_file(name):
        return os.path.abspath(name)
    for file in weight_files(name):
        name = name.replace(f"={file}", f"={os.path.abspath(file)}")
    return name


def pickled_text(thing: Any, what: str) -> str:
    """The object in base64; its class, and those of what it holds, come along where another process could not import them."""
    from joblib.externals.loky.cloudpickle_wrapper import dumps

    pickler: Any = sys.modules[dumps.__module__]  # cloudpickle itself, wherever joblib has it from
    held = {} if hasattr(thing, "__qualname__") else getattr(thing, "__dict__", {})
    names = {thing.__module__ if hasattr(thing, "__qualname__") else type(thing).__module__}
    names |= {type(value).__module__ for value in held.values()}  # a game of one's own, which the agent searches
    by_value = [sys.modules[name] for name in sorted(names) if _only_here(name)]
    try:
        for module in by_value:
            pickler.register_pickle_by_value(module)
        return base64.b64encode(dumps(thing)).decode("ascii")
    except Exception as error:
        raise BadParameter(
            f"{what} cannot be sent to the process that plays: {describe(error)}; put it into a file and give its path"
        ) from None
    finally:
        for module in by_value:
            pickler.unregister_pickle_by_value(module)


def _only_here(name: str) -> bool:
    """Whether a module is loaded that another process could not find; that of the main program is always sent along."""
    first = name.partition(".")[0]
    known = name == "__main__" or first in sys.stdlib_module_names or PathFinder.find_spec(first) is not None
    return name in sys.modules and not known
