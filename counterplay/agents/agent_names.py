"""Agents by name: whatever plays is made here from what people write.

`random`, `level:5`, `auto`, any algorithm with limits and options (`minimax:depth=3`, `alphabeta:depth=6`,
`engine:seconds=1,threads=2`, `mcts:playouts=5000`, `engine:weights=FILE`), `model:depth=3,opponent=minimax-1,follow=0.8`,
other programs (`uci:stockfish`, `usi:gpsusi`, `cecp:phalanx`, `gtp:gtp-rhino`, `gnubg:gnubg`) and Python files with an agent
of the user's own (`my/agent.py:Greedy`). All are told in docs/agents.md.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from counterplay.agents.agent import Agent, RandomAgent, SearchAgent
from counterplay.agents.agent_parameters import LIMITS, read_parameters, take_limit
from counterplay.agents.cecp_agent import CecpAgent
from counterplay.agents.engine_agent import EngineAgent, make_engine
from counterplay.agents.gnubg_agent import GnubgAgent
from counterplay.agents.gtp_agent import GtpAgent
from counterplay.agents.levels import STRONGEST, make_level
from counterplay.agents.modelling_agent import make_modelled
from counterplay.agents.uci_agent import UciAgent
from counterplay.agents.user_agents import OwnAgent, make_own
from counterplay.agents.usi_agent import UsiAgent
from counterplay.agents.weight_file import read_weights
from counterplay.core import BadParameter, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.core.limit import THREADS
from counterplay.core.text.long_digits import whole_number
from counterplay.core.text.name_spelling import guess_or, spelt
from counterplay.core.text.parameter_kinds import NUMBER, WHOLE, WORD, Kind
from counterplay.search import algorithm_names
from counterplay.search.api import ALGORITHMS
from counterplay.search.engine.driver import EngineOptions, engine_flags

WEIGHTS = "weights"  # a file of them
COMMON: dict[str, Kind] = {**LIMITS, "threads": THREADS, "seed": WHOLE, WEIGHTS: WORD}
UNSAID = ("interpreted", "age")  # options of algorithms that are for programs, not for people

Maker = Callable[[str, str, int | None], Agent]  # (the whole text, what follows the first colon, seed)


def _random(text: str, rest: str, seed: int | None) -> Agent:
    given = read_parameters(text, rest, {"seed": WHOLE})
    return RandomAgent(given.get("seed", seed))


def _level(text: str, rest: str, seed: int | None) -> Agent:
    first, _, parameters = rest.partition(",")
    number = whole_number(first, 999)
    if number is None:
        raise BadParameter(f"agent '{quoted(text)}': a level is a number from 1 to {STRONGEST}, as in level:5")
    given = read_parameters(text, parameters, {"seconds": NUMBER, "nodes": WHOLE, "threads": THREADS, "seed": WHOLE})
    limit = take_limit(given)
    return make_level(number, given.pop("seed", seed), limit, **given)


def _model(text: str, rest: str, seed: int | None) -> Agent:
    given = read_parameters(text, rest, {"depth": WHOLE, "nodes": WHOLE, "seconds": NUMBER, "opponent": WORD, "follow": NUMBER})
    limit = take_limit(given)
    return make_modelled(limit, **given)


def _search(algorithm: str) -> Maker:
    chosen = ALGORITHMS.values() if algorithm == "auto" else (ALGORITHMS[algorithm],)
    options = {name: kind for a in chosen for name, kind in a.kinds.items() if name not in UNSAID and kind.parse is not None}

    def make(text: str, rest: str, seed: int | None) -> Agent:
        kinds = {**COMMON, **options}
        given = read_parameters(text, rest, kinds)
        limit = take_limit(given)
        file = given.pop(WEIGHTS, None)
        weights = None if file is None else read_weights(Path(file))
        if seed is not None:
            given.setdefault("seed", seed)
        if "only" in given or "without" in given:  # a name that no enhancement has is refused
            engine_flags(Game(), EngineOptions(given.get("only"), given.get("without", ())))
        return SearchAgent(algorithm, limit, weights=weights, **given)

    return make


def _program(kind: type[EngineAgent]) -> Maker:
    return lambda text, rest, seed: make_engine(kind, rest)


PROGRAMS: dict[str, Maker] = {kind.protocol: _program(kind) for kind in (UciAgent, UsiAgent, CecpAgent, GtpAgent, GnubgAgent)}
KINDS: dict[str, Maker] = {"random": _random, "level": _level, "model": _model, **PROGRAMS}


def agent_names() -> list[str]:
    """What a name may begin with; a path to a Python file is a name, too."""
    return [*KINDS, "auto", *algorithm_names()]


def starts_program(name: str) -> bool:
    """Whether an agent of this name runs a command line of the machine."""
    return spelt(name.partition(":")[0], agent_names()) in PROGRAMS


def weight_files(name: str) -> list[str]:
    """The file of weights that an agent of this name reads, if it reads one."""
    key, _, rest = name.strip().partition(":")
    if spelt(key, agent_names()) not in ("auto", *ALGORITHMS):
        return []
    parameters = (part.partition("=") for part in rest.split(","))
    return [value.strip() for parameter, _, value in parameters if parameter.strip() == WEIGHTS and value.strip()]


def make_agent(text: str | object, seed: int | None = None) -> Agent:
    """The agent a name stands for (`auto` is whichever algorithm suits the game), or an object with `choose(position)`."""
    if not isinstance(text, str):
        return OwnAgent(text, str(getattr(text, "name", type(text).__name__)))
    text = text.strip()
    name, _, rest = text.partition(":")
    key = spelt(name, agent_names())
    if key in KINDS:
        maker = KINDS[key]
    elif key == "auto" or key in ALGORITHMS:
        maker = _search(key)
    elif ".py:" in text or text.endswith(".py"):
        return make_own(text, seed)
    else:
        which = guess_or(key, agent_names(), f"there are {', '.join(agent_names())}, and paths to Python files")
        raise BadParameter(f"there is no agent '{quoted(name)}'; {which}")
    try:
        agent = maker(text, rest, seed)
    except CounterplayError as error:
        raise error if str(error).startswith("agent '") else type(error)(f"agent '{text}': {error}") from None
    agent.name = text
    return agent
