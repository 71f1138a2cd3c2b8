"""Learning the weights of an estimate from games that the engine plays against itself."""

from counterplay.learn.tuning import Plan, Tuned, tune

__all__ = ["Plan", "Tuned", "tune"]
