"""Whatever picks an action: a random player, any algorithm with a limit."""

from counterplay.agents.agent import Agent, RandomAgent, SearchAgent
from counterplay.agents.clock import Clock, TimeControl
from counterplay.agents.naming import make_agent

__all__ = ["Agent", "Clock", "RandomAgent", "SearchAgent", "TimeControl", "make_agent"]
