"""Games of counterplay in other frameworks: PettingZoo, Gymnasium and OpenSpiel. Each is an optional extra."""

from counterplay.interop.gymnasium_env import as_gymnasium
from counterplay.interop.openspiel_export import as_openspiel
from counterplay.interop.pettingzoo_env import as_pettingzoo

__all__ = ["as_gymnasium", "as_openspiel", "as_pettingzoo"]
