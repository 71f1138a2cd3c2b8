"""Training data at native speed: positions of random games and of self-play, with values, results, legal actions and planes."""

from counterplay.data.data_files import DataPlan, read_positions, read_shards, write_positions
from counterplay.data.plane_batch import planes_of
from counterplay.data.position_batch import Positions
from counterplay.data.position_sources import random_positions, self_play_positions

__all__ = [
    "DataPlan",
    "Positions",
    "planes_of",
    "random_positions",
    "read_positions",
    "read_shards",
    "self_play_positions",
    "write_positions",
]
