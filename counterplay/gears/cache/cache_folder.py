"""Where compiled kernels live."""

from __future__ import annotations

import os
from pathlib import Path

from counterplay.core.files.data_folders import scratch_folder


def cache_folder() -> Path:
    """The folder; the environment variable COUNTERPLAY_CACHE moves it."""
    chosen = os.environ.get("COUNTERPLAY_CACHE")
    return Path(chosen) if chosen else scratch_folder() / "kernels"
