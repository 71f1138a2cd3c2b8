"""Shared by all tests: compiled kernels are kept beside the checkout, so a second run starts warm."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("COUNTERPLAY_CACHE", str(Path(__file__).parent.parent / ".cache" / "kernels"))
