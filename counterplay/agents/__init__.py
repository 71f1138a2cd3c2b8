"""Whatever picks an action: a random player, any algorithm with a limit, ten levels, other programs, your own code."""

from counterplay.agents.agent import Agent, AgentError, RandomAgent, SearchAgent, refuse_misfit
from counterplay.agents.agent_names import agent_names, make_agent
from counterplay.agents.evaluation_agent import EvaluationAgent
from counterplay.agents.levels import LEVELS, LevelAgent
from counterplay.agents.time_control import Clock, TimeControl

__all__ = [
    "LEVELS",
    "Agent",
    "AgentError",
    "Clock",
    "EvaluationAgent",
    "LevelAgent",
    "RandomAgent",
    "SearchAgent",
    "TimeControl",
    "agent_names",
    "make_agent",
    "refuse_misfit",
]
