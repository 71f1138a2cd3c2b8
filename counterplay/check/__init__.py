"""The conformance report: does a game keep the contract of `core.game`, in both gears? For the catalogue and for users."""

from counterplay.check.report import FAULTS, CheckReport, Finding
from counterplay.check.suite import check_game

__all__ = ["FAULTS", "CheckReport", "Finding", "check_game"]
