"""Where a user's files are kept: the data folder, and what to do where nobody knows of one.

A user whom the system does not know, as in a container, has no home unless HOME says so. What must not be lost is then refused
in a sentence; what can be made again goes elsewhere.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

from counterplay.core.errors import BadParameter


class NoHome(BadParameter):
    """There is no folder for a user's files."""


def data_folder() -> Path:
    """For what must not be lost."""
    try:
        folder = Path(platformdirs.user_data_dir("counterplay"))
    except RuntimeError:  # so do some versions of platformdirs; others give a path that begins with '~'
        folder = Path()
    if not folder.is_absolute():
        raise NoHome(
            "there is no home folder to keep files in; set HOME to one, or name a file where the command takes one (--db)"
        )
    return folder


def scratch_folder() -> Path:
    """For what can be made again; without a home, a folder of this user's own among the temporary files."""
    try:
        folder = Path(platformdirs.user_cache_dir("counterplay"))
    except RuntimeError:
        folder = Path()
    if folder.is_absolute():
        return folder
    return Path(tempfile.gettempdir()) / f"counterplay-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
