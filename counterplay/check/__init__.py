"""The conformance report: does a game keep the contract of `core.game`, in both gears? For the catalogue and for users."""

from counterplay.check.check_report import FAULTS, CheckReport, Finding
from counterplay.check.check_suite import check_game
from counterplay.check.openspiel_oracle import OpenSpielOracle, openspiel_games
from counterplay.check.oracle_walk import Disagreement, GameOracle, Oracle, walk_beside

__all__ = [
    "FAULTS",
    "CheckReport",
    "Disagreement",
    "Finding",
    "GameOracle",
    "OpenSpielOracle",
    "Oracle",
    "check_game",
    "openspiel_games",
    "walk_beside",
]
