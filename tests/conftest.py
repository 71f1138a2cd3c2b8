"""Shared by all tests: compiled kernels are kept beside the checkout, so a second run starts warm; Ctrl-C is heard."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.compiling_apart import pytest_collection_finish
from tests.recycling import pytest_configure_node, pytest_handlecrashitem, pytest_runtest_protocol
from tests.run_figures import pytest_runtest_teardown, pytest_terminal_summary

__all__ = [  # pytest finds them here
    "pytest_collection_finish",
    "pytest_configure_node",
    "pytest_handlecrashitem",
    "pytest_runtest_protocol",
    "pytest_runtest_teardown",
    "pytest_terminal_summary",
]

os.environ.setdefault("COUNTERPLAY_CACHE", str(Path(__file__).parent.parent / ".cache" / "kernels"))

# Where colorama is installed, as it is with our tools, Numba sets the terminal up for every message that it never shows.
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")

# A shell that starts tests in the background has them ignore Ctrl-C, and every process that they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example of a test may compile a kernel: no deadline for single examples.
settings.register_profile("counterplay", deadline=None)
settings.load_profile("counterplay")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the browser come first: they wait much of their time, and others can use the processors meanwhile."""
    items.sort(key=lambda item: "studio" not in item.path.parts)
