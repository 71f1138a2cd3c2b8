"""Whatever picks an action: a random player, any algorithm with a limit, ten levels, other programs, your own code."""

from counterplay.agents.agent import Agent, AgentError, RandomAgent, SearchAgent, refuse_misfit
from counterplay.agents.clock import Clock, TimeControl
from counterplay.agents.levels import LEVELS, LevelAgent
from counterplay.agents.naming import agent_names, make_agent

__all__ = [
    "LEVELS",
    "Agent",
    "AgentError",
    "Clock",
    "LevelAgent",
    "RandomAgent",
    "SearchAgent",
    "TimeControl",
    "agent_names",
    "make_agent",
    "refuse_misfit",
]
